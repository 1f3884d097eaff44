"""Statements about finished games, for those who compare themselves."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.schema import games, players, seats


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


def newest_end(connection: Connection, guild: int) -> tuple[int, int]:
    """Return how many games of a server have come to a result, and the highest id of them."""
    query = sa.select(sa.func.count(), sa.func.coalesce(sa.func.max(games.c.id), 0)).where(
        games.c.guild == guild, games.c.status == "over"
    )
    count, newest = connection.execute(query).one()
    return count, newest


def finished(connection: Connection, guild: int) -> tuple[FinishedRow, ...]:
    """Return all games of a server that came to a result, in the order of their ends."""
    seated = _seated(connection, guild)
    query = (
        sa.select(games.c.id, games.c.title, games.c.result, games.c.computed)
        .where(games.c.guild == guild, games.c.status == "over")
        .order_by(games.c.finished_at, games.c.id)
    )
    return tuple(
        FinishedRow(
            row.id,
            row.title,
            row.result,
            tuple(player for player, _ in seated.get(row.id, ())),
            row.computed,
            frozenset(
                place for place, (_, has_cover) in enumerate(seated.get(row.id, ())) if has_cover
            ),
        )
        for row in connection.execute(query)
    )


def _seated(connection: Connection, guild: int) -> dict[int, list[tuple[int, bool]]]:
    """Return who sat at the end of each finished game of a server, and who was covered."""
    query = (
        sa.select(seats.c.game, seats.c.player, seats.c.cover)
        .join(games, games.c.id == seats.c.game)
        .where(games.c.guild == guild, games.c.status == "over")
        .order_by(seats.c.game, seats.c.position)
    )
    found: dict[int, list[tuple[int, bool]]] = {}
    for row in connection.execute(query):
        found.setdefault(row.game, []).append((row.player or 0, row.cover is not None))
    return found


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
