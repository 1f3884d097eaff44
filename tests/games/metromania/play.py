"""Whole games of random choices, the same ones for the same seed."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, product
from typing import Any

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE
from metrobot.engine.log import Event
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import Deed
from metrobot.games.metromania.actions import Dig, PlaceStation, Stop
from metrobot.games.metromania.geometry import AXIAL, CITY_POINTS, GATES, STEPS, Point
from metrobot.games.metromania.state import State, line_index
from tests.games.metromania.boards import TITLE, rules

Options = tuple[tuple[str, Any], ...]

RULESETS: tuple[tuple[int, Options], ...] = (
    (2, ()),
    (2, (("advanced", True),)),
    (2, (("shared_trips", "score"),)),
    (3, ()),
    (3, (("hands", "strict"), ("station_points", "flat"))),
    (4, ()),
    (4, (("hands", "open"),)),
)
"""Every number of players, and every value of every option."""


@dataclass(frozen=True)
class Game:
    """One whole game."""

    rules: Ruleset
    events: tuple[Event, ...]
    states: tuple[State, ...]


@lru_cache(maxsize=512)
def played(players: int, options: Options, policy: str, seed: int) -> Game:
    dice, ruleset = random.Random(f"{policy} {seed}"), rules(players, **dict(options))
    states, events = [TITLE.initial_state(ruleset)], list[Event]()
    while not TITLE.is_over(states[-1]):
        state = states[-1]
        actor = TITLE.awaiting(state)[0]
        if actor is CHANCE:
            draws = TITLE.chance(state)
            action = draws[dice.randrange(len(draws))]
        else:
            legal = TITLE.legal_actions(state, actor)
            weights = [POLICIES[policy](state, choice) for choice in legal]
            (action,) = dice.choices(legal, weights)
        events.append(Event(len(events) + 1, actor, action))
        states.append(TITLE.apply(state, actor, action))
    return Game(ruleset, tuple(events), tuple(states))


def games(policies: tuple[str, ...], seeds: int) -> list[Game]:
    """Return games of all rulesets, by these policies."""
    return [
        played(players, options, policy, seed)
        for (players, options), policy, seed in product(RULESETS, policies, range(seeds))
    ]


@dataclass(frozen=True)
class Played:
    """One turn of a game, or what chance did before the first."""

    before: State
    deeds: tuple[Deed[State], ...]


def turns(game: Game) -> list[Played]:
    steps = zip(game.states, game.events, game.states[1:], strict=False)
    return [
        Played(first[0], tuple(Deed(e.actor, e.action, after) for _, e, after in (first, *rest)))
        for _, (first, *rest) in groupby(steps, lambda step: TITLE.turn_number(step[0]))
    ]


def _anything(state: State, action: Action) -> float:
    """Choose among all with equal chances."""
    return 1


def _finish(state: State, action: Action) -> float:
    """Make for the far black gates."""
    if not isinstance(action, Dig):
        return 1
    if action.end >= CITY_POINTS:
        return 1000
    line = state.lines[line_index(state.active, action.line)]
    if not line.points:
        return 5
    nearer = _way_out(action.start, line.start_side) - _way_out(action.end, line.start_side)
    return {1: 40, 0: 4, -1: 1}[nearer] if nearer in (1, 0, -1) else 1


def _way_out(at: Point, side: int) -> int:
    """Return the edges to the nearest black gate where a line from this side may end."""
    rims = [
        gate.rim[0] for gate in GATES if not gate.is_start and (gate.side - side) % 6 in (2, 3, 4)
    ]
    return min(_distance(at, rim) for rim in rims)


def _distance(a: Point, b: Point) -> int:
    q, r = AXIAL[a][0] - AXIAL[b][0], AXIAL[a][1] - AXIAL[b][1]
    return max(abs(q), abs(r), abs(q + r))


def _stations(state: State, action: Action) -> float:
    """Place stations wherever possible."""
    return 1000 if isinstance(action, PlaceStation) else 1


def _idle(state: State, action: Action) -> float:
    """Stop wherever possible, place no markers, end no lines."""
    if isinstance(action, Dig):
        return 0.01 if action.letter else 0.05 if action.end >= CITY_POINTS else 1
    return 1000 if isinstance(action, Stop) else 1


def _curl(state: State, action: Action) -> float:
    """Prefer digs into places with few free cells around."""
    if not isinstance(action, Dig):
        return 1
    if action.end >= CITY_POINTS:
        return 0.05
    free = sum(not state.used >> at & 1 for step in STEPS[action.end] for at in step.cells)
    return 3 if action.letter else 1 / (1 + free) ** 2


POLICIES: dict[str, Callable[[State, Action], float]] = {
    "anything": _anything,
    "finish": _finish,
    "stations": _stations,
    "idle": _idle,
    "curl": _curl,
}
