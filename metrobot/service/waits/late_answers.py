"""Answers that come late: what is being made is shown to whoever asked once it is there."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, Generic, TypeAlias, TypeVar

from metrobot.service.model.clock import Clock

log = logging.getLogger(__name__)

LATEST: Final = timedelta(minutes=14)
"""Time for which an asker can still be answered; Discord takes an answer for fifteen minutes."""

Show: TypeAlias = Callable[[], Coroutine[Any, Any, None]]
"""Shows a thing that is there to somebody who has asked for it."""
K = TypeVar("K", bound=Hashable)


@dataclass(eq=False)
class LateAnswers(Generic[K]):
    """Queue of people for things of one kind that are being made.

    Attributes:
        clock: tells until when they can be answered.
        is_made: returns whether a thing is there.
    """

    clock: Clock
    is_made: Callable[[K], Awaitable[bool]]
    _waiting: dict[tuple[K, int], tuple[datetime, Show, Context]] = field(
        default_factory=dict, init=False
    )

    async def wait(self, thing: K, person: int, show: Show) -> None:
        """Show a thing to somebody as soon as it is there, unless that takes too long."""
        # The log tells of the answer under the asker's interaction, whoever makes the thing.
        waiter = (self.clock.now() + LATEST, show, copy_context())
        self._waiting[thing, person] = waiter
        # It may be there by now.
        await self.tell(thing)

    def leave(self, person: int) -> None:
        """Have somebody wait no longer: they look at something else."""
        for key in [key for key in self._waiting if key[1] == person]:
            del self._waiting[key]

    async def tell(self, *things: K) -> None:
        """Show things that are there to all who wait for them; all things if none is named.

        Whoever has waited too long is left out.
        """
        for thing in set(things) or {thing for thing, _ in self._waiting}:
            now, is_made = self.clock.now(), await self.is_made(thing)
            keys = [key for key in self._waiting if key[0] == thing]
            # All at once, since whoever is shown the thing may begin to wait for more of it.
            waiters = [self._waiting.pop(k) for k in keys if is_made or self._waiting[k][0] <= now]
            for deadline, show, context in waiters:
                if now < deadline:
                    await _shown(show, context, thing)


async def _shown(show: Show, context: Context, thing: object) -> None:
    try:
        await asyncio.get_running_loop().create_task(show(), context=context)
    # An answer that has lapsed must not keep the others from theirs.
    except Exception:
        log.exception("%s could not be shown late", thing)
