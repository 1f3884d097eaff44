"""Which lines cannot be extended any more.

Source: MM §11.3.
"""

from collections.abc import Set as AbstractSet

from metrobot.engine.actors import Seat
from metrobot.games.metromania import digging
from metrobot.games.metromania.city import MARKERS, Marker
from metrobot.games.metromania.state import Line, State


def is_blocked(state: State, ix: int, hand: tuple[Marker, ...] | None = None) -> bool:
    """Return whether an unfinished line cannot be extended, worked out from scratch.

    Even by a company that may still place a marker this turn; of an unstarted
    line the order of turns (MM §5.2) does not matter.

    Args:
        state: with a city.
        ix: of the line in `State.lines`.
        hand: what its owner is taken to hold; by default what they hold.

    Source: MM §11.3.
    """
    line, other = state.lines[ix], state.lines[ix ^ 1]
    refusal = digging.line_refusal(line)
    if refusal is not None:
        return not line.is_finished
    if not line.points:
        return next(digging.ways_in(state, line, other), None) is None
    held = state.hands[ix // 2] if hand is None else hand
    return not _has_way_on(state, line, held) and (
        next(digging.ways_out(state, line), None) is None
    )


def _has_way_on(state: State, line: Line, hand: tuple[Marker, ...]) -> bool:
    """Return whether a line can grow within the city, with this hand."""
    spots = state.built_city.spots
    return any(
        spots[cell] is None or digging.fitting_markers(state, hand, cell)
        for _, cell in digging.ways_on(state, line)
    )


def blocked_lines(state: State) -> int:
    """Return the lines that are blocked, as bits by their place in `State.lines` (MM §11.3)."""
    return sum(1 << ix for ix in range(len(state.lines)) if is_blocked(state, ix))


def blocked_as_known(state: State, seats: AbstractSet[Seat]) -> int:
    """Return the lines that are blocked as far as a drafting player can know, as bits.

    Where it depends on a hand that they do not see, the line is as it was when
    the turn began, which everybody knew (MM §11.3).

    Args:
        state: after a draft of theirs has begun.
        seats: the companies whose hands they see.
    """
    seen = [marker for seat in seats for marker in state.hands[seat]]
    gone = [*seen, *(placed.marker for placed in state.placed)]
    most = tuple(marker for marker in MARKERS if marker not in gone)
    found = 0
    for ix in range(len(state.lines)):
        if Seat(ix // 2) in seats:
            blocked = is_blocked(state, ix)
        else:
            was = bool(state.deeds.blocked >> ix & 1)
            blocked = is_blocked(state, ix, most) or (was and is_blocked(state, ix, ()))
        found |= blocked << ix
    return found


def done_lines(state: State, blocked: int) -> int:
    """Return how many lines are finished or among these blocked ones (MM §11.1)."""
    finished = sum(line.is_finished for line in state.lines)
    return finished + blocked.bit_count()


def has_enough_done(state: State, needed: int) -> bool:
    """Return whether as many lines are finished or blocked; stops when it is certain.

    Source: MM §11.1.
    """
    unfinished = [ix for ix, line in enumerate(state.lines) if not line.is_finished]
    missing = needed - (len(state.lines) - len(unfinished))
    spare = len(unfinished) - missing
    left = iter(unfinished)
    while missing > 0 and spare >= 0:
        if is_blocked(state, next(left)):
            missing -= 1
        else:
            spare -= 1
    return missing <= 0
