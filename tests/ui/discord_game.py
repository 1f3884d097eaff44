"""MetrOmania on a simulated Discord: a channel, people, and games played by presses."""

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import discord
import simcord
from PIL import Image
from simcord.results import ResponseMessage

from metrobot.service.model.play import Person, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import NoNotifier
from metrobot.store.store import Store
from metrobot.ui.app.bot import Metrobot
from metrobot.ui.app.build import make_bot
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.kit.pictures.lazy_pictures import _fail
from metrobot.ui.kit.pictures.render_queue import FOR_ALL, Ask
from metrobot.ui.pages.values import Picture
from tests.databases import url_of
from tests.ui import stage
from tests.ui.limits import walk

NAMES = ("Anna", "Ben", "Chloë", "Dieter", "Esra")
KEY = bytes(range(32))
MOST_PRESSES = 60
texts, alts = stage.texts, stage.alts


def ids(message: ResponseMessage, kind: str = "") -> list[str]:
    """Return the ids of a message's buttons and menus that can be used, of one kind or all."""
    found = (each for each in walk(message.components) if not each.get("disabled"))
    custom = [each["custom_id"] for each in found if "custom_id" in each]
    return [each for each in custom if not kind or f":{kind}:" in each]


def values(message: ResponseMessage, custom_id: str) -> list[str]:
    """Return the values that a menu offers."""
    found = (each for each in walk(message.components) if each.get("custom_id") == custom_id)
    return [option["value"] for option in next(found)["options"]]


@dataclass
class DiscordGame(stage.Scene):
    """A channel with people and the bot, playing one of its own games."""

    title: str = "metromania"

    # --- what is to be seen ---

    @property
    def public(self) -> list[ResponseMessage]:
        """The bot's public messages in the channel, oldest first."""
        stored = self.env.backend.messages.get(self.channel.id, {}).values()
        seen = sorted((each for each in stored if not each.is_ephemeral), key=lambda m: m.id)
        return [ResponseMessage(self.env, each) for each in seen]

    @property
    def board(self) -> ResponseMessage:
        """The newest public board under which a turn can be planned."""
        return [each for each in self.public if ids(each, "plan")][-1]

    def stored(self, message: ResponseMessage) -> Any:
        """Return a message as Discord holds it."""
        return self.env.backend.get_message(message.channel_id, message.id)

    def again(self, message: ResponseMessage) -> ResponseMessage:
        """Return a private message as it is now."""
        return ResponseMessage(self.env, self.stored(message))

    def direct(self, person: Any) -> list[ResponseMessage]:
        """Return the bot's direct messages to somebody."""
        return [ResponseMessage(self.env, each) for each in super().direct(person)]

    def pictures(self, message: ResponseMessage) -> list[bytes]:
        """Return the files of a message."""
        cdn = self.env.backend.cdn
        return [cdn.get(each["url"]) or b"" for each in self.stored(message).attachments]

    async def table(self) -> Table:
        """Return the game of the channel."""
        return await self.bot.parts.tables.in_channel(self.channel.id)

    async def to_act(self) -> Any:
        """Return the person whose turn it is."""
        return self.actor(*(await self.table()).to_act())

    def actor(self, person: Person) -> Any:
        """Return the channel's member for a person at the table."""
        return next(each for each in self.people if each.id == person.id)

    # --- what people do ---

    async def lobby(self, players: int, **options: str) -> ResponseMessage:
        """Open a lobby that a number of people join, with its options; return its message."""
        await self.people[0].slash(self.channel, "game new", game=self.title, seats=players)
        lobby = self.public[-1]
        for option, value in options.items():
            await self.choose(option, value)
        for person in self.people[1:players]:
            await person.click(lobby, custom_id=ids(lobby, "join")[0])
        return self.again(lobby)

    async def choose(self, option: str, value: str) -> None:
        """Choose an option of the lobby, which is the newest message, as its host."""
        lobby = [each for each in self.public if ids(each, "options")][-1]
        if option == "seating":  # of which there is no menu where all play at once
            host = PlayerId(self.people[0].id)
            await self.bot.parts.tables.lobbies.at(self.channel.id).choose(host, option, value)
            return
        asked = await self.people[0].click(lobby, custom_id=ids(lobby, "options")[0])
        menus = asked.followups[0]
        menu = next(each for each in ids(menus, "option") if each.endswith(f":{option}"))
        await self.people[0].select(menus, [value], custom_id=menu)

    async def start(self, players: int, **options: str) -> ResponseMessage:
        """Start a game, in the order of joining unless said otherwise; return its board."""
        lobby = await self.lobby(players, **{"seating": "joined", **options})
        await self.people[0].click(lobby, custom_id=ids(lobby, "start")[0])
        return self.board

    async def plan(self, person: Any) -> ResponseMessage:
        """Open the planner under the newest board."""
        board = self.board
        return _private(await person.click(board, custom_id=ids(board, "plan")[0]))

    async def try_one(self, person: Any, planner: ResponseMessage, chooser: Random) -> bool:
        """Make one choice in a planner; return whether there was one to be made."""
        planner = self.again(planner)
        offered = [*ids(planner, "try") * 3, *ids(planner, "menu")]
        if not offered:
            return False
        custom_id = chooser.choice(offered)
        if ":try:" in custom_id:
            await person.click(planner, custom_id=custom_id)
        else:
            value = chooser.choice(values(planner, custom_id))
            await person.select(planner, [value], custom_id=custom_id)
        return True

    async def complete(self, person: Any, planner: ResponseMessage, chooser: Random) -> None:
        """Choose in a planner until the turn is whole, not confirming it."""
        for _ in range(MOST_PRESSES):
            if not await self.try_one(person, planner, chooser):
                return
        raise AssertionError("a turn without an end")

    async def ready(self, chooser: Random) -> tuple[Any, ResponseMessage]:
        """Plan a whole turn for the person to act; return that person and their planner."""
        person = await self.to_act()
        planner = await self.plan(person)
        await self.complete(person, planner, chooser)
        return person, self.again(planner)

    async def confirm(self, person: Any, planner: ResponseMessage) -> ResponseMessage:
        """Confirm a planned turn; return what the planner says then."""
        await person.click(planner, custom_id=ids(planner, "done")[0])
        return self.again(planner)

    async def turn(self, chooser: Random) -> ResponseMessage:
        """Play a whole turn; return what the planner says after it."""
        return await self.confirm(*await self.ready(chooser))

    async def finish(self, chooser: Random) -> int:
        """Play on to the end; return how many turns people have made."""
        turns = 0
        while (await self.table()).to_act():
            await self.turn(chooser)
            turns += 1
        return turns

    def emit(
        self, person: Any, message: ResponseMessage, custom_id: str, *, forged: bool = False
    ) -> Any:
        """Press a button without waiting for the answer.

        Args:
            person: who.
            message: under which it stands.
            custom_id: of the button.
            forged: whether the message does not have it.
        """
        button = {"type": 2, "custom_id": custom_id, "style": 1, "label": "x"}
        row = [{"type": 1, "components": [button]}] if forged else []
        data = {"custom_id": custom_id, "component_type": 2}
        return self.send(person, self.stored(message), data, *row)

    # --- what befalls the bot ---

    def remade(self) -> Metrobot:
        """Return another bot with the same key on the same database."""
        return _bot(self.store)

    def interrupt(self) -> None:
        """Keep everything committed from now on unsaid until a restart."""
        self.bot.parts.tables._outbox.notifier = NoNotifier()


def _private(answer: simcord.InteractionResult) -> ResponseMessage:
    """Return the private answer to a press."""
    found = answer.response
    assert found is not None
    assert found.ephemeral
    return found


def _bot(store: Store) -> Metrobot:
    """Return the bot with a key that is the same in each test."""
    return make_bot(store, FRONTS, entropy=lambda: KEY)


def _blank() -> bytes:
    """Return a picture that takes no time to draw."""
    buffer = io.BytesIO()
    Image.new("1", (1, 1)).save(buffer, "PNG")
    return buffer.getvalue()


BLANK = _blank()


async def quick_draw(_: Drawing, picture: Picture, asked: Ask = FOR_ALL) -> discord.File:
    """Stand in for `Drawing.draw`: the name and the words of a picture, without the picture."""
    if getattr(picture.draw, "func", None) is _fail:
        picture.draw()
    return discord.File(io.BytesIO(BLANK), f"{picture.stem}.png", description=picture.alt)


@asynccontextmanager
async def on_discord(path: Path, people: int = 4) -> AsyncIterator[DiscordGame]:
    """Run the bot on a simulated Discord with a server, a channel and people.

    What the bot refused is no error; anything else that it raised fails the test.
    """
    store = await Store.open(url_of(path))
    async with stage.running(DiscordGame, _bot(store), store, path, NAMES[:people]) as game:
        yield game
