"""Pictures drawn, and other work done, beside the event loop."""

import asyncio
import io
import logging
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final, TypeVar

import discord

from metrobot.processors import usable
from metrobot.ui.kit.pictures.render_queue import FOR_ALL, Ask, RenderQueue
from metrobot.ui.pages.page import Post, without_pictures
from metrobot.ui.pages.values import Picture
from metrobot.ui.words.catalogue import Words
from metrobot.vitals.listener import UNHEARD, Vitals
from metrobot.vitals.memory import give_back_holes

log = logging.getLogger(__name__)

T = TypeVar("T")

THREADS: Final = min(2, usable())
"""So many draw. Pillow lets another one go on while it encodes."""
GIVE_BACK: Final = 8
"""After so many pictures it is given back to the system what they have left."""
_FRAMES: Final = 4
"""Innermost places of an error that the log names."""
_pictures: Final = count(1)


class Drawing:
    """Has pictures drawn in threads, in the order of a queue.

    Args:
        vitals: is told of each picture.

    Attributes:
        queue: all that waits for a drawing thread.
    """

    def __init__(self, vitals: Vitals = UNHEARD) -> None:
        # Few threads: pictures queue up instead of taking all processors.
        # One more than draws, for the other work, which waits for no picture.
        self._threads = ThreadPoolExecutor(THREADS + 1, thread_name_prefix="artist")
        self.queue = RenderQueue(self._in_thread, hands=THREADS, vitals=vitals)

    def close(self) -> None:
        """Shut down the drawing threads without waiting for them."""
        self.queue.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def work(self, job: Callable[[], T], person: int | None = None) -> T:
        """Return the result of other work in a drawing thread, which goes before all pictures.

        Jobs remember what they find with the tables, so there is one at a time.

        Args:
            job: to be done there.
            person: who waits for it; None: everybody does.
        """
        return await self.queue.work(job, person)

    async def _in_thread(self, job: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, job)

    async def draw(self, picture: Picture, ask: Ask = FOR_ALL) -> discord.File:
        """Draw a picture off the event loop, once for all who ask for the same.

        Raises:
            NotDrawnError: it cannot be drawn.
            Refusal: too many pictures for this person wait already.
            SupersededError: its message is to show something newer by now.
        """
        png = await self.queue.picture(picture.key, partial(_drawn, picture.draw), ask)
        return discord.File(io.BytesIO(png), _file_name(picture), description=picture.alt)

    async def finished(
        self, post: Post, words: Words, ask: Ask = FOR_ALL
    ) -> tuple[Post, list[discord.File]]:
        """Draw all pictures of a message; return the message as it can be sent, with its files.

        One that cannot be drawn is left out, and the message says so: words and buttons
        do for a game to go on.

        Args:
            post: the message.
            words: of its readers.
            ask: for whom; unless it is said, for everybody: those are drawn first.

        Raises:
            Refusal: as for `draw`.
            SupersededError: as for `draw`.
        """
        results = [await self._drawn_or_none(picture, ask) for picture in post.pictures]
        files = [file for file in results if file is not None]
        if len(files) < len(results):
            gaps = [index for index, file in enumerate(results) if file is None]
            post = without_pictures(post, gaps, words.say("picture.missing"))
            # Names count a message's pictures: those after a missing one are called otherwise.
            for file, picture in zip(files, post.pictures, strict=True):
                file.filename = _file_name(picture)
        return post, [*files, *post.files]

    async def _drawn_or_none(self, picture: Picture, ask: Ask) -> discord.File | None:
        try:
            return await self.draw(picture, ask)
        except NotDrawnError as error:
            log.error("picture %s was not drawn: %s", picture.stem, error)  # noqa: TRY400 -- one line
            return None


class NotDrawnError(Exception):
    """A picture cannot be drawn; says which error was raised where, and none of its facts."""


def _drawn(draw: Callable[[], bytes]) -> bytes:
    """Return the file of a picture; now and then return freed memory to the system.

    Raises:
        NotDrawnError: whatever it fails with.
    """
    try:
        file = draw()
    except Exception as error:
        raise NotDrawnError(fault_place(error)) from error
    if next(_pictures) % GIVE_BACK == 0:
        give_back_holes()
    return file


def fault_place(error: BaseException) -> str:
    """Return the kind of an error and where it was raised, innermost last.

    What it says itself is left out: it may hold what is secret.
    """
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    places = (f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames)
    return f"{type(error).__name__} at {' > '.join(places)}"


def _file_name(picture: Picture) -> str:
    return f"{picture.stem}.png"
