"""Makes a moving picture of a game, a frame a turn, beside everything else that is drawn."""

import asyncio
import io
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from metrobot.engine.errors import Refusal
from metrobot.service.moments import after_each, finished_turns
from metrobot.service.replays import ReplayKey
from metrobot.service.table import Table
from metrobot.ui.frame.desk import Desk
from metrobot.ui.frame.front import Front
from metrobot.ui.frame.scene import scene_of, stem_of, watched_scene
from metrobot.ui.pages.page import Page, page
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import title_key
from metrobot.ui.words.lengths import clipped
from metrobot.ui.words.limits import ALT_LIMIT
from render.film import Film

MOST_BYTES: Final = 1_200_000
"""Of a moving picture, wherever larger files could be posted too."""
_SAMPLE: Final = 6
"""Frames after which it shows whether the whole will be too large."""
_MARGIN: Final = 1.05
"""How much too large it has to seem: turns differ."""
_SHRINKS: Final = 0.75
"""Power of the sizes of two files that the widths of their frames differ by."""
_WIDEST: Final = 1200
_NARROWEST: Final = 320
"""Px; where it would have to be narrower, nothing could be recognised."""
_LONGEST: Final = 60_000
"""Milliseconds that all turns together take."""
_FRAME: Final = (250, 1200)
"""Milliseconds that one turn takes, at least and at most."""
_HELD: Final = 5_000
"""Milliseconds for the end."""


class Studio:
    """Makes moving pictures, one at a time, so that only one is in memory."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._free = asyncio.Lock()
        self._awaiting = set[int]()

    def check_free(self, person: int) -> None:
        """Refuse to have two made at once for one person.

        Raises:
            Refusal: another one for them is being made.
        """
        if person in self._awaiting:
            raise Refusal(ReplayKey.BUSY)

    async def film(self, person: int, table: Table, words: Words, limit: int) -> Page:
        """Return a game as a message with a moving picture.

        Args:
            person: for whom; nobody has two made at once.
            table: with at least one finished turn.
            words: of the reader.
            limit: bytes that a file may have where it is posted.

        Raises:
            Refusal: another one for them is being made, or it gets too large.
        """
        self.check_free(person)
        self._awaiting.add(person)
        try:
            async with self._free:
                data = await self._made(person, table, words, min(limit, MOST_BYTES))
        finally:
            self._awaiting.discard(person)
        return _page(self._desk.front(table), table, words, data)

    async def _made(self, person: int, table: Table, words: Words, limit: int) -> bytes:
        """Return the file, as wide as it can be."""
        turns, width = finished_turns(table), _WIDEST
        while width >= _NARROWEST:
            film = Film(width)
            steps = frames(film, self._desk.front(table), table, words, turns)
            expected = await self._filmed(person, film, steps, len(turns), limit)
            if expected <= limit:
                return film.finish()
            width = int(width * min(0.9, 0.95 * (limit / expected) ** _SHRINKS))
        raise Refusal(ReplayKey.TOO_LONG, most=limit // 1_000_000)

    async def _filmed(
        self, person: int, film: Film, steps: Iterator[None], turns: int, limit: int
    ) -> float:
        """Film turn by turn while there seems to be room; return how many bytes all turns take.

        Between two frames the drawing thread is free for others.
        """
        first = expected = 0.0
        for done in range(1, turns + 1):
            await self._desk.work(partial(next, steps, None), person)
            first = first or film.size
            # The last frame changes nearly as much as the first one: all is counted on it.
            expected = 2 * first + (film.size - first) * (turns - 2) / max(1, done - 1)
            if film.size >= limit or (done >= _SAMPLE and expected > limit * _MARGIN):
                return max(expected, film.size)
        return film.size


def frames(
    film: Film, front: Front, table: Table, words: Words, turns: Sequence[int]
) -> Iterator[None]:
    """Draw a frame each time it is asked for one.

    Args:
        film: that the frames are put into.
        front: of the game.
        table: with at least one finished turn.
        words: of the reader.
        turns: that are shown.
    """
    least, most = _FRAME
    pace = max(least, min(most, _LONGEST // len(turns)))
    for number, moment in enumerate(after_each(table, turns), start=1):
        shown_for = _HELD if number == len(turns) else pace
        frame = front.board(watched_scene(moment, words), words)
        film.add(frame.draw(), shown_for, number / len(turns))
        yield


def _page(front: Front, table: Table, words: Words, data: bytes) -> Page:
    """Return the message around a moving picture."""
    count = len(finished_turns(table))
    title = words.say(title_key(table.title.id))
    name = f"{stem_of(table)}-film.gif"
    scene = scene_of(table, words)
    end = front.board(scene, words).alt
    alt = clipped(words.count("replay.film_alt", count, end=end), ALT_LIMIT)
    shown: ui.Item[Any] = ui.MediaGallery(
        discord.MediaGalleryItem(f"attachment://{name}", description=alt)
    )
    file = discord.File(io.BytesIO(data), name, description=alt)
    return page(words.count("replay.film", count, title=title), shown, files=(file,))
