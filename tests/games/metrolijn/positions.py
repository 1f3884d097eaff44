"""Positions and games of Metrolijn, written down by names and with lines drawn as text.

A line is drawn from the wagon on, a letter a station: `_` is empty, `X` was
marked before, `x` is crossed now, a digit is a transfer number written now.
"""

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import cycle, product
from typing import Any, TypeVar

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Actor, Seat
from metrobot.engine.errors import Fact
from metrobot.engine.log import Event
from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer, TurnUp
from metrobot.games.metrolijn.board import MAP_IDS, WHOLE_IDS, Map, Station
from metrobot.games.metrolijn.state import Sheet, State
from metrobot.games.metrolijn.title import Metrolijn

T = TypeVar("T")

TITLE = Metrolijn()
FIRST, SECOND = Seat(0), Seat(1)

OF_LENGTH = {5: ("madrid", "G"), 7: ("amsterdam", "J"), 16: ("berlin", "G")}
"""A line for each number of stations that is drawn as text; that of 16 is a ring."""


def new(players: int = 1, **options: Any) -> State:
    """Return the state before the first card."""
    return TITLE.initial_state(TITLE.ruleset(players, options))


def stations(map_: Map, ids: Collection[str]) -> frozenset[Station]:
    """Return stations by their ids; a name that the map does not have is an error."""
    return frozenset(_station(map_, id_) for id_ in ids)


def _station(map_: Map, id_: str) -> Station:
    found = map_.station_named(id_)
    assert found is not None, id_
    return found


def with_marks(
    state: State,
    ids: Collection[str] = (),
    *,
    seat: Seat = FIRST,
    numbers: Mapping[str, int] | None = None,
    full: Collection[str] = (),
) -> State:
    """Return the state with crosses, numbers, and all windows filled of some lines, at a seat."""
    sheet, map_ = state.sheets[seat], state.map
    written = tuple((_station(map_, id_), value) for id_, value in (numbers or {}).items())
    windows = tuple(
        ("3",) * line.windows if line.letter in full else before
        for line, before in zip(map_.lines, sheet.windows, strict=True)
    )
    marked = Sheet(
        sheet.crossed | stations(map_, ids), sheet.numbers + written, windows, sheet.finished
    )
    return replace(state, sheets=(*state.sheets[:seat], marked, *state.sheets[seat + 1 :]))


def all_lines(state: State) -> str:
    return "".join(line.letter for line in state.map.lines)


def full_but(state: State, letters: str, seat: Seat = FIRST) -> State:
    """Return the state in which only some lines of a seat have empty windows."""
    return with_marks(state, full=set(all_lines(state)) - set(letters), seat=seat)


def turned(state: State, card: str) -> State:
    return TITLE.apply(state, CHANCE, TurnUp(card))


def after(state: State, *actions: Action) -> State:
    """Return the state after some actions, each of the first who is awaited."""
    for action in actions:
        state = TITLE.apply(state, TITLE.awaiting(state)[0], action)
    return state


def refusal(
    state: State, action: Action, actor: Actor = FIRST
) -> tuple[str, dict[str, Fact]] | None:
    """Return the key and the facts with which an action is refused, None if it is legal."""
    error = TITLE.objection(state, actor, action)
    return None if error is None else (str(error.key), error.facts)


def on_line(
    state: State, letter: str, count: int | None = None, *, way: int | None = None
) -> Action:
    """Return the choice of a line with the open card: all its crosses, or the first `count`."""
    legal = TITLE.legal_actions(state, TITLE.awaiting(state)[0])  # type: ignore[arg-type]  # seats
    rides = [a for a in legal if isinstance(a, Mark | Transfer)]
    on = [a for a in rides if (a.line, a.direction) == (letter, way)]
    return on[0] if count is None else next(a for a in on if crosses(a) == count)


def crosses(action: Action) -> int:
    """Return the number of stations that a choice marks."""
    match action:
        case Mark(_, marked, _):
            return len(marked)
        case Transfer(_, station, _, _) | FreeRide(station):
            return int(station is not None)
    raise AssertionError(action)


def marks(state: State, action: Action) -> list[str]:
    assert isinstance(action, Mark)
    return [state.map.stations[_station(state.map, id_)].name for id_ in action.stations]


def ids_of(state: State, letter: str) -> list[str]:
    """Return the ids of a line's stations, from the wagon on."""
    line = state.map.line_named(letter)
    assert line is not None
    return [state.map.stations[station].id for station in state.map.lines[line].stations]


def before_ride(row: str) -> tuple[State, str]:
    """Return a state in which a line is as drawn, and the line's letter."""
    signs = row.split()
    map_, letter = OF_LENGTH[len(signs)]
    state = new(map=map_)
    ids = ids_of(state, letter)
    return with_marks(state, [i for i, sign in zip(ids, signs, strict=True) if sign == "X"]), letter


def ride(row: str, card: str, count: int | None = None, *, way: int | None = None) -> str:
    """Return a line as it looks after a ride, drawn as text."""
    before, letter = before_ride(row)
    state = turned(before, card)
    behind = after(state, on_line(state, letter, count, way=way))
    return picture(before, behind, letter)


def picture(before: State, behind: State, letter: str, seat: Seat = FIRST) -> str:
    """Return a line as text, what is new on it told from what was there."""
    old, sheet = before.sheets[seat], behind.sheets[seat]
    numbers = dict(sheet.numbers)
    signs = []
    for id_ in ids_of(before, letter):
        station = _station(before.map, id_)
        new_sign = str(numbers.get(station, "x")) if station in sheet.marked else "_"
        signs.append("X" if station in old.marked else new_sign)
    return " ".join(signs)


def windows(state: State, letter: str, seat: Seat = FIRST) -> tuple[str, ...]:
    line = state.map.line_named(letter)
    assert line is not None
    return state.sheets[seat].windows[line]


def finished(state: State, seat: Seat = FIRST) -> dict[str, int]:
    """Return the lines that a seat has finished, and in which round."""
    lines = zip(state.map.lines, state.sheets[seat].finished, strict=True)
    return {line.letter: done for line, done in lines if done is not None}


@dataclass(frozen=True)
class Game:
    """A whole random game."""

    states: tuple[State, ...]
    events: tuple[Event, ...]

    @property
    def end(self) -> State:
        """The state after the last event."""
        return self.states[-1]


def on_all_maps(settings: Sequence[T]) -> Iterator[tuple[str, T]]:
    """Yield each whole map with all of some settings, and each network with one of them in turn."""
    yield from product(WHOLE_IDS, settings)
    networks = (id_ for id_ in MAP_IDS if id_ not in WHOLE_IDS)
    yield from zip(networks, cycle(settings), strict=False)


@cache
def game(seed: int, players: int, map_: str = "amsterdam", special: bool = False) -> Game:
    """Return a random game, the same one for the same seed; odd seeds mark all they may."""
    chooser = random.Random(seed)
    states = [new(players, map=map_, special=special)]
    events: list[Event] = []
    while not TITLE.is_over(states[-1]):
        actor = TITLE.awaiting(states[-1])[0]
        action = _chosen(chooser, states[-1], actor, greedy=bool(seed % 2))
        events.append(Event(len(states), actor, action))
        states.append(TITLE.apply(states[-1], actor, action))
    return Game(tuple(states), tuple(events))


def _chosen(chooser: random.Random, state: State, actor: Actor, *, greedy: bool) -> Action:
    """Return a random draw or a random legal choice, one of those with most crosses if greedy.

    Else every fifth free ride is given up.
    """
    if actor is CHANCE:
        return chooser.choice(TITLE.chance(state))
    legal = TITLE.legal_actions(state, actor)
    if not greedy and FreeRide(None) in legal and chooser.random() < 0.2:
        return FreeRide(None)
    best = max(map(crosses, legal)) if greedy else 0
    return chooser.choice([action for action in legal if crosses(action) >= best])
