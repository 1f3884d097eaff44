"""The playground's page in a browser, around a bot that does little."""

import pytest
from playwright.async_api import Page, expect

from metrobot.demo.playground import playground
from tests.browser.seat import Chair
from tests.demo.toy import ToyBot

pytestmark = pytest.mark.browser


async def test_one_is_each_person_in_turn_and_reads_their_letters(page: Page) -> None:
    """Letters are the receiver's alone, dots mark unread ones, a ring who is called."""
    chair = Chair(page)
    async with playground(ToyBot(), port=0) as address:
        await chair.open(address)
        await chair.become("Bruno")
        await chair.command("/hello")
        bruno = page.locator("#people").get_by_role("button", name="Bruno")
        await expect(page.locator(".letter")).to_have_count(2)
        await expect(page.locator(".letter b")).to_have_text("hand")
        await expect(page.locator(".letter img").first).to_have_js_property("naturalWidth", 40)
        await expect(bruno).to_have_class("called")
        await expect(chair.messages).to_contain_text("Hello @Bruno")
        await chair.become("Ada")
        await expect(page.locator(".letter")).to_have_count(0)
        await expect(chair.messages).to_contain_text("Hello @Bruno")


async def test_a_reload_keeps_who_one_is(page: Page) -> None:
    """The page comes back as the same person, with the same messages."""
    chair = Chair(page)
    async with playground(ToyBot(), port=0) as address:
        await chair.open(address)
        await chair.become("Chidi")
        await chair.command("/hello")
        await page.reload()
        await expect(page.locator("#me-name")).to_have_text("Chidi")
        await expect(chair.messages).to_contain_text("Hello @Chidi")
        await chair.command("/hello")
        await expect(page.locator(".letter")).to_have_count(4)


async def test_a_day_passes_at_a_press(page: Page) -> None:
    """The clock in the page's corner shows tomorrow."""
    chair = Chair(page)
    async with playground(ToyBot(), port=0) as address:
        await chair.open(address)
        before = await page.locator("#now").text_content()
        await page.get_by_role("button", name="A day passes").click()
        await expect(page.locator("#now")).not_to_have_text(before or "")


async def test_a_phone_shows_channel_and_letters_in_turn(page: Page) -> None:
    """On a narrow page the letters are behind a tab, whose dot tells of new ones."""
    chair = Chair(page)
    await page.set_viewport_size({"width": 390, "height": 780})
    async with playground(ToyBot(), port=0) as address:
        await chair.open(address)
        await chair.command("/hello")
        await expect(page.locator("#tab-dot")).to_be_visible()
        await expect(page.locator("#letters")).not_to_be_visible()
        await page.get_by_role("button", name="Direct messages").click()
        await expect(page.locator(".letter img").first).to_be_visible()
        await expect(page.locator("#tab-dot")).not_to_be_visible()
