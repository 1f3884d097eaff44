"""A game against two computers in a browser: one press, then a turn, then theirs."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from metrobot.demo.bot_in_process import embedded_playground
from tests.browser.seat import Chair

pytestmark = pytest.mark.browser


async def test_one_press_and_a_turn_against_two_computers(page: Page, tmp_path: Path) -> None:
    """The offer goes while the game is on; computers' turns come in one message with a board.

    It is folded away by a line, and stays so after the game.
    """
    chair = Chair(page)
    pictures = chair.messages.locator(".attachment-image")
    offer, folded = page.get_by_role("button", name="MetrOmania"), page.get_by_text("Play a game")
    async with embedded_playground(tmp_path, 0) as address:
        await chair.open(address)
        await chair.command("/daily")
        await chair.press("Play")
        await expect(offer).to_be_hidden()
        await folded.click()
        await offer.click()
        await expect(offer).to_be_hidden()
        assert await chair.awaited() == "Ada"
        await expect(chair.messages.get_by_role("button", name="Plan my turn").last).to_be_visible()
        before = await pictures.count()
        await chair.press("Plan my turn")
        for _ in range(3):
            await chair.press("1 ")
        await chair.press("Confirm")
        await expect(pictures).to_have_count(before + 1)
        assert await chair.awaited() == "Ada"
        await expect(chair.messages).to_contain_text("🤖")
        await expect(chair.messages).to_contain_text(re.compile(r"2\. \W*🤖.*\(\d+\)"))
        await chair.command("/game cancel")
        await chair.press("Yes, cancel the game")
        await expect(folded).to_be_visible()
        await expect(offer).to_be_hidden()
