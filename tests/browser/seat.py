"""What a person does in front of the playground's page."""

import re
from dataclasses import dataclass

from playwright.async_api import FrameLocator, Locator, Page, expect

_READY = """() => {
    const preview = document.getElementById("discord").contentWindow?.simcordPreview;
    return Boolean(preview?.ready && preview.viewerId);
}"""
_IS = """(name) => document.getElementById("me-name").textContent === name"""


@dataclass
class Chair:
    """The place in front of the page.

    Attributes:
        page: the browser's page.
    """

    page: Page

    @property
    def discord(self) -> FrameLocator:
        """The frame with the channel."""
        return self.page.frame_locator("#discord")

    @property
    def messages(self) -> Locator:
        """The messages of the channel."""
        return self.discord.locator("#channel-message-list")

    async def open(self, address: str) -> None:
        """Open the playground and wait until it is ready."""
        await self.page.goto(address)
        await self.page.wait_for_function(_READY)

    async def become(self, name: str) -> None:
        """Be this person from now on."""
        await self.page.locator("#people").get_by_role("button", name=name).click()
        await self.page.wait_for_function(_IS, arg=name)
        await self.page.wait_for_function(_READY)

    async def command(self, text: str, **options: str) -> None:
        """Type a slash command, pick it from the list, fill options in, send it."""
        await self.discord.locator("#channel-composer-input").press_sequentially(text)
        await self.discord.locator(".command-entry.is-active").wait_for()
        await self.page.keyboard.press("Enter")
        for value in options.values():
            await self.page.keyboard.type(value)
            await self.discord.locator(".command-suggestion").first.wait_for()
            await self.page.keyboard.press("Enter")
        await self.discord.locator("#send-message").click()
        await self.page.wait_for_function(_READY)

    async def choose_first(self, prompt: str) -> None:
        """Choose the first option of the newest menu with this prompt."""
        await self.messages.locator(".select-trigger", has_text=prompt).last.click()
        await self.discord.locator(".select-list:popover-open .select-option").first.click()
        await self.page.wait_for_function(_READY)

    async def press(self, label: str) -> None:
        """Press the newest button whose label begins like this."""
        begins = re.compile(f"^{re.escape(label)}")
        await self.messages.get_by_role("button", name=begins).last.click()
        await self.page.wait_for_function(_READY)

    async def called(self, *, other_than: str = "nobody") -> str:
        """Return who wears the ring, once it is another than before."""
        ring = self.page.locator("#people .called .name")
        await expect(ring).to_have_count(1)
        await expect(ring).not_to_have_text(other_than)
        return await ring.text_content() or ""
