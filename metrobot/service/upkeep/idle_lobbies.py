"""Closing lobbies that nobody joins: their hosts hear of it first, then they make room."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from metrobot.service.model.loader import TablesPart
from metrobot.service.model.play import Status
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.acting_time import ActingTime
from metrobot.service.play import acts
from metrobot.store.schema.rows import GameRow, NewDelivery, Stream

WARNED_AFTER: Final = timedelta(days=5)
"""Time after which a host is told that nobody has joined the lobby."""
CLOSED_AFTER: Final = timedelta(days=2)
"""Time from that warning until the lobby is closed."""
_AT_ONCE: Final = 100


@dataclass(eq=False)
class IdleLobbies(TablesPart):
    """Warns the hosts of lobbies that nobody has joined for days, and closes such lobbies."""

    acting: ActingTime
    outbox: OutboxWorker

    async def sweep(self) -> None:
        """Warn hosts of lobbies that nobody has joined for days; close them after the warning."""
        opened_by, warned_by = self.acting.since(WARNED_AFTER), self.acting.since(CLOSED_AFTER)
        found = await self.store.quotas.idle_lobbies(opened_by, warned_by, _AT_ONCE)
        for game, guild, opened_at, warned_at in found:
            is_warned = warned_at is not None
            span = CLOSED_AFTER if is_warned else WARNED_AFTER
            if not self.acting.is_over(guild, warned_at or opened_at, span):
                continue
            # Processes that share the database sweep the same lobbies: the lock is for them all.
            async with self.locks.of(game), self.store.advisory_lock(f"lobby {game}"):
                # Read again under the lock: somebody may have joined or started since.
                row = await self.store.games.by_id(game)
                if row is not None and row.status == Status.LOBBY:
                    await (self._close(row) if is_warned else self._warn(row))

    async def _warn(self, row: GameRow) -> None:
        """Tell the host that nobody has joined: in the channel, where others may read it."""
        kind = DeliveryKind.REMIND_DIRECT if row.private else DeliveryKind.REMIND
        warning = NewDelivery(kind, player=row.host)
        await self.store.quotas.warn_of_idle(row.id, warning, self.clock.now())
        self.outbox.deliver_soon(Stream(row.id))

    async def _close(self, row: GameRow) -> None:
        """Cancel a lobby, and say so in its channel, or to the host of a private game."""
        now = self.clock.now()
        gone = replace(row, finished_at=now)
        await acts.refuse_stale(self.store.games.cancel(gone, acts.closing(row, now)))
        self.loader.forget(row.id)
        host = row.host if row.private else None
        self.outbox.deliver_soon(Stream(channel=None if host else row.channel, player=host))
