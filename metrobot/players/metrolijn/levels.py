"""The levels of Metrolijn: easy, fair and strong."""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.metrolijn.board import Map
from metrobot.games.metrolijn.turn import marks_of
from metrobot.games.metrolijn.view import View
from metrobot.players.contract import Budget, Decision, ReasonKey, Way
from metrobot.players.metrolijn import bit_sheet as sheets
from metrobot.players.metrolijn.bit_sheet import SPARE
from metrobot.players.metrolijn.playout import Rivals, World
from metrobot.players.random_player import best_of
from metrobot.players.sequential_halving import HalvingResult, halved

NOTHING: sheets.Move = (-1, 0, 0)
"""A free ride given up; any other use of it pays."""


DRAWN: Final = {1: 0.5, 2: 0.8, 3: 0.8, 4: 0.7}
"""Share of choices that `easy` draws, by number of people.

Alone it never changes: results of lines of the day are held against it.
"""
DRAWN_AMONG_MANY: Final = 0.65
"""The same where more play: there the best of many easy ones has more luck than one has."""


def choose_easy(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return any full choice or, less often, a beginner's."""
    open_ = full_choices(view.map, legal)
    if dice.random() < DRAWN.get(len(view.sheets), DRAWN_AMONG_MANY):
        return Decision(open_[dice.randrange(len(open_))][0], ReasonKey.LUCK)
    return at_once(view, legal, budget, dice)


def at_once(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice with the most points at once; any of equal ones."""
    del budget
    (seat,) = view.seats
    table, sheet = sheets.pay_table_of(view, seat), sheets.sheet_of(view, seat)
    open_ = full_choices(view.map, legal)
    before = table.score(sheet)
    worths = list[float]()
    for _, move in open_:
        after = sheet.copy()
        sheets.play(table, after, move)
        worths.append(table.score(after) - before)
    best = best_of(worths, dice)
    return Decision(open_[best][0], ReasonKey.POINTS, {"points": round(worths[best])})


class Effort(NamedTuple):
    """Limits on the trying out of choices.

    Attributes:
        playouts: games to play on with the seat's own sheet alone, unless the budget says.
        most: most choices to compare, the best-looking ones.
        races: games to play on with all sheets instead; 0: none.
    """

    playouts: int
    most: int
    races: int = 0


STRONG: Final = Effort(playouts=2000, most=16, races=600)
FAIR: Final = Effort(playouts=2, most=2)


def ranked_choices(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> list[Way]:
    """Return the promising choices, the one whose games end best first."""
    order, _ = _order(view, legal, budget, dice, STRONG)
    return [(legal[place],) for place in order]


def tried_out(
    view: View, legal: Sequence[Action], budget: Budget, dice: Dice, effort: Effort = STRONG
) -> Decision:
    """Return the choice whose games end best."""
    order, result = _order(view, legal, budget, dice, effort)
    if result is None:
        return Decision(order[0], ReasonKey.ONLY)
    facts = {"tries": result.tries, "lead": round(result.worth)}
    return Decision(order[0], ReasonKey.TRIED, facts, steps=result.tries)


choose_strong = tried_out
choose_fair = partial(tried_out, effort=FAIR)
choose_first = choose_fair
"""The first `fair` there was; it gets better only as the looks of choices do."""


def _order(
    view: View, legal: Sequence[Action], budget: Budget, dice: Dice, effort: Effort
) -> tuple[list[int], HalvingResult | None]:
    """Return the places of the best-looking choices, the best first, with the search's result.

    The result is None if a single choice marks all that it can.
    """
    (seat,) = view.seats
    # A seat has choices only while a card is up.
    assert view.card is not None
    card, cards_left = view.card.id, [deck_card.id for deck_card in view.left]
    table, sheet = sheets.pay_table_of(view, seat), sheets.sheet_of(view, seat)
    open_ = full_choices(view.map, legal)
    open_.sort(key=lambda choice: -sheets.gain(table, sheet, choice[1]))
    # Time is better spent on many games of few choices than on few games of many.
    del open_[effort.most :]
    if len(open_) == 1:
        return [open_[0][0]], None
    owed, count = view.sheets[seat].owed, max(s.windows_left for s in view.sheets) + SPARE
    rivals = Rivals(view, seat) if effort.races and not view.is_alone else None
    # Try number n of each choice meets the same cards, so that luck favours none.
    shuffled, worlds = list[list[str]](), list[World]()

    def tried(place: int, number: int) -> float:
        while len(shuffled) <= number:
            shuffled.append(sheets.cards_to_come(cards_left, card, dice, count))
            if rivals is not None:
                worlds.append(rivals.world(shuffled[-1]))
        after = sheet.copy()
        more = owed - 1 + sheets.play(table, after, open_[place][1])
        sheets.play_card(table, after, card, more)
        if rivals is not None:
            return rivals.worth(worlds[number], after)
        return sheets.play_on(table, after, shuffled[number])

    whole = effort.playouts if rivals is None else effort.races
    tries = whole if budget.playouts is None else budget.playouts
    result = halved(len(open_), tried, tries, budget)
    return [open_[place][0] for place in result.order], result


def full_choices(map_: Map, legal: Sequence[Action]) -> list[tuple[int, sheets.Move]]:
    """Return the choices that mark as much as they can, with their places."""
    # Marking less than a ride allows leaves stations that cost points, and finishes no line.
    # The legal choices list the longest ride of each direction first.
    places, rides = dict[sheets.Move, int](), set[object]()
    for place, action in enumerate(legal):
        ride = (getattr(action, "line", None), getattr(action, "direction", None))
        if ride != (None, None):
            if ride in rides:
                continue
            rides.add(ride)
        places.setdefault(_move(map_, action), place)
    if len(places) > 1:
        # Giving up a free ride is never better than a cross that costs nothing.
        places.pop(NOTHING, None)
    return [(place, move) for move, place in places.items()]


def _move(map_: Map, action: Action) -> sheets.Move:
    marks = marks_of(map_, action)
    number = 0 if marks.number is None else marks.number[1]
    line = -1 if marks.line is None else int(marks.line)
    return line, sum(1 << station for station in marks.marked), number
