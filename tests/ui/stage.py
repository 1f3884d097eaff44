"""What the tests of the frame play on: the bot on a simulated Discord, and people."""

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, TypeVar

import discord
import simcord
from simcord import interactions
from simcord.backend import serializers
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from metrobot.engine.errors import Refusal
from metrobot.service.model.play import PlayerId
from metrobot.service.model.table import Table
from metrobot.store.store import Store
from metrobot.ui.app.bot import Metrobot
from metrobot.ui.app.build import make_bot
from metrobot.ui.app.fronts import COMMANDS
from metrobot.ui.kit.front import Front
from tests import entrances
from tests.databases import url_of
from tests.ui import toy_front, toy_rounds_front
from tests.ui.limits import media_items, walk
from tests.ui.toy_front import ToyFront

TOYS: Mapping[str, Front] = {"toy": ToyFront()}
OWN = {**COMMANDS, "toy": toy_front.commands, "rounds": toy_rounds_front.commands}
"""The commands of all games, toys included."""
WORLD: Final[Mapping[str, Any]] = {
    "shard_count": 1,
    "check_errors": False,
    "settle_timeout": 60.0,  # of a busy machine's time; a bot that hangs is still found
}
"""Settings of simcord."""
REST: Final = timedelta(hours=2)
"""Pause of the bot in tests while nothing is due."""
NAMES: Final = ("Ann", "Bob", "Cat", "Dan", "Eve")
Shown = Any
"""A message of the bot, however simcord gives it."""

Place = TypeVar("Place", bound="Scene")


def raw(message: Shown) -> list[dict[str, Any]]:
    """Return a message's components as Discord holds them."""
    found = message.components
    return [each if isinstance(each, dict) else each.to_dict() for each in found]


def texts(message: Shown) -> str:
    """Return the whole text of a message in either form, mentioned commands by their names."""
    said = [each["content"] for each in walk(raw(message)) if each["type"] == 10]
    return unlinked("\n".join([message.content, *said] if message.content else said))


def unlinked(text: str) -> str:
    """Return a text with commands as its catalogue writes them: `/game new`."""
    return re.sub(r"</([a-z ]+):\d+>", r"`/\1`", text)


def ids(message: Shown) -> list[str]:
    """Return the ids of all buttons and menus of a message."""
    return [each["custom_id"] for each in walk(raw(message)) if "custom_id" in each]


def labels(message: Shown) -> list[str]:
    """Return the labels of a message's buttons that can be pressed."""
    buttons = (each for each in walk(raw(message)) if each["type"] == 2)
    return [each["label"] for each in buttons if not each.get("disabled")]


def alts(message: Shown) -> list[str]:
    return [each.get("description") or "" for each in pictures(message)]


def pictures(message: Shown) -> list[dict[str, Any]]:
    """Return a message's pictures in either form: what its layout shows, or its attachments."""
    layout = list(walk(raw(message)))
    if any(each["type"] in (10, 12) for each in layout):
        return list(media_items(layout))
    found = message.attachments
    return [each if isinstance(each, dict) else dict(each.to_dict()) for each in found]


@dataclass
class Scene:
    """A channel with people and the bot.

    Attributes:
        foreseen: kinds of errors that the test provokes; others fail it.
    """

    env: simcord.Env
    guild: Any
    channel: Any
    people: list[Any]
    path: Path
    bot: Metrobot
    store: Store
    foreseen: tuple[type[BaseException], ...] = ()

    def remade(self) -> Metrobot:
        """Return another bot on the same database."""
        return make_bot(self.store, self.bot.parts.fronts, own=OWN)

    async def restart(self) -> None:
        """Stop the bot as it is, and start another one on the same database."""
        old, store = self.bot, self.store
        self.store = await Store.open(url_of(self.path))
        self.bot = self.remade()
        await self.env.restart_bot(self.bot)
        await self.env.settle()
        old.parts.drawing.close()
        await store.close()

    def direct(self, person: Any) -> list[Any]:
        """Return the bot's direct messages to somebody."""
        channel = self.env.backend.dm_channels.get(person.id)
        return list(self.env.backend.messages.get(channel, {}).values()) if channel else []

    def send(self, person: Any, stored: Any, data: dict[str, Any], *more: dict[str, Any]) -> Any:
        """Send the press of a button or menu to the bot, the message having some more rows."""
        backend = self.env.backend
        record, payload = interactions.base_payload(
            backend,
            type=3,
            channel_id=stored.channel_id,
            guild_id=self.guild.id,
            user_id=person.id,
            data=data,
        )
        message: dict[str, Any] = dict(serializers.message_payload(backend, stored))
        message["components"] = [*message["components"], *more]
        payload["message"] = message
        record.source_message_id = stored.id
        backend.emit("INTERACTION_CREATE", payload)
        return simcord.InteractionResult(self.env, record)


class Stage(Scene):
    """The same, its people known by their numbers."""

    @property
    def public(self) -> list[discord.Message]:
        """The bot's public messages in the channel, oldest first."""
        seen = self.channel.history(viewer=self.people[-1])
        return sorted((m for m in seen if not m.flags.ephemeral), key=lambda m: m.id)

    @property
    def last(self) -> discord.Message:
        """The newest public message."""
        return self.public[-1]

    async def table(self, number: int = 1) -> Table:
        """Return a game, the first unless another is named."""
        return await self.bot.parts.games.table_of(number)

    def person(self, number: int) -> Any:
        """Return the person with a number."""
        return self.people[number]

    async def lobby(self, *joining: int) -> discord.Message:
        """Open a lobby of person 0 and others; return its message."""
        title = next(iter(self.bot.parts.fronts))
        await self.people[0].slash(self.channel, "game new", game=title)
        for number in joining:
            await self.people[number].click(self.last, label="Join")
        return self.last

    async def start(self, *joining: int) -> discord.Message:
        """Start a game of person 0 and others in this order; return its board."""
        await self.lobby(*joining)
        await self.seated_as_joined()
        await self.people[0].click(self.last, label="Start")
        return next(m for m in self.public if "Plan my turn" in labels(m))

    async def seated_as_joined(self, host: int = 0) -> None:
        """Keep the order of joining as the order of seats, whatever the game."""
        tables, host_id = self.bot.parts.tables, PlayerId(self.people[host].id)
        await tables.lobbies.at(self.channel.id).choose(host_id, "seating", "joined")

    async def options(self, lobby: discord.Message, number: int = 0) -> Shown:
        """Open the menus of a lobby as its host does; return their private page."""
        return (await self.people[number].click(lobby, label="Options")).followups[0]

    async def cancel_lobby(self, lobby: discord.Message, number: int = 0) -> None:
        """Cancel a lobby, and say that one is sure."""
        sure = (await self.people[number].click(lobby, label="Cancel")).followups[0]
        await self.people[number].click(sure, label=labels(sure)[0])

    async def choose(self, lobby: discord.Message, name: str, code: str) -> Shown:
        """Choose an option of a lobby as its host does; return the private page of the menus."""
        shown = await self.options(lobby)
        menu = next(each for each in ids(shown) if each.endswith(f"option:{name}"))
        await self.people[0].select(shown, [code], custom_id=menu)
        return again(self, shown)

    async def ok(self, *numbers: int) -> None:
        """Let people agree to what has changed in the lobby, if anything has."""
        await self.env.settle()
        asked = [message for message in self.public if "OK" in labels(message)]
        for number in numbers if asked else ():
            await self.people[number].click(asked[-1], label="OK")

    async def begin(self, number: int = 0) -> Shown | None:
        """Start the game of the newest lobby, alone if that is asked; return what is answered."""
        lobby = [m for m in self.public if "Start" in labels(m)][-1]
        answers = (await self.people[number].click(lobby, label="Start")).followups
        if answers and "Yes, play alone" in labels(answers[0]):
            answers = (
                await self.people[number].click(answers[0], label="Yes, play alone")
            ).followups
        return answers[0] if answers else None

    async def press(self, number: int, message: Shown, label: str) -> Shown:
        """Press a button of a private message; return the message as it is then."""
        await self.people[number].click(message, label=label)
        return again(self, message)

    async def surely(self, number: int, answer: Shown) -> Shown:
        """Say that one is sure, as one was asked; return the message as it is then."""
        (yes,) = (label for label in labels(answer) if label.startswith("Yes"))
        return await self.press(number, answer, yes)

    async def plan(self, number: int, board: discord.Message, *choices: str) -> Shown:
        """Open the planner and choose; return it."""
        planner = (await self.people[number].click(board, label="Plan my turn")).response
        for label in choices:
            planner = await self.press(number, planner, label)
        return planner

    async def turn(self, number: int, *choices: str) -> None:
        """Play a whole turn."""
        await self.press(number, await self.plan(number, self.newest_board(), *choices), "Confirm")

    async def finish(self) -> None:
        """Play on to the end without presses, and send everything due."""
        tables, table = self.bot.parts.tables, await self.table()
        while table.to_act():
            player = table.to_act()[0].id
            _, draft = await tables.turns.begin_draft(table.id, player)
            while not draft.is_turn_over:
                draft = draft.then(0)
            table = await tables.turns.confirm(table.id, player, table.revision, draft.code)
            await tables.deliver_pending(table.id)

    def newest_board(self) -> discord.Message:
        """Return the newest message with Plan my turn."""
        return [m for m in self.public if "Plan my turn" in labels(m)][-1]

    async def noticed(self) -> None:
        """Make the bot notice changes: by an event, or else by a look now and then."""
        await self.env.settle()
        if entrances.is_http():
            await self.env.advance_time(REST.total_seconds())

    def speak(self, locale: discord.Locale) -> None:
        """Set the preferred language of a server."""
        self.env.backend.guilds[self.guild.id].preferred_locale = locale.value
        known = self.bot.get_guild(self.guild.id)
        if known is not None:
            known.preferred_locale = locale

        def tell(event: str, payload: Mapping[str, Any]) -> None:
            if event == "INTERACTION_CREATE" and isinstance(payload, dict):
                payload["guild_locale"] = locale.value

        self.env.backend.subscribers.insert(0, tell)

    async def depart(self, *numbers: int) -> None:
        """Let people leave the server, so long ago that the bot asks for them again."""
        for number in numbers:
            self.env.backend.remove_member(self.guild.id, self.people[number].id)
        await self.env.advance_time(11 * 60)

    async def left(self, guild: int) -> None:
        """Remove the bot from a server, and make it notice."""
        backend = self.env.backend
        for path in ("", "/channels", f"/members/{backend.bot_user.id}"):
            place = f"/guilds/{guild}{path}"
            self.env.inject_error("GET", place, status=403, code=50001, times=None)
        backend.emit("GUILD_DELETE", {"id": str(guild)})
        await self.noticed()

    def take(self, permission: str) -> None:
        """Take a permission in the channel from the bot."""
        denied = discord.Permissions(**{permission: True}).value
        bot = self.env.backend.bot_user.id
        overwrite = Overwrite(bot, OverwriteType.MEMBER, allow=0, deny=denied)
        self.env.backend.set_overwrite(self.channel.id, overwrite)

    def mute(self, number: int, *, is_muted: bool = True) -> None:
        """Take from somebody the right to write in the channel, or give it back."""
        denied = discord.Permissions(send_messages=is_muted).value
        overwrite = Overwrite(self.people[number].id, OverwriteType.MEMBER, allow=0, deny=denied)
        self.env.backend.set_overwrite(self.channel.id, overwrite)

    def let_manage(self, number: int) -> None:
        """Give somebody the right to manage the channel."""
        let_manage(self.env, self.channel, self.people[number])

    def emit(self, person: Any, message: Shown, custom_id: str, *values: str) -> Any:
        """Press a button as no client would, without waiting for the answer."""
        backend = self.env.backend
        stored = backend.get_message(self.channel.id, message.id)
        component = next(
            each for each in walk(stored.components) if each.get("custom_id") == custom_id
        )
        data = {"custom_id": custom_id, "component_type": component["type"]}
        return self.send(person, stored, {**data, "values": list(values)})

    def forge(self, person: Any, message: Shown, custom_id: str, *values: str) -> Any:
        """Press a button or menu that the message does not have, without waiting."""
        stored = self.env.backend.get_message(self.channel.id, message.id)
        button = {"type": 2, "custom_id": custom_id, "style": 1, "label": "x"}
        options = [{"label": "x", "value": "x"}]
        menu = {"type": 3, "custom_id": custom_id, "options": options}
        made = menu if values else button
        data = {"custom_id": custom_id, "component_type": made["type"]}
        row = {"type": 1, "components": [made]}
        return self.send(person, stored, {**data, "values": list(values)}, row)


def let_manage(env: simcord.Env, channel: Any, person: Any) -> None:
    """Give somebody the right to manage a channel."""
    managing = discord.Permissions(manage_channels=True).value
    env.backend.set_overwrite(channel.id, Overwrite(person.id, OverwriteType.MEMBER, managing))


def again(stage: Stage, message: Shown) -> Shown:
    """Return a private message as it is now."""
    stored = stage.env.backend.get_message(stage.channel.id, message.id)
    return type(message)(stage.env, stored)


def populated(env: simcord.Env, store: Store, path: Path, people: int) -> Stage:
    """Return a stage with a server, a channel and people."""
    return _placed(Stage, env, store, path, NAMES[:people])


def _placed(
    kind: type[Place], env: simcord.Env, store: Store, path: Path, names: Sequence[str]
) -> Place:
    guild = env.create_guild("Town", owner=env.create_user("Owner"))
    channel = guild.create_text_channel("metro")
    members = [guild.add_member(env.create_user(name)) for name in names]
    bot = env.bot
    assert isinstance(bot, Metrobot)
    return kind(env, guild, channel, members, path, bot, store)


async def cleared(scene: Scene) -> None:
    """Take a scene down; what the bot refused is no error, all else that it raised is."""
    await scene.bot.parts.tables.close()
    scene.bot.parts.drawing.close()
    await scene.store.close()
    causes = [getattr(error, "original", error) for error in scene.env.errors]
    faults = [error for error in causes if not isinstance(error, (Refusal, *scene.foreseen))]
    assert not faults, faults


@asynccontextmanager
async def on_discord(
    path: Path, people: int = 3, fronts: Mapping[str, Front] = TOYS, **parts: Any
) -> AsyncIterator[Stage]:
    """Run the bot on a simulated Discord, for a test that brings its own fronts, or other parts."""
    store = await Store.open(url_of(path))
    bot = make_bot(store, fronts, own=OWN, **parts)
    async with running(Stage, bot, store, path, NAMES[:people]) as stage:
        yield stage


@asynccontextmanager
async def running(
    kind: type[Place], bot: Metrobot, store: Store, path: Path, names: Sequence[str]
) -> AsyncIterator[Place]:
    """Run a bot on a simulated Discord, with a server, a channel and people."""
    scene: Place | None = None
    try:
        async with simcord.run(bot, **WORLD) as env:
            scene = _placed(kind, env, store, path, names)
            yield scene
    finally:
        # The store's thread is no daemon: left open it would keep pytest from ending.
        await (cleared(scene) if scene else store.close())
