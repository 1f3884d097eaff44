"""A bare twin of the bot's messages: the same parts, made with discord.py alone."""

import io
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands, ui

from metrobot.ui.kit.handlers import CAUSES

PREFIX = "bare-"
"""Stands before the ids of a twin's buttons and menus, so that the bot knows none of them."""


class Twin:
    """Answers each press of its message by putting a whole other page into it.

    Args:
        picture: each picture of its pages.

    Attributes:
        page: what is shown next, as Discord holds a message's components.
    """

    def __init__(self, picture: bytes) -> None:
        self.page: Sequence[Mapping[str, Any]] = ()
        self._picture = picture

    def command(self) -> app_commands.Command[Any, ..., None]:
        """Return a command that shows the page in private."""

        @app_commands.command(name="bare", description="A bare message", extras={CAUSES: ()})
        async def bare(ix: discord.Interaction) -> None:
            await ix.response.send_message(view=self._view(), files=self._files(), ephemeral=True)

        return bare

    async def _press(self, ix: discord.Interaction) -> None:
        """Show the page in the message whose button was pressed, as the planner does."""
        await ix.response.defer()
        await ix.edit_original_response(view=self._view(), attachments=self._files())

    def _files(self) -> list[discord.File]:
        return [
            discord.File(io.BytesIO(self._picture), item["media"]["url"].rpartition("/")[2])
            for part in self.page
            for item in part.get("items", ())
        ]

    def _view(self) -> ui.LayoutView:
        """Return the page's parts."""
        view = ui.LayoutView(timeout=None)
        for part in self.page:
            view.add_item(self._item(part))
        return view

    def _item(self, part: Mapping[str, Any]) -> ui.Item[Any]:
        """Return one part: a text, a picture, or a row of buttons or a menu."""
        match discord.ComponentType(part["type"]):
            case discord.ComponentType.text_display:
                return ui.TextDisplay(part["content"])
            case discord.ComponentType.media_gallery:
                return ui.MediaGallery(*(_media(item) for item in part["items"]))
            case discord.ComponentType.action_row:
                return ui.ActionRow(*(self._control(each) for each in part["components"]))
        raise LookupError(part["type"])

    def _control(self, part: Mapping[str, Any]) -> ui.Item[Any]:
        """Return a button or a menu."""
        item: ui.Item[Any]
        if part["type"] == discord.ComponentType.button.value:
            item = ui.Button(
                label=part["label"],
                style=discord.ButtonStyle(part["style"]),
                custom_id=PREFIX + part["custom_id"],
                disabled=part.get("disabled", False),
            )
        else:
            item = ui.Select(
                custom_id=PREFIX + part["custom_id"],
                placeholder=part.get("placeholder"),
                options=[discord.SelectOption.from_dict(each) for each in part["options"]],
            )
        item.callback = self._press  # type: ignore[method-assign,assignment]  # as its decorator does
        return item


def _media(item: Mapping[str, Any]) -> discord.MediaGalleryItem:
    """Return a picture by the name of its file."""
    name = item["media"]["url"].rpartition("/")[2]
    return discord.MediaGalleryItem(f"attachment://{name}", description=item.get("description"))
