"""A bot that does little: it stands for any bot in the tests of the playground."""

import io

import discord
from discord import app_commands, ui
from discord.ext import commands
from PIL import Image


def picture(colour: str) -> bytes:
    """Return a small PNG of one colour."""
    target = io.BytesIO()
    Image.new("RGB", (40, 30), colour).save(target, "PNG")
    return target.getvalue()


class Secret(ui.LayoutView):
    """A private message: words, a picture, more words in a frame."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.TextDisplay("Your **hand**"))
        self.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://hand.png")))
        self.add_item(ui.Container[ui.LayoutView](ui.TextDisplay("Keep it")))


class ToyBot(commands.AutoShardedBot):
    """Answers `/hello` in the channel, to all, and in private."""

    def __init__(self) -> None:
        super().__init__("!", intents=discord.Intents(guilds=True))
        self.tree.add_command(hello)

    async def setup_hook(self) -> None:
        """Make the command known."""
        await self.tree.sync()


@app_commands.command(description="Say hello")
async def hello(ix: discord.Interaction[ToyBot]) -> None:
    """Call upon whoever typed it, and send him a secret."""
    await ix.response.send_message(
        f"Hello {ix.user.mention}", allowed_mentions=discord.AllowedMentions(users=True)
    )
    hand = discord.File(io.BytesIO(picture("red")), "hand.png", description="A red hand")
    await ix.user.send(view=Secret(), file=hand)
    loose = discord.File(io.BytesIO(picture("blue")), "loose.png", description="A loose end")
    await ix.user.send("And this", file=loose)
