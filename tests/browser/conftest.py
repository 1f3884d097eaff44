"""A headless Chromium with one page."""

import os
import shutil
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, async_playwright, expect

_OFFLINE = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",  # containers run as root, where Chromium has no sandbox
)


@pytest.fixture
async def page() -> AsyncIterator[Page]:
    """Open an empty page of a desktop's size; what its scripts throw fails the test."""
    chromium = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    assert chromium, "install chromium, or say with CHROMIUM=... where it is"
    errors = list[str]()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=_OFFLINE)
        context = await browser.new_context(viewport={"width": 1280, "height": 860})
        page = await context.new_page()
        page.set_default_timeout(45_000)
        expect.set_options(timeout=45_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield page
        await context.close()
        await browser.close()
    assert errors == []
