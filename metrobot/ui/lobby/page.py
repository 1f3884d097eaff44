"""The lobby's message: who is in, what is chosen, how to join."""

from collections.abc import Iterator
from typing import Any, Final

import discord
from discord import ui

from metrobot.engine.ruleset import Option
from metrobot.service.lobby import SEATINGS
from metrobot.service.table import Status, Table
from metrobot.ui.pages.ids import Kind, button, menu
from metrobot.ui.pages.page import Box, Page, Part, page
from metrobot.ui.turn.boards import press
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import (
    hint_key,
    option_key,
    pitch_key,
    title_key,
    value_code,
    value_key,
)
from metrobot.ui.words.lengths import clipped
from metrobot.ui.words.limits import CHOICE_LIMIT
from metrobot.ui.words.names import shown
from metrobot.ui.words.seatnames import called

COLOUR: Final = 0x2B6CB0
SEATING: Final = "seating"
"""Name of the option that every game has."""
_SEATING_KEYS: Final = {"random": "lobby.seating.random", "joined": "lobby.seating.joined"}
_MOST_OPTIONS: Final = 6


def lobby_page(table: Table, words: Words) -> Page:
    """Return the lobby as it stands, or what has become of it."""
    title = words.say(title_key(table.title.id))
    head = words.say("lobby.head", title=title, pitch=words.say(pitch_key(table.title.id)))
    parts: list[Part] = [head, _people(table, words), _outlook(table, words)]
    if table.status is not Status.CANCELLED:
        parts.append(words.say("lobby.dealing", commitment=table.commitment))
    if table.status is Status.LOBBY:
        parts.append(words.say("lesson.invite"))
        parts += [*_menus(table, words), _buttons(table, words)]
    return page(Box(tuple(parts), COLOUR))


def lobby_text(table: Table, words: Words) -> str:
    """Return who is in and what is missing, without buttons."""
    return "\n".join((_people(table, words), _outlook(table, words)))


def _people(table: Table, words: Words) -> str:
    """Return who is in, line by line."""
    started = table.status in (Status.RUNNING, Status.OVER)
    facts = {"have": len(table.people), "places": table.places}
    head = words.say("lobby.order") if started else words.say("lobby.people", **facts)
    return "\n".join((head, *(_person(table, at, words) for at in range(len(table.people)))))


def _person(table: Table, position: int, words: Words) -> str:
    """Return the line of one person."""
    person, number = table.people[position], position + 1
    name = shown(called(person, words))
    if person.id == table.host:
        return words.say("lobby.host", number=number, name=name)
    return words.say("lobby.person", number=number, name=name)


def _outlook(table: Table, words: Words) -> str:
    """Return what has to happen next."""
    if table.status is Status.CANCELLED:
        return words.say("lobby.cancelled")
    if table.status is not Status.LOBBY:
        return words.say("lobby.started")
    if table.private:
        return words.say("lobby.private")
    missing = min(table.title.player_counts) - len(table.people)
    host = next((shown(p.name) for p in table.people if p.id == table.host), "")
    if missing > 0:
        return words.count("lobby.missing", missing)
    if len(table.people) < table.places:
        return words.say("lobby.ready", host=host)
    return words.say("lobby.full", host=host)


def _menus(table: Table, words: Words) -> Iterator[ui.ActionRow[Any]]:
    """Return the host's menus: the options that can make a difference, the order of play."""
    for option in _options(table):
        yield _option_menu(table, option, words)
    options = [
        discord.SelectOption(
            label=words.say(_SEATING_KEYS[seating]),
            value=seating,
            default=seating == table.seating,
        )
        for seating in SEATINGS
    ]
    yield menu(press(table, Kind.OPTION, SEATING), words.say("lobby.seating"), options)


def _options(table: Table) -> list[Option]:
    """Return the options that matter for the number of people who can be here."""
    counts = {table.capacity} if table.capacity else set(table.title.player_counts)
    return [option for option in table.title.options if option.players & counts][:_MOST_OPTIONS]


def _option_menu(table: Table, option: Option, words: Words) -> ui.ActionRow[Any]:
    """Return the menu of one option."""
    title, name = table.title.id, words.say(option_key(table.title.id, option.name))
    options = [
        discord.SelectOption(
            label=clipped(
                words.say(
                    "lobby.option",
                    option=name,
                    value=words.say(value_key(title, option.name, value)),
                ),
                CHOICE_LIMIT,
            ),
            value=value_code(value),
            description=clipped(words.say(hint_key(title, option.name, value)), CHOICE_LIMIT),
            default=value == table.options[option.name],
        )
        for value in option.values
    ]
    return menu(press(table, Kind.OPTION, option.name), name, options)


def _buttons(table: Table, words: Words) -> ui.ActionRow[Any]:
    """Return Join, Leave, Start and Cancel."""
    style = discord.ButtonStyle
    too_few = len(table.people) < min(table.title.player_counts)
    places = (
        button(press(table, Kind.JOIN), words.say("lobby.join"), style.success),
        button(press(table, Kind.LEAVE), words.say("lobby.leave")),
    )
    return ui.ActionRow(
        *(() if table.private else places),
        button(press(table, Kind.START), words.say("lobby.start"), style.primary, disabled=too_few),
        button(press(table, Kind.CANCEL), words.say("lobby.cancel"), style.danger),
    )
