"""Statements about branches, which go on from games that are over, and about deals."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import insert_once
from metrobot.store.schema.act_rows import Announcement
from metrobot.store.schema.daily_tables import deals, runs
from metrobot.store.schema.rows import row_or_none, rows_of
from metrobot.store.schema.tables import charges, departures, literally, players, seats
from metrobot.store.statements import people
from metrobot.store.statements.daily.runs import (
    RunRow,
    existing,
    first_run,
    insert_run,
    read_run,
    values_of,
)

MOST_OPEN: Final = 5
"""Most branches of one person that are not finished."""
WATCHED: Final = "watched"
"""Account of those who have opened the replay of a game here."""
_NEWEST_FIRST: Final = (runs.c.begun_at.desc(), runs.c.id.desc())
_IS_BRANCH: Final = runs.c.kind == "branch"
_IS_DEAL: Final = runs.c.kind == literally("deal")


@dataclass(frozen=True, slots=True)
class DealRow:
    """A seat of a game that is over, handed on to all of a server.

    Attributes:
        id: counted up by the store; 0 before it is stored.
        game: number of the game.
        seat: the seat.
        player: id of whoever has handed it on.
        level: of the computers in the other seats; None: there are none.
        guild: id of the server.
        channel: id of the channel where it stands.
        until: when its table closes.
    """

    id: int
    game: int
    seat: int
    player: int
    level: str | None
    guild: int
    channel: int
    until: datetime


class DealResult(NamedTuple):
    """One row of the table of a deal.

    Attributes:
        player: id of the person.
        name: of the person.
        score: their points.
        compared: whether they neither were at that table nor had opened its replay.
    """

    player: int
    name: str
    score: int
    compared: bool


def begin_branch(connection: Connection, new: RunRow, name: str) -> RunRow:
    """Begin a branch, for which the oldest open one makes room; or somebody's one run of a deal."""
    people.remember(connection, new.player, name)
    if new.kind == "deal":
        knows = _knows_game(connection, new.game or 0, new.player)
        # Pressed twice at once: the second press gets the run of the first.
        insert_once(connection, runs, values_of(replace(new, compared=not knows)))
        return existing(run_of_deal(connection, new.game or 0, new.seat or 0, new.player))
    own = sa.select(runs.c.id).where(_IS_BRANCH, runs.c.player == new.player)
    newest_first = own.where(runs.c.status == "open").order_by(*_NEWEST_FIRST)
    old = connection.execute(newest_first.offset(MOST_OPEN - 1)).scalars().all()
    connection.execute(runs.delete().where(runs.c.id.in_(old)))
    return insert_run(connection, new)


def _knows_game(connection: Connection, game: int, player: int) -> bool:
    """Return whether somebody was at the table of a game, or has opened its replay."""
    ways = (
        sa.select(seats.c.player).where(seats.c.game == game, seats.c.player == player),
        sa.select(departures.c.player).where(
            departures.c.game == game, departures.c.player == player
        ),
        sa.select(charges.c.person).where(
            charges.c.person == player, charges.c.account == WATCHED, charges.c.of_game == game
        ),
    )
    return connection.execute(sa.union_all(*ways)).first() is not None


def run_of_deal(connection: Connection, game: int, seat: int, player: int) -> RunRow | None:
    """Return somebody's run of a deal, or None."""
    own = (runs.c.game == game) & (runs.c.seat == seat) & (runs.c.player == player)
    return first_run(connection, _IS_DEAL & own)


def open_branches(connection: Connection, player: int) -> tuple[RunRow, ...]:
    """Return the branches and deals that somebody has not finished, the last played first."""
    own = (runs.c.player == player, runs.c.kind.in_(("branch", "deal")), runs.c.status == "open")
    rows = connection.execute(sa.select(runs).where(*own).order_by(*_NEWEST_FIRST))
    return tuple(map(read_run, rows))


def clear_branches(connection: Connection, moment: datetime, now: datetime) -> None:
    """Remove branches last played before a moment, and deals whose tables are closed."""
    # The deeds of a branch are never null: with that the index of runs by age answers this.
    old = _IS_BRANCH & runs.c.deeds.is_not(None) & (runs.c.begun_at < moment)
    connection.execute(runs.delete().where(old))
    _close_deals(connection, now)


def _close_deals(connection: Connection, now: datetime) -> None:
    """Remove the deals whose tables are closed, with their runs."""
    for deal in connection.execute(sa.select(deals).where(deals.c.until <= now)).all():
        own = (runs.c.game == deal.game) & (runs.c.seat == deal.seat)
        connection.execute(runs.delete().where(_IS_DEAL & own))
    connection.execute(deals.delete().where(deals.c.until <= now))


def open_deal(connection: Connection, new: DealRow, announcement: Announcement) -> bool:
    """Hand a seat on, and announce that by the deal's number; False: it is handed on already."""
    _close_deals(connection, announcement.at)
    if not insert_once(connection, deals, values_of(new)):
        return False
    own = sa.select(deals.c.id).where(deals.c.game == new.game, deals.c.seat == new.seat)
    delivery = replace(announcement.delivery, turn=connection.execute(own).scalar_one())
    people.announce(connection, replace(announcement, delivery=delivery))
    return True


def withdraw_deal(connection: Connection, number: int) -> None:
    """Remove a deal that could not be posted, and that nobody can play."""
    connection.execute(deals.delete().where(deals.c.id == number))


def deal_by_id(connection: Connection, number: int) -> DealRow | None:
    """Return a deal, or None."""
    return row_or_none(connection, DealRow, sa.select(deals).where(deals.c.id == number))


def deal_results(connection: Connection, game: int, seat: int) -> tuple[DealResult, ...]:
    """Return the results of a deal, the most points first."""
    columns = (runs.c.player, players.c.name, runs.c.score, runs.c.compared)
    query = sa.select(*columns).join(players, players.c.id == runs.c.player)
    query = query.where(_IS_DEAL, runs.c.game == game, runs.c.seat == seat)
    query = query.where(runs.c.status == "over").order_by(runs.c.score.desc(), runs.c.over_at)
    return rows_of(DealResult, connection.execute(query))
