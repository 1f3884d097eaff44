"""Legal tunnels, and the gates where lines may start and end.

Source: MM §4 to §7, §9, §10.
"""

from collections.abc import Iterator
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import LINE_NAMES, TUNNELS_PER_LINE, Dig
from metrobot.games.metromania.building import stations
from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.geometry import (
    CITY_POINTS,
    CORNER_BITS,
    CORNERS,
    EXITS,
    GATE_OF,
    GATE_STEPS,
    GATES,
    SHARP,
    STEPS,
    TURNS,
    Cell,
    Gate,
    Point,
    Step,
)
from metrobot.games.metromania.reasons import Reason
from metrobot.games.metromania.state import Line, State, line_index

_WHITE: Final = sum(1 << gate.cell for gate in GATES if gate.is_start)
_BLACK: Final = sum(1 << gate.cell for gate in GATES if not gate.is_start)


def line_refusal(line: Line) -> Reason | None:
    """Return the rule against any further tunnel of a line, or None.

    Source: MM §6.1 (a finished line has no end to dig at), §6.5.
    """
    if line.is_finished:
        return Reason.LINE_FINISHED
    if len(line.cells) >= TUNNELS_PER_LINE:
        return Reason.TUNNELS_USED_UP
    return None


def step_refusal(state: State, line: Line, step: Step) -> Reason | None:
    """Return the rule against a line's step, whatever the cell, or None.

    Source: MM §6.2 (angles), §6.3 (no point twice), §7.7 (stations lacking).
    """
    if line.points:
        turn = TURNS[line.heading][step.direction]
        if turn == SHARP and not state.stations >> line.points[-1] & 1:
            return Reason.SHARP_ANGLE
        if line.visited >> step.to & 1:
            return Reason.OWN_POINT
    # A tunnel makes two stations at most, so a larger stock needs no count.
    if state.stock < 2 and len(stations.stations_made(state, line, step)) > state.stock:
        return Reason.NO_STATIONS_LEFT
    return None


def cell_refusal(state: State, cell: Cell) -> Reason | None:
    """Return the rule against any tunnel in this cell, whatever the marker, or None.

    Source: MM §6.1, §6.4.
    """
    if state.used >> cell & 1:
        return Reason.CELL_TAKEN
    if state.built_city.barred >> cell & 1:
        return Reason.PARK_OR_LAKE
    return None


def is_too_close(state: State, letter: str, cell: Cell) -> bool:
    """Return whether the other marker of this letter lies on a cell sharing a point (MM §9.3)."""
    corners = CORNER_BITS[cell]
    # A plain loop: this is asked for each spot at every glance.
    for placed in state.placed:
        if placed.marker.letter == letter and CORNER_BITS[placed.cell] & corners:
            return True
    return False


def fitting_markers(state: State, hand: tuple[Marker, ...], cell: Cell) -> tuple[Marker, ...]:
    """Return the markers of a hand that may lie on a spot (MM §9.1, §9.3)."""
    spot = state.built_city.spots[cell]
    return tuple(
        marker
        for marker in hand
        if marker.spot is spot and not is_too_close(state, marker.letter, cell)
    )


def marker_of(state: State, dig: Dig) -> Marker | None:
    """Return the marker that a legal tunnel places, or None (MM §9.1)."""
    spot = state.built_city.spots[dig.cell]
    return None if spot is None or dig.letter is None else Marker(dig.letter, spot)


def _letters(state: State, seat: Seat, cell: Cell) -> tuple[str | None, ...]:
    """Return the letters, or None, for a tunnel on this cell in this turn (MM §9.1, §9.2)."""
    if state.built_city.spots[cell] is None:
        return (None,)
    if state.now.has_placed:
        return ()
    return tuple(marker.letter for marker in fitting_markers(state, state.hands[seat], cell))


def marker_refusal(state: State, seat: Seat, cell: Cell, letter: str | None) -> Reason | None:
    """Return the rule against this marker, or against none, on a tunnel's cell, or None.

    Source: MM §9.1 to §9.3.
    """
    if letter in _letters(state, seat, cell):
        return None
    spot, hand = state.built_city.spots[cell], state.hands[seat]
    if spot is None:
        return Reason.NO_SPOT
    if state.now.has_placed:
        return Reason.ONE_MARKER_A_TURN
    # Checked before the letter: without any marker of the type no letter would help.
    if all(marker.spot is not spot for marker in hand):
        return Reason.NO_MARKER
    if letter is None:
        return Reason.MARKER_NEEDED
    is_held = Marker(letter, spot) in hand
    return Reason.MARKERS_TOO_CLOSE if is_held else Reason.NOT_YOUR_MARKER


def _far_cells(side: int, *, are_starts: bool) -> int:
    """Return the cells of the gates neither on this side nor next to it, as bits."""
    return sum(
        1 << gate.cell
        for gate in GATES
        if gate.is_start is are_starts and (gate.side - side) % 6 in (2, 3, 4)
    )


_FAR_STARTS: Final = tuple(_far_cells(side, are_starts=True) for side in range(6))
_FAR_ENDS: Final = tuple(_far_cells(side, are_starts=False) for side in range(6))


def start_refusal(state: State, other: Line, gate: Gate) -> Reason | None:
    """Return the rule against a company's start at this gate, or None (MM §5.1, §5.3).

    The order of turns (MM §5.2) is left to `is_too_early`.
    """
    if not gate.is_start:
        return Reason.START_BLACK_GATE
    if state.used >> gate.cell & 1:
        return Reason.START_GATE_TAKEN
    if not other.points:
        return None
    # A second line may start near the first once all the far gates are taken (MM §5.3).
    free = _WHITE & ~state.used
    allowed = free & _FAR_STARTS[other.start_side] or free
    return None if allowed >> gate.cell & 1 else Reason.START_SIDE


def is_too_early(state: State, other: Line) -> bool:
    """Return whether this is the first turn and the other line is started (MM §5.2)."""
    return state.turn < state.company_count and bool(other.points)


def end_refusal(state: State, line: Line, gate: Gate) -> Reason | None:
    """Return the rule against a line's end at this gate, or None; its angle is not checked.

    Source: MM §10.1, §10.2.
    """
    if gate.is_start:
        return Reason.END_WHITE_GATE
    if line.points[-1] not in gate.rim:
        return Reason.END_NOT_AT_GATE
    if state.used >> gate.cell & 1:
        return Reason.END_GATE_TAKEN
    return None if open_ends(state, line.start_side) >> gate.cell & 1 else Reason.END_SIDE


def open_ends(state: State, start_side: int) -> int:
    """Return the cells of the black gates where a line may end, as bits (MM §10.1, §10.2).

    The place of its end is not checked.
    """
    free = _BLACK & ~state.used
    # A gate that is too near opens once all the far ones are taken.
    return free & _FAR_ENDS[start_side] or free


def free_ends(state: State) -> int:
    """Return the cells of all black gates that no line has used, as bits."""
    return _BLACK & ~state.used


def ways_in(state: State, line: Line, other: Line) -> Iterator[tuple[Gate, Step]]:
    """Yield the starts open to an unstarted line, ignoring the order of turns (MM §5.1, §5.3)."""
    for gate in GATES:
        if start_refusal(state, other, gate) is None:
            for step in GATE_STEPS[gate.outer]:
                if step_refusal(state, line, step) is None:
                    yield gate, step


def ways_on(state: State, line: Line) -> Iterator[tuple[Step, Cell]]:
    """Yield the tunnels within the city open to a started line, ignoring markers (MM §6)."""
    for step in STEPS[line.points[-1]]:
        if step_refusal(state, line, step) is None:
            for cell in step.cells:
                if cell_refusal(state, cell) is None:
                    yield step, cell


def ways_out(state: State, line: Line) -> Iterator[tuple[Gate, Step]]:
    """Yield the ends open to a started line (MM §10.1, §10.2)."""
    for gate, step in EXITS[line.points[-1]]:
        if end_refusal(state, line, gate) is None and (step_refusal(state, line, step) is None):
            yield gate, step


def can_finish(state: State, line: Line) -> bool:
    """Return whether a legal tunnel ends this line; False while unstarted (MM §6, §10.1)."""
    if not line.points or line_refusal(line) is not None:
        return False
    return next(ways_out(state, line), None) is not None


def dig_choices(state: State, seat: Seat) -> Iterator[Dig]:
    """Yield the tunnels open to the active company, in the fixed order.

    Solid, then striped; starts by gate; tunnels by direction, left cell first, then
    by letter; ends by gate.
    """
    for name in LINE_NAMES:
        ix = line_index(seat, name)
        line, other = state.lines[ix], state.lines[ix ^ 1]
        if line_refusal(line) is not None:
            continue
        if not line.points:
            if not is_too_early(state, other):
                for gate, step in ways_in(state, line, other):
                    yield Dig(name, gate.outer, step.to, gate.cell, None)
            continue
        end = line.points[-1]
        for step, cell in ways_on(state, line):
            for letter in _letters(state, seat, cell):
                yield Dig(name, end, step.to, cell, letter)
        for gate, _ in ways_out(state, line):
            yield Dig(name, end, gate.outer, gate.cell, None)


def dig_refusal(state: State, seat: Seat, dig: Dig) -> Reason | None:
    """Return the rule against this tunnel, or None (MM §4 to §7, §9, §10)."""
    ix = line_index(seat, dig.line)
    line, other = state.lines[ix], state.lines[ix ^ 1]
    refusal = line_refusal(line)
    if refusal is not None:
        return refusal
    if not line.points:
        refusal, steps = _start_refusal(state, other, dig.start), GATE_STEPS.get(dig.start, ())
    elif dig.start != line.points[-1]:
        return Reason.NOT_AT_END
    elif dig.end < CITY_POINTS:
        steps = STEPS[dig.start]
    else:
        refusal = end_refusal(state, line, GATE_OF[dig.end])
        steps = tuple(step for _, step in EXITS[dig.start])
    return refusal or _tunnel_refusal(state, seat, line, dig, steps)


def _start_refusal(state: State, other: Line, start: Point) -> Reason | None:
    """Return the rule against starting a line here, or None (MM §5)."""
    gate = GATE_OF.get(start)
    if gate is None:
        return Reason.START_NOT_AT_GATE
    if is_too_early(state, other):
        return Reason.START_SECOND_LINE
    return start_refusal(state, other, gate)


def _tunnel_refusal(
    state: State, seat: Seat, line: Line, dig: Dig, steps: tuple[Step, ...]
) -> Reason | None:
    """Return the rule against a tunnel along one of these steps, or None (MM §6, §7, §9)."""
    step = next((step for step in steps if step.to == dig.end), None)
    if step is None:
        return Reason.NOT_NEIGHBOURS
    if dig.cell not in step.cells:
        is_beside = {dig.start, dig.end} < set(CORNERS[dig.cell])
        return Reason.GATE_CELL if is_beside else Reason.CELL_NOT_BESIDE
    return (
        step_refusal(state, line, step)
        or cell_refusal(state, dig.cell)
        or marker_refusal(state, seat, dig.cell, dig.letter)
    )
