"""All that people can do at tables: the one door of the service."""

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple, cast

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft
from metrobot.engine.ruleset import OptionValue
from metrobot.engine.title import Titles
from metrobot.service.daily.daily import make_daily
from metrobot.service.finished.replays import Replays
from metrobot.service.finished.reviews import Reviews
from metrobot.service.membership import lobby
from metrobot.service.membership.ballots import Ballots
from metrobot.service.membership.seats import Seats
from metrobot.service.membership.undo import Undo
from metrobot.service.model import guards
from metrobot.service.model import history as histories
from metrobot.service.model.clock import Clock
from metrobot.service.model.drafts import Drafts
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.history import History
from metrobot.service.model.keyed_locks import KeyedLocks
from metrobot.service.model.loader import TableLoader, dealing_of, existing, rules_of
from metrobot.service.model.play import GameId, Person, Play, PlayerId, Status
from metrobot.service.model.table import Seating, Table
from metrobot.service.outbox.delivery import NoNotifier, Notifier
from metrobot.service.outbox.game_channels import GameChannels, channel_taken
from metrobot.service.outbox.reminders import Reminders
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.chosen_languages import ChosenLanguages
from metrobot.service.people.leaderboards import Leaderboards
from metrobot.service.people.ledger import Account, Ledger
from metrobot.service.people.people import People
from metrobot.service.people.privacy import Privacy
from metrobot.service.people.quotas import NO_QUOTAS, Quotas, check_quotas
from metrobot.service.play import acts, lock_choice
from metrobot.service.play.bot_turns import BotTurns
from metrobot.service.play.commit import Committer
from metrobot.service.play.hints import Hints
from metrobot.service.play.lock_choice import Write
from metrobot.service.ports import ALONE, Helpers
from metrobot.service.upkeep.housekeeping import SOON, Chore, Housekeeping
from metrobot.service.upkeep.idle_lobbies import IdleLobbies
from metrobot.store.db.signals import StoreListener
from metrobot.store.schema.rows import ChannelTakenError, GameRow, Move, ResealedError, Stream
from metrobot.store.statements.finished import ReviewSubject
from metrobot.store.store import Store
from metrobot.vitals.listener import UNHEARD, Vitals

MOST_TRIES = 20
"""Most tries to lock while other processes lock too; eight people cause few."""


class ConfirmedTurn(NamedTuple):
    """A draft that was confirmed, and the table after it.

    Attributes:
        table: after the turn, or the lock.
        draft: as it was confirmed.
        left_out: number of its last actions that were not played, as the turn was over.
    """

    table: Table
    draft: Draft[Any, Any]
    left_out: int


class TableDraft(NamedTuple):
    """A draft with the board on which it stands.

    Attributes:
        table: as it was read for the draft.
        draft: choices of the player so far.
    """

    table: Table
    draft: Draft[Any, Any]


TurnMaker = Callable[[Table, History, Seat, datetime], History]
"""Plays a turn for the awaited seat; raises if that is not allowed."""
random_key = partial(secrets.token_bytes, 32)


def _silent(_: "Tables") -> Notifier:
    return NoNotifier()


async def _always(_: int, __: int) -> bool:
    """Assume that the bot may post (no Discord to ask)."""
    return True


def _nothing(_: timedelta) -> None:
    """Do nothing (no housekeeping to hurry)."""


class Tables(StoreListener):
    """Every game of every channel.

    Args:
        store: keeps everything.
        clock: tells the time.
        titles: the games that can be played, by their id.
        make_notifier: makes the notifier of this service.
        may_post: whether the bot may post on a server in a channel, by their ids.
        hurry: is called with the time until the next round.
        languages: choices of people and servers.
        entropy: returns 32 random bytes.
        quotas: limits of people and servers.
        helpers: ports to other processes.
        chores: further parts of each round.
        vitals: is told of deliveries that are given up.

    Attributes:
        titles: the games that can be played, by their id.
        languages: choices of people and servers.
        quotas: limits of people and servers.
        ledger: charges of each person.
        leaderboards: standings of servers.
        privacy: forgets people.
        people: games, names and preferences of people.
        replays: imported records.
        reviews: reviews of games that are over.
        ballots: questions to people at tables.
        seats: leaving, taking places, ending games.
        undo: taking turns back.
        hints: hints for drafts.
        channels: channels of games.
        reminders: reminders of turns.
        bot_turns: plays the turns of computers.
        daily: the line of the day.
        housekeeping: does one round at a time.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        titles: Titles,
        *,
        make_notifier: Callable[["Tables"], Notifier] = _silent,
        may_post: Callable[[int, int], Awaitable[bool]] = _always,
        hurry: Callable[[timedelta], None] = _nothing,
        languages: ChosenLanguages | None = None,
        entropy: Callable[[], bytes] = random_key,
        quotas: Quotas = NO_QUOTAS,
        helpers: Helpers = ALONE,
        chores: Sequence[Chore] = (),
        vitals: Vitals = UNHEARD,
    ) -> None:
        self.titles = titles
        self.quotas = quotas
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._hurry = hurry
        self._loader = loader = TableLoader(store, titles)
        self._locks = locks = KeyedLocks()
        self._drafts = Drafts()
        self.ledger = Ledger(store, clock, quotas)
        self.languages = languages or ChosenLanguages(store)
        self.leaderboards = Leaderboards(store, titles)
        self.people = People(store, loader, clock)
        self.replays = Replays(store, clock, titles, self.ledger, quotas)
        self.reviews = Reviews(store, clock, self._reviewed, self.ledger, helpers.reviewer)
        self.ballots = Ballots(store, clock, self.ledger)
        self.hints = Hints(store, loader, self._drafts, locks, self.ledger, helpers.hint_finder)
        ours = (store, clock, loader, locks, self.ballots)
        self.seats = Seats(*ours, self.ledger, commit=self._commit, give_up=self._cancelled)
        self.undo = Undo(*ours, commit=self._commit)
        notifier = make_notifier(self)
        self._outbox = outbox = OutboxWorker(
            store, clock, loader, locks, notifier=notifier, hurry=hurry, vitals=vitals
        )
        self.channels = GameChannels(store, clock, loader, outbox, locks, may_post=may_post)
        self.reminders = Reminders(store, clock, loader, outbox)
        self._committer = Committer(store, loader, outbox, notifier.prepare)
        self.bot_turns = BotTurns(store, clock, loader, locks, outbox, self._commit, helpers)
        self.daily = make_daily(
            store,
            clock,
            entropy=entropy,
            ledger=self.ledger,
            people=self.people,
            outbox=outbox,
            judge=helpers.judge,
            begun=lambda: self._hurry(SOON),
        )
        lines = self.daily.lines
        self.privacy = Privacy(store, loader, self.languages, lines.marks, lines.forget_sums)
        idle = IdleLobbies(store, clock, loader, locks, outbox)
        own = (self.reviews.sweep, self.ledger.clear, self._count_due, idle.sweep, self.daily.sweep)
        self.housekeeping = Housekeeping(
            store, clock, outbox, self.reminders, self.channels, self.bot_turns, (*own, *chores)
        )
        store.signals.subscribe(self)

    async def _count_due(self) -> None:
        if await self.leaderboards.count_due():
            self._hurry(SOON)

    async def _commit(self, write: Write, move: Move, history: History) -> Table:
        """Store an act, have it told, and let computers play if they are awaited."""
        table = await self._committer.commit(write, move, history)
        self.bot_turns.play_due(table)
        return table

    # --- lobby ---

    async def open(
        self,
        *,
        guild: int,
        channel: int | Callable[[], Awaitable[int]],
        host: Person,
        title: str,
        capacity: int | None,
        options: Mapping[str, OptionValue] | None = None,
        seating: Seating = lobby.SEATINGS[0],
        private: bool = False,
    ) -> Table:
        """Open a lobby in a channel, its host in it.

        Args:
            guild: id of the Discord server.
            channel: id of the Discord channel, or a function that makes one and
                returns its id, called once all else is known to be right.
            host: who opens it.
            title: id of the game title.
            capacity: the number of places, or None for as many as the title has.
            options: values of the title's options that are chosen already.
            seating: how the order of play is to come about.
            private: whether the host plays alone, and the channel hears nothing
                of the game until it is over.

        Raises:
            TableError: the channel has an unfinished game, there is no such
                title or option, it cannot be played by so many, or the host or
                the server has as many games as they may.
        """
        rules = self.titles.get(title)
        if rules is None:
            raise TableError(TableKey.NO_SUCH_TITLE, title=title, titles=tuple(self.titles))
        key, now = self._entropy(), self._clock.now()
        row = lobby.new_lobby(
            rules,
            host,
            guild=guild,
            channel=0,
            capacity=capacity,
            seating=seating,
            key=key,
            now=now,
            private=private,
        )
        row = lobby.with_options(rules, row, options or {})
        check_quotas(self.quotas, await self._store.unfinished_counts(guild, host.id))
        async with self.ledger.charged(host.id, Account.OPENINGS, guild=guild):
            return await self._opened(row, channel)

    async def join(
        self, channel: int, person: Person, interaction: int, *, game: GameId | None = None
    ) -> Table:
        """Take a place in the lobby of a channel, or in a given one.

        Args:
            channel: id of the Discord channel.
            person: who joins.
            interaction: id that Discord gave to the press: salt for the dealing, if the
                person joins the lobby for the first time.
            game: which lobby, wherever it is; None: that of the channel.

        Raises:
            TableError: no lobby, no place, or the person is in.
        """
        seen = await self._meant(channel, game)
        salt = (str(interaction),) if await self.ledger.is_first_join(person.id, seen.id) else ()
        return await self._in_lobby(
            channel,
            lambda row: lobby.with_person(self._loader.title(row), row, person, salt),
            GameId(seen.id),
        )

    async def leave(self, channel: int, player: PlayerId, *, game: GameId | None = None) -> Table:
        """Give up a place in the lobby; the last one to leave cancels the game.

        A host who leaves hands the table to the one who joined next.

        Raises:
            TableError: no lobby, or the person is not in.
        """
        return await self._in_lobby(channel, lambda row: lobby.without_person(row, player), game)

    async def add_computer(
        self, channel: int, player: PlayerId, level: str, *, game: GameId | None = None
    ) -> Table:
        """Give a computer of a level a place in the lobby.

        Raises:
            TableError: no lobby, not the host, no such level, or no place.
        """
        return await self._in_lobby(
            channel,
            lambda row: lobby.with_computer(self._loader.title(row), row, player, level),
            game,
        )

    async def remove_computer(
        self, channel: int, player: PlayerId, computer: PlayerId, *, game: GameId | None = None
    ) -> Table:
        """Take a computer out of the lobby.

        Raises:
            TableError: no lobby, not the host, or no such computer is in.
        """
        return await self._in_lobby(
            channel, lambda row: lobby.without_computer(row, player, computer), game
        )

    async def choose(
        self,
        channel: int,
        player: PlayerId,
        name: str,
        value: OptionValue,
        *,
        game: GameId | None = None,
    ) -> Table:
        """Choose an option of the title, or the `seating`.

        Raises:
            TableError: no lobby, not the host, or no such option or value.
        """
        return await self._in_lobby(
            channel,
            lambda row: lobby.with_choice(self._loader.title(row), row, player, name, value),
            game,
        )

    async def start(
        self,
        channel: int,
        player: PlayerId,
        *,
        may_manage: bool,
        interaction: int,
        game: GameId | None = None,
    ) -> Table:
        """Start the game with those who are in the lobby.

        Args:
            channel: id of the Discord channel.
            player: who asks.
            may_manage: whether they may manage the channel.
            interaction: id that Discord gave to the press: salt for the dealing, if the
                person joins the lobby for the first time.
            game: which lobby, wherever it is; None: that of the channel.

        Raises:
            TableError: no lobby, not allowed, or too few people.
        """
        seen = await self._meant(channel, game)
        async with self._locks.of(seen.id), self._store.advisory_lock(f"lobby {seen.id}"):
            row = await self._lobby(seen.id)
            guards.check_host(row, player, may_manage=may_manage)
            title, now = self._loader.title(row), self._clock.now()
            row = lobby.started_game(title, row, interaction, now)
            history = histories.new_history(title, rules_of(row))
            history = history.settled(dealing_of(row), now)
            return await self._commit(
                self._store.start_game, acts.start_move(row, history), history
            )

    async def cancel(
        self, channel: int, person: Person, *, may_manage: bool, game: GameId | None = None
    ) -> Table:
        """Cancel a lobby, or a running game, of which the channel is told.

        Allowed to those who manage the channel, and to a host if nobody else plays.

        Raises:
            TableError: no unfinished game, or not allowed.
        """
        seen = await self._meant(channel, game)
        async with self._locks.of(seen.id):
            row = existing(await self._store.by_id(seen.id))
            if row.status not in (Status.LOBBY, Status.RUNNING):
                raise TableError(TableKey.OVER)
            guards.check_cancel(row, person.id, may_manage=may_manage)
            return await self._cancelled(row, person)

    # --- reading ---

    async def in_channel(self, channel: int) -> Table:
        """Return the unfinished game of a channel, else its newest finished one.

        Raises:
            TableError: there is neither.
        """
        return await self._loader.table(existing(await self._store.newest(channel)))

    async def is_newest(self, table: Table) -> bool:
        """Return whether no game was opened in a table's channel after its own."""
        return not await self._store.has_newer(table.place.channel, table.id)

    async def by_id(self, game: GameId) -> Table:
        """Return a game by its number.

        Raises:
            TableError: there is none.
        """
        return await self._loader.by_id(game)

    # --- play ---

    async def begin_draft(self, game: GameId, player: PlayerId) -> TableDraft:
        """Return a draft for a player whose turn it is: empty, or with their locked choice.

        If a computer covered them, they are back.

        Raises:
            TableError: not running, not seated, or not their turn.
        """
        table = await self.by_id(game)
        if any(person.id == player and person.cover for person in table.people):
            table = await self.seats.come_back(game, player)
        return TableDraft(table, lock_choice.draft_for(table, player))

    async def read_draft(
        self, game: GameId, player: PlayerId, revision: int, code: str
    ) -> TableDraft:
        """Return the draft that a code stands for.

        Args:
            game: the game.
            player: whose draft it is.
            revision: of the table when the draft was begun.
            code: as `Draft.code` gave it.

        Raises:
            TableError: not seated, not running, moved on since, or not their turn.
        """
        table = await self.by_id(game)
        return TableDraft(
            table, self._drafts.read(table, guards.seat_on(table, player, revision), code)
        )

    async def confirm(self, game: GameId, player: PlayerId, revision: int, code: str) -> Table:
        """Play a whole draft, or nothing, and the draws of chance after it.

        If all choose at once it is locked, and played with the last lock.

        Raises:
            TableError: as for `read_draft`, or it is not a whole turn.
        """
        return (await self.play_draft(game, player, revision, code)).table

    async def play_draft(
        self, game: GameId, player: PlayerId, revision: int, code: str
    ) -> ConfirmedTurn:
        """Play a whole draft as `confirm` does, and return what was left out of it.

        Raises:
            TableError: as for `confirm`.
        """
        drafts = list[Draft[Any, Any]]()

        def turn(table: Table, history: History, seat: Seat, now: datetime) -> History:
            drafts.append(self._drafts.read(table, seat, code))
            return acts.history_after_draft(history, drafts[-1], now)

        table = await self._play(game, player, revision, turn)
        return ConfirmedTurn(table, drafts[-1], acts.count_left_out(table, drafts[-1]))

    async def act(
        self, game: GameId, player: PlayerId, revision: int, actions: Sequence[Action]
    ) -> Table:
        """Play some actions, all or none, and the draws of chance after them.

        If all choose at once they are locked, and played with the last lock.

        Raises:
            TableError: no action, not seated, not running, moved on since, or
                not their turn.
            RuleError: the rules forbid one of them.
        """
        if not actions:
            raise TableError(TableKey.TURN_UNFINISHED)

        def turn(_: Table, history: History, seat: Seat, now: datetime) -> History:
            return acts.history_after(history, seat, actions, now)

        return await self._play(game, player, revision, turn)

    def keep_draft(self, table: Play, draft: Draft[Any, Any]) -> Draft[Any, Any]:
        """Remember a draft that is shown to its player; return it as it was remembered, if it was.

        So it is not tried again, nor worked out again what can be told of it.

        Args:
            table: the newest board.
            draft: choices of the player so far.
        """
        return self._drafts.put(table, draft)

    async def posted(self, game: GameId, message: int) -> None:
        """Store the newest lobby or board message of a game."""
        await self._store.set_board_message(game, message)
        self._loader.board_posted(game, message)

    # --- delivery ---

    async def deliver_pending(self, game: GameId | None = None) -> None:
        """Deliver all that is due, of one game or of all; failed deliveries stay pending."""
        await self._outbox.deliver_pending(game)

    def deliver_soon(self, game: GameId) -> None:
        """Begin to deliver what is pending of a game, without waiting for it."""
        self._outbox.deliver_soon(Stream(game))

    async def close(self) -> None:
        """Wait a while for deliveries under way; the store stays open.

        Turns of computers, reviews and pars are cancelled; the next round begins them again.
        """
        await self.bot_turns.close()
        await self.reviews.close()
        await self.daily.pars.close()
        await self._outbox.close()

    # --- within ---

    async def _reviewed(self, of: ReviewSubject) -> Play:
        if of.is_replay:
            return (await self.replays.replay(of.number, str)).play
        return await self.by_id(GameId(of.number))

    def changed(self, what: str) -> None:
        """Forget data that another process has changed."""
        kind, _, number = what.partition(" ")
        if kind == "game":
            self._loader.changed_elsewhere(int(number))
            return
        self._loader.changed_elsewhere()
        self.daily.lines.forget_sums()
        self.languages.doubt()
        # The round reads the languages again.
        self._hurry(SOON)

    def replaced(self) -> None:
        """Drop all caches: another database has taken the place of the old one."""
        self._loader.forget_all()
        self.daily.forget()
        self.languages.doubt()

    async def _opened(self, row: GameRow, channel: int | Callable[[], Awaitable[int]]) -> Table:
        """Store a lobby for a channel, or for one that is made for it."""
        place = channel if isinstance(channel, int) else await channel()
        try:
            return await self.by_id(GameId(await self._store.create(replace(row, channel=place))))
        # Somebody else may have opened a lobby there meanwhile.
        except ChannelTakenError as error:
            raise channel_taken(place, await self._store.unfinished(place)) from error

    async def _meant(self, channel: int, game: GameId | None) -> GameRow:
        """Return the given game, else the unfinished one of a channel."""
        if game is not None:
            return existing(await self._store.by_id(game))
        return existing(await self._store.unfinished(channel))

    async def _lobby(self, game: int) -> GameRow:
        """Return a lobby, its lock held."""
        row = existing(await self._store.by_id(game))
        if row.status == Status.CANCELLED:
            raise TableError(TableKey.NONE_HERE)
        if row.status != Status.LOBBY:
            raise TableError(TableKey.STARTED)
        return row

    async def _in_lobby(
        self, channel: int, change: lobby.Change, game: GameId | None = None
    ) -> Table:
        """Change a lobby; cancel it if nobody is left."""
        seen = await self._meant(channel, game)
        # A lobby has no revision by which the slower of two processes could be refused.
        async with self._locks.of(seen.id), self._store.advisory_lock(f"lobby {seen.id}"):
            row = await self._lobby(seen.id)
            changed = change(row)
            if not changed.people:
                return await self._cancelled(row)
            await acts.refuse_stale(self._store.save_lobby(changed))
        return await self.by_id(GameId(seen.id))

    async def _cancelled(self, row: GameRow, by: Person | None = None) -> Table:
        """Cancel a game, its lock held; `by` cancels a running game and is named in its channel.

        Whoever cancels a running game that others play leaves it.
        """
        now = self._clock.now()
        by = by if row.status == Status.RUNNING else None
        told = None if by is None or row.private else acts.cancellation(row, by, now)
        left = None if by is None else acts.place_left(row, by)
        gone = replace(row, finished_at=now)
        await acts.refuse_stale(self._store.cancel(gone, told, left))
        self._loader.forget(row.id)
        if told is not None:
            self._outbox.deliver_soon(Stream(channel=row.channel))
        return await self._loader.table(replace(row, status=Status.CANCELLED))

    async def _play(self, game: GameId, player: PlayerId, revision: int, turn: TurnMaker) -> Table:
        """Play a turn, whole or not at all."""
        async with self._locks.of(game):
            await self.seats.back(game, player, at=revision)
            for _ in range(MOST_TRIES):
                # Another process has stored a choice meanwhile: now this may be the last one.
                with suppress(ResealedError):
                    return await self._played(game, player, revision, turn)
        raise TableError(TableKey.STALE)

    async def _played(
        self, game: GameId, player: PlayerId, revision: int, turn: TurnMaker
    ) -> Table:
        """Play a turn, the game's lock held."""
        row = await self._loader.row_at(game, revision)
        found = await self._loader.history(row)
        table = self._loader.table_from(row, found)
        seat = guards.seat_on(table, player, revision)
        before = cast("History", found)  # `seat_on` refuses a game that has none
        now = self._clock.now()
        after = turn(table, before, seat, now)
        if table.title.is_simultaneous:
            lock = lock_choice.lock_choice(self._store, row, before, after, seat=seat, at=now)
            return await self._commit(*lock)
        after = after.settled(dealing_of(row), now)
        return await self._commit(
            self._store.append, acts.turn_move(row, before, after, now), after
        )
