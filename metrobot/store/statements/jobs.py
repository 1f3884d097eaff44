"""Statements about jobs: what is left to workers, and what they have found."""

from dataclasses import dataclass, field
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import insert_once
from metrobot.store.schema.tables import jobs


class GivenBackError(Exception):
    """A worker does not end what it has begun: another one is to do it."""


@dataclass(frozen=True, slots=True)
class JobRow:
    """One job.

    Attributes:
        key: its name; whoever asks for the same gives it the same one.
        kind: what is to be done.
        game: which it is about; None: one that was played elsewhere.
        asked: all that is needed for it; None once it is answered, and to whoever only
            waits. As secret as a hand.
        answer: what came of it; None while it is still to be found. As secret.
        taken_at: when a worker began; None: none has.
    """

    key: str
    kind: str
    game: int | None
    asked: bytes | None = field(repr=False)
    answer: bytes | None = field(default=None, repr=False)
    taken_at: datetime | None = None


def add_job(connection: Connection, job: JobRow, at: datetime) -> bool:
    """Store a job, unless it is there; return whether it still waits for its answer."""
    row = {"key": job.key, "kind": job.kind, "game": job.game, "asked": job.asked, "asked_at": at}
    known = job_by_key(connection, job.key)
    if known is not None:
        return known.answer is None
    insert_once(connection, jobs, row)  # another process may ask for the same
    return True


def job_by_key(connection: Connection, key: str, *, is_whole: bool = False) -> JobRow | None:
    """Return a job, or None if it is gone: nobody needs it any more.

    What was asked, which may be megabytes, is left out unless it is wanted whole.
    """
    asked = jobs.c.asked if is_whole else sa.null()
    row = connection.execute(
        sa.select(
            jobs.c.key, jobs.c.kind, jobs.c.game, asked, jobs.c.answer, jobs.c.taken_at
        ).where(jobs.c.key == key)
    ).one_or_none()
    return None if row is None else JobRow(*row)


def take_job(connection: Connection, key: str, at: datetime) -> JobRow | None:
    """Note that a worker begins; return the job, or None if there is nothing to do."""
    begun = jobs.update().where(jobs.c.key == key, jobs.c.answer.is_(None)).values(taken_at=at)
    return (
        job_by_key(connection, key, is_whole=True) if connection.execute(begun).rowcount else None
    )


def give_back_job(connection: Connection, key: str) -> None:
    """Note that the worker that has begun will not end it."""
    connection.execute(jobs.update().where(jobs.c.key == key).values(taken_at=None))


def answer_job(connection: Connection, key: str, found: bytes) -> None:
    """Store what came of a job, and forget what was asked; nothing happens where it is gone."""
    row = jobs.update().where(jobs.c.key == key)
    connection.execute(row.values(answer=found, asked=None))


def drop_job(connection: Connection, key: str) -> None:
    """Remove a job that nobody waits for any more."""
    connection.execute(jobs.delete().where(jobs.c.key == key))


def clear_jobs(connection: Connection, before: datetime) -> None:
    """Remove all jobs that are older."""
    connection.execute(jobs.delete().where(jobs.c.asked_at < before))
