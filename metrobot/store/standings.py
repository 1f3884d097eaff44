"""Statements about finished games, for those who compare themselves."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from metrobot.store.rows import StaleError
from metrobot.store.schema import games, literally, players, seats, standings, tallies

_STANDING: Final = tuple(
    standings.c[name]
    for name in (
        *("title", "player", "games", "wins", "points", "best"),
        *("solo_games", "solo_points", "solo_best", "against", "mu", "sigma"),
    )
)


@dataclass(frozen=True, slots=True)
class FinishedRow:
    """One game that came to a result.

    Attributes:
        id: of the game.
        title: id of the game title.
        result: as in the record.
        people: ids of the people who sat there at the end, in the order of play; below 0
            somebody who has been forgotten or a computer, 0: the seat was vacant.
        computed: whether a computer has made a choice in it.
        covered: the places where a computer played for its owner at the end.
    """

    id: int
    title: str
    result: Mapping[str, Any]
    people: tuple[int, ...]
    computed: bool = False
    covered: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Tally:
    """How far the games of a server are counted.

    Attributes:
        games: how many of them are.
        is_behind: whether there are others that are over.
    """

    games: int
    is_behind: bool


def tally(connection: Connection, guild: int) -> Tally:
    """Return how far the games of a server are counted."""
    count = connection.execute(sa.select(tallies.c.games).where(tallies.c.guild == guild))
    more = connection.execute(sa.select(games.c.id).where(*_uncounted(guild)).limit(1))
    return Tally(count.scalar_one_or_none() or 0, more.first() is not None)


def standings_of(connection: Connection, guild: int) -> tuple[int, tuple[tuple[Any, ...], ...]]:
    """Return how many games of a server are counted, and the standings after them.

    Each is the id of a title, the id of a player and the numbers.
    """
    query = sa.select(*_STANDING).where(standings.c.guild == guild)
    rows = tuple(tuple(row) for row in connection.execute(query))
    return tally(connection, guild).games, rows


def uncounted(connection: Connection, guild: int, most: int) -> tuple[FinishedRow, ...]:
    """Return games of a server that are over and not counted yet, in the order of their ends."""
    return _finished(connection, _uncounted(guild), most)


def finished(connection: Connection, guild: int) -> tuple[FinishedRow, ...]:
    """Return all games of a server that came to a result, in the order of their ends."""
    return _finished(connection, [games.c.guild == guild, games.c.status == "over"], None)


def count_on(
    connection: Connection,
    guild: int,
    before: int,
    counted: Sequence[int],
    changed: Sequence[tuple[Any, ...]],
) -> None:
    """Store the standings after some more games.

    Args:
        connection: within a transaction.
        guild: id of the Discord server.
        before: how many games had been counted.
        counted: ids of the games that are now.
        changed: the standings that are others by that, as `standings_of` returns them.

    Raises:
        StaleError: another process was faster.
    """
    _advance(connection, guild, before, before + len(counted))
    connection.execute(games.update().where(games.c.id.in_(counted)).values(counted=True))
    by_title = dict[str, list[int]]()
    for title, player, *_ in changed:
        by_title.setdefault(title, []).append(player)
    for title, people in by_title.items():
        old = (standings.c.guild == guild, standings.c.title == title)
        connection.execute(standings.delete().where(*old, standings.c.player.in_(people)))
    names = [column.name for column in _STANDING]
    rows = [{"guild": guild, **dict(zip(names, row, strict=True))} for row in changed]
    if rows:
        connection.execute(standings.insert(), rows)


def _advance(connection: Connection, guild: int, before: int, after: int) -> None:
    """Store how many games of a server are counted.

    Raises:
        StaleError: other ones are.
    """
    is_it = (tallies.c.guild == guild, tallies.c.games == before)
    update = tallies.update().where(*is_it).values(games=after)
    if connection.execute(update).rowcount:
        return
    try:
        if before:
            raise StaleError
        connection.execute(tallies.insert(), {"guild": guild, "games": after})
    except IntegrityError as error:
        raise StaleError from error


def _uncounted(guild: int) -> list[sa.ColumnElement[bool]]:
    """Return what is so of games that are over and not counted yet."""
    return [games.c.guild == guild, games.c.status == literally("over"), games.c.counted.is_(None)]


def _finished(
    connection: Connection, which: Sequence[sa.ColumnElement[bool]], most: int | None
) -> tuple[FinishedRow, ...]:
    """Return games that came to a result, in the order of their ends."""
    columns = [games.c[name] for name in ("id", "title", "result", "computed", "finished_at")]
    query = sa.select(*columns).where(*which)
    ended = query.order_by(games.c.finished_at, games.c.id).limit(most).subquery()
    seated = (
        sa.select(ended, seats.c.player, seats.c.cover)
        .outerjoin(seats, seats.c.game == ended.c.id)
        .order_by(ended.c.finished_at, ended.c.id, seats.c.position)
    )
    found = dict[int, list[Any]]()
    for row in connection.execute(seated):
        found.setdefault(row.id, []).append(row)
    return tuple(
        FinishedRow(
            number,
            rows[0].title,
            rows[0].result,
            tuple(row.player or 0 for row in rows),
            rows[0].computed,
            frozenset(place for place, row in enumerate(rows) if row.cover is not None),
        )
        for number, rows in found.items()
    )


def shown_names(connection: Connection, people: Collection[int]) -> dict[int, str]:
    """Return the names of those among some people who show themselves on boards."""
    query = sa.select(players.c.id, players.c.name).where(
        players.c.id.in_(people), players.c.listed, players.c.id > 0
    )
    return {row.id: row.name for row in connection.execute(query)}


def is_listed(connection: Connection, player: int) -> bool:
    """Return whether a person is shown on boards; whoever is not known is."""
    query = sa.select(players.c.listed).where(players.c.id == player)
    return bool(connection.execute(query).scalar_one_or_none() in (None, True))


def set_listed(connection: Connection, player: int, *, listed: bool) -> bool:
    """Store whether a person is shown; return whether they are known at all."""
    update = players.update().where(players.c.id == player).values(listed=listed)
    return connection.execute(update).rowcount == 1
