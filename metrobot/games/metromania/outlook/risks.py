"""Harm that an action certainly does to its own company, as far as the company knows.

All of it follows from the board and from the company's own hand.

Source: MM §6, §9, §10, §11.3, §12, §13.4.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.games.metromania import options
from metrobot.games.metromania.actions import (
    LINE_NAMES,
    TUNNELS_PER_LINE,
    TUNNELS_PER_TURN,
    Dig,
    LineName,
    PlaceStation,
)
from metrobot.games.metromania.building import line_blocks, stations, tunnels, turn
from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.count import final_count
from metrobot.games.metromania.geometry import CITY_POINTS, CORNERS, GATES, STEPS, Point
from metrobot.games.metromania.outlook.distances import is_lost
from metrobot.games.metromania.outlook.gate_search import Scout
from metrobot.games.metromania.state import Placed, State


class Harm(IntEnum):
    """Kinds of harm, the gravest first."""

    ENDS_BUILDING = 0
    """Building ends with this turn, and a line that could be finished is not (MM §11, §12)."""
    DEAD_END = 1
    """The line has no legal tunnel as the board stands (MM §11.3)."""
    NO_WAY = 2
    """As the board stands, no way leads the line to a black gate in the tunnels left."""
    NO_STATION = 3
    """No station can ever stand beside an own marker on the board (MM §13.4)."""
    NO_SPOT = 4
    """A marker in the hand can never be placed (MM §9, §13.4)."""
    NOTHING_TO_SPARE = 5
    """The line needs each tunnel it has left to reach a black gate."""


@dataclass(frozen=True, slots=True)
class Risk:
    """One harm that an action, or a turn, does to its own company.

    Attributes:
        harm: its kind.
        line: the harmed line; None if a marker is harmed, or if building ends.
        is_final: whether nothing that anybody builds can mend it.
        keeps: for lines: the station points that could be kept at best, without
            and with the harm (MM §12).
        finishable: for lines: the number of the company's lines that could then
            still be finished, 0 or 1.
        marker: the harmed marker; None if a line is harmed.
        penalty: for a marker: the points lost for its failing trip (MM §13.4).
    """

    harm: Harm
    line: LineName | None = None
    is_final: bool = False
    keeps: tuple[int, int] = (0, 0)
    finishable: int = 0
    marker: Marker | None = None
    penalty: int = 0


class Idle(StrEnum):
    """Reasons for which nothing can be dug on a line now."""

    BLOCKED = "blocked"
    NO_TUNNELS = "no_tunnels"
    FINISHED = "finished"
    LATER = "later"
    """A company's second line starts in its second turn at the earliest (MM §5.2)."""
    MARKER_PLACED = "marker_placed"
    """Each tunnel would place a second marker in this turn (MM §9.2)."""


@dataclass(frozen=True, slots=True)
class LineOutlook:
    """The prospects of one of the company's own lines.

    Attributes:
        name: of the line.
        idle: why nothing can be dug on it now; None if something can.
        needs: least number of tunnels to a black gate, as the board stands;
            None if it is finished or unstarted, or there is no way.
    """

    name: LineName
    idle: Idle | None
    needs: int | None


def line_outlooks(state: State, seat: Seat) -> tuple[LineOutlook, ...]:
    """Return the prospects of the active company's two lines."""
    scout, outlooks = Scout(state), list[LineOutlook]()
    for ix, name in enumerate(LINE_NAMES, start=2 * seat):
        line = state.lines[ix]
        is_going = bool(line.points) and not line.is_finished
        needs = scout.needs(ix, line) if is_going else None
        outlooks.append(LineOutlook(name, _idle(state, seat, ix), needs))
    return tuple(outlooks)


def _idle(state: State, seat: Seat, ix: int) -> Idle | None:
    """Return the reason for which nothing can be dug on a line now, or None."""
    line = state.lines[ix]
    if line.is_finished:
        return Idle.FINISHED
    if len(line.cells) >= TUNNELS_PER_LINE:
        return Idle.NO_TUNNELS
    if line_blocks.is_blocked(state, ix):
        return Idle.BLOCKED
    if any(dig.line is LINE_NAMES[ix % 2] for dig in tunnels.dig_choices(state, seat)):
        return None
    return Idle.MARKER_PLACED if line.points else Idle.LATER


@dataclass(frozen=True, slots=True)
class _Stand:
    """The state of a company's line.

    Attributes:
        harm: the gravest harm to it, or None.
        is_final: whether it is surely never finished.
    """

    harm: Harm | None
    is_final: bool = False

    @property
    def rank(self) -> int:
        """Severity: 0 no harm, 1 little, 2 as the board stands, 3 for ever."""
        if self.harm is None:
            return 0
        return 1 if self.harm is Harm.NOTHING_TO_SPARE else 3 if self.is_final else 2


class Lookout:
    """Finds the harm that actions do to a company.

    Args:
        before: the position before its action.
        seat: the company.
    """

    def __init__(self, before: State, seat: Seat) -> None:
        self._before, self._seat = before, seat
        self._scout = Scout(before)
        self._stands = self._stands_in(before)
        # Trips that fail already are not the action's harm.
        self._failing = tuple(self._of_markers(before, ends=False))

    def of(self, action: Action) -> tuple[Risk, ...]:
        """Return the risks of a legal action, the gravest first."""
        match action:
            case Dig():
                return self.until(turn.dug(self._before, action))
            case PlaceStation():
                built = stations.built_by(self._before, self._seat, action)
                return self.until(turn.with_stations(self._before, built))
        return ()

    def until(self, after: State) -> tuple[Risk, ...]:
        """Return the risks that are new in a later position, the gravest first."""
        ends = self._ends(after)
        lines = self._of_end(after) if ends else self._of_lines(after)
        markers = self._of_markers(after, ends=ends)
        risks = [*lines, *(risk for risk in markers if risk not in self._failing)]
        return tuple(sorted(risks, key=lambda risk: (not risk.is_final, risk.harm)))

    def _ends(self, after: State) -> bool:
        """Return whether the company's turn certainly ends building (MM §11.1).

        Blocked lines count as far as the company can know, and only if it finishes a
        line.
        """
        before, seat = self._before, self._seat
        if before.ended_by is not None:
            return False
        own = slice(2 * seat, 2 * seat + 2)
        old, new = (sum(line.is_finished for line in state.lines[own]) for state in (before, after))
        if not after.stock or new == len(LINE_NAMES):
            return True
        if new == old:
            return False
        is_begun = before.deeds.turn == before.turn
        lacking = before.deeds.lacking if is_begun else line_blocks.lacking(before)
        # `after` may still hold the deeds of an earlier turn.
        knowledge = replace(after, deeds=replace(after.deeds, lacking=lacking))
        seats = frozenset(map(Seat, range(before.company_count)))
        hands = frozenset((seat,)) if options.has_secret_hands(before.rules) else seats
        count = line_blocks.done_lines(after, line_blocks.blocked_as_known(knowledge, hands))
        return count >= options.lines_needed(before.rules)

    def _of_end(self, after: State) -> Iterator[Risk]:
        """Yield a risk if building ends too early for a line that could be finished."""
        own = after.lines[2 * self._seat : 2 * self._seat + 2]
        finished = sum(line.is_finished for line in own)
        possible = sum(stand.rank < 2 for stand in self._stands)
        if finished < possible:
            keeps = self._keeps(after, possible, finished)
            yield Risk(Harm.ENDS_BUILDING, None, True, keeps, finished)

    def _of_lines(self, after: State) -> Iterator[Risk]:
        """Yield the risks to the company's lines that are new in a later position."""
        stands = self._stands_in(after)
        then, now = (sum(stand.rank < 2 for stand in group) for group in (self._stands, stands))
        keeps = self._keeps(after, then, now)
        for name, old, new in zip(LINE_NAMES, self._stands, stands, strict=True):
            if new.harm is None or new.rank <= old.rank:
                continue
            if new.rank == 1:
                yield Risk(new.harm, name)
            else:
                yield Risk(new.harm, name, new.is_final, keeps, now)

    def _keeps(self, after: State, then: int, now: int) -> tuple[int, int]:
        """Return the points kept with this many finished lines, before and after."""
        points = after.station_points[self._seat]
        return final_count.kept_points(points, then), final_count.kept_points(points, now)

    def _stands_in(self, state: State) -> tuple[_Stand, ...]:
        return tuple(self._stand(state, 2 * self._seat + n) for n in range(len(LINE_NAMES)))

    def _stand(self, state: State, ix: int) -> _Stand:
        """Return the gravest harm to a line."""
        line = state.lines[ix]
        if line.is_finished:
            return _Stand(None)
        if self._before.ended_by is not None:
            # Building has ended: only this turn's tunnels can still finish a line (MM §11.2).
            return self._last_stand(state, ix)
        if line_blocks.is_blocked(state, ix):
            return _Stand(Harm.DEAD_END, bool(line.points) and is_lost(state, ix))
        if not line.points:
            return _Stand(None)
        # None means that the search ran out of budget: no warning without proof.
        if self._scout.can_finish(state, ix) is False:
            return _Stand(Harm.NO_WAY, is_lost(state, ix))
        needs = self._scout.needs(ix, line) if self._scout.is_alone(state, ix) else None
        is_tight = needs is not None and needs >= TUNNELS_PER_LINE - len(line.cells)
        return _Stand(Harm.NOTHING_TO_SPARE if is_tight else None)

    def _last_stand(self, state: State, ix: int) -> _Stand:
        """Return the state of a line in the company's last turn (MM §11.2)."""
        own = slice(2 * self._seat, 2 * self._seat + 2)
        dug = sum(
            len(new.cells) - len(old.cells)
            for old, new in zip(self._before.lines[own], state.lines[own], strict=True)
        )
        left = TUNNELS_PER_TURN - self._before.now.dug - dug
        is_late = not state.lines[ix].points or left <= 0
        if is_late or self._scout.can_finish(state, ix, left) is False:
            return _Stand(Harm.NO_WAY, is_final=True)
        return _Stand(None)

    def _of_markers(self, state: State, *, ends: bool) -> Iterator[Risk]:
        """Yield a risk for each of the company's markers whose trip surely fails."""
        for placed in state.placed:
            if placed.company == self._seat and is_never_served(state, placed):
                yield _failing(Harm.NO_STATION, placed.marker)
        for marker in state.hands[self._seat]:
            if ends or not _can_be_placed(state, self._seat, marker):
                yield _failing(Harm.NO_SPOT, marker)


def _failing(harm: Harm, marker: Marker) -> Risk:
    return Risk(harm, marker=marker, is_final=True, penalty=-final_count.PENALTY)


def is_never_served(state: State, placement: Placed) -> bool:
    """Return whether it is certain that no station will ever touch a marker (MM §7, §8, §13.1)."""
    corners = [corner for corner in CORNERS[placement.cell] if corner < CITY_POINTS]
    if any(state.stations >> corner & 1 for corner in corners):
        return False
    # A station stands where a line goes: so either all are used up, or no line goes to the corners
    # of the marker's cell, nor ever can.
    return not state.stock or not any(_may_be_visited(state, corner) for corner in corners)


def _may_be_visited(state: State, point: Point) -> bool:
    """Return whether a line visits a point, or a free cell beside it could lead one there."""
    if any(line.visited >> point & 1 for line in state.lines):
        return True
    full = state.used | state.built_city.barred
    cells = [cell for step in STEPS[point] for cell in step.cells]
    cells += [gate.cell for gate in GATES if point in gate.rim]
    return any(not full >> cell & 1 for cell in cells)


def _can_be_placed(state: State, seat: Seat, marker: Marker) -> bool:
    """Return whether a company can still place a marker: a line to dig, and a spot that fits."""
    lines = state.lines[2 * seat : 2 * seat + 2]
    if all(tunnels.line_refusal(line) is not None for line in lines):
        return False
    city = state.built_city
    return any(
        city.spots[cell] is marker.spot
        and not state.used >> cell & 1
        and not tunnels.is_too_close(state, marker.letter, cell)
        for cell in city.spot_cells
    )
