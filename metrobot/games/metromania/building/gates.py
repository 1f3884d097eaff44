"""The gates where lines may start and end.

Source: MM §5, §10.1, §10.2.
"""

from typing import Final

from metrobot.games.metromania.geometry import GATES, Gate
from metrobot.games.metromania.reasons import Reason
from metrobot.games.metromania.state import Line, State


def _far_cells(side: int, *, are_starts: bool) -> int:
    """Return the cells of the gates neither on this side nor next to it, as bits."""
    return sum(
        1 << gate.cell
        for gate in GATES
        if gate.is_start is are_starts and (gate.side - side) % 6 in (2, 3, 4)
    )


_FAR_STARTS: Final = tuple(_far_cells(side, are_starts=True) for side in range(6))
_WHITE: Final = sum(1 << gate.cell for gate in GATES if gate.is_start)
_BLACK: Final = sum(1 << gate.cell for gate in GATES if not gate.is_start)
_FAR_ENDS: Final = tuple(_far_cells(side, are_starts=False) for side in range(6))


def start_refusal(state: State, other: Line, gate: Gate) -> Reason | None:
    """Return the rule against a company's start at this gate, or None.

    The order of turns (MM §5.2) is left to `is_too_early`.

    Args:
        state: before the tunnel.
        other: the company's other line.
        gate: any gate.

    Source: MM §5.1, §5.3.
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
    """Return the cells of the black gates where a line may end, as bits.

    The place of its end is not checked.

    Args:
        state: as it is.
        start_side: of the line.

    Source: MM §10.1, §10.2.
    """
    free = _BLACK & ~state.used
    # A gate that is too near opens once all the far ones are taken.
    return free & _FAR_ENDS[start_side] or free


def free_ends(state: State) -> int:
    """Return the cells of all black gates that no line has used, as bits."""
    return _BLACK & ~state.used
