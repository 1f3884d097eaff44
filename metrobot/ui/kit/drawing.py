"""Pictures drawn, and other work done, beside the event loop."""

import asyncio
import io
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import Final, TypeVar

import discord

from metrobot.memory import give_back_holes
from metrobot.ui.kit.render_queue import FOR_ALL, Ask, RenderQueue
from metrobot.ui.pages.page import Post
from metrobot.ui.pages.values import Picture
from metrobot.vitals.listener import UNHEARD, Vitals

T = TypeVar("T")

THREADS: Final = min(2, os.cpu_count() or 1)
"""So many draw. Pillow lets another one go on while it encodes."""
GIVE_BACK: Final = 8
"""After so many pictures it is given back to the system what they have left."""
_pictures: Final = count(1)


class Drawing:
    """Has pictures drawn in threads, in the order of a queue.

    Args:
        vitals: is told of each picture.
    """

    def __init__(self, vitals: Vitals = UNHEARD) -> None:
        # Few threads: pictures queue up instead of taking all processors.
        self._threads = ThreadPoolExecutor(THREADS + 1, thread_name_prefix="artist")
        self._queue = RenderQueue(self._in_thread, hands=THREADS, vitals=vitals)

    def close(self) -> None:
        """Shut down the drawing threads without waiting for them."""
        self._queue.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def waiting(self) -> int:
        """How many pictures, and what else is done in the drawing threads, wait."""
        return self._queue.waiting

    def ask(self, person: int, place: int | None = None, *, is_limited: bool = True) -> Ask:
        """Return a person's request; arguments as of `RenderQueue.ask`."""
        return self._queue.ask(person, place, is_limited=is_limited)

    def done(self, asked: Ask) -> None:
        """Note that a request is done or given up."""
        self._queue.done(asked)

    async def work(self, job: Callable[[], T], person: int | None = None) -> T:
        """Return the result of other work in a drawing thread, which goes before all pictures.

        Jobs remember what they find with the tables, so there is one at a time.

        Args:
            job: to be done there.
            person: who waits for it; None: everybody does.
        """
        return await self._queue.work(job, person)

    async def _in_thread(self, job: Callable[[], T]) -> T:
        """Return the result of a function called in a drawing thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, job)

    async def draw(self, picture: Picture, asked: Ask = FOR_ALL) -> discord.File:
        """Draw a picture off the event loop, once for all who ask for the same.

        Args:
            picture: what is to be drawn.
            asked: for whom.

        Raises:
            Refusal: too many pictures for this person wait already.
            SupersededError: its message is to show something newer by now.
        """
        png = await self._queue.picture(picture.key, partial(_drawn, picture.draw), asked)
        return discord.File(io.BytesIO(png), f"{picture.stem}.png", description=picture.alt)

    async def files(self, shown: Post, asked: Ask = FOR_ALL) -> list[discord.File]:
        """Draw all pictures of a message.

        Args:
            shown: the message.
            asked: for whom; unless it is said, for everybody: those are drawn first.

        Raises:
            Refusal: as for `draw`.
            SupersededError: as for `draw`.
        """
        return [*[await self.draw(picture, asked) for picture in shown.pictures], *shown.files]


def _drawn(draw: Callable[[], bytes]) -> bytes:
    """Return the file of a picture; now and then return freed memory to the system."""
    file = draw()
    if next(_pictures) % GIVE_BACK == 0:
        give_back_holes()
    return file
