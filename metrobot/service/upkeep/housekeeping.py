"""The rounds of upkeep: computers, reminders, pending deliveries, what can be cleared away."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from metrobot.service.model.clock import Clock
from metrobot.service.outbox.game_channels import GameChannels
from metrobot.service.outbox.reminders import Reminders
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.play.bot_turns import BotTurns
from metrobot.store.db.errors import DatabaseTroubleError
from metrobot.store.store import Store

log = logging.getLogger(__name__)

Chore: TypeAlias = Callable[[], Awaitable[None]]
"""Something that is done in each round."""

BUSY: Final = timedelta(seconds=45)
"""How soon to look again at the latest while something is still to be said."""
SOON: Final = timedelta(seconds=1)
"""How soon to look again at the earliest."""
SHARED: Final = timedelta(seconds=10)
"""How soon to look again at the latest where another process may die with something unsaid."""
IDLE: Final = timedelta(minutes=30)
"""How soon to look again at the latest where there is no other process."""

KEPT_CANCELLED: Final = timedelta(days=7)
"""How long a cancelled lobby is kept."""
KEPT_SAID: Final = timedelta(days=7)
"""How long it is kept what was said of a game that is over."""
LOOKED_AT: Final = 500
"""So many deliveries are looked at in one transaction, a few milliseconds; and so often..."""
LOOKS: Final = 100
"""...in one round, so that a large database is done within days."""
CLEARED_EVERY: Final = timedelta(hours=6)


# One round for all that becomes due by itself: docs/decisions/rounds-and-reminders.md.
@dataclass(eq=False)
class Housekeeping:
    """Looks after all games, often while there is something to do, else seldom.

    Attributes:
        store: tells what is due.
        clock: tells when.
        outbox: posts things.
        reminders: remind people.
        channels: look again whether something can be posted.
        bot_turns: play for computers.
        chores: what else is done in each round; one that fails holds up no other.
    """

    store: Store
    clock: Clock
    outbox: OutboxWorker
    reminders: Reminders
    channels: GameChannels
    bot_turns: BotTurns
    chores: Sequence[Chore] = ()
    _cleared: datetime | None = field(default=None, init=False)
    _looked_at: int = field(default=0, init=False)

    async def round(self) -> timedelta:
        """Do one round: computers, reminders, deliveries; return how soon to do the next one."""
        await self.outbox.deliver_due()  # first: what has happened does not wait for reminders
        is_awaited = await self.bot_turns.sweep()
        has_more = await self.reminders.remind()
        await self.channels.recheck_due()
        await self.outbox.deliver_due()
        await self._clear()
        for chore in self.chores:
            await try_chore(chore)
        left = SOON if has_more else await self.outbox.next_in()
        if left is not None:
            return max(SOON, min(SHARED if self.store.is_shared else BUSY, left))
        if self.store.is_shared:
            return SHARED
        now = self.clock.now()
        due = (
            await self.store.reminders.next_at(),
            await self.store.next_unopposed_at(now),
            await self.store.next_line_due_at(),
        )
        pauses = [at - now for at in due if at is not None]
        # A computer may have been left alone.
        return max(BUSY, min((BUSY if is_awaited else IDLE, *pauses)))

    async def _clear(self) -> None:
        """Remove what nothing needs any more; looks every few hours."""
        now = self.clock.now()
        if self._cleared is not None and abs(now - self._cleared) < CLEARED_EVERY:
            return
        await self.store.clear_cancelled_lobbies(now - KEPT_CANCELLED)
        await self._clear_said(now - KEPT_SAID)
        self._cleared = now

    async def _clear_said(self, before: datetime) -> None:
        """Remove the deliveries of games that were over before a moment.

        Goes on where it was left, and begins again when it has seen all.
        """
        for _ in range(LOOKS):
            last = await self.store.clear_deliveries(self._looked_at, before, LOOKED_AT)
            self._looked_at = last or 0
            if last is None:
                return


async def try_chore(chore: Chore) -> None:
    """Do one part of a round; its errors are logged and stop no other part.

    Raises:
        DatabaseTroubleError: nothing else could be done either.
    """
    try:
        await chore()
    except DatabaseTroubleError:
        raise
    except Exception:
        log.exception("a part of a round failed; it is tried again in the next one")
