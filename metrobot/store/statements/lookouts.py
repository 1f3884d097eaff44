"""Statements about lookouts and who is called, people asked by name, and followers of games."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple, TypeAlias

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import advisory_lock, upsert
from metrobot.store.schema.act_rows import NewDelivery
from metrobot.store.schema.lookout_tables import asks, follows, lookouts
from metrobot.store.schema.rows import NOBODY, GameRow, PersonRow, rows_of
from metrobot.store.schema.tables import (
    IS_UNFINISHED,
    UtcDateTime,
    charges,
    deliveries,
    departures,
    events,
    seats,
)
from metrobot.store.schema.tables import games as games_table
from metrobot.store.statements.outbox import drop_where, enqueue
from metrobot.store.statements.people import remember
from metrobot.store.statements.votes.ballots import hasten_all
from metrobot.store.statements.waits.due import DueKind, set_due, state

CALL: Final = "call"
"""Kind of the deliveries that call people to a lobby."""
INVITES: Final = ("invite", "invite_direct")
"""Kinds of the deliveries that ask somebody by name to join a lobby."""
FOLLOWED: Final = "followed"
"""Kind of the deliveries that tell those who follow a game."""
Changes: TypeAlias = Mapping[str, datetime | None]


class Ask(NamedTuple):
    """A person who was asked by name to join a lobby.

    Attributes:
        game: id of the lobby.
        player: id of the person.
        asker: id of who asked.
        at: when.
        no_at: when they said No, or None.
    """

    game: int
    player: int
    asker: int
    at: datetime
    no_at: datetime | None = None


def titles_looked_for(connection: Connection, guild: int, player: int) -> tuple[str, ...]:
    """Return the titles to whose lobbies somebody wants to be called on a server."""
    own = sa.select(lookouts.c.titles).where(_is_lookout(guild, (player,)))
    return tuple(connection.execute(own).scalar_one_or_none() or ())


def _is_lookout(guild: int, players: Collection[int]) -> sa.ColumnElement[bool]:
    return sa.and_(lookouts.c.guild == guild, lookouts.c.player.in_(players))


def look_out(connection: Connection, guild: int, person: PersonRow, titles: Sequence[str]) -> None:
    """Store the titles to whose lobbies somebody wants to be called on a server."""
    remember(connection, person.id, person.name)
    row = {"guild": guild, "player": person.id, "titles": list(titles)}
    upsert(connection, lookouts, row, {"titles": list(titles)})
    if not titles:
        here = deliveries.c.game.in_(
            sa.select(games_table.c.id).where(IS_UNFINISHED, games_table.c.guild == guild)
        )
        own = (deliveries.c.player == person.id, deliveries.c.kind == CALL, here)
        drop_where(connection, "wants no calls", *own)


def wanting(connection: Connection, guild: int, title: str, moment: datetime) -> tuple[int, ...]:
    """Return the lookouts for a title on a server, longest not called first.

    Whoever was called after `moment` is left out.
    """
    rested = sa.or_(lookouts.c.called_at.is_(None), lookouts.c.called_at <= moment)
    query = sa.select(lookouts.c.player, lookouts.c.titles).where(lookouts.c.guild == guild, rested)
    query = query.order_by(lookouts.c.called_at.is_not(None), lookouts.c.called_at)
    return tuple(row.player for row in connection.execute(query) if title in row.titles)


def leavers(
    connection: Connection, guild: int, people: Sequence[int], start: datetime, most: int
) -> frozenset[int]:
    """Return those of some people who have left at least so many games of a server."""
    query = (
        sa.select(departures.c.player)
        .select_from(departures.join(games_table))
        .where(departures.c.player.in_(people), departures.c.at > start)
        .where(games_table.c.guild == guild)
        .group_by(departures.c.player)
        .having(sa.func.count(departures.c.game.distinct()) >= most)
    )
    return frozenset(connection.execute(query).scalars())


def call(
    connection: Connection,
    game: GameRow,
    people: Sequence[int],
    moment: datetime,
    now: datetime,
    *,
    missed: Sequence[int] = (),
) -> tuple[int, ...]:
    """Have people called to a lobby, but for those who were called there after `moment`.

    The missed ones, who do not see it, come after others the next time.

    Returns:
        Who is called.
    """
    # Two calls of the same people could wait for each other.
    advisory_lock(connection, f"lookouts {game.guild}")
    rested = sa.or_(lookouts.c.called_at.is_(None), lookouts.c.called_at <= moment)
    update = lookouts.update().where(_is_lookout(game.guild, people), rested).values(called_at=now)
    ids = set(connection.execute(update.returning(lookouts.c.player)).scalars())
    passed = lookouts.update().where(_is_lookout(game.guild, missed), rested)
    connection.execute(passed.values(called_at=moment))
    recipients = tuple(person for person in people if person in ids)
    enqueue(
        connection, game.id, 0, [NewDelivery(CALL, player=person) for person in recipients], now
    )
    return recipients


def offer_seat(
    connection: Connection, game: int, player: int, now: datetime, *, offered: bool
) -> None:
    """Store whether somebody offers their seat to whoever comes, which is told once a day."""
    own = seats.update().where(seats.c.game == game, seats.c.player == player)
    connection.execute(own.values(offered=offered))
    hasten_all(connection, game, now)
    if offered and state(connection, DueKind.SUBSTITUTE, game) is None:
        set_due(connection, DueKind.SUBSTITUTE, game, now)


def calls_of(
    connection: Connection, host: int, start: datetime
) -> tuple[tuple[datetime, datetime | None], ...]:
    """Return the times of a host's calls since a moment, each with the end of its lobby.

    None: it is still there, or somebody else plays in the game that has begun.
    """
    of_it = charges.c.of_game == games_table.c.id
    is_shared = sa.exists().where(
        seats.c.game == games_table.c.id, seats.c.player > NOBODY, seats.c.player != host
    )
    begun = sa.select(sa.func.min(events.c.at)).where(events.c.game == games_table.c.id)
    is_cancelled = games_table.c.status == "cancelled"
    alone = sa.case((~is_shared, begun.scalar_subquery()))
    gone_at = sa.case((is_cancelled, games_table.c.finished_at), else_=alone)
    own = (charges.c.person == host, charges.c.account == "calls", charges.c.at > start)
    query = sa.select(charges.c.at, gone_at.label("gone_at")).join(games_table, of_it).where(*own)
    return tuple((row.at, row.gone_at) for row in connection.execute(query))


def asks_of(connection: Connection, player: int) -> tuple[Ask, ...]:
    """Return the asks of a person in the last days."""
    return rows_of(Ask, connection.execute(sa.select(asks).where(asks.c.player == player)))


def ask(connection: Connection, new: Ask, most: int, kinds: Sequence[str]) -> bool:
    """Ask somebody by name to join a lobby; return False if that was done before, or often.

    Args:
        connection: within a transaction.
        new: who is asked by whom.
        most: asks of one lobby.
        kinds: of the deliveries that tell them; none if they are left in peace.
    """
    advisory_lock(connection, f"asks {new.game}")
    query = sa.select(asks.c.player).where(asks.c.game == new.game)
    people = connection.execute(query).scalars().all()
    if new.player in people or len(people) >= most:
        return False
    connection.execute(asks.insert(), new._asdict())
    letters = [NewDelivery(kind, player=new.player) for kind in kinds]
    enqueue(connection, new.game, 0, letters, new.at)
    return True


def decline(connection: Connection, game: int, player: int, now: datetime) -> bool:
    """Store that somebody who was asked to a lobby said No; return False if nobody asked them."""
    own = asks.update().where(asks.c.game == game, asks.c.player == player)
    first = sa.func.coalesce(asks.c.no_at, sa.literal(now, UtcDateTime))
    letters = (deliveries.c.game == game, deliveries.c.player == player)
    drop_where(connection, "declined", *letters, deliveries.c.kind.in_(INVITES))
    return connection.execute(own.values(no_at=first)).rowcount > 0


class Follow(NamedTuple):
    """A person who follows a game.

    Attributes:
        game: id of the game.
        player: id of the person.
        turns: whether they are told of turns; else of the end alone.
        told_at: when they were last told, or None.
        next_at: when to look whether they can be told; None: there are no news.
    """

    game: int
    player: int
    turns: bool
    told_at: datetime | None = None
    next_at: datetime | None = None


def follow(connection: Connection, new: Follow, most_games: int, most_people: int) -> bool:
    """Let somebody follow a game; return False if they, or others, follow too much."""
    advisory_lock(connection, "follows")
    own, count = (follows.c.game == new.game, follows.c.player == new.player), sa.func.count()
    if connection.execute(follows.update().where(*own).values(turns=new.turns)).rowcount:
        return True
    games, people = (
        connection.execute(sa.select(count).where(it)).scalar_one() for it in own[::-1]
    )
    if has_room := games < most_games and people < most_people:
        connection.execute(follows.insert(), new._asdict())
    return has_room


def unfollow(connection: Connection, game: int, player: int) -> None:
    """Let somebody follow a game no more, and drop what is still to be sent of it."""
    connection.execute(follows.delete().where(follows.c.game == game, follows.c.player == player))
    own = (deliveries.c.player == player, deliveries.c.turn == game, deliveries.c.kind == FOLLOWED)
    drop_where(connection, "not followed", *own)


def followers(connection: Connection, game: int) -> tuple[Follow, ...]:
    """Return the followers of a game."""
    return rows_of(Follow, connection.execute(sa.select(follows).where(follows.c.game == game)))


def due_followers(connection: Connection, now: datetime, most: int) -> tuple[Follow, ...]:
    """Return the followers who are due, the longest due first."""
    query = sa.select(follows).where(follows.c.next_at <= now)
    return rows_of(Follow, connection.execute(query.order_by(follows.c.next_at).limit(most)))


def settle_follower(
    connection: Connection, old: Follow, values: Changes, letter: NewDelivery | None, now: datetime
) -> None:
    """Settle a follower who was due, unless something has happened since.

    Args:
        connection: within a transaction.
        old: as it was found.
        values: what changes of it; none: they follow the game no more.
        letter: the news; None: there are none yet.
        now: the present time.
    """
    own = (follows.c.game == old.game, follows.c.player == old.player)
    change = follows.update().values(values) if values else follows.delete()
    if connection.execute(change.where(*own, follows.c.next_at == old.next_at)).rowcount and letter:
        enqueue(connection, None, 0, [letter], now)
