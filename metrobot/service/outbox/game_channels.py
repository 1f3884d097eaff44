"""Channels of games: lost ones, games that move, and idle games that make theirs free."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final

from metrobot.service.model import guards
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.loader import TablesPart, existing
from metrobot.service.model.play import GameId, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.kinds import handling_of
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people import terms
from metrobot.service.people.quotas import Quotas, check_quotas
from metrobot.service.ports import FindUnable
from metrobot.service.waits.acting_time import ActingTime
from metrobot.store.schema import rows
from metrobot.store.schema.act_rows import NewDelivery, Stream
from metrobot.store.statements.waits.due import DueKind

AGAIN: Final = timedelta(minutes=10)
"""Shortest time between two tries on a server because something has changed there."""
MOVE: Final = "move"
"""Kind of the ballot about a channel that some who play cannot see; its payload has its id."""
AT_ONCE: Final = 200
"""Most games of one round that may be idle."""
_NEVER: Final = 36_500
"""Days without an act where no game is ever put aside."""


class ShutOutError(TableError):
    """A game is to go to a channel that some who play cannot see, or where they cannot write.

    Attributes:
        people: their ids.
    """

    def __init__(self, row: rows.GameRow, people: frozenset[int]) -> None:
        names = tuple(person.name for person in row.people if person.id in people)
        super().__init__(TableKey.SHUT_OUT, names=names)
        self.people = frozenset(map(PlayerId, people))


@dataclass(frozen=True, slots=True)
class GameChannel:
    """Channel of a game, and its people.

    Attributes:
        guild: id of its server.
        channel: id of its channel.
        people: ids of its players and its host.
        hidden_by: name of whoever plays it in private; None: it is not hidden.
        is_aside: whether it was put aside.
    """

    guild: int
    channel: int
    people: frozenset[int]
    hidden_by: str | None = None
    is_aside: bool = False


@dataclass(eq=False)
class GameChannels(TablesPart):
    """Moves games to other channels, marks games whose channel is lost, and puts idle ones aside.

    Attributes:
        outbox: posts what waited.
        acting: counts the time in which people could act.
        may_post: whether the permissions of a server and a channel, by their ids,
            allow the bot to post there; may ask Discord.
        find_shut_out: finds people who cannot see, or write in, a channel.
        quotas: how many games one person, and one server, may have.
    """

    outbox: OutboxWorker
    acting: ActingTime
    may_post: Callable[[int, int], Awaitable[bool]]
    find_shut_out: FindUnable
    quotas: Quotas
    _looked: dict[int, float] = field(default_factory=dict, init=False)
    _later: set[int] = field(default_factory=set, init=False)
    _reading: dict[int, asyncio.Future[rows.GameRow]] = field(
        default_factory=dict[int, asyncio.Future[rows.GameRow]], init=False
    )

    async def of(self, game: int) -> GameChannel:
        """Return the channel of a game, with as little reading as possible.

        Raises:
            TableError: there is no such game.
        """
        # Every press asks this before it is acknowledged, and after a start nothing is in memory:
        # all who ask at once share one read.
        reading = self._reading.get(game)
        if reading is None:
            reading = self._reading[game] = asyncio.ensure_future(self.loader.row_seen(game))
            reading.add_done_callback(lambda done: self._read(game, done))
        # Shielded: one asker that is cancelled must not cancel the read of the others.
        row = await asyncio.shield(reading)
        people = {person.id for person in row.people if person.id != rows.NOBODY}
        is_hidden = row.private and row.status != Status.OVER
        hidden_by = row.people[0].name if is_hidden and row.people else None
        everyone, is_aside = frozenset({row.host, *people}), row.aside_at is not None
        return GameChannel(row.guild, row.channel, everyone, hidden_by, is_aside)

    def _read(self, game: int, done: asyncio.Future[rows.GameRow]) -> None:
        """Let whoever asks next read the game anew."""
        del self._reading[game]
        if not done.cancelled():
            # Whoever asked may be gone by now; asyncio would log an error that nobody fetched.
            done.exception()

    async def movable(self, guild: int, player: PlayerId, *, may_manage: bool) -> tuple[Table, ...]:
        """Return the games of a server that a person may move.

        Args:
            guild: id of the server.
            player: who asks.
            may_manage: whether they may manage channels, and so move all games.
        """
        ids = await (
            self.store.channels.movable_in(guild)
            if may_manage
            else self.store.channels.movable_with(guild, player)
        )
        tables = [await self.loader.by_id(GameId(game)) for game in ids]
        return tuple(t for t in tables if is_movable(t, player, may_manage=may_manage))

    async def move(
        self, game: GameId, guild: int, channel: int, player: PlayerId, *, may_manage: bool
    ) -> Table:
        """Move a game to another channel of its server.

        The game is unfinished, or its end could not be told. The host may move
        it, those who manage channels, and each player once its channel is lost.
        A running game posts its board there.

        Raises:
            TableError: it is over, is there already, is on another server, is
                not this person's to move, or another game is there.
            ShutOutError: somebody who plays cannot see that channel.
        """
        # A lobby has no revision by which the slower of two processes could be refused.
        async with self.locks.of(game), self.store.advisory_lock(f"lobby {game}"):
            row = existing(await self.store.games.by_id(game))
            table = await self.loader.table(row)
            check_may_move(table, player, may_manage=may_manage)
            if row.guild != guild:
                raise TableError(TableKey.OTHER_SERVER)
            if row.channel == channel:
                raise TableError(TableKey.ALREADY_HERE)
            kinds = {Status.RUNNING: DeliveryKind.MOVED, Status.LOBBY: DeliveryKind.LOBBY}
            is_shown = table.status in kinds and not (row.private and table.status is Status.LOBBY)
            notices = [NewDelivery(kinds[table.status])] if is_shown else []
            return await self._relocated(row, channel, notices, player)

    async def go_on(
        self, game: GameId, channel: int, player: PlayerId, agreed: frozenset[int] = frozenset()
    ) -> Table:
        """Take a game up again that was put aside, or bring one to a channel as was agreed.

        It posts its board, and calls who is awaited. Nothing changes if somebody else has done
        so already.

        Args:
            game: the game.
            channel: id of a channel of its server, its own or another one.
            player: who asks.
            agreed: ids of those who agree to a channel that they cannot see.

        Raises:
            TableError: they do not play in it, it is over, another game is in the channel,
                or they or the server have as many games as they may.
            ShutOutError: somebody who plays cannot see that channel, and has not agreed.
        """
        async with self.locks.of(game):
            row = existing(await self.store.games.by_id(game))
            table = await self.loader.table(row)
            if not agreed:
                guards.check_seated(table, player)
            if row.aside_at is None:
                guards.check_running(table)
                if not agreed or channel == row.channel:
                    return table
            else:
                own = player if row.host == player else rows.NOBODY
                counts = await self.store.quotas.unfinished_counts(row.guild, own)
                check_quotas(self.quotas, replace(counts, lobbies=0))
            notices = [NewDelivery(DeliveryKind.MOVED)]
            table = await self._relocated(row, channel, notices, player, agreed)
        # A computer may be awaited: the next round lets it play.
        self.outbox.hurry(timedelta())
        return table

    async def _relocated(
        self,
        row: rows.GameRow,
        channel: int,
        notices: Sequence[NewDelivery],
        player: PlayerId,
        agreed: frozenset[int] = frozenset(),
    ) -> Table:
        """Bring a game to a channel, its lock held, and return it."""
        if channel != row.channel and row.status != Status.OVER:
            # Nobody is asked in vain.
            if (other := await self.store.games.unfinished(channel)) is not None:
                raise channel_taken(channel, other)
            people = [person.id for person in row.people if person.id not in {*agreed, player}]
            if shut_out := await self.find_shut_out(row.guild, channel, people):
                raise ShutOutError(row, frozenset(shut_out))
        new_row, request = terms.asking(
            row, replace(row, channel=channel), self.clock.now(), player
        )
        row = replace(row, people=new_row.people)
        try:
            await self.store.channels.relocate(row, channel, notices, request)
        # Another game may have been opened there since: one unfinished game a channel is an
        # index.
        except rows.ChannelTakenError as error:
            raise channel_taken(channel, await self.store.games.unfinished(channel)) from error
        except rows.StaleError as error:
            raise TableError(TableKey.STALE) from error
        self.loader.forget(row.id)
        self.outbox.deliver_soon(Stream(row.id))
        self.outbox.deliver_soon(Stream(channel=row.channel))
        return await self.loader.by_id(row.id)

    async def put_aside(self) -> None:
        """Tell the tables of games that nobody plays; put those aside that were told a week ago."""
        now, span = self.clock.now(), timedelta(self.quotas.idle_days or _NEVER)
        if not (due_rows := await self.store.due.find(now, AT_ONCE, DueKind.IDLE)):
            return
        idle = (span, self.acting.since(span), self.acting.end)
        ahead = self.clock.ahead
        for game in await self.store.channels.put_aside(due_rows, *idle, now=now, ahead=ahead):
            self.loader.forget(game)
            self.outbox.deliver_soon(Stream(game))

    async def show_again(self, table: Table) -> Table:
        """Have the board or lobby of a game posted again, as its newest message was deleted.

        Nothing is posted for a game that is over, or if a board is about to be posted anyway.

        Returns:
            The game as it is now: without a message, or with one that is newer.
        """
        is_lobby = table.status is Status.LOBBY
        if table.place.board_message is None and not is_lobby:
            return table
        pending = await self.store.outbox.pending(table.id)
        is_told = table.place.private or any(handling_of(row).shows_board for row in pending)
        is_told |= table.aside_at is not None
        is_due = (is_lobby or table.status is Status.RUNNING) and not is_told
        kind = DeliveryKind.LOBBY if is_lobby else DeliveryKind.BOARD
        notices = [NewDelivery(kind)] if is_due else []
        now = self.clock.now()
        # Several people may miss the same message at once: only the first has it posted.
        if await self.store.channels.forget_board(
            table.id, table.place.board_message, notices, now
        ):
            self.loader.forget(table.id)
            self.outbox.deliver_soon(Stream(table.id))
        return await self.loader.by_id(table.id)

    async def servers_after(self, guild: int, most: int) -> tuple[int, ...]:
        """Return the ids of the next servers that have unfinished games."""
        return await self.store.channels.servers_after(guild, most)

    async def channels_in(self, guild: int) -> Mapping[int, str | None]:
        """Return the channels of a server's games, each with why posting fails, or None."""
        return await self.store.channels.of_server(guild)

    async def channels_lost(self, channels: Sequence[int], reason: str) -> None:
        """Mark the games of some channels as lost, and tell their hosts once."""
        for game in await self.store.channels.unfinished_at(channels):
            await self.outbox.mark_channel_lost(game, reason)

    async def server_lost(self, guild: int, reason: str) -> None:
        """Mark the games of a server as lost, as it has removed the bot; they are kept."""
        for game in await self.store.channels.movable_in(guild):
            await self.outbox.mark_channel_lost(game, reason)

    async def recheck(self, guild: int, open_channel: int | None = None) -> None:
        """Try at once to post for the lost games of a server.

        Args:
            guild: id of the server.
            open_channel: id of a channel that is known to take messages.
        """
        now = self.clock.monotonic()
        # Posts that Discord refuses count against the bot: so once in a while for each server,
        # and only where the permissions allow it. What comes too early is looked at later.
        if now - self._looked.get(guild, -math.inf) < AGAIN.total_seconds():
            self._later.add(guild)
            return
        tables = [
            await self.loader.by_id(game) for game in await self.store.channels.lost_in(guild)
        ]
        places = ((table, table.place.channel) for table in tables)
        ready_tables = [
            t
            for t, channel in places
            if channel == open_channel or await self.may_post(guild, channel)
        ]
        if ready_tables:
            self._looked[guild] = now
        for table in ready_tables:
            await self.store.channels.hurry(table.id, self.clock.now(), anew=False)
            self.outbox.deliver_soon(Stream(table.id))

    async def refusal(self, game: GameId, delivery: int) -> str:
        """Return the code of Discord's refusal that a host is told of; may be empty.

        Args:
            game: the game.
            delivery: number of the delivery that tells the host.
        """
        reason = await self.store.outbox.refused_before(game, delivery) or ""
        code = reason.rpartition(" ")[2]
        return code if code != "0" else ""

    async def recheck_due(self) -> None:
        """Look at the servers again that were looked at too early."""
        cutoff = self.clock.monotonic() - AGAIN.total_seconds()
        for guild in [guild for guild in self._later if self._looked.get(guild, cutoff) <= cutoff]:
            self._later.discard(guild)
            await self.recheck(guild)


def check_may_move(table: Table, player: PlayerId, *, may_manage: bool) -> None:
    """Refuse to move a game that is over, or not theirs to move.

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
    """Return whether a person may move a game."""
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
        host = next((person.name for person in other.people if person.id == other.host), "")
        return TableError(TableKey.EXISTS_PRIVATE, host=host)
    message = (other and other.board_message) or 0
    return TableError(TableKey.EXISTS, channel=channel, message=message)
