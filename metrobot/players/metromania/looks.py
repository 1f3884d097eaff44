"""Estimated worth of a choice at a glance, for a company with goals.

Such a company heads for gates and keeps a way out, goes where its markers can lie or
lack a station, and values the points that a finished line keeps. Each trait counts by
a weight; the weights were found in games played on (`docs/strength.md`).

Source: MM §5 to §13.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.games.metromania import options
from metrobot.games.metromania.actions import (
    STATIONS,
    TUNNELS_PER_LINE,
    TUNNELS_PER_TURN,
    Dig,
    PlaceStation,
    Stop,
)
from metrobot.games.metromania.building import stations, turn
from metrobot.games.metromania.count import final_count
from metrobot.games.metromania.geometry import (
    CITY_POINTS,
    CORNER_BITS,
    GATE_OF,
    SHARP,
    STEPS,
    TURNS,
    Point,
    Step,
    step_between,
    steps_apart,
)
from metrobot.games.metromania.outlook.distances import Distances, distances_now
from metrobot.games.metromania.result import EndedBy, Result
from metrobot.games.metromania.state import Line, Phase, State, line_index
from metrobot.players.metromania.weights import Weights

FAR: Final = 6
"""Distance, in tunnels, from which on all points count as equally far."""

_WITHIN: Final = tuple(
    tuple(
        sum(1 << to for to in range(CITY_POINTS) if steps_apart(Point(point), Point(to)) <= far)
        for far in range(FAR)
    )
    for point in range(len(STEPS) + len(GATE_OF))
)
"""For each point, gates included, the city's points within each distance, as bits."""

LEAD_UNIT, MOST_LEAD = 4, 12
"""Points of lead that count as one when building ends, and most points that count."""


def count_now(state: State) -> Result:
    """Return the final count as if building ended now."""
    # A count needs a reason for the end; any will do here.
    if state.ended_by is None:
        state = replace(state, ended_by=EndedBy.VOTE)
    return final_count.result_of(replace(state, phase=Phase.OVER))


def lead_of(result: Result, player: int) -> int:
    """Return a player's lead over the best of the others; negative if they are behind."""
    rivals = (score for rival, score in enumerate(result.scores) if rival != player)
    return result.scores[player] - max(rivals)


def on_turn(state: State) -> int:
    """Return the player whose company is on turn."""
    return options.player_of(state.rules, Seat(state.active))


def looked_at(state: State, legal: Sequence[Action], weights: Weights) -> list[float]:
    """Return the estimated worth of each choice, from the company's own hand alone."""
    glance = _Glance(state, weights)
    return [glance.worth(action) for action in legal]


def chosen(state: State, legal: Sequence[Action], weights: Weights, dice: Dice) -> Action:
    """Return the best-looking choice; differences of less than a point are luck."""
    if len(legal) == 1:
        return legal[0]
    glance = _Glance(state, weights)
    return max(legal, key=lambda action: glance.worth(action) + dice.random())


def _distance(point: Point, targets: int) -> int:
    """Return the least distance, in tunnels, from a point to some points given as bits."""
    # A plain loop: this is asked at every glance, and a generator takes twice as long.
    for far, points in enumerate(_WITHIN[point]):
        if points & targets:
            return far
    return FAR


class _Glance:
    """The view of the company on turn before its choice, prepared for estimates."""

    def __init__(self, state: State, weights: Weights) -> None:
        self._state, self._weights, self._seat = state, weights, state.active
        self._is_ending = state.ended_by is not None
        self._finished = sum(line.is_finished for line in state.lines)
        self._needed = options.lines_needed(state.rules)
        # The nearness of the end of building, from 0 to 1 (MM §11.1).
        by_stock = 1 - state.stock / (STATIONS * 2 / 3)
        by_lines = self._finished / self._needed
        self._late = 1.0 if self._is_ending else max(0.0, by_stock, by_lines)
        first_line = 2 * self._seat
        self._own = state.lines[first_line : first_line + 2]
        self._others = (*state.lines[:first_line], *state.lines[first_line + 2 :])
        self._visited = _union(line.visited for line in self._others)
        self._heads = _union(map(_cells_ahead, self._others))
        self._lacking = [p for p in state.placed if not CORNER_BITS[p.cell] & state.stations]
        own_lacking = (p for p in self._lacking if p.company == self._seat)
        self._waiting = _union(CORNER_BITS[p.cell] for p in own_lacking)
        self._spots = self._spots_for_hand()
        self._known = dict[tuple[int, int], Distances]()

    def _spots_for_hand(self) -> int:
        """Return the points at free spots for markers of the hand, as bits (MM §9)."""
        state, city = self._state, self._state.built_city
        types = {marker.spot for marker in state.hands[self._seat]}
        cells = (cell for cell in city.spot_cells if city.spots[cell] in types)
        return _union(CORNER_BITS[cell] for cell in cells if not state.used >> cell & 1)

    def worth(self, action: Action) -> float:
        """Return the estimated worth of a choice."""
        match action:
            case Dig():
                return self._of_dig(action)
            case PlaceStation():
                return self._of_station(action)
            case Stop():
                return self._weights.stop
        return 0.0

    def _of_station(self, action: PlaceStation) -> float:
        """Return the worth of an intermediate station (MM §8, §10.3)."""
        weights, state = self._weights, self._state
        own_markers, other_markers = self._served(1 << action.point)
        worth = weights.middle_point * stations.value_of(state, action.point)
        worth += weights.middle_served * own_markers + weights.served_others * other_markers
        if state.now.bonus is None:
            worth += weights.middle
        # The last station of the stock ends building (MM §11.1).
        if state.stock == 1 and not self._is_ending:
            worth += weights.end_lead * self._lead_after(action)
        return worth

    def _of_dig(self, dig: Dig) -> float:
        """Return the worth of a tunnel, with all that it does."""
        state, ix = self._state, line_index(self._seat, dig.line)
        line, step = state.lines[ix], step_between(dig.start, dig.end)
        new_stations = stations.stations_made(state, line, step)
        worth = self._of_made(line, new_stations) if new_stations else 0.0
        if dig.end >= CITY_POINTS:
            return worth + self._of_finish(dig)
        there = state.stations | _union(1 << point for point in new_stations)
        if any(other.edges >> step.edge & 1 for other in state.lines):
            worth += self._weights.alongside
        worth += self._of_cell(dig, there) + self._of_goals(dig, line)
        if not line.points:
            return worth + self._of_start(dig, step, ix)
        if self._visited and not line.visited & there:
            nearer = _distance(dig.end, self._visited) - _distance(dig.start, self._visited)
            worth += self._weights.to_lines * nearer
        return worth + self._of_way(dig, step, ix)

    def _of_made(self, line: Line, new_stations: Sequence[Point]) -> float:
        """Return the worth of new stations on a line (MM §7)."""
        weights, state = self._weights, self._state
        own_markers, other_markers = self._served(_union(1 << point for point in new_stations))
        worth = weights.station * len(new_stations) + weights.served * own_markers
        worth += weights.served_others * other_markers
        worth += weights.point * sum(stations.value_of(state, point) for point in new_stations)
        return worth if line.visited & state.stations else worth + weights.first_station

    def _served(self, points: int) -> tuple[int, int]:
        """Return the numbers of own and of other markers that get their first station."""
        served = [p.company == self._seat for p in self._lacking if CORNER_BITS[p.cell] & points]
        return sum(served), len(served) - sum(served)

    def _of_finish(self, dig: Dig) -> float:
        """Return the worth of finishing a line (MM §10 to §12)."""
        weights, lines = self._weights, sum(line.is_finished for line in self._own)
        points = self._state.station_points[self._seat]
        gain = final_count.kept_points(points, lines + 1) - final_count.kept_points(points, lines)
        worth = weights.finish + weights.finish_point * gain
        # A second own line, or the last line that is needed, ends building (MM §11.1).
        if not self._is_ending and (lines or self._finished + 1 >= self._needed):
            worth += weights.end_lead * self._lead_after(dig)
        return worth

    def _lead_after(self, action: Action) -> float:
        """Return the lead with which building would end after a choice, in `LEAD_UNIT`."""
        lead = lead_of(count_now(turn.state_after(self._state, action)), on_turn(self._state))
        return max(-MOST_LEAD, min(MOST_LEAD, lead)) / LEAD_UNIT

    def _of_cell(self, dig: Dig, there: int) -> float:
        """Return the worth of filling a cell, its marker included (MM §9).

        Args:
            dig: the tunnel.
            there: the points with a station after it, as bits.
        """
        weights, corners = self._weights, CORNER_BITS[dig.cell]
        worth = weights.block if self._heads >> dig.cell & 1 else 0.0
        if dig.letter is None:
            return worth
        worth += weights.place + weights.place_late * self._late
        if corners & there:
            return worth + weights.place_served
        return worth + weights.place_beside if corners & self._visited else worth

    def _of_goals(self, dig: Dig, line: Line) -> float:
        """Return the worth of coming nearer to spots and to unserved markers."""
        weights, worth = self._weights, 0.0
        for goals, weight, late in (
            (self._spots, weights.to_spot, weights.to_spot_late),
            (self._waiting, weights.to_marker, weights.to_marker_late),
        ):
            if goals:
                before = _distance(dig.start, goals) if line.points else 0
                worth += (weight + late * self._late) * (_distance(dig.end, goals) - before)
        return worth

    def _of_start(self, dig: Dig, step: Step, ix: int) -> float:
        """Return the worth of starting a line (MM §5)."""
        weights = self._weights
        needs = self._needs(ix, dig.end, step.direction, GATE_OF[dig.start].side)
        worth = weights.start + weights.start_needs * (TUNNELS_PER_LINE if needs is None else needs)
        return worth + weights.start_lines * _distance(dig.end, self._visited)

    def _of_way(self, dig: Dig, step: Step, ix: int) -> float:
        """Return the worth of a tunnel for its line's way to a black gate (MM §6.5, §10)."""
        weights, line = self._weights, self._state.lines[ix]
        tunnels_left = TUNNELS_PER_LINE - len(line.cells) - 1
        if self._is_ending:
            # In the last round a line grows only by the tunnels of this turn.
            tunnels_left = min(tunnels_left, TUNNELS_PER_TURN - self._state.now.dug - 1)
        before = self._needs(ix, dig.start, line.heading, line.start_side)
        after = self._needs(ix, dig.end, step.direction, line.start_side)
        if after is None or after > tunnels_left:
            return weights.no_way if before is not None and before <= tunnels_left + 1 else 0.0
        worth = weights.tight if after >= tunnels_left - 1 else 0.0
        if before is not None:
            worth += (weights.nearer + weights.nearer_late * self._late) * (before - after)
        return worth

    def _needs(self, ix: int, point: Point, heading: int, side: int) -> int | None:
        """Return the least number of tunnels from here to a black gate, None without a way."""
        # Distances take a search over the city, so each line and side has one.
        if (ix, side) not in self._known:
            tunnels_left = TUNNELS_PER_LINE - len(self._state.lines[ix].cells)
            self._known[ix, side] = distances_now(self._state, ix, side, tunnels_left)
        return self._known[ix, side].of(point, heading)


def _cells_ahead(line: Line) -> int:
    """Return the cells where a line can go on without a sharp turn, as bits (MM §6.2)."""
    if not line.points or line.is_finished:
        return 0
    steps = (s for s in STEPS[line.points[-1]] if TURNS[line.heading][s.direction] < SHARP)
    return _union(1 << cell for step in steps for cell in step.cells)


def _union(sets: Iterable[int]) -> int:
    union = 0
    for bits in sets:
        union |= bits
    return union
