"""Rivals of Metrolijn.

Source: ML §4 to §7.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.metrolijn.view import View
from metrobot.players.contract import Budget, Decision, Player, ReasonKey
from metrobot.players.metrolijn import bit_sheet as sheets
from metrobot.players.metrolijn.bit_sheet import BitSheet, Move, PayTable
from metrobot.players.metrolijn.levels import full_choices
from metrobot.players.random_player import best_of
from metrobot.players.sequential_halving import halved

Idea: TypeAlias = Callable[[View, PayTable, BitSheet, Move], float]
"""The worth of a move on a sheet."""


def _by(idea: Idea, view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice with the highest worth by an idea; any of equal ones."""
    del budget
    (seat,) = view.seats
    table, sheet = sheets.pay_table_of(view, seat), sheets.sheet_of(view, seat)
    open_ = full_choices(view.map, legal)
    worths = [idea(view, table, sheet, move) for _, move in open_]
    best = best_of(worths, dice)
    return Decision(open_[best][0], ReasonKey.LOOKS, {"worth": round(worths[best])})


def _marks(_view: View, table: PayTable, sheet: BitSheet, move: Move) -> float:
    """Return the number of stations that a move marks; looks decide among equal ones."""
    return move[1].bit_count() + sheets.gain(table, sheet, move) / 100


def _numbers(_view: View, table: PayTable, sheet: BitSheet, move: Move) -> float:
    """Return the worth of a move for somebody who takes transfers where many lines meet."""
    return 3 * move[2] + sheets.gain(table, sheet, move)


def _after(sheet: BitSheet, move: Move) -> int:
    return sheet.marked | move[1]


def _races(view: View, table: PayTable, sheet: BitSheet, move: Move) -> float:
    """Return the worth of a move for somebody who wants to finish lines before the others."""
    worth, after = sheets.gain(table, sheet, move), _after(sheet, move)
    for line, track in enumerate(table.chart.tracks):
        # Only lines that nobody has finished can be won, and those that are longer are not near.
        if view.offers[line].is_first and move[1] & track.stops:
            worth += 6 / (2 + (track.stops & ~after).bit_count())
    return worth


def _denies(view: View, table: PayTable, sheet: BitSheet, move: Move) -> float:
    """Return the worth of a move for somebody who is after the lines that others are near to."""
    worth, after = sheets.gain(table, sheet, move), _after(sheet, move)
    others = [
        sheets.sheet_of(view, each.seat) for each in view.sheets if each.seat not in view.seats
    ]
    for line, track in enumerate(table.chart.tracks):
        if view.offers[line].is_first and move[1] & track.stops:
            nearest = min((track.stops & ~other.marked).bit_count() for other in others)
            worth += 6 / (2 + nearest + (track.stops & ~after).bit_count())
    return worth


def _plans(view: View, table: PayTable, sheet: BitSheet, move: Move) -> float:
    """Return the worth of a move, with that of the best one with the next card."""
    after = sheet.copy()
    sheets.play(table, after, move)
    cards = Counter(card.id for card in view.left)
    worth = sheets.gain(table, sheet, move)
    if not cards or not any(after.free):
        return worth
    following = (
        count * sheets.gain(table, after, sheets.best_move(table, after, card))
        for card, count in cards.items()
    )
    return worth + sum(following) / cards.total()


CHOICES, TRIES = 4, 16
"""Choices that the soloist tries, and its games for them all."""


def _solo(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice whose games end best on the own sheet, as if nobody else were there."""
    (seat,) = view.seats
    # As long as a seat has choices, a card is up.
    assert view.card is not None
    card, left = view.card.id, [each.id for each in view.left]
    table, sheet = sheets.pay_table_of(view, seat), sheets.sheet_of(view, seat)
    open_ = full_choices(view.map, legal)
    open_.sort(key=lambda each: -sheets.gain(table, sheet, each[1]))
    count = sum(sheet.free) + sheets.SPARE
    shuffled = [sheets.cards_to_come(left, card, dice, count) for _ in range(TRIES)]

    def tried(place: int, number: int) -> float:
        after = sheet.copy()
        more = view.sheets[seat].owed - 1 + sheets.play(table, after, open_[place][1])
        sheets.play_card(table, after, card, more)
        return sheets.play_on(table, after, shuffled[number])

    found = halved(min(CHOICES, len(open_)), tried, TRIES, budget)
    facts = {"tries": found.tries, "lead": round(found.worth)}
    return Decision(open_[found.order[0]][0], ReasonKey.TRIED, facts, steps=found.tries)


RIVALS: Final[Mapping[str, Player]] = {
    "marker": partial(_by, _marks),
    "changer": partial(_by, _numbers),
    "racer": partial(_by, _races),
    "denier": partial(_by, _denies),
    "planner": partial(_by, _plans),
    "soloist": _solo,
}
"""Opponents by name: they mark the most stations; write the largest transfer numbers; race
for lines; race where others are near; look a card ahead; play on with their own sheet alone."""
