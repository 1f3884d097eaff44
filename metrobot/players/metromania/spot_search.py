"""Search for the nearest spot where a company can place a marker of its hand.

A line is counted as if it could cross itself, as the board stands.

Source: MM §6, §9.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from metrobot.games.metromania.actions import TUNNELS_PER_LINE
from metrobot.games.metromania.building.stations import stations_made
from metrobot.games.metromania.building.tunnels import fitting_markers, ways_on
from metrobot.games.metromania.geometry import Point
from metrobot.games.metromania.state import State

MOST_TUNNELS: Final = 4
"""Distance beyond which a spot is too far to be a goal."""


@dataclass(frozen=True, slots=True)
class NearSpot:
    """The nearest spot for a marker of a hand.

    Attributes:
        tunnels: least number of tunnels, the one on the spot included.
        letter: of a marker that can lie there, the first of several.
    """

    tunnels: int
    letter: str


def nearest_spot(state: State, ix: int) -> NearSpot | None:
    """Return the nearest spot for the hand of a line's company, None if all are far.

    Args:
        state: the board.
        ix: of a line in `State.lines`; an unstarted one has none.
    """
    line = state.lines[ix]
    ends = {_End(line.points[-1], line.heading)} if line.points else set()
    for tunnels in range(1, MOST_TUNNELS + 1):
        letters, further = _dug(state, ix, ends)
        if letters:
            # A line with too few tunnels left never gets there.
            fits = tunnels <= TUNNELS_PER_LINE - len(line.cells)
            return NearSpot(tunnels, min(letters)) if fits else None
        ends = further
    return None


class _End(NamedTuple):
    """An end of a line on its way: where, in which direction, and a station it made, as a bit."""

    point: Point
    heading: int
    new_station: int = 0


def _dug(state: State, ix: int, ends: Iterable[_End]) -> tuple[set[str], set[_End]]:
    """Return the letters that one more tunnel can place, and the line's ends without placing."""
    letters, further, spots = set[str](), set[_End](), state.built_city.spots
    for end in ends:
        # A station that the line makes on its way lets it turn there.
        board = replace(state, stations=state.stations | end.new_station)
        moved_line = replace(state.lines[ix], points=(end.point,), heading=end.heading)
        for step, cell in ways_on(board, moved_line):
            letters.update(m.letter for m in fitting_markers(state, state.hands[ix // 2], cell))
            if spots[cell] is None:
                is_made = step.to in stations_made(board, state.lines[ix], step)
                further.add(_End(step.to, step.direction, is_made << step.to))
    return letters, further
