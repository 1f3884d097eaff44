"""Which lines cannot be extended any more.

Source: MM §11.3.
"""

from metrobot.engine.actors import Seat
from metrobot.games.metromania import digging
from metrobot.games.metromania.state import State


def is_blocked(state: State, ix: int) -> bool:
    """Return whether an unfinished line cannot be extended, worked out anew.

    Even by a company that may still place a marker this turn; of an unstarted
    line the order of turns (MM §5.2) does not matter.

    Args:
        state: with a city.
        ix: of the line in `State.lines`.

    Source: MM §11.3.
    """
    line, other = state.lines[ix], state.lines[ix ^ 1]
    refusal = digging.line_refusal(line)
    if refusal is not None:
        return not line.is_finished
    if not line.points:
        return next(digging.ways_in(state, line, other), None) is None
    return not _has_way_on(state, ix) and next(digging.ways_out(state, line), None) is None


def _has_way_on(state: State, ix: int) -> bool:
    """Return whether a line can grow within the city, its owner's hand considered."""
    spots, owner = state.built_city.spots, Seat(ix // 2)
    return any(
        spots[cell] is None or digging.fitting_markers(state, owner, cell)
        for _, cell in digging.ways_on(state, state.lines[ix])
    )


def blocked_lines(state: State) -> int:
    """Return the lines that are blocked, as bits by their place in `State.lines` (MM §11.3)."""
    return sum(1 << ix for ix in range(len(state.lines)) if is_blocked(state, ix))


def done_lines(state: State, blocked: int) -> int:
    """Return how many lines are finished or among these blocked ones (MM §11.1)."""
    finished = sum(line.is_finished for line in state.lines)
    return finished + blocked.bit_count()


def has_enough_done(state: State, needed: int) -> bool:
    """Return whether as many lines are finished or blocked; stops when it is certain.

    Source: MM §11.1.
    """
    missing = needed - sum(line.is_finished for line in state.lines)
    if missing <= 0:
        return True
    unfinished = [ix for ix, line in enumerate(state.lines) if not line.is_finished]
    spare = len(unfinished) - missing
    for ix in unfinished:
        if is_blocked(state, ix):
            missing -= 1
        else:
            spare -= 1
        if not missing or spare < 0:
            break
    return not missing
