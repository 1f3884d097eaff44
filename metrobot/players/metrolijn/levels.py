"""The levels of Metrolijn: easy, fair and strong."""

from collections.abc import Sequence

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.metrolijn.board import Map
from metrobot.games.metrolijn.turn import marks_of
from metrobot.games.metrolijn.view import View
from metrobot.players.contract import Budget, Decision, ReasonKey, Way
from metrobot.players.metrolijn import bit_sheet as sheets
from metrobot.players.random_player import best_of
from metrobot.players.sequential_halving import HalvingResult, halved

NOTHING: sheets.Move = (-1, 0, 0)
"""A free ride given up; another one always pays."""


def choose_easy(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return now what a beginner does, now anything that marks all it can."""
    open_ = full_choices(view.map, legal)
    if dice.random() < 0.5:
        return Decision(open_[dice.randrange(len(open_))][0], ReasonKey.LUCK)
    return at_once(view, legal, budget, dice)


def at_once(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return what makes the most points at once; of equal ones any."""
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


PLAYOUTS, MOST_CHOICES = 2000, 16
"""How many games are played on for a decision, and with how many choices."""

SPARE = 6
"""Cards more than there are empty windows: free rides fill none."""


def choose_strong(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice whose games end best."""
    return tried_out(view, legal, budget, dice, playouts=PLAYOUTS, most=MOST_CHOICES)


def ranked_choices(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> list[Way]:
    """Return the promising choices, the one whose games end best first."""
    order, _ = _order(view, legal, budget, dice, playouts=PLAYOUTS, most=MOST_CHOICES)
    return [(legal[place],) for place in order]


def tried_out(
    view: View, legal: Sequence[Action], budget: Budget, dice: Dice, *, playouts: int, most: int
) -> Decision:
    """Return the choice whose games end best.

    Args:
        view: what the seat may see.
        legal: what is open to it.
        budget: how long to think.
        dice: shuffles.
        playouts: how many games are played on, unless the budget says.
        most: with how many choices, those that look best.
    """
    order, found = _order(view, legal, budget, dice, playouts=playouts, most=most)
    if found is None:
        return Decision(order[0], ReasonKey.ONLY)
    facts = {"tries": found.tries, "lead": round(found.worth)}
    return Decision(order[0], ReasonKey.TRIED, facts, steps=found.tries)


def _order(
    view: View, legal: Sequence[Action], budget: Budget, dice: Dice, *, playouts: int, most: int
) -> tuple[list[int], HalvingResult | None]:
    """Return the places of the choices that look best, the best first, and what was found.

    Nothing is tried where a single one marks all that it can.
    """
    (seat,) = view.seats
    assert view.card is not None  # or there would be no choice
    card, left = view.card.id, [each.id for each in view.left]
    table, sheet = sheets.pay_table_of(view, seat), sheets.sheet_of(view, seat)
    open_ = full_choices(view.map, legal)
    open_.sort(key=lambda each: -sheets.gain(table, sheet, each[1]))
    del open_[most:]
    if len(open_) == 1:
        return [open_[0][0]], None
    owed, count = view.sheets[seat].owed, sum(sheet.free) + SPARE
    shuffled = list[list[str]]()

    def tried(place: int, number: int) -> float:
        while len(shuffled) <= number:
            shuffled.append(sheets.cards_to_come(left, card, dice, count))
        after = sheet.copy()
        more = owed - 1 + sheets.play(table, after, open_[place][1])
        sheets.play_card(table, after, card, more)
        return sheets.play_on(table, after, shuffled[number])

    tries = playouts if budget.playouts is None else budget.playouts
    found = halved(len(open_), tried, tries, budget)
    return [open_[place][0] for place in found.order], found


FAIR_PLAYOUTS, FAIR_CHOICES = 2, 2
"""How many games `fair` plays on for a decision, and with how many choices."""


def choose_fair(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice whose games end best."""
    return tried_out(view, legal, budget, dice, playouts=FAIR_PLAYOUTS, most=FAIR_CHOICES)


choose_first = choose_fair
"""The first `fair` there was; what looks best to it has been bettered since, and with it this."""


def full_choices(map_: Map, legal: Sequence[Action]) -> list[tuple[int, sheets.Move]]:
    """Return the choices that mark as much as they can, by their places.

    Of equal ones the first: to mark less than a ride allows leaves stations
    that cost points, and finishes no line.
    """
    found, ridden = dict[sheets.Move, int](), set[object]()
    for place, action in enumerate(legal):
        ride = (getattr(action, "line", None), getattr(action, "direction", None))
        if ride != (None, None):
            if ride in ridden:
                continue
            ridden.add(ride)
        found.setdefault(_move(map_, action), place)
    if len(found) > 1:
        found.pop(NOTHING, None)
    return [(place, move) for move, place in found.items()]


def _move(map_: Map, action: Action) -> sheets.Move:
    """Return a choice as a move."""
    marks = marks_of(map_, action)
    number = 0 if marks.number is None else marks.number[1]
    line = -1 if marks.line is None else int(marks.line)
    return line, sum(1 << station for station in marks.marked), number
