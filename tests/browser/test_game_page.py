"""The page of a game, opened from disk: by keyboard, by touch, read out; it asks for nothing."""

import base64
import io
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.async_api import Page, expect

from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.pages.values import Picture
from metrobot.ui.replays.game_page import page_file, sheets
from metrobot.ui.words.catalogue import ENGLISH
from render.film.strip import Strip
from tests.ui.replays.test_page import HOSTILE, named, table_of

pytestmark = pytest.mark.browser

SIZES = {"desktop": (1400, 900), "phone": (400, 850)}


@dataclass(frozen=True)
class Shown:
    """A page in a file, with what it should show."""

    found: list[tuple[str, Picture]]
    strip: bytes


@cache
def shown() -> Shown:
    """Return the sheets and the strip of a whole game."""
    found = list(sheets(FRONTS["metrolijn"], table_of("metrolijn"), ENGLISH))
    reel = Strip(picture.draw for _, picture in found)
    for _ in reel.steps():
        pass
    return Shown(found, reel.data or b"")


class Asked:
    """The requests of a page."""

    def __init__(self, page: Page) -> None:
        self.addresses = list[str]()
        page.on("request", lambda each: self._note(each.url))

    def _note(self, address: str) -> None:
        if not address.startswith("data:image/"):
            self.addresses.append(address)


def written(path: Path, data: bytes = b"") -> Path:
    """Write a page, the usual one if no other is given; return where."""
    usual = shown()
    path.write_bytes(data or page_file(table_of("metrolijn"), ENGLISH, usual.found, usual.strip))
    return path


async def opened(page: Page, path: Path, size: str) -> Asked:
    """Open a page from disk at a size."""
    asked = Asked(page)
    width, height = SIZES[size]
    await page.set_viewport_size({"width": width, "height": height})
    await page.goto(path.as_uri())
    await at(page, 0)
    return asked


async def at(page: Page, turn: int) -> None:
    """Wait until a turn is drawn."""
    await expect(page.locator("#board")).to_have_attribute("data-shown", str(turn))


async def drawn(page: Page) -> Image.Image:
    """Return the picture on the canvas."""
    address: str = await page.evaluate("document.getElementById('board').toDataURL()")
    return Image.open(io.BytesIO(base64.b64decode(address.partition(",")[2]))).convert("RGBA")


def wanted(turn: int) -> Image.Image:
    """Return the picture of a turn as it is on Discord."""
    return Image.open(io.BytesIO(shown().found[turn][1].draw())).convert("RGBA")


def differ(one: Image.Image, other: Image.Image) -> bool:
    """Return whether two pictures differ, but for the rounding of see-through corners."""
    flat = [
        Image.alpha_composite(Image.new("RGBA", each.size, "white"), each).convert("RGB")
        for each in (one, other)
    ]
    most = ImageChops.difference(*flat).getextrema()
    return one.size != other.size or max(high for _, high in most) > 3  # type: ignore[misc]


@pytest.mark.parametrize("size", SIZES)
async def test_one_steps_through_a_game_by_keyboard(page: Page, tmp_path: Path, size: str) -> None:
    """On, back, to the end and to the beginning; each board is the one of Discord."""
    asked, last = await opened(page, written(tmp_path / "game.html"), size), len(shown().found) - 1
    for key, turn in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)):
        await page.keyboard.press(key)
        await at(page, turn)
        assert not differ(await drawn(page), wanted(turn))
    await page.keyboard.press("PageUp")
    await at(page, last - 1)
    await page.keyboard.press("Home")
    await at(page, 0)

    assert not differ(await drawn(page), wanted(0))
    assert asked.addresses == [(tmp_path / "game.html").as_uri()]


async def swipe(page: Page, by: int) -> None:
    """Move a finger over the board."""
    box = await page.locator("#board").bounding_box()
    assert box is not None
    fingers = await page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x + by, "y": y + 5}]),
        ("touchEnd", []),
    ):
        await fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.parametrize("size", SIZES)
async def test_one_steps_through_a_game_by_touch_and_mouse(
    page: Page, tmp_path: Path, size: str
) -> None:
    """By swipes and by buttons; on a wide page by a turn of the list too."""
    asked = await opened(page, written(tmp_path / "game.html"), size)
    await swipe(page, -120)
    await at(page, 1)
    await swipe(page, -120)
    await at(page, 2)
    await swipe(page, 120)
    await at(page, 1)
    await page.get_by_role("button", name="Next").click()
    await at(page, 2)
    await page.get_by_role("button", name="Last").click()
    await at(page, len(shown().found) - 1)
    await expect(page.get_by_role("button", name="Next")).to_have_attribute("aria-disabled", "true")
    if size == "desktop":
        await page.locator("#log li").nth(4).get_by_role("button").click()
        await at(page, 4)
    await expect(page.locator("#log li:visible")).to_have_count(
        1 if size == "phone" else len(shown().found)
    )

    assert await page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    assert len(asked.addresses) == 1


async def test_a_screen_reader_is_told_each_turn(page: Page, tmp_path: Path) -> None:
    """The board in words, where one is, each turn of the list, names of all that is pressed."""
    await opened(page, written(tmp_path / "game.html"), "desktop")
    await page.keyboard.press("ArrowRight")
    await at(page, 1)
    reader = await page.context.new_cdp_session(page)
    tree = (await reader.send("Accessibility.getFullAXTree"))["nodes"]
    named = [(each["role"]["value"], each.get("name", {}).get("value", "")) for each in tree]
    (slider,) = (each for each in tree if each["role"]["value"] == "slider")
    presses = [name for role, name in named if role == "button"]

    assert ("image", shown().found[1][1].alt) in named
    assert ("heading", ENGLISH.title("metrolijn")) in named
    assert presses[:4] == ["First", "Previous", "Next", "Last"]
    assert len(presses) == 4 + len(shown().found)
    assert all(presses)
    assert slider["name"]["value"] == "Go to a turn"
    assert slider["value"]["value"] == 2
    assert [role for role, _ in named].count("listitem") == len(shown().found)
    assert "status" in [role for role, _ in named]


async def test_hostile_names_do_nothing(page: Page, tmp_path: Path) -> None:
    """Forty of them: nothing runs, nothing is asked for, and they stand there as text."""
    table, met = table_of("metrolijn"), list[str]()
    page.on("dialog", lambda dialog: met.append(dialog.message))
    count, counted = len(table.people), set[int]()
    for start in range(0, len(HOSTILE), count):
        some = (HOSTILE[start : start + count] * count)[:count]
        other = named(table, iter(some))
        found = list(sheets(FRONTS["metrolijn"], other, ENGLISH))
        data = page_file(other, ENGLISH, found, shown().strip)
        asked = await opened(page, written(tmp_path / f"{start}.html", data), "desktop")
        await page.keyboard.press("End")
        await at(page, len(found) - 1)
        hit: Any = await page.evaluate("window.hit ?? null")
        counted.add(await page.evaluate("document.querySelectorAll('*:not(p):not(b)').length"))
        words = await page.locator("body").inner_text()
        assert hit is None
        assert len(asked.addresses) == 1
        assert "<script>window" in words or start

    assert met == []
    assert len(counted) == 1
