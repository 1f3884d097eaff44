"""Where games are played: places that are lost, and games that move."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from metrobot.service.model.clock import Clock
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.keyed_locks import KeyedLocks
from metrobot.service.model.loader import TableLoader, existing
from metrobot.service.model.play import GameId, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.worker import BOARDS, OutboxWorker
from metrobot.store.schema import rows
from metrobot.store.store import Store

AGAIN: Final = timedelta(minutes=10)
"""So seldom it is tried again to post on a server because something has changed there."""


@dataclass(frozen=True, slots=True)
class GameChannel:
    """Where a game is, and whose it is.

    Attributes:
        guild: id of its server.
        channel: id of its channel.
        people: ids of who plays in it, and of its host.
        hidden_by: who plays it in private, by name; None: nothing is hidden.
    """

    guild: int
    channel: int
    people: frozenset[int]
    hidden_by: str | None = None


@dataclass(eq=False)
class GameChannels:
    """Brings games from one channel to another, and notes which have none.

    Attributes:
        store: knows where games are.
        clock: tells how much time has passed.
        loader: makes tables.
        outbox: posts what waited.
        locks: of games.
        may_post: whether the permissions of a server and a channel, by their ids,
            allow the bot to post there; may ask Discord.
    """

    store: Store
    clock: Clock
    loader: TableLoader
    outbox: OutboxWorker
    locks: KeyedLocks
    may_post: Callable[[int, int], Awaitable[bool]]
    _looked: dict[int, float] = field(default_factory=dict, init=False)
    _later: set[int] = field(default_factory=set, init=False)
    _reading: dict[int, asyncio.Future[rows.GameRow]] = field(
        default_factory=dict[int, asyncio.Future[rows.GameRow]], init=False
    )

    async def of(self, game: int) -> GameChannel:
        """Return where a game is; little is read for it, and once for all who ask together.

        Everybody asks before they are acknowledged, and after a start nothing is remembered.

        Raises:
            TableError: there is no such game.
        """
        reading = self._reading.get(game)
        if reading is None:
            reading = self._reading[game] = asyncio.ensure_future(self.loader.row_seen(game))
            reading.add_done_callback(lambda done: self._read(game, done))
        row = await asyncio.shield(reading)
        people = {person.id for person in row.people if person.id != rows.NOBODY}
        is_hidden = row.private and row.status != Status.OVER
        hidden_by = row.people[0].name if is_hidden and row.people else None
        return GameChannel(row.guild, row.channel, frozenset({row.host, *people}), hidden_by)

    def _read(self, game: int, done: asyncio.Future[rows.GameRow]) -> None:
        """Have a game read anew by whoever asks next."""
        del self._reading[game]
        if not done.cancelled():
            done.exception()  # whoever asked may have gone by now

    async def movable(self, guild: int, player: PlayerId, *, may_manage: bool) -> tuple[Table, ...]:
        """Return the games of a server that a person may bring elsewhere.

        Args:
            guild: id of the server.
            player: who asks.
            may_manage: whether they may manage channels: then all of them.
        """
        found = await (
            self.store.movable_in(guild) if may_manage else self.store.movable_with(guild, player)
        )
        tables = [await self.loader.by_id(GameId(game)) for game in found]
        return tuple(t for t in tables if is_movable(t, player, may_manage=may_manage))

    async def move(
        self, game: GameId, guild: int, channel: int, player: PlayerId, *, may_manage: bool
    ) -> Table:
        """Bring a game to another channel of its server.

        It is unfinished, or its end could not be told. The host may, whoever
        manages channels, and each player once its place is lost. A running
        game shows its board there.

        Raises:
            TableError: it is over, is there already, is on another server, is
                not this person's to move, or another game is there.
        """
        async with self.locks.of(game):
            row = existing(await self.store.by_id(game))
            table = await self.loader.table(row)
            check_may_move(table, player, may_manage=may_manage)
            if row.guild != guild:
                raise TableError(TableKey.OTHER_SERVER)
            if row.channel == channel:
                raise TableError(TableKey.ALREADY_HERE)
            is_running = table.status is Status.RUNNING
            told = [rows.NewDelivery(DeliveryKind.MOVED)] if is_running else []
            try:
                await self.store.relocate(row, channel, told, self.clock.now())
            except rows.ChannelTakenError as error:
                raise channel_taken(channel, await self.store.unfinished(channel)) from error
            except rows.StaleError as error:
                raise TableError(TableKey.STALE) from error
            self.loader.forget(game)
        self.outbox.deliver_soon(rows.Stream(game))
        return await self.loader.by_id(game)

    async def show_again(self, table: Table) -> Table:
        """Have the board of a game posted again whose newest message was deleted.

        Nothing is posted of a lobby, whose message is none of the outbox's,
        of what is over, or where a board is about to be posted anyway.

        Returns:
            The game as it is now: without a message, or with one that is newer.
        """
        if table.place.board_message is None:
            return table
        pending = await self.store.pending(table.id)
        is_told = table.place.private or any(row.kind in BOARDS for row in pending)
        is_due = table.status is Status.RUNNING and not is_told
        told = [rows.NewDelivery(DeliveryKind.BOARD)] if is_due else []
        now = self.clock.now()
        if await self.store.forget_board(table.id, table.place.board_message, told, now):
            self.loader.forget(table.id)
            self.outbox.deliver_soon(rows.Stream(table.id))
        return await self.loader.by_id(table.id)

    async def servers_after(self, guild: int, most: int) -> tuple[int, ...]:
        """Return the next servers, by their ids, in which games have places."""
        return await self.store.servers_after(guild, most)

    async def channels_in(self, guild: int) -> Mapping[int, str | None]:
        """Return the channels of a server's games, and why nothing can be posted there, or None."""
        return await self.store.channels_in(guild)

    async def channels_lost(self, channels: Sequence[int], reason: str) -> None:
        """Note that nothing can be posted in some channels any more; tell the hosts, once."""
        for game in await self.store.unfinished_at(channels):
            await self.outbox.mark_channel_lost(game, reason)

    async def server_lost(self, guild: int, reason: str) -> None:
        """Note that the bot was removed from a server; its games are kept."""
        for game in await self.store.movable_in(guild):
            await self.outbox.mark_channel_lost(game, reason)

    async def recheck(self, guild: int, known: int | None = None) -> None:
        """Try at once to post for the games of a server that have lost their places.

        What Discord refuses counts against the bot: so it is tried only where
        the permissions allow it by now, and once in a while for each server.
        What comes too early for that is looked at later.

        Args:
            guild: id of the server.
            known: id of a channel that is known to take messages.
        """
        now = self.clock.monotonic()
        if now - self._looked.get(guild, -math.inf) < AGAIN.total_seconds():
            self._later.add(guild)
            return
        lost = [await self.loader.by_id(game) for game in await self.store.lost_in(guild)]
        found = [
            t
            for t in lost
            if t.place.channel == known or await self.may_post(guild, t.place.channel)
        ]
        if found:
            self._looked[guild] = now
        for table in found:
            await self.store.hurry(table.id, self.clock.now(), anew=False)
            self.outbox.deliver_soon(rows.Stream(table.id))

    async def refusal(self, game: GameId, delivery: int) -> str:
        """Return the code with which Discord refused what a host is told of; may be empty.

        Args:
            game: the game.
            delivery: number of what tells the host.
        """
        reason = await self.store.refused_before(game, delivery) or ""
        code = reason.rpartition(" ")[2]
        return code if code != "0" else ""

    async def recheck_due(self) -> None:
        """Look again at the servers for which it was too early."""
        due = self.clock.monotonic() - AGAIN.total_seconds()
        for guild in [each for each in self._later if self._looked.get(each, due) <= due]:
            self._later.discard(guild)
            await self.recheck(guild)


def check_may_move(table: Table, player: PlayerId, *, may_manage: bool) -> None:
    """Refuse who may not bring a game elsewhere.

    Raises:
        TableError: it is over, or not theirs to move.
    """
    is_untold = table.status is Status.OVER and table.place.lost is not None
    if table.status not in (Status.LOBBY, Status.RUNNING) and not is_untold:
        raise TableError(TableKey.OVER)
    if not is_movable(table, player, may_manage=may_manage):
        host = next((person.name for person in table.people if person.id == table.place.host), "")
        raise TableError(TableKey.NOT_HOST, host=host)


def is_movable(table: Table, player: PlayerId, *, may_manage: bool) -> bool:
    """Return whether a person may bring a game elsewhere."""
    if may_manage or table.place.host == player:
        return True
    return table.place.lost is not None and table.has(player)


def channel_taken(channel: int, other: rows.GameRow | None) -> TableError:
    """Return the refusal of a channel that has an unfinished game.

    Args:
        channel: its id.
        other: the game; None: it has ended just now.
    """
    if other is not None and other.private:
        host = next((each.name for each in other.people if each.id == other.host), "")
        return TableError(TableKey.EXISTS_PRIVATE, host=host)
    message = (other and other.board_message) or 0
    return TableError(TableKey.EXISTS, channel=channel, message=message)
