"""Messages about taking a turn back."""

from collections.abc import Iterator
from typing import Any, Final

import discord
from discord import ui

from metrobot.service.membership import undo
from metrobot.service.membership.ballots import Ballot
from metrobot.service.model.play import PlayerId
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.ids import PressKind, button
from metrobot.ui.pages.page import Box, Detail, Letter, Page, Part, Post, letter, page
from metrobot.ui.turn.board_buttons import display_name, link_to, press
from metrobot.ui.turn.public_pages import TURN_COLOUR, asking, pushed, turn_report
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import title_key

AGREE: Final = "yes"
CANCEL: Final = "no"


def ask_row(table: Table, player: PlayerId, words: Words) -> Iterator[Part]:
    """Return the button with which somebody asks to take their turn back, if they may."""
    if undo.may_undo(table, player):
        yield ui.ActionRow(button(press(table, PressKind.UNDO), words.say("undo.button")))


def question_page(front: Front, table: Table, ballot: Ballot, words: Words) -> Letter:
    """Return the question to all others, with the turn in words and who agrees."""
    title = words.say(title_key(table.title.id))
    parts: list[Part] = [
        words.say("undo.question", player=display_name(table, ballot.opener), title=title),
        words.say("undo.needed", players=_mentions(ballot.voters - ballot.agreed)),
        Detail(_turn_quoted(front, table, int(ballot.payload["turn"]), words)),
    ]
    if ballot.agreed:
        agreed = tuple(display_name(table, player) for player in sorted(ballot.agreed))
        parts.append(words.say("undo.agreed", players=agreed))
    return letter(*parts, _answers(table, ballot, words))


def settled_page(key: str, table: Table, ballot: Ballot, words: Words) -> Letter:
    """Return what has become of a question.

    Args:
        key: of the sentence.
        table: at which it was asked.
        ballot: the question.
        words: of the server.
    """
    return letter(words.say(key, player=display_name(table, ballot.opener)))


def undo_done_page(key: str, table: Table, words: Words) -> Page:
    """Return what somebody is told in private, with a link to the channel's newest board."""
    return page(words.say(key, link=link_to(table)))


def taken_back_page(
    front: Front, table: Table, before: Table, delivery: Delivery, words: Words
) -> Post:
    """Return that a turn was taken back, with the board that stands, if that is the newest.

    Args:
        front: of the game.
        table: as it stands now, which may be later.
        before: as it stood with the turn.
        delivery: which turn, by whom.
        words: of the server.
    """
    head = words.say("undo.taken_back", player=display_name(table, delivery.player or 0))
    told = _turn_quoted(front, before, delivery.turn or 0, words)
    if delivery.revision != table.revision:
        return page(Box((f"{head}\n{told}",), TURN_COLOUR))
    return letter(
        pushed(table, head, words),
        Detail(told),
        front.board(game_view_of(table, words), words),
        *asking(front, table, words),
        tag=f"{table.revision}-undo",
    )


def _turn_quoted(front: Front, table: Table, turn: int, words: Words) -> str:
    """Return a turn in words, as a quotation."""
    report = turn_report(front, table, turn, words)
    told = "\n".join((report.headline, *report.lines))
    return "\n".join(words.say("undo.quoted", text=line) for line in told.splitlines())


def _answers(table: Table, ballot: Ballot, words: Words) -> ui.ActionRow[Any]:
    """Return the buttons of those who are asked, and of the person who asks."""
    yes = press(table, PressKind.UNDO, f"{AGREE}.{ballot.id}")
    never = press(table, PressKind.UNDO, f"{CANCEL}.{ballot.id}")
    style = discord.ButtonStyle.success
    return ui.ActionRow(
        button(yes, words.say("undo.agree"), style), button(never, words.say("undo.cancel"))
    )


def _mentions(players: frozenset[PlayerId]) -> tuple[str, ...]:
    """Return people as Discord names them."""
    return tuple(f"<@{player}>" for player in sorted(players))
