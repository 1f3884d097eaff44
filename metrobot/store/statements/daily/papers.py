"""Statements about morning papers and reminders of lines."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import upsert
from metrobot.store.schema.act_rows import NewDelivery
from metrobot.store.schema.daily_tables import papers
from metrobot.store.schema.rows import row_or_none
from metrobot.store.schema.tables import deliveries, due
from metrobot.store.statements.outbox import enqueue
from metrobot.store.statements.waits.due import DueKind, DueRow, keep, set_due

MOST_FAILED = 3
"""Papers in a row that fail to be posted before the paper is turned off."""
_DUE_AT = sa.select(due.c.at).where(
    due.c.person == 0, due.c.of == papers.c.guild, due.c.kind == DueKind.PAPER.value
)
_PAPER = sa.select(papers, _DUE_AT.scalar_subquery().label("due_at"))


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
    return row_or_none(connection, PaperRow, _PAPER.where(papers.c.guild == guild))


def save_paper(connection: Connection, row: PaperRow) -> None:
    """Store the paper of a server."""
    values = asdict(row)
    set_due(connection, DueKind.PAPER, row.guild, values.pop("due_at"))
    upsert(connection, papers, values, values)


def turn_page(
    connection: Connection,
    due_row: DueRow,
    line: int,
    deliveries: Sequence[NewDelivery],
    *,
    now: datetime,
    next_at: datetime,
) -> None:
    """Enqueue a paper, or leave it out, and store when the next one is due.

    Args:
        connection: within a transaction.
        due_row: the paper as it was due.
        line: number of the line that it tells of.
        deliveries: the paper, unless it is left out, and what goes where it goes.
        now: the present time.
        next_at: when the next one is due.

    Raises:
        StaleError: another process has sent it, or a manager has changed it.
    """
    keep(connection, due_row, next_at)
    connection.execute(papers.update().where(papers.c.guild == due_row.of).values(told=line))
    enqueue(connection, None, 0, deliveries, now)


def note_posted(connection: Connection, guild: int, *, is_posted: bool) -> None:
    """Store whether a paper could be posted; `MOST_FAILED` failures in a row turn it off."""
    own = papers.update().where(papers.c.guild == guild)
    if is_posted:
        connection.execute(own.values(failed=0))
        return
    failed = connection.execute(own.values(failed=papers.c.failed + 1).returning(papers.c.failed))
    if (failed.scalar_one_or_none() or 0) >= MOST_FAILED:
        set_due(connection, DueKind.PAPER, guild, None)


def remind_of_line(
    connection: Connection,
    due_row: DueRow,
    delivery: NewDelivery | None,
    next_at: datetime,
    now: datetime,
) -> None:
    """Enqueue a reminder of a line, or leave it out, and store when to look again.

    Args:
        connection: within a transaction.
        due_row: the reminder as it was due.
        delivery: the reminder, or None.
        next_at: when to look again.
        now: the present time.

    Raises:
        StaleError: another process has just reminded them, or they have chosen anew.
    """
    keep(connection, due_row, next_at)
    if delivery is not None and not _is_told(connection, delivery):
        enqueue(connection, None, 0, [delivery], now)


def _is_told(connection: Connection, delivery: NewDelivery) -> bool:
    """Return whether somebody was sent this before: the time of day may have been set since."""
    same = (deliveries.c[name] == getattr(delivery, name) for name in ("player", "kind", "turn"))
    query = sa.select(deliveries.c.id).where(*same, deliveries.c.game.is_(None))
    return connection.execute(query.limit(1)).first() is not None
