"""The bot: Discord on one side, the context on the other."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from metrobot.engine.errors import Refusal
from metrobot.memory import give_back_large_blocks
from metrobot.service.membership.quotas import NO_QUOTAS, Quotas
from metrobot.service.model.table import CHANNEL_GONE, REMOVED
from metrobot.service.play.bot_turns import Pause
from metrobot.service.ports import HintFinder, Reviewer, Thinker
from metrobot.service.tables import Tables
from metrobot.sharding import Shards
from metrobot.store.db.errors import DatabaseTroubleError
from metrobot.store.store import Store
from metrobot.ui.app.api_address import know_gateway
from metrobot.ui.app.command_sync import sync_commands
from metrobot.ui.app.error_answers import answer_error
from metrobot.ui.app.fronts import COMMANDS, Commands
from metrobot.ui.app.game_commands import GameCommands
from metrobot.ui.app.hearing import lightened
from metrobot.ui.app.in_flight import InFlight
from metrobot.ui.app.notifier import DiscordNotifier
from metrobot.ui.app.promises import Promises
from metrobot.ui.app.promising import Promising
from metrobot.ui.app.promptness import Promptness
from metrobot.ui.app.response_times import ResponseTimes
from metrobot.ui.app.scheduler import Scheduler
from metrobot.ui.app.server_check import ServerCheck
from metrobot.ui.kit.access import may_post
from metrobot.ui.kit.context import Context
from metrobot.ui.kit.front import Front
from metrobot.ui.learning.rules_commands import RulesPages
from metrobot.ui.learning.tutorial import Tutorial, tutorial_command
from metrobot.ui.lobby.lobby_buttons import Lobby
from metrobot.ui.lobby.quick_games import QuickGame, Rematch
from metrobot.ui.pages.ids import Press, PressId, PressKind, is_about_game, is_ours, parse_press
from metrobot.ui.people.language_commands import ServerCommands
from metrobot.ui.people.leaderboard_commands import LeaderboardHandlers, leaderboard_command
from metrobot.ui.people.me_commands import MeCommands
from metrobot.ui.people.privacy_commands import PrivacyHandlers
from metrobot.ui.people.reminder_settings import ReminderSettings
from metrobot.ui.replays.replay_command import ReplayHandlers
from metrobot.ui.replays.review_command import ReviewHandlers
from metrobot.ui.seats.seat_commands import SeatHandlers
from metrobot.ui.turn.fair_dealing import FairDealing
from metrobot.ui.turn.hint_buttons import HintHandlers
from metrobot.ui.turn.planner import Planner
from metrobot.ui.turn.private_views import PrivateViews, board_command, hand_command
from metrobot.ui.turn.since import CatchUp
from metrobot.ui.words.refusals import FrameKey
from metrobot.ui.words.translator import CommandTranslator
from metrobot.vitals import log_context

log = logging.getLogger(__name__)

_MARGIN: Final = 1.0
"""Seconds to be waited beyond what Discord says: its clock is another one."""
_KEPT_OPEN: Final = 60.0
"""Seconds for which a connection to Discord waits for its next request: another one takes time
when somebody waits for a first answer. By itself discord.py closes it after 15."""
_GOODBYE: Final = 3.0
"""Seconds that Discord has to let a connection go."""

PressHandler = Callable[[Press, PressId, str], Awaitable[None]]
"""Answers one press: its id, and what was chosen in a menu, else empty."""


def without_value(answer: Callable[[Press, PressId], Awaitable[None]]) -> PressHandler:
    """Return what answers buttons alone, in the form of all answers."""

    async def answer_press(ix: Press, press: PressId, _: str) -> None:
        await answer(ix, press)

    return answer_press


class SystemClock:
    """The time as discord.py sees it."""

    def now(self) -> datetime:
        """Return the present time in UTC."""
        return discord.utils.utcnow().astimezone(UTC)

    def monotonic(self) -> float:
        """Return the seconds of the system's clock that is never set back."""
        return time.monotonic()


class Tree(app_commands.CommandTree["Metrobot"]):
    """The commands, their errors answered in one place; they stand in servers alone.

    What a bot's page at Discord says of other places does not matter so.
    """

    def __init__(self, client: "Metrobot") -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    async def interaction_check(self, ix: discord.Interaction["Metrobot"], /) -> bool:
        """Refuse commands outside of servers, where the bot is not, and when it is about to end."""
        ix.client.begin(ix, None)
        if ix.client.in_flight.is_leaving:
            if ix.type is not discord.InteractionType.autocomplete:
                await answer_error(ix.client.context, ix, Refusal(FrameKey.RESTARTING))
            return False
        if ix.type is discord.InteractionType.autocomplete:
            return True
        if ix.guild_id is None:
            await answer_error(ix.client.context, ix, Refusal(FrameKey.DIRECT_MESSAGE))
        elif ix.is_user_integration() and not ix.is_guild_integration():
            await answer_error(ix.client.context, ix, Refusal(FrameKey.NOT_INVITED))
        else:
            return True
        return False

    async def on_error(
        self, ix: discord.Interaction["Metrobot"], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer what went wrong."""
        await answer_error(ix.client.context, ix, error)


class Metrobot(commands.AutoShardedBot):
    """The bot, with all games in it.

    Attributes:
        context: what it works with.
        under_way: the answers that are being made.
        was_on: whether Discord has let it in, so that only its connection can break.
        answering: times the answers, if somebody wants to know.
        promptness: has everybody acknowledged first.
        is_alone_at_desk: whether the context goes when it does; else others work there after it.
    """

    def __init__(
        self,
        tables: Tables,
        fronts: Mapping[str, Front],
        store: Store,
        *,
        own: Mapping[str, Commands] = COMMANDS,
        dev_guild: int | None = None,
        context: Context | None = None,
        drawing_processes: int = 0,
        answering: ResponseTimes | None = None,
        shards: Shards | None = None,
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
            **_heard(shards),
        )
        self._shards = shards
        self.response_times = answering
        self.promptness = Promptness()
        self._promising = Promising(self.promptness.acknowledged)
        self.http.http_trace = None if answering is None else answering.trace
        self._connection.parsers["INTERACTION_CREATE"] = self.dispatch_interaction
        self.context = context or Context(tables, fronts, drawing_processes)
        self.in_flight = InFlight()
        self.was_on = False
        self.owns_context = context is None
        self.when_ready: Callable[[], None] | None = None
        self.context.languages.preferred = self._preferred
        self._store, self._own = store, own
        self._dev_guild = None if dev_guild is None else discord.Object(dev_guild)
        self._lobby = Lobby(self.context)
        self._planner = Planner(self.context)
        self._views = PrivateViews(self.context)
        self._reading = RulesPages(self.context)
        self._leaderboards = LeaderboardHandlers(self.context)
        self._privacy = PrivacyHandlers(self.context)
        self._tutorial = Tutorial(self.context)
        self._replays = ReplayHandlers(self.context)
        self._reviews = ReviewHandlers(self.context, self._replays)
        self._scheduler = Scheduler(self._round, SystemClock())
        self._settings = ReminderSettings(self.context)
        self._catch_up = CatchUp(self.context)
        self._seats = SeatHandlers(self.context)
        self._server_check = ServerCheck(self.context, self, SystemClock())
        self._game = GameCommands(self.context, self._lobby, self._replays, self._reviews)
        self._promises = Promises(self.context)
        self._answers = {**self._game_answers(), **self._own_answers()}
        self._add_commands(own)

    def _game_answers(self) -> dict[PressKind, PressHandler]:
        """Return what answers the buttons and menus of games, by their kinds."""
        lobby, planner, views = self._lobby, self._planner, self._views
        in_lobby = (
            PressKind.JOIN,
            PressKind.LEAVE,
            PressKind.START,
            PressKind.OPTION,
            PressKind.COMPUTER,
            PressKind.CANCEL,
        )
        in_planner = (
            PressKind.DONE,
            PressKind.TRY,
            PressKind.MENU,
            PressKind.GROUP,
            PressKind.TAB,
            PressKind.BACK,
            PressKind.ANEW,
        )
        return {
            **dict.fromkeys(in_lobby, lobby.press),
            **dict.fromkeys(in_planner, planner.turn_page),
            **dict.fromkeys((PressKind.HAND, PressKind.BOARD), without_value(views.press)),
            PressKind.PLAN: without_value(planner.open),
            PressKind.CHANGE: without_value(planner.change),
            PressKind.HINT: without_value(HintHandlers(self.context).press),
            PressKind.ZOOM: views.zoom,
            PressKind.SINCE: without_value(self._catch_up.press),
            PressKind.LOG: without_value(self._game.turn_log),
            PressKind.STATUS: without_value(self._game.details),
            PressKind.UNDO: without_value(self._game.undoing.press),
        }

    def _own_answers(self) -> dict[PressKind, PressHandler]:
        """Return what answers the buttons and menus of no single game, by their kinds."""
        in_replays = (PressKind.REPLAY, PressKind.STEP, PressKind.JUMP, PressKind.FILM)
        return {
            **dict.fromkeys(in_replays, self._replays.press),
            PressKind.REVIEW: self._reviews.press,
            PressKind.SETTING: self._settings.press,
            PressKind.RESIGN: without_value(self._seats.resign),
            PressKind.SEAT: without_value(self._seats.take),
            PressKind.RETURN: without_value(self._seats.come_back),
            PressKind.BALLOT: without_value(self._seats.vote),
            PressKind.TOPIC: self._reading.press,
            PressKind.RANKS: without_value(self._leaderboards.turn_page),
            PressKind.LESSON: self._tutorial.press,
            PressKind.LEARN: without_value(self._tutorial.learn),
            PressKind.AGAINST: without_value(QuickGame(self.context, self._lobby).press),
            PressKind.DEALING: without_value(FairDealing(self.context).press),
            PressKind.AGAIN: without_value(Rematch(self.context).press),
            PressKind.FORGET: without_value(self._privacy.forget),
        }

    def _add_commands(self, own: Mapping[str, Commands]) -> None:
        """Put the frame's and each game's commands into the tree."""
        self.tree.add_command(self._game)
        self.tree.add_command(board_command(self.context, self._views))
        self.tree.add_command(hand_command(self.context, self._views))
        self.tree.add_command(MeCommands(self.context, self._settings))
        self.tree.add_command(ServerCommands(self.context))
        self.tree.add_command(tutorial_command(self.context, self._tutorial))
        self.tree.add_command(leaderboard_command(self.context, self._leaderboards))
        for command in self._reading.commands():
            self.tree.add_command(command)
        for title in self.context.fronts:
            for typed in own[title](self.context, self._planner.show):
                self.tree.add_command(typed)

    async def login(self, token: str) -> None:
        """Get in, over connections that are kept for whoever presses next."""
        self.http.connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=_KEPT_OPEN)
        await super().login(token)

    async def setup_hook(self) -> None:
        """Make commands known before the first event comes."""
        notifier = DiscordNotifier(self.context, self)
        self.context.tables.notifier = notifier
        self.context.tables.committer.prepare = notifier.prepare
        self.context.tables.housekeeping.hurry = self._scheduler.run_within
        self.context.tables.channels.allows = partial(may_post, self)
        languages = self.context.languages
        await languages.chosen.load()
        languages.know_commands(
            await sync_commands(
                self.tree, CommandTranslator(), self._store, self.application_id, self._dev_guild
            )
        )

    async def connect(self, *, reconnect: bool = True) -> None:
        """Be on Discord, once it allows another session."""
        await know_gateway(self.http)
        await self._sessions()
        self.was_on = True
        await super().connect(reconnect=reconnect)

    async def _sessions(self) -> None:
        """Wait until Discord allows as many sessions as are needed.

        Whoever begins more is shut out, and loses the token.
        """
        advised, _, limit = await self.http.get_bot_gateway()
        if limit["remaining"] >= (advised if self._shards is None else len(self._shards.ids)):
            return
        pause = limit["reset_after"] / 1000 + _MARGIN
        log.warning(
            "Discord allows %d more sessions of %d; the bot comes on in %.0f s",
            limit["remaining"],
            limit["total"],
            pause,
        )
        await asyncio.sleep(pause)

    def reconnected(self) -> "Metrobot":
        """Return another bot with the same context, for a new connection."""
        guild = self._dev_guild.id if self._dev_guild else None
        tables, fronts = self.context.tables, self.context.fronts
        return Metrobot(
            tables,
            fronts,
            self._store,
            own=self._own,
            dev_guild=guild,
            context=self.context,
            answering=self.response_times,
            shards=self._shards,
        )

    def _preferred(self, guild: int) -> str | None:
        """Return the locale that Discord names for a server."""
        found = self.get_guild(guild)
        return found.preferred_locale.value if found else None

    def dispatch_interaction(self, interaction: dict[str, Any]) -> None:
        """Have an interaction answered, from the gateway or brought otherwise.

        discord.py has no other door for one.

        Args:
            interaction: as Discord sends it.

        Raises:
            KeyError: it lacks something.
            AttributeError: something in it is of another kind than it should be.
            TypeError: the same.
            ValueError: the same.
        """
        told: Any = lightened(interaction)
        self._connection.parse_interaction_create(told)

    async def on_ready(self) -> None:
        """Begin to come round, now that events come."""
        self.start_housekeeping()

    def start_housekeeping(self) -> None:
        """Say what was left unsaid, now and from time to time."""
        self._scheduler.start()
        log.info("Ready.")
        if self.when_ready is not None:
            self.when_ready()
            self.when_ready = None

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Keep the games of a channel that is gone, and of its threads; tell their hosts."""
        threads = getattr(channel, "threads", ())
        gone = [channel.id, *(thread.id for thread in threads)]
        await self.context.tables.channels.channels_lost(gone, CHANNEL_GONE)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Keep the game of a thread that is gone, and tell its host."""
        await self.context.tables.channels.channels_lost([payload.thread_id], CHANNEL_GONE)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Keep the games of a server that has removed the bot."""
        await self.context.tables.channels.server_lost(guild.id, REMOVED)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on with the games of a server that has invited the bot again."""
        await self.context.tables.channels.recheck(guild.id)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Look whether something may be posted again."""
        await self.context.tables.channels.recheck(after.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Look whether something may be posted again, also in a thread that was put aside."""
        is_open = not payload.data["thread_metadata"].get("locked", False)
        known = payload.thread_id if is_open else None
        await self.context.tables.channels.recheck(payload.guild_id, known)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """Look whether something may be posted again."""
        await self.context.tables.channels.recheck(after.guild.id)

    async def close(self) -> None:
        """Let what is being answered and said be said, then leave."""
        self._scheduler.stop()
        await self.in_flight.finish()
        await self.context.tables.close()
        leaving = asyncio.create_task(super().close())
        await asyncio.wait({leaving}, timeout=_GOODBYE)
        if not leaving.done():  # a gateway that does not answer holds nobody up
            leaving.cancel()
            await asyncio.gather(leaving, return_exceptions=True)
            await self.http.close()
        else:
            leaving.result()
        if self.owns_context:
            self.context.close()

    async def _round(self) -> timedelta:
        """Remind, say what is due, read what others have chosen; return when to come again."""
        pause = await self.context.tables.housekeeping.round()
        for chore in (
            partial(self._seats.let_pass, self),
            self._server_check.look,
            self.context.languages.chosen.load,
        ):
            await _tried(chore)
        return pause

    # --- presses ---

    def begin(self, ix: Press, press: PressId | None) -> None:
        """Note that the present task answers somebody, and what Discord says of their server."""
        self.in_flight.begin()
        log_context.begin_interaction(ix.id)
        self.promptness.begin(ix)
        self._promising.begin()
        if self.response_times is not None:
            self.response_times.begin(ix, press)
        if ix.guild_id is not None and ix.guild_locale is not None:
            self.context.languages.learn(ix.guild_id, ix.guild_locale.value)
            self.context.absent.forget(ix.guild_id)

    async def on_interaction(self, ix: Press) -> None:
        """Answer a press of any button or menu of ours; commands are answered by the tree."""
        data: Mapping[str, Any] = ix.data or {}
        custom_id = str(data.get("custom_id", ""))
        if is_ours(custom_id):
            await self.answer_press(ix, parse_press(custom_id))

    async def answer_press(self, ix: Press, press: PressId | None) -> None:
        """Answer a button or menu, whatever comes of it."""
        self.begin(ix, press)
        try:
            if self.in_flight.is_leaving:
                raise Refusal(FrameKey.RESTARTING)  # noqa: TRY301 -- answered below as all are
            seen = _checked(ix, press)
            await self._promises.give(ix, seen.kind)
            if is_about_game(seen):
                log_context.note_game(seen.game, seen.revision)
                await self.context.admit(ix, seen.game)
            await self._answers[seen.kind](ix, seen, _chosen(ix))
            await self.context.remember_user(ix)
        except Exception as error:
            await answer_error(self.context, ix, error)

    async def on_app_command_completion(self, ix: Press, _: object) -> None:
        """Remember how whoever typed is called now."""
        await self.context.remember_user(ix)


async def _tried(chore: Callable[[], Awaitable[None]]) -> None:
    """Do a part of a round; one that breaks, such as for one broken game, holds up no other.

    Raises:
        DatabaseTroubleError: nothing else could be done either.
    """
    try:
        await chore()
    except DatabaseTroubleError:
        raise
    except Exception:
        log.exception("a part of a round failed; it is tried again in the next one")


def _heard(shards: Shards | None) -> dict[str, Any]:
    """Return what discord.py is told of shards; nothing: it takes as many as Discord advises."""
    return {} if shards is None else {"shard_ids": list(shards.ids), "shard_count": shards.count}


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
    limits: Quotas = NO_QUOTAS,
    thinker: Thinker | None = None,
    adviser: HintFinder | None = None,
    reviewer: Reviewer | None = None,
    pause: Pause = asyncio.sleep,
    drawing_processes: int = 0,
    answering: ResponseTimes | None = None,
    shards: Shards | None = None,
) -> Metrobot:
    """Return a bot that is ready to run, or to be run on a simulated Discord.

    Args:
        store: stays open for as long as the bot runs; its owner closes it.
        fronts: the games, by the ids of their titles.
        own: what makes the commands of each game.
        dev_guild: id of the one server on which commands are to appear.
        limits: how much one person, and one server, may have and do.
        thinker: decides what computers play; its owner closes it. None: they stand still.
        adviser: works out hints; its owner closes it. None: there are none.
        reviewer: finds out what decided games; its owner closes it. None: nobody does.
        pause: lets computers take their time.
        drawing_processes: how many of them draw; 0: threads of this one.
        answering: times the answers; None: nobody wants to know.
        shards: which of Discord's servers it hears; None: all.
    """
    give_back_large_blocks()
    titles = {title: front.title for title, front in fronts.items()}
    tables = Tables(store, SystemClock(), titles, limits=limits, thinker=thinker, pause=pause)
    tables.hints.finder = adviser
    tables.reviews.reviewer = reviewer
    return Metrobot(
        tables,
        fronts,
        store,
        own=own,
        dev_guild=dev_guild,
        drawing_processes=drawing_processes,
        answering=answering,
        shards=shards,
    )
