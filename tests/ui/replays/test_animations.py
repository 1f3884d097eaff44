"""Moving pictures: as small as they must be, and in nobody's way."""

import asyncio
import io
from datetime import UTC, datetime
from functools import partial

import pytest
from PIL import Image

from metrobot.engine.errors import Refusal
from metrobot.games.registry import TITLES
from metrobot.service.finished.replays import ReplayKey, played_record, replay_play
from metrobot.service.model.play import Play
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.ports import AnimationJob, JobId, JobKind
from metrobot.store.statements.finished import ReplayRow
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.pages.ids import ReplaySource
from metrobot.ui.replays.animations import AnimationMaker, stills
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.workers.answers import animation_of
from metrobot.workers.pickling import dumps, loads
from render.film.gif import GifWriter
from tests.ui.replays.stage import frames, golden
from tests.ui.stage import Stage

LIMIT = 300_000
NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def imported(stage: Stage) -> Play:
    """Return the shortest golden game as a table."""
    record = min(golden("metromania"), key=len)
    row = ReplayRow(0, stage.guild.id, stage.channel.id, 7, record, NOW)
    number = await stage.store.finished.store_replay(row, 1_000_000)
    return (await stage.bot.parts.tables.replays.replay(number, str)).play


def length(table: Play) -> int:
    """Return the frames of a film: a turn each, then the seven trips and the final board."""
    return len(finished_turns(table)) + 8


SAMPLE = 12
"""Frames by which the size of a film is known before."""


@pytest.fixture
def order(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that is filled with the steps of the drawing thread."""
    done, add = list[str](), GifWriter.add

    def noted(film: GifWriter, png: bytes, milliseconds: int, part: float) -> None:
        done.append("frame")
        add(film, png, milliseconds, part)

    monkeypatch.setattr(GifWriter, "add", noted)
    return done


async def test_other_pictures_come_between_the_frames(order: list[str], town: Stage) -> None:
    """A player's picture waits for one frame, not for the film."""
    table, drawing = await imported(town), town.bot.parts.drawing
    film = asyncio.create_task(
        AnimationMaker(FRONTS, drawing).animate(7, table, ENGLISH, 8_000_000)
    )
    await asyncio.sleep(0)
    await drawing.work(partial(order.append, "picture"))
    await film

    assert order.count("frame") == length(table) + SAMPLE
    assert "picture" in order[:3]


async def test_a_film_gets_narrower_until_it_fits(town: Stage) -> None:
    table = await imported(town)
    shown = await AnimationMaker(FRONTS, town.bot.parts.drawing).animate(7, table, ENGLISH, LIMIT)
    data = shown.files[0].fp.read()

    with Image.open(io.BytesIO(data)) as film:
        assert 320 <= film.width < 1200
    assert len(data) <= LIMIT
    assert frames(data) == length(table)


async def test_the_end_is_held(town: Stage) -> None:
    """Longer than any turn; the board before the trips and each of them in between."""
    table = await imported(town)
    shown = await AnimationMaker(FRONTS, town.bot.parts.drawing).animate(
        7, table, ENGLISH, 8_000_000
    )
    data = shown.files[0].fp.read()

    times = []
    with Image.open(io.BytesIO(data)) as film:
        for number in range(frames(data)):
            film.seek(number)
            times.append(film.info["duration"])
    assert times == [*[1200] * (len(finished_turns(table)) - 1), *[1500] * 8, 5000]


class Filmer:
    """Makes films as a worker does, in this process."""

    def __init__(self) -> None:
        self.jobs = list[AnimationJob]()
        self.is_there = True

    async def animate(self, job: AnimationJob) -> bytes | None:
        """Return the file."""
        self.jobs.append(job)
        made: bytes = loads(animation_of(dumps(job)), bytes)
        return made if self.is_there else None


async def test_a_worker_makes_the_same_film(town: Stage) -> None:
    table, drawing = await imported(town), town.bot.parts.drawing
    here = await AnimationMaker(FRONTS, drawing).animate(7, table, ENGLISH, 8_000_000)
    filmer = Filmer()
    there = await AnimationMaker(FRONTS, drawing, filmer).animate(
        7, table, ENGLISH, 8_000_000, ReplaySource.IMPORTED
    )

    assert here.files[0].fp.read() == there.files[0].fp.read()
    (job,) = filmer.jobs
    assert job.job_id.game is None
    assert job.job_id.key != JobId(JobKind.FILM, table.id, job.job_id.what).key


@pytest.mark.parametrize("title", sorted(FRONTS))
def test_the_frames_of_every_game_can_be_drawn_elsewhere(title: str) -> None:
    row = ReplayRow(1, 2, 3, 7, min(golden(title), key=len), NOW)
    table = replay_play(played_record(TITLES, row), row, str)
    found = tuple(stills(FRONTS[title], table, ENGLISH, finished_turns(table)))
    job = AnimationJob(found, 8_000_000, JobId(JobKind.FILM, None, "1"))

    sent: AnimationJob = loads(dumps(job), AnimationJob)
    assert [each.milliseconds for each in sent.stills] == [each.milliseconds for each in found]
    assert sent.stills[0].draw() == found[0].draw()


@pytest.mark.long
async def test_a_film_that_no_worker_makes_is_made_here(order: list[str], town: Stage) -> None:
    table, drawing = await imported(town), town.bot.parts.drawing
    filmer = Filmer()
    filmer.is_there = False
    shown = await AnimationMaker(FRONTS, drawing, filmer).animate(7, table, ENGLISH, 8_000_000)

    assert frames(shown.files[0].fp.read()) == length(table)
    assert order.count("frame") == 2 * (length(table) + SAMPLE)


async def test_a_film_that_a_worker_finds_too_large_is_refused(town: Stage) -> None:
    table, drawing = await imported(town), town.bot.parts.drawing
    with pytest.raises(Refusal) as refused:
        await AnimationMaker(FRONTS, drawing, Filmer()).animate(7, table, ENGLISH, 600)
    assert refused.value.key == ReplayKey.TOO_LONG
