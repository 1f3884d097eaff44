"""Rounds of upkeep: computers, reminders, pending deliveries, clearing away."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from metrobot.service.membership.looks import Looks
from metrobot.service.model.clock import SteadyClock
from metrobot.service.outbox.game_channels import GameChannels
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.play.bot_turns import BotTurns
from metrobot.service.waits.acting_time import ActingTime
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
WATCHED_EVERY: Final = timedelta(hours=1)
"""Time from one search for running games that nobody would look at to the next one."""
WATCHED: Final = 200
"""Most such games in one round; if there are more, the next round comes at once."""
_UNNOTICED: Final = timedelta(minutes=1)
"""Step of the time of day against the steady one that makes no difference to a date."""


# One round for all that becomes due by itself: docs/decisions/rounds-and-reminders.md.
@dataclass(eq=False)
class Housekeeping:
    """Looks after all games: often while there is something to do, else seldom.

    Attributes:
        store: tells what is due.
        clock: tells the time.
        acting: notes that the bot is there.
        outbox: posts deliveries.
        looks: look at running games.
        channels: try lost channels again.
        bot_turns: play for computers.
        chores: further parts of each round; one that fails holds up no other.
    """

    store: Store
    clock: SteadyClock
    acting: ActingTime
    outbox: OutboxWorker
    looks: Looks
    channels: GameChannels
    bot_turns: BotTurns
    chores: Sequence[Chore] = ()
    _ahead: timedelta = field(default=timedelta(), init=False)
    _watched: float | None = field(default=None, init=False)
    _cleared: datetime | None = field(default=None, init=False)
    _looked_at: int = field(default=0, init=False)

    async def round(self) -> timedelta:
        """Do one round, and return the time until the next one."""
        await self.acting.beat()
        # First: news of what has happened should not wait for reminders.
        await self.outbox.deliver_due()
        has_more = await self._watch()
        await self.bot_turns.sweep()
        has_more |= await self.looks.sweep()
        await self.channels.recheck_due()
        # Again: reminders and channels that are there again have added something to say.
        await self.outbox.deliver_due()
        await self._clear()
        for chore in self.chores:
            await try_chore(chore)
        # A round looks at a bounded number of games; the rest is due at once.
        pause = SOON if has_more else await self.outbox.next_in()
        if pause is not None:
            return max(SOON, min(SHARED if self.store.is_shared else BUSY, pause))
        if self.store.is_shared:
            return SHARED
        now = self.clock.now()
        due_at = await self.store.due.next_at()
        return max(BUSY, IDLE if due_at is None else min(IDLE, due_at - now))

    async def _watch(self) -> bool:
        """Find unwatched games and lobbies; return whether there may be more of them."""
        now, passed, ahead = self.clock.now(), self.clock.monotonic(), self.clock.ahead
        if abs(ahead - self._ahead) > _UNNOTICED:
            # What goes by the calendar was stored by another difference between both.
            await self.store.looks.look_again(now)
            self._ahead = ahead
        if self._watched is None and not self.store.is_shared:
            await self.store.due.free(now)
        if self._watched is not None and passed - self._watched < WATCHED_EVERY.total_seconds():
            return False
        if await self.store.looks.watch(now, WATCHED) == WATCHED:
            return True
        self._watched = passed
        return False

    async def _clear(self) -> None:
        now = self.clock.now()
        # abs(): with a clock set back the difference would stay negative, and nothing be cleared.
        if self._cleared is not None and abs(now - self._cleared) < CLEARED_EVERY:
            return
        await self.store.quotas.clear_cancelled(now - KEPT_CANCELLED)
        await self._clear_said(now - KEPT_SAID)
        self._cleared = now

    async def _clear_said(self, moment: datetime) -> None:
        """Remove the deliveries of games that were over before a moment.

        Goes on where the last call stopped, and begins again after the end.
        """
        for _ in range(LOOKS):
            last = await self.store.outbox.clear(self._looked_at, moment, LOOKED_AT)
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
