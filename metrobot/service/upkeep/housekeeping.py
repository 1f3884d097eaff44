"""Rounds of upkeep: computers, reminders, pending deliveries, clearing away."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from metrobot.service.model.clock import SteadyClock
from metrobot.service.outbox.game_channels import GameChannels
from metrobot.service.outbox.reminders import Reminders
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.acting_time import ActingTime
from metrobot.service.play.bot_turns import BotTurns
from metrobot.store.db.errors import DatabaseTroubleError
from metrobot.store.store import Store

log = logging.getLogger(__name__)

Chore: TypeAlias = Callable[[], Awaitable[None]]
"""Part of a round."""

BUSY: Final = timedelta(seconds=45)
"""Longest pause between rounds while a delivery is pending."""
SOON: Final = timedelta(seconds=1)
"""Shortest pause between rounds."""
SHARED: Final = timedelta(seconds=10)
"""Longest pause if another process may die with deliveries unsent."""
IDLE: Final = timedelta(minutes=2)
"""Longest pause if there is no other process: what passes without a beat counts for nobody."""

KEPT_CANCELLED: Final = timedelta(days=7)
"""Time for which a cancelled lobby is kept."""
KEPT_SAID: Final = timedelta(days=7)
"""Time for which the deliveries of a game that is over are kept."""
LOOKED_AT: Final = 500
"""Deliveries looked at in one transaction, which takes a few milliseconds."""
LOOKS: Final = 100
"""Most such transactions in one round, so that a large database is done within days."""
CLEARED_EVERY: Final = timedelta(hours=6)


# One round for all that becomes due by itself: docs/decisions/rounds-and-reminders.md.
@dataclass(eq=False)
class Housekeeping:
    """Looks after all games: often while there is something to do, else seldom.

    Attributes:
        store: tells what is due.
        clock: tells the time.
        acting: notes that the bot is there.
        outbox: posts deliveries.
        reminders: remind people.
        channels: try lost channels again.
        bot_turns: play for computers.
        chores: further parts of each round; one that fails holds up no other.
    """

    store: Store
    clock: SteadyClock
    acting: ActingTime
    outbox: OutboxWorker
    reminders: Reminders
    channels: GameChannels
    bot_turns: BotTurns
    chores: Sequence[Chore] = ()
    _cleared: datetime | None = field(default=None, init=False)
    _looked_at: int = field(default=0, init=False)

    async def round(self) -> timedelta:
        """Do one round, and return the time until the next one."""
        await self.acting.beat()
        # First: news of what has happened should not wait for reminders.
        await self.outbox.deliver_due()
        is_awaited = await self.bot_turns.sweep()
        has_more = await self.reminders.remind()
        await self.channels.recheck_due()
        # Again: reminders and channels that are there again have added something to say.
        await self.outbox.deliver_due()
        await self._clear()
        for chore in self.chores:
            await try_chore(chore)
        # A round looks at a bounded number of games; the rest is due at once.
        left = SOON if has_more else await self.outbox.next_in()
        if left is not None:
            return max(SOON, min(SHARED if self.store.is_shared else BUSY, left))
        if self.store.is_shared:
            return SHARED
        now = self.clock.now()
        due = (
            await self.store.reminders.next_at(),
            await self.store.ballots.next_unopposed_at(now),
            await self.store.papers.next_line_due_at(),
            await self.store.clocks.next_at(),
        )
        pauses = [at - now for at in due if at is not None]
        # A computer whose turn has failed may still be awaited.
        return max(BUSY, min((BUSY if is_awaited else IDLE, *pauses)))

    async def _clear(self) -> None:
        now = self.clock.now()
        # abs(): with a clock set back the difference would stay negative, and nothing be cleared.
        if self._cleared is not None and abs(now - self._cleared) < CLEARED_EVERY:
            return
        await self.store.quotas.clear_cancelled(now - KEPT_CANCELLED)
        await self._clear_said(now - KEPT_SAID)
        self._cleared = now

    async def _clear_said(self, before: datetime) -> None:
        """Remove the deliveries of games that were over before a moment.

        Goes on where the last call stopped, and begins again after the end.
        """
        for _ in range(LOOKS):
            last = await self.store.outbox.clear(self._looked_at, before, LOOKED_AT)
            self._looked_at = last or 0
            if last is None:
                return


async def try_chore(chore: Chore) -> None:
    """Do one part of a round; log its errors, so that they stop no other part.

    Raises:
        DatabaseTroubleError: nothing else could be done either.
    """
    try:
        await chore()
    # Nothing else of the round could be done either.
    except DatabaseTroubleError:
        raise
    except Exception:
        log.exception("a part of a round failed; it is tried again in the next one")
