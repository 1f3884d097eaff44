"""Lines that cannot be extended any more.

Source: MM §11.3.
"""

from collections.abc import Set as AbstractSet
from functools import lru_cache

from metrobot.engine.actors import Seat
from metrobot.games.metromania import options
from metrobot.games.metromania.building import tunnels
from metrobot.games.metromania.city import MARKERS, Marker
from metrobot.games.metromania.state import Line, State

KEPT = 64
"""Number of boards for which `lacking` is cached: each draft of a turn begins with it."""


def is_blocked(state: State, ix: int, hand: tuple[Marker, ...] | None = None) -> bool:
    """Return whether an unfinished line cannot be extended, computed from scratch (MM §11.3).

    The limit of one marker a turn does not count, nor does the order of turns (MM
    §5.2) for an unstarted line.

    Args:
        state: with a city.
        ix: of the line in `State.lines`.
        hand: assumed hand of its owner; by default the real one.
    """
    # A company's two lines stand side by side, so their places differ in the last bit alone.
    line, other = state.lines[ix], state.lines[ix ^ 1]
    refusal = tunnels.line_refusal(line)
    if refusal is not None:
        return not line.is_finished
    if not line.points:
        return next(tunnels.ways_in(state, line, other), None) is None
    markers = state.hands[ix // 2] if hand is None else hand
    return not _has_way_on(state, line, markers) and (
        next(tunnels.ways_out(state, line), None) is None
    )


def _has_way_on(state: State, line: Line, hand: tuple[Marker, ...]) -> bool:
    spots = state.built_city.spots
    return any(
        spots[cell] is None or tunnels.fitting_markers(state, hand, cell)
        for _, cell in tunnels.ways_on(state, line)
    )


def blocked_lines(state: State) -> int:
    """Return the lines that are blocked, as bits by their place in `State.lines` (MM §11.3)."""
    return sum(1 << ix for ix in range(len(state.lines)) if is_blocked(state, ix))


def saviours(state: State, ix: int) -> frozenset[Marker] | None:
    """Return the markers of which any one, in the owner's hand, keeps a line from being blocked.

    Args:
        state: with a city.
        ix: of the line in `State.lines`.

    Returns:
        None if no hand leaves it blocked; an empty set if every hand does.

    Source: MM §11.3.
    """
    if not is_blocked(state, ix, ()):
        return None
    line = state.lines[ix]
    if not line.points or tunnels.line_refusal(line) is not None:
        return frozenset()
    on_board = {piece.marker for piece in state.placed}
    markers = tuple(marker for marker in MARKERS if marker not in on_board)
    return frozenset(
        marker
        for _, cell in tunnels.ways_on(state, line)
        for marker in tunnels.fitting_markers(state, markers, cell)
    )


@lru_cache(maxsize=KEPT)
def lacking(state: State) -> tuple[frozenset[Marker], ...]:
    """Return for each blocked line the markers that its owner surely does not hold (MM §11.3).

    Everybody sees that it is blocked, and can conclude this.
    """
    return tuple(
        (saviours(state, ix) if is_blocked(state, ix) else None) or frozenset()
        for ix in range(len(state.lines))
    )


def blocked_as_known(state: State, seats: AbstractSet[Seat]) -> int:
    """Return the lines that a drafting player knows to be blocked, as bits.

    About hands they do not see, the player knows which markers lie on the board or
    in their own hand, and which ones are missing because a line was blocked when
    the turn began (MM §11.3).

    Args:
        state: after a draft of theirs has begun.
        seats: the companies whose hands they see.
    """
    flags = (is_known_blocked(state, ix, seats) for ix in range(len(state.lines)))
    return sum(1 << ix for ix, flag in enumerate(flags) if flag)


def is_known_blocked(state: State, ix: int, seats: AbstractSet[Seat]) -> bool:
    """Return whether a drafting player can be certain that a line is blocked (MM §11.3).

    Args:
        state: after a draft of theirs has begun.
        ix: of the line in `State.lines`.
        seats: the companies whose hands they see.
    """
    if Seat(ix // 2) in seats:
        return is_blocked(state, ix)
    keeping = saviours(state, ix)
    if not keeping:
        return keeping is not None
    visible = {marker for seat in seats for marker in state.hands[seat]}
    # A slice, as nothing is noted before the first deed of a turn.
    return keeping <= visible.union(*state.deeds.lacking[ix : ix + 1])


def done_lines(state: State, blocked: int) -> int:
    """Return the number of lines that are finished or among these blocked ones (MM §11.1)."""
    finished = sum(line.is_finished for line in state.lines)
    return finished + blocked.bit_count()


def has_enough_done(state: State, needed: int, seats: AbstractSet[Seat] | None = None) -> bool:
    """Return whether at least `needed` lines are finished or blocked (MM §11.1).

    Args:
        state: with a city.
        needed: number of lines that ends building.
        seats: the companies whose hands a drafting player sees, to count only
            lines that the player can be certain of.
    """
    unfinished = [ix for ix, line in enumerate(state.lines) if not line.is_finished]
    missing = needed - (len(state.lines) - len(unfinished))
    spare = len(unfinished) - missing
    candidates = iter(unfinished)
    # Stops as soon as it is decided: whether a line is blocked is costly to find out.
    while missing > 0 and spare >= 0:
        ix = next(candidates)
        if is_blocked(state, ix) if seats is None else is_known_blocked(state, ix, seats):
            missing -= 1
        else:
            spare -= 1
    return missing <= 0


# Turns that told something cannot be taken back: docs/decisions/taking-back.md.
def reveals(before: State, after: State) -> bool:
    """Return whether an event has shown something of a secret hand, so that it stands.

    Source: MM §3.3 (secret hands), §11.3 (what blocked lines tell).
    """
    if not options.has_secret_hands(before.rules):
        return False
    # A hand shows where a marker is placed. It can also be worked out from what everybody sees:
    # whether a line that could only grow onto spots is blocked, or that a turn has ended early,
    # tells what its owner holds (MM §11.3).
    if before.placed != after.placed:
        return True
    return not all(_was_certain(before, after, ix) for ix in range(len(after.lines)))


def _was_certain(before: State, after: State, ix: int) -> bool:
    """Return whether everybody could foresee if a line would be blocked now (MM §11.3).

    They knew whether it was blocked before. Hands are the same, since no marker was
    placed.
    """
    now, then = saviours(after, ix), saviours(before, ix)
    # Hands make no difference now: everybody sees it on the board.
    if now is None or not now:
        return True
    # Before, no hand could block it, so nothing was known of these markers.
    if then is None:
        return False
    # If it was blocked, its owner holds none of the old markers; if not, one of them at least.
    return now <= then if is_blocked(before, ix) else then <= now
