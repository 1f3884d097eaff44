"""The store: every transaction there is, as a method."""

from contextlib import AbstractAsyncContextManager
from typing import Self

from metrobot.store.db.database import Database
from metrobot.store.db.file_lock import FileLock
from metrobot.store.db.transactions import Transactions, read_transaction, write_transaction
from metrobot.store.statements import (
    ballots,
    channels,
    charges,
    erase,
    finished,
    games,
    jobs,
    outbox,
    people,
    quotas,
    ratings,
    sealed,
    seats,
    settle,
    undo,
)
from metrobot.store.statements.daily import lines, papers, runs
from metrobot.store.statements.people import PreferenceStore
from metrobot.store.statements.reminders import ReminderStore
from metrobot.store.upkeep import backlog
from metrobot.store.upkeep.copy_database import Content
from metrobot.store.upkeep.restore_check import RestoreCheck
from metrobot.vitals.listener import UNHEARD, Vitals


class Store(Transactions):
    """Everything that is stored; each method is one transaction.

    Each method is made of a function in `statements` or `upkeep`, which says what it takes,
    returns and raises; the function takes the connection first.

    Attributes:
        preferences: preferences of people.
        reminders: reminders of turns.
        content: all rows, to copy them.
        soundness: checks of a database.
        signals: tell listeners about changes by others.
    """

    def __init__(self, database: Database, lock: FileLock | None = None) -> None:
        super().__init__(database)
        self.signals = database.signals
        self._lock = lock
        self.preferences = PreferenceStore(database)
        self.reminders = ReminderStore(database)
        self.content = Content(database)
        self.soundness = RestoreCheck(database)

    @classmethod
    async def open(
        cls, url: str, *, vitals: Vitals = UNHEARD, lock: FileLock | None = None
    ) -> Self:
        """Open the store and bring its tables to their newest form.

        Args:
            url: as SQLAlchemy reads it, such as `sqlite+aiosqlite:///metrobot.db`.
            vitals: is told of each transaction.
            lock: keeps others from the file; released when the store is closed.

        Raises:
            OSError: the file of the database cannot be written.
            SQLAlchemyError: the database cannot be reached or used.
        """
        return cls(await Database.open(url, vitals), lock)

    async def close(self) -> None:
        """Close the database once the last transaction is done."""
        await self._database.close()
        if self._lock is not None:
            self._lock.release()

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use it at the same time."""
        return self._database.is_shared

    @property
    def is_heard(self) -> bool:
        """Whether changes by others become known at once, so that memory can be trusted."""
        return self._database.is_heard

    def advisory_lock(self, name: str) -> AbstractAsyncContextManager[None]:
        """Keep other processes from work of this name; wait for one that does it."""
        return self._database.advisory_lock(name)

    # Games, their people and their events.
    create = write_transaction(games.create)
    by_id = read_transaction(games.game_by_id)
    unfinished = read_transaction(games.unfinished_game)
    newest = read_transaction(games.newest_game)
    has_newer = read_transaction(games.has_newer)
    of_player = read_transaction(games.of_player)
    events = read_transaction(games.events_of)
    save_lobby = write_transaction(games.save_lobby)
    start_game = write_transaction(games.start_game)
    append = write_transaction(games.append)
    void_turn = write_transaction(undo.void_turn)
    seal = write_transaction(sealed.seal)
    cancel = write_transaction(games.cancel)
    set_board_message = write_transaction(games.set_board_message)

    # Quotas, and clearing away what nobody needs.
    unfinished_counts = read_transaction(quotas.unfinished_counts)
    backlog = read_transaction(backlog.backlog)
    idle_lobbies = read_transaction(quotas.idle_lobbies)
    warn_of_idle = write_transaction(quotas.warn_of_idle)
    clear_cancelled_lobbies = write_transaction(quotas.clear_cancelled_lobbies)

    # Charges for what people have lately caused.
    charge = write_transaction(charges.charge)
    note_charge = write_transaction(charges.note_charge)
    charges_within = read_transaction(charges.charges_within)
    uncharge = write_transaction(charges.uncharge)
    clear_charges = write_transaction(charges.clear_charges)

    # Seats of running games.
    reseat = write_transaction(seats.reseat)
    cover = write_transaction(seats.cover)
    with_computers = read_transaction(seats.with_computers)
    set_host = write_transaction(seats.set_host)
    count_hint = write_transaction(seats.count_hint)
    departed = read_transaction(seats.departed)

    # Ballots.
    open_ballot = write_transaction(ballots.open_ballot)
    ballot_of = read_transaction(ballots.ballot_of_kind)
    ballot = read_transaction(ballots.ballot_by_id)
    vote = write_transaction(ballots.vote)
    ballot_posted = write_transaction(ballots.posted)
    close_ballot = write_transaction(ballots.close)
    expired_ballots = read_transaction(ballots.expired)
    unopposed_ballots = read_transaction(ballots.unopposed)
    next_unopposed_at = read_transaction(ballots.next_unopposed_at)

    # The outbox.
    last_turn_revision = read_transaction(outbox.last_turn_revision)
    pending = read_transaction(outbox.pending)
    shown_at = read_transaction(outbox.shown_at)
    clear_deliveries = write_transaction(outbox.clear_deliveries)
    every_pending = read_transaction(outbox.every_pending)
    refused_before = read_transaction(outbox.refused_before)
    settle_delivered = write_transaction(settle.settle_delivered)
    postpone = write_transaction(outbox.postpone)
    lease_delivery = write_transaction(outbox.lease)
    release_delivery = write_transaction(outbox.release)
    drop_delivery = write_transaction(outbox.drop_delivery)
    drop_closed = write_transaction(settle.drop_closed)
    give_up = write_transaction(settle.give_up)

    # Channels of games.
    servers_after = read_transaction(channels.servers_after)
    channels_in = read_transaction(channels.channels_in)
    movable_in = read_transaction(channels.movable_in)
    movable_with = read_transaction(channels.movable_with)
    unfinished_at = read_transaction(channels.unfinished_at)
    lost_in = read_transaction(channels.lost_in)
    lose_channel = write_transaction(channels.lose_channel)
    regain_channel = write_transaction(channels.regain_channel)
    hurry = write_transaction(channels.hurry)
    forget_board = write_transaction(channels.forget_board)
    relocate = write_transaction(channels.relocate)

    # Finished games, replays and reviews.
    count_progress = read_transaction(ratings.count_progress)
    guild_behind = read_transaction(ratings.guild_behind)
    stats_of = read_transaction(ratings.stats_of)
    leaderboard_page = read_transaction(ratings.leaderboard_page)
    profile_of = read_transaction(ratings.profile_of)
    played_most = read_transaction(ratings.played_most)
    uncounted = read_transaction(ratings.uncounted)
    store_stats = write_transaction(ratings.store_stats)
    finished_games = read_transaction(finished.finished_games)
    store_replay = write_transaction(finished.store_replay)
    replay = read_transaction(finished.replay_by_id)
    review = read_transaction(finished.review_body)
    request_review = write_transaction(finished.request_review)
    store_review = write_transaction(finished.store_review)
    requested_reviews = read_transaction(finished.requested_reviews)

    # Lines of the day, runs, morning papers.
    note_line = write_transaction(lines.note_line)
    line = read_transaction(lines.line_by_number)
    lines_before = read_transaction(lines.lines_before)
    first_line = read_transaction(lines.first_line)
    close_lines = write_transaction(lines.close_lines)
    lines_without_par = read_transaction(lines.lines_without_par)
    ask_for_par = write_transaction(lines.ask_for_par)
    store_par = write_transaction(lines.store_par)
    join_place = write_transaction(lines.join_place)
    share_once = write_transaction(lines.share_once)
    unshare = write_transaction(lines.unshare)
    finishers = read_transaction(lines.finishers)
    has_finishers = read_transaction(lines.has_finishers)
    table_here = read_transaction(lines.table_here)
    finisher_here = read_transaction(lines.finisher_here)
    best_shown = read_transaction(lines.best_shown)
    lines_played_here = read_transaction(lines.lines_played_here)
    lines_of_player = read_transaction(lines.lines_of_player)
    beaten = read_transaction(lines.beaten)
    begin_run = write_transaction(runs.begin_run)
    run = read_transaction(runs.run_by_id)
    run_of = read_transaction(runs.run_of)
    open_past_run = read_transaction(runs.open_past_run)
    save_run = write_transaction(runs.save_run)
    best_to_show = read_transaction(runs.best_to_show)
    clear_runs = write_transaction(runs.clear_runs)
    paper_of = read_transaction(papers.paper_of)
    save_paper = write_transaction(papers.save_paper)
    due_papers = read_transaction(papers.due_papers)
    next_line_due_at = read_transaction(papers.next_line_due_at)
    turn_page = write_transaction(papers.turn_page)
    set_line_due = write_transaction(papers.set_line_due)
    due_line_reminders = read_transaction(papers.due_line_reminders)
    remind_of_line = write_transaction(papers.remind_of_line)

    # Jobs for workers.
    add_job = write_transaction(jobs.add_job)
    job = read_transaction(jobs.job_by_key)
    take_job = write_transaction(jobs.take_job)
    give_back_job = write_transaction(jobs.give_back_job)
    answer_job = write_transaction(jobs.answer_job)
    drop_job = write_transaction(jobs.drop_job)
    clear_jobs = write_transaction(jobs.clear_jobs)

    # People, servers, and memos of the bot.
    is_listed = read_transaction(ratings.is_listed)
    listed_names = read_transaction(people.listed_names)
    set_listed = write_transaction(ratings.set_listed)
    chosen_languages = read_transaction(people.chosen_languages)
    set_player_language = write_transaction(people.choose_for_player)
    set_server_language = write_transaction(people.choose_for_server)
    unfinished_of = read_transaction(erase.unfinished_of)
    forget = write_transaction(erase.forget)
    memo = read_transaction(people.memo)
    memo_once = write_transaction(people.memo_once)
    set_memo = write_transaction(people.set_memo)
    person = read_transaction(people.person)
    _remember = write_transaction(people.remember)

    async def rename(self, player: int, name: str) -> bool:
        """Store the display name of somebody who has been at a table.

        Returns:
            Whether it has changed.
        """
        # Called at every press, and names hardly ever change: so read first, and keep no writer
        # waiting.
        known = await self.person(player)
        if known is None or known.name == name:
            return False
        await self._remember(player, name)
        return True
