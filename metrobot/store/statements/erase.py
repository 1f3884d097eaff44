"""Forgetting a person, by the marks of all columns that can name one.

A column of `schema` that holds the id of a person is marked with
`info=ANONYMISE` or `info=ERASE`; nothing here knows a table by its name but
those of games and people, jobs (what they ask names seats, and goes with the game), and
deliveries: what was still to be said to the person alone is not said.
"""

from collections.abc import Iterator, Sequence

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import advisory_lock
from metrobot.store.schema import tables
from metrobot.store.schema.all_tables import TABLES
from metrobot.store.schema.rows import COMPUTERS
from metrobot.store.statements.daily.lines import bar
from metrobot.store.statements.outbox import drop_letters

ANONYMOUS = "N. N."
"""Name of a person who was forgotten: short for nomen nescio."""


def unfinished_of(connection: Connection, player: int) -> tuple[int, ...]:
    """Return the unfinished games in which a person sits or is the host, by their ids."""
    games, seats = tables.games, tables.seats
    unfinished = sa.select(games.c.id).where(games.c.status.in_(("lobby", "running")))
    seated = unfinished.join(seats, seats.c.game == games.c.id).where(seats.c.player == player)
    query = sa.union(seated, unfinished.where(games.c.host == player))
    return tuple(sorted(connection.execute(query).scalars()))


# Finished games stay, as they belong to others too: their events name seats, never people
# (docs/decisions/forgetting.md).
def forget(
    connection: Connection, player: int, marks: Sequence[tuple[int, str]] = ()
) -> tuple[int, ...]:
    """Remove a person: settings are erased, finished games become anonymous.

    Each person forgotten becomes somebody else of no name, with an id below 0,
    so that a game still tells its players apart.

    Args:
        connection: within a transaction.
        player: id of the person.
        marks: number and mark of the person for each line of the day that is open.

    Returns:
        The unfinished games that prevent it; then nothing was changed.
    """
    open_games = unfinished_of(connection, player)
    if open_games:
        return open_games
    own = sa.select(tables.seats.c.game).where(tables.seats.c.player == player)
    connection.execute(tables.jobs.delete().where(tables.jobs.c.game.in_(own)))
    connection.execute(tables.games.update().where(tables.games.c.id.in_(own)).values(solo=None))
    # Messages to the person alone are not sent any more.
    drop_letters(connection, player, "forgotten")
    bar(connection, player, marks)
    nobody = _new_nobody(connection)
    for column in marked(tables.ANONYMISE[tables.PERSON]):
        update = column.table.update().where(column == player)
        connection.execute(update.values({column.name: nobody}))
    for column in marked(tables.ERASE[tables.PERSON]):
        connection.execute(column.table.delete().where(column == player))
    return ()


def marked(how: str) -> Iterator[sa.Column[int]]:
    """Yield all columns that name a person and have this mark.

    Tables that others refer to come last, so that no reference breaks.
    """
    for table in reversed(TABLES):
        yield from (column for column in table.columns if column.info.get(tables.PERSON) == how)


def _new_nobody(connection: Connection) -> int:
    """Store one more anonymous person, and return the id."""
    # Otherwise two people who are forgotten at once could get the same id.
    advisory_lock(connection, "nobody")
    players = tables.players
    lowest = sa.select(sa.func.min(players.c.id)).where(players.c.id > COMPUTERS)
    nobody = min(connection.execute(lowest).scalar_one_or_none() or 0, 0) - 1
    row = {"id": nobody, "name": ANONYMOUS, "dm_closed": True, "listed": False}
    connection.execute(players.insert(), row)
    return nobody
