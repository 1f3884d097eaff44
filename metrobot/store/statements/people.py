"""Statements about people: names, languages, preferences; and what the bot notes of itself."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import SHARED, advisory_lock, insert_once, upsert
from metrobot.store.schema.act_rows import Announcement
from metrobot.store.schema.hearing_tables import hearings
from metrobot.store.schema.lookout_tables import follows
from metrobot.store.schema.rows import PersonRow, row_of, row_or_none, rows_of
from metrobot.store.schema.standing_tables import members
from metrobot.store.schema.tables import (
    HOLDS_CHANNEL,
    IS_UNFINISHED,
    UtcDateTime,
    blocks,
    games,
    memos,
    players,
    preferences,
    seats,
    servers,
)
from metrobot.store.statements.outbox import enqueue
from metrobot.store.statements.waits.due import NOBODY, DueKind, drop, hasten

_LONGEST: Final = 100
"""Most characters of a name that are kept; Discord allows 32."""
Chosen = tuple[dict[int, str], dict[int, str]]
"""Languages of people and of servers, by their ids."""
MOST_ASKED: Final = 50
"""Most people of a server about whom Discord is asked within an hour."""
ASKED_AGAIN: Final = timedelta(days=1)
"""Time after which Discord is asked about somebody again."""
_HOUR: Final = timedelta(hours=1)
_AT_ONCE: Final = datetime(1970, 1, 1, tzinfo=UTC)


def remember(connection: Connection, player: int, name: str) -> None:
    """Store a person's display name, whether or not they are known."""
    # A name may hold surrogates, which no database takes.
    name = name[:_LONGEST].encode(errors="replace").decode()
    row = {"id": player, "name": name, "dm_closed": False}
    upsert(connection, players, row, {"name": name})


def announce(connection: Connection, announcement: Announcement) -> None:
    """Store the delivery of an announcement, and the present name of whoever it names."""
    if announcement.person is not None:
        remember(connection, announcement.person.id, announcement.person.name)
    enqueue(connection, None, 0, [announcement.delivery], announcement.at)


def person(connection: Connection, player: int) -> PersonRow | None:
    """Return a person who has ever been at a table, or None."""
    return row_or_none(connection, PersonRow, sa.select(players).where(players.c.id == player))


def close_dm(connection: Connection, player: int) -> None:
    """Store that a person takes no direct messages; end their reminders of lines, and follows."""
    connection.execute(players.update().where(players.c.id == player).values(dm_closed=True))
    drop(connection, NOBODY, DueKind.LINE, person=player)
    connection.execute(follows.delete().where(follows.c.player == player))


def memo(connection: Connection, name: str) -> str | None:
    """Return a memo, or None."""
    query = sa.select(memos.c.value).where(memos.c.name == name)
    return connection.execute(query).scalar_one_or_none()


def memo_once(connection: Connection, name: str, value: str) -> str:
    """Store a memo unless there is one of this name; return the stored one."""
    insert_once(connection, memos, {"name": name, "value": value})
    return str(memo(connection, name))


def set_memo(connection: Connection, name: str, value: str) -> None:
    """Store a memo, in place of an older one of this name."""
    upsert(connection, memos, {"name": name, "value": value}, {"value": value})


class Hearing(NamedTuple):
    """Time in which some servers were heard.

    Attributes:
        ear: names the servers.
        since: its beginning.
        until: its end, as far as it has been noted.
    """

    ear: str
    since: datetime
    until: datetime


def all_hearings(connection: Connection) -> tuple[datetime | None, tuple[Hearing, ...]]:
    """Return the time by the database's clock, if it has one, and all hearings."""
    rows = connection.execute(sa.select(hearings).order_by(hearings.c.since)).all()
    return database_time(connection), rows_of(Hearing, rows)


def database_time(connection: Connection) -> datetime | None:
    """Return the time by the clock of a database that several processes share, else None."""
    if connection.dialect.name != SHARED:
        return None
    return connection.execute(sa.select(sa.func.clock_timestamp(type_=UtcDateTime))).scalar_one()


def note_hearings(
    connection: Connection, new: Iterable[tuple[Hearing, timedelta]], oldest: datetime
) -> None:
    """Store the times in which servers were heard.

    Args:
        connection: within a transaction.
        new: each with the longest gap after an earlier hearing that it goes on with.
        oldest: hearings that ended before this moment are removed, with the gaps after them.
    """
    for (ear, start, end), gap in new:
        goes_on = (hearings.c.ear == ear, hearings.c.until >= start - gap)
        later = sa.case((hearings.c.until < end, end), else_=hearings.c.until)
        if not connection.execute(hearings.update().where(*goes_on).values(until=later)).rowcount:
            insert_once(connection, hearings, {"ear": ear, "since": start, "until": end})
    newer = hearings.alias()
    follows = (newer.c.ear == hearings.c.ear, newer.c.since > hearings.c.since)
    outdated = sa.exists().where(*follows, newer.c.since <= oldest)
    connection.execute(hearings.delete().where(hearings.c.until < oldest, outdated))


def chosen_languages(connection: Connection) -> Chosen:
    """Return all languages that were chosen."""
    return _languages_of(connection, players), _languages_of(connection, servers)


def watch_members(connection: Connection, guild: int, people: Iterable[int]) -> None:
    """Have Discord asked whether some people, who are compared on a server, are there."""
    query = sa.select(members.c.player).where(members.c.guild == guild)
    conditions = (players.c.id.in_(people), players.c.id > 0, players.c.id.not_in(query))
    for player in connection.execute(sa.select(players.c.id).where(*conditions)).scalars().all():
        insert_once(connection, members, {"guild": guild, "player": player, "due_at": _AT_ONCE})


def claim_members(connection: Connection, now: datetime) -> tuple[int, tuple[int, ...]] | None:
    """Return a server and those of its people about whom Discord is to be asked now, or None.

    At most `MOST_ASKED` within an hour, however many processes ask.
    """
    advisory_lock(connection, "members")
    again = now + ASKED_AGAIN
    # A clock that was ahead has put them off too far.
    is_due = sa.or_(members.c.due_at <= now, members.c.due_at > again)
    counts = sa.select(members.c.guild, sa.func.count()).group_by(members.c.guild)
    counts = counts.where(members.c.due_at > again - _HOUR, members.c.due_at <= again)
    lately = {row[0]: row[1] for row in connection.execute(counts)}
    full = [guild for guild, number in lately.items() if number >= MOST_ASKED]
    free = sa.select(members.c.guild).where(is_due, members.c.guild.not_in(full)).limit(1)
    guild = connection.execute(free).scalar_one_or_none()
    if guild is None:
        return None
    query = sa.select(members.c.player).where(members.c.guild == guild, is_due)
    query = query.order_by(members.c.due_at).limit(MOST_ASKED - lately.get(guild, 0))
    people = tuple(connection.execute(query).scalars())
    own = members.update().where(members.c.guild == guild, members.c.player.in_(people))
    connection.execute(own.values(due_at=again))
    return guild, people


def set_left(connection: Connection, guild: int, player: int, moment: datetime | None) -> None:
    """Store that somebody has left a server, as Discord says at a moment; None: they are there."""
    own = members.update().where(members.c.guild == guild, members.c.player == player)
    connection.execute(own.values(left_at=moment))


def gone_from(guild: int) -> sa.Select[Any]:
    """Return the query for the ids of the people who have left a server."""
    here = (members.c.guild == guild, members.c.left_at.is_not(None))
    return sa.select(members.c.player).where(*here)


def gone(connection: Connection, guild: int) -> frozenset[int]:
    """Return the ids of the people who have left a server and were compared there."""
    return frozenset(connection.execute(gone_from(guild)).scalars())


def listed_names(connection: Connection, ids: Sequence[int]) -> dict[int, str]:
    """Return the names of those of some people who let others see how they play."""
    query = sa.select(players.c.id, players.c.name).where(players.c.id.in_(ids), players.c.listed)
    return {row.id: row.name for row in connection.execute(query)}


def choose_for_player(connection: Connection, player: int, name: str, language: str | None) -> None:
    """Store the language of a person, whether or not they are known."""
    row = {"id": player, "name": name, "dm_closed": False, "language": language}
    upsert(connection, players, row, {"language": language})


def choose_for_server(connection: Connection, guild: int, language: str | None) -> None:
    """Store the language of a server, whether or not it is known."""
    upsert(connection, servers, {"id": guild, "language": language}, {"language": language})


@dataclass(frozen=True, slots=True)
class ServerRules:
    """Rules that the managers of a server have set for its games.

    Attributes:
        imports: whether records may be imported.
        private_games: whether games may be played in private.
        public_replays: whether replays may be shown to everybody.
        ratings: whether games that start count for the standings.
        openers: ids of the roles that may open games; empty: everybody may.
    """

    imports: bool = True
    private_games: bool = True
    public_replays: bool = True
    ratings: bool = True
    openers: tuple[int, ...] = ()


def server_rules(connection: Connection, guild: int) -> ServerRules:
    """Return the rules of a server."""
    row = connection.execute(sa.select(servers).where(servers.c.id == guild)).one_or_none()
    if row is None:
        return ServerRules()
    return row_of(ServerRules, row, openers=tuple(row.openers or ()))


def set_server_rule(
    connection: Connection, guild: int, name: str, value: bool | Sequence[int]
) -> None:
    """Store one rule of a server, by its name in `ServerRules`; the others stay."""
    upsert(connection, servers, {"id": guild, name: value}, {name: value})


def block(connection: Connection, kind: str, number: int, now: datetime) -> bool:
    """Block a person or a server by their id; return False if they were blocked before."""
    return insert_once(connection, blocks, {"kind": kind, "id": number, "at": now})


def unblock(connection: Connection, kind: str, number: int) -> bool:
    """Let somebody or a server in again; return whether they were blocked."""
    own = blocks.delete().where(blocks.c.kind == kind, blocks.c.id == number)
    return connection.execute(own).rowcount > 0


def all_blocked(connection: Connection) -> tuple[tuple[str, int, datetime], ...]:
    """Return kind, id and time of all who are blocked, in the order in which they were."""
    rows = connection.execute(sa.select(blocks).order_by(blocks.c.at, blocks.c.id))
    return tuple((row.kind, row.id, row.at) for row in rows)


def seats_of_blocked(connection: Connection) -> tuple[tuple[int, int], ...]:
    """Return the games not over or put aside in which blocked people sit, each with the person."""
    seated = seats.join(blocks, (blocks.c.id == seats.c.player) & (blocks.c.kind == "person"))
    query = sa.select(seats.c.game, seats.c.player).select_from(seated.join(games))
    rows = connection.execute(query.where(HOLDS_CHANNEL).order_by(seats.c.game))
    return tuple((row.game, row.player) for row in rows)


def leave_unrated(connection: Connection, game: int) -> None:
    """Let an unfinished game count for nobody."""
    own = games.update().where(games.c.id == game, IS_UNFINISHED)
    connection.execute(own.values(unrated=True))


def _languages_of(connection: Connection, table: sa.Table) -> dict[int, str]:
    query = sa.select(table.c.id, table.c.language).where(table.c.language.is_not(None))
    return {row.id: row.language for row in connection.execute(query)}


@dataclass(frozen=True, slots=True)
class PreferenceRow:
    """One person's preferences.

    Attributes:
        remind_by: way to remind them of a turn: channel, direct or never.
        zone: IANA name of their time zone, or None.
        quiet_from: begin of their quiet hours, in minutes since midnight, or None.
        quiet_until: end of their quiet hours, likewise.
        away_until: end of their absence, or None.
        at_once: whether a choice in a line of the day is played without Confirm.
        show_sheet: whether the morning paper may show their sheet.
        remind_line: days of reminders of the line: never, at_stake or daily.
        sheet_asked: whether they were asked about their sheet.
        absences: their latest absences, each its first and last second.
        words_first: whether boards are told to them in words.
        days_off: their latest choices of days off, each its second, time zone and days.
        asked: whether others may ask them by name to join a lobby.
        colours: of titles, each with the numbers of the colours they wish for.
    """

    remind_by: str = "channel"
    zone: str | None = None
    quiet_from: int | None = None
    quiet_until: int | None = None
    away_until: datetime | None = None
    at_once: bool = False
    show_sheet: bool = False
    remind_line: str = "never"
    sheet_asked: bool = False
    absences: Sequence[Sequence[int]] = ()
    words_first: bool = False
    days_off: Sequence[Sequence[Any]] = ()
    asked: bool = True
    colours: Sequence[Sequence[Any]] = ()


def preferences_of(connection: Connection, players: Sequence[int]) -> dict[int, PreferenceRow]:
    """Return the preferences of some people, by default for those who have none."""
    query = sa.select(preferences).where(preferences.c.player.in_(players))
    rows = {row.player: row_of(PreferenceRow, row) for row in connection.execute(query)}
    return {player: rows.get(player, PreferenceRow()) for player in players}


def save_preferences(
    connection: Connection, player: int, name: str, row: PreferenceRow, now: datetime
) -> None:
    """Store a person's preferences, and have the games looked at in which they have a seat."""
    remember(connection, player, name)
    values = asdict(row)
    upsert(connection, preferences, {"player": player, **values}, values)
    own_games = sa.select(seats.c.game).where(seats.c.player == player)
    hasten(connection, DueKind.TURN, own_games, now)


def is_listed(connection: Connection, player: int) -> bool:
    """Return whether a person is shown on leaderboards; the unknown are."""
    query = sa.select(players.c.listed).where(players.c.id == player)
    return bool(connection.execute(query).scalar_one_or_none() in (None, True))


def set_listed(connection: Connection, player: int, *, listed: bool) -> bool:
    """Store whether a person is shown; return whether they are known at all."""
    update = players.update().where(players.c.id == player).values(listed=listed)
    return connection.execute(update).rowcount == 1
