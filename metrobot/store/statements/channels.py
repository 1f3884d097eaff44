"""Statements about channels and rests of games: lost channels, and those idle games make free."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from metrobot.store.schema.act_rows import NewDelivery
from metrobot.store.schema.rows import ABSENCE, Asked, ChannelTakenError, GameRow, StaleError
from metrobot.store.schema.tables import (
    GOES_ON,
    HOLDS_CHANNEL,
    IS_AWAITED,
    IS_PUT_ASIDE,
    deliveries,
    games,
    preferences,
    seats,
)
from metrobot.store.statements.outbox import drop_where, enqueue
from metrobot.store.statements.votes.oks import ask_again, seat
from metrobot.store.statements.waits.due import DueRow, keep
from metrobot.store.statements.waits.looks import note_begun, note_game, stop_clocks

NOTICE: Final = timedelta(days=7)
"""Time from when a table is told that it is idle until its game is put aside."""
_TOLD: Final = ("idle", "idle_direct")
_PAUSE: Final = timedelta(hours=1)
"""Pause before an idle game is looked at again of which nothing can be told yet."""
_OUTDATED: Final = (*_TOLD, "remind", "remind_direct", "silent", "gone")
"""Kinds of deliveries that are of no use once a game is put aside."""


Ends: TypeAlias = Callable[[int, datetime, timedelta], datetime]
"""Function that returns when a server has been heard for so long since a moment."""
_IS_LOST = games.c.lost.is_not(None)
# The end of a game in a lost channel is still to be told. Each condition has an index of its own.
_MOVABLE = (HOLDS_CHANNEL, sa.and_(_IS_LOST, games.c.status == "over"))


def movable_in(connection: Connection, guild: int) -> tuple[int, ...]:
    """Return the games of a server that can go to another channel, the newest first."""
    queries = (
        sa.select(games.c.id).where(games.c.guild == guild, condition) for condition in _MOVABLE
    )
    return _newest_first(connection, sa.union(*queries))


def servers_after(connection: Connection, guild: int, most: int) -> tuple[int, ...]:
    """Return the next servers with a game that can go to another channel.

    Args:
        connection: within a transaction.
        guild: id of a server; the others have higher ids.
        most: number of servers, at most.
    """
    guilds = set[int]()
    for condition in _MOVABLE:
        query = sa.select(games.c.guild).where(games.c.guild > guild, condition)
        guilds.update(
            connection.execute(query.distinct().order_by(games.c.guild).limit(most)).scalars()
        )
    return tuple(sorted(guilds)[:most])


def channels_in(connection: Connection, guild: int) -> dict[int, str | None]:
    """Return the channels of such games of a server, each with why posting fails, or None."""
    channels = dict[int, str | None]()
    for condition in _MOVABLE:
        query = sa.select(games.c.channel, games.c.lost).where(games.c.guild == guild, condition)
        channels.update({row.channel: row.lost for row in connection.execute(query)})
    return channels


def lost_in(connection: Connection, guild: int) -> tuple[int, ...]:
    """Return the games of a server whose channel is lost."""
    is_left = games.c.status.in_(("lobby", "running", "over"))
    query = sa.select(games.c.id).where(games.c.guild == guild, _IS_LOST, is_left, ~IS_PUT_ASIDE)
    return tuple(sorted(connection.execute(query).scalars()))


def movable_with(connection: Connection, guild: int, player: int) -> tuple[int, ...]:
    """Return the movable games of a server in which a person sits or is the host."""
    sits = sa.exists().where(seats.c.game == games.c.id, seats.c.player == player)
    theirs = (games.c.guild == guild, sa.or_(games.c.host == player, sits))
    queries = (sa.select(games.c.id).where(*theirs, condition) for condition in _MOVABLE)
    return _newest_first(connection, sa.union(*queries))


def _newest_first(connection: Connection, query: sa.CompoundSelect[int]) -> tuple[int, ...]:
    return tuple(sorted(connection.execute(query).scalars(), reverse=True))


def unfinished_at(connection: Connection, channels: Sequence[int]) -> tuple[int, ...]:
    """Return the unfinished games of some channels."""
    query = sa.select(games.c.id).where(games.c.channel.in_(channels), HOLDS_CHANNEL)
    return tuple(connection.execute(query.order_by(games.c.id)).scalars())


def lose_channel(
    connection: Connection, game: int, reason: str, notices: Sequence[NewDelivery], now: datetime
) -> bool:
    """Mark the channel of a game as lost, and enqueue what is told of that.

    Returns:
        Whether that is new; if not, nothing is enqueued.
    """
    update = games.update().where(games.c.id == game, games.c.lost.is_(None))
    if is_new := _tell_once(connection, update.values(lost=reason), game, notices, now):
        # Nobody can play there: time begins anew when it is back.
        stop_clocks(connection, game)
    return is_new


def _tell_once(
    connection: Connection,
    update: sa.Update,
    game: int,
    notices: Sequence[NewDelivery],
    now: datetime,
) -> bool:
    """Change a game, and enqueue what is told of that if it was not changed so before."""
    if connection.execute(update).rowcount != 1:
        return False
    revision = connection.execute(sa.select(games.c.revision).where(games.c.id == game))
    enqueue(connection, game, revision.scalar_one(), notices, now)
    return True


def regain_channel(connection: Connection, game: int, now: datetime) -> None:
    """Unmark the channel of a game as lost; all that waited is due at once."""
    own = games.update().where(games.c.id == game)
    connection.execute(own.values(lost=None))
    # Whoever is awaited was called by nothing before that.
    connection.execute(own.where(games.c.status == "running").values(turn_since=now))
    ask_again(connection, game, now)
    stop_clocks(connection, game)
    note_game(connection, game, now)
    hurry(connection, game, now)


def set_board_message(connection: Connection, game: int, message: int) -> None:
    """Store the newest lobby or board message."""
    connection.execute(games.update().where(games.c.id == game).values(board_message=message))


def forget_board(
    connection: Connection,
    game: int,
    message: int | None,
    notices: Sequence[NewDelivery],
    now: datetime,
) -> bool:
    """Forget a game's newest message, which was deleted or never came, and enqueue another one.

    Returns:
        Whether it was still the newest; if not, nothing is enqueued.
    """
    update = games.update().where(games.c.id == game, games.c.board_message == message)
    return _tell_once(connection, update.values(board_message=None), game, notices, now)


def relocate(
    connection: Connection,
    game: GameRow,
    channel: int,
    notices: Sequence[NewDelivery],
    request: Asked,
) -> None:
    """Move a game, as it was last seen, to another channel of its server.

    Unless the game is private, its old channel is told. A game that was put aside goes on, in
    its old channel if that is the one named. Of a lobby people are asked for their OK.

    Raises:
        ChannelTakenError: an unfinished game is there already.
        StaleError: the game has moved on.
    """
    update = games.update().where(
        games.c.id == game.id,
        games.c.channel == game.channel,
        games.c.status == game.status,
        games.c.revision == game.revision,
        ~IS_PUT_ASIDE if game.aside_at is None else IS_PUT_ASIDE,
    )
    now = request.at
    values = {"channel": channel, "lost": None, "board_message": None, "acted_at": now}
    if is_back := game.status == "running" and bool(game.aside_at or game.lost):
        values |= {"aside_at": None, "turn_since": now}
    try:
        if connection.execute(update.values(values)).rowcount != 1:
            raise StaleError
    except IntegrityError as error:
        raise ChannelTakenError from error
    if game.aside_at is not None:
        resting = (deliveries.c.game == game.id, deliveries.c.status == "resting")
        connection.execute(deliveries.update().where(*resting).values(status="pending"))
    if is_back:
        stop_clocks(connection, game.id)
        note_begun(connection, game.id, now)
    hurry(connection, game.id, now)
    enqueue(connection, game.id, game.revision, notices, now)
    if game.status == "lobby":
        seat(connection, game.id, game.people, request)
    if not game.private and channel != game.channel:
        note = NewDelivery("away", turn=game.id, guild=game.guild, channel=game.channel)
        enqueue(connection, None, 0, [note], now)


def hurry(connection: Connection, game: int, now: datetime, *, anew: bool = True) -> None:
    """Have all pending deliveries of a game tried at once.

    Args:
        connection: within a transaction.
        game: id of the game.
        now: the present time.
        anew: whether pauses begin short again if it fails.
    """
    values = {"next_at": now, **({"attempts": 0} if anew else {})}
    update = deliveries.update().where(deliveries.c.game == game, deliveries.c.status == "pending")
    connection.execute(update.values(values))


def put_aside(
    connection: Connection,
    due_rows: Sequence[DueRow],
    span: timedelta,
    idle_by: datetime,
    ends: Ends,
    *,
    now: datetime,
    ahead: timedelta = timedelta(),
) -> tuple[int, ...]:
    """Tell the tables of idle games, and put the games aside that were told long enough ago.

    Args:
        connection: within a transaction.
        due_rows: games that may be idle, as they were due.
        span: time without an act after which a game is idle.
        idle_by: the moment since which so much time may have passed.
        ends: returns when so much time has passed for a server since a moment.
        now: the present time.
        ahead: time by which the time of day, of which rests and absences are, is ahead.

    Returns:
        The games that were told or put aside.
    """
    query = _idling(idle_by + ahead, due_rows)
    rows = {row.id: row for row in connection.execute(query)}
    ids = list[int]()
    for due_row in (due_row for due_row in due_rows if due_row.of in rows):
        row = rows[due_row.of]
        last = _last(row, ahead)
        end = ends(row.guild, last, span)
        if row.told_at is not None:
            end = max(end, ends(row.guild, row.told_at, NOTICE))
        if end <= now and not row.is_pending and not _is_away(row, last, idle_by):
            ids.append(row.id)
            end = now + NOTICE
        with suppress(StaleError):
            keep(connection, due_row, end if end > now else now + _PAUSE)
    _rest(connection, [game for game in ids if rows[game].told_at is not None], now)
    for row in (rows[game] for game in ids):
        kind = "idle" if row.told_at is None else "aside"
        # A channel that hears nothing is not told: its players are, one by one.
        recipients = _people(connection, row.id) if row.private or row.lost else ()
        alone = [NewDelivery(f"{kind}_direct", player=player) for player in recipients]
        enqueue(connection, row.id, row.revision, alone or [NewDelivery(kind)], now)
    return tuple(ids)


def _idling(away_by: datetime, due_rows: Sequence[DueRow]) -> sa.Select[Any]:
    """Return the query for games that may be idle: when they were told, and whether they wait."""
    was_told = sa.and_(
        deliveries.c.game == games.c.id,
        deliveries.c.kind.in_(_TOLD),
        deliveries.c.next_at > games.c.turn_since,
        sa.or_(games.c.acted_at.is_(None), deliveries.c.next_at > games.c.acted_at),
    )
    told_at = sa.select(sa.func.max(deliveries.c.next_at)).where(was_told).scalar_subquery()
    # Whoever is awaited and away has no more days than are left of those for this game.
    away_used = sa.select(sa.func.min(seats.c.away_used)).where(
        seats.c.game == games.c.id,
        preferences.c.player == seats.c.player,
        preferences.c.away_until > away_by,
        IS_AWAITED,
    )
    names = ("id", "revision", "private", "lost", "guild", "turn_since", "acted_at", "rest_until")
    columns = (*(games.c[name] for name in names), told_at.label("told_at"))
    is_pending = sa.exists().where(was_told, deliveries.c.status == "pending")
    away = away_used.scalar_subquery().label("away_used")
    query = sa.select(*columns, away, is_pending.label("is_pending"))
    return query.where(games.c.id.in_([due_row.of for due_row in due_rows]), GOES_ON)


def _last(row: sa.Row[Any], ahead: timedelta) -> datetime:
    """Return the time of the last act in a game, or the end of a rest after it."""
    rest = row.rest_until and row.rest_until - ahead
    moments: list[datetime | None] = [row.turn_since, row.acted_at, rest]
    return max(moment for moment in moments if moment is not None)


def _is_away(row: sa.Row[Any], last: datetime, idle_by: datetime) -> bool:
    """Return whether somebody in a game is away, for no longer than that is no idleness."""
    return row.away_used is not None and last > idle_by - ABSENCE + timedelta(seconds=row.away_used)


def _people(connection: Connection, game: int) -> Sequence[int]:
    query = sa.select(seats.c.player).where(seats.c.game == game, seats.c.player > 0)
    return connection.execute(query.order_by(seats.c.position)).scalars().all()


def _rest(connection: Connection, idle: Sequence[int], now: datetime) -> None:
    """Put games aside; what was still to be posted of them waits until they go on."""
    connection.execute(games.update().where(games.c.id.in_(idle)).values(aside_at=now))
    for game in idle:
        note_game(connection, game, now)
    own = deliveries.c.game.in_(idle)
    drop_where(connection, "put aside", own, deliveries.c.kind.in_(_OUTDATED))
    update = deliveries.update().where(own, deliveries.c.status == "pending")
    connection.execute(update.values(status="resting"))
