"""Moving pictures made by workers."""

from metrobot.service.ports import AnimationJob
from metrobot.thinking.answers import answer_job


def animation_of(asked: bytes) -> bytes:
    """Return the file of a moving picture, as it is sent back."""
    return answer_job(asked, AnimationJob, _made)


def _made(job: AnimationJob) -> bytes:
    """Return the file; empty if it gets too large."""
    from render.sized_film import SizedFilm  # noqa: PLC0415 -- only the process that draws needs it

    reel = SizedFilm(lambda: iter(job.stills), len(job.stills), job.most)
    for _ in reel.steps():
        pass
    return reel.data or b""
