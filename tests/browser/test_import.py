"""A record is taken from a file in a browser, and shown to all."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from metrobot.arena.simulation import simulated
from metrobot.demo.bot_in_process import embedded_playground
from metrobot.engine.record import dump
from metrobot.games.registry import TITLES
from tests.browser.seat import Chair

pytestmark = pytest.mark.browser


def _record(folder: Path) -> Path:
    """Write the record of a random game; return where."""
    title = TITLES["metrolijn"]
    path = folder / "game.json"
    path.write_text(dump(simulated(title, title.ruleset(2, {}), "7", 1)))
    return path


async def test_a_record_is_imported_from_a_file(page: Page, tmp_path: Path) -> None:
    """Chosen with the mouse and sent; another file is refused, and that is all."""
    chair, path = Chair(page), _record(tmp_path)
    async with embedded_playground(tmp_path, 0) as address:
        await chair.open(address)
        await chair.pick("/game import")
        await chair.attach(path)
        await chair.send()
        await expect(chair.messages.locator(".gallery-item img")).to_have_count(1)
        await expect(chair.composer).to_have_value("")
        await expect(page.locator("#people .awaited")).to_have_count(0)
        await chair.become("Bruno")
        await expect(chair.messages.locator(".gallery-item img")).to_have_count(1)
        await chair.pick("/game import")
        await chair.attach(tmp_path / "metrobot.db")
        await chair.send()
        await expect(chair.messages).to_contain_text("Only you can see this")
        await expect(page.locator("#status")).to_have_text("")
        await expect(chair.composer).to_have_value("")
