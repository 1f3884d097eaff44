"""Statements about channels and rests of games: lost channels, and those idle games make free."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from metrobot.store.schema.rows import (
    ABSENCE,
    Asked,
    ChannelTakenError,
    GameRow,
    NewDelivery,
    StaleError,
)
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
from metrobot.store.statements.oks import ask_again, seat
from metrobot.store.statements.outbox import drop_where, enqueue
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
    found = (sa.select(games.c.id).where(games.c.guild == guild, each) for each in _MOVABLE)
    return _newest_first(connection, sa.union(*found))


def servers_after(connection: Connection, guild: int, most: int) -> tuple[int, ...]:
    """Return the next servers with a game that can go to another channel.

    Args:
        connection: within a transaction.
        guild: id of a server; the others have higher ids.
        most: number of servers, at most.
    """
    found = set[int]()
    for each in _MOVABLE:
        query = sa.select(games.c.guild).where(games.c.guild > guild, each)
        found.update(
            connection.execute(query.distinct().order_by(games.c.guild).limit(most)).scalars()
        )
    return tuple(sorted(found)[:most])


def channels_in(connection: Connection, guild: int) -> dict[int, str | None]:
    """Return the channels of such games of a server, each with why posting fails, or None."""
    found = dict[int, str | None]()
    for each in _MOVABLE:
        query = sa.select(games.c.channel, games.c.lost).where(games.c.guild == guild, each)
        found.update({row.channel: row.lost for row in connection.execute(query)})
    return found


def lost_in(connection: Connection, guild: int) -> tuple[int, ...]:
    """Return the games of a server whose channel is lost."""
    is_left = games.c.status.in_(("lobby", "running", "over"))
    query = sa.select(games.c.id).where(games.c.guild == guild, _IS_LOST, is_left, ~IS_PUT_ASIDE)
    return tuple(sorted(connection.execute(query).scalars()))


def movable_with(connection: Connection, guild: int, player: int) -> tuple[int, ...]:
    """Return the movable games of a server in which a person sits or is the host."""
    sits = sa.exists().where(seats.c.game == games.c.id, seats.c.player == player)
    theirs = (games.c.guild == guild, sa.or_(games.c.host == player, sits))
    found = (sa.select(games.c.id).where(*theirs, each) for each in _MOVABLE)
    return _newest_first(connection, sa.union(*found))


def _newest_first(connection: Connection, query: sa.CompoundSelect[int]) -> tuple[int, ...]:
    return tuple(sorted(connection.execute(query).scalars(), reverse=True))


def unfinished_at(connection: Connection, channels: Sequence[int]) -> tuple[int, ...]:
    """Return the unfinished games of some channels."""
    query = sa.select(games.c.id).where(games.c.channel.in_(channels), HOLDS_CHANNEL)
    return tuple(connection.execute(query.order_by(games.c.id)).scalars())


def lose_channel(
    connection: Connection, game: int, reason: str, told: Sequence[NewDelivery], at: datetime
) -> bool:
    """Mark the channel of a game as lost, and enqueue what is told of that.

    Returns:
        Whether that is new; if not, nothing is enqueued.
    """
    update = games.update().where(games.c.id == game, games.c.lost.is_(None))
    if is_new := _tell_once(connection, update.values(lost=reason), game, told, at):
        # Nobody can play there: time begins anew when it is back.
        stop_clocks(connection, game)
    return is_new


def _tell_once(
    connection: Connection, update: sa.Update, game: int, told: Sequence[NewDelivery], at: datetime
) -> bool:
    """Change a game, and enqueue what is told of that if it was not changed so before."""
    if connection.execute(update).rowcount != 1:
        return False
    revision = connection.execute(sa.select(games.c.revision).where(games.c.id == game))
    enqueue(connection, game, revision.scalar_one(), told, at)
    return True


def regain_channel(connection: Connection, game: int, at: datetime) -> None:
    """Unmark the channel of a game as lost; all that waited is due at once."""
    own = games.update().where(games.c.id == game)
    connection.execute(own.values(lost=None))
    # Whoever is awaited was called by nothing before that.
    connection.execute(own.where(games.c.status == "running").values(turn_since=at))
    ask_again(connection, game, at)
    stop_clocks(connection, game)
    note_game(connection, game, at)
    hurry(connection, game, at)


def set_board_message(connection: Connection, game: int, message: int) -> None:
    """Store the newest lobby or board message."""
    connection.execute(games.update().where(games.c.id == game).values(board_message=message))


def forget_board(
    connection: Connection,
    game: int,
    message: int | None,
    told: Sequence[NewDelivery],
    at: datetime,
) -> bool:
    """Forget a game's newest message, which was deleted or never came, and enqueue another one.

    Returns:
        Whether it was still the newest; if not, nothing is enqueued.
    """
    update = games.update().where(games.c.id == game, games.c.board_message == message)
    return _tell_once(connection, update.values(board_message=None), game, told, at)


def relocate(
    connection: Connection, game: GameRow, channel: int, told: Sequence[NewDelivery], asked: Asked
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
    at = asked.at
    values = {"channel": channel, "lost": None, "board_message": None, "acted_at": at}
    if is_back := game.status == "running" and bool(game.aside_at or game.lost):
        values |= {"aside_at": None, "turn_since": at}
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
        note_begun(connection, game.id, at)
    hurry(connection, game.id, at)
    enqueue(connection, game.id, game.revision, told, at)
    if game.status == "lobby":
        seat(connection, game.id, game.people, asked)
    if not game.private and channel != game.channel:
        note = NewDelivery("away", turn=game.id, guild=game.guild, channel=game.channel)
        enqueue(connection, None, 0, [note], at)


def hurry(connection: Connection, game: int, at: datetime, *, anew: bool = True) -> None:
    """Have all pending deliveries of a game tried at once.

    Args:
        connection: within a transaction.
        game: id of the game.
        at: the present time.
        anew: whether pauses begin short again if it fails.
    """
    values = {"next_at": at, **({"attempts": 0} if anew else {})}
    waiting = deliveries.update().where(deliveries.c.game == game, deliveries.c.status == "pending")
    connection.execute(waiting.values(values))


def put_aside(
    connection: Connection,
    seen: Sequence[DueRow],
    span: timedelta,
    idle_by: datetime,
    ends: Ends,
    *,
    at: datetime,
    ahead: timedelta = timedelta(),
) -> tuple[int, ...]:
    """Tell the tables of idle games, and put the games aside that were told long enough ago.

    Args:
        connection: within a transaction.
        seen: games that may be idle, as they were due.
        span: time without an act after which a game is idle.
        idle_by: the moment since which so much time may have passed.
        ends: returns when so much time has passed for a server since a moment.
        at: the present time.
        ahead: time by which the time of day, of which rests and absences are, is ahead.

    Returns:
        The games that were told or put aside.
    """
    query = _idling(idle_by + ahead, seen)
    rows = {row.id: row for row in connection.execute(query)}
    told = list[int]()
    for each in (each for each in seen if each.of in rows):
        row = rows[each.of]
        last = _last(row, ahead)
        end = ends(row.guild, last, span)
        if row.told_at is not None:
            end = max(end, ends(row.guild, row.told_at, NOTICE))
        if end <= at and not row.is_pending and not _is_away(row, last, idle_by):
            told.append(row.id)
            end = at + NOTICE
        with suppress(StaleError):
            keep(connection, each, end if end > at else at + _PAUSE)
    _rest(connection, [game for game in told if rows[game].told_at is not None], at)
    for row in (rows[game] for game in told):
        kind = "idle" if row.told_at is None else "aside"
        # A channel that hears nothing is not told: its players are, one by one.
        to = _people(connection, row.id) if row.private or row.lost else ()
        alone = [NewDelivery(f"{kind}_direct", player=player) for player in to]
        enqueue(connection, row.id, row.revision, alone or [NewDelivery(kind)], at)
    return tuple(told)


def _idling(away_by: datetime, seen: Sequence[DueRow]) -> sa.Select[Any]:
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
    return query.where(games.c.id.in_([each.of for each in seen]), GOES_ON)


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


def _rest(connection: Connection, idle: Sequence[int], at: datetime) -> None:
    """Put games aside; what was still to be posted of them waits until they go on."""
    connection.execute(games.update().where(games.c.id.in_(idle)).values(aside_at=at))
    for game in idle:
        note_game(connection, game, at)
    its = deliveries.c.game.in_(idle)
    drop_where(connection, "put aside", its, deliveries.c.kind.in_(_OUTDATED))
    waiting = deliveries.update().where(its, deliveries.c.status == "pending")
    connection.execute(waiting.values(status="resting"))
