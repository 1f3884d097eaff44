"""Messages of ballots: found once they are posted, and kept up to date; and asking who is sure."""

import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from metrobot.engine.actors import TABLE
from metrobot.service.membership.undo import UNDO
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from metrobot.store.statements.votes.ballots import HELD, Ballot
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.guilds import UNANSWERED, code_of
from metrobot.ui.kit.replies import channel_of
from metrobot.ui.pages.args import SureArg, UndoArg, VoteAnswer, VoteArg
from metrobot.ui.pages.ids import Press, PressId, PressKind, Style, button
from metrobot.ui.pages.page import Letter, Page, Part, letter, page
from metrobot.ui.pages.post import edit
from metrobot.ui.turn.board_buttons import display_name, link_to, press
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import player_name_shown

log = logging.getLogger(__name__)

PATIENCE: Final = 2.0
"""Seconds for which an answer waits for the question that it leads to."""

SURE_FOR: Final = timedelta(minutes=2)
"""Time for which somebody can say that they are sure."""
WHY: Final = "why"
"""Key of an interaction's extras: why somebody is asked whether they are sure; None: they are."""


class SureAnswerer(Answerer):
    """Base of handlers that ask one person whether they are sure."""

    def sure_page(
        self, ix: Press, press: PressId, arg: SureArg, parts: Iterable[str], key: str
    ) -> Page:
        """Return a question with a button for whoever is asked, soon and on this board.

        Args:
            ix: of who is asked.
            press: id of the button, without its argument.
            arg: what they may be sure of.
            parts: the question, and what it costs.
            key: of the label of the button.
        """
        deadline = int((self.tables.clock.now() + SURE_FOR).timestamp())
        sure = replace(press, arg=str(replace(arg, player=str(ix.user.id), until=deadline)))
        yes = button(sure, self.readers.words(ix).say(key), Style.danger)
        return page(ix.extras.get(WHY, ""), *parts, ui.ActionRow(yes))

    def note_sure(self, ix: Press, table: Table, sure: PressId) -> SureArg:
        """Remember whether whoever pressed is sure, or the reason to ask them again.

        Returns:
            The argument of the id.

        Raises:
            Refusal: somebody else was asked, or the id is forged.
        """
        arg = SureArg.read(sure)
        if arg.player not in (None, str(ix.user.id)):
            raise TableError(TableKey.BALLOT_NOT_ASKED)
        words, now = self.readers.words(ix), self.tables.clock.now().timestamp()
        is_soon = 0 < (arg.until or 0) - now <= SURE_FOR.total_seconds()
        ix.extras[WHY] = None if is_soon and arg.player else words.say("sure.late")
        if table.revision != sure.revision:
            changes = _changes(table, sure.revision, words)
            ix.extras[WHY] = words.say("sure.moved", changes=changes)
        return arg

    def has_said(self, ix: Press) -> bool:
        """Return whether whoever pressed has said that they are sure."""
        return ix.extras.get(WHY, "") is None


def _changes(table: Table, revision: int, words: Words) -> str:
    """Return the news of a table since a revision, in a sentence; may be empty."""
    actors = [logged.event.actor for logged in table.log if logged.revision > revision]
    if TABLE in actors or not actors:
        return words.say("sure.seats" if actors else "sure.undone")
    people = dict.fromkeys(table.person_at(logged) for logged in actors if isinstance(logged, int))
    names = tuple(player_name_shown(person, words) for person in people)
    return words.say("turn.played", names=names) if names else ""


def answer_id(table: Table, ballot: Ballot, answer: VoteAnswer) -> PressId:
    """Return the id of the button that answers a question."""
    if ballot.kind == UNDO:
        return press(table, PressKind.UNDO, UndoArg(answer, ballot.id))
    return press(table, PressKind.BALLOT, VoteArg(ballot.id, answer))


def answer_row(table: Table, ballot: Ballot, words: Words, yes: str) -> ui.ActionRow[Any]:
    """Return the buttons of a question, both for those asked and for the asker.

    Args:
        table: the game.
        ballot: the question.
        words: of the server.
        yes: key of the label of the first one.
    """
    ids = partial(answer_id, table, ballot)
    return ui.ActionRow(
        button(ids(VoteAnswer.YES), words.say(yes), Style.success),
        button(ids(VoteAnswer.NO), words.say("seats.disagree")),
        button(ids(VoteAnswer.WITHDRAW), words.say("seats.withdraw")),
    )


def move_question(table: Table, ballot: Ballot, words: Words) -> str:
    """Return the question whether a game may go to a channel that those asked cannot see."""
    return words.say(
        "place.question",
        opener=display_name(table, ballot.opener),
        title=words.title(table.title.id),
        channel=f"<#{ballot.payload['channel']}>",
    )


def move_parts(table: Table, ballot: Ballot, words: Words) -> tuple[Part, ...]:
    """Return the question of a move with its buttons, for somebody who cannot see its channel."""
    yes, no = (answer_id(table, ballot, answer) for answer in (VoteAnswer.YES, VoteAnswer.NO))
    agree, disagree = words.say("seats.agree"), words.say("seats.disagree")
    row = ui.ActionRow[Any](button(yes, agree), button(no, disagree))
    return move_question(table, ballot, words), row


def answers_text(table: Table, ballot: Ballot, words: Words) -> str:
    """Return the answers to a question with their names; empty before the first."""
    # Whoever asks for a seat of their own has answered nobody yet.
    agreed = ballot.agreed if table.has(ballot.opener) else ballot.agreed - {ballot.opener}
    answers = {"seats.agreed": agreed, "seats.objected": ballot.objected}
    # Sorted, as a set has no order: each edit names people in the same one.
    return "\n".join(
        words.say(key, players=tuple(display_name(table, player) for player in sorted(players)))
        for key, players in answers.items()
        if players
    )


@asynccontextmanager
async def closing(
    ix: Press, tables: Tables, table: Table, number: int, words: Words
) -> AsyncIterator[None]:
    """Have the message of a question say that it is closed, if an answer is refused for that."""
    try:
        yield
    except TableError as error:
        is_closed = await tables.ballots.standing(table, number) is None
        if error.key == TableKey.BALLOT_CLOSED and is_closed and ix.message is not None:
            try:
                # Somebody else's answer, just before, may have closed it and said why.
                if (await ix.message.fetch()).components:
                    await edit(ix.message, letter(words.say(error.key)))
            # The message may be gone by now; who has answered is told so all the same.
            except UNANSWERED as trouble:
                log.info("a closed question was not brought up to date: %s", code_of(trouble))
        raise


async def asked_text(tables: Tables, table: Table, ballot: Ballot, key: str, words: Words) -> str:
    """Return the answer that a question is posted, with a link to it, or that it comes later."""
    await tables.post_within(table.id, PATIENCE)
    posted = await tables.ballots.standing(table, ballot.id)
    if posted is None or posted.message is None:
        moment = None if posted is None else posted.payload.get(HELD)
        return words.say(
            "seats.asked_held" if moment else "seats.asked_later", again=f"<t:{moment}:R>"
        )
    place = replace(table.place, board_message=posted.message)
    link = words.say("status.link", link=link_to(replace(table, place=place)))
    return words.say(key, link=link)


async def edit_ballot(
    client: discord.Client,
    table: Table,
    ballot: Ballot,
    letter: Letter,
    pressed: discord.Message | None = None,
) -> None:
    """Bring the message of a ballot up to date, as far as it is still there.

    Args:
        client: the bot's.
        table: the game.
        ballot: the question.
        letter: what its message is to show.
        pressed: the message whose button was pressed, if any.
    """
    # Somebody may press before it is stored which message it is.
    number = pressed.id if ballot.message is None and pressed else ballot.message
    if number is None:
        return
    try:
        await edit(channel_of(client, table).get_partial_message(number), letter)
    # Its message may be gone by now; what was decided stands all the same.
    except UNANSWERED as error:
        log.info("the question %s was not brought up to date: %s", ballot.id, code_of(error))
