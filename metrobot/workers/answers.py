"""Answers to jobs: a process of a worker reads a job, does it, and writes the answer."""

import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from metrobot.service.ports import AnimationJob, ChoiceJob, CompareJob, ReviewJob
from metrobot.thinking.analysis import review_game
from metrobot.thinking.choice import choose_action
from metrobot.thinking.comparing import compared
from metrobot.workers.pickling import dumps, loads

T = TypeVar("T")

REFUSED: Final = b""
"""Answer to a job that cannot be done here, so that whoever asked does it."""


class UndoneError(Exception):
    """A job has failed; the message names the error and its place, and nothing of the job."""


def _animated(job: AnimationJob) -> bytes:
    """Return the file, or the strip; empty if a film gets too large."""
    from render.film.gif import SizedFilm  # noqa: PLC0415 -- only the process that draws needs it
    from render.film.strip import Strip  # noqa: PLC0415 -- likewise

    end = sum(still.is_end for still in job.stills)
    film: SizedFilm | Strip = Strip(still.draw for still in job.stills)
    if not job.is_strip:
        film = SizedFilm(lambda: iter(job.stills), len(job.stills), job.most, max(1, end))
    for _ in film.steps():
        pass
    return film.data or b""


def do_job(kind: type[T], do: Callable[[T], object], data: bytes) -> bytes:
    """Return the answer to a job, as it is sent back.

    Raises:
        UndoneError: it cannot be read, or it failed.
    """
    try:
        return dumps(do(loads(data, kind)))
    except Exception as error:
        # Only class and place: the message of the error may hold what a seat sees.
        frame = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(frame.filename).name}, line {frame.lineno}"
        raise UndoneError(f"{type(error).__name__} in {place}") from None


answer_turn = partial(do_job, ChoiceJob, choose_action)
answer_comparison = partial(do_job, CompareJob, compared)
answer_review = partial(do_job, ReviewJob, review_game)
animation_of = partial(do_job, AnimationJob, _animated)
