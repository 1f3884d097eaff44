"""A game in a browser: the unmodified bot, from the lobby to a confirmed turn."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from metrobot.demo.bot_in_process import embedded_playground
from render.metromania.board import SIZE
from tests.browser.seat import Chair

pytestmark = pytest.mark.browser


async def test_people_open_a_game_and_one_takes_a_turn(page: Page, tmp_path: Path) -> None:
    """Lobby, hands, planner, Confirm, the new board for all, a reload, a day, the end."""
    chair = Chair(page)
    pictures = chair.messages.locator(".attachment-image")
    async with embedded_playground(tmp_path, 0) as address:
        await chair.open(address)
        await chair.command("/game new", game="MetrOmania")
        for name in ("Bruno", "Chidi"):
            await chair.become(name)
            await chair.press("Join")
        await chair.become("Ada")
        await chair.press("Start")
        await expect(page.locator(".letter img")).to_have_count(1)
        await expect(pictures).to_have_count(1)
        board = await pictures.last.bounding_box()
        plan = await chair.messages.get_by_role("button", name="Plan my turn").bounding_box()
        assert board is not None
        assert plan is not None
        assert board["y"] + board["height"] <= plan["y"]  # as on Discord
        first = await chair.awaited()
        await chair.become(first)
        await chair.press("Plan my turn")
        await chair.press("1 ")
        await chair.press("1 ")
        await chair.press("1 ")
        await chair.press("Confirm")
        second = await chair.awaited(other_than=first)
        await chair.become(second)
        await expect(pictures).to_have_count(2)
        day = page.get_by_role("button", name="A day passes")
        await day.click()
        await expect(day).to_be_enabled(timeout=60_000)
        await page.reload()
        await expect(page.locator("#me-name")).to_have_text(second)
        await expect(pictures).to_have_count(2)
        await expect(pictures.last).to_be_visible()
        await expect(pictures.last).to_have_js_property("naturalWidth", SIZE[0])
        await chair.press("Plan my turn")
        await expect(chair.messages).to_contain_text("Your trips need")
        await chair.become("Dana")
        await expect(chair.messages).not_to_contain_text("Your trips need")
        await chair.become("Ada")
        await chair.command("/game cancel")
        await chair.press("Yes, cancel the game")
        await expect(page.locator("#people .awaited")).to_have_count(0)
