"""Moving pictures made by workers."""

from metrobot.service.ports import FilmJob
from metrobot.thinking.working import answered


def filmed(asked: bytes) -> bytes:
    """Return the file of a moving picture, as it is sent back."""
    return answered(asked, FilmJob, _made)


def _made(job: FilmJob) -> bytes:
    """Return the file; empty if it gets too large."""
    from render.reel import Reel  # noqa: PLC0415 -- only the process that draws needs it

    reel = Reel(lambda: iter(job.stills), len(job.stills), job.most)
    for _ in reel.steps():
        pass
    return reel.data or b""
