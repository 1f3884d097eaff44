"""What becomes of pictures that somebody asks for."""

import asyncio
import threading
from types import SimpleNamespace
from typing import Any, cast

import pytest

from metrobot.engine.errors import Refusal
from metrobot.ui.kit.pictures.render_queue import MOST_WAITING
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.page import Page, page
from metrobot.ui.pages.values import Picture
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.refusals import FrameKey
from tests.ui.kit.test_render_queue import Drawer, drawer, settled
from tests.ui.stage import Stage

__all__ = ["drawer"]  # a fixture


class Pressed:
    """A press on a message that one person sees, as far as anybody looks at it."""

    def __init__(self, person: int, message: int) -> None:
        self.user = SimpleNamespace(id=person)
        self.guild_id, self.locale = 1, SimpleNamespace(value="en-US")
        self.message = SimpleNamespace(id=message)
        self.shown = list[str]()

    async def edit_original_response(self, *, view: Any, attachments: list[Any]) -> None:
        """Write down which pictures are shown."""
        self.shown += [each.filename for each in attachments]


def picture(drawer: Drawer, name: str) -> Page:
    """Return a message with one picture."""

    def draw() -> bytes:
        drawer.drawn.append(name)
        return b""

    return page(Picture(name, "Alt", draw))


async def test_three_quick_presses_show_what_was_pressed_last(stage: Stage, drawer: Drawer) -> None:
    """Presses in between are neither drawn nor shown, and no picture comes too late."""
    replies, presses = stage.bot.parts.replies, [Pressed(1, 7) for _ in range(3)]
    stage.bot.parts.drawing.queue = drawer.queue
    tasks = []
    for number, press in enumerate(presses):
        shown = picture(drawer, f"picture{number}")
        tasks.append(asyncio.create_task(replies.replace(cast("Press", press), shown)))
        await settled()
    await drawer.let_draw()
    await asyncio.gather(*tasks)

    assert drawer.drawn == ["picture0", "picture2"]
    assert [press.shown for press in presses] == [[], [], ["picture2.png"]]


async def test_a_press_without_a_picture_keeps_an_older_one_from_coming_after_it(
    stage: Stage, drawer: Drawer
) -> None:
    """The answer to Confirm stays, not the planner that was still being drawn."""
    replies, first, second = stage.bot.parts.replies, Pressed(1, 7), Pressed(1, 7)
    stage.bot.parts.drawing.queue = drawer.queue
    task = asyncio.create_task(replies.replace(cast("Press", first), picture(drawer, "planner")))
    await settled()
    await replies.replace(cast("Press", second), page("Confirmed."))
    await drawer.let_draw()
    await task

    assert first.shown == []


async def test_what_a_played_turn_shows_is_drawn_however_many_wait(
    stage: Stage, drawer: Drawer
) -> None:
    """Other pictures of the same person are refused meanwhile."""
    replies = stage.bot.parts.replies
    stage.bot.parts.drawing.queue = drawer.queue
    waiting = [
        asyncio.create_task(
            replies.replace(cast("Press", Pressed(1, number)), picture(drawer, f"p{number}"))
        )
        for number in range(1 + MOST_WAITING)
    ]
    await settled()
    due = Pressed(1, 50)
    with pytest.raises(Refusal) as refusal:
        await replies.replace(cast("Press", Pressed(1, 49)), picture(drawer, "more"))
    task = asyncio.create_task(
        replies.replace(cast("Press", due), picture(drawer, "due"), is_due=True)
    )
    await drawer.let_draw()
    await asyncio.gather(task, *waiting)

    assert refusal.value.key == FrameKey.PICTURES_WAIT
    assert due.shown == ["due.png"]
    assert ENGLISH.say(FrameKey.PICTURES_WAIT)


async def test_what_looks_at_tables_is_done_one_after_the_other(stage: Stage) -> None:
    """However many threads draw: it remembers with the tables what it has found."""
    drawing, second = stage.bot.parts.drawing, threading.Event()

    def first() -> bool:
        return second.wait(0.05)  # ends early, and fails, where the second one begins

    found = await asyncio.gather(drawing.work(first), drawing.work(second.set))

    assert found[0] is False
