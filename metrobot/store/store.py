"""The store: every transaction there is, as a method."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Self

from metrobot.store import (
    ballots,
    bounds,
    census,
    clearing,
    deliveries,
    forgetting,
    games,
    jobs,
    languages,
    people,
    places,
    replays,
    reviews,
    sealed,
    seats,
    standings,
    telling,
    undoing,
)
from metrobot.store.copying import Content
from metrobot.store.database import Database
from metrobot.store.lock import FileLock
from metrobot.store.preferences import PreferenceStore
from metrobot.store.reminders import ReminderStore
from metrobot.store.soundness import Soundness
from metrobot.store.transactions import Transactions, reading, writing


class Store(Transactions):
    """What is kept of all games; each method is one transaction.

    What a method takes, returns and raises stands at the function that it is
    made of, which takes the transaction's connection first.

    Attributes:
        preferences: how people want to be reminded.
        reminders: who has been reminded of what.
        content: all of it, as rows.
        soundness: whether it can be relied on.
        lock: keeps others from its file; let go when the store is closed.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.lock: FileLock | None = None
        self.preferences = PreferenceStore(database)
        self.reminders = ReminderStore(database)
        self.content = Content(database)
        self.soundness = Soundness(database)

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the store and bring its tables to their newest form.

        Args:
            url: as SQLAlchemy reads it, such as `sqlite+aiosqlite:///metrobot.db`.

        Raises:
            OSError: the file of the database cannot be written.
            SQLAlchemyError: the database cannot be reached or used.
        """
        return cls(await Database.open(url))

    async def close(self) -> None:
        """Close the database once the last transaction is done."""
        await self._database.close()
        if self.lock is not None:
            self.lock.release()

    def when_replaced(self, forget: Callable[[], None]) -> None:
        """Have something called when another database has taken the place of this one."""
        self._database.replaced = forget

    def when_changed(self, hear: Callable[[str], None]) -> None:
        """Have something called with what another process has changed.

        That is `game` and its number, `people`, `forgotten`; nothing where it is not known.
        """
        self._database.changed = hear

    def when_answered(self, hear: Callable[[str], None]) -> None:
        """Have something called with the key of a job that another process has done.

        With nothing where it is not known which.
        """
        self._database.answered = hear

    def when_used(self, hear: Callable[[str, float], None]) -> None:
        """Have something called after each transaction: `read` or `write`, and its seconds."""
        self._database.used = hear

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use it at the same time."""
        return self._database.is_shared

    @property
    def is_heard(self) -> bool:
        """Whether it is known at once what other processes change: memory may be trusted."""
        return self._database.is_heard

    def alone(self, name: str) -> AbstractAsyncContextManager[None]:
        """Keep other processes from doing what has this name; wait for one that does it."""
        return self._database.alone(name)

    # Games, their people and their events.
    create = writing(games.create)
    by_id = reading(games.by_id)
    unfinished = reading(games.unfinished)
    newest = reading(games.newest)
    has_newer = reading(games.has_newer)
    of_player = reading(games.of_player)
    events = reading(games.events_of)
    save_lobby = writing(games.save_lobby)
    begin = writing(games.begin)
    append = writing(games.append)
    take_back = writing(undoing.take_back)
    seal = writing(sealed.seal)
    cancel = writing(games.cancel)
    set_board_message = writing(games.set_board_message)

    # How much there is, and what nobody needs any more.
    held = reading(bounds.held)
    census = reading(census.census)
    clear_lobbies = writing(bounds.clear_lobbies)

    # Who sits where while a game is played.
    reseat = writing(seats.reseat)
    cover = writing(seats.cover)
    with_computers = reading(seats.with_computers)
    set_host = writing(seats.set_host)
    count_hint = writing(seats.count_hint)
    departed = reading(seats.departed)

    # What people at tables are asked.
    open_ballot = writing(ballots.open_)
    ballot_of = reading(ballots.find)
    ballot = reading(ballots.by_id)
    vote = writing(ballots.vote)
    ballot_posted = writing(ballots.posted)
    close_ballot = writing(ballots.close)
    unopposed_ballots = reading(ballots.unopposed)
    next_unopposed_at = reading(ballots.next_unopposed_at)

    # What is still to be said.
    told_until = reading(deliveries.told_until)
    pending = reading(deliveries.pending)
    shown_at = reading(deliveries.shown_at)
    clear_said = writing(clearing.clear_said)
    every_pending = reading(deliveries.every_pending)
    refused_before = reading(deliveries.refused_before)
    mark_done = writing(telling.mark_done)
    postpone = writing(deliveries.postpone)
    hold = writing(deliveries.hold)
    let_go = writing(deliveries.let_go)
    drop = writing(deliveries.drop)
    drop_closed = writing(telling.drop_closed)
    give_up = writing(telling.give_up)

    # Where games are played.
    servers_after = reading(places.servers_after)
    channels_in = reading(places.channels_in)
    movable_in = reading(places.movable_in)
    movable_with = reading(places.movable_with)
    unfinished_at = reading(places.unfinished_at)
    lost_in = reading(places.lost_in)
    lose = writing(places.lose)
    find = writing(places.find)
    hurry = writing(places.hurry)
    forget_board = writing(places.forget_board)
    relocate = writing(places.relocate)

    # Games that are over, and such as were played elsewhere.
    tally = reading(standings.tally)
    standings_of = reading(standings.standings_of)
    board_of = reading(standings.board_of)
    profile_of = reading(standings.profile_of)
    played_most = reading(standings.played_most)
    uncounted = reading(standings.uncounted)
    count_on = writing(standings.count_on)
    finished = reading(standings.finished)
    finished_games = reading(replays.finished)
    keep_replay = writing(replays.keep)
    replay = reading(replays.by_id)
    review = reading(reviews.body_of)
    ask_review = writing(reviews.ask)
    keep_review = writing(reviews.keep)
    unmade_reviews = reading(reviews.unmade)

    # What is left to workers.
    ask_job = writing(jobs.ask)
    job = reading(jobs.find)
    take_job = writing(jobs.take)
    give_back_job = writing(jobs.give_back)
    answer_job = writing(jobs.answer)
    drop_job = writing(jobs.drop)
    clear_jobs = writing(jobs.clear)

    # People and servers, and what the bot notes for itself.
    is_listed = reading(standings.is_listed)
    set_listed = writing(standings.set_listed)
    chosen_languages = reading(languages.chosen)
    set_player_language = writing(languages.choose_for_player)
    set_server_language = writing(languages.choose_for_server)
    unfinished_of = reading(forgetting.unfinished_of)
    forget = writing(forgetting.forget)
    memo = reading(people.memo)
    set_memo = writing(people.set_memo)
    _person = reading(people.person)
    _remember = writing(people.remember)

    async def rename(self, player: int, name: str) -> bool:
        """Store a new display name of somebody who has been at a table.

        Asked at every press, and hardly ever does it change anything: so it
        reads first, and keeps no other writer waiting.

        Returns:
            Whether it is another one than before.
        """
        known = await self._person(player)
        if known is None or known.name == name:
            return False
        await self._remember(player, name)
        return True
