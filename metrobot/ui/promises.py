"""What a press is promised before anything is asked about it: its id alone tells."""

from collections.abc import Awaitable, Callable
from typing import Final

from metrobot.ui.frame.desk import Desk
from metrobot.ui.pages.ids import Kind, Press

_IN_PRIVATE: Final = frozenset(
    {
        Kind.PLAN,
        Kind.HAND,
        Kind.BOARD,
        Kind.SINCE,
        Kind.DEALING,
        Kind.SEAT,
        Kind.RETURN,
        Kind.LEARN,
    }
)
"""Answered by a message that who has pressed sees alone."""
_IN_PLACE: Final = frozenset(
    {
        Kind.JOIN,
        Kind.LEAVE,
        Kind.START,
        Kind.OPTION,
        Kind.COMPUTER,
        Kind.CANCEL,
        Kind.TRY,
        Kind.MENU,
        Kind.GROUP,
        Kind.TAB,
        Kind.BACK,
        Kind.ANEW,
        Kind.DONE,
        Kind.CHANGE,
        Kind.HINT,
        Kind.ZOOM,
        Kind.LOG,
        Kind.STATUS,
        Kind.STEP,
        Kind.JUMP,
        Kind.TOPIC,
        Kind.RANKS,
        Kind.RESIGN,
        Kind.BALLOT,
    }
)
"""Answered by a change of the message that was pressed."""


class Promises:
    """Promises answers whose form is known before anything is read.

    All other kinds promise by themselves what fits, or answer in one request.
    """

    def __init__(self, desk: Desk) -> None:
        self._ways: dict[Kind, Callable[[Press], Awaitable[None]]] = {
            **dict.fromkeys(_IN_PRIVATE, desk.think),
            **dict.fromkeys(_IN_PLACE, desk.accept),
        }

    async def give(self, ix: Press, kind: Kind) -> None:
        """Promise what a press of this kind is answered by, if that is known."""
        way = self._ways.get(kind)
        if way is not None:
            await way(ix)
