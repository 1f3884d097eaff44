"""Makes moving pictures of games, and what pages show, beside everything else that is drawn."""

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, Final, TypeVar

import discord
from discord import ui

from metrobot.engine.errors import Refusal
from metrobot.service.finished.replays import ReplayKey
from metrobot.service.model.play import Play
from metrobot.service.model.snapshots import finished_turns, snapshots_after
from metrobot.service.ports import AnimationJob, Animator, JobId, JobKind
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.pictures.drawing import Drawing, fault_place
from metrobot.ui.kit.views import game_view_of, replayed_view, stem_of
from metrobot.ui.pages.ids import ReplaySource
from metrobot.ui.pages.page import Page, page
from metrobot.ui.pages.values import Picture
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import ALT_LIMIT
from metrobot.ui.words.text_length import clipped, ended
from render.film.gif import FilmFrame, SizedFilm
from render.film.strip import Strip

log = logging.getLogger(__name__)

T = TypeVar("T")

MOST_BYTES: Final = 1_200_000
"""Most bytes of a moving picture, also where larger files can be posted."""
_LONGEST: Final = 60_000
"""Milliseconds of all turns together, at most."""
_FRAME: Final = (250, 1200)
"""Milliseconds of one turn, at least and at most."""
_TOLD: Final = 1_500
"""Milliseconds of each picture that tells how it ended."""
_HELD: Final = 5_000
"""Milliseconds of the last picture."""


# A GIF plays in every client, and is the smallest: docs/decisions/own-png-writer.md.
@dataclass(eq=False)
class AnimationMaker:
    """Makes moving pictures, one at a time.

    Attributes:
        fronts: how each title shows itself, by its id.
        drawing: draws the frames.
        animator: puts them together elsewhere; None: here.
    """

    fronts: Mapping[str, Front]
    drawing: Drawing
    animator: Animator | None = None
    _free: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    _awaiting: set[int] = field(default_factory=set, init=False)

    def check_free(self, person: int) -> None:
        """Refuse to have two made at once for one person.

        Raises:
            Refusal: another one for them is being made.
        """
        if person in self._awaiting:
            raise Refusal(ReplayKey.BUSY)

    async def animate(
        self,
        person: int,
        table: Play,
        words: Words,
        limit: int,
        source: ReplaySource = ReplaySource.HERE,
    ) -> Page:
        """Return a game as a message with a moving picture, or with a line where none can be made.

        Args:
            person: for whom; nobody has two made at once.
            table: with at least one finished turn.
            words: of the reader.
            limit: bytes that a file may have where it is posted.
            source: where the game was played.

        Raises:
            Refusal: another one for them is being made, or it gets too large.
        """
        make = partial(self._made, person, table, words, min(limit, MOST_BYTES), source)
        data = await self.alone(person, table, make)
        return _page(self.fronts[table.title.id], table, words, data)

    async def alone(
        self, person: int, table: Play, make: Callable[[], Awaitable[bytes]]
    ) -> bytes | None:
        """Return a file that is made while no other one is; None if it cannot be made.

        Raises:
            Refusal: another one for the same person is being made, or it gets too large.
        """
        # Another one may have been begun since the command was checked.
        self.check_free(person)
        self._awaiting.add(person)
        try:
            # It takes much memory, so only one is made at a time.
            async with self._free:
                return await make()
        except Refusal:
            raise
        except Exception as error:
            # One line: what the error says may be secret, and its places stand in it.
            place = fault_place(error)
            log.error("film %s was not made: %s", stem_of(table), place)  # noqa: TRY400 -- as above
            return None
        finally:
            self._awaiting.discard(person)

    async def strip(
        self, person: int, table: Play, words: Words, shots: Sequence[Picture], source: ReplaySource
    ) -> bytes:
        """Return the strip of some pictures, made elsewhere if there is an animator."""
        # As frames, which workers can read; their times stand for nothing.
        frames = tuple(FilmFrame(shot.draw, 0) for shot in shots)
        job = AnimationJob(
            frames, 0, _job_id(table, words, f"strip{len(frames)}", source), is_strip=True
        )
        data = None if self.animator is None else await self.animator.animate(job)
        if data is None:
            reel = Strip(partial(_drawn_or_nothing, shot) for shot in shots)
            await self.each(person, reel.steps())
            data = reel.data
        return data or b""

    async def _made(
        self, person: int, table: Play, words: Words, limit: int, source: ReplaySource
    ) -> bytes:
        """Return the file, as wide as it can be.

        Raises:
            Refusal: it gets too large.
        """
        turns = finished_turns(table)
        frames = partial(stills, self.fronts[table.title.id], table, words, turns)
        data = await self._made_elsewhere(
            person, frames, _job_id(table, words, str(limit), source), limit
        )
        if data is None:
            end = self.fronts[table.title.id].film_end(game_view_of(table, words), words)
            reel = SizedFilm(frames, len(turns) - 1 + len(end), limit, len(end))
            await self.each(person, reel.steps())
            data = reel.data
        if not data:
            raise Refusal(ReplayKey.TOO_LONG, most=limit // 1_000_000)
        return data

    async def _made_elsewhere(
        self, person: int, frames: Callable[[], Iterator[FilmFrame]], job_id: JobId, limit: int
    ) -> bytes | None:
        """Return the file as the animator makes it, empty if too large; None if nobody makes it."""
        if self.animator is None:
            return None
        film_frames = tuple(await self.each(person, frames()))
        return await self.animator.animate(AnimationJob(film_frames, limit, job_id))

    async def each(self, person: int, steps: Iterator[T]) -> list[T]:
        """Make all steps in the drawing thread and return them."""
        results = list[T]()
        # Between two steps the drawing thread is free for others.
        # As tuples, the last one empty: no future takes a StopIteration.
        while result := await self.drawing.work(lambda: tuple(islice(steps, 1)), person):
            results += result
        return results


def _drawn_or_nothing(picture: Picture) -> bytes:
    """Return a picture's file; nothing if it cannot be drawn, as a page has words too."""
    try:
        return picture.draw()
    except Exception as error:
        # One line, as above.
        log.error("picture %s was not drawn: %s", picture.stem, fault_place(error))  # noqa: TRY400
        return b""


def _job_id(table: Play, words: Words, kind: str, source: ReplaySource) -> JobId:
    stamp = f"{table.revision}.{words.locale}.{kind}"
    # The number of an import is not that of a game.
    if source is ReplaySource.IMPORTED:
        return JobId(JobKind.FILM, None, f"{table.id}.{stamp}")
    return JobId(JobKind.FILM, table.id, stamp)


def stills(front: Front, table: Play, words: Words, turns: Sequence[int]) -> Iterator[FilmFrame]:
    """Yield the frames of a film, each when it is asked for.

    Args:
        front: of the game.
        table: with at least one finished turn.
        words: of the reader.
        turns: that are shown.
    """
    least, most = _FRAME
    pace = max(least, min(most, _LONGEST // len(turns)))
    for number, moment in enumerate(snapshots_after(table, turns), start=1):
        game_view = replayed_view(moment, words)
        if number < len(turns):
            yield FilmFrame(front.board(game_view, words).draw, pace)
            continue
        *pictures, last = front.film_end(game_view, words)
        yield from (FilmFrame(picture.draw, _TOLD, is_end=True) for picture in pictures)
        yield FilmFrame(last.draw, _HELD, is_end=True)


def _page(front: Front, table: Play, words: Words, data: bytes | None) -> Page:
    count = len(finished_turns(table))
    text = words.count("replay.film", count, title=words.title(table.title.id))
    if data is None:
        return page(text, words.say("picture.missing"))
    name = f"{stem_of(table)}-film.gif"
    end = front.board(game_view_of(table, words), words).alt
    alt = clipped(ended(words.count("replay.film_alt", count, end=end)), ALT_LIMIT)
    gallery: ui.Item[Any] = ui.MediaGallery(
        discord.MediaGalleryItem(f"attachment://{name}", description=alt)
    )
    return page(text, gallery, files=(discord.File(io.BytesIO(data), name, description=alt),))
