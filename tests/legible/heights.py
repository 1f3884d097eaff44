"""How tall messages are on a phone, as Chromium draws them: planners, hints, boards, lobbies, ends.

python -m tests.legible.heights [TITLE ...]
"""

import argparse
import asyncio
import io
import os
import shutil
import statistics
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import discord
from playwright.async_api import Frame, ViewportSize, async_playwright

from metrobot.demo.bot_in_process import embedded_bot
from metrobot.demo.playground import playground
from metrobot.ui.app.bot import Metrobot
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.pages.page import Post
from metrobot.ui.pages.post import post
from tests.legible.sketches import LINE, PUBLIC, Sketch, line_sketches, sketches

PHONE: Final = ViewportSize(width=400, height=850)
MOST, LEAST_PICTURE = 700, 275
"""Pixels: most of a message, least of a planner's picture.

Metrolijn's map of Amsterdam fills the width and keeps its 45 degrees: that makes 278.
"""
MOSTS: Final = {
    "metromania planner, first turn": 760,
    "board": 800,
    "lobby": 600,
    "result": 800,
    "end": 3 * PHONE["height"],
}
"""Pixels of other messages; of an end, for all of them together."""
HEAD, NOTE = 22, 20
"""Pixels of the lines that say who writes, and that nobody else sees it."""
_AT_ONCE: Final = 8
_DRAWN: Final = """([id, count]) => {
    const pictures = [...document.querySelectorAll(".gallery-image, .attachment-image")];
    return document.querySelector(`[data-message-id="${id}"]`)
        && pictures.filter(each => each.complete && each.naturalHeight).length >= count;
}"""
_SIZES: Final = """nodes => nodes.map(node => [
    node.dataset.messageId,
    node.getBoundingClientRect().height
        - (node.querySelector(".message-header")?.getBoundingClientRect().height ?? 0),
    Math.max(0, ...[...node.querySelectorAll(".gallery-image, .attachment-image")]
        .map(each => each.getBoundingClientRect().height)),
])"""


class Height(NamedTuple):
    """Height of a message and of the picture in it, in pixels of a phone."""

    whole: float
    picture: float

    def is_within(self, title: str, state: str) -> bool:
        """Return whether picture and buttons are in sight together, the picture large enough."""
        most = MOSTS.get(f"{title} {state}", MOSTS.get(state, MOST))
        is_played_on = state not in {*PUBLIC, "result"}
        return self.whole <= most and (self.picture >= LEAST_PICTURE or not is_played_on)


Found = defaultdict[tuple[str, str], list[Height]]
"""The heights of each kind of message, by state and language."""


class Phone:
    """A channel as a phone shows it, in which messages are posted and measured."""

    def __init__(self, bot: Metrobot, frame: Frame) -> None:
        self.bot = bot
        self._channel = bot.guilds[0].text_channels[0]
        self._frame = frame

    async def measured(self, shown: list[Sketch]) -> list[Height]:
        """Return the heights of messages."""
        posted = [[await self._post(one) for one in each.shown] for each in shown]
        frame = self._frame
        count = sum(len(one.pictures) for each in shown for one in each.shown)
        await frame.wait_for_function(_DRAWN, arg=[str(posted[-1][-1].id), count])
        nodes = await frame.locator("#channel-message-list [data-message-id]").evaluate_all(_SIZES)
        found = {number: sizes for number, *sizes in nodes}
        heights = list[Height]()
        for each, messages in zip(shown, posted, strict=True):
            sizes = [found[str(message.id)] for message in messages]
            whole = sum(tall + HEAD + NOTE * each.is_private for tall, _ in sizes)
            heights.append(Height(whole, max(picture for _, picture in sizes)))
            for message in messages:
                await message.delete()
        return heights

    async def _post(self, shown: Post) -> discord.Message:
        files = [picture_file(picture) for picture in shown.pictures]
        return await post(self._channel, shown, files)


def picture_file(picture: Any) -> discord.File:
    return discord.File(io.BytesIO(picture.draw()), f"{picture.stem}.png")


@asynccontextmanager
async def phone() -> AsyncIterator[Phone]:
    """Open a channel in Chromium, as narrow as a phone."""
    chromium = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    assert chromium, "install chromium, or say with CHROMIUM=... where it is"
    with tempfile.TemporaryDirectory() as folder:
        async with (
            async_playwright() as playwright,
            embedded_bot(Path(folder)) as bot,
            playground(bot, port=0) as address,
        ):
            browser = await playwright.chromium.launch(
                executable_path=chromium, args=["--disable-gpu", "--no-sandbox"]
            )
            page = await (await browser.new_context(viewport=PHONE)).new_page()
            await page.goto(address)
            await page.frame_locator("#discord").locator("#channel-composer-input").wait_for()
            frame = page.frames[-1]
            yield Phone(bot, frame)
            await browser.close()


async def _sketches(bot: Metrobot, title: str, games: int) -> AsyncIterator[Sketch]:
    if title == LINE:
        async for sketch in line_sketches(bot):
            yield sketch
    else:
        for sketch in sketches(title, games):
            yield sketch


async def _note(found: Found, there: Phone, some: list[Sketch]) -> None:
    for sketch, height in zip(some, await there.measured(some) if some else (), strict=True):
        found[sketch.state, sketch.language].append(height)


def _told(title: str, found: Found) -> int:
    """Print the table of a title; return the number of rows beyond their bounds."""
    beyond = 0
    for (state, language), heights in sorted(found.items()):
        whole = [each.whole for each in heights]
        least = min(each.picture for each in heights)
        figures = (len(whole), statistics.median(whole), max(whole), least)
        row = (title, state, language, *(f"{each:.0f}" for each in figures))
        is_within = all(each.is_within(title, state) for each in heights)
        beyond += not is_within
        print(" | ".join((*row, "" if is_within else "beyond its bound")), flush=True)
    return beyond


async def _main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.legible.heights", description=__doc__)
    parser.add_argument(
        "titles", nargs="*", metavar="TITLE", help=f"of {LINE}, {', '.join(FRONTS)}"
    )
    parser.add_argument("--games", type=int, default=3, help="of each title (3)")
    asked = parser.parse_args()
    print("title | state | language | messages | median px | most px | least picture px |")
    beyond = 0
    async with phone() as there:
        for title in asked.titles or (*FRONTS, LINE):
            found = Found(list)
            some = list[Sketch]()
            async for sketch in _sketches(there.bot, title, asked.games):
                some.append(sketch)
                if len(some) == _AT_ONCE:
                    await _note(found, there, some)
                    some.clear()
            await _note(found, there, some)
            beyond += _told(title, found)
    return int(beyond > 0)


if __name__ == "__main__":
    raise SystemExit(asyncio.run(_main()))
