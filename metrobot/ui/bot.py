"""The bot: Discord on one side, the desk on the other."""

import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands, tasks

from metrobot.engine.errors import Refusal
from metrobot.service.tables import Tables
from metrobot.store.store import Store
from metrobot.ui.board_commands import board_command, hand_command
from metrobot.ui.courier import DiscordCourier
from metrobot.ui.desk import Desk
from metrobot.ui.errors import answer_error
from metrobot.ui.front import Front
from metrobot.ui.game_commands import GameCommands
from metrobot.ui.ids import Kind, Press, PressId, PressItem
from metrobot.ui.language_commands import ServerCommands
from metrobot.ui.lobby import SURE, Lobby
from metrobot.ui.me_commands import MeCommands
from metrobot.ui.planner import Planner
from metrobot.ui.play import Looking
from metrobot.ui.refusals import FrameKey
from metrobot.ui.registering import register
from metrobot.ui.rules_commands import Reading
from metrobot.ui.translator import CommandTranslator

log = logging.getLogger(__name__)

DELIVERY_SECONDS: Final = 45


class SystemClock:
    """The time as discord.py sees it."""

    def now(self) -> datetime:
        """Return the present time in UTC."""
        return discord.utils.utcnow().astimezone(UTC)


class Tree(app_commands.CommandTree["Metrobot"]):
    """The commands, their errors answered in one place."""

    async def interaction_check(self, ix: discord.Interaction["Metrobot"], /) -> bool:
        """Refuse commands outside of servers."""
        if ix.guild_id is not None or ix.type is discord.InteractionType.autocomplete:
            return True
        await answer_error(ix.client.desk, ix, Refusal(FrameKey.DIRECT_MESSAGE))
        return False

    async def on_error(
        self, ix: discord.Interaction["Metrobot"], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer what went wrong."""
        await answer_error(ix.client.desk, ix, error)


class Metrobot(commands.AutoShardedBot):
    """The bot, with all games in it.

    Attributes:
        desk: what it works with.
    """

    def __init__(
        self, tables: Tables, fronts: Mapping[str, Front], store: Store, *, dev_guild: int | None
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.desk = Desk(tables, fronts)
        self.desk.tongues.preferred = self._preferred
        self._store = store
        self._dev_guild = None if dev_guild is None else discord.Object(dev_guild)
        self._lobby = Lobby(self.desk)
        self._planner = Planner(self.desk)
        self._looking = Looking(self.desk)
        self._reading = Reading(self.desk)
        self._game = GameCommands(self.desk, self._lobby)
        self._add_commands()

    def _add_commands(self) -> None:
        """Put the frame's and each game's commands into the tree."""
        self.tree.add_command(self._game)
        self.tree.add_command(board_command(self.desk, self._looking))
        self.tree.add_command(hand_command(self.desk, self._looking))
        self.tree.add_command(MeCommands(self.desk))
        self.tree.add_command(ServerCommands(self.desk))
        for command in self._reading.commands():
            self.tree.add_command(command)
        for front in self.desk.fronts.values():
            for own in front.commands(self.desk):
                self.tree.add_command(own)

    async def setup_hook(self) -> None:
        """Make buttons and commands known before the first event comes."""
        self.add_dynamic_items(PressItem)
        self.desk.tables.courier = DiscordCourier(self.desk, self)
        tongues = self.desk.tongues
        await tongues.chosen.load()
        tongues.know_commands(
            await register(
                self.tree, CommandTranslator(), self._store, self.application_id, self._dev_guild
            )
        )

    def _preferred(self, guild: int) -> str | None:
        """Return the locale that Discord names for a server."""
        found = self.get_guild(guild)
        return found.preferred_locale.value if found else None

    async def on_ready(self) -> None:
        """Say what was left unsaid, now and from time to time."""
        if not self._deliver.is_running():
            self._deliver.start()

    async def close(self) -> None:
        """Let what is being said be said, then leave."""
        self._deliver.cancel()
        await self.desk.tables.close()
        await super().close()
        self.desk.close()

    @tasks.loop(seconds=DELIVERY_SECONDS)
    async def _deliver(self) -> None:
        """Say what could not be said before."""
        try:
            await self.desk.tables.deliver_pending()
        except Exception:
            log.exception("pending deliveries failed; they are tried again")

    # --- presses ---

    async def answer_press(self, ix: Press, press: PressId | None) -> None:
        """Answer a button or menu, whatever comes of it."""
        try:
            await self._answer(ix, _checked(ix, press))
            await self.desk.meet(ix)
        except Exception as error:
            await answer_error(self.desk, ix, error)

    async def on_app_command_completion(self, ix: Press, _: object) -> None:
        """Remember how whoever typed is called now."""
        await self.desk.meet(ix)

    async def _answer(self, ix: Press, press: PressId) -> None:
        """Hand a press to what answers its kind."""
        chosen = _chosen(ix)
        match press.kind:
            case Kind.CANCEL if press.arg == SURE:
                await self._lobby.cancel_surely(ix, press)
            case Kind.JOIN | Kind.LEAVE | Kind.START | Kind.OPTION | Kind.CANCEL:
                await self._lobby.press(ix, press, chosen)
            case Kind.PLAN:
                await self._planner.open(ix, press)
            case Kind.HAND | Kind.BOARD:
                await self._looking.press(ix, press)
            case Kind.ZOOM:
                await self._looking.zoom(ix, press, chosen)
            case Kind.DONE:
                await self._planner.confirm(ix, press)
            case Kind.TRY | Kind.MENU | Kind.GROUP | Kind.TAB | Kind.BACK | Kind.ANEW:
                await self._planner.turn_page(ix, press, chosen)
            case Kind.LOG:
                await self._game.turn_log(ix, press)
            case Kind.TOPIC:
                await self._reading.press(ix, press, chosen)


def _checked(ix: Press, press: PressId | None) -> PressId:
    """Return what was pressed.

    Raises:
        Refusal: nothing that we know, or not in a server.
    """
    if press is None:
        raise Refusal(FrameKey.UNKNOWN_PRESS)
    if ix.guild_id is None:
        raise Refusal(FrameKey.DIRECT_MESSAGE)
    return press


def _chosen(ix: Press) -> str:
    """Return what was chosen in a menu; empty for a button."""
    data: Mapping[str, Any] = ix.data or {}
    return str((data.get("values") or [""])[0])


def make_bot(
    store: Store, fronts: Mapping[str, Front], *, dev_guild: int | None = None
) -> Metrobot:
    """Return a bot that is ready to run, or to be run on a simulated Discord.

    Args:
        store: stays open for as long as the bot runs; its owner closes it.
        fronts: the games, by the ids of their titles.
        dev_guild: id of the one server on which commands are to appear.
    """
    titles = {title: front.title for title, front in fronts.items()}
    tables = Tables(store, SystemClock(), titles)
    return Metrobot(tables, fronts, store, dev_guild=dev_guild)
