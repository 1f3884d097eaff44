"""The lobby's message: people, options, the way in, the host's menu of computers."""

from collections.abc import Iterator
from typing import Any, Final

import discord
from discord import ui

from metrobot.engine.ruleset import Option
from metrobot.service.membership.lobby import ALLOWED, FORBIDDEN, SEATINGS
from metrobot.service.model.computers import LEVELS, NEWCOMERS_WIN
from metrobot.service.model.play import PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.people.terms import HINTS, OPEN_SEATS, PACE, RATED, mark_of, terms_of
from metrobot.service.people.verdicts import TURNS_BEFORE_CANCEL
from metrobot.service.waits.paces import NO_PACE, PACES
from metrobot.ui.pages.args import OptionArg
from metrobot.ui.pages.ids import Button, PressKind, Style, button, menu, option
from metrobot.ui.pages.page import Box, Page, Part, page
from metrobot.ui.turn.board_buttons import learn_button, link_to, press
from metrobot.ui.turn.fair_dealing import commitment_print, dealing_button
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import about_key, hint_key, option_key, pace_key, value_code, value_key
from metrobot.ui.words.player_names import (
    level_word,
    plain_name,
    player_name,
    player_name_shown,
    shown_name,
)

ALONE: Final = "alone"
"""Argument of the button that starts a game with one person, who was asked."""
COLOUR: Final = 0x2B6CB0
SEATING: Final = "seating"
"""Name of the option that every game has."""
_SEATING_KEYS: Final = {"random": "lobby.seating.random", "joined": "lobby.seating.joined"}
_SEATING_HINTS: Final = {seating: f"{key}.hint" for seating, key in _SEATING_KEYS.items()}
_PACE_HINTS: Final = {None: "pace.hint.none", False: "pace.hint", True: "pace.hint.at_once"}
_MOST_OPTIONS: Final = 6
MOST_LISTED: Final = 4
"""Most people with a line each; more share one, for the sake of phones."""
_ADD: Final = "add"
_OUT: Final = "out"
_LONGEST_ID: Final = 20
_HINTS: Final = {level: f"lobby.computer.{level}.hint" for level in LEVELS}


def lobby_page(table: Table, words: Words) -> Page:
    """Return the lobby's message, also once it has started or was cancelled."""
    title = words.title(table.title.id)
    head = words.say("lobby.head", title=title, pitch=words.say(about_key(table.title.id)))
    parts: list[Part] = [head, _people(table, words), _outlook(table, words)]
    if table.status is Status.LOBBY:
        parts += [*_options_part(table, words), *computer_menu(table, words)]
        parts += [_buttons(table, words), _doors(table, words)]
    elif table.status is not Status.CANCELLED:
        parts.append(ui.ActionRow(dealing_button(table, words)))
    parts.append(commitment_print(table, words))
    return page(Box(tuple(parts), COLOUR))


def lobby_status(table: Table, words: Words, player: PlayerId) -> Page:
    """Return the state of a lobby for one person, in a few lines."""
    title, is_in = words.title(table.title.id), table.has(player)
    key = "status.lobby_in" if is_in else "status.lobby_out"
    names = tuple(player_name_shown(person, words) for person in table.people)
    facts = {"have": len(table.people), "places": table.most_people, "names": names}
    lines = (
        words.say(key, title=title, join=words.say("lobby.join")),
        words.say("status.people", **facts),
        _outlook(table, words),
        words.say("status.link", link=link_to(table)),
    )
    doors = _doors(table, words)
    if any(person.id == player and person.asked for person in table.people):
        doors.add_item(ok_button(table, words))
    return page("\n".join(lines), doors)


def _people(table: Table, words: Words) -> str:
    has_begun = table.status in (Status.RUNNING, Status.OVER)
    facts = {"have": len(table.people), "places": table.most_people}
    head = words.say("lobby.order") if has_begun else words.say("lobby.people", **facts)
    people = [_person(table, place, words) for place in range(len(table.people))]
    if len(people) > MOST_LISTED:
        people = [" · ".join(people)]
    return "\n".join((head, *people))


def _person(table: Table, position: int, words: Words) -> str:
    person, number = table.people[position], position + 1
    name = player_name_shown(person, words)
    if person.is_computer:
        name = words.say("lobby.computer", level=level_word(person.level or "", words), name=name)
    key = "lobby.host" if person.id == table.place.host else "lobby.person"
    return words.say(key, number=number, name=name)


def _outlook(table: Table, words: Words) -> str:
    """Return the next thing to happen: who is missing, or that the host can start."""
    if table.status is Status.CANCELLED:
        return words.say("lobby.cancelled")
    if table.status is not Status.LOBBY:
        return words.say("lobby.started")
    if table.place.private:
        return words.say("lobby.private")
    lack = min(table.title.player_counts) - len(table.people)
    names = tuple(shown_name(p.name) for p in table.people if p.asked)
    host = next((shown_name(p.name) for p in table.people if p.id == table.place.host), "")
    if lack > 0:
        return words.count("lobby.missing", lack)
    key = "lobby.full_computers" if table.computers else "lobby.full"
    key = "lobby.ready" if len(table.people) < table.most_people else key
    outlook = words.say(key, host=host)
    return "\n".join((outlook, words.say("lobby.asked", names=names))) if names else outlook


def options_page(table: Table, words: Words, *, may_call: bool = False) -> Page:
    """Return the host's menus, the switches, and Call again where it is due."""
    title, switches = words.title(table.title.id), ui.ActionRow[Any]()
    for name, is_on, off, on in (
        (HINTS, table.hints, "lobby.hints_off", "lobby.hints_on"),
        (OPEN_SEATS, table.open_seats, "lobby.open_seats_off", "lobby.open_seats_on"),
    ):
        arg = OptionArg(name, FORBIDDEN if is_on else ALLOWED)
        label = words.say(off if is_on else on)
        switches.add_item(button(press(table, PressKind.OPTION, arg), label))
    if may_call:
        switches.add_item(button(press(table, PressKind.CALL), words.say("lookout.again")))
    parts = (*_menus(table, words), switches, *_people_menu(table, words))
    return page(words.say("lobby.options.head", title=title), *parts)


def _options_part(table: Table, words: Words) -> Iterator[Part]:
    """Yield the chosen options in a line; menus for somebody who plays alone."""
    if table.place.private:
        yield from _menus(table, words)
        return
    texts = [option_text(table, choice, words) for choice in _options(table)]
    if _has_order(table):
        texts.append(words.say(_SEATING_KEYS[table.seating]))
    if table.pace is not None:
        texts.append(pace_text(table.pace, words))
    if table.hints:
        texts.append(words.say("lobby.hints"))
    if not table.rated:
        texts.append(words.say("terms.unrated"))
    if table.open_seats:
        texts.append(words.say("lobby.open_seats"))
    yield words.say("lobby.chosen", options=" · ".join(texts)) if texts else ""
    yield _unused(table, words)


def option_text(table: Table, choice: Option, words: Words) -> str:
    """Return an option of the title with its value, without a full stop."""
    title, value = table.title.id, table.options[choice.name]
    name, key = option_key(title, choice.name), value_key(title, choice.name, value)
    return words.say("lobby.option", option=words.say(name), value=words.say(key))


def _has_order(table: Table) -> bool:
    return not table.place.private and not table.title.is_simultaneous


def _menus(table: Table, words: Words) -> Iterator[Part]:
    """Yield the host's menus, each below what is chosen and what that means."""
    for choice in _options(table):
        hint = words.say(hint_key(table.title.id, choice.name, table.options[choice.name]))
        yield words.say("lobby.help", option=option_text(table, choice, words), hint=hint)
        yield _option_menu(table, choice, words)
    yield _unused(table, words)
    if not table.place.private and table.most_people > 1:
        yield from _pace_menu(table, words)
    if not _has_order(table):
        return
    facts = {"option": words.say(_SEATING_KEYS[table.seating])}
    yield words.say("lobby.help", hint=words.say(_SEATING_HINTS[table.seating]), **facts)
    options = (
        option(
            words.say(_SEATING_KEYS[seating]),
            seating,
            words.say(_SEATING_HINTS[seating]),
            is_chosen=seating == table.seating,
        )
        for seating in SEATINGS
    )
    yield menu(press(table, PressKind.OPTION, SEATING), words.say("lobby.seating"), options)


def pace_text(pace: str | None, words: Words) -> str:
    """Return the pace of a game in words, without a full stop."""
    value = words.say(pace_key(pace))
    return words.say("lobby.option", option=words.say("pace.option"), value=value)


def _pace_menu(table: Table, words: Words) -> Iterator[Part]:
    pace = PACES.get(table.pace or "")
    hint = words.say(_PACE_HINTS[None if pace is None else pace.is_at_once])
    if pace is not None and terms_of(table)[RATED]:
        hint = words.say("pace.hint.last", hint=hint)
    if pace is not None and pace.sleeps:
        hint = words.say("pace.hint.sleeps", hint=hint)
    yield words.say("lobby.help", option=pace_text(table.pace, words), hint=hint)
    options = (
        option(pace_text(pace, words), pace or NO_PACE, is_chosen=pace == table.pace)
        for pace in (None, *PACES)
    )
    yield menu(press(table, PressKind.OPTION, PACE), words.say("pace.option"), options)


def _options(table: Table) -> list[Option]:
    """Return the options that matter for the number of people who are to play."""
    counts = _counts(table)
    return [choice for choice in table.title.options if choice.players >= counts][:_MOST_OPTIONS]


def _counts(table: Table) -> set[int]:
    """Return the possible numbers of players: as asked for or joined, else all of the title."""
    all_counts = set(table.title.player_counts)
    people = table.capacity or len(table.people)
    return {people} if people in all_counts else all_counts


def _unused(table: Table, words: Words) -> str:
    """Return the chosen options that make no difference for this number of players."""
    title, offered = table.title.id, _options(table)
    names = tuple(
        words.say(option_key(title, choice.name))
        for choice in table.title.options
        if choice not in offered
        and table.options.get(choice.name, choice.default) != choice.default
    )
    return words.say("lobby.unused", options=names) if names else ""


def _option_menu(table: Table, choice: Option, words: Words) -> ui.ActionRow[Any]:
    title, name = table.title.id, words.say(option_key(table.title.id, choice.name))
    options = list[discord.SelectOption]()
    for value in choice.values:
        text = words.say(value_key(title, choice.name, value))
        label = words.say("lobby.option", option=name, value=text)
        hint = words.say(hint_key(title, choice.name, value))
        is_chosen = value == table.options[choice.name]
        options.append(option(label, value_code(value), hint, is_chosen=is_chosen))
    return menu(press(table, PressKind.OPTION, choice.name), name, options)


def _buttons(table: Table, words: Words) -> ui.ActionRow[Any]:
    start = press(table, PressKind.START)
    too_few = len(table.people) < min(table.title.player_counts)
    usual, next_ = (Style.success, Style.secondary) if too_few else (Style.primary, Style.success)
    places = (
        button(press(table, PressKind.JOIN), words.say("lobby.join"), usual),
        button(press(table, PressKind.LEAVE), words.say("lobby.leave")),
    )
    is_asked = any(person.asked for person in table.people)
    return ui.ActionRow(
        *((ok_button(table, words),) if is_asked else ()),
        *(() if table.place.private else places),
        button(start, words.say("lobby.start"), next_, disabled=too_few),
        button(press(table, PressKind.CANCEL), words.say("lobby.cancel"), Style.danger),
    )


def ok_button(table: Table, words: Words) -> Button:
    """Return the button with which somebody agrees to what has changed in a lobby."""
    return button(press(table, PressKind.OK, mark_of(table)), words.say("terms.ok"), Style.primary)


def _doors(table: Table, words: Words) -> ui.ActionRow[Any]:
    doors = ui.ActionRow[Any](learn_button(table, words), dealing_button(table, words))
    if not table.place.private:
        doors.add_item(button(press(table, PressKind.OPTIONS), words.say("lobby.options")))
        if len(table.people) < table.most_people:
            doors.add_item(button(press(table, PressKind.ASK), words.say("asks.button")))
    return doors


def computer_menu(table: Table, words: Words) -> Iterator[ui.ActionRow[Any]]:
    """Yield the menu of computers, where there is a place or a computer."""
    options = list(_additions(table, words))
    for person in table.computers:
        label = words.say("lobby.computer.leave", name=plain_name(player_name(person, words)))
        options.append(option(label, f"{_OUT}.{person.id}"))
    if table.place.private or not options:
        return
    # Id and values count the computers: so Discord's clients show the menu as new once one is
    # added, and the same level can be chosen again.
    id_ = press(table, PressKind.COMPUTER, str(len(table.computers)))
    is_full = len(table.people) >= table.most_people
    yield menu(id_, words.say("lobby.computer.out" if is_full else "lobby.computer.add"), options)


def _people_menu(table: Table, words: Words) -> Iterator[ui.ActionRow[Any]]:
    """Yield the menu with which the host removes people, where anybody else has joined."""
    hint = words.say("lobby.remove.hint")
    options = [
        option(plain_name(player_name(person, words)), f"{_OUT}.{person.id}", hint)
        for person in table.people
        if person.is_human and person.id != table.place.host
    ]
    if options:
        id_ = press(table, PressKind.COMPUTER, f"{_OUT}{len(table.people)}")
        yield menu(id_, words.say("lobby.remove"), options)


def _additions(table: Table, words: Words) -> Iterator[discord.SelectOption]:
    """Yield the levels of which one more may sit down."""
    if len(table.people) >= table.most_people:
        return
    players = len(table.people) + 1
    wins = NEWCOMERS_WIN.get(table.title.id, {}).get(players)
    for level in LEVELS:
        label = words.say("lobby.computer.new", level=level_word(level, words))
        hint = words.say(_HINTS[level])
        if level == LEVELS[0] and wins is not None:
            hint = words.say("lobby.computer.easy.wins", players=players, wins=wins)
        yield option(label, f"{_ADD}.{level}.{len(table.computers)}", hint)


def level_meant(value: str) -> str | None:
    """Return the level of the computer that is to be added by a choice of the menu."""
    kind, _, rest = value.partition(".")
    level = rest.partition(".")[0]
    return level if kind == _ADD and level in LEVELS else None


def other_meant(value: str) -> PlayerId | None:
    """Return the computer or person to be taken out by a choice of the menu."""
    kind, _, number = value.partition(".")
    digits = number.removeprefix("-")
    is_id = digits.isascii() and digits.isdecimal() and len(digits) <= _LONGEST_ID
    return PlayerId(int(number)) if kind == _OUT and is_id else None


def cancel_parts(table: Table, words: Words, *, is_last: bool) -> tuple[str, ...]:
    """Return the question whether to cancel a lobby, or a game in which its reader would fall."""
    is_lobby = table.status is Status.LOBBY
    costs = is_last and not is_lobby
    price = words.say("cancel.last", rounds=TURNS_BEFORE_CANCEL) if costs else ""
    return words.say("cancel.lobby" if is_lobby else "cancel.question"), price


def alone_page(table: Table, words: Words) -> Page:
    """Return the question whether somebody really wants to play without the others."""
    title = words.title(table.title.id)
    sure = button(
        press(table, PressKind.START, ALONE), words.say("lobby.alone.sure"), Style.success
    )
    return page(words.say("lobby.alone.question", title=title), ui.ActionRow(sure))
