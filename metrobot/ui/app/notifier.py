"""Posts deliveries on Discord: boards to the channel, hands to the players."""

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from typing import Final

import discord
from discord.abc import Messageable
from discord.utils import snowflake_time

from metrobot.service.membership.ballots import CALLED
from metrobot.service.membership.endings import END
from metrobot.service.membership.rests import REST
from metrobot.service.membership.seats import REPLACE
from metrobot.service.membership.undo import UNDO
from metrobot.service.model.newly_awaited import newly_awaited
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.model.table import BLOCKED, REMOVED, Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind, Undeliverable
from metrobot.service.outbox.kinds import KINDS, Calls, Lane
from metrobot.ui.app import discord_codes as codes
from metrobot.ui.app.delivery_pages import PAGES, Desk
from metrobot.ui.kit.board_links import GONE
from metrobot.ui.kit.guilds import UNANSWERED, is_removed
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.kit.pictures.render_queue import FOR_ALL, Ask
from metrobot.ui.kit.readers import Readers
from metrobot.ui.kit.replies import channel_of
from metrobot.ui.pages.page import Letter, Post, plain_text, with_names, with_news
from metrobot.ui.pages.post import NOBODY, Attached, calling, edit, post
from metrobot.ui.seats.seat_pages import overtaken_page
from metrobot.ui.turn.ballot_messages import edit_ballot
from metrobot.ui.turn.public_pages import prepare_turn
from metrobot.ui.turn.undo import lapsed_page
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name

log = logging.getLogger(__name__)

_LONGEST_POST: Final = 120.0
"""Seconds until a post is cut off; the next try has its nonce, so that it appears once."""
_LONGEST_REMINDER: Final = 10.0  # seconds
_TRIED: Final = 2
"""Attempts after which a message that may be refused for good is sent as plain text."""
_STANDS_FOR: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class _Envelope:
    """All about a message except its content.

    Attributes:
        delivery: the delivery that it belongs to.
        words: of its readers.
        to: the person who gets it; None: it goes to the channel.
        called: people who are notified.
    """

    delivery: Delivery
    words: Words
    to: PlayerId | None
    called: discord.AllowedMentions


@dataclass(eq=False)
class DiscordNotifier:
    """The service's notifier on Discord.

    Attributes:
        desk: the sources of pages.
        readers: find the words.
        drawing: draws pictures.
    """

    desk: Desk
    readers: Readers
    drawing: Drawing
    # How many messages of a final count are out, so that a retry repeats none.
    _sent: dict[int, int] = field(default_factory=dict, init=False)
    _attached: Attached = field(default_factory=Attached, init=False)

    @property
    def is_ready(self) -> bool:
        """Whether anything can be posted: not before the bot has been on Discord."""
        return self.desk.connection.is_up

    async def deliver(self, table: Table | None, delivery: Delivery) -> int | None:
        """Post one delivery to its recipients.

        Raises:
            Undeliverable: Discord did not take it.
        """
        guild = delivery.guild
        try:
            if guild is not None:
                await self.readers.find_language(guild)
            return await self._tell(table, delivery)
        except discord.HTTPException as error:
            client, is_direct = self.desk.connection.client, _is_direct(delivery)
            is_barred = error.code == codes.NO_ACCESS and not is_direct
            if is_barred and guild is not None and await is_removed(client, guild):
                raise Undeliverable(REMOVED, permanent=False, is_lost=True) from error
            raise codes.undeliverable(error, is_direct=is_direct) from error
        except UNANSWERED as error:
            raise Undeliverable(type(error).__name__, permanent=False) from error

    def prepare(self, table: Table, turn: int) -> None:
        """Make the message of a turn that is being stored; it is sent once it is told."""
        words = self.readers.public_words(None, table.place.guild)
        prepare_turn(self.desk.fronts[table.title.id], table, turn, words)

    async def _tell(self, table: Table | None, delivery: Delivery) -> int | None:
        """Make the page of a delivery and post it; then close the ballots that it has overtaken."""
        kind, guild = KINDS[delivery.kind], delivery.guild
        to = PlayerId(delivery.player or 0) if _is_direct(delivery) else None
        blocks = self.desk.tables.blocks
        if to is None and guild in blocks.servers:
            # It waits as in a channel that is lost, and goes on once the server is let in again.
            raise Undeliverable(BLOCKED, permanent=False, is_lost=True)
        if to in blocks.people:
            raise Undeliverable(BLOCKED, permanent=True)
        read = self.readers
        words = read.public_words(None, guild) if to is None else read.words_of(to, guild)
        # The game waits while somebody is reminded, so that this must not take long.
        async with asyncio.timeout(_LONGEST_REMINDER if kind.is_reminder else None):
            if kind.is_reminder:
                delivery.made()  # nothing is drawn
            shown = await self._page(table, delivery, words)
            if shown is None:
                return None
            called = NOBODY if table is None else await self._called(table, delivery)
            envelope = _Envelope(delivery, words, to, called)
            if isinstance(shown, Iterator):
                sent = await self._send_each(shown, envelope)
            elif table is not None and kind.lane is Lane.BOARD_EDITS:
                sent = await self._edit_board(table, shown, envelope)
            elif table is not None and delivery.kind is DeliveryKind.LOBBY:
                sent = await self._show_lobby(table, shown, envelope)
            elif table and kind.tells_change and await self._stands(table, shown, envelope):
                sent = table.place.board_message
            else:
                sent = await self._send(shown, envelope)
        if table is not None and kind.overtakes:
            await self._close_ballots(table)
        return sent

    async def _page(
        self, table: Table | None, delivery: Delivery, words: Words
    ) -> Post | Iterator[Post] | None:
        """Make the page of a delivery; it mentions nobody who is known to have left the server."""
        shown = await PAGES[delivery.kind](self.desk, table, delivery, words)
        if delivery.news and shown is not None and not isinstance(shown, Iterator):
            made = [await PAGES[each.kind](self.desk, table, each, words) for each in delivery.news]
            news = [each for each in made if each is not None and not isinstance(each, Iterator)]
            shown = with_news(shown, news)
        if shown is None or table is None or not (left := self._left(table)):
            return shown
        names = {f"<@{each.id}>": shown_name(each.name) for each in left}
        name = partial(with_names, names=names)
        return map(name, shown) if isinstance(shown, Iterator) else name(shown)

    async def _called(self, table: Table, delivery: Delivery) -> discord.AllowedMentions:
        kind, board = KINDS[delivery.kind], table.place.board_message
        people = [person.id for person in table.to_call()]
        match kind.calls:
            case Calls.NOBODY:
                return NOBODY
            case Calls.AWAITED if kind.tells_change and delivery.revision != table.revision:
                return NOBODY
            # Such a board comes since somebody came or left, or since the last one was deleted.
            # Whoever was awaited then was called by that, if it was out in time.
            case Calls.NEWLY_AWAITED if board is None or snowflake_time(board) <= table.log[-1].at:
                people = [each.id for each in newly_awaited(table) if each.id in people]
            case Calls.CONCERNED:
                people = list(delivery.players)
            case Calls.OTHERS:
                others = (each for each in table.seated if each.id not in delivery.players)
                people = [person.id for person in others if person.cover is None]
            case Calls.ASKED:
                ballot = await self.desk.tables.ballots.standing(table, delivery.turn or 0)
                called = () if ballot is None else ballot.payload.get(CALLED, ())
                people = [each for each in called if ballot and each not in ballot.agreed]
            case Calls.ALL:
                people = [person.id for person in table.seated]
        if kind.calls_free:
            people = list(await self.desk.tables.people.undisturbed(people))
        return self._calling(table, people)

    def _calling(self, table: Table, people: list[PlayerId]) -> discord.AllowedMentions:
        """Let people be mentioned, without those who are known to have left the server."""
        return calling({*people} - {each.id for each in self._left(table)})

    def _left(self, table: Table) -> list[Person]:
        left, guild = self.desk.members.left, table.place.guild
        return [each for each in table.people if (guild, each.id) in left]

    async def _close_ballots(self, table: Table) -> None:
        words = self.readers.public_words(None, table.place.guild)
        for kind in (UNDO, END, REST, REPLACE):
            made = lapsed_page if kind == UNDO else overtaken_page
            if (ballot := await self.desk.tables.ballots.overtaken(table, kind)) is not None:
                client, shown = self.desk.connection.client, made(table, ballot, words)
                await edit_ballot(client, table, ballot, shown)
                await self.desk.tables.ballots.close(ballot)

    async def _stands(self, table: Table, shown: Post, envelope: _Envelope) -> bool:
        """Edit the one board message of a private game; return whether it is still there.

        It does for an hour: an older one is far up in the channel, and one that
        cannot be edited is gone. Then a new board is posted.
        """
        board = table.place.board_message
        if board is None or not table.is_alone:
            return False
        if discord.utils.utcnow() - snowflake_time(board) > _STANDS_FOR:
            return False
        if envelope.delivery.revision != table.revision:
            return True  # the newest turn follows, and shows all that is new
        try:
            message = channel_of(self.desk.connection.client, table).get_partial_message(board)
            done, files = await self.drawing.finished(shown, envelope.words)
            envelope.delivery.made()
            self._attached.note(await edit(message, done, files))
        except discord.HTTPException as error:
            if codes.is_fault(error) or error.code in codes.LOST:
                raise
            return False
        except TimeoutError:
            return False
        return True

    async def _edit_board(self, table: Table, shown: Post, envelope: _Envelope) -> int | None:
        """Bring the present board's message up to date, its pictures being the same.

        One that is gone is posted again. One that can no longer be edited for
        another reason is left alone. Discord notifies nobody of an edit, but
        marks the message for those it mentions.

        Returns:
            The id of the message that was posted in its place, if any.
        """
        board = table.place.board_message
        if board is None:
            return None
        message = channel_of(self.desk.connection.client, table).get_partial_message(board)
        try:
            called = self._calling(table, [person.id for person in table.to_call()])
            await self._edit(message, shown, replace(envelope, called=called))
        except discord.HTTPException as error:
            if codes.is_passing(error) and error.code != codes.EDITED_OFTEN:
                raise
            if error.code == GONE:
                return await self._send(shown, envelope)
            log.info("message %s was not brought up to date: %s", board, error.code)
        return None

    async def _show_lobby(self, table: Table, shown: Post, envelope: _Envelope) -> int:
        """Show a lobby in the message that was promised for it, else in a new one."""
        promised = table.place.board_message
        if promised is not None:
            channel = channel_of(self.desk.connection.client, table)
            envelope.delivery.made()
            try:
                return (await edit(channel.get_partial_message(promised), shown)).id
            except discord.HTTPException as error:
                if error.code != GONE:
                    raise
        return await self._send(shown, envelope)

    async def _edit(self, board: discord.PartialMessage, shown: Post, envelope: _Envelope) -> None:
        """Edit a message that keeps its files, each by the id that Discord has given it.

        If an id is unknown, or Discord has lost a file, all files are drawn and sent again.
        """
        if known := self._attached.of(board.id):
            envelope.delivery.made()
            try:
                await edit(board, shown, known, mentions=envelope.called)
            except discord.HTTPException as error:
                if error.code != codes.INVALID_FORM:
                    raise
            else:
                return
        done, files = await self.drawing.finished(shown, envelope.words)
        envelope.delivery.made()
        self._attached.note(await edit(board, done, files, mentions=envelope.called))

    async def _send_each(self, pages: Iterator[Post], envelope: _Envelope) -> int | None:
        """Send several messages, each once; one that is refused keeps back no other.

        The last one, a Letter, names all people of the game: only there are they called.
        """
        message, refused, delivery = None, None, envelope.delivery
        for number, shown in enumerate(pages):
            if number < self._sent.get(delivery.id, 0):
                continue
            part = replace(delivery, nonce=f"{delivery.nonce[:22]}.{number}")
            called = envelope.called if isinstance(shown, Letter) else NOBODY
            try:
                message = await self._send(shown, replace(envelope, delivery=part, called=called))
            except discord.HTTPException as error:
                if not codes.is_refused(error):
                    raise
                refused = error
            self._sent[delivery.id] = number + 1
        self._sent.pop(delivery.id, None)
        if refused is not None:
            raise refused
        return message

    async def _send(self, shown: Post, envelope: _Envelope) -> int:
        """Draw and send one message; Discord drops a repeat with the same nonce.

        What it refuses is sent at once once more, without pictures and buttons;
        where nobody knows if it refuses for good, only after two tries.
        """
        delivery, words, to = envelope.delivery, envelope.words, envelope.to
        done, files = await self.drawing.finished(shown, words, FOR_ALL if to is None else Ask(to))
        delivery.made()  # from now on it waits for Discord alone
        place = await self._place(delivery, to)
        send = partial(post, place, mentions=envelope.called, nonce=delivery.nonce)
        try:
            async with asyncio.timeout(_LONGEST_POST):
                sent = await send(done, files)
        except discord.HTTPException as error:
            is_tried = delivery.attempts >= _TRIED and codes.is_doubtful(
                error, is_direct=to is not None
            )
            if not (codes.is_refused(error) or is_tried):
                raise
            about = (delivery.game, delivery.id, delivery.kind, error.status, error.code)
            log.warning(
                "game %s: message %s (%s) was refused (%s %s): once more as plain text", *about
            )
            async with asyncio.timeout(_LONGEST_POST):
                sent = await send(plain_text(done, words.say("place.refused.plain")))
        self._attached.note(sent)
        return sent.id

    async def _place(self, delivery: Delivery, to: PlayerId | None) -> Messageable:
        """Return the channel of a delivery, or that of direct messages to a person."""
        client = self.desk.connection.client
        if to is None:
            return client.get_partial_messageable(delivery.channel or 0, guild_id=delivery.guild)
        async with asyncio.timeout(_LONGEST_POST):
            return await client.create_dm(discord.Object(to))


def _is_direct(delivery: Delivery) -> bool:
    """Return whether a delivery goes to one person, not to a channel."""
    return delivery.channel is None or KINDS[delivery.kind].lane is Lane.PERSON
