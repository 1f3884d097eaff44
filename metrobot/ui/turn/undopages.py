"""Messages about taking a turn back."""

from collections.abc import Iterator
from typing import Any, Final

import discord
from discord import ui

from metrobot.service import undo
from metrobot.service.ballots import Ballot
from metrobot.service.ports import Delivery
from metrobot.service.table import PlayerId, Table
from metrobot.ui.frame.front import Front
from metrobot.ui.frame.scene import scene_of
from metrobot.ui.pages.ids import Kind, button
from metrobot.ui.pages.page import Box, Page, Part, page
from metrobot.ui.turn.boards import link_to, press
from metrobot.ui.turn.messages import TURN_COLOUR, calling, turn_report
from metrobot.ui.words.catalogue import Words

COLOUR: Final = 0x805AD5
AGREE: Final = "yes"
CANCEL: Final = "no"


def ask_row(table: Table, player: PlayerId, words: Words) -> Iterator[Part]:
    """Return the button with which somebody asks to take their turn back, if they may."""
    if undo.may(table, player):
        yield ui.ActionRow(button(press(table, Kind.UNDO), words.say("undo.button")))


def question_page(front: Front, table: Table, ballot: Ballot, words: Words) -> Page:
    """Return the question to all others, with the turn in words and who agrees."""
    head = words.say("undo.question", player=f"<@{ballot.opener}>")
    turn = _told(front, table, int(ballot.payload["turn"]), words)
    parts: list[Part] = [head, turn]
    if ballot.agreed:
        parts.append(words.say("undo.agreed", players=_mentions(ballot.agreed)))
    parts.append(words.say("undo.needed", players=_mentions(ballot.voters - ballot.agreed)))
    return page(Box((*parts, _answers(table, ballot, words)), COLOUR))


def settled_page(key: str, ballot: Ballot, words: Words) -> Page:
    """Return what has become of a question.

    Args:
        key: of the sentence.
        ballot: the question.
        words: of the server.
    """
    return page(Box((words.say(key, player=f"<@{ballot.opener}>"),), COLOUR))


def done_page(key: str, table: Table, words: Words) -> Page:
    """Return what somebody is told in private, with a link to the channel's newest board."""
    return page(words.say(key, link=link_to(table)))


def taken_back_page(
    front: Front, table: Table, before: Table, delivery: Delivery, words: Words
) -> Page:
    """Return that a turn was taken back, with the board that stands, if that is the newest.

    Args:
        front: of the game.
        table: as it stands now, which may be later.
        before: as it stood with the turn.
        delivery: which turn, by whom.
        words: of the server.
    """
    head = words.say("undo.taken_back", player=f"<@{delivery.player}>")
    text = "\n".join((head, _told(front, before, delivery.turn or 0, words)))
    if delivery.revision != table.revision:
        return page(Box((text,), TURN_COLOUR))
    box = Box((text, front.board(scene_of(table, words), words)), TURN_COLOUR)
    return page(box, *calling(front, table, words), tag=f"{table.revision}-undo")


def _told(front: Front, table: Table, turn: int, words: Words) -> str:
    """Return a turn in words, as a quotation."""
    report = turn_report(front, table, turn, words)
    told = "\n".join((report.headline, *report.lines))
    return "\n".join(words.say("undo.quoted", text=line) for line in told.splitlines())


def _answers(table: Table, ballot: Ballot, words: Words) -> ui.ActionRow[Any]:
    """Return the buttons of those who are asked, and of the person who asks."""
    yes = press(table, Kind.UNDO, f"{AGREE}.{ballot.id}")
    never = press(table, Kind.UNDO, f"{CANCEL}.{ballot.id}")
    style = discord.ButtonStyle.success
    return ui.ActionRow(
        button(yes, words.say("undo.agree"), style), button(never, words.say("undo.cancel"))
    )


def _mentions(players: frozenset[PlayerId]) -> tuple[str, ...]:
    """Return people as Discord names them."""
    return tuple(f"<@{player}>" for player in sorted(players))
