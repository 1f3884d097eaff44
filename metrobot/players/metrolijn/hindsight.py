"""The best score of a game alone with all cards known: a beam search.

The result is a lower bound: only whole rides are tried, and only the best-looking
sheets are kept after each card.

Source: ML §4, §7, §8.
"""

from collections.abc import Sequence
from heapq import nlargest
from math import inf
from operator import itemgetter
from typing import TypeAlias

from metrobot.games.metrolijn.board import map_named
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.players.metrolijn.bit_map import Bits
from metrobot.players.metrolijn.bit_sheet import FREE, BitSheet, PayTable, gain, moves, pay_table_of

WIDTH = 10_000
"""Sheets kept after each card."""
_ROOM = 3
"""Times `WIDTH` that sheets may grow in number before the worst are dropped."""
_FREE_WIDTH = 12
"""Stations that a free ride tries, the best-looking ones."""

_Sheet: TypeAlias = tuple[float, Bits, tuple[int, ...], int]
"""Its look, the marked stations, the empty windows of each line, the transfer numbers."""


def best_known(map_: str, cards: Sequence[str], width: int = WIDTH) -> int:
    """Return the best score found with all cards known, alone and without special stations.

    Args:
        map_: id of the map.
        cards: as they come, until all windows are filled.
        width: sheets kept after each card.
    """
    title = Metrolijn()
    state = title.initial_state(title.ruleset(1, {"map": map_}))
    table = pay_table_of(title.view_for(state, frozenset()), 0)
    sheets: list[_Sheet] = [(0.0, 0, tuple(line.windows for line in map_named(map_).lines), 0)]
    for card in cards:
        sheets = _best_after(table, sheets, card, width)
    return max(
        round(table.score(BitSheet(marked, list(free), numbers)))
        for _, marked, free, numbers in sheets
    )


def _best_after(table: PayTable, before: list[_Sheet], card: str, width: int) -> list[_Sheet]:
    after, least = dict[tuple[Bits, tuple[int, ...]], _Sheet](), -inf
    for sheet in before:
        for candidate in _after(table, sheet, card, least):
            # Sheets with equal marks and windows have equal prospects, so only the best one stays.
            rival = after.get(candidate[1:3])
            if rival is None or rival[0] < candidate[0]:
                after[candidate[1:3]] = candidate
        # Dropping the worst on the way bounds the memory; what looks no better is not even made.
        if len(after) > _ROOM * width:
            best = nlargest(width, after.values(), key=itemgetter(0))
            least, after = best[-1][0], {sheet[1:3]: sheet for sheet in best}
    return nlargest(width, after.values(), key=itemgetter(0))


def _after(table: PayTable, before: _Sheet, card: str, least: float = -inf) -> list[_Sheet]:
    """Return the sheets that a card can make of one, if they look better than `least`."""
    worth, marked, free, numbers = before
    sheet = BitSheet(marked, list(free), numbers)
    ranked = [(gain(table, sheet, move), move) for move in moves(table, sheet, card)]
    if card == FREE:
        ranked = nlargest(_FREE_WIDTH, ranked, key=itemgetter(0))
    sheets = list[_Sheet]()
    for more, (line, marks, number) in ranked:
        if worth + more <= least:
            continue
        windows = free if line < 0 else (*free[:line], free[line] - 1, *free[line + 1 :])
        sheets.append((worth + more, marked | marks, windows, numbers + number))
    return sheets if ranked else [before]
