"""The buttons under the end of a game, and the page by which its dealing is checked."""

from typing import Any, Final

from discord import ui

from metrobot.service.model.chance import fingerprint_of
from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.handlers import Answers, on_press
from metrobot.ui.pages.args import ReplayArg
from metrobot.ui.pages.ids import Button, Press, PressId, PressKind, ReplaySource, Style, button
from metrobot.ui.pages.page import Page, page
from metrobot.ui.turn.board_buttons import deal_button, press, review_button, what_button
from metrobot.ui.words.catalogue import Words

MOST_SALTS_ON_A_PAGE: Final = 100
SHOW_OFF: Final = "off"
"""Word in the id of the button that shows off how a game has ended."""
DIGITS: Final = 16
"""Digits of a fingerprint in small print: too many for another key, or salt, to match."""


def dealing_button(table: Table, words: Words) -> Button:
    """Return the button that says how the dealing can be checked."""
    return button(press(table, PressKind.DEALING), words.say("dealing.button"))


def end_rows(table: Table, words: Words) -> tuple[ui.ActionRow[Any], ...]:
    """Return the buttons under the end of a game."""
    here = ReplaySource.HERE
    again = button(press(table, PressKind.AGAIN), words.say("again.button"), Style.success)
    replay = button(press(table, PressKind.REPLAY, here), words.say("replay.open"))
    boast = press(table, PressKind.PAGE, ReplayArg(here, SHOW_OFF))
    show_off = button(boast, words.say("replay.show_off"))
    # So that a phone has as few rows of them as fit.
    first = ui.ActionRow[Any](again, replay, review_button(table, words, here))
    more = (make(table, words, here) for make in (what_button, deal_button))
    return first, ui.ActionRow(dealing_button(table, words), show_off, *more)


def dealing_page(table: Table, words: Words) -> Page:
    """Return the page by which the dealing is checked: commitment, salt, at the end the key."""
    if table.status is Status.OVER and table.key is not None:
        facts = {"key": table.key, "commitment": table.commitment}
        return page(words.say("dealing.open", **facts), _salted(table, words))
    return page(words.say("dealing.sealed", commitment=table.commitment), _salted(table, words))


def _salted(table: Table, words: Words) -> str:
    """Return the salt of a game that has started, and what it is; empty in the lobby."""
    if table.status is Status.LOBBY or not table.salt:
        return ""
    # Discord limits the length of a message.
    if len(table.salt) > MOST_SALTS_ON_A_PAGE:
        return words.count("dealing.salt_many", len(table.salt))
    fingerprint = fingerprint_of(table.salt)
    return words.say("dealing.salted", salt=",".join(table.salt), fingerprint=fingerprint)


def commitment_print(table: Table, words: Words) -> str:
    """Return the start of the commitment, which ends a lobby's message, in small print."""
    if table.status is Status.CANCELLED:
        return ""
    return words.say("dealing.commitment", start=table.commitment[:DIGITS])


def salt_print(table: Table, words: Words) -> str:
    """Return the start of the salt's fingerprint, for a game's first message, in small print."""
    return words.say("dealing.salt", start=fingerprint_of(table.salt)[:DIGITS])


class FairDealing(Answerer):
    """Tells people how the dealing can be checked."""

    @on_press(PressKind.DEALING, answers=Answers.PRIVATE, causes=())
    async def press(self, ix: Press, press: PressId) -> None:
        """Answer the button in private.

        Raises:
            TableError: there is no such game.
        """
        table = await self.games.table_of(press.game)
        await self.replies.reply(ix, dealing_page(table, self.readers.words(ix)))
