"""Commands and buttons about places: resign, hand over, take, end the game by vote."""

import logging
from dataclasses import dataclass, replace
from typing import Final

import discord
from cachetools import TTLCache
from discord import app_commands

from metrobot.engine.errors import Refusal
from metrobot.service.membership.ballots import Ballot
from metrobot.service.membership.seats import END, REPLACE
from metrobot.service.membership.transfer_rules import newcomer_of, with_a_voice
from metrobot.service.model import guards
from metrobot.service.model.computers import LEVELS, computer_of
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import GameId, Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import Account
from metrobot.service.tables import Tables
from metrobot.ui.kit.board_links import BoardLinks
from metrobot.ui.kit.game_access import GameAccess
from metrobot.ui.kit.guilds import NOT_THERE, UNANSWERED, member_of
from metrobot.ui.kit.handlers import Answers, on_press, slash, suggestions
from metrobot.ui.kit.replies import Answerer, channel_of, person_of, player_id
from metrobot.ui.pages.ids import Press, PressId, PressKind, parse_number
from metrobot.ui.pages.page import Letter, Page, page
from metrobot.ui.pages.post import post
from metrobot.ui.seats import seat_pages
from metrobot.ui.turn.board_buttons import is_covered
from metrobot.ui.turn.undo import edit_ballot, post_ballot
from metrobot.ui.words.player_names import names_of, shown_name, storable
from metrobot.ui.words.refusals import FrameKey

log = logging.getLogger(__name__)

COVER_LEVEL: Final = LEVELS[1]
"""Level of the computer that somebody lets play by a button."""
_UNKNOWN: Final = {10007, 10013}
"""Discord's codes for somebody who is no member of a server, or nobody at all."""


@dataclass(eq=False)
class SeatHandlers(Answerer):
    """Answers commands and buttons about places at a running game."""

    tables: Tables
    games: GameAccess
    links: BoardLinks
    absent: TTLCache[int, bool]

    # --- leaving ---

    @slash("game resign", causes=())
    async def ask_to_resign(self, ix: Press) -> None:
        """Ask whether somebody really wants to leave.

        Raises:
            TableError: no running game, or who asks does not play.
        """
        table = await self.games.table_here(ix)
        guards.check_running(table)
        guards.check_seated(table, player_id(ix))
        await self.replies.reply(ix, seat_pages.resign_page(table, self.readers.words(ix)))

    @on_press(PressKind.RESIGN, answers=Answers.EDIT, causes=(Account.POSTS,))
    async def resign(self, ix: Press, press: PressId) -> None:
        """Let somebody leave who is sure; the channel is told.

        Raises:
            TableError: no running game, or who asks does not play.
        """
        table = await self.tables.seats.resign(GameId(press.game), player_id(ix))
        if table.status is Status.CANCELLED:
            await self._tell_cancelled(ix, table)
        await self.replies.replace(ix, await self._done_page(ix, table, "seats.resign.done"))

    # --- taking and handing over ---

    @on_press(PressKind.SEAT, answers=Answers.PRIVATE, causes=(Account.POSTS, Account.PINGS))
    async def take(self, ix: Press, press: PressId) -> None:
        """Let anybody take a vacant place; the table is asked where a secret hand goes with it.

        Raises:
            TableError: it is not vacant, who asks plays already, or somebody
                else is asking for a place.
        """
        position = parse_number(press.arg)
        found = await self.games.table_of(press.game)
        # An id may be forged, or made by another release.
        if position is None or position >= len(found.people):
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        taken = await self.tables.seats.take(found.id, position, person_of(ix))
        if isinstance(taken, Ballot):
            shown_page = await self._asked_page(ix, found, taken, "seats.claimed")
        else:
            shown_page = await self._done_page(ix, taken, "seats.taken")
        await self.replies.reply(ix, shown_page)

    async def _places(self, ix: Press, current: str) -> list[app_commands.Choice[str]]:
        try:
            table = await self.games.table_here(ix)
        # Suggestions have no place for a refusal; the command itself will tell it.
        except Refusal:
            return []
        names = names_of(table, self.readers.words(ix)) if table.state is not None else ()
        say = self.readers.words(ix).say
        labels = (
            (say("seats.place", number=at, name=name), str(at))
            for at, name in enumerate(names, start=1)
        )
        return suggestions(labels, current)

    @slash("game replace", suggest={"seat": _places}, causes=(Account.POSTS, Account.PINGS))
    @app_commands.choices(
        computer=[app_commands.Choice(name=level, value=level) for level in LEVELS]
    )
    async def replace(
        self, ix: Press, seat: str, by: discord.User | None = None, computer: str | None = None
    ) -> None:
        """Offer a place to somebody, or let a computer play there.

        Raises:
            Refusal: neither or both are named, or as for each of them.
        """
        if by is not None and computer is None:
            await self._offer(ix, seat, by)
        elif computer is not None and by is None:
            await self._let_compute(ix, seat, computer)
        else:
            raise Refusal(FrameKey.REPLACE_BY)

    async def _offer(self, ix: Press, place: str, newcomer: discord.Member | discord.User) -> None:
        """Offer a place to somebody, in the channel.

        Raises:
            Refusal: not theirs to give, no such place, or to nobody who can play.
        """
        table = await self.games.table_here(ix)
        guards.check_running(table)
        if newcomer.bot:
            raise TableError(TableKey.NO_BOTS)
        ballot = await self.tables.seats.offer(
            table, player_id(ix), _position(table, place), PlayerId(newcomer.id)
        )
        await self.replies.reply(ix, await self._asked_page(ix, table, ballot, "seats.offered"))

    async def _let_compute(self, ix: Press, place: str, level: str) -> None:
        """Let a computer play in a place, or ask those who have the say.

        Raises:
            Refusal: no such place, who asks does not play, a computer plays
                there, or something of the kind is asked already.
        """
        table = await self.games.table_here(ix)
        guards.check_running(table)
        await self._compute(ix, table, _position(table, place), level)

    @on_press(PressKind.COVER, answers=Answers.PRIVATE, causes=(Account.POSTS, Account.PINGS))
    async def cover(self, ix: Press, press: PressId) -> None:
        """Let a computer play for somebody who is awaited, or ask those who have the say.

        Raises:
            Refusal: nobody waits for them any more, or as for /game replace.
        """
        table = await self.games.table_of(press.game)
        position = parse_number(press.arg)
        if position is None or position >= len(table.people):
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        guards.check_running(table)
        if table.people[position] not in table.to_call():
            raise TableError(TableKey.NOT_AWAITED)
        await self._compute(ix, table, position, COVER_LEVEL)

    async def _compute(self, ix: Press, table: Table, position: int, level: str) -> None:
        """Let a computer play in a place, or ask about it, and answer in private."""
        seats = self.tables.seats
        done = await seats.offer_computer(table, player_id(ix), position, level)
        if isinstance(done, Ballot):
            shown_page = await self._asked_page(ix, table, done, "seats.offered")
        else:
            shown_page = await self._done_page(ix, done, "seats.computer.done")
        await self.replies.reply(ix, shown_page)

    @on_press(PressKind.RETURN, answers=Answers.PRIVATE, causes=())
    async def come_back(self, ix: Press, press: PressId) -> None:
        """Let somebody for whom a computer plays play themselves again.

        Raises:
            TableError: no running game, or who asks does not play.
        """
        table = await self.games.table_of(press.game)
        player = player_id(ix)
        key = "seats.back.done" if is_covered(table, player) else "seats.back.known"
        after = await self.tables.seats.come_back(table.id, player)
        await self.replies.reply(ix, await self._done_page(ix, after, key))

    # --- ending ---

    @slash("game end", causes=(Account.POSTS, Account.PINGS))
    async def ask_to_end(self, ix: Press, result: bool) -> None:
        """Ask all others whether to end the game.

        Raises:
            TableError: no running game, who asks does not play, or a vote is under way.
        """
        await self._ask_to_end(ix, await self.games.table_here(ix), result=result)

    async def ask_to_give_up(self, ix: Press, table: Table) -> None:
        """Ask all others whether to end a game without a result.

        Raises:
            TableError: as for `ask_to_end`.
        """
        await self._ask_to_end(ix, table, result=False)

    async def _ask_to_end(self, ix: Press, table: Table, *, result: bool) -> None:
        guards.check_running(table)
        guards.check_seated(table, player_id(ix))
        voters = [person.id for person in with_a_voice(table)]
        ballot = await self.tables.ballots.open(
            table, END, player_id(ix), voters, payload={"result": result}
        )
        if ballot.is_carried:
            await self._carry_out(ix, table, ballot)
            shown_page = await self._done_page(ix, table, "seats.end.asked")
        else:
            shown_page = await self._asked_page(ix, table, ballot, "seats.end.asked")
        await self.replies.reply(ix, shown_page)

    async def _done_page(self, ix: Press, table: Table, key: str) -> Page:
        """Return the answer that something was done, with a link to the table."""
        table = await self.links.with_message(table)
        return seat_pages.seat_done_page(table, key, self.readers.words(ix))

    async def _asked_page(self, ix: Press, table: Table, ballot: Ballot, key: str) -> Page:
        """Ask in the channel; return the private answer, with a link to the question."""
        shown = self._question(table, ballot)
        link = await post_ballot(self.tables, ix, table, ballot, shown)
        return seat_pages.seat_done_page(table, key, self.readers.words(ix), link)

    # --- ballots ---

    @on_press(PressKind.BALLOT, answers=Answers.EDIT, causes=(Account.CLAIMS,))
    async def vote(self, ix: Press, press: PressId) -> None:
        """Count somebody's answer, and do what is asked once enough agree.

        Raises:
            TableError: the question is closed, or not for this person.
        """
        number, _, answer = press.arg.partition(".")
        table, player = await self.games.table_of(press.game), player_id(ix)
        ballots, agrees = self.tables.ballots, answer == seat_pages.YES
        ballot = await ballots.by_id(table, parse_number(number) or 0, REPLACE, END)
        if answer == seat_pages.WITHDRAW or (ballot.opener == player and not agrees):
            await self._withdraw(ix, table, ballot)
            return
        if player in (ballot.agreed if agrees else ballot.objected):
            await self.say(ix, "seats.voted")
            return
        ballot = await ballots.vote(table, ballot.id, player, REPLACE, END, agrees=agrees)
        is_decided, is_lost = self._settled(table, ballot)
        # Of two presses at once only the one that closes the ballot shows it.
        if is_lost and await ballots.close(ballot):
            await self.tables.seats.note_withdrawal(ballot)
            await edit_ballot(ix.client, table, ballot, self._closed(ix, table, "seats.withdrawn"))
        elif is_decided:
            await self._carry_out(ix, table, ballot)
        else:
            await edit_ballot(ix.client, table, ballot, self._question(table, ballot))

    async def _withdraw(self, ix: Press, table: Table, ballot: Ballot) -> None:
        """Close a question for the person who asked it.

        Raises:
            TableError: somebody else has asked.
        """
        # Everybody can press a button under a public message.
        if ballot.opener != player_id(ix):
            raise TableError(TableKey.NOT_ASKER)
        if await self.tables.ballots.close(ballot):
            said_no = replace(ballot, objected=ballot.objected | {ballot.opener})
            await self.tables.seats.note_withdrawal(said_no)
            closed = self._closed(ix, table, "seats.question.withdrawn")
            await edit_ballot(ix.client, table, ballot, closed)

    def _settled(self, table: Table, ballot: Ballot) -> tuple[bool, bool]:
        """Return whether a question is decided, and whether it can no longer be."""
        if ballot.kind == REPLACE:
            count = self.tables.seats.count(table, ballot)
            return count.is_decided, count.is_lost
        return ballot.is_carried, ballot.opener in ballot.objected

    async def _carry_out(self, ix: Press, table: Table, ballot: Ballot) -> None:
        """Hand a place over or end the game, and show that it is decided."""
        seats = self.tables.seats
        if ballot.kind == REPLACE:
            newcomer = await self._known(ix, newcomer_of(table, ballot))
            after = await seats.hand_over(table.id, ballot, newcomer)
        else:
            after = await seats.end(table.id, ballot)
        words = self.readers.public_words(None, table.place.guild)
        shown = seat_pages.carried_page(table, ballot, words)
        await edit_ballot(ix.client, table, ballot, shown)
        if after.status is Status.CANCELLED:
            await self._tell_cancelled(ix, after)

    async def let_pass(self, client: discord.Client) -> None:
        """Let places pass to newcomers to whom nobody at the table has objected for a day."""
        for table, ballot in await self.tables.seats.unopposed():
            if table.place.guild in self.absent:
                continue
            try:
                await self._pass(client, table, ballot)
            # One place that cannot pass yet must not hold up the others, nor the round.
            except (TableError, *UNANSWERED) as error:
                # A server that the bot has left is not asked about for a while.
                if isinstance(error, discord.HTTPException) and error.code in NOT_THERE:
                    self.absent[table.place.guild] = True
                log.info("a place at game %s does not pass yet: %s", table.id, error)

    async def close_expired(self, client: discord.Client) -> None:
        """Close the questions whose time is up, and show that in their messages."""
        for ballot in await self.tables.ballots.expired():
            table = await self.games.table_of(ballot.game)
            # No press tells the language of the server here.
            await self.readers.find_language(table.place.guild)
            words = self.readers.public_words(None, table.place.guild)
            if await self.tables.ballots.close(ballot):
                shown = seat_pages.overtaken_page(table, ballot, words)
                await edit_ballot(client, table, ballot, shown)

    async def _pass(self, client: discord.Client, table: Table, ballot: Ballot) -> None:
        """Let a place pass to a newcomer, if they are still on the server."""
        await self.readers.find_language(table.place.guild)
        words, key = self.readers.public_words(None, table.place.guild), "seats.unopposed"
        newcomer = newcomer_of(table, ballot)
        try:
            member = await member_of(client, table.place.guild, newcomer)
        except discord.NotFound as error:
            # Any other answer says nothing of the newcomer.
            if error.code not in _UNKNOWN:
                raise
            key = "seats.newcomer_gone"
            await self.tables.ballots.close(ballot)
        else:
            person = Person(newcomer, storable(member.display_name))
            await self.tables.seats.hand_over(table.id, ballot, person)
        await edit_ballot(client, table, ballot, seat_pages.closed_page(key, words))

    async def _known(self, ix: Press, player: PlayerId) -> Person:
        """Return somebody by their present name."""
        if (computer := computer_of(player)) is not None:
            return Person(player, computer.name)
        if player == ix.user.id or ix.guild is None:
            return person_of(ix)
        # Somebody else pressed, so only Discord knows the present name.
        member = await ix.guild.fetch_member(player)
        return Person(player, storable(member.display_name))

    # --- the host ---

    async def succeed(self, ix: Press) -> str | None:
        """Make the next player host if the present one has left the server.

        Returns:
            The name of the new host, or None if all stays as it is.
        """
        table = await self.games.table_meant(ix)
        if ix.guild is None or not await _is_gone(ix.guild, table.place.host):
            return None
        try:
            after = await self.tables.seats.succeed(table.id, table.place.host)
        # The host may be another by now, or nobody else plays.
        except TableError:
            return None
        name = next(person.name for person in after.people if person.id == after.place.host)
        words = self.readers.public_words(ix.guild_locale, table.place.guild)
        text = words.say("seats.host_gone", host=shown_name(name))
        await self._send(ix, after, page(text))
        return name

    # --- messages ---

    def _question(self, table: Table, ballot: Ballot) -> Letter:
        words = self.readers.public_words(None, table.place.guild)
        if ballot.kind == REPLACE:
            return seat_pages.offer_page(
                table, ballot, self.tables.seats.count(table, ballot), words
            )
        return seat_pages.end_page(table, ballot, words)

    def _closed(self, ix: Press, table: Table, key: str) -> Letter:
        words = self.readers.public_words(None, table.place.guild)
        return seat_pages.closed_page(key, words, name=shown_name(ix.user.display_name))

    async def _tell_cancelled(self, ix: Press, table: Table) -> None:
        """Tell the channel that a game has ended without a result."""
        words = self.readers.public_words(ix.guild_locale, table.place.guild)
        await self._send(ix, table, page(words.say("seats.cancelled")))

    async def _send(self, ix: Press, table: Table, shown_page: Page) -> None:
        """Post something in the channel of a table, as far as that is allowed."""
        if table.place.private:
            return
        try:
            await post(channel_of(ix.client, table), shown_page)
        except discord.HTTPException as error:
            log.warning("nothing could be posted for game %s: %s", table.id, error.code)


def _position(table: Table, place: str) -> int:
    """Return a place's index, from its number as suggested, from 1, or from a name.

    Raises:
        TableError: there is no such place.
    """
    if (number := parse_number(place)) is not None:
        return number - 1
    meant = place.strip().lower()
    named = [at for at, person in enumerate(table.people) if person.name.lower() == meant]
    if len(named) != 1:
        raise TableError(TableKey.NO_SUCH_PLACE, places=len(table.people))
    return named[0]


async def _is_gone(guild: discord.Guild, player: PlayerId) -> bool:
    try:
        await guild.fetch_member(player)
    except discord.NotFound as error:
        return error.code in _UNKNOWN
    # A Discord that does not answer is no proof that somebody has left.
    except discord.HTTPException:
        return False
    return False
