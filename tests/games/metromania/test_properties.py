"""What holds in every game of MetrOmania, whatever is played."""

import json
from collections import Counter
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Actor, Seat
from metrobot.engine.errors import RuleError
from metrobot.games.metromania.actions import (
    LINE_NAMES,
    BuildCity,
    DealMarkers,
    Decline,
    Dig,
    PlaceStation,
    Stop,
)
from metrobot.games.metromania.city import LETTERS, MARKERS
from metrobot.games.metromania.geometry import (
    CITY_POINTS,
    CORNERS,
    EXITS,
    GATE_STEPS,
    GATES,
    STEPS,
    TOUCHING,
    Cell,
    Point,
)
from metrobot.games.metromania.state import Line, State, points_in
from tests.games.metromania.boards import TITLE
from tests.games.metromania.play import POLICIES, Game, games, played
from tests.games.replaying import replay_log


def every_game() -> list[Game]:
    return games(tuple(POLICIES), 2)


def with_passes() -> list[Game]:
    """Return them, and two in which somebody passes."""
    return [*every_game(), played(2, (), "idle", 11), played(3, (), "idle", 41)]


@cache
def every_state() -> list[State]:
    return [state for game in with_passes() for state in game.states]


@cache
def sampled(count: int) -> list[State]:
    """Return some of the states in which somebody builds, always the same."""
    building = [state for state in every_state() if TITLE.awaiting(state) == (state.active,)]
    return Random("states").sample(building, count)


def test_replay_gives_the_same_state() -> None:
    for game in every_game():
        assert replay_log(TITLE, game.rules, game.events) == game.states[-1]


def test_every_ruleset_and_every_end_comes_up() -> None:
    rulesets = {(game.rules.players, game.rules.options) for game in every_game()}
    values = {(name, value) for _, options in rulesets for name, value in options}

    assert {players for players, _ in rulesets} == {2, 3, 4}
    chosen = [option for option in TITLE.options if option.players]
    assert values >= {(option.name, value) for option in chosen for value in option.values}
    assert {str(game.states[-1].ended_by) for game in with_passes()} == {
        "two_lines",
        "stations",
        "lines",
        "passes",
    }


def test_every_kind_of_action_comes_up() -> None:
    kinds = {event.action.kind for game in every_game() for event in game.events}

    assert kinds == {"city", "deal", "dig", "station", "decline", "stop"}


def test_thirty_stations() -> None:
    assert {state.stock + state.stations.bit_count() for state in every_state()} == {30}


def test_eighteen_tunnels_a_line() -> None:
    lines = [
        line
        for state in sampled(300)
        for company in TITLE.view_for(state).companies
        for line in company.lines
    ]

    assert {line.tunnels_left + len(line.cells) for line in lines} == {18}
    assert min(line.tunnels_left for line in lines) >= 0


def test_one_tunnel_a_cell() -> None:
    for state in every_state():
        cells = [cell for line in state.lines for cell in line.cells]

        assert len(set(cells)) == len(cells)
        assert sum(1 << cell for cell in cells) == state.used


def test_no_line_visits_a_point_twice() -> None:
    for state in every_state():
        assert all(len(set(line.points)) == len(line.points) for line in state.lines)


def test_tunnels_run_along_a_side_of_their_cell() -> None:
    for game in every_game():
        for line in game.states[-1].lines:
            ways = zip(line.points, line.points[1:], line.cells, strict=False)
            assert all({a, b} <= set(CORNERS[cell]) for a, b, cell in ways)
            assert len(line.cells) == max(0, len(line.points) - 1)


def test_twelve_markers() -> None:
    for state in sampled(400):
        held = [marker for hand in state.hands for marker in hand]
        assert sorted(held + [placed.marker for placed in state.placed]) == list(MARKERS)


def test_markers_lie_on_spots_of_their_type() -> None:
    for game in every_game():
        last = game.states[-1]
        spots = last.built_city.spots
        dug = {cell for line in last.lines for cell in line.cells}

        assert all(spots[placed.cell] is placed.marker.spot for placed in last.placed)
        assert {cell for cell in dug if spots[cell] is not None} == {
            placed.cell for placed in last.placed
        }
        assert not last.used & last.built_city.barred


def ways_at(line: Line, at: Point) -> frozenset[frozenset[Point]]:
    """Return the edges of a line that end at a point."""
    pairs = zip(line.points, line.points[1:], strict=False)
    return frozenset(frozenset(pair) for pair in pairs if at in pair)


def parted(state: State) -> set[Point]:
    """Return the points where two lines meet or part: both have an edge there of their own."""
    found = set()
    for one, other in combinations([line for line in state.lines if line.points], 2):
        for at in set(one.points) & set(other.points):
            here, there = ways_at(one, at), ways_at(other, at)
            if not (here <= there or there <= here):
                found.add(at)
    return found


def made_by(state: State, dig: Dig) -> set[Point]:
    """Return the points where a tunnel meets or leaves a line without the tunnel's edge."""
    edge = frozenset((dig.start, dig.end))
    own = state.lines[2 * state.active + LINE_NAMES.index(dig.line)]
    return {
        at
        for at in edge
        for line in state.lines
        if at < CITY_POINTS and line is not own and at in line.points
        if edge not in ways_at(line, at)
    }


def test_a_station_wherever_two_lines_meet_or_part_and_nowhere_else() -> None:
    for game in every_game():
        expected: set[Point] = set()
        for before, after, event in zip(game.states, game.states[1:], game.events, strict=False):
            if isinstance(event.action, PlaceStation):
                expected.add(event.action.point)
            if isinstance(event.action, Dig):
                expected |= made_by(before, event.action)
            assert set(points_in(after.stations)) == expected


def test_lines_that_meet_or_part_have_a_station_there() -> None:
    for game in every_game():
        assert parted(game.states[-1]) <= set(points_in(game.states[-1].stations))


def test_station_points_are_what_stations_touch() -> None:
    for game in every_game():
        last = game.states[-1]
        spots = last.built_city.spots
        touched = [sum(spots[c] is not None for c in TOUCHING[p]) for p in points_in(last.stations)]
        is_flat = game.rules["station_points"] == "flat"

        assert sum(last.station_points) == sum(min(n, 1) if is_flat else n for n in touched)


def test_points_add_up() -> None:
    for game in every_game():
        result = TITLE.outcome(game.states[-1])
        earned = [0] * game.rules.players
        for seat, company in enumerate(result.companies):
            points = company.line_points + sum(trip.points[seat] for trip in result.trips)
            earned[seat % game.rules.players] += points

        assert list(result.scores) == earned


def test_someone_can_act_until_the_end() -> None:
    for state in every_state():
        actors = TITLE.awaiting(state)
        assert len(actors) == (0 if TITLE.is_over(state) else 1)
        for actor in actors:
            assert TITLE.chance(state) if actor is CHANCE else TITLE.legal_actions(state, actor)


def test_nobody_else_can_act() -> None:
    for state in sampled(100):
        others = [Seat(seat) for seat in range(state.company_count) if seat != state.active]

        assert not any(TITLE.legal_actions(state, seat) for seat in others)
        assert not TITLE.chance(state)


def test_turns_are_counted() -> None:
    for game in every_game():
        for before, after in zip(game.states, game.states[1:], strict=False):
            turns = TITLE.turn_number(after) - TITLE.turn_number(before)
            assert turns >= 0
            assert turns > 0 or TITLE.awaiting(after)[0] in (before.active, CHANCE)


def test_actions_survive_the_record() -> None:
    for game in every_game():
        for event in game.events:
            fields = json.loads(json.dumps(TITLE.encode(event.action)))
            assert TITLE.decode(event.action.kind, fields) == event.action


def test_only_secret_hands_are_left_out_of_a_public_record() -> None:
    """Nothing else is secret, and open hands are not."""
    for game in every_game():
        is_secret = game.rules.players > 2 and game.rules["hands"] == "secret"
        for event in game.events:
            shown = TITLE.encode_public(game.rules, event.action)
            hides = is_secret and isinstance(event.action, DealMarkers)
            assert shown == ({"hands": None} if hides else TITLE.encode(event.action))


def order(state: State, action: Action) -> tuple[Any, ...]:
    """Return the documented place of an action among those that are legal."""
    match action:
        case Dig():
            is_end = action.end >= CITY_POINTS
            steps = GATE_STEPS[action.start] if action.start >= CITY_POINTS else STEPS[action.start]
            if is_end:
                place: tuple[int, ...] = (0, 0)
            else:
                ways = [way.to for way in steps]
                step = ways.index(action.end)
                place = (step, steps[step].cells.index(action.cell))
            line = LINE_NAMES.index(action.line)
            gate = action.start if action.start >= CITY_POINTS else 0
            return 0, line, is_end, gate, *place, action.end if is_end else 0, action.letter or ""
        case PlaceStation(name, point):
            line = 2 * state.active + LINE_NAMES.index(name)
            return 1, LINE_NAMES.index(name), state.lines[line].points.index(point)
        case Decline():
            return (2,)
    return (3,)


def test_legal_actions_stand_in_their_documented_order() -> None:
    for state in sampled(400):
        legal = TITLE.legal_actions(state, state.active)

        assert list(legal) == sorted(legal, key=lambda action: order(state, action))
        assert len(set(legal)) == len(legal)


def conceivable_digs(state: State) -> list[Dig]:
    """Return every tunnel from anywhere to a point around, on any cell around, any letter."""
    around: dict[Point, tuple[set[Point], set[Cell]]] = {}
    for at in range(CITY_POINTS + len(GATES)):
        cells = {Cell(cell) for cell, corners in enumerate(CORNERS) if at in corners}
        ends = {corner for cell in cells for corner in CORNERS[cell]}
        around[Point(at)] = (ends | {Point(45)}, cells | {Cell(64), Cell(151)})
    starts = [line.points[-1] for line in state.lines if line.points]
    starts += [gate.outer for gate in GATES] + [Point(0), Point(45)]
    return [
        Dig(name, start, end, cell, letter)
        for name, start in product(LINE_NAMES, dict.fromkeys(starts))
        for end, cell in product(*around[start])
        for letter in (None, *LETTERS)
    ]


def conceivable(state: State) -> list[Action]:
    """Return everything that a company could try."""
    stations = [
        PlaceStation(name, Point(at))
        for name in LINE_NAMES
        for at in range(CITY_POINTS + len(GATES))
    ]
    return [*conceivable_digs(state), *stations, Stop(), Decline()]


@pytest.mark.parametrize("number", range(40))
def test_what_is_listed_is_what_is_not_refused(number: int) -> None:
    state = sampled(40)[number]
    tried = conceivable(state)
    unrefused = {a for a in tried if TITLE.objection(state, state.active, a) is None}

    assert unrefused == set(TITLE.legal_actions(state, state.active))


def test_chance_cannot_act_while_people_build_nor_people_as_chance() -> None:
    state = sampled(1)[0]
    game = every_game()[-1]
    city = game.events[0].action
    actors: list[Actor] = [CHANCE, state.active]

    assert isinstance(city, BuildCity)
    assert all(TITLE.objection(state, actor, city) is not None for actor in actors)
    assert TITLE.objection(game.states[0], Seat(0), city) is not None
    assert TITLE.objection(game.states[0], CHANCE, Stop()) is not None


def test_a_refused_action_changes_nothing() -> None:
    for state in sampled(30):
        before, seen = hash(state), TITLE.view_for(state)
        action = Dig(LINE_NAMES[0], Point(45), Point(45), Cell(0), None)

        with pytest.raises(RuleError):
            TITLE.apply(state, state.active, action)

        assert (hash(state), TITLE.view_for(state)) == (before, seen)


def test_a_draft_in_every_turn_ends_with_the_turn() -> None:
    for game in every_game():
        turns = Counter(
            TITLE.turn_number(state)
            for state, event in zip(game.states, game.events, strict=False)
            if event.actor is not CHANCE
        )
        assert max(turns.values()) <= 4


def test_ends_are_where_gates_are() -> None:
    """Every finished line stands at a black gate that its last point lies at."""
    for game in every_game():
        for line in game.states[-1].lines:
            exits = [gate.outer for gate, _ in EXITS[line.points[-2]]] if line.is_finished else []
            assert line.is_finished is (bool(exits) and line.points[-1] in exits)
