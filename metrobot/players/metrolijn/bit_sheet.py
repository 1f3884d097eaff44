"""One sheet as bit sets, what a choice on it looks like, and a game played on from it.

What a choice looks like: a point for each mark (half a one among several
people), twice the transfer number, and the progress of the lines. A line counts
its points once it is finished; before, the square of the share of its stations
that are marked, as far as its windows can still take it.

Source: ML §4, §6, §7, §9.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from metrobot.engine.dice import Dice
from metrobot.games.metrolijn.board import CARD_NAMED, DECK, Line
from metrobot.games.metrolijn.view import View
from metrobot.players.metrolijn.bit_map import Bits, Chart, chart_of

Scale = tuple[tuple[tuple[float, ...], ...], ...]
"""By line, by empty windows, by stations marked: what the line is worth."""

A_WINDOW, SLACK = 4.0, 4.0
"""Stations that a window is taken to bring, and by how many a line may fall short of that."""

DECK_IDS = tuple(card.id for card in DECK)
RESHUFFLING = frozenset(card.id for card in DECK if card.reshuffles)
FREE, TRANSFER = "F", "T"


@dataclass(slots=True)
class BitSheet:
    """What is on a sheet, while it is played on.

    Attributes:
        marked: the stations with a mark.
        free: the empty windows of each line.
        numbers: the sum of the transfer numbers.
    """

    marked: Bits
    free: list[int]
    numbers: int = 0

    def copy(self) -> "BitSheet":
        """Return one that can be played on by itself."""
        return BitSheet(self.marked, self.free.copy(), self.numbers)


@dataclass(frozen=True, slots=True)
class PayTable:
    """What does not change while a sheet is played on.

    Attributes:
        chart: the map.
        points: what each line pays, or has paid.
        scale: what each line is worth on the way.
        a_mark: what a mark is worth.
        is_alone: empty stations count in full (ML §8).
        specials: the stations that earn an extra action (ML §9).
    """

    chart: Chart
    points: tuple[int, ...]
    scale: Scale
    a_mark: float
    is_alone: bool
    specials: Bits

    def score(self, sheet: BitSheet) -> float:
        """Return what a sheet is worth at the end, half an empty station counted as half."""
        missing = ~sheet.marked
        lines = zip(self.chart.tracks, self.points, strict=True)
        earned = sum(points for track, points in lines if not track.stops & missing)
        empty = (self.chart.all & missing).bit_count()
        return earned + 2 * sheet.numbers - empty * self.a_mark


Move = tuple[int, Bits, int]
"""The line whose window is filled, -1 for none; what is marked; the number written."""


def pay_table_of(view: View, seat: int) -> PayTable:
    """Return the table of a seat: a line that others have finished pays its lower points."""
    paid = view.sheets[seat].paid
    points = tuple(
        (paid[line] or view.offers[line]).points for line in map(Line, range(len(view.offers)))
    )
    chart = chart_of(str(view.rules["map"]))
    a_mark = 1.0 if view.is_alone else 0.5
    return PayTable(
        chart=chart,
        points=points,
        scale=_scale(chart_id=str(view.rules["map"]), points=points),
        a_mark=a_mark,
        is_alone=view.is_alone,
        specials=chart.specials if view.rules["special"] else 0,
    )


def sheet_of(view: View, seat: int) -> BitSheet:
    """Return a seat's sheet."""
    sheet = view.sheets[seat]
    return BitSheet(
        marked=sum(1 << station for station in sheet.marked),
        free=[
            line.windows - len(filled)
            for line, filled in zip(view.map.lines, sheet.windows, strict=True)
        ],
        numbers=sum(value for _, value in sheet.numbers),
    )


def paying(table: PayTable, map_: str, points: Mapping[int, int]) -> PayTable:
    """Return a table on which some lines pay other points.

    Args:
        table: as it was.
        map_: id of the map.
        points: by line.
    """
    paid = tuple(points.get(line, each) for line, each in enumerate(table.points))
    if paid == table.points:
        return table
    return replace(table, points=paid, scale=_scale(chart_id=map_, points=paid))


@lru_cache(maxsize=256)
def _scale(*, chart_id: str, points: tuple[int, ...]) -> Scale:
    """Return what the lines are worth on the way."""
    tracks = chart_of(chart_id).tracks
    return tuple(
        tuple(
            tuple(_worth(pay, track.length, done, free) for done in range(track.length + 1))
            for free in range(track.windows + 1)
        )
        for track, pay in zip(tracks, points, strict=True)
    )


def _worth(points: int, length: int, done: int, free: int) -> float:
    """Return what a line is worth with so many stations marked and windows empty."""
    if done == length:
        return points
    short = length - done - A_WINDOW * free
    return points * (done / length) ** 2 * min(1.0, max(0.0, 1 - short / SLACK))


def gain(table: PayTable, sheet: BitSheet, move: Move) -> float:
    """Return what a choice looks worth."""
    line, new, number = move
    if line < 0:
        return _gain_of_free(table, sheet, new)
    tracks, scale, marked = table.chart.tracks, table.scale, sheet.marked
    own, free = tracks[line], sheet.free[line]
    before, after = (marked & own.stops).bit_count(), ((marked | new) & own.stops).bit_count()
    worth = table.a_mark * new.bit_count() + 2 * number
    worth += scale[line][free - 1][after] - scale[line][free][before]
    for other in own.crossed[1:]:
        stops = tracks[other].stops
        if new & stops:
            row, done = scale[other][sheet.free[other]], (marked & stops).bit_count()
            worth += row[done + (new & stops).bit_count()] - row[done]
    return worth


def _gain_of_free(table: PayTable, sheet: BitSheet, new: Bits) -> float:
    """Return what a cross without a window looks worth (ML §4.4)."""
    if not new:
        return 0.0
    worth = table.a_mark
    for line in table.chart.at[new.bit_length() - 1]:
        row = table.scale[line][sheet.free[line]]
        done = (sheet.marked & table.chart.tracks[line].stops).bit_count()
        worth += row[done + 1] - row[done]
    return worth


def moves(table: PayTable, sheet: BitSheet, card: str) -> Iterable[Move]:
    """Yield what a card allows, always with all the marks that there could be."""
    if card == FREE:
        left = table.chart.all & ~sheet.marked
        if not left:
            yield (-1, 0, 0)
        while left:
            bit = left & -left
            left ^= bit
            yield (-1, bit, 0)
        return
    for line, free in enumerate(sheet.free):
        if free:
            for new, number in table.chart.rides(line, sheet.marked, card):
                yield (line, new, number)


def best_move(table: PayTable, sheet: BitSheet, card: str) -> Move:
    """Return the choice that looks best; of equal ones the first."""
    best, most = (-1, 0, 0), float("-inf")
    for move in moves(table, sheet, card):
        worth = gain(table, sheet, move)
        if worth > most:
            best, most = move, worth
    return best


def play(table: PayTable, sheet: BitSheet, move: Move) -> int:
    """Put a choice onto a sheet and return how many extra actions it earns (ML §9.1)."""
    line, new, number = move
    sheet.marked |= new
    sheet.numbers += number
    if line < 0:
        return 0
    sheet.free[line] -= 1
    return (new & table.specials).bit_count()


def play_card(table: PayTable, sheet: BitSheet, card: str, owed: int = 1) -> None:
    """Do what looks best with a card, extra actions too."""
    while owed > 0 and any(sheet.free):
        owed += play(table, sheet, best_move(table, sheet, card)) - 1


def play_on(table: PayTable, sheet: BitSheet, cards: Sequence[str]) -> float:
    """Play a sheet to its end by what looks best, and return what it is worth then.

    Args:
        table: what does not change.
        sheet: is changed.
        cards: to come, in their order; more than are needed.
    """
    for card in cards:
        if not any(sheet.free):
            break
        play_card(table, sheet, card)
    return table.score(sheet)


def cards_to_come(left: Sequence[str], card: str | None, dice: Dice, count: int) -> list[str]:
    """Return cards in a random order, shuffled anew after the 6 as in the game (ML §3.4).

    Args:
        left: not turned up since the last shuffle.
        card: what all ride now, None if it is still to be turned up.
        dice: shuffles.
        count: at least so many.
    """
    found = list[str]()
    pile = list(DECK_IDS if card is not None and CARD_NAMED[card].reshuffles else left)
    while len(found) < count:
        dice.shuffle(pile)
        end = next((n for n, each in enumerate(pile) if each in RESHUFFLING), len(pile) - 1)
        found += pile[: end + 1]
        pile = list(DECK_IDS)
    return found
