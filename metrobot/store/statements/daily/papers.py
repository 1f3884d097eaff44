"""Statements about morning papers and reminders of lines."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import upsert
from metrobot.store.schema.daily_tables import papers
from metrobot.store.schema.rows import NewDelivery
from metrobot.store.schema.tables import preferences
from metrobot.store.statements.outbox import enqueue

MOST_FAILED = 3
"""Papers in a row that fail to be posted before the paper is turned off."""


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A server's morning paper.

    Attributes:
        guild: id of the server.
        channel: id of the channel.
        hour: of the day, 0 to 23.
        zone: IANA name of its time zone.
        told: number of the last line that it has told of.
        due_at: when the next one is due; None: it is off.
        failed: number of papers in a row that could not be posted.
        since: number of the line of its first paper, since it was turned on.
    """

    guild: int
    channel: int
    hour: int
    zone: str
    told: int
    due_at: datetime | None
    failed: int = 0
    since: int = 0


def paper_of(connection: Connection, guild: int) -> PaperRow | None:
    """Return a server's paper, also one that is off; None: there was never one."""
    row = connection.execute(sa.select(papers).where(papers.c.guild == guild)).one_or_none()
    return None if row is None else PaperRow(*row)


def save_paper(connection: Connection, row: PaperRow) -> None:
    """Store the paper of a server."""
    values = {name: getattr(row, name) for name in PaperRow.__slots__}
    upsert(connection, papers, values, values)


def due_papers(connection: Connection, now: datetime, most: int) -> tuple[PaperRow, ...]:
    """Return the papers that are due, the longest overdue first."""
    query = sa.select(papers).where(papers.c.due_at <= now).order_by(papers.c.due_at)
    return tuple(PaperRow(*row) for row in connection.execute(query.limit(most)))


def next_line_due_at(connection: Connection) -> datetime | None:
    """Return the next time at which a paper or a reminder of a line is due, or None."""
    columns = (papers.c.due_at, preferences.c.line_due_at)
    first = (sa.select(at).where(at.is_not(None)).order_by(at).limit(1) for at in columns)
    found = [connection.execute(each).scalar_one_or_none() for each in first]
    return min((at for at in found if at is not None), default=None)


def turn_page(
    connection: Connection, seen: PaperRow, after: PaperRow, told: NewDelivery | None, at: datetime
) -> bool:
    """Enqueue a paper, or leave it out, and store when the next one is due.

    Args:
        connection: within a transaction.
        seen: the paper as it was read.
        after: the paper from now on.
        told: the delivery, or None.
        at: when it is due.

    Returns:
        False if somebody else was faster.
    """
    # As it was seen: of two processes only one sends it, and a new choice of the manager stands.
    same = (papers.c.guild == seen.guild, papers.c.told == seen.told)
    update = papers.update().where(*same, papers.c.due_at == seen.due_at)
    if not connection.execute(update.values(told=after.told, due_at=after.due_at)).rowcount:
        return False
    enqueue(connection, None, 0, [] if told is None else [told], at)
    return True


def note_posted(connection: Connection, guild: int, *, is_posted: bool) -> None:
    """Store whether a paper could be posted; `MOST_FAILED` failures in a row turn it off."""
    own = papers.update().where(papers.c.guild == guild)
    if is_posted:
        connection.execute(own.values(failed=0))
        return
    connection.execute(own.values(failed=papers.c.failed + 1))
    connection.execute(own.where(papers.c.failed >= MOST_FAILED).values(due_at=None))


def set_line_due(connection: Connection, player: int, at: datetime | None) -> None:
    """Store the next moment to look whether somebody is to be reminded of a line; None: never."""
    own = preferences.update().where(preferences.c.player == player)
    connection.execute(own.values(line_due_at=at))


def due_line_reminders(connection: Connection, now: datetime, most: int) -> tuple[int, ...]:
    """Return the ids of people who may be due for a reminder, the longest overdue first."""
    due = sa.select(preferences.c.player).where(preferences.c.line_due_at <= now)
    return tuple(connection.execute(due.order_by(preferences.c.line_due_at).limit(most)).scalars())


def remind_of_line(
    connection: Connection, player: int, told: NewDelivery | None, next_at: datetime, now: datetime
) -> None:
    """Enqueue a reminder of a line, or leave it out, and store when to look again.

    Args:
        connection: within a transaction.
        player: id of the person.
        told: the delivery, or None.
        next_at: when to look again.
        now: the present time.
    """
    own = preferences.update().where(preferences.c.player == player)
    # Another process may just have reminded them: then it is not due any more.
    update = own.where(preferences.c.line_due_at <= now).values(line_due_at=next_at)
    if connection.execute(update).rowcount and told is not None:
        enqueue(connection, None, 0, [told], now)
