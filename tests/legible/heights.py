"""How tall messages are on a phone: planners, boards and lobbies as Chromium draws them.

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
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import discord
from playwright.async_api import Frame, ViewportSize, async_playwright

from metrobot.demo.bot_in_process import embedded_bot
from metrobot.demo.playground import playground
from metrobot.engine.draft import Draft, new_draft
from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.lobby.lobby_page import lobby_page
from metrobot.ui.pages.ids import PressId
from metrobot.ui.pages.page import Post
from metrobot.ui.pages.post import post
from metrobot.ui.turn.hint_buttons import hint_buttons
from metrobot.ui.turn.planner_page import planner_look, planner_page
from metrobot.ui.turn.public_pages import present_page
from metrobot.ui.words.catalogue import words_for
from tests.titles import GAMES, SETTINGS, arguments

PHONE: Final = ViewportSize(width=400, height=850)
MOST, FIRST, LOBBY, LEAST_PICTURE = 700, 760, 600, 280
"""Pixels: planners and boards, planners of a first turn, lobbies; pictures of planners at least."""
LANGUAGES: Final = ("en", "nl", "es", "ko")
TURNS: Final = 3
"""Of each game so many turns are looked at, from the first to the last."""
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


class Sketch(NamedTuple):
    """A message that is to be measured.

    Attributes:
        title: id of the game.
        state: what it is of: a first turn, another turn, a whole one, a board, a lobby.
        language: of its words.
        shown: the message.
    """

    title: str
    state: str
    language: str
    shown: Post

    @property
    def is_private(self) -> bool:
        """Whether one person alone sees it."""
        return self.state not in {"board", "lobby"}


class Height(NamedTuple):
    """Height of a message and of the picture in it, in pixels of a phone."""

    whole: float
    picture: float

    def is_within(self, state: str) -> bool:
        """Return whether picture and buttons are in sight together, the picture large enough."""
        if state == "lobby":
            return self.whole <= LOBBY
        most = FIRST if "first" in state else MOST
        return self.whole <= most and (state == "board" or self.picture >= LEAST_PICTURE)


def sketches(title: str, most: int | None = None) -> Iterator[Sketch]:
    """Yield planners in all their states, boards and lobbies, of random games of each kind."""
    kinds = [(players, options) for id_, players, options in SETTINGS if id_ == title]
    for seed, (players, options) in enumerate(kinds[:most], start=1):
        game = GAMES[title].play(players, seed, **arguments(options))
        starts = game.turn_starts()[:-1]
        shown = [starts[len(starts) * n // TURNS] for n in range(TURNS)]
        for events in shown:
            table = GAMES[title].table_at(game, events)
            for language in LANGUAGES:
                yield from _planners(table, language, Random(seed))
                words = words_for(language)
                yield Sketch(title, "board", language, present_page(FRONTS[title], table, words))
        lobby = replace(table, status=Status.LOBBY, history=None, ruleset=None, revision=0)
        for people, language in product((1, len(table.people)), LANGUAGES):
            there = replace(lobby, people=table.people[:people])
            yield Sketch(title, "lobby", language, lobby_page(there, words_for(language)))


def _planners(table: Table, language: str, dice: Random) -> Iterator[Sketch]:
    """Yield the planner before each choice of a turn, on its tabs, and once it is whole."""
    front, words, title = FRONTS[table.title.id], words_for(language), table.title.id
    draft: Draft[Any, Any] = new_draft(table.title, table.state, table.seats_to_act()[0])
    is_first = table.title.turn_number(table.state) < len(table.people)
    hints = partial(hint_buttons, partial(PressId, table.id, table.revision))
    while True:
        look = planner_look(front, table, draft, words, None)
        groups = [None, *(each.key for each in (*look.tabs, *look.groups))]
        state = "whole turn" if draft.is_turn_over else "first turn" if is_first else "turn"
        for group in {None, dice.choice(groups)}:
            buttons = hints(draft, group, words)
            shown = planner_page(front, table, draft, words, group, hints=buttons)
            yield Sketch(title, f"planner, {state}", language, shown)
        if draft.is_turn_over or not draft.open_choices:
            return
        draft = draft.then(dice.randrange(len(draft.open_choices)))


class Phone:
    """A channel as a phone shows it, in which messages are posted and measured."""

    def __init__(self, channel: discord.TextChannel, frame: Frame) -> None:
        self._channel = channel
        self._frame = frame

    async def measured(self, shown: list[Sketch]) -> list[Height]:
        """Return the heights of messages."""
        posted = list[discord.Message]()
        for each in shown:
            files = [picture_file(picture) for picture in each.shown.pictures]
            posted.append(await post(self._channel, each.shown, files))
        ids = [str(message.id) for message in posted]
        frame = self._frame
        count = sum(len(each.shown.pictures) for each in shown)
        await frame.wait_for_function(_DRAWN, arg=[ids[-1], count])
        nodes = await frame.locator("#channel-message-list [data-message-id]").evaluate_all(_SIZES)
        found = {number: sizes for number, *sizes in nodes}
        for message in posted:
            await message.delete()
        return [
            Height(found[at][0] + HEAD + NOTE * each.is_private, found[at][1])
            for at, each in zip(ids, shown, strict=True)
        ]


def picture_file(picture: Any) -> discord.File:
    """Return a picture as a file."""
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
            yield Phone(bot.guilds[0].text_channels[0], frame)
            await browser.close()


async def _main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.legible.heights", description=__doc__)
    parser.add_argument("titles", nargs="*", metavar="TITLE", help=f"of {', '.join(FRONTS)}")
    parser.add_argument("--games", type=int, default=3, help="of each title (3)")
    asked = parser.parse_args()
    print("title | state | language | messages | median px | most px | least picture px |")
    beyond = 0
    async with phone() as there:
        for title in asked.titles or FRONTS:
            found = defaultdict[tuple[str, str], list[Height]](list)
            todo = iter(sketches(title, asked.games))
            while some := list(islice(todo, _AT_ONCE)):
                for sketch, height in zip(some, await there.measured(some), strict=True):
                    found[sketch.state, sketch.language].append(height)
            for (state, language), heights in sorted(found.items()):
                whole = [each.whole for each in heights]
                least = min(each.picture for each in heights)
                figures = (len(whole), statistics.median(whole), max(whole), least)
                row = (title, state, language, *(f"{each:.0f}" for each in figures))
                is_within = all(each.is_within(state) for each in heights)
                beyond += not is_within
                print(" | ".join((*row, "" if is_within else "beyond its bound")), flush=True)
    return int(beyond > 0)


if __name__ == "__main__":
    raise SystemExit(asyncio.run(_main()))
