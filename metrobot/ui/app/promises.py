"""What a press is promised before anything is asked about it: its id alone tells."""

from collections.abc import Awaitable, Callable
from typing import Final

from metrobot.ui.kit.context import Context
from metrobot.ui.pages.ids import Press, PressKind

_IN_PRIVATE: Final = frozenset(
    {
        PressKind.PLAN,
        PressKind.HAND,
        PressKind.BOARD,
        PressKind.SINCE,
        PressKind.DEALING,
        PressKind.SEAT,
        PressKind.RETURN,
        PressKind.LEARN,
    }
)
"""Answered by a message that who has pressed sees alone."""
_IN_PLACE: Final = frozenset(
    {
        PressKind.JOIN,
        PressKind.LEAVE,
        PressKind.START,
        PressKind.OPTION,
        PressKind.COMPUTER,
        PressKind.CANCEL,
        PressKind.TRY,
        PressKind.MENU,
        PressKind.GROUP,
        PressKind.TAB,
        PressKind.BACK,
        PressKind.ANEW,
        PressKind.DONE,
        PressKind.CHANGE,
        PressKind.HINT,
        PressKind.ZOOM,
        PressKind.LOG,
        PressKind.STATUS,
        PressKind.STEP,
        PressKind.JUMP,
        PressKind.TOPIC,
        PressKind.RANKS,
        PressKind.RESIGN,
        PressKind.BALLOT,
    }
)
"""Answered by a change of the message that was pressed."""


class Promises:
    """Promises answers whose form is known before anything is read.

    All other kinds promise by themselves what fits, or answer in one request.
    """

    def __init__(self, context: Context) -> None:
        self._ways: dict[PressKind, Callable[[Press], Awaitable[None]]] = {
            **dict.fromkeys(_IN_PRIVATE, context.defer_private),
            **dict.fromkeys(_IN_PLACE, context.defer_edit),
        }

    async def give(self, ix: Press, kind: PressKind) -> None:
        """Promise what a press of this kind is answered by, if that is known."""
        way = self._ways.get(kind)
        if way is not None:
            await way(ix)
