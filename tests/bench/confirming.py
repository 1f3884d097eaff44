"""Confirm through the bot, over a bare button of discord.py that posts the same picture.

Both buttons are pressed in turns on one simulated Discord. Both times run from
the press to the call that posts the picture, what the simulation needs included.
"""

import io
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import simcord
from discord import app_commands, ui
from simcord.http import router

from metrobot.demo.embedded import embedded_bot
from metrobot.ui.bot import Metrobot
from metrobot.ui.pages.values import Sketch
from tests.bench.measure import Row, ratio_row, side_by_side_async
from tests.bench.people import People

WHAT = "Confirm through the bot with a ready picture / a bare button posting the same picture"
AT_MOST = 3.0


@dataclass
class Stopwatch:
    """Tells when a press left, and when a picture was posted in the channel.

    Attributes:
        pressed: the moment of the newest press.
        posted: the moment of the first picture since, 0 while there is none.
    """

    pressed: float = 0.0
    posted: float = 0.0

    def press(self) -> None:
        """Start anew."""
        self.pressed, self.posted = time.perf_counter(), 0.0

    def request(self, *where: Any, files: Any = None, **rest: Any) -> Any:
        """Note what the bot asks of Discord, then let it happen."""
        _, method, path = where
        if files and method == "POST" and path.startswith("/channels/") and not self.posted:
            self.posted = time.perf_counter()
        return _dispatch(*where, files=files, **rest)

    @property
    def seconds(self) -> float:
        """From the press to the picture."""
        if not self.posted:
            raise RuntimeError("no picture was posted")
        return self.posted - self.pressed


_dispatch = router.dispatch


async def measure() -> Row:
    """Return the line of the table."""
    watch = Stopwatch()
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(router, "dispatch", watch.request),
    ):
        async with _people(Path(folder)) as people:
            await people.start_game()
            bare = await people.of(0).slash(people.channel, "bare")

            async def confirm() -> float:
                planner = await people.planned_turn()
                watch.press()
                await people.press_in(planner, "done")
                return watch.seconds

            async def press() -> float:
                assert bare.response
                watch.press()
                await people.of(0).click(bare.response, custom_id="bare")
                return watch.seconds

            ours, plain = await side_by_side_async(confirm, press)
    return ratio_row(WHAT, ours, plain, AT_MOST)


@asynccontextmanager
async def _people(folder: Path) -> AsyncIterator[People]:
    """Run the bot with a ready picture, the bare button beside it."""
    picture = bytes(200_000)
    async with embedded_bot(folder) as bot:
        make_ready(bot, picture)
        bot.tree.add_command(_bare_command(picture))
        async with simcord.run(bot, shard_count=1) as env:
            yield People.in_a_new_server(env)


def make_ready(bot: Metrobot, picture: bytes) -> None:
    """Have the bot post a ready picture instead of drawing one."""

    async def draw(sketch: Sketch) -> discord.File:
        return discord.File(io.BytesIO(picture), f"{sketch.stem}.png", description=sketch.alt)

    bot.desk.draw = draw  # type: ignore[method-assign]  # what this row leaves out


def _bare_command(picture: bytes) -> app_commands.Command[Any, ..., None]:
    """Return a command whose answer is a button that posts the picture."""

    class Bare(ui.View):
        @ui.button(label="Post", custom_id="bare")
        async def post(self, ix: discord.Interaction, _: ui.Button["Bare"]) -> None:
            # The same calls as the planner's: answer the press, then post for all to see.
            await ix.response.defer()
            assert isinstance(ix.channel, discord.abc.Messageable)
            await ix.channel.send(file=discord.File(io.BytesIO(picture), "board.png"))

    @app_commands.command(name="bare", description="A bare button")
    async def bare(ix: discord.Interaction) -> None:
        await ix.response.send_message("Press", view=Bare(timeout=None))

    return bare
