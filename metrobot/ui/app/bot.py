"""The bot: Discord on one side, the handlers on the other."""

import asyncio
import logging
from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import Any, Final

import aiohttp
import discord
from discord.ext import commands

from metrobot.engine.errors import Refusal
from metrobot.service.model.errors import TableError
from metrobot.service.model.table import CHANNEL_GONE, REMOVED
from metrobot.service.people import ledger
from metrobot.service.upkeep.housekeeping import SOON, try_chore
from metrobot.sharding import Shards
from metrobot.ui.app.api_address import await_gateway
from metrobot.ui.app.command_tree import CommandTree, add_commands, sync_commands
from metrobot.ui.app.in_flight import InFlight
from metrobot.ui.app.parts import BotParts
from metrobot.ui.kit.access import check_invited, is_private
from metrobot.ui.kit.handlers import Command
from metrobot.ui.kit.replies import person_of
from metrobot.ui.pages.ids import (
    OF_LINES,
    Press,
    PressId,
    PressKind,
    is_ours,
    is_outside,
    parse_press,
)
from metrobot.ui.words.refusals import FrameKey, not_taken_along
from metrobot.ui.words.translator import CommandTranslator
from metrobot.vitals import log_context

log = logging.getLogger(__name__)

_CONNECTING: Final = 30.0
"""Seconds that Discord has to accept a new connection."""
_GOODBYE: Final = 3.0
"""Seconds that Discord has to close a connection."""
_IN_LETTERS: Final = (*(PressKind.NEED, PressKind.AWAY), PressKind.DECLINE, PressKind.UNFOLLOW)
"""Buttons that work in a direct message: in a letter, and under the answer there."""


# How it starts, breaks and ends: docs/decisions/life-of-a-process.md.
class Metrobot(commands.AutoShardedBot):
    """The bot: discord.py's client, which hands presses to their handlers.

    Args:
        parts: the bot's parts; they outlive this client.
        dev_guild: id of the one server on which commands are to appear.
        shards: shards that it hears; None: all.
        is_again: whether it replaces a client that lost its connection.

    Attributes:
        parts: the bot's parts.
        in_flight: the answers that are being made.
        was_on: whether Discord has accepted it, so that only its connection can break.
    """

    def __init__(
        self,
        parts: BotParts,
        *,
        dev_guild: int | None = None,
        shards: Shards | None = None,
        is_again: bool = False,
    ) -> None:
        # No limit of connections, as in discord.py's own: it keeps to Discord's limits itself.
        self._connector = aiohttp.TCPConnector(limit=0)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=CommandTree,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            connector=self._connector,
            shard_connect_timeout=_CONNECTING,
            http_trace=parts.connection.trace,
            **_options(shards),
        )
        self.parts = parts
        self.in_flight = InFlight()
        self.was_on = False
        self._shards = shards
        self._dev_guild = None if dev_guild is None else discord.Object(dev_guild)
        self._is_again = is_again
        self._is_announced = False
        add_commands(self.tree, parts.handlers.commands())
        if (times := parts.response_times) is not None:
            self.add_listener(times.session_begun, "on_shard_connect")
            self.add_listener(times.event_heard, "on_socket_event_type")

    async def login(self, token: str) -> None:
        """Log in.

        Raises:
            TimeoutError: Discord, which has answered before, takes too long for that.
        """
        # No limit the first time: `setup_hook` may register commands, and discord.py waits for as
        # long as Discord's limits ask.
        async with asyncio.timeout(_CONNECTING if self._is_again else None):
            await super().login(token)

    async def setup_hook(self) -> None:
        """Register the commands before the first event comes."""
        self.parts.connection.use(self)
        await self.parts.languages.chosen.load()
        await self.parts.tables.blocks.load()
        await self.parts.tables.acting.beat()
        registered = await sync_commands(
            self.tree, CommandTranslator(), self.parts.store, self.application_id, self._dev_guild
        )
        self.parts.languages.know_commands(registered)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect to the gateway, once Discord allows another session."""
        shards = None if self._shards is None else self._shards.ids
        if not self._is_again and not await self.parts.store.is_alone(shards):
            log.warning(
                "Another copy of the bot hears the same servers on this database. Stop one of the "
                "two, or give each shards of its own (SHARDS, see docs/hosting.md)."
            )
        await await_gateway(self, None if self._shards is None else len(self._shards.ids))
        self.was_on = True
        await super().connect(reconnect=reconnect)

    @property
    def is_away(self) -> bool:
        """Whether the bot has been connected and none of its shards is now."""
        return bool(self.shards) and all(shard.is_closed() for shard in self.shards.values())

    def reconnected(self) -> "Metrobot":
        """Return another client of the same parts, for a new connection."""
        guild = self._dev_guild.id if self._dev_guild else None
        return Metrobot(self.parts, dev_guild=guild, shards=self._shards, is_again=True)

    def dispatch_interaction(self, interaction: dict[str, Any]) -> None:
        """Start the answer to an interaction that came over HTTP.

        Raises:
            KeyError: it lacks something.
            AttributeError: something in it is of another kind than it should be.
            TypeError: the same.
            ValueError: the same.
        """
        self.parts.connection.reached()
        # discord.py has no documented way in for an interaction that it did not receive itself.
        payload: Any = interaction
        self._connection.parse_interaction_create(payload)

    async def on_ready(self) -> None:
        """Begin housekeeping, now that events arrive."""
        self.start_housekeeping()
        await self.parts.server_check.put_away_threads()

    async def on_shard_connect(self, shard: int) -> None:
        """Log that Discord is there; `logs` lets that through after an outage alone."""
        log.warning("Connected to Discord again.")
        self.parts.connection.hear(f"{shard}/{self.shard_count}")
        self.parts.scheduler.run_within(SOON)

    on_shard_resumed = on_shard_connect

    async def on_shard_disconnect(self, shard: int) -> None:
        """Set down that nobody on the servers of a shard is heard."""
        self.parts.connection.hear(f"{shard}/{self.shard_count}", is_on=False)

    def start_housekeeping(self) -> None:
        """Start the rounds of housekeeping, which also deliver what a restart left pending."""
        if self.in_flight.is_leaving:
            # The bot was told to stop before it was ready: the database is about to be closed.
            return
        self.parts.scheduler.start(self._round)
        # `on_ready` comes again each time that discord.py begins a new session.
        if not self._is_announced:
            self._is_announced = True
            self.parts.when_ready()
            if not self._is_again:
                log.info("Ready.")

    async def _round(self) -> timedelta:
        """Do one round of housekeeping; return how soon the next one is needed."""
        await try_chore(self.parts.connection.probe)
        pause = await self.parts.tables.housekeeping.round()
        for chore in (
            partial(self.parts.seats.ballots.look_at_due, self),
            self.parts.lookouts.call_to_seats,
            self.parts.server_check.look,
        ):
            await try_chore(chore)
        return pause

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Keep the games of a channel that is gone, and of its threads; tell their hosts."""
        channels = [channel.id, *(thread.id for thread in getattr(channel, "threads", ()))]
        await self.parts.tables.channels.channels_lost(channels, CHANNEL_GONE)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Keep the game of a thread that is gone, and tell its host."""
        await self.parts.tables.channels.channels_lost([payload.thread_id], CHANNEL_GONE)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Keep the games of a server that has removed the bot."""
        await self.parts.tables.channels.server_lost(guild.id, REMOVED)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on with the games of a server that has invited the bot again."""
        await self.parts.tables.channels.recheck(guild.id)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """Try again to post the games of a server that lost their places."""
        await self.parts.tables.channels.recheck(channel.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Try again to post games that lost their places, also in an archived thread."""
        is_open = not payload.data["thread_metadata"].get("locked", False)
        channel = payload.thread_id if is_open else None
        await self.parts.tables.channels.recheck(payload.guild_id, channel)

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """Try again to post the games of a server that lost their places."""
        await self.parts.tables.channels.recheck(role.guild.id)

    async def close(self) -> None:
        """Wait for answers and deliveries under way, then disconnect."""
        self.parts.scheduler.stop()
        await self.in_flight.finish()
        await self.parts.server_check.close()
        await self.parts.tables.close()
        leaving = asyncio.create_task(super().close())
        await asyncio.wait({leaving}, timeout=_GOODBYE)
        # A gateway that does not answer must not hold up the end of the process.
        if not leaving.done():
            leaving.cancel()
            await asyncio.gather(leaving, return_exceptions=True)
            await self._connector.close()
        else:
            leaving.result()

    # --- presses ---

    def begin(self, ix: Press, press: PressId | None) -> None:
        """Record that the present task answers an interaction, and its server's language."""
        self.in_flight.begin()
        log_context.begin_interaction(ix.id)
        if self.parts.response_times is not None:
            self.parts.response_times.begin(ix, press)
        # Nothing is remembered of servers to which a person has brought it for themselves.
        if ix.guild_id is None or is_outside(ix):
            return
        # Whoever had left is back, and has a voice at once.
        self.parts.members.note(ix.guild_id, ix.user.id)
        if ix.guild_locale is not None:
            self.parts.languages.learn(ix.guild_id, ix.guild_locale.value)
            # Its interactions arrive, so the bot may be there again: Discord is asked next time.
            self.parts.absent.pop(ix.guild_id, None)

    async def on_interaction(self, ix: Press) -> None:
        """Answer a press of a button or menu of ours; the command tree answers commands."""
        data: Mapping[str, Any] = ix.data or {}
        custom_id = str(data.get("custom_id", ""))
        if is_ours(custom_id):
            await self._answer(ix, parse_press(custom_id))

    async def _answer(self, ix: Press, press: PressId | None) -> None:
        """Answer a press; say what went wrong if anything does."""
        self.begin(ix, press)
        try:
            # Nothing new begins while the bot waits for the answers under way.
            if self.in_flight.is_leaving:
                raise Refusal(FrameKey.RESTARTING)  # noqa: TRY301 -- answered below as all are
            await self._handle(ix, valid_press := _checked(ix, press))
            await self._remember(ix, valid_press.kind)
        except Exception as error:
            await self.parts.errors.answer(ix, error)

    async def _handle(self, ix: Press, press: PressId) -> None:
        """Have a press answered by its handler, in the way that the handler declares.

        Raises:
            Refusal: a private message's button on a public one; or whatever the handler refuses.
        """
        handler = self.parts.handlers.of(press.kind)
        # Discord waits three seconds for the first answer, and the handler may take longer.
        await self.parts.replies.defer(ix, handler.rule.answers)
        blocked = self.parts.tables.blocks.refusal(ix.guild_id, ix.user.id)
        # Also who is blocked can be forgotten.
        if blocked is not None and press.kind is not PressKind.FORGET:
            raise TableError(blocked)
        if not handler.rule.anywhere and not is_outside(ix):
            await check_invited(ix, self.parts.members)
        if handler.rule.of_game(press):
            log_context.note_game(press.game, press.revision)
            is_resumed = press.kind in (PressKind.RESUME, PressKind.BALLOT)
            await self.parts.games.admit(ix, press.game, to_resume=is_resumed)
        # Such a button was made for one reader; on a public message it is forged.
        if handler.rule.only_private and not is_private(ix):
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        ledger.declare(handler.rule.causes)
        await handler.answer(ix, press)

    async def on_app_command_completion(self, ix: Press, command: Command) -> None:
        """Remember the name and language of the person who used a command."""
        await self._remember(ix, command.qualified_name)

    async def _remember(self, ix: Press, kind: str) -> None:
        await self.parts.away.after(ix, kind)
        # Elsewhere nobody has the name that a server knows them by.
        if not is_outside(ix) and self.parts.readers.remember(ix):
            await self.parts.tables.people.rename(person_of(ix))
        if self.parts.members.news:
            await self.parts.tables.people.note_members(self.parts.members.take_news())


def _options(shards: Shards | None) -> dict[str, Any]:
    """Return options of discord.py's client; without shards Discord advises how many."""
    return {} if shards is None else {"shard_ids": list(shards.ids), "shard_count": shards.count}


def _checked(ix: Press, press: PressId | None) -> PressId:
    """Return a press whose id is known and comes from a server, or from a letter that has it."""
    if press is None:
        raise Refusal(FrameKey.UNKNOWN_PRESS)
    is_in_letter = ix.guild_id is None and press.kind in _IN_LETTERS
    if is_outside(ix) and press.kind not in OF_LINES and not is_in_letter:
        raise not_taken_along(ix)
    return press
