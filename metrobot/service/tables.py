"""All that people can do at tables: the one door of the service."""

import secrets
from collections.abc import Awaitable, Callable, Container, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial

from metrobot.engine.errors import Refusal
from metrobot.engine.title import Titles
from metrobot.service.daily.daily import make_daily
from metrobot.service.finished.branches import Branches
from metrobot.service.finished.deals import Deals
from metrobot.service.finished.figures import OwnFigures
from metrobot.service.finished.forks import BranchKey, Source
from metrobot.service.finished.replays import Replays
from metrobot.service.finished.reviews import Reviews
from metrobot.service.finished.what_ifs import WhatIfs
from metrobot.service.membership.ballots import Ballots
from metrobot.service.membership.blocks import Blocks
from metrobot.service.membership.clocks import Clocks
from metrobot.service.membership.covers import Covers
from metrobot.service.membership.endings import Endings
from metrobot.service.membership.hosts import Hosts
from metrobot.service.membership.lobbies import Lobbies
from metrobot.service.membership.lookouts import Lookouts
from metrobot.service.membership.looks import Looks
from metrobot.service.membership.rests import Rests
from metrobot.service.membership.seats import Seats
from metrobot.service.membership.undo import Undo
from metrobot.service.model import guards
from metrobot.service.model.clock import Clock, SteadyClock
from metrobot.service.model.drafts import Drafts
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.history import History
from metrobot.service.model.keyed_locks import KeyedLocks
from metrobot.service.model.loader import TableLoader, existing
from metrobot.service.model.play import GameId, Person, Play, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import NoNotifier, Notifier
from metrobot.service.outbox.game_channels import GameChannels
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.chosen_languages import ChosenLanguages
from metrobot.service.people.leaderboards import Leaderboards
from metrobot.service.people.ledger import Ledger
from metrobot.service.people.people import People
from metrobot.service.people.privacy import Privacy
from metrobot.service.people.quotas import NO_QUOTAS, Quotas
from metrobot.service.people.seasons import Seasons
from metrobot.service.people.server_games import ServerGames
from metrobot.service.play import acts
from metrobot.service.play.bot_turns import BotTurns
from metrobot.service.play.commit import Committer
from metrobot.service.play.hints import Hints
from metrobot.service.play.lock_choice import Write
from metrobot.service.play.plans import Plans
from metrobot.service.play.turns import Turns
from metrobot.service.ports import ALONE, FindGone, FindUnable, Helpers, nobody_gone, nobody_unable
from metrobot.service.upkeep.housekeeping import SHARED, SOON, Chore, Housekeeping
from metrobot.service.upkeep.idle_lobbies import IdleLobbies
from metrobot.service.waits.acting_time import ActingTime, Ears, all_ears
from metrobot.store.db.signals import StoreListener
from metrobot.store.schema.act_rows import Move, Stream
from metrobot.store.schema.rows import GameRow
from metrobot.store.statements.finished import ReviewSubject
from metrobot.store.store import Store
from metrobot.vitals.listener import UNHEARD, Vitals

random_key = partial(secrets.token_bytes, 32)


async def _always(_: int, __: int) -> bool:
    """Assume that the bot may post (no Discord to ask)."""
    return True


class Tables(StoreListener):
    """Every game of every channel.

    Args:
        store: keeps everything.
        clock: tells the time of day, which may be set; see `SteadyClock`.
        titles: the games that can be played, by their id.
        make_notifier: makes the notifier of this service.
        may_post: whether the bot may post on a server in a channel, by their ids.
        find_gone: finds people who have left a server.
        find_shut_out: finds people who cannot see, or write in, a channel.
        find_unable: finds people who cannot see a channel, or are in a time-out.
        ears: tells what is heard now.
        hurry: is called with the time until the next round.
        languages: choices of people and servers.
        entropy: returns 32 random bytes.
        quotas: limits of people and servers.
        helpers: ports to other processes.
        chores: further parts of each round.
        vitals: is told of deliveries that are given up.

    Attributes:
        clock: tells the time.
        acting: counts the time in which people could act.
        titles: the games that can be played, by their id.
        languages: choices of people and servers.
        quotas: limits of people and servers.
        ledger: charges of each person.
        leaderboards: standings of servers.
        seasons: sums up seasons that are over.
        privacy: forgets people.
        people: games, names and preferences of people.
        figures: figures of people, for themselves.
        replays: imported records.
        reviews: reviews of games that are over.
        what_ifs: comparisons of other turns in games that are over.
        deals: games that are over, played on for fun, and seats that are handed on.
        ballots: questions to people at tables.
        lobbies: opening lobbies, joining and starting them.
        lookouts: calls people to lobbies, asks them by name, tells followers of games.
        turns: drafts, and playing them.
        plans: turns planned ahead.
        seats: leaving, and taking places.
        blocks: people and servers whom whoever runs the bot keeps out.
        covers: computers on the seats of people who are away.
        endings: ending games before their time.
        rests: games that rest until a date.
        hosts: hosts after those who have gone.
        undo: taking turns back.
        hints: hints for drafts.
        channels: channels of games.
        looks: looks at running games: reminders, silences, clocks.
        bot_turns: plays the turns of computers.
        clocks: clocks of games with a pace.
        server_games: rules of servers for their games.
        daily: the line of the day.
        housekeeping: does one round at a time.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        titles: Titles,
        *,
        make_notifier: Callable[["Tables"], Notifier] = lambda _: NoNotifier(),
        may_post: Callable[[int, int], Awaitable[bool]] = _always,
        find_gone: FindGone = nobody_gone,
        find_shut_out: FindUnable = nobody_unable,
        find_unable: FindUnable = nobody_unable,
        ears: Ears = all_ears,
        hurry: Callable[[timedelta], None] = lambda _: None,
        languages: ChosenLanguages | None = None,
        entropy: Callable[[], bytes] = random_key,
        quotas: Quotas = NO_QUOTAS,
        helpers: Helpers = ALONE,
        chores: Sequence[Chore] = (),
        vitals: Vitals = UNHEARD,
    ) -> None:
        self.titles, self.quotas = titles, quotas
        self._store = store
        self.clock = clock = SteadyClock(clock)
        self._find_gone = find_gone
        self._hurry = hurry
        self._loader = loader = TableLoader(store, titles)
        self._locks = locks = KeyedLocks()
        self.acting = acting = ActingTime(store, clock, loader, ears, find_unable)
        drafts = Drafts()
        self.ledger = Ledger(store, clock, quotas, len(titles))
        self.languages = languages or ChosenLanguages(store)
        self.leaderboards, self.seasons = Leaderboards(store, titles), Seasons(store, titles)
        self.people = People(store, loader, clock)
        self.figures = OwnFigures(store, titles, acting, self.people)
        self.server_games = ServerGames(store)
        self.replays = Replays(store, clock, titles, self.ledger, quotas)
        self.reviews = Reviews(store, clock, self._reviewed, self.ledger, helpers.reviewer)
        self.what_ifs = WhatIfs(clock, self.ledger, helpers.comparer, helpers.hint_finder)
        self.ballots = Ballots(store, acting, self.ledger, find_gone)
        ours = (store, clock, loader, locks)
        self.hints = Hints(*ours, drafts, self.ledger, helpers.hint_finder)
        ends = (self._commit, self._cancelled)
        self.hosts = Hosts(*ours, find_gone)
        self.covers = Covers(*ours, self._commit)
        self.endings = Endings(*ours, self.ballots, *ends)
        self.rests = Rests(*ours, self.ballots, find_gone)
        self.seats = Seats(*ours, acting, self.ballots, self.ledger, self.covers, find_gone, *ends)
        self.undo = Undo(*ours, self.ballots, self._commit)
        self.turns = Turns(*ours, drafts, self.covers.back, self._commit)
        notifier = make_notifier(self)
        self._outbox = outbox = OutboxWorker(*ours, notifier, hurry, find_gone, vitals)
        self.plans = Plans(*ours, drafts, self.covers.back, outbox)
        sources = (entropy, find_gone, outbox)
        self.lobbies = Lobbies(*ours, titles, self.ledger, quotas, *sources, *ends)
        self.channels = GameChannels(*ours, outbox, acting, may_post, find_shut_out, quotas)
        self.lookouts = Lookouts(*ours, titles, self.ledger, self.people, outbox)
        self.blocks = Blocks(*ours, self.seats, self.lobbies, hurry)
        self._committer = Committer(store, clock, loader, outbox, notifier.prepare)
        self.bot_turns = BotTurns(*ours, outbox, self._commit, helpers)
        play_due = self.bot_turns.play_due
        self.clocks = Clocks(*ours, acting, outbox, self.ledger, play_due, hurry)
        self.looks = Looks(*ours, acting, outbox, self.clocks, play_due)
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
        self.deals = Deals(
            *(store, clock, self.ledger, outbox),
            Branches(store, clock, self.ledger, helpers, entropy, self._origin),
        )
        self.privacy = Privacy(
            *(store, loader, self.languages),
            *(self.daily.lines.keys.marks, self.daily.standings.forget),
        )
        idle = IdleLobbies(*ours, acting, outbox, self.lobbies)
        sweeps = (self.blocks.sweep, self.reviews.sweep, self.ledger.clear, self._count_due)
        asides = (idle.sweep, idle.free, self.channels.put_aside, self.lookouts.tell_followers)
        self.housekeeping = Housekeeping(
            *(store, clock, acting, outbox, self.looks, self.channels, self.bot_turns),
            (*sweeps, *asides, self.daily.sweep, self.deals.branches.clear, *chores),
        )
        store.signals.subscribe(self)

    async def _count_due(self) -> None:
        if await self.leaderboards.count_due():
            self._hurry(SOON)

    async def _commit(self, write: Write, move: Move, history: History) -> Table:
        """Store an act, have it told, and let computers play if they are awaited."""
        table = await self._committer.commit(write, move, history)
        self.bot_turns.play_due(table)
        if table.pace is not None:
            # The clock of whoever is called begins, once the call is there.
            self._hurry(SHARED)
        return table

    async def cancel(
        self, channel: int, person: Person, *, may_manage: bool, game: GameId | None = None
    ) -> Table:
        """Cancel a lobby, or a running game, of which the channel is told.

        Allowed to those who manage the channel, and to a host if nobody else plays;
        to anybody where all who play have left the server.

        Raises:
            TableError: no unfinished game, or not allowed.
        """
        lobby = await self.lobbies.meant(channel, game)
        async with self._locks.of(lobby.id):
            row = existing(await self._store.games.by_id(lobby.id))
            if row.status not in (Status.LOBBY, Status.RUNNING):
                raise TableError(TableKey.OVER)
            leavers = await self._find_gone(row.guild, [person.id for person in row.people])
            guards.check_cancel(row, person.id, may_manage=may_manage, leavers=leavers)
            return await self._cancelled(row, person, leavers)

    async def _cancelled(
        self, row: GameRow, person: Person | None = None, leavers: Container[int] = ()
    ) -> Table:
        """Cancel a game, its lock held; the channel of a running one is told.

        Whoever cancels a running game is named there, and leaves it if others play.
        """
        now = self.clock.now()
        is_running = row.status == Status.RUNNING
        person = person if is_running else None
        notice = acts.cancellation(row, person, now) if is_running and not row.private else None
        place = None if person is None else acts.place_left(row, person, leavers)
        new = replace(row, finished_at=now)
        await acts.refuse_stale(self._store.games.cancel(new, notice, place))
        self._loader.forget(row.id)
        if notice is not None:
            self._outbox.deliver_soon(Stream(channel=row.channel))
            # The round says under open questions that they are closed.
            self._hurry(SOON)
        return await self._loader.table(replace(row, status=Status.CANCELLED))

    # --- reading ---

    async def in_channel(self, channel: int) -> Table:
        """Return the unfinished game of a channel, else its newest finished one.

        Raises:
            TableError: there is neither.
        """
        return await self._loader.table(existing(await self._store.games.newest(channel)))

    async def gone(self, table: Table) -> frozenset[int]:
        """Return the ids of those who play at a table and have left its server."""
        return await self._find_gone(table.place.guild, [person.id for person in table.seated])

    async def is_newest(self, table: Table) -> bool:
        """Return whether no game was opened in a table's channel after its own."""
        return not await self._store.games.has_newer(table.place.channel, table.id)

    async def by_id(self, game: GameId) -> Table:
        """Return a game by its number.

        Raises:
            TableError: there is none.
        """
        return await self._loader.by_id(game)

    # --- delivery ---

    async def deliver_pending(self, game: GameId | None = None) -> None:
        """Deliver all that is due, of one game or of all; failed deliveries stay pending."""
        await self._outbox.deliver_pending(game)

    async def post_within(self, game: GameId, seconds: float) -> None:
        """Begin to deliver what is pending of a game, and wait for it no longer than that."""
        await self._outbox.deliver_within(Stream(game), seconds)

    def look_for_departures(self, game: GameId) -> None:
        """Begin to look whether those awaited in a game are there; if not, tell the others."""
        self._outbox.look_for_departures(game)

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

    async def _reviewed(self, subject: ReviewSubject) -> Play:
        if subject.is_replay:
            return (await self.replays.replay(subject.number, str)).play
        return await self.by_id(GameId(subject.number))

    async def _origin(self, source: Source, number: int, player: int) -> Play:
        """Return a game from which somebody plays on; of a line, their own run."""
        if source is Source.RECORD:
            return (await self.replays.replay(number, str)).play
        if source is Source.GAME:
            return await self.by_id(GameId(number))
        run = await self.daily.runs.of(number, Person(PlayerId(player), ""))
        if run is None or not (run.line.is_closed and run.is_whole):
            raise Refusal(BranchKey.NOT_OVER)
        return run.play

    def changed(self, what: str) -> None:
        """Forget data that another process has changed."""
        kind, _, number = what.partition(" ")
        if kind == "game":
            self._loader.changed_elsewhere(int(number))
            return
        self._loader.changed_elsewhere()
        self.daily.standings.forget()
        self.languages.doubt()
        # The round reads the languages again.
        self._hurry(SOON)

    def replaced(self) -> None:
        """Drop all caches: another database has taken the place of the old one."""
        self._loader.forget_all()
        self.daily.forget()
        self.deals.branches.forget()
        self.languages.doubt()
