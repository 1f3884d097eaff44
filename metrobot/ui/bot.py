"""The bot: Discord on one side, the desk on the other."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextvars import copy_context
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands, tasks

from metrobot.engine.errors import Refusal
from metrobot.service.pace import BUSY
from metrobot.service.tables import Tables
from metrobot.store.store import Store
from metrobot.ui.courier import DiscordCourier
from metrobot.ui.errors import answer_error
from metrobot.ui.frame.desk import Desk
from metrobot.ui.frame.front import Front
from metrobot.ui.fronts import COMMANDS, Commands
from metrobot.ui.game_commands import GameCommands
from metrobot.ui.heap import give_back_large_blocks
from metrobot.ui.learning.rules import Reading
from metrobot.ui.learning.tutorial import Tutorial, tutorial_command
from metrobot.ui.lobby.lobby import Lobby
from metrobot.ui.lobby.rematch import Rematch
from metrobot.ui.pages.ids import Kind, Press, PressId, PressItem
from metrobot.ui.people.commands import MeCommands
from metrobot.ui.people.languages import ServerCommands
from metrobot.ui.people.privacy import PrivacyDesk
from metrobot.ui.people.settings import Settings
from metrobot.ui.people.standing import StandingDesk, leaderboard_command
from metrobot.ui.registering import register
from metrobot.ui.replays.watching import Replaying
from metrobot.ui.seats.leaving import SeatDesk
from metrobot.ui.turn.commands import board_command, hand_command
from metrobot.ui.turn.looking import Looking
from metrobot.ui.turn.offers import Dealing
from metrobot.ui.turn.planner import Planner
from metrobot.ui.turn.since import Catching
from metrobot.ui.words.refusals import FrameKey
from metrobot.ui.words.translator import CommandTranslator

log = logging.getLogger(__name__)


Answer = Callable[[Press, PressId, str], Awaitable[None]]
"""Answers one press: its id, and what was chosen in a menu, else empty."""


def choiceless(answer: Callable[[Press, PressId], Awaitable[None]]) -> Answer:
    """Return what answers buttons alone, in the form of all answers."""

    async def answer_press(ix: Press, press: PressId, _: str) -> None:
        await answer(ix, press)

    return answer_press


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
        self,
        tables: Tables,
        fronts: Mapping[str, Front],
        store: Store,
        *,
        own: Mapping[str, Commands] = COMMANDS,
        dev_guild: int | None = None,
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
        self._standing = StandingDesk(self.desk)
        self._privacy = PrivacyDesk(self.desk)
        self._tutorial = Tutorial(self.desk)
        self._replaying = Replaying(self.desk)
        self._is_on_round = self._is_in_haste = False
        self._context = copy_context()
        self._settings = Settings(self.desk)
        self._catching = Catching(self.desk)
        self._seats = SeatDesk(self.desk)
        self._game = GameCommands(self.desk, self._lobby, self._replaying)
        self._answers = {**self._game_answers(), **self._own_answers()}
        self._add_commands(own)

    def _game_answers(self) -> dict[Kind, Answer]:
        """Return what answers the buttons and menus of games, by their kinds."""
        lobby, planner, looking = self._lobby, self._planner, self._looking
        in_lobby = (Kind.JOIN, Kind.LEAVE, Kind.START, Kind.OPTION, Kind.CANCEL)
        in_planner = (Kind.TRY, Kind.MENU, Kind.GROUP, Kind.TAB, Kind.BACK, Kind.ANEW)
        return {
            **dict.fromkeys(in_lobby, lobby.press),
            **dict.fromkeys(in_planner, planner.turn_page),
            **dict.fromkeys((Kind.HAND, Kind.BOARD), choiceless(looking.press)),
            Kind.PLAN: choiceless(planner.open),
            Kind.DONE: choiceless(planner.confirm),
            Kind.CHANGE: choiceless(planner.change),
            Kind.ZOOM: looking.zoom,
            Kind.SINCE: choiceless(self._catching.press),
            Kind.LOG: choiceless(self._game.turn_log),
            Kind.STATUS: choiceless(self._game.details),
            Kind.UNDO: choiceless(self._game.undoing.press),
        }

    def _own_answers(self) -> dict[Kind, Answer]:
        """Return what answers the buttons and menus of no single game, by their kinds."""
        in_replays = (Kind.REPLAY, Kind.STEP, Kind.JUMP, Kind.FILM)
        return {
            **dict.fromkeys(in_replays, self._replaying.press),
            Kind.SETTING: self._settings.press,
            Kind.RESIGN: choiceless(self._seats.resign),
            Kind.SEAT: choiceless(self._seats.take),
            Kind.BALLOT: choiceless(self._seats.vote),
            Kind.TOPIC: self._reading.press,
            Kind.RANKS: choiceless(self._standing.turn_page),
            Kind.LESSON: self._tutorial.press,
            Kind.LEARN: choiceless(self._tutorial.learn),
            Kind.DEALING: choiceless(Dealing(self.desk).press),
            Kind.AGAIN: choiceless(Rematch(self.desk).press),
            Kind.FORGET: choiceless(self._privacy.forget),
        }

    def _add_commands(self, own: Mapping[str, Commands]) -> None:
        """Put the frame's and each game's commands into the tree."""
        self.tree.add_command(self._game)
        self.tree.add_command(board_command(self.desk, self._looking))
        self.tree.add_command(hand_command(self.desk, self._looking))
        self.tree.add_command(MeCommands(self.desk, self._settings))
        self.tree.add_command(ServerCommands(self.desk))
        self.tree.add_command(tutorial_command(self.desk, self._tutorial))
        self.tree.add_command(leaderboard_command(self.desk, self._standing))
        for command in self._reading.commands():
            self.tree.add_command(command)
        for title in self.desk.fronts:
            for typed in own[title](self.desk, self._planner.show):
                self.tree.add_command(typed)

    async def setup_hook(self) -> None:
        """Make buttons and commands known before the first event comes."""
        self.add_dynamic_items(PressItem)
        courier = DiscordCourier(self.desk, self)
        self.desk.tables.courier = courier
        self.desk.tables.committing.prepare = courier.prepare
        self.desk.tables.pace.hurry = self._hurry
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
        self._context = copy_context()
        if not self._deliver.is_running():
            self._deliver.start()

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Keep the games of a channel that is gone, and of its threads; tell their hosts."""
        threads = getattr(channel, "threads", ())
        gone = [channel.id, *(thread.id for thread in threads)]
        await self.desk.tables.places.lost(gone, "channel_gone")

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Keep the game of a thread that is gone, and tell its host."""
        await self.desk.tables.places.lost([payload.thread_id], "channel_gone")

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Keep the games of a server that has removed the bot."""
        await self.desk.tables.places.server_lost(guild.id, "removed")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on with the games of a server that has invited the bot again."""
        await self.desk.tables.places.look_again(guild.id)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Look whether something may be posted again."""
        await self.desk.tables.places.look_again(after.guild.id)

    async def on_thread_update(self, _: discord.Thread, after: discord.Thread) -> None:
        """Look whether something may be posted again."""
        await self.desk.tables.places.look_again(after.guild.id)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """Look whether something may be posted again."""
        await self.desk.tables.places.look_again(after.guild.id)

    async def close(self) -> None:
        """Let what is being said be said, then leave."""
        self._deliver.cancel()
        await self.desk.tables.close()
        await super().close()
        self.desk.close()

    @tasks.loop(seconds=BUSY.total_seconds())
    async def _deliver(self) -> None:
        """Say what could not be said before, and remind who is awaited."""
        self._is_on_round, self._is_in_haste, pause = True, False, BUSY
        try:
            # A round ends, this loop never does: whoever waits until the bot is
            # done with what it has begun waits for tasks that end.
            pause = await asyncio.create_task(self._round())
        except Exception:
            log.exception("pending deliveries failed; they are tried again")
        self._is_on_round = False
        pause = BUSY if self._is_in_haste else pause
        self._deliver.change_interval(seconds=pause.total_seconds())

    async def _round(self) -> timedelta:
        """Remind, say what is due, read what others have chosen; return when to come again."""
        pause = await self.desk.tables.pace.round()
        await self.desk.tongues.chosen.load()
        return pause

    def _hurry(self) -> None:
        """Look again soon at what is still to be said."""
        self._is_in_haste = True
        if not self._is_on_round and self._deliver.is_running():
            # The loop stays the bot's own, not that of whatever has failed.
            self._context.copy().run(self._deliver.restart)

    # --- presses ---

    async def answer_press(self, ix: Press, press: PressId | None) -> None:
        """Answer a button or menu, whatever comes of it."""
        try:
            seen = _checked(ix, press)
            await self._answers[seen.kind](ix, seen, _chosen(ix))
            await self.desk.meet(ix)
        except Exception as error:
            await answer_error(self.desk, ix, error)

    async def on_app_command_completion(self, ix: Press, _: object) -> None:
        """Remember how whoever typed is called now."""
        await self.desk.meet(ix)


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
    store: Store,
    fronts: Mapping[str, Front],
    *,
    own: Mapping[str, Commands] = COMMANDS,
    dev_guild: int | None = None,
) -> Metrobot:
    """Return a bot that is ready to run, or to be run on a simulated Discord.

    Args:
        store: stays open for as long as the bot runs; its owner closes it.
        fronts: the games, by the ids of their titles.
        own: what makes the commands of each game.
        dev_guild: id of the one server on which commands are to appear.
    """
    give_back_large_blocks()
    titles = {title: front.title for title, front in fronts.items()}
    tables = Tables(store, SystemClock(), titles)
    return Metrobot(tables, fronts, store, own=own, dev_guild=dev_guild)
