"""Statements about figures of people and of seasons."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.schema.rows import start_of
from metrobot.store.schema.standing_tables import standings
from metrobot.store.schema.tables import HAS_ENDED, departures, events, games, players, seats
from metrobot.store.statements.finished import ENDED_AT, FinishedRow, finished_rows
from metrobot.store.statements.people import gone_from, memo
from metrobot.store.statements.ratings import (
    IS_SHOWN,
    LeaderboardEntry,
    columns_of,
    read_standing,
    shown_skill,
)

UPGRADED: Final = "seasons"
"""Memo of the end of the last game that belongs to no season; none in a new database."""


def profile_of(connection: Connection, guild: int, player: int) -> tuple[LeaderboardEntry, ...]:
    """Return the places of one person on a server, in each title that they have played."""
    others = standings.alias()
    better = (
        sa.select(sa.func.count())
        .select_from(others)
        .where(
            others.c.guild == standings.c.guild,
            others.c.title == standings.c.title,
            others.c.games > 0,
            others.c.player.not_in(gone_from(guild)),
            shown_skill(others) > shown_skill(standings),
        )
        .scalar_subquery()
    )
    query = sa.select(better.label("better"), *columns_of(standings)).where(
        standings.c.guild == guild, standings.c.player == player
    )
    return tuple(
        LeaderboardEntry(row.better + 1 if row.games else None, read_standing(row))
        for row in connection.execute(query.order_by(standings.c.title))
    )


def played_most(connection: Connection, guild: int) -> str | None:
    """Return the title that was played most on a server, or None."""
    game_count = sa.func.sum(standings.c.games + standings.c.solo_games)
    query = (
        sa.select(standings.c.title)
        .where(standings.c.guild == guild)
        .group_by(standings.c.title)
        .order_by(game_count.desc(), standings.c.title)
        .limit(1)
    )
    return connection.execute(query).scalar_one_or_none()


def upgraded_at(connection: Connection) -> datetime | None:
    """Return the end of the last game before there were seasons, or None."""
    moment = memo(connection, UPGRADED)
    return None if moment is None else datetime.fromisoformat(moment)


def season_games(
    connection: Connection, guild: int, quarter: int
) -> tuple[tuple[FinishedRow, datetime], ...]:
    """Return the games of a server that were over in a season, and when each began."""
    is_over = (games.c.guild == guild, games.c.status == "over")
    since, end = upgraded_at(connection), ENDED_AT.element
    in_time = [end >= start_of(quarter), end < start_of(quarter + 1)]
    in_time += [] if since is None else [end > since]
    rows = finished_rows(connection, (*is_over, *in_time))
    begin = sa.select(events.c.game, sa.func.min(events.c.at)).group_by(events.c.game)
    query = begin.where(events.c.game.in_([row.id for row in rows]))
    begins: dict[int, datetime] = {row[0]: row[1] for row in connection.execute(query)}
    return tuple((row, begins[row.id]) for row in rows if row.id in begins)


def names_shown(connection: Connection, guild: int, people: Collection[int]) -> dict[int, str]:
    """Return the names of those people who let others see them and are on a server."""
    query = sa.select(players.c.id, players.c.name).where(
        *IS_SHOWN, players.c.id.in_(people), players.c.id.not_in(gone_from(guild))
    )
    return {row.id: row.name for row in connection.execute(query)}


def latest_games(
    connection: Connection, guild: int, player: int, most: int
) -> tuple[FinishedRow, ...]:
    """Return the latest games of a server that somebody played in, in the order of their ends."""
    own = sa.union(
        *(sa.select(table.c.game).where(table.c.player == player) for table in (seats, departures))
    ).subquery()
    query = sa.select(games.c.id).select_from(own).join(games, games.c.id == own.c.game)
    latest = query.where(HAS_ENDED, games.c.guild == guild).order_by(games.c.id.desc())
    ids = connection.execute(latest.limit(most)).scalars().all()
    return finished_rows(connection, [games.c.id.in_(ids)])


def latest_moves(
    connection: Connection, guild: int, player: int, titles: Collection[str], most: int
) -> tuple[Any, ...]:
    """Return the events of somebody's latest games, each with its game, in order.

    Only games in which each turn of theirs is their own: among people alone, in a seat that
    nobody else has had.
    """
    others, former = seats.alias(), departures
    # Distinct, so that SQLite begins with these and not with all games of the server.
    held = sa.select(seats.c.game, seats.c.position).where(seats.c.player == player)
    own = held.distinct().subquery()
    is_other = (others.c.game == own.c.game, others.c.position != own.c.position)
    is_former = (former.c.game == own.c.game, former.c.position == own.c.position)
    size = sa.select(sa.func.count()).where(others.c.game == own.c.game).scalar_subquery()
    mine = (
        sa.select(games, own.c.position, size.label("size"))
        .select_from(own)
        .join(games, games.c.id == own.c.game)
        .where(games.c.guild == guild, games.c.title.in_(titles))
        .where(~games.c.computed, sa.exists().where(*is_other), ~sa.exists().where(*is_former))
        .order_by(games.c.id.desc())
        .limit(most)
        .subquery()
    )
    columns = (mine.c[name] for name in ("id", "title", "options", "pace", "position", "size"))
    query = sa.select(*columns, *(events.c[name] for name in ("at", "actor", "planned")))
    query = query.join(events, events.c.game == mine.c.id)
    query = query.where(~events.c.void, events.c.actor != "table")
    return tuple(connection.execute(query.order_by(mine.c.id, events.c.revision)))
