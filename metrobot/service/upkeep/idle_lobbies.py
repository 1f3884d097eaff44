"""Lobbies that nobody joins, which make room, and people who do not press OK in one.

The hosts of such lobbies hear of it first.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from metrobot.service.membership.lobbies import Lobbies
from metrobot.service.model.errors import TableError
from metrobot.service.model.loader import TablesPart, existing
from metrobot.service.model.play import GameId, Status
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.preferences import load_preferences
from metrobot.service.people.terms import ANSWERING
from metrobot.service.play import acts
from metrobot.service.waits.absences import times_off
from metrobot.service.waits.acting_time import ActingTime
from metrobot.service.waits.paces import WakingTime
from metrobot.store.schema.act_rows import NewDelivery, Stream
from metrobot.store.schema.rows import ABSENCE, COMPUTERS, GameRow, PersonRow, StaleError
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
    """Closes lobbies that nobody has joined for days, and frees places of those who do not answer.

    Attributes:
        acting: counts the time in which people could act.
        outbox: posts what is told of lobbies.
        lobbies: lets people lose their places.
    """

    acting: ActingTime
    outbox: OutboxWorker
    lobbies: Lobbies

    async def free(self) -> None:
        """Free the places of those who had a day of their own time to press OK, and have not."""
        for game, player, asked_at in await self.store.quotas.unanswered(
            self.clock.now() - ANSWERING
        ):
            row = await self.store.games.by_id(game)
            # Whoever is alone keeps nobody waiting.
            if (
                row is None
                or len(row.people) == 1
                or not await self._has_had_time(row, player, asked_at)
            ):
                continue
            # They may have just pressed OK, or the host have started.
            with suppress(TableError):
                lobby = self.lobbies.at(row.channel, GameId(game))
                await self.lobbies.show(await lobby.look((player, asked_at)))

    async def _has_had_time(self, row: GameRow, player: int, asked_at: datetime) -> bool:
        """Return whether somebody had a day of their own time to answer, and can answer now."""
        now, ahead = self.clock.now(), self.clock.ahead
        wish = load_preferences((await self.store.preferences.of([player]))[player])
        person = PersonRow(player, "", absences=wish.absences, days_off=wish.days_off)
        own = times_off(person, None, asked_at, now, ahead)
        offs = [*self.acting.off_spans(row.guild), *own]
        if WakingTime(wish, offs, ahead=ahead).used(asked_at, now) < ANSWERING:
            return False
        # Who cannot see it may have hidden it from themselves: that protects as long as in a game.
        is_old = now - row.created_at >= ABSENCE
        if is_old or await self.acting.can_act(row.guild, row.channel, [player]):
            return True
        # Once they can act again, they have the whole of it.
        await self.store.quotas.note_asked(row.id, [player], now)
        return False

    async def sweep(self) -> None:
        """Look at the lobbies that are due."""
        for due_row in await self.store.due.find(self.clock.now(), _AT_ONCE, DueKind.LOBBY):
            async with self.locks.of(due_row.of):
                # Stale: another process looks at it.
                with suppress(StaleError):
                    await self._look_at(due_row, existing(await self.store.games.by_id(due_row.of)))

    async def _look_at(self, due_row: DueRow, row: GameRow) -> None:
        """Warn the host of a lobby that nobody has joined for days; close it after the warning."""
        if row.status != Status.LOBBY:
            await self.store.due.keep(due_row, None)
            return
        now, warning = self.clock.now(), await self.store.quotas.warning(row.id)
        start, status = warning or (row.created_at, "")
        span = CLOSED_AFTER if warning else WARNED_AFTER
        is_joined = sum(person.id > COMPUTERS for person in row.people) > 1
        if is_joined or status == "pending":
            await self.store.due.keep(due_row, now + _PAUSE)
        elif (end := self.acting.end(row.guild, start, span)) > now:
            await self.store.due.keep(due_row, end)
        elif warning:
            await self._close(row)
        else:
            # In the channel, where others may read it.
            kind = DeliveryKind.REMIND_DIRECT if row.private else DeliveryKind.REMIND
            reminder = NewDelivery(kind, player=row.host)
            await self.store.quotas.warn_of_idle(due_row, reminder, now, now + CLOSED_AFTER)
            self.outbox.deliver_soon(Stream(row.id))

    async def _close(self, row: GameRow) -> None:
        """Cancel a lobby, and say so in its channel, or to the host of a private game."""
        now = self.clock.now()
        closed_row = replace(row, finished_at=now)
        await acts.refuse_stale(self.store.games.cancel(closed_row, acts.closing(row, now)))
        self.loader.forget(row.id)
        host = row.host if row.private else None
        self.outbox.deliver_soon(Stream(channel=None if host else row.channel, player=host))
