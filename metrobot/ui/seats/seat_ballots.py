"""Ballots about places, the end and the rest of a game: asked, answered, closed, carried out."""

import logging
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from typing import TypeVar

import discord
from cachetools import TTLCache

from metrobot.service.membership.endings import END
from metrobot.service.membership.rests import REST
from metrobot.service.membership.seats import REPLACE
from metrobot.service.membership.transfer_rules import newcomer_of
from metrobot.service.membership.undo import UNDO
from metrobot.service.model.computers import computer_of
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Person
from metrobot.service.model.table import Table
from metrobot.service.outbox.game_channels import MOVE
from metrobot.service.people.ledger import Account
from metrobot.store.schema.rows import NOBODY
from metrobot.store.statements.votes.ballots import Ballot
from metrobot.ui.kit.guilds import NOT_THERE, UNANSWERED
from metrobot.ui.kit.handlers import Answers, on_press
from metrobot.ui.kit.replies import player_id
from metrobot.ui.pages.args import VoteAnswer, VoteArg
from metrobot.ui.pages.ids import Press, PressId, PressKind
from metrobot.ui.pages.page import Letter, Page, page
from metrobot.ui.seats import seat_pages
from metrobot.ui.turn.ballot_messages import SureAnswerer, asked_text, closing, edit_ballot
from metrobot.ui.turn.board_buttons import display_name, done_page, press
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name, storable

log = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(eq=False)
class SeatBallots(SureAnswerer):
    """Asks tables about places, the end and the rest of a game, and does what they decide."""

    absent: TTLCache[int, bool]

    async def done_page(self, ix: Press, table: Table, key: str) -> Page:
        """Return the answer that something was done, with a link to the table."""
        table = await self.links.with_message(table)
        return done_page(table, key, self.readers.words(ix))

    async def tell(
        self, ix: Press, table: Table, result: Table | Ballot, key: str, done_key: str = ""
    ) -> None:
        """Have a question posted and say where it is, or what was done, or ask who is sure of it.

        Args:
            ix: is answered in private.
            table: as it was before.
            result: the question, stored if it is to be asked; or the table on which it was done.
            key: key of the answer to a question.
            done_key: key of the answer if no question was needed.
        """
        words = self.readers.words(ix)
        if not isinstance(result, Ballot):
            answer = await self.done_page(ix, result, done_key)
        elif not result.id:
            parts = seat_pages.sure_parts(table, result, words)
            arg, asks = seat_pages.sure_arg(table, result), press(table, PressKind.SURE)
            answer = self.sure_page(ix, asks, arg, parts, "sure.yes")
        elif result.is_carried and result.kind != REPLACE:
            await self.carry_out(ix.client, table, result)
            new_table = await self.games.table_of(table.id)
            answer = await self.done_page(ix, new_table, seat_pages.done_key(result))
        else:
            answer = page(await asked_text(self.tables, table, result, key, words))
        await self.replies.answer(ix, answer)

    async def ask_anew(self, ix: Press, table: Table, asking: Awaitable[T]) -> T:
        """Ask about a place; a question that this withdraws says that it is closed."""
        old = await self.tables.ballots.of(table, REPLACE)
        result = await asking
        if old is not None and await self.tables.ballots.standing(table, old.id) is None:
            letter = seat_pages.closed_page(TableKey.BALLOT_CLOSED, self._words(table))
            await edit_ballot(ix.client, table, old, letter)
        return result

    @on_press(PressKind.BALLOT, answers=Answers.EDIT, causes=(Account.CLAIMS,))
    async def vote(self, ix: Press, press: PressId) -> None:
        """Count somebody's answer, and do what is asked once enough agree.

        Raises:
            TableError: the question is closed, or not for this person.
        """
        table = await self.games.table_of(press.game)
        vote = VoteArg.read(press)
        async with closing(ix, self.tables, table, vote.ballot, self._words(table)):
            await self._vote(ix, table, vote)

    async def _vote(self, ix: Press, table: Table, vote: VoteArg) -> None:
        player = player_id(ix)
        ballots, agrees = self.tables.ballots, vote.answer is VoteAnswer.YES
        ballot = await ballots.by_id(table, vote.ballot, REPLACE, END, REST, MOVE)
        if table.aside_at is not None and ballot.kind != MOVE:
            raise TableError(TableKey.PUT_ASIDE)
        if vote.answer is VoteAnswer.WITHDRAW or (ballot.opener == player and not agrees):
            await self._withdraw(ix, table, ballot)
            return
        if player not in (ballot.agreed if agrees else ballot.objected):
            ballot = await ballots.vote(table, ballot.id, player, ballot.kind, agrees=agrees)
        # Somebody may have left the server since this answer, and that may have settled it.
        elif not any(self.tables.seats.settled(table, ballot)):
            await self.say(ix, "seats.voted")
            return
        is_decided, is_lost = self.tables.seats.settled(table, ballot)
        # Of two presses at once only the one that closes the ballot shows it.
        if is_lost and await self.tables.seats.withdraw(ballot):
            letter = self._lost(table, ballot, player)
            await edit_ballot(ix.client, table, ballot, letter, ix.message)
        elif is_decided:
            await self.carry_out(ix.client, table, ballot, ix.message)
        else:
            words = self._words(table)
            letter = seat_pages.question_page(self.tables.seats, table, ballot, words)
            await edit_ballot(ix.client, table, ballot, letter, ix.message)

    async def _withdraw(self, ix: Press, table: Table, ballot: Ballot) -> None:
        # Everybody can press a button under a public message.
        if ballot.opener != player_id(ix):
            raise TableError(TableKey.NOT_ASKER)
        said_no = replace(ballot, objected=ballot.objected | {ballot.opener})
        if await self.tables.seats.withdraw(said_no):
            words, name = self._words(table), shown_name(ix.user.display_name)
            letter = seat_pages.closed_page("seats.question.withdrawn", words, name=name)
            await edit_ballot(ix.client, table, ballot, letter, ix.message)

    async def carry_out(
        self,
        client: discord.Client,
        table: Table,
        ballot: Ballot,
        pressed: discord.Message | None = None,
    ) -> None:
        """Carry a decided question out, and show that it is decided.

        A place passes only if the newcomer is still on the server.
        """
        words = self._words(table)
        letter = seat_pages.carried_page(table, ballot, words)
        if ballot.kind == END:
            await self.tables.endings.end(table.id, ballot)
        elif ballot.kind == REST:
            await self.tables.rests.begin(table.id, ballot)
        elif ballot.kind == MOVE:
            # All who were asked may have left the server: then nobody of them has agreed.
            agreed = ballot.agreed or frozenset({ballot.opener})
            channel = ballot.payload["channel"]
            await self.tables.channels.go_on(table.id, channel, ballot.opener, agreed)
            await self.tables.ballots.close(ballot)
        elif ballot.kind == UNDO:
            await self.tables.undo.agree(table.id, ballot.id, None)
        elif not await self._handed_over(table, ballot):
            letter = seat_pages.closed_page("seats.newcomer_gone", words)
        await edit_ballot(client, table, ballot, letter, pressed)

    async def _handed_over(self, table: Table, ballot: Ballot) -> bool:
        """Hand a place over; close the ballot and return False if the newcomer has left."""
        player = newcomer_of(table, ballot)
        if (computer := computer_of(player)) is not None:
            newcomer = Person(player, computer.name)
        # Asked anew: only Discord knows their present name, and they may have just left.
        elif (member := await self.members.member(table.place.guild, player)) is not None:
            newcomer = Person(player, storable(member.display_name))
        else:
            await self.tables.ballots.close(ballot)
            return False
        await self.tables.seats.hand_over(table.id, ballot, newcomer)
        return True

    async def look_at_due(self, client: discord.Client) -> None:
        """Carry out or close the questions that are settled without a press, or void."""
        void, standing = await self.tables.ballots.due()
        for table, ballot in await self.tables.seats.passing(standing):
            await self._settle(client, table, ballot, is_void=False)
        for ballot in void:
            table = await self.games.table_of(ballot.game)
            await self._settle(client, table, ballot, is_void=True)

    async def _settle(
        self, client: discord.Client, table: Table, ballot: Ballot, *, is_void: bool
    ) -> None:
        """Carry a decided question out, or close it, and show that in its message."""
        if table.place.guild in self.absent and not is_void:
            return
        try:
            # No press tells the language of the server here.
            await self.readers.find_language(table.place.guild)
            if not is_void and self.tables.seats.settled(table, ballot)[0]:
                await self.carry_out(client, table, ballot)
            elif await self.tables.seats.withdraw(ballot):
                words = self._words(table)
                overtaken = seat_pages.overtaken_page(table, ballot, words)
                letter = overtaken if is_void else self._lost(table, ballot)
                await edit_ballot(client, table, ballot, letter)
        # One question that cannot be settled yet must not hold up the others, nor the round.
        except (TableError, *UNANSWERED) as error:
            # A server that the bot has left is not asked about for a while.
            if isinstance(error, discord.HTTPException) and error.code in NOT_THERE:
                self.absent[table.place.guild] = True
            log.info("a question at game %s is not settled yet: %s", table.id, error)

    def _words(self, table: Table) -> Words:
        return self.readers.public_words(None, table.place.guild)

    def _lost(self, table: Table, ballot: Ballot, player: int = NOBODY) -> Letter:
        """Return the message that a question is lost, after somebody's answer to it if any."""
        words = self._words(table)
        # Not this answer has settled it, but that somebody has left the server.
        if ballot.kind == REPLACE and newcomer_of(table, ballot) in ballot.objected - {player}:
            return seat_pages.closed_page("seats.newcomer_gone", words)
        # An older release kept a question to which somebody had said no.
        is_refused = ballot.kind != REPLACE and not ballot.opener_left
        if player in ballot.objected or is_refused:
            return seat_pages.lost_page(table, ballot, words)
        key = "seats.asker_gone" if ballot.opener_left else "seats.overtaken.table"
        return seat_pages.closed_page(key, words, name=display_name(table, ballot.opener))
