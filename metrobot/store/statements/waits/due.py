"""Statements about what is due: when to look at something, and that one process alone looks.

A row says when to look next; null: not before something happens. Whatever makes something
due writes its row in the same transaction.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import upsert
from metrobot.store.schema.rows import StaleError
from metrobot.store.schema.tables import due

HELD: Final = timedelta(seconds=45)
"""Time for which what was found is left to its finder; if that one dies, it is due again."""
NOBODY: Final = 0
"""Person of rows that are about nobody in particular."""
_OF_KINDS: Final = due.c.kind.in_(sa.bindparam("kinds", expanding=True))
_ROWS: Final = sa.select(due)
_FIND: Final = (
    _ROWS.where(due.c.at <= sa.bindparam("now"), _OF_KINDS)
    .order_by(due.c.at)
    .limit(sa.bindparam("most"))
    # What another process is just looking at or changing is left to it.
    .with_for_update(skip_locked=True)
)
_HOLD: Final = (
    due.update()
    .where(*(due.c[name] == sa.bindparam(f"its_{name}") for name in ("person", "of", "kind")))
    .values(at=sa.bindparam("held"))
)
_IS_DUE: Final = sa.select(due.c.at).where(due.c.at <= sa.bindparam("now"), _OF_KINDS).limit(1)
_FIRST: Final = sa.select(due.c.at).where(due.c.at.is_not(None)).order_by(due.c.at).limit(1)


class DueKind(StrEnum):
    """Kinds of what becomes due by itself."""

    TURN = "turn"
    """A running game, by its id: clocks, reminders, silences."""
    COMPUTER = "computer"
    """A game, by its id, that awaits a computer or somebody who has planned ahead."""
    IDLE = "idle"
    """A running game, by its id, that may be idle."""
    LOBBY = "lobby"
    """A lobby, by the id of its game, that nobody may have joined."""
    BALLOT = "ballot"
    """A ballot, by its id: nobody has objected, or it is void."""
    SUBSTITUTE = "substitute"
    """A running game, by its id, a seat of which is offered to whoever comes."""
    PAPER = "paper"
    """The morning paper of a server, by its id."""
    LINE = "line"
    """The reminder of the line of the day for a person; of nothing else."""


@dataclass(frozen=True, slots=True)
class DueRow:
    """Something that is due.

    Attributes:
        kind: one of `DueKind`.
        of: id of the game, ballot or server.
        person: id of the person, or `NOBODY`.
        at: since when it is due; None: it is not.
        revision: of the game when that was stored; 0 of all else.
        held: until when it is left to whoever has found it.
    """

    kind: str
    of: int
    person: int
    at: datetime | None
    revision: int
    held: datetime | None


def _is_it(kind: str, of: int, person: int = NOBODY) -> sa.ColumnElement[bool]:
    # In the order of the key.
    return sa.and_(due.c.person == person, due.c.of == of, due.c.kind == kind)


def next_at(connection: Connection) -> datetime | None:
    """Return the next time at which anything is due; None: nothing is."""
    return connection.execute(_FIRST).scalar_one_or_none()


def is_due(connection: Connection, now: datetime, *kinds: str) -> bool:
    """Return whether anything of some kinds is due."""
    return connection.execute(_IS_DUE, {"now": now, "kinds": kinds}).first() is not None


def find(connection: Connection, now: datetime, most: int, *kinds: str) -> tuple[DueRow, ...]:
    """Find the things that are due, the longest overdue first, and hold them for a while."""
    rows = connection.execute(_FIND, {"now": now, "most": most, "kinds": kinds}).all()
    hold_end = now + HELD
    due_rows = tuple(DueRow(**row._asdict(), held=hold_end) for row in rows)
    if due_rows:
        keys = ("person", "of", "kind")
        own = [{f"its_{name}": getattr(row, name) for name in keys} for row in due_rows]
        connection.execute(_HOLD, [key | {"held": hold_end} for key in own])
    return due_rows


def state(connection: Connection, kind: str, of: int, person: int = NOBODY) -> DueRow | None:
    """Return the row of something, or None; nobody else is kept from it."""
    row = connection.execute(_ROWS.where(_is_it(kind, of, person))).one_or_none()
    return None if row is None else DueRow(**row._asdict(), held=row.at)


def free(connection: Connection, now: datetime) -> None:
    """Have all that a process held which has ended looked at now, where there is no other one."""
    is_held = sa.and_(due.c.at > now, due.c.at <= now + HELD)
    connection.execute(due.update().where(is_held).values(at=now))


def keep(
    connection: Connection, due_row: DueRow, next_at: datetime | None, revision: int | None = None
) -> None:
    """Store the time of the next look at something that was found.

    Args:
        connection: within a transaction.
        due_row: as it was found.
        next_at: the next time; None: not before something happens.
        revision: of the game; None: as before.

    Raises:
        StaleError: something has happened to it since, or another one looks at it.
    """
    values = {"at": next_at, "revision": due_row.revision if revision is None else revision}
    is_same = (due.c.at.is_not_distinct_from(due_row.held), due.c.revision == due_row.revision)
    own = due.update().where(_is_it(due_row.kind, due_row.of, due_row.person), *is_same)
    if connection.execute(own.values(values)).rowcount != 1:
        raise StaleError


def set_due(
    connection: Connection,
    kind: str,
    of: int,
    moment: datetime | None,
    *,
    person: int = NOBODY,
    revision: int = 0,
) -> None:
    """Store the time of the next look at something; None: not before something happens."""
    values = {"at": moment, "revision": revision}
    upsert(connection, due, {"kind": kind, "of": of, "person": person, **values}, values)


def hasten(
    connection: Connection, kind: str, of: Sequence[int] | sa.Select[int], moment: datetime
) -> None:
    """Have things looked at that have a row."""
    own = (due.c.person == NOBODY, due.c.of.in_(of), due.c.kind == kind)
    connection.execute(due.update().where(*own).values(at=moment))


def drop(connection: Connection, of: int, *kinds: str, person: int = NOBODY) -> None:
    """Remove the rows of something that is not looked at any more."""
    own = (due.c.person == person, due.c.of == of, due.c.kind.in_(kinds))
    connection.execute(due.delete().where(*own))
