"""A game in a browser in which all choose at once: two people, one page."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from metrobot.demo.bot_in_process import embedded_playground
from metrobot.service.model import chance
from tests.browser.seat import Chair

pytestmark = pytest.mark.browser


async def test_two_people_lock_on_one_page(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both see who has locked, each sees only their own choice; the ring stays on who chooses."""
    monkeypatch.setattr(chance, "draw_index", lambda key, salt, number, count: 0)  # the card: 3
    chair = Chair(page)
    async with embedded_playground(tmp_path, 0) as address:
        await chair.open(address)
        await chair.command("/game new", game="Metrolijn")
        await chair.become("Bruno")
        await chair.press("Join")
        await chair.become("Ada")
        await chair.press("Start")
        await expect(page.locator("#people .awaited .name")).to_have_count(2)
        await chair.press("Choose")
        await chair.press("A ")
        await chair.press("Lock")
        assert await chair.awaited() == "Bruno"
        await expect(chair.messages).to_contain_text("You can change it until everyone has locked")
        await chair.press("Change")
        await expect(chair.messages).to_contain_text("This is what you have locked")
        await chair.become("Bruno")
        await expect(chair.messages).to_contain_text("Locked: ")
        await expect(chair.messages).not_to_contain_text("This is what you have locked")
        await chair.press("Choose")
        await chair.press("A ")
        await chair.press("Lock")
        await expect(chair.messages).to_contain_text("You were the last")
        await expect(page.locator("#people .awaited .name")).to_have_count(2)
