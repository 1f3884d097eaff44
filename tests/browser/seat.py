"""What a person does in front of the playground's page."""

import re
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import FrameLocator, Locator, Page, expect

_READY = """() => {
    const preview = document.getElementById("discord").contentWindow?.simcordPreview;
    return Boolean(preview?.ready && preview.viewerId);
}"""
_IS = """(name) => document.getElementById("me-name").textContent === name"""


@dataclass
class Chair:
    """The place in front of the page."""

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

    @property
    def composer(self) -> Locator:
        """The field in which messages are typed."""
        return self.discord.locator("#channel-composer-input")

    async def command(self, text: str, *, picked: bool = True, **options: str) -> None:
        """Type a slash command, pick it from the list, fill options in, send it."""
        await self.pick(text)
        for name, value in options.items():
            if not picked:
                await self.discord.locator(".command-ghost").click()
                await self.discord.locator(".command-suggestion", has_text=name).click()
            await self.page.keyboard.type(value)
            if picked:
                await self.discord.locator(".command-suggestion").first.wait_for()
                await self.page.keyboard.press("Enter")
        await self.send()

    async def pick(self, text: str) -> None:
        """Type a slash command and pick it from the list."""
        await self.composer.press_sequentially(text)
        await self.discord.locator(".command-entry.is-active").wait_for()
        await self.page.keyboard.press("Enter")

    async def attach(self, path: Path) -> None:
        """Choose a file for the command that is being typed."""
        async with self.page.expect_file_chooser() as chooser:
            await self.discord.locator(".command-file-choose").click()
        await (await chooser.value).set_files(path)

    async def send(self) -> None:
        """Send the typed message and wait until the page is ready."""
        await self.discord.locator("#send-message").click()
        await self.page.wait_for_function(_READY)

    async def scroll(self, pixels: int) -> None:
        """Turn the wheel over the channel."""
        await self.messages.hover(position={"x": 5, "y": 5}, force=True)
        await self.page.mouse.wheel(0, pixels)

    async def press(self, label: str) -> None:
        """Press the newest button whose label begins like this."""
        begins = re.compile(f"^{re.escape(label)}")
        await self.messages.get_by_role("button", name=begins).last.click()
        await self.page.wait_for_function(_READY)

    async def awaited(self, *, other_than: str = "nobody") -> str:
        """Return the name with the ring, once it is another than `other_than`."""
        ring = self.page.locator("#people .awaited .name")
        await expect(ring).to_have_count(1)
        await expect(ring).not_to_have_text(other_than)
        return await ring.text_content() or ""
