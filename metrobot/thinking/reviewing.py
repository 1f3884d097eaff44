"""One review made, wherever it is made."""

import asyncio
import random
import time

from metrobot.games.registry import TITLES
from metrobot.players.reviewing.course import Step, course_of
from metrobot.players.reviewing.judging import LENSES, reviewed
from metrobot.players.reviewing.written import write
from metrobot.service.ports import ReviewJob


def made(job: ReviewJob) -> str:
    """Return what decided a game, as it is kept."""
    if job.title not in LENSES:
        return write(None)
    title = TITLES[job.title]
    steps = [Step(event.actor, event.action) for event in job.events]
    course, start = course_of(title, title.initial_state(job.rules), steps), time.thread_time()

    def used() -> float:
        return (time.thread_time() - start) / job.seconds

    def dice(name: str) -> random.Random:
        return random.Random(f"{job.seed.hex()}:{name}")

    return write(reviewed(course, dice, used))


class ReviewHere:
    """Makes reviews in a thread of this process, for tests and for tables of a moment."""

    async def review(self, job: ReviewJob) -> str:
        """Return what decided a game, as it is kept."""
        return await asyncio.to_thread(made, job)
