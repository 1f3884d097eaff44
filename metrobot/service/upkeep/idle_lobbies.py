"""Closing lobbies that nobody joins: their hosts hear of it first, then they make room."""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from metrobot.service.model.loader import TablesPart, existing
from metrobot.service.model.play import Status
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.acting_time import ActingTime
from metrobot.service.play import acts
from metrobot.store.schema.rows import COMPUTERS, GameRow, NewDelivery, StaleError, Stream
from metrobot.store.statements.waits.due import DueKind, DueRow

WARNED_AFTER: Final = timedelta(days=5)
"""Time after which a host is told that nobody has joined the lobby."""
CLOSED_AFTER: Final = timedelta(days=2)
"""Time from that warning until the lobby is closed."""
_AT_ONCE: Final = 100
_PAUSE: Final = timedelta(hours=1)
"""Pause before a lobby is looked at again of which nothing can be told yet."""


@dataclass(eq=False)
class IdleLobbies(TablesPart):
    """Warns the hosts of lobbies that nobody has joined for days, and closes such lobbies."""

    acting: ActingTime
    outbox: OutboxWorker

    async def sweep(self) -> None:
        """Look at the lobbies that are due."""
        for seen in await self.store.due.find(self.clock.now(), _AT_ONCE, DueKind.LOBBY):
            async with self.locks.of(seen.of):
                # Stale: another process looks at it.
                with suppress(StaleError):
                    await self._look_at(seen, existing(await self.store.games.by_id(seen.of)))

    async def _look_at(self, seen: DueRow, row: GameRow) -> None:
        """Warn the host of a lobby that nobody has joined for days; close it after the warning."""
        if row.status != Status.LOBBY:
            await self.store.due.keep(seen, None)
            return
        now, warned = self.clock.now(), await self.store.quotas.warning(row.id)
        since, status = warned or (row.created_at, "")
        span = CLOSED_AFTER if warned else WARNED_AFTER
        is_joined = sum(person.id > COMPUTERS for person in row.people) > 1
        if is_joined or status == "pending":
            await self.store.due.keep(seen, now + _PAUSE)
        elif (end := self.acting.end(row.guild, since, span)) > now:
            await self.store.due.keep(seen, end)
        elif warned:
            await self._close(row)
        else:
            # In the channel, where others may read it.
            kind = DeliveryKind.REMIND_DIRECT if row.private else DeliveryKind.REMIND
            told = NewDelivery(kind, player=row.host)
            await self.store.quotas.warn_of_idle(seen, told, now, now + CLOSED_AFTER)
            self.outbox.deliver_soon(Stream(row.id))

    async def _close(self, row: GameRow) -> None:
        """Cancel a lobby, and say so in its channel, or to the host of a private game."""
        now = self.clock.now()
        gone = replace(row, finished_at=now)
        await acts.refuse_stale(self.store.games.cancel(gone, acts.closing(row, now)))
        self.loader.forget(row.id)
        host = row.host if row.private else None
        self.outbox.deliver_soon(Stream(channel=None if host else row.channel, player=host))
