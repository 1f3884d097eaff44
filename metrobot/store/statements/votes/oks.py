"""Statements about OKs: people of a lobby who are to agree to what has changed in it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.schema.act_rows import NewDelivery
from metrobot.store.schema.rows import Asked, PersonRow
from metrobot.store.schema.tables import deliveries, games, seats
from metrobot.store.statements.outbox import enqueue
from metrobot.store.statements.people import remember

TERMS: Final = "terms"
"""Kind of the deliveries that ask people for their OK to what has changed in a lobby."""
ONE_MENTION: Final = timedelta(minutes=10)
"""Time of whose changes somebody is told by one mention."""
_OWN: Final = ("cover", "hints", "agreed", "asked", "asked_at")


def seat(
    connection: Connection, game: int, people: Sequence[PersonRow], request: Asked | None = None
) -> None:
    """Seat exactly these people, in this order; some of them are asked for their OK."""
    connection.execute(seats.delete().where(seats.c.game == game))
    for position, person in enumerate(people):
        remember(connection, person.id, person.name)
        own = {name: getattr(person, name) for name in _OWN}
        place = {"game": game, "position": position, "player": person.id}
        connection.execute(seats.insert(), place | own)
    if request is not None:
        ask(connection, game, request)


def ask(connection: Connection, game: int, request: Asked) -> None:
    """Enqueue the mentions of those who are asked for their OK, one a person in ten minutes."""
    for player in (*request.anew, *request.still):
        own = (deliveries.c.game == game, deliveries.c.player == player, deliveries.c.kind == TERMS)
        query = sa.select(sa.func.max(deliveries.c.next_at)).where(*own)
        last = connection.execute(query.where(deliveries.c.status != "dropped")).scalar()
        moment = request.at if last is None else max(request.at, last + ONE_MENTION)
        # A mention that is still to come, or has just come and was not answered, is for this
        # change too.
        is_open = player in request.still and moment > request.at
        if last is None or not (last > request.at or is_open):
            enqueue(connection, game, 0, [NewDelivery(TERMS, player=player)], moment)


def ask_again(connection: Connection, game: int, now: datetime) -> None:
    """Have those asked anew who are asked for their OK in a lobby whose channel is back."""
    waits = (seats.c.game == game, seats.c.asked)
    connection.execute(seats.update().where(*waits).values(asked_at=None))
    people = connection.execute(sa.select(seats.c.player).where(*waits)).scalars()
    ask(connection, game, Asked(now, tuple(people)))


def note_asked(
    connection: Connection, game: int | None, people: Sequence[int | None], moment: datetime | None
) -> None:
    """Note since when people can press OK: the message was posted, or they see it again."""
    own = seats.update().where(seats.c.game == game, seats.c.player.in_(people))
    connection.execute(own.where(seats.c.asked).values(asked_at=moment))


def unanswered(connection: Connection, moment: datetime) -> tuple[tuple[int, int, datetime], ...]:
    """Return those who were asked for their OK by a moment: their lobby, their id, since when."""
    # Each game is above 0: so SQLite goes to the rows by their index, of these alone.
    waits = (seats.c.asked, seats.c.game > 0, seats.c.asked_at <= moment)
    is_lost = sa.exists().where(games.c.id == seats.c.game, games.c.lost.is_not(None))
    query = sa.select(seats.c.game, seats.c.player, seats.c.asked_at).where(*waits, ~is_lost)
    rows = connection.execute(query.order_by(seats.c.game))
    return tuple((row.game, row.player, row.asked_at) for row in rows)
