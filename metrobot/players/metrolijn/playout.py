"""Games of Metrolijn, all sheets played on with the same cards by the best-looking moves.

The first to finish a line, round by round, takes its higher points.

Source: ML §4, §6, §7.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from metrobot.engine.dice import Dice
from metrobot.engine.outcome import shares_of
from metrobot.games.metrolijn.result import SheetCount, minus_of, sheet_places, transfer_points
from metrobot.games.metrolijn.state import State
from metrobot.games.metrolijn.view import View, view_for
from metrobot.players.contract import PlayoutEnd
from metrobot.players.metrolijn import bit_sheet as sheets
from metrobot.players.metrolijn.bit_sheet import SPARE, BitSheet, PayTable

A_WIN = 10
"""Worth of a win; a point of lead is worth a half."""


@dataclass(slots=True)
class _Place:
    """One seat while its sheet is played on.

    Attributes:
        table: its pay table.
        sheet: the sheet so far.
        done: the points of its finished lines, by line.
        is_vacant: whether nobody sits there, so that nothing is marked.
        rounds: for each line finished on the way, the number of the round.
    """

    table: PayTable
    sheet: BitSheet
    done: dict[int, int]
    is_vacant: bool
    rounds: dict[int, int] = field(default_factory=dict)

    def copy(self) -> "_Place":
        """Return a copy that can be played on by itself."""
        return replace(self, sheet=self.sheet.copy(), done=self.done.copy(), rounds={})

    def ride(self, card: str, actions: int) -> None:
        """Play the best-looking moves with a card."""
        # Those who have already chosen in this round owe nothing.
        if actions and not self.is_vacant:
            sheets.play_card(self.table, self.sheet, card, actions)

    def finish(self, number: int) -> set[int]:
        """Pay the lines finished in a round, and return them."""
        fresh = set[int]()
        for line, track in enumerate(self.table.chart.tracks):
            if line not in self.done and not track.stops & ~self.sheet.marked:
                self.done[line], self.rounds[line] = self.table.points[line], number
                fresh.add(line)
        return fresh

    def pay(self, map_: str, lower: Mapping[int, int]) -> None:
        """Lower the points of lines that somebody has finished, for later rounds (ML §6.2)."""
        self.table = sheets.paying(self.table, map_, {**lower, **self.done})

    def count(self, players: int) -> SheetCount:
        """Count the sheet (ML §7, §8)."""
        empty = (self.table.chart.all & ~self.sheet.marked).bit_count()
        return SheetCount(
            lines=sum(self.done.values()),
            transfers=transfer_points(self.sheet.numbers),
            empty=empty,
            minus=minus_of(empty, players),
        )


class _Race:
    """Some sheets of a game, all played on with the same cards."""

    def __init__(self, view: View, places: Sequence[_Place]) -> None:
        self.places, self._map = places, str(view.rules["map"])
        self._later = [line.later_points for line in view.map.lines]
        self._taken = {line for line, pay in enumerate(view.offers) if not pay.is_first}

    def ride(self, card: str, owed: Sequence[int]) -> None:
        """Play the best-looking moves of all seats with a card."""
        for place, actions in zip(self.places, owed, strict=True):
            place.ride(card, actions)

    def settle(self, number: int) -> dict[int, int]:
        """Pay the lines finished in a round; return those that pay less from now on."""
        # Points fall only after the round: all who finish a line in the same round get the
        # higher ones.
        fresh = set[int]().union(*(place.finish(number) for place in self.places)) - self._taken
        self._taken |= fresh
        lower = {line: self._later[line] for line in fresh}
        if lower:
            for place in self.places:
                place.pay(self._map, lower)
        return lower

    @property
    def is_over(self) -> bool:
        """Whether all windows are filled (ML §7)."""
        return not any(any(place.sheet.free) for place in self.places if not place.is_vacant)


def _places(view: View) -> list[_Place]:
    return [
        _Place(
            table=sheets.pay_table_of(view, player_sheet.seat),
            sheet=sheets.sheet_of(view, player_sheet.seat),
            done={n: pay.points for n, pay in enumerate(player_sheet.paid) if pay is not None},
            is_vacant=player_sheet.seat in view.vacant,
        )
        for player_sheet in view.sheets
    ]


def playout_end(state: State, dice: Dice) -> PlayoutEnd:
    """Play a game on to an end, and return it."""
    view = view_for(state)
    race = _Race(view, _places(view))
    if not state.is_over:
        card = None if state.card is None else state.card.id
        if card is not None:
            race.ride(card, state.owed)
            race.settle(0)
        count = max(sum(place.sheet.free) for place in race.places) + SPARE
        deck = [deck_card.id for deck_card in state.left]
        for number, coming in enumerate(sheets.cards_to_come(deck, card, dice, count), start=1):
            if race.is_over:
                break
            race.ride(coming, (1,) * len(race.places))
            race.settle(number)
    counts = [place.count(state.rules.players) for place in race.places]
    return PlayoutEnd(
        shares=shares_of(sheet_places(counts)),
        scores=tuple(count.score for count in counts),
        parts=tuple(
            {"lines": count.lines, "transfers": count.transfers, "empty": -count.minus}
            for count in counts
        ),
    )


@dataclass(slots=True)
class World:
    """The rivals' games with the cards of one shuffle.

    Attributes:
        cards: the cards to come.
        tables: the seat's own pay table in each round, until the rivals have ended.
        scores: the rivals' scores, if the seat finishes no line before them.
        losses: the points that each rival loses for each line if the seat does, by line;
            with the round until which it can.
    """

    cards: Sequence[str]
    tables: Sequence[PayTable]
    scores: Sequence[float]
    losses: Sequence[Mapping[int, tuple[int, int]]]


class Rivals:
    """The other sheets of a game, played on beside a seat's own.

    They are played on once for each shuffle, since the seat changes only what their lines pay.

    Args:
        view: what the seat may see, while a card is up.
        seat: the seat.
    """

    def __init__(self, view: View, seat: int) -> None:
        self._view, self._map, self._players = view, str(view.rules["map"]), view.rules.players
        self._others = _places(view)
        self._own = self._others.pop(seat)
        self._owed = [s.owed for s in view.sheets if s.seat != seat]
        self._gaps = [line.first_points - line.later_points for line in view.map.lines]

    def world(self, cards: Sequence[str]) -> World:
        """Play the rivals on with the card of this round and the cards to come."""
        race = _Race(self._view, [place.copy() for place in self._others])
        # As long as a seat has choices, a card is up.
        assert self._view.card is not None
        race.ride(self._view.card.id, self._owed)
        own_place, tables, firsts = self._own.copy(), [self._own.table], dict[int, int]()
        for number, coming in enumerate(cards):
            lower = race.settle(number)
            own_place.pay(self._map, lower)
            tables.append(own_place.table)
            firsts.update(dict.fromkeys(lower, number))
            if race.is_over:
                break
            race.ride(coming, (1,) * len(race.places))
        losses = [
            {
                line: (number, self._gaps[line])
                for line, number in place.rounds.items()
                if firsts.get(line) == number
            }
            for place in race.places
        ]
        scores = [place.count(self._players).score for place in race.places]
        return World(cards, tables, scores, losses)

    def worth(self, world: World, sheet: BitSheet) -> float:
        """Play the seat's own sheet on to the end after its choices, and return its worth."""
        place = replace(self._own, sheet=sheet, done=self._own.done.copy(), rounds={})
        for number, coming in enumerate(world.cards):
            place.finish(number)
            place.table = world.tables[min(number + 1, len(world.tables) - 1)]
            if not any(sheet.free):
                break
            place.ride(coming, 1)
        best = max(
            score
            - sum(gap for line, (end, gap) in loss.items() if place.rounds.get(line, end) < end)
            for score, loss in zip(world.scores, world.losses, strict=True)
        )
        lead = place.count(self._players).score - best
        return lead / 2 + A_WIN * (1.0 if lead > 0 else 0.5 if lead == 0 else 0.0)
