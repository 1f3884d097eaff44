"""What a worker does with a job: a process reads it, does it, and writes what came of it."""

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from metrobot.service.ports import AnimationJob, ChoiceJob, ReviewJob
from metrobot.thinking.analysis import review_game
from metrobot.thinking.choice import choose_action
from metrobot.workers.pickling import dumps, loads

T = TypeVar("T")

REFUSED: Final = b""
"""The answer to what cannot be done here: whoever has asked is to do it."""


class UndoneError(Exception):
    """A job could not be done; the message names the error and its place, and nothing of a job."""


def answer_turn(asked: bytes) -> bytes:
    """Return what a computer chooses."""
    return do_job(asked, ChoiceJob, choose_action)


def answer_review(asked: bytes) -> bytes:
    """Return what decided a game."""
    return do_job(asked, ReviewJob, review_game)


def animation_of(asked: bytes) -> bytes:
    """Return the file of a moving picture, as it is sent back."""
    return do_job(asked, AnimationJob, _animated)


def _animated(job: AnimationJob) -> bytes:
    """Return the file; empty if it gets too large."""
    from render.sized_film import SizedFilm  # noqa: PLC0415 -- only the process that draws needs it

    end = sum(still.is_end for still in job.stills)
    film = SizedFilm(lambda: iter(job.stills), len(job.stills), job.most, max(1, end))
    for _ in film.steps():
        pass
    return film.data or b""


def do_job(asked: bytes, kind: type[T], do: Callable[[T], object]) -> bytes:
    """Return what came of a job, in whatever process this is called.

    Args:
        asked: the job, as it was sent.
        kind: what it has to be.
        do: does it.

    Raises:
        UndoneError: it is none, or it failed.
    """
    try:
        return dumps(do(loads(asked, kind)))
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(frame.filename).name}, line {frame.lineno}"
        raise UndoneError(f"{type(error).__name__} in {place}") from None
