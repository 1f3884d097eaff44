"""A bot that does little: it stands for any bot in the tests of the playground."""

import io

import discord
from discord import app_commands, ui
from discord.ext import commands
from PIL import Image


def picture(colour: str) -> bytes:
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
    """Answers `/hello` in the channel, to all, and in private; refuses `/no` in private.

    Attributes:
        awaited: ids of those who are awaited: who has said hello and not bye.
    """

    def __init__(self) -> None:
        super().__init__("!", intents=discord.Intents(guilds=True))
        self.awaited = set[int]()
        self.tree.error(refuse)
        self.tree.add_command(hello)
        self.tree.add_command(bye)
        self.tree.add_command(no)
        self.tree.add_command(tell)
        self.tree.add_command(take)

    async def setup_hook(self) -> None:
        """Make the commands known."""
        await self.tree.sync()

    async def awaited_in(self, _channel: int) -> frozenset[int]:
        """Return the ids of those who are awaited."""
        return frozenset(self.awaited)


async def refuse(ix: discord.Interaction, _: app_commands.AppCommandError) -> None:
    """Answer an error of any command in private."""
    await ix.response.send_message("That is refused", ephemeral=True)


@app_commands.command(description="Say hello")
async def hello(ix: discord.Interaction[ToyBot]) -> None:
    """Mention the person who typed it, and send them a secret."""
    ix.client.awaited.add(ix.user.id)
    await ix.response.send_message(
        f"Hello {ix.user.mention}", allowed_mentions=discord.AllowedMentions(users=True)
    )
    hand = discord.File(io.BytesIO(picture("red")), "hand.png", description="A red hand")
    await ix.user.send(view=Secret(), file=hand)
    loose = discord.File(io.BytesIO(picture("blue")), "loose.png", description="A loose end")
    await ix.user.send(f"And this, in <#{ix.channel_id}>, not in <#1>", file=loose)


@app_commands.command(description="Say goodbye")
async def bye(ix: discord.Interaction[ToyBot]) -> None:
    """Say goodbye; the person who typed it is awaited no longer."""
    ix.client.awaited.discard(ix.user.id)
    await ix.response.send_message(f"Bye {ix.user.mention}")


@app_commands.command(description="Be refused")
async def no(_: discord.Interaction[ToyBot]) -> None:
    """Raise an error, which the bot answers."""
    raise app_commands.AppCommandError


LISTS = """\
Before
- one
- two
  and its second line
After
1. first
2. second
-# Small"""


@app_commands.command(description="Tell something long, with lists")
async def tell(ix: discord.Interaction[ToyBot], lines: int = 0) -> None:
    """Answer with lists, in the channel and in private, and as many lines as are asked for."""
    more = "".join(f"\nline {number}" for number in range(1, lines + 1))
    await ix.response.send_message(LISTS + more)
    await ix.user.send(LISTS)


@app_commands.command(description="Take a file")
async def take(ix: discord.Interaction[ToyBot], file: discord.Attachment) -> None:
    content = (await file.read()).decode()
    await ix.response.send_message(f"{file.filename}: {content}")
