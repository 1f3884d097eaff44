"""Lobbies that nobody joins, which make room, and people who do not press OK in one.

The hosts of such lobbies hear of it first.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from metrobot.service.membership.lobbies import Lobbies
from metrobot.service.model.errors import TableError
from metrobot.service.model.loader import TablesPart
from metrobot.service.model.play import GameId, PlayerId, Status
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.terms import ANSWERING
from metrobot.service.play import acts
from metrobot.service.ports import FindShutOut
from metrobot.store.schema.rows import GameRow, NewDelivery, Stream

WARNED_AFTER: Final = timedelta(days=5)
"""Time after which a host is told that nobody has joined the lobby."""
CLOSED_AFTER: Final = timedelta(days=2)
"""Time from that warning until the lobby is closed."""
_AT_ONCE: Final = 100


@dataclass(eq=False)
class IdleLobbies(TablesPart):
    """Closes lobbies that nobody has joined for days, and frees places of those who do not answer.

    Attributes:
        outbox: posts what is told of lobbies.
        lobbies: lets people lose their places.
        own_time: returns how much of the time since a moment somebody could act in.
        find_shut_out: finds people who cannot see a channel.
    """

    outbox: OutboxWorker
    lobbies: Lobbies
    own_time: Callable[[PlayerId, datetime], Awaitable[timedelta]]
    find_shut_out: FindShutOut

    async def free(self) -> None:
        """Free the places of those who had a day of their own time to press OK, and have not."""
        now = self.clock.now()
        for game, player, since in await self.store.quotas.unanswered(now, now - ANSWERING):
            if await self.own_time(PlayerId(player), since) < ANSWERING:
                continue
            row = await self.store.games.by_id(game)
            # Whoever is alone keeps nobody waiting; who cannot see the lobby cannot answer.
            if row is None or len(row.people) == 1:
                continue
            if not await self.find_shut_out(row.guild, row.channel, [player]):
                # They may have just pressed OK, or the host have started.
                with suppress(TableError):
                    await self.lobbies.show(
                        await self.lobbies.at(row.channel, GameId(game)).look(PlayerId(player))
                    )

    async def sweep(self) -> None:
        """Warn hosts of lobbies that nobody has joined for days; close them after the warning."""
        now = self.clock.now()
        opened_by, warned_by = now - WARNED_AFTER, now - CLOSED_AFTER
        found = await self.store.quotas.idle_lobbies(opened_by, warned_by, _AT_ONCE)
        for game, is_warned in found.items():
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
