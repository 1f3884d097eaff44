"""Posts deliveries on Discord: boards to the channel, hands to the players."""

import asyncio
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final

import aiohttp
import discord
from discord.abc import Messageable
from discord.utils import snowflake_time

from metrobot.engine.table_events import End
from metrobot.service.membership.endings import END
from metrobot.service.membership.seats import REPLACE
from metrobot.service.model.newly_awaited import newly_awaited
from metrobot.service.model.play import PlayerId
from metrobot.service.model.table import REMOVED, Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind, Undeliverable
from metrobot.service.outbox.kinds import KINDS
from metrobot.service.people.leaderboards import PlayerStats
from metrobot.service.tables import Tables
from metrobot.ui.app import discord_codes as codes
from metrobot.ui.app.announcements import PAGES
from metrobot.ui.kit.board_links import GONE, BoardLinks
from metrobot.ui.kit.connection import Connection
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.guilds import fetch_guild, is_removed
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.kit.pictures.render_queue import FOR_ALL, Ask
from metrobot.ui.kit.readers import Readers
from metrobot.ui.kit.replies import channel_of
from metrobot.ui.lobby.lost_pages import (
    Refused,
    lost_page,
    moved_page,
    refused_here_page,
    refused_page,
)
from metrobot.ui.pages.page import Letter, Post, plain_text
from metrobot.ui.pages.post import NOBODY, Attached, calling, edit, post
from metrobot.ui.people.reminder_page import reminder_page
from metrobot.ui.seats.seat_pages import board_news_page, news_page, overtaken_page, silent_page
from metrobot.ui.turn import public_pages
from metrobot.ui.turn.ballot_messages import edit_ballot
from metrobot.ui.turn.board_buttons import mentions_of
from metrobot.ui.turn.undo import taken_back_page, tell_lapsed
from metrobot.ui.words.catalogue import Words

log = logging.getLogger(__name__)

_LONGEST_POST: Final = 120.0
"""Seconds until a post is cut off; the next try has its nonce, so that it appears once."""
_LONGEST_REMINDER: Final = 10.0  # seconds
_STANDS_FOR: Final = timedelta(hours=1)
_UNREACHED: Final = (aiohttp.ClientError, asyncio.TimeoutError, OSError)


_HERE: Final = {DeliveryKind.DM_CLOSED, DeliveryKind.REFUSED_HERE}
"""Messages in the channel that call one person."""
_NEWS: Final = {
    DeliveryKind.VACATED,
    DeliveryKind.SEATED,
    DeliveryKind.COVERED,
    DeliveryKind.BACK,
    DeliveryKind.ENDED,
}
"""Messages about who sits where."""
_BOARDS: Final = {
    DeliveryKind.START: public_pages.start_page,
    DeliveryKind.MOVED: moved_page,
    DeliveryKind.BOARD: board_news_page,
}
"""Messages that show the present board."""


@dataclass(eq=False)
class DiscordNotifier:
    """The service's notifier on Discord.

    Attributes:
        tables: the service.
        fronts: how each title shows itself, by its id.
        readers: find the words.
        drawing: draws pictures.
        links: make sure of linked messages.
        connection: knows the client that is on Discord.
    """

    tables: Tables
    fronts: Mapping[str, Front]
    readers: Readers
    drawing: Drawing
    links: BoardLinks
    connection: Connection
    # How many messages of a final count are out, so that a retry repeats none.
    _sent: dict[int, int] = field(default_factory=dict, init=False)
    _attached: Attached = field(default_factory=Attached, init=False)

    @property
    def is_ready(self) -> bool:
        """Whether anything can be posted: not before the bot has been on Discord."""
        return self.connection.is_up

    async def deliver(self, table: Table | None, delivery: Delivery) -> int | None:
        """Post one delivery to its recipients.

        Raises:
            Undeliverable: Discord did not take it.
        """
        try:
            if delivery.guild is not None:
                await self.readers.find_language(delivery.guild)
            if table is None:
                return await self._announce(delivery)
            return await self._tell(table, delivery)
        except discord.HTTPException as error:
            if (
                error.code == codes.NO_ACCESS
                and delivery.guild is not None
                and await is_removed(self.connection.client, delivery.guild)
            ):
                raise Undeliverable(REMOVED, permanent=False, is_lost=True) from error
            raise codes.undeliverable(error) from error
        except _UNREACHED as error:
            raise Undeliverable(type(error).__name__, permanent=False) from error

    def prepare(self, table: Table, turn: int) -> None:
        """Make the message of a turn that is being stored; it is sent once it is told."""
        words = self.readers.public_words(None, table.place.guild)
        public_pages.prepare_turn(self.fronts[table.title.id], table, turn, words)

    async def _announce(self, delivery: Delivery) -> int:
        """Post a delivery of no game in its channel, or else to its person."""
        player = delivery.player if delivery.channel is None else None
        words = (
            self.readers.public_words(None, delivery.guild)
            if player is None
            else self.readers.words_of(player, delivery.guild)
        )
        shown = await PAGES[delivery.kind](self.tables, self.fronts, delivery, words)
        if player is not None:
            return await self._direct(player, shown, words, delivery)
        client, channel = self.connection.client, delivery.channel or 0
        place = client.get_partial_messageable(channel, guild_id=delivery.guild)
        return await self._send(place, shown, words, delivery)

    async def _tell(self, table: Table, delivery: Delivery) -> int | None:
        """Send the message of a delivery; then close the ballots that it has overtaken."""
        sent = await self._say(table, delivery)
        if KINDS[delivery.kind].overtakes:
            await self._close_votes(table)
        return sent

    async def _close_votes(self, table: Table) -> None:
        """Mark the ballots that the table has overtaken as closed, and say why."""
        words = self.readers.public_words(None, table.place.guild)
        await tell_lapsed(self.tables, self.readers, self.connection.client, table)
        for kind in (END, REPLACE):
            if (ballot := await self.tables.ballots.overtaken(table, kind)) is not None:
                shown = overtaken_page(table, ballot, words)
                await edit_ballot(self.connection.client, table, ballot, shown)
                await self.tables.ballots.close(ballot)

    async def _say(self, table: Table, delivery: Delivery) -> int | None:
        """Make the message of a delivery and send it."""
        front = self.fronts[table.title.id]
        words = self.readers.public_words(None, table.place.guild)
        channel = channel_of(self.connection.client, table)
        match delivery.kind:
            case DeliveryKind.START | DeliveryKind.MOVED | DeliveryKind.BOARD:
                shown, called = (
                    _BOARDS[delivery.kind](front, table, words),
                    _called(table, delivery),
                )
                return await self._send(channel, shown, words, delivery, mentions=called)
            case DeliveryKind.TURN | DeliveryKind.TURNS | DeliveryKind.TAKEN_BACK:
                return await self._turn(channel, table, delivery)
            case DeliveryKind.LOCKS if table.place.board_message is not None:
                message = channel.get_partial_message(table.place.board_message)
                return await self._edit(message, table, words, delivery)
            case kind if kind in _NEWS:
                news, called = news_page(table, delivery, words), NOBODY
                if kind is DeliveryKind.COVERED:
                    called = calling(await self.tables.people.undisturbed(delivery.players))
                return await self._send(channel, news, words, delivery, mentions=called)
            case DeliveryKind.OVER:
                record = public_pages.record_text(table, await self._standing(table), words)
                pages = public_pages.over_pages(front, table, words, record)
                return await self._count(channel, words, delivery, pages, table)
            case _:
                return await self._personal(table, delivery, words)

    async def _standing(self, table: Table) -> PlayerStats | None:
        """Return the standing of whoever played alone to the end, if they let others see it."""
        is_cut = table.is_alone and isinstance(table.log[-1].event.action, End)
        if not table.is_alone or table.computed or is_cut:
            return None
        (player,), scores = table.people, self.tables.leaderboards
        if not await scores.is_listed(player.id):
            return None
        found = (await scores.profile(table.place.guild, player.id)).get(table.title.id)
        is_known = found is not None and not await scores.is_behind(table.place.guild)
        return found.standing if found is not None and is_known else None

    async def _turn(
        self, channel: discord.PartialMessageable, table: Table, delivery: Delivery
    ) -> int | None:
        """Tell of a turn that was played or taken back, with the board if it is the newest."""
        front = self.fronts[table.title.id]
        words = self.readers.public_words(None, table.place.guild)
        if delivery.kind is not DeliveryKind.TAKEN_BACK:
            shown = public_pages.turn_page(front, table, delivery, words)
        else:
            before = await self.tables.undo.undone(table.id, delivery.revision)
            shown = taken_back_page(front, table, before, delivery, words)
        is_newest = delivery.revision == table.revision
        if table.is_alone and await self._stands(channel, table, shown, words, is_newest=is_newest):
            return table.place.board_message
        mentions = mentions_of(table) if is_newest else NOBODY
        return await self._send(channel, shown, words, delivery, mentions=mentions)

    async def _stands(
        self,
        channel: discord.PartialMessageable,
        table: Table,
        shown: Post,
        words: Words,
        *,
        is_newest: bool,
    ) -> bool:
        """Edit the one board message of a private game; return whether it is still there.

        It does for an hour: an older one is far up in the channel, and one that
        cannot be edited is gone. Then a new board is posted.
        """
        board = table.place.board_message
        if board is None or discord.utils.utcnow() - snowflake_time(board) > _STANDS_FOR:
            return False
        if not is_newest:
            return True  # the newest turn follows, and shows all that is new
        try:
            message = channel.get_partial_message(board)
            self._attached.note(await edit(message, *await self.drawing.finished(shown, words)))
        except discord.HTTPException as error:
            if codes.is_fault(error) or error.code in codes.LOST:
                raise
            return False
        return True

    async def _personal(self, table: Table, delivery: Delivery, words: Words) -> int | None:
        """Send a player what only they may see, or say in the channel where to find it."""
        player = delivery.player
        if player is None:
            return None  # it concerns a message that is not out
        if delivery.kind in _HERE:
            return await self._call(table, delivery, player, words)
        if delivery.kind is DeliveryKind.SILENT:
            return await self._tell_others(table, delivery, words)
        if KINDS[delivery.kind].is_reminder:
            return await self._remind(table, delivery, player)
        own = self.readers.words_of(player, table.place.guild)
        if delivery.kind is DeliveryKind.LOST:
            letter = lost_page(table, await self._place(table), own)
        elif delivery.kind is DeliveryKind.REFUSED:
            table, place = (await self.links.with_message(table), await self._place(table))
            letter = refused_page(table, place, await self._refused(table, delivery), own)
        else:
            table = await self.links.with_message(table)
            letter = public_pages.hand_page(self.fronts[table.title.id], table, player, own)
        return await self._direct(player, letter, own, delivery)

    async def _call(self, table: Table, delivery: Delivery, player: PlayerId, words: Words) -> int:
        """Tell a player in the channel what they cannot be told in private."""
        if delivery.kind is DeliveryKind.DM_CLOSED:
            shown = public_pages.dm_closed_page(table, player, words)
        else:
            shown = refused_here_page(table, player, await self._refused(table, delivery), words)
        channel, called = channel_of(self.connection.client, table), calling((player,))
        return await self._send(channel, shown, words, delivery, mentions=called)

    async def _refused(self, table: Table, delivery: Delivery) -> Refused:
        """Return the facts that a host is told of a message that was given up."""
        code = await self.tables.channels.refusal(table.id, delivery.id)
        return Refused(delivery.turn, code)

    async def _direct(self, player: PlayerId, shown: Post, words: Words, delivery: Delivery) -> int:
        """Send something to one person alone."""
        done, files = await self._made(shown, words, delivery, Ask(player))
        direct = await self.connection.client.create_dm(discord.Object(player))
        return await self._post(direct, done, files, words, delivery)

    async def _place(self, table: Table) -> str:
        """Return the name of the server of a table, as far as Discord tells."""
        found = await fetch_guild(self.connection.client, table.place.guild)
        return found.name if found else ""

    async def _tell_others(self, table: Table, delivery: Delivery, words: Words) -> int:
        """Tell the others at a table that somebody has been silent for days, and what they can do.

        The game waits meanwhile, so that this must not take long.
        """
        async with asyncio.timeout(_LONGEST_REMINDER):
            delivery.made()  # nothing is drawn
            others = (each for each in table.seated if each.id not in delivery.players)
            waiting = [person.id for person in others if person.cover is None]
            called = calling(await self.tables.people.undisturbed(waiting))
            shown = silent_page(table, delivery.players, words)
            channel = channel_of(self.connection.client, table)
            return await self._send(channel, shown, words, delivery, mentions=called)

    async def _remind(self, table: Table, delivery: Delivery, player: PlayerId) -> int:
        """Remind a player in the channel or in private.

        The game waits meanwhile, so that this must not take long.
        """
        front = self.fronts[table.title.id]
        async with asyncio.timeout(_LONGEST_REMINDER):
            delivery.made()  # nothing is drawn
            table = await self.links.with_message(table)
            if delivery.kind is DeliveryKind.REMIND_DIRECT:
                own = self.readers.words_of(player, table.place.guild)
                shown = reminder_page(front, table, (player,), own, is_direct=True)
                return await self._direct(player, shown, own, delivery)
            words = self.readers.public_words(None, table.place.guild)
            shown = reminder_page(front, table, delivery.players, words, is_direct=False)
            channel, called = channel_of(self.connection.client, table), calling(delivery.players)
            return await self._send(channel, shown, words, delivery, mentions=called)

    async def _edit(
        self, message: discord.PartialMessage, table: Table, words: Words, delivery: Delivery
    ) -> int | None:
        """Bring the present board's message up to date, its pictures being the same.

        One that is gone is posted again. One that can no longer be edited for
        another reason is left alone. Discord notifies nobody of an edit, but
        marks the message for those it mentions.

        Returns:
            The id of the message that was posted in its place, if any.
        """
        shown = public_pages.present_page(self.fronts[table.title.id], table, words)
        try:
            await self._edit_texts(message, shown, words, mentions_of(table))
        except discord.HTTPException as error:
            if codes.is_fault(error):
                raise
            if error.code == GONE:
                return await self._send(message.channel, shown, words, delivery)
            log.info("message %s was not brought up to date: %s", message.id, error.code)
        return None

    async def _edit_texts(
        self,
        message: discord.PartialMessage,
        shown: Post,
        words: Words,
        mentions: discord.AllowedMentions,
    ) -> None:
        """Edit a message that keeps its files, each by the id that Discord has given it.

        If an id is unknown, or Discord has lost a file, all files are drawn and sent again.
        """
        known = self._attached.of(message.id)
        if known:
            try:
                await edit(message, shown, known, mentions=mentions)
            except discord.HTTPException as error:
                if error.code != codes.INVALID_FORM:
                    raise
            else:
                return
        done, files = await self.drawing.finished(shown, words)
        self._attached.note(await edit(message, done, files, mentions=mentions))

    async def _count(
        self,
        channel: Messageable,
        words: Words,
        delivery: Delivery,
        pages: Iterator[Post],
        table: Table,
    ) -> int | None:
        """Send the final count, each message once; one that is refused keeps back no other.

        The last one names all people of the game: those who may be disturbed now are called.
        """
        message, refused = None, None
        free = await self.tables.people.undisturbed([person.id for person in table.seated])
        for number, shown in enumerate(pages):
            if number < self._sent.get(delivery.id, 0):
                continue
            part = replace(delivery, nonce=f"{delivery.nonce[:22]}.{number}")
            try:
                called = calling(free) if isinstance(shown, Letter) else NOBODY
                message = await self._send(channel, shown, words, part, mentions=called)
            except discord.HTTPException as error:
                if not codes.is_refused(error):
                    raise
                refused = error
            self._sent[delivery.id] = number + 1
        self._sent.pop(delivery.id, None)
        if refused is not None:
            raise refused
        return message

    async def _send(
        self,
        channel: Messageable,
        shown: Post,
        words: Words,
        delivery: Delivery,
        *,
        mentions: discord.AllowedMentions = NOBODY,
    ) -> int:
        """Draw and send one message."""
        done, files = await self._made(shown, words, delivery, FOR_ALL)
        return await self._post(channel, done, files, words, delivery, mentions=mentions)

    async def _made(
        self, shown: Post, words: Words, delivery: Delivery, asked: Ask
    ) -> tuple[Post, list[discord.File]]:
        """Draw the pictures of a message; from now on it waits for Discord alone."""
        finished = await self.drawing.finished(shown, words, asked)
        delivery.made()
        return finished

    async def _post(
        self,
        channel: Messageable,
        shown: Post,
        files: Sequence[discord.File],
        words: Words,
        delivery: Delivery,
        *,
        mentions: discord.AllowedMentions = NOBODY,
    ) -> int:
        """Send one message; Discord drops a repeat with the same nonce.

        What it refuses is sent at once once more, without pictures and buttons.
        """
        nonce = delivery.nonce
        try:
            async with asyncio.timeout(_LONGEST_POST):
                sent = await post(channel, shown, files, mentions=mentions, nonce=nonce)
        except discord.HTTPException as error:
            if not codes.is_refused(error):
                raise
            log.warning(
                "game %s: message %s (%s) was refused (%s %s): once more as plain text",
                delivery.game,
                delivery.id,
                delivery.kind,
                error.status,
                error.code,
            )
            bare = plain_text(shown, words.say("place.refused.plain"))
            async with asyncio.timeout(_LONGEST_POST):
                sent = await post(channel, bare, mentions=mentions, nonce=nonce)
        self._attached.note(sent)
        return sent.id


def _called(table: Table, delivery: Delivery) -> discord.AllowedMentions:
    """Return the people that a board mentions: nobody who was called for this turn before.

    A board that tells of no turn comes since somebody came or left, or since the last
    one was deleted. Whoever was awaited then was called by that, if it was out in time.
    """
    board = table.place.board_message
    if delivery.kind is not DeliveryKind.BOARD:
        return mentions_of(table)
    if board is not None and snowflake_time(board) > table.log[-1].at:
        return mentions_of(table)
    return calling(person.id for person in newly_awaited(table))
