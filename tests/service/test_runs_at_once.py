"""What is pressed twice at once in lines of the day is done once."""

import asyncio
from pathlib import Path

from metrobot.service.daily.runs import Run
from metrobot.service.daily.timetable import first_press, number_at
from tests.databases import url_of
from tests.service.stage import ANN, GUILD, Stage, staged


async def begun(stage: Stage, press: int) -> Run:
    number = number_at(stage.clock.now())
    return await stage.tables.daily.runs.begin(
        number, ANN, guild=GUILD, interaction=first_press(number) + press, is_new=False
    )


async def test_the_first_press_of_a_day_may_be_two(tmp_path: Path) -> None:
    """One run, one salt; whoever comes later finds both."""
    async with staged(url_of(tmp_path / "games.db")) as stage:
        for day in range(8):
            found = await asyncio.gather(*(begun(stage, 10 * day + at) for at in range(6)))
            assert len({run.row.id for run in found}) == 1
            assert len({run.line.row.salt for run in found}) == 1
            stage.clock.advance(24 * 3600)


async def test_an_old_line_that_nobody_has_begun_may_be_begun_twice_at_once(tmp_path: Path) -> None:
    """Each of both presses is answered with a game."""
    async with staged(url_of(tmp_path / "games.db")) as stage:
        runs, lines = stage.tables.daily.runs, stage.tables.daily.lines
        for number in range(1, 5):
            await lines.today()
            stage.clock.advance(48 * 3600)
            found = await asyncio.gather(
                *(runs.begin_past(2 * number - 1, ANN, guild=GUILD) for _ in range(4))
            )
            assert len({run.line.row.salt for run in found}) == 1
