"""Statements about jobs for workers, and their answers."""

from dataclasses import dataclass, field
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import insert_once
from metrobot.store.schema.rows import row_or_none
from metrobot.store.schema.tables import jobs


class GivenBackError(Exception):
    """A worker will not finish a job that it has begun: another one has to do it."""


@dataclass(frozen=True, slots=True)
class JobRow:
    """One job.

    Attributes:
        key: its name, the same for everybody who asks for the same.
        kind: kind of the job.
        game: id of the game; None: an imported one.
        asked: input of the job, as secret as a hand; None once it is answered, and
            where it was not read.
        answer: result, as secret; None until it is there.
        taken_at: when a worker began; None: none has.
    """

    key: str
    kind: str
    game: int | None
    asked: bytes | None = field(repr=False)
    answer: bytes | None = field(default=None, repr=False)
    taken_at: datetime | None = None


def add_job(connection: Connection, job: JobRow, now: datetime) -> bool:
    """Store a job, unless it is there; return whether its answer is still missing."""
    row = {"key": job.key, "kind": job.kind, "game": job.game, "asked": job.asked, "asked_at": now}
    old_job = job_by_key(connection, job.key)
    if old_job is not None:
        return old_job.answer is None
    # Another process may be asking for the same at this moment.
    insert_once(connection, jobs, row)
    return True


def job_by_key(connection: Connection, key: str, *, is_whole: bool = False) -> JobRow | None:
    """Return a job, or None if it was removed because nobody needs it any more.

    Its input, which may be megabytes, is only read if `is_whole`.
    """
    question = jobs.c.asked if is_whole else sa.null().label("asked")
    columns = (jobs.c.key, jobs.c.kind, jobs.c.game, question, jobs.c.answer, jobs.c.taken_at)
    return row_or_none(connection, JobRow, sa.select(*columns).where(jobs.c.key == key))


def take_job(connection: Connection, key: str, now: datetime) -> JobRow | None:
    """Store that a worker begins a job; return it, or None if there is nothing to do."""
    begun = jobs.update().where(jobs.c.key == key, jobs.c.answer.is_(None)).values(taken_at=now)
    is_begun = connection.execute(begun).rowcount > 0
    return job_by_key(connection, key, is_whole=True) if is_begun else None


def give_back_job(connection: Connection, key: str) -> None:
    """Store that the worker of a job will not finish it."""
    connection.execute(jobs.update().where(jobs.c.key == key).values(taken_at=None))


def answer_job(connection: Connection, key: str, answer: bytes) -> None:
    """Store the answer of a job, and remove its input; do nothing if the job is gone."""
    connection.execute(jobs.update().where(jobs.c.key == key).values(answer=answer, asked=None))


def drop_job(connection: Connection, key: str) -> None:
    """Remove a job that nobody waits for any more."""
    connection.execute(jobs.delete().where(jobs.c.key == key))


def clear_jobs(connection: Connection, moment: datetime) -> None:
    """Remove all jobs that were requested before a moment."""
    connection.execute(jobs.delete().where(jobs.c.asked_at < moment))
