"""A player who takes what looks best now, to hold rules and data against known figures.

What a choice is worth: a point for each mark (alone, each empty station costs
one), twice the transfer number, and the progress of all lines. A line counts
its points once it is finished; before, half its points times the share of its
stations that are marked, as long as it has an empty window; without one,
nothing. Of equal choices the first is taken.
"""

import random
from collections.abc import Mapping
from statistics import mean

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Seat
from metrobot.games.metrolijn.actions import Transfer
from metrobot.games.metrolijn.board import Line, Station
from metrobot.games.metrolijn.state import Sheet, State
from tests.games.metrolijn.positions import FIRST, TITLE, new

KNOWN: Mapping[str, int] = {"amsterdam": 31, "berlin": 28, "paris": 29, "madrid": 27}
"""About what such a player scores alone, by map."""


def greedy_score(map_: str, seed: int) -> int:
    """Return the score of one game alone."""
    chooser = random.Random(f"{map_}:{seed}")
    state = new(map=map_)
    while not TITLE.is_over(state):
        actor = TITLE.awaiting(state)[0]
        action = chooser.choice(TITLE.chance(state)) if actor is CHANCE else best(state)
        state = TITLE.apply(state, actor, action)
    return TITLE.outcome(state).scores[0]


def greedy_mean(map_: str, games: int) -> float:
    return mean(greedy_score(map_, seed) for seed in range(games))


def best(state: State, seat: Seat = FIRST) -> Action:
    """Return the choice that looks best; only those with all crosses are weighed."""
    sheet = state.sheets[seat]
    return max(_whole(state, seat), key=lambda action: _gain(state, sheet, action))


def _whole(state: State, seat: Seat) -> list[Action]:
    """Return the first choice of each line and way: the others mark fewer stations."""
    found: dict[object, Action] = {}
    for action in TITLE.legal_actions(state, seat):
        ride = (getattr(action, "line", None), getattr(action, "direction", None))
        key = ride if ride[0] else (None, getattr(action, "station", None))
        found.setdefault(key, action)
    return list(found.values())


def _gain(state: State, sheet: Sheet, action: Action) -> float:
    """Return the value of a choice."""
    ids = getattr(action, "stations", None) or [getattr(action, "station", None)]
    marked = frozenset(s for i in ids if i and (s := state.map.station_named(i)) is not None)
    used = state.map.line_named(getattr(action, "line", ""))
    number = action.value or 0 if isinstance(action, Transfer) else 0
    return len(marked) + 2 * number + _progress(state, sheet, marked, used)


def _progress(state: State, sheet: Sheet, marked: frozenset[Station], used: Line | None) -> float:
    """Return the growth in value of all lines."""
    before, after, gain = sheet.marked, sheet.marked | marked, 0.0
    for i, line in enumerate(state.map.lines):
        if i == used or not marked.isdisjoint(line.stations):
            free = line.windows - len(sheet.windows[i])
            gain += _worth(line.first_points, line.stations, after, free - (i == used))
            gain -= _worth(line.first_points, line.stations, before, free)
    return gain


def _worth(
    points: int, stations: tuple[Station, ...], marked: frozenset[Station], free: int
) -> float:
    """Return the value of a line: its points, a share of half of them, or nothing."""
    done = sum(station in marked for station in stations)
    if done == len(stations):
        return points
    return points / 2 * done / len(stations) if free else 0.0
