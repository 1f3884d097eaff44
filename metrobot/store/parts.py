"""The parts of the store: a class for each kind of statement; each method is one transaction.

Each method is made of a function in `statements`, which says what it takes, returns and raises;
the function takes the connection first.
"""

from datetime import datetime

from metrobot.store.db.transactions import Transactions, read_transaction, write_transaction
from metrobot.store.statements import (
    channels,
    charges,
    erase,
    figures,
    finished,
    games,
    jobs,
    lookouts,
    outbox,
    people,
    quotas,
    ratings,
    sealed,
    seats,
    settle,
    taken_back,
)
from metrobot.store.statements.daily import branches, lines, papers, runs
from metrobot.store.statements.votes import ballots, oks
from metrobot.store.statements.waits import due, looks


class GameStore(Transactions):
    """Games, their people and their events."""

    create = write_transaction(games.create)
    by_id = read_transaction(games.game_by_id)
    unfinished = read_transaction(games.unfinished_game)
    newest = read_transaction(games.newest_game)
    has_newer = read_transaction(games.has_newer)
    of_player = read_transaction(games.of_player)
    events = read_transaction(games.events_of)
    save_lobby = write_transaction(games.save_lobby)
    join_lobby = write_transaction(games.join_lobby)
    start = write_transaction(games.start_game)
    append = write_transaction(games.append)
    void_turn = write_transaction(taken_back.void_turn)
    seal = write_transaction(sealed.seal)
    cancel = write_transaction(games.cancel)
    set_board_message = write_transaction(channels.set_board_message)


class QuotaStore(Transactions):
    """Quotas, and what nobody needs any more."""

    unfinished_counts = read_transaction(quotas.unfinished_counts)
    warning = read_transaction(quotas.warning)
    warn_of_idle = write_transaction(quotas.warn_of_idle)
    unanswered = read_transaction(oks.unanswered)
    note_asked = write_transaction(oks.note_asked)
    clear_cancelled = write_transaction(quotas.clear_cancelled_lobbies)


class ChargeStore(Transactions):
    """Charges for what people have lately caused."""

    charge = write_transaction(charges.charge)
    note = write_transaction(charges.note_charge)
    within = read_transaction(charges.charges_within)
    has = read_transaction(charges.has_charge)
    is_first_game = read_transaction(charges.is_first_game)
    uncharge = write_transaction(charges.uncharge)
    clear = write_transaction(charges.clear_charges)


class SeatStore(Transactions):
    """Seats, and games with free ones."""

    reseat = write_transaction(seats.reseat)
    cover = write_transaction(seats.cover)
    settle = write_transaction(seats.settle)
    set_host = write_transaction(seats.set_host)
    count_hint = write_transaction(seats.count_hint)
    keep_plans = write_transaction(sealed.keep_plans)
    departed = read_transaction(seats.departed)
    in_server = read_transaction(seats.in_server)


class LookoutStore(Transactions):
    """Statements about lookouts, the people who want to be called to lobbies."""

    titles_of = read_transaction(lookouts.titles_looked_for)
    save = write_transaction(lookouts.look_out)
    wanting = read_transaction(lookouts.wanting)
    leavers = read_transaction(lookouts.leavers)
    calls_of = read_transaction(lookouts.calls_of)
    call = write_transaction(lookouts.call)
    offer_seat = write_transaction(lookouts.offer_seat)
    asks_of = read_transaction(lookouts.asks_of)
    ask = write_transaction(lookouts.ask)
    decline = write_transaction(lookouts.decline)
    follow = write_transaction(lookouts.follow)
    unfollow = write_transaction(lookouts.unfollow)
    followers = read_transaction(lookouts.followers)
    due_followers = read_transaction(lookouts.due_followers)
    settle_follower = write_transaction(lookouts.settle_follower)


class BallotStore(Transactions):
    """Ballots."""

    open = write_transaction(ballots.open_ballot)
    of_kind = read_transaction(ballots.ballot_of_kind)
    by_id = read_transaction(ballots.ballot_by_id)
    vote = write_transaction(ballots.vote)
    close = write_transaction(ballots.close)
    begin_rest = write_transaction(ballots.begin_rest)


class OutboxStore(Transactions):
    """The outbox."""

    last_turn_revision = read_transaction(outbox.last_turn_revision)
    announce = write_transaction(people.announce)
    pending = read_transaction(outbox.pending)
    shown_at = read_transaction(outbox.shown_at)
    enqueue = write_transaction(outbox.enqueue)
    clear = write_transaction(outbox.clear_deliveries)
    every_pending = read_transaction(outbox.every_pending)
    refused_before = read_transaction(outbox.refused_before)
    settle_delivered = write_transaction(settle.settle_delivered)
    postpone = write_transaction(outbox.postpone)
    lease = write_transaction(outbox.lease)
    release = write_transaction(outbox.release)
    drop = write_transaction(outbox.drop_delivery)
    withdraw = write_transaction(outbox.withdraw)
    drop_closed = write_transaction(settle.drop_closed)
    give_up = write_transaction(settle.give_up)


class ChannelStore(Transactions):
    """Channels of games."""

    servers_after = read_transaction(channels.servers_after)
    of_server = read_transaction(channels.channels_in)
    movable_in = read_transaction(channels.movable_in)
    movable_with = read_transaction(channels.movable_with)
    unfinished_at = read_transaction(channels.unfinished_at)
    lost_in = read_transaction(channels.lost_in)
    lose = write_transaction(channels.lose_channel)
    regain = write_transaction(channels.regain_channel)
    hurry = write_transaction(channels.hurry)
    forget_board = write_transaction(channels.forget_board)
    relocate = write_transaction(channels.relocate)
    put_aside = write_transaction(channels.put_aside)


class RatingStore(Transactions):
    """Standings, and who is shown in them."""

    is_behind = read_transaction(ratings.is_behind)
    guild_behind = read_transaction(ratings.guild_behind)
    stats_of = read_transaction(ratings.stats_of)
    leaderboard_page = read_transaction(ratings.leaderboard_page)
    profile_of = read_transaction(figures.profile_of)
    played_most = read_transaction(figures.played_most)
    upgraded_at = read_transaction(figures.upgraded_at)
    season_games = read_transaction(figures.season_games)
    names_shown = read_transaction(figures.names_shown)
    latest_games = read_transaction(figures.latest_games)
    latest_moves = read_transaction(figures.latest_moves)
    uncounted = read_transaction(ratings.uncounted)
    store_stats = write_transaction(ratings.store_stats)
    solo_of = read_transaction(ratings.solo_of)
    is_listed = read_transaction(people.is_listed)
    set_listed = write_transaction(people.set_listed)


class FinishedStore(Transactions):
    """Finished games, replays and reviews."""

    games = read_transaction(finished.finished_games)
    store_replay = write_transaction(finished.store_replay)
    replay = read_transaction(finished.replay_by_id)
    review = read_transaction(finished.review_body)
    request_review = write_transaction(finished.request_review)
    store_review = write_transaction(finished.store_review)
    requested_reviews = read_transaction(finished.requested_reviews)


class LineStore(Transactions):
    """Lines of the day."""

    note = write_transaction(lines.note_line)
    by_number = read_transaction(lines.line_by_number)
    before = read_transaction(lines.lines_before)
    first = read_transaction(lines.first_line)
    remove_bars = write_transaction(lines.remove_bars)
    close = write_transaction(lines.close_line)
    set_back = write_transaction(lines.set_lines_back)
    set_right = write_transaction(lines.set_lines_right)
    without_par = read_transaction(lines.lines_without_par)
    ask_for_par = write_transaction(lines.ask_for_par)
    store_par = write_transaction(lines.store_par)
    join_place = write_transaction(lines.join_place)
    share_once = write_transaction(lines.share_once)
    finishers = read_transaction(lines.finishers)
    has_finishers = read_transaction(lines.has_finishers)
    table_here = read_transaction(lines.table_here)
    finisher_here = read_transaction(lines.finisher_here)
    servers_of = read_transaction(lines.servers_of)
    played_here = read_transaction(lines.lines_played_here)
    of_player = read_transaction(runs.lines_of_player)
    beaten = read_transaction(runs.beaten)


class RunStore(Transactions):
    """Runs."""

    begin = write_transaction(runs.begin_run)
    by_id = read_transaction(runs.run_by_id)
    of = read_transaction(runs.run_of)
    open_past = read_transaction(runs.open_past_run)
    save = write_transaction(runs.save_run)
    may_show = read_transaction(runs.may_show)
    best_shown = read_transaction(runs.best_shown)
    month_of = read_transaction(runs.month_of)
    clear = write_transaction(runs.clear_runs)
    begin_branch = write_transaction(branches.begin_branch)
    open_branches = read_transaction(branches.open_branches)
    clear_branches = write_transaction(branches.clear_branches)
    of_deal = read_transaction(branches.run_of_deal)
    open_deal = write_transaction(branches.open_deal)
    deal = read_transaction(branches.deal_by_id)
    deal_results = read_transaction(branches.deal_results)


class PaperStore(Transactions):
    """Morning papers, and reminders of lines."""

    of = read_transaction(papers.paper_of)
    save = write_transaction(papers.save_paper)
    turn_page = write_transaction(papers.turn_page)
    remind = write_transaction(papers.remind_of_line)


class JobStore(Transactions):
    """Jobs for workers."""

    add = write_transaction(jobs.add_job)
    by_key = read_transaction(jobs.job_by_key)
    take = write_transaction(jobs.take_job)
    give_back = write_transaction(jobs.give_back_job)
    answer = write_transaction(jobs.answer_job)
    drop = write_transaction(jobs.drop_job)
    clear = write_transaction(jobs.clear_jobs)


class PersonStore(Transactions):
    """People, servers, and memos of the bot."""

    by_id = read_transaction(people.person)
    listed_names = read_transaction(people.listed_names)
    gone = read_transaction(people.gone)
    set_left = write_transaction(people.set_left)
    claim_members = write_transaction(people.claim_members)
    chosen_languages = read_transaction(people.chosen_languages)
    set_player_language = write_transaction(people.choose_for_player)
    set_server_language = write_transaction(people.choose_for_server)
    server_rules = read_transaction(people.server_rules)
    set_server_rule = write_transaction(people.set_server_rule)
    unfinished_of = read_transaction(erase.unfinished_of)
    forget = write_transaction(erase.forget)
    memo = read_transaction(people.memo)
    memo_once = write_transaction(people.memo_once)
    set_memo = write_transaction(people.set_memo)
    remember = write_transaction(people.remember)

    async def rename(self, player: int, name: str) -> bool:
        """Store the display name of somebody who has been at a table.

        Returns:
            Whether it has changed.
        """
        # Called at every press, and names hardly ever change: so read first, and keep no writer
        # waiting.
        row = await self.by_id(player)
        if row is None or row.name == name:
            return False
        await self.remember(player, name)
        return True


class HearingStore(Transactions):
    """Times in which the bot could be reached."""

    all = read_transaction(people.all_hearings)
    note = write_transaction(people.note_hearings)


class BlockStore(Transactions):
    """People and servers who are blocked."""

    add = write_transaction(people.block)
    remove = write_transaction(people.unblock)
    all = read_transaction(people.all_blocked)
    seats = read_transaction(people.seats_of_blocked)
    leave_unrated = write_transaction(people.leave_unrated)


class PreferenceStore(Transactions):
    """Preferences of people."""

    of = read_transaction(people.preferences_of)
    save = write_transaction(people.save_preferences)


class DueStore(Transactions):
    """Rows of the things that are due."""

    next_at = read_transaction(due.next_at)
    state = read_transaction(due.state)
    free = write_transaction(due.free)
    keep = write_transaction(due.keep)
    set = write_transaction(due.set_due)
    drop = write_transaction(due.drop)
    _is_due = read_transaction(due.is_due)
    _hold = write_transaction(due.find)

    async def find(self, now: datetime, most: int, *kinds: str) -> tuple[due.DueRow, ...]:
        """Find the things that are due, the longest overdue first, and hold them for a while.

        Args:
            now: the present time.
            most: number of rows, at most.
            kinds: of them.
        """
        # Mostly nothing is due, so no writer is kept waiting for that.
        return await self._hold(now, most, *kinds) if await self._is_due(now, *kinds) else ()


class LookStore(Transactions):
    """Looks at running games."""

    told = read_transaction(looks.told_before)
    call_status = read_transaction(looks.call_status)
    tell_once = write_transaction(looks.tell_once)
    keep = write_transaction(looks.keep_look)
    set_unseen = write_transaction(looks.set_unseen)
    set_hours = write_transaction(looks.set_hours)
    watch = write_transaction(looks.watch)
    look_again = write_transaction(looks.look_again)
