"""Lobbies: opened, changed by those who are in them, and started."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from metrobot.engine.ruleset import OptionValue
from metrobot.engine.title import AnyTitle, Titles
from metrobot.service.membership import lobby
from metrobot.service.model import guards
from metrobot.service.model import history as histories
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.loader import TablesPart, dealing_of, existing, rules_of
from metrobot.service.model.play import GameId, Person, PlayerId, Status
from metrobot.service.model.table import Seating, Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.game_channels import channel_taken
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people import terms
from metrobot.service.people.ledger import Account, Ledger
from metrobot.service.people.preferences import load_preferences
from metrobot.service.people.quotas import Quotas, check_quotas
from metrobot.service.play import acts
from metrobot.service.play.lock_choice import Commit, GiveUp
from metrobot.service.ports import FindGone
from metrobot.store.schema.act_rows import NewDelivery, Stream
from metrobot.store.schema.rows import NOBODY, Asked, ChannelTakenError, GameRow


class Spot(NamedTuple):
    """Channel that is to hold a lobby.

    Attributes:
        channel: its id.
        message: id of the message that will show the lobby; None: it is still to be posted.
    """

    channel: int
    message: int | None = None


@dataclass(eq=False)
class Lobbies(TablesPart):
    """Opens lobbies, and finds them."""

    titles: Titles
    ledger: Ledger
    quotas: Quotas
    entropy: Callable[[], bytes]
    find_gone: FindGone
    outbox: OutboxWorker
    commit: Commit
    give_up: GiveUp

    async def open(
        self,
        *,
        guild: int,
        channel: int | Callable[[], Awaitable[Spot]],
        host: Person,
        title: str,
        capacity: int | None,
        options: Mapping[str, OptionValue] | None = None,
        seating: Seating = lobby.SEATINGS[0],
        private: bool = False,
        pace: str | None = None,
        deliveries: Sequence[NewDelivery] = (),
    ) -> Table:
        """Open a lobby in a channel, its host in it.

        Args:
            guild: id of the Discord server.
            channel: id of the Discord channel, where the caller shows the lobby; or a
                function that makes its channel or message, called once all else is
                known to be right: the outbox shows the lobby there.
            host: who opens it.
            title: id of the game title.
            capacity: the number of places, or None for as many as the title has.
            options: values of the title's options that are chosen already.
            seating: how the order of play is to come about.
            private: whether the host plays alone, and the channel hears nothing
                of the game until it is over.
            pace: how much time there is for a turn; None: no clock.
            deliveries: what else the channel is told, after the lobby.

        Raises:
            TableError: the channel has an unfinished game, there is no such
                title or option, it cannot be played by so many, or the host or
                the server has as many games as they may.
        """
        rules = self.titles.get(title)
        if rules is None:
            raise TableError(TableKey.NO_SUCH_TITLE, title=title, titles=tuple(self.titles))
        row = lobby.new_lobby(
            rules,
            host,
            guild=guild,
            capacity=capacity,
            seating=seating,
            key=self.entropy(),
            now=self.clock.now(),
            private=private,
            pace=pace,
        )
        row = lobby.with_options(rules, row, options or {})
        row = await self.with_ratings(row)
        check_quotas(self.quotas, await self.store.quotas.unfinished_counts(guild, host.id))
        async with self.ledger.charged(host.id, Account.OPENINGS, guild=guild):
            return await self._opened(row, channel, deliveries)

    async def check_free(self, channel: int) -> None:
        """Refuse a channel that has an unfinished game.

        Raises:
            TableError: it has one.
        """
        if (row := await self.store.games.unfinished(channel)) is not None:
            raise channel_taken(channel, row)

    async def shown(self, game: GameId) -> None:
        """Withdraw the delivery of a new lobby, as its message shows it already."""
        await self.store.outbox.withdraw(game, DeliveryKind.LOBBY)

    async def show(self, table: Table) -> None:
        """Have the message of a lobby show it as it is now, if it is still open."""
        if table.status is Status.LOBBY:
            deliveries = [NewDelivery(DeliveryKind.LOBBY)]
            await self.store.outbox.enqueue(table.id, table.revision, deliveries, self.clock.now())
            self.outbox.deliver_soon(Stream(table.id))

    async def look_at_ratings(self, guild: int) -> None:
        """Have the open lobbies of a server follow its switch for ratings, which was just set."""
        for game in await self.store.channels.movable_in(guild):
            # Running games are in the list as well.
            with suppress(TableError):
                await self.show(await self.at(0, GameId(game)).look())

    async def save(self, row: GameRow, request: Asked) -> None:
        """Store a changed lobby, its lock held, and have those called who are to press OK."""
        await acts.refuse_stale(self.store.games.save_lobby(row, request=request))
        if request.anew or request.still:
            self.outbox.deliver_soon(Stream(row.id))

    async def with_ratings(self, row: GameRow) -> GameRow:
        """Return a lobby with the present switch for ratings of its server."""
        return replace(row, rated=(await self.store.people.server_rules(row.guild)).ratings)

    async def _opened(
        self,
        row: GameRow,
        channel: int | Callable[[], Awaitable[Spot]],
        deliveries: Sequence[NewDelivery],
    ) -> Table:
        """Store a lobby for a channel, or for one that is made for it."""
        place, message = Spot(channel) if isinstance(channel, int) else await channel()
        row = replace(row, channel=place, board_message=message)
        is_told = not isinstance(channel, int) and not row.private
        deliveries = (NewDelivery(DeliveryKind.LOBBY), *deliveries) if is_told else deliveries
        try:
            return await self.loader.by_id(await self.store.games.create(row, deliveries))
        # Somebody else may have opened a lobby there meanwhile.
        except ChannelTakenError as error:
            raise channel_taken(place, await self.store.games.unfinished(place)) from error

    def at(self, channel: int, game: GameId | None = None) -> "OpenLobby":
        """Return the lobby of a channel, or a given one, wherever it is."""
        return OpenLobby(self, channel, game)

    async def meant(self, channel: int, game: GameId | None) -> GameRow:
        """Return the given game, else the unfinished one of a channel.

        Raises:
            TableError: there is none.
        """
        games = self.store.games
        return existing(await (games.unfinished(channel) if game is None else games.by_id(game)))


@dataclass(frozen=True, slots=True)
class OpenLobby:
    """One lobby, as its people change it; it is looked up at each change.

    Attributes:
        lobbies: where it is found and stored.
        channel: id of the Discord channel.
        game: which lobby, wherever it is; None: that of the channel.
    """

    lobbies: Lobbies
    channel: int
    game: GameId | None

    async def join(self, person: Person, interaction: int) -> Table:
        """Take a place.

        Args:
            person: who joins.
            interaction: id that Discord gave to the press: salt for the dealing, if the
                person joins the lobby for the first time.

        Raises:
            TableError: no lobby, no place, or the person is in, was removed from it, or
                is in as many others as they may.
        """
        old_row = await self._meant()
        async with self._held(old_row.id) as row:
            # Noted with the join: one that is refused uses nobody's id up.
            first = await self.lobbies.ledger.first_join(person.id, old_row.id)
            salt = () if first is None else (str(interaction),)
            new_row = lobby.with_person(self._title(row), row, person, salt)
            store, most = self.lobbies.store.games, self.lobbies.quotas.joined
            write = store.join_lobby(new_row, person.id, most, first)
            if not await acts.refuse_stale(write):
                raise TableError(TableKey.TOO_MANY_JOINED, most=most)
        return await self.lobbies.loader.by_id(old_row.id)

    async def leave(self, player: PlayerId) -> Table:
        """Give up a place; the last one to leave cancels the game.

        A host who leaves hands the table to the one who joined next.

        Raises:
            TableError: no lobby, or the person is not in.
        """
        return await self._changed(lambda row: lobby.without_person(row, player))

    async def add_computer(self, player: PlayerId, level: str) -> Table:
        """Give a computer of a level a place.

        Raises:
            TableError: no lobby, not the host, no such level, or no place.
        """
        return await self._changed(
            lambda row: lobby.with_computer(self._title(row), row, player, level), player
        )

    async def remove(self, player: PlayerId, other: PlayerId) -> Table:
        """Take a computer out, or somebody else, who cannot come back to this lobby.

        Raises:
            TableError: no lobby, not the host, or no such person or computer is in.
        """
        return await self._changed(lambda row: lobby.without_other(row, player, other), player)

    async def choose(self, player: PlayerId, name: str, value: OptionValue) -> Table:
        """Choose an option of the title, or the `seating`; who sits there is asked for their OK.

        Raises:
            TableError: no lobby, not the host, or no such option or value.
        """
        return await self._changed(
            lambda row: lobby.with_choice(self._title(row), row, player, name, value), player
        )

    async def agree(self, player: PlayerId, mark: str) -> Table:
        """Agree to the terms of a mark; to others somebody is still to agree.

        Raises:
            TableError: no lobby, or the person is not in.
        """
        return await self._changed(lambda row: lobby.with_ok(row, player, mark))

    async def look(self, late: tuple[int, datetime] | None = None) -> Table:
        """Have a lobby follow its server, without somebody who was asked for their OK at a moment.

        Raises:
            TableError: no lobby.
        """
        return await self._changed(
            lambda row: lobby.without_gone(
                row, [p.id for p in row.people if (p.id, p.asked_at) == late]
            )
        )

    async def start(self, player: PlayerId, *, may_manage: bool, interaction: int) -> Table:
        """Start the game with those who are in the lobby.

        Args:
            player: who asks.
            may_manage: whether they may manage the channel.
            interaction: id that Discord gave to the press: salt for the dealing, if the
                person joins the lobby for the first time.

        Raises:
            TableError: no lobby, not allowed, too few people, or somebody is asked for their OK.
        """
        store, old_row = self.lobbies.store, await self._meant()
        async with self._held(old_row.id) as row:
            guards.check_host(row, player, may_manage=may_manage)
            title, now = self._title(row), self.lobbies.clock.now()
            rows = await store.preferences.of([person.id for person in row.people])
            wishes = {n: load_preferences(rows[n]).wished(title.id) for n in rows}
            game_row = lobby.started_game(title, row, interaction, now, wishes)
            history = histories.new_history(title, rules_of(title, game_row))
            history = history.settled(dealing_of(game_row), now)
            move = acts.start_move(game_row, history)
            return await self.lobbies.commit(store.games.start, move, history)

    async def _meant(self) -> GameRow:
        return await self.lobbies.meant(self.channel, self.game)

    def _title(self, row: GameRow) -> AnyTitle:
        return self.lobbies.loader.title(row)

    @asynccontextmanager
    async def _held(self, game: int) -> AsyncIterator[GameRow]:
        """Hold the lock of a lobby, and yield it without people who have left the server."""
        # A lobby has no revision by which the slower of two processes could be refused.
        lock = self.lobbies.store.advisory_lock(f"lobby {game}")
        async with self.lobbies.locks.of(game), lock:
            row = existing(await self.lobbies.store.games.by_id(game))
            if row.status == Status.CANCELLED:
                raise TableError(TableKey.NONE_HERE)
            if row.status != Status.LOBBY:
                raise TableError(TableKey.STARTED)
            leavers = await self.lobbies.find_gone(row.guild, [person.id for person in row.people])
            new_row = await self.lobbies.with_ratings(lobby.without_gone(row, leavers))
            new_row, request = terms.asking(row, new_row, self.lobbies.clock.now())
            if new_row != row and new_row.people:
                await self.lobbies.save(new_row, request)
            yield new_row

    async def _changed(self, change: lobby.Change, player: int = NOBODY) -> Table:
        """Change a lobby, to which who does so agrees; cancel it if nobody is left."""
        old_row = await self._meant()
        async with self._held(old_row.id) as row:
            new_row, request = terms.asking(row, change(row), self.lobbies.clock.now(), player)
            if not new_row.people:
                return await self.lobbies.give_up(row)
            await self.lobbies.save(new_row, request)
        return await self.lobbies.loader.by_id(old_row.id)
