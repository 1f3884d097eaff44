"""What a turn shows of secret hands, so that it cannot be taken back.

A hand shows where a marker is placed. It can also be worked out from what
everybody sees: whether a line that could only grow onto spots is blocked, or
that a turn has ended early, tells what its owner holds (MM §11.3).

Source: MM §3.3, §11.3.
"""

from metrobot.games.metromania import line_blocks, options
from metrobot.games.metromania.state import State


# That a line is blocked, or a turn ended early, can tell what its owner holds
# (docs/decisions/taking-back.md).
def reveals(before: State, after: State) -> bool:
    """Return whether an event has shown something of a secret hand.

    Source: MM §3.3 (secret hands), §11.3 (what blocked lines tell).
    """
    if not options.has_secret_hands(before.rules):
        return False
    if before.placed != after.placed:
        return True
    return not all(_was_certain(before, after, ix) for ix in range(len(after.lines)))


def _was_certain(before: State, after: State, ix: int) -> bool:
    """Return whether everybody could foresee if a line would be blocked now (MM §11.3).

    With what was known before: whether it was blocked then. Hands are the
    same, since no marker was placed.
    """
    now, then = line_blocks.saviours(after, ix), line_blocks.saviours(before, ix)
    if now is None or not now:
        return True
    if then is None:
        return False
    return now <= then if line_blocks.is_blocked(before, ix) else then <= now
