"""The playground's page in a browser, around a bot that does little."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from metrobot.demo.playground import playground
from tests.browser.seat import Chair
from tests.demo.toy import ToyBot

pytestmark = pytest.mark.browser

_ALL = 0.95
"""Visible part of an element that counts as whole; its edges may lie between pixels."""


async def test_one_is_each_person_in_turn_and_reads_their_letters(page: Page) -> None:
    """Letters are the receiver's alone, dots mark unread ones, a ring who is awaited."""
    chair, bot = Chair(page), ToyBot()
    async with playground(bot, port=0, awaited=bot.awaited_in) as address:
        await chair.open(address)
        await chair.become("Bruno")
        await chair.command("/hello")
        bruno = page.locator("#people").get_by_role("button", name="Bruno")
        await expect(page.locator(".letter")).to_have_count(2)
        await expect(page.locator(".letter b")).to_have_text("hand")
        await expect(page.locator(".letter img").first).to_have_js_property("naturalWidth", 40)
        await expect(bruno).to_have_class("awaited")
        await expect(chair.messages).to_contain_text("Hello @Bruno")
        await chair.become("Ada")
        await expect(page.locator(".letter")).to_have_count(0)
        await expect(chair.messages).to_contain_text("Hello @Bruno")
        await expect(bruno).to_have_class("awaited")
        await chair.become("Bruno")
        await chair.command("/bye")
        await expect(bruno).not_to_have_class("awaited")


async def test_a_reload_keeps_who_one_is(page: Page) -> None:
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
    chair = Chair(page)
    async with playground(ToyBot(), port=0) as address:
        await chair.open(address)
        before = await page.locator("#now").text_content()
        await page.get_by_role("button", name="A day passes").click()
        await expect(page.locator("#now")).not_to_have_text(before or "")


async def test_a_phone_shows_channel_and_letters_in_turn(page: Page) -> None:
    """On a narrow page the letters are under a tab, whose dot tells of new ones."""
    chair = Chair(page)
    await page.set_viewport_size({"width": 390, "height": 780})
    async with playground(ToyBot(), port=0) as address:
        await chair.open(address)
        assert await page.evaluate("document.documentElement.scrollWidth") == 390
        await chair.command("/hello")
        await expect(page.locator("#tab-dot")).to_be_visible()
        await expect(page.locator("#letters")).not_to_be_visible()
        await page.get_by_role("button", name="Direct messages").click()
        await expect(page.locator(".letter img").first).to_be_visible()
        await expect(page.locator("#tab-dot")).not_to_be_visible()


async def test_a_refused_command_is_over_once_it_is_answered(page: Page) -> None:
    """No notice of failure; the next command is typed into an empty composer."""
    chair = Chair(page)
    async with playground(ToyBot(), port=0) as address:
        await chair.open(address)
        await chair.command("/no")
        await expect(chair.messages).to_contain_text("That is refused")
        await expect(page.locator("#status")).to_have_text("")
        await expect(chair.composer).to_have_value("")
        await chair.command("/hello")
        await expect(chair.messages).to_contain_text("Hello @Ada")


async def test_the_answer_to_a_command_comes_into_sight(page: Page) -> None:
    """Wherever one has scrolled to: all of it, or its beginning if it does not fit."""
    chair = Chair(page)
    answers = chair.messages.locator(".channel-message")
    async with playground(ToyBot(), port=0) as address:
        await chair.open(address)
        await chair.command("/tell", lines="80", picked=False)
        beginning = answers.last.get_by_text("Before", exact=True)
        await expect(beginning).to_be_in_viewport(ratio=_ALL)
        await chair.command("/no")
        await expect(answers.last).to_contain_text("That is refused")
        await expect(answers.last).to_be_in_viewport(ratio=_ALL)
        await chair.scroll(-5000)
        await expect(answers.first.get_by_text("Before", exact=True)).to_be_in_viewport()
        await chair.command("/tell", lines="5", picked=False)
        await expect(answers).to_have_count(3)
        await expect(answers.last).to_be_in_viewport(ratio=_ALL)
        await chair.scroll(-5000)
        await chair.command("/tell", lines="60", picked=False)
        await expect(answers).to_have_count(4)
        await expect(beginning).to_be_in_viewport(ratio=_ALL)


async def test_lists_end_where_they_end_on_discord(page: Page) -> None:
    chair = Chair(page)
    async with playground(ToyBot(), port=0) as address:
        await chair.open(address)
        await chair.command("/tell")
        for place in (chair.messages, page.locator("#letters")):
            await expect(place.locator("ul > li")).to_have_count(2)
            await expect(place.locator("ul > li").last).to_have_text(re.compile("second line$"))
            await expect(place.locator("ol > li")).to_have_text(["first", "second"])
            await expect(place.get_by_text("Small")).to_be_visible()


async def test_a_file_is_chosen_and_sent_with_a_command(page: Page, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("some words")
    chair = Chair(page)
    async with playground(ToyBot(), port=0) as address:
        await chair.open(address)
        await chair.pick("/take")
        await chair.attach(tmp_path / "a.txt")
        await chair.send()
        await expect(chair.messages).to_contain_text("a.txt: some words")
        await expect(chair.composer).to_have_value("")
