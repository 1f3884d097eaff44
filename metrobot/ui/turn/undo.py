"""/game undo, its buttons and messages: the last turn is taken back if all others agree."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from discord import ui

from metrobot.service.membership import undo
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.keyed_locks import KeyedLocks
from metrobot.service.model.play import GameId, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery
from metrobot.service.people.ledger import Account
from metrobot.store.statements.votes.ballots import Ballot
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.handlers import Answers, on_press, slash
from metrobot.ui.kit.replies import player_id
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.args import UndoArg, VoteAnswer
from metrobot.ui.pages.ids import Press, PressId, PressKind, button
from metrobot.ui.pages.page import Box, Detail, Letter, Part, Post, letter, page
from metrobot.ui.turn.ballot_messages import (
    answer_row,
    answers_text,
    asked_text,
    closing,
    edit_ballot,
)
from metrobot.ui.turn.board_buttons import display_name, link_to, press
from metrobot.ui.turn.public_pages import TURN_COLOUR, asking, turn_report
from metrobot.ui.turn.waiting_for import pushed
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name


def ask_row(table: Table, player: PlayerId, words: Words) -> Iterator[Part]:
    """Return the button with which somebody asks to take their turn back, if they may."""
    if undo.may_undo(table, player):
        yield ui.ActionRow(button(press(table, PressKind.UNDO), words.say("undo.button")))


def question_page(front: Front, table: Table, ballot: Ballot, words: Words) -> Letter:
    """Return the question to all others, with the turn in words and who agrees."""
    mentions = tuple(f"<@{player}>" for player in sorted(ballot.voters - ballot.agreed))
    parts: list[Part] = [
        undo_question(table, ballot, words),
        words.say("undo.needed", players=mentions),
        Detail(_turn_quoted(front, table, int(ballot.payload["turn"]), words)),
    ]
    if answers := answers_text(table, ballot, words):
        parts.append(answers)
    return letter(*parts, answer_row(table, ballot, words, "seats.agree"))


def undo_question(table: Table, ballot: Ballot, words: Words) -> str:
    """Return the question whether a turn may be taken back, without the turn."""
    title = words.title(table.title.id)
    return words.say("undo.question", player=display_name(table, ballot.opener), title=title)


def _settled_page(key: str, table: Table, ballot: Ballot, words: Words, name: str = "") -> Letter:
    """Return the message of a question that is settled, by somebody of this name if by anybody."""
    return letter(words.say(key, player=display_name(table, ballot.opener), name=name))


def taken_back_page(
    front: Front, table: Table, old: Table, delivery: Delivery, words: Words
) -> Post:
    """Return the message that a turn was taken back, with the board if that is the newest.

    Args:
        front: of the game.
        table: as it stands now, which may be later.
        old: as it stood with the turn.
        delivery: names the turn and its player.
        words: of the server.
    """
    head = words.say("undo.taken_back", player=display_name(table, delivery.player or 0))
    quote = _turn_quoted(front, old, delivery.turn or 0, words)
    # Somebody has played on: a later message shows the board.
    if delivery.revision != table.revision:
        return page(Box((f"{head}\n{quote}",), TURN_COLOUR))
    game_view = game_view_of(table, words)
    return letter(
        pushed(front, table, game_view, head, words),
        Detail(quote),
        front.board(game_view, words),
        *asking(front, table, game_view, words),
        tag=f"{table.revision}-undo",
    )


def _turn_quoted(front: Front, table: Table, turn: int, words: Words) -> str:
    report = turn_report(front, table, turn, words)
    text = "\n".join((report.headline, *report.lines))
    return "\n".join(words.say("undo.quoted", text=line) for line in text.splitlines())


@dataclass(eq=False)
class UndoHandlers(Answerer):
    """Answers /game undo and the buttons of its questions."""

    # Two presses at once must neither ask twice nor leave an older answer standing.
    _locks: KeyedLocks = field(default_factory=KeyedLocks, init=False)

    @slash("game undo", causes=(Account.POSTS, Account.PINGS))
    async def ask_here(self, ix: Press) -> None:
        """Ask about the last turn of the game in this channel.

        Raises:
            TableError: there is none that may be taken back.
        """
        await self._ask(ix, (await self.games.table_here(ix)).id, None)

    @on_press(PressKind.UNDO, answers=Answers.ITSELF, causes=(Account.POSTS, Account.PINGS))
    async def press(self, ix: Press, press: PressId) -> None:
        """Answer Take back in private; Agree, No and Withdraw in the channel.

        Raises:
            TableError: the turn stands, or the question is closed.
        """
        arg, game = UndoArg.read(press), GameId(press.game)
        if arg.answer is None:
            await self.replies.defer_private(ix)
            await self._ask(ix, game, press.revision)
        else:
            number = arg.ballot or 0
            await self.replies.defer_edit(ix)
            table = await self.games.table_of(game)
            words = self.readers.public_words(ix.guild_locale, table.place.guild)
            async with self._locks.of(game), closing(ix, self.tables, table, number, words):
                # Others may have answered while this press waited.
                table = await self.games.table_of(game)
                ballot = await self.tables.ballots.by_id(table, number, undo.UNDO)
                if arg.answer is VoteAnswer.YES:
                    await self._agree(ix, table, ballot, words)
                else:
                    await self._refuse(ix, table, ballot, words, arg.answer)

    async def _ask(self, ix: Press, game: GameId, revision: int | None) -> None:
        """Ask all others in the channel, or take the turn back where there is nobody to ask."""
        async with self._locks.of(game):
            request = await self.tables.undo.ask(game, player_id(ix), revision)
            if request.ballot is not None:
                facts = (self.tables, request.table, request.ballot, "undo.asked")
                await self.replies.reply(ix, page(await asked_text(*facts, self.readers.words(ix))))
                return
        table = await self.links.with_message(request.table)
        link = self.readers.words(ix).say("status.link", link=link_to(table))
        await self.say(ix, "undo.done", link=link)

    async def _agree(self, ix: Press, table: Table, ballot: Ballot, words: Words) -> None:
        """Count somebody's consent; the last one takes the turn back."""
        # Somebody may have left the server since this answer, and that may have settled it.
        if player_id(ix) in ballot.agreed and not ballot.is_carried:
            await self.say(ix, "seats.voted")
            return
        request = await self.tables.undo.agree(table.id, ballot.id, player_id(ix))
        if request.ballot is None:
            all_agree = replace(ballot, agreed=ballot.voters)
            parts = (undo_question(table, ballot, words), answers_text(table, all_agree, words))
            new_page = letter(*parts)
        else:
            new_page = question_page(self.fronts[table.title.id], table, request.ballot, words)
        await edit_ballot(ix.client, table, ballot, new_page, ix.message)

    async def _refuse(
        self, ix: Press, table: Table, ballot: Ballot, words: Words, answer: VoteAnswer
    ) -> None:
        """Let the turn stand: somebody says no, or the person who asked withdraws the question."""
        is_asker = ballot.opener == player_id(ix)
        # Everybody can press a button under a public message.
        if answer is VoteAnswer.WITHDRAW and not is_asker:
            raise TableError(TableKey.NOT_ASKER)
        await self.tables.undo.withdraw(table.id, ballot.id, player_id(ix))
        key, name = "undo.withdrawn" if is_asker else "undo.declined", ix.user.display_name
        letter = _settled_page(key, table, ballot, words, name=shown_name(name))
        await edit_ballot(ix.client, table, ballot, letter, ix.message)


def lapsed_page(table: Table, ballot: Ballot, words: Words) -> Letter:
    """Return the message that a question is void, as somebody has played on."""
    return _settled_page("undo.lapsed", table, ballot, words)
