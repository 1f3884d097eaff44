"""Games of Metrolijn, all sheets played on with the same cards by the best-looking moves.

The first to finish a line, round by round, takes its higher points.

Source: ML §4, §6, §7.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from metrobot.engine.dice import Dice
from metrobot.engine.outcome import shares_of
from metrobot.games.metrolijn.board import Line
from metrobot.games.metrolijn.result import (
    SheetCount,
    first_round,
    minus_of,
    sheet_places,
    transfer_points,
)
from metrobot.games.metrolijn.state import State
from metrobot.games.metrolijn.view import view_for
from metrobot.players.contract import PlayoutEnd
from metrobot.players.metrolijn import bit_sheet as sheets
from metrobot.players.metrolijn.bit_sheet import BitSheet, PayTable
from metrobot.players.metrolijn.levels import SPARE


@dataclass(slots=True)
class _Place:
    """One seat while its sheet is played on.

    Attributes:
        table: its pay table.
        sheet: the sheet so far.
        done: the points of its finished lines, by line.
        is_vacant: whether nobody sits there, so that nothing is marked.
    """

    table: PayTable
    sheet: BitSheet
    done: dict[int, int]
    is_vacant: bool


def playout_end(state: State, dice: Dice) -> PlayoutEnd:
    """Play a game on to an end, and return it."""
    places = _places(state)
    taken = {n for n in range(len(state.map.lines)) if first_round(state, Line(n)) is not None}
    if not state.is_over:
        card = None if state.card is None else state.card.id
        if card is not None:
            _ride(places, card, state.owed)
            _settle(state, places, taken)
        count = max(sum(place.sheet.free) for place in places) + SPARE
        left = [each.id for each in state.left]
        for coming in sheets.cards_to_come(left, card, dice, count):
            if not any(any(place.sheet.free) for place in places if not place.is_vacant):
                break
            _ride(places, coming, (1,) * len(places))
            _settle(state, places, taken)
    return _counted(state, places)


def _places(state: State) -> list[_Place]:
    view = view_for(state, frozenset(), preview=False)
    found = list[_Place]()
    for each in view.sheets:
        done = {n: pay.points for n, pay in enumerate(each.paid) if pay is not None}
        table, sheet = sheets.pay_table_of(view, each.seat), sheets.sheet_of(view, each.seat)
        found.append(_Place(table, sheet, done, each.seat in state.vacant))
    return found


def _ride(places: Sequence[_Place], card: str, owed: Sequence[int]) -> None:
    """Play the best-looking moves of all seats with a card."""
    for place, actions in zip(places, owed, strict=True):
        # Those who have already chosen in this round owe nothing.
        if actions and not place.is_vacant:
            sheets.play_card(place.table, place.sheet, card, actions)


def _settle(state: State, places: Sequence[_Place], taken: set[int]) -> None:
    """Pay the lines finished in a round, and lower their points for later seats (ML §6.2)."""
    tracks, fresh = places[0].table.chart.tracks, set[int]()
    for place in places:
        for line, track in enumerate(tracks):
            if line not in place.done and not track.stops & ~place.sheet.marked:
                place.done[line] = place.table.points[line]
                fresh.add(line)
    # Points fall only after the round: all who finish a line in the same round get the higher ones.
    fresh -= taken
    taken |= fresh
    if fresh and len(places) > 1:
        lower = {line: state.map.lines[line].later_points for line in fresh}
        map_ = str(state.rules["map"])
        for place in places:
            place.table = sheets.paying(place.table, map_, {**lower, **place.done})


def _counted(state: State, places: Sequence[_Place]) -> PlayoutEnd:
    """Return the end of a game from the final count (ML §7, §8)."""
    counts = [_count(state, place) for place in places]
    return PlayoutEnd(
        shares=shares_of(sheet_places(counts)),
        scores=tuple(count.score for count in counts),
        parts=tuple(
            {"lines": each.lines, "transfers": each.transfers, "empty": -each.minus}
            for each in counts
        ),
    )


def _count(state: State, place: _Place) -> SheetCount:
    empty = (place.table.chart.all & ~place.sheet.marked).bit_count()
    return SheetCount(
        lines=sum(place.done.values()),
        transfers=transfer_points(place.sheet.numbers),
        empty=empty,
        minus=minus_of(empty, state.rules.players),
    )
