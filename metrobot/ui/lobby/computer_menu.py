"""Computers in a lobby: the host's menu that adds one, or takes one out."""

from collections.abc import Iterator
from typing import Any, Final

import discord
from discord import ui

from metrobot.service.model.computers import LEVELS, computer_of
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.model.table import Table
from metrobot.ui.pages.ids import PressKind, menu, option
from metrobot.ui.turn.board_buttons import press
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import plain_name
from metrobot.ui.words.seat_names import level_word, player_name, player_name_shown

_ADD: Final = "add"
_OUT: Final = "out"
_HINTS: Final = {
    "easy": "lobby.computer.easy.hint",
    "fair": "lobby.computer.fair.hint",
    "strong": "lobby.computer.strong.hint",
}


def computer_menu(table: Table, words: Words) -> Iterator[ui.ActionRow[Any]]:
    """Yield the menu, where there is a place or a computer.

    Its id and its values count the computers: so a client shows it as new once
    one is added, and the same level can be chosen again.
    """
    options = [*_additions(table, words), *_removals(table, words)]
    if table.place.private or not options:
        return
    asked = press(table, PressKind.COMPUTER, str(len(table.computers)))
    is_full = len(table.people) >= table.most_people
    prompt = words.say("lobby.computer.out" if is_full else "lobby.computer.add")
    yield menu(asked, prompt, options)


def _additions(table: Table, words: Words) -> Iterator[discord.SelectOption]:
    """Yield the levels of which one more may sit down."""
    if len(table.people) >= table.most_people:
        return
    for level in LEVELS:
        label = words.say("lobby.computer.new", level=level_word(level, words))
        value = f"{_ADD}.{level}.{len(table.computers)}"
        yield option(label, value, words.say(_HINTS[level]))


def _removals(table: Table, words: Words) -> Iterator[discord.SelectOption]:
    """Yield the computers that are in."""
    for person in table.computers:
        label = words.say("lobby.computer.leave", name=plain_name(player_name(person, words)))
        yield option(label, f"{_OUT}.{person.id}")


def level_meant(chosen: str) -> str | None:
    """Return the level of the computer that is to be added by a choice of the menu."""
    what, _, rest = chosen.partition(".")
    level = rest.partition(".")[0]
    return level if what == _ADD and level in LEVELS else None


def computer_meant(chosen: str) -> PlayerId | None:
    """Return the computer that is to be taken out by a choice of the menu."""
    what, _, number = chosen.partition(".")
    if what != _OUT or not number.removeprefix("-").isdecimal():
        return None
    computer = computer_of(int(number))
    return None if computer is None else PlayerId(computer.id)


def computer_line(person: Person, number: int, words: Words) -> str:
    """Return the line of a computer in the list of players: its name and its level."""
    level = level_word(person.level or "", words)
    name = words.say("lobby.computer", level=level, name=player_name_shown(person, words))
    return words.say("lobby.person", number=number, name=name)
