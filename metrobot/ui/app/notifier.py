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
        receiver: the person who gets it; None: it goes to the channel.
        mentions: people who are notified.
    """

    delivery: Delivery
    words: Words
    receiver: PlayerId | None
    mentions: discord.AllowedMentions


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
        person = PlayerId(delivery.player or 0) if _is_direct(delivery) else None
        blocks = self.desk.tables.blocks
        if person is None and guild in blocks.servers:
            # It waits as in a channel that is lost, and goes on once the server is let in again.
            raise Undeliverable(BLOCKED, permanent=False, is_lost=True)
        if person in blocks.people:
            raise Undeliverable(BLOCKED, permanent=True)
        readers = self.readers
        words = (
            readers.public_words(None, guild) if person is None else readers.words_of(person, guild)
        )
        # The game waits while somebody is reminded, so that this must not take long.
        async with asyncio.timeout(_LONGEST_REMINDER if kind.is_reminder else None):
            if kind.is_reminder:
                delivery.made()  # nothing is drawn
            page = await self._page(table, delivery, words)
            if page is None:
                return None
            mentions = NOBODY if table is None else await self._called(table, delivery)
            envelope = _Envelope(delivery, words, person, mentions)
            if isinstance(page, Iterator):
                message = await self._send_each(page, envelope)
            elif table is not None and kind.lane is Lane.BOARD_EDITS:
                message = await self._edit_board(table, page, envelope)
            elif table is not None and delivery.kind is DeliveryKind.LOBBY:
                message = await self._show_lobby(table, page, envelope)
            elif table and kind.tells_change and await self._stands(table, page, envelope):
                message = table.place.board_message
            else:
                write = self._send if delivery.message is None else self._renew
                message = await write(page, envelope)
        if table is not None and kind.overtakes:
            await self._close_ballots(table)
        return message

    async def _page(
        self, table: Table | None, delivery: Delivery, words: Words
    ) -> Post | Iterator[Post] | None:
        """Make the page of a delivery; it mentions nobody who is known to have left the server."""
        page = await PAGES[delivery.kind](self.desk, table, delivery, words)
        if delivery.news and page is not None and not isinstance(page, Iterator):
            extras = [await PAGES[row.kind](self.desk, table, row, words) for row in delivery.news]
            news = [
                extra for extra in extras if extra is not None and not isinstance(extra, Iterator)
            ]
            page = with_news(page, news)
        if page is None or table is None or not (leavers := self._left(table)):
            return page
        names = {f"<@{person.id}>": shown_name(person.name) for person in leavers}
        name = partial(with_names, names=names)
        return map(name, page) if isinstance(page, Iterator) else name(page)

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
                people = [person.id for person in newly_awaited(table) if person.id in people]
            case Calls.CONCERNED:
                people = list(delivery.players)
            case Calls.OTHERS:
                opponents = (person for person in table.seated if person.id not in delivery.players)
                people = [person.id for person in opponents if person.cover is None]
            case Calls.ASKED:
                ballot = await self.desk.tables.ballots.standing(table, delivery.turn or 0)
                voters = () if ballot is None else ballot.payload.get(CALLED, ())
                people = [player for player in voters if ballot and player not in ballot.agreed]
            case Calls.ALL:
                people = [person.id for person in table.seated]
        if kind.calls_free:
            people = list(await self.desk.tables.people.undisturbed(people))
        return self._calling(table, people)

    def _calling(self, table: Table, people: list[PlayerId]) -> discord.AllowedMentions:
        """Let people be mentioned, without those who are known to have left the server."""
        return calling({*people} - {person.id for person in self._left(table)})

    def _left(self, table: Table) -> list[Person]:
        leavers, guild = self.desk.members.left, table.place.guild
        return [person for person in table.people if (guild, person.id) in leavers]

    async def _close_ballots(self, table: Table) -> None:
        words = self.readers.public_words(None, table.place.guild)
        for kind in (UNDO, END, REST, REPLACE):
            page_maker = lapsed_page if kind == UNDO else overtaken_page
            if (ballot := await self.desk.tables.ballots.overtaken(table, kind)) is not None:
                client, page = self.desk.connection.client, page_maker(table, ballot, words)
                await edit_ballot(client, table, ballot, page)
                await self.desk.tables.ballots.close(ballot)

    async def _stands(self, table: Table, page: Post, envelope: _Envelope) -> bool:
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
            drawn_page, files = await self.drawing.finished(page, envelope.words)
            envelope.delivery.made()
            self._attached.note(await edit(message, drawn_page, files))
        except discord.HTTPException as error:
            if codes.is_fault(error) or error.code in codes.LOST:
                raise
            return False
        except TimeoutError:
            return False
        return True

    async def _edit_board(self, table: Table, page: Post, envelope: _Envelope) -> int | None:
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
        mentions = self._calling(table, [person.id for person in table.to_call()])
        if await self._is_edited(message, page, replace(envelope, mentions=mentions)):
            return None
        return await self._send(page, envelope)

    async def _show_lobby(self, table: Table, page: Post, envelope: _Envelope) -> int:
        """Show a lobby in the message that was promised for it, else in a new one."""
        promised = table.place.board_message
        if promised is not None:
            channel = channel_of(self.desk.connection.client, table)
            envelope.delivery.made()
            try:
                return (await edit(channel.get_partial_message(promised), page)).id
            except discord.HTTPException as error:
                if error.code != GONE:
                    raise
        return await self._send(page, envelope)

    async def _renew(self, page: Post, envelope: _Envelope) -> int:
        """Bring a message of no game up to date; one that is gone is not posted again."""
        client, delivery = self.desk.connection.client, envelope.delivery
        place = client.get_partial_messageable(delivery.channel or 0, guild_id=delivery.guild)
        message = place.get_partial_message(delivery.message or 0)
        await self._is_edited(message, page, envelope)
        return message.id

    async def _is_edited(
        self, message: discord.PartialMessage, page: Post, envelope: _Envelope
    ) -> bool:
        """Bring a message up to date; return False if it is gone."""
        try:
            await self._edit(message, page, envelope)
        except discord.HTTPException as error:
            if codes.is_passing(error) and error.code != codes.EDITED_OFTEN:
                raise
            log.info("message %s was not brought up to date: %s", message.id, error.code)
            return error.code != GONE
        return True

    async def _edit(self, board: discord.PartialMessage, page: Post, envelope: _Envelope) -> None:
        """Edit a message that keeps its files, each by the id that Discord has given it.

        If an id is unknown, or Discord has lost a file, all files are drawn and sent again.
        """
        if attachments := self._attached.of(board.id):
            envelope.delivery.made()
            try:
                await edit(board, page, attachments, mentions=envelope.mentions)
            except discord.HTTPException as error:
                if error.code != codes.INVALID_FORM:
                    raise
            else:
                return
        drawn_page, files = await self.drawing.finished(page, envelope.words)
        envelope.delivery.made()
        self._attached.note(await edit(board, drawn_page, files, mentions=envelope.mentions))

    async def _send_each(self, pages: Iterator[Post], envelope: _Envelope) -> int | None:
        """Send several messages, each once; one that is refused keeps back no other.

        The last one, a Letter, names all people of the game: only there are they called.
        """
        message, refused, delivery = None, None, envelope.delivery
        for number, page in enumerate(pages):
            if number < self._sent.get(delivery.id, 0):
                continue
            part = replace(delivery, nonce=f"{delivery.nonce[:22]}.{number}")
            calls = envelope.mentions if isinstance(page, Letter) else NOBODY
            try:
                message = await self._send(page, replace(envelope, delivery=part, mentions=calls))
            except discord.HTTPException as error:
                if not codes.is_refused(error):
                    raise
                refused = error
            self._sent[delivery.id] = number + 1
        self._sent.pop(delivery.id, None)
        if refused is not None:
            raise refused
        return message

    async def _send(self, page: Post, envelope: _Envelope) -> int:
        """Draw and send one message; Discord drops a repeat with the same nonce.

        What it refuses is sent at once once more, without pictures and buttons;
        where nobody knows if it refuses for good, only after two tries.
        """
        delivery, words, person = envelope.delivery, envelope.words, envelope.receiver
        drawn_page, files = await self.drawing.finished(
            page, words, FOR_ALL if person is None else Ask(person)
        )
        delivery.made()  # from now on it waits for Discord alone
        place = await self._place(delivery, person)
        send = partial(post, place, mentions=envelope.mentions, nonce=delivery.nonce)
        try:
            async with asyncio.timeout(_LONGEST_POST):
                message = await send(drawn_page, files)
        except discord.HTTPException as error:
            is_tried = delivery.attempts >= _TRIED and codes.is_doubtful(
                error, is_direct=person is not None
            )
            if not (codes.is_refused(error) or is_tried):
                raise
            facts = (delivery.game, delivery.id, delivery.kind, error.status, error.code)
            log.warning(
                "game %s: message %s (%s) was refused (%s %s): once more as plain text", *facts
            )
            async with asyncio.timeout(_LONGEST_POST):
                message = await send(plain_text(drawn_page, words.say("place.refused.plain")))
        self._attached.note(message)
        return message.id

    async def _place(self, delivery: Delivery, person: PlayerId | None) -> Messageable:
        """Return the channel of a delivery, or that of direct messages to a person."""
        client = self.desk.connection.client
        if person is None:
            return client.get_partial_messageable(delivery.channel or 0, guild_id=delivery.guild)
        async with asyncio.timeout(_LONGEST_POST):
            return await client.create_dm(discord.Object(person))


def _is_direct(delivery: Delivery) -> bool:
    """Return whether a delivery goes to one person, not to a channel."""
    return delivery.channel is None or KINDS[delivery.kind].lane is Lane.PERSON
