"""Pace of a game in words: lines on clocks, and what is told of them.

Public lines say how much time a turn has and what was given; what is left is for the
person alone.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

import discord
from discord import ui

from metrobot.service.membership.clocks import TurnTime, clocked_places
from metrobot.service.model.play import PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery
from metrobot.service.people.paces import MOST_GIFTS, PACES, SLEEP
from metrobot.ui.pages.ids import Button, PressId, PressKind, button
from metrobot.ui.pages.page import Letter, Page, Part, letter, page, rows_of
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import pace_key
from metrobot.ui.words.player_names import plain_name, shown_name

_HOUR: Final = timedelta(hours=1)
_DAY: Final = 24 * 60
"""Minutes of a day."""


def time_text(span: timedelta, words: Words) -> str:
    """Return a time in hours that have begun; a short one in minutes."""
    if span < 2 * _HOUR:
        return words.count("pace.minutes", -(-span // timedelta(minutes=1)))
    return words.count("pace.hours", -(-span // _HOUR))


def pace_lines(table: Table, words: Words) -> Iterator[str]:
    """Yield the pace of a game, and the time that was given in this turn: public."""
    pace = PACES.get(table.pace or "")
    if pace is None or table.status is not Status.RUNNING:
        return
    yield words.say("pace.turn", pace=words.say(pace_key(table.pace)))
    for at in clocked_places(table):
        if given := len(table.people[at].clock.given):
            time = time_text(pace.gift * given, words)
            yield words.say("pace.given", name=shown_name(table.people[at].name), time=time)


def own_lines(time: TurnTime | None, words: Words) -> Iterator[str]:
    """Yield the reader's time left, its end and its rules in words: for them alone."""
    if time is None:
        return
    left, (begin, end) = time_text(time.left, words), time.wish.quiet or (0, 0)
    until = discord.utils.format_dt(time.until, "f")
    if not time.has_begun:
        yield words.say("pace.begins", left=left)
    elif time.left:
        yield words.say("pace.left", left=left, until=until)
    else:
        yield words.say("pace.over")
    if not time.sleeps:
        return
    if time.wish.zone is None or begin == end:
        yield words.say("pace.unsaid")
    elif timedelta(minutes=(end - begin) % _DAY) > SLEEP:
        yield words.say("pace.long_night")


def clock_rows(table: Table, reader: PlayerId | None, words: Words) -> Iterator[ui.ActionRow[Any]]:
    """Yield the buttons that give time to those who are awaited, for one reader or for all."""
    if reader is not None and not table.has(reader):
        return
    pace = PACES.get(table.pace or "")
    people = ((at, each) for at, each in enumerate(table.people) if each.is_human)
    may = {at for at, each in people if reader in (None, each.id)}
    buttons = list[Button]()
    for at in clocked_places(table) if pace is not None else ():
        given, name = table.people[at].clock.given, plain_name(table.people[at].name)
        if pace is not None and may - {at, *given} and len(given) < MOST_GIFTS:
            label = words.say("pace.give", name=name, time=time_text(pace.gift, words))
            asked = PressId(table.id, table.revision, PressKind.GIVE, str(at))
            buttons.append(button(asked, label))
    yield from rows_of(buttons)


def half_page(table: Table, time: TurnTime, words: Words) -> Letter:
    """Return the reminder that half of somebody's time is over, for them alone."""
    link = f"https://discord.com/channels/{table.place.guild}/{table.place.channel}"
    go = ui.Button[Any](label=words.say("reminder.go"), url=link)
    facts = {"title": words.title(table.title.id), "channel": f"<#{table.place.channel}>"}
    lines = own_lines(time, words)
    return letter(words.say("pace.half", **facts), *lines, ui.ActionRow(go))


def up_page(table: Table, delivery: Delivery, words: Words) -> Letter:
    """Return the message that somebody's time is up, with what the others can do."""
    late = [at for at, each in enumerate(table.people) if each.id == delivery.player]
    others = tuple(
        f"<@{each.id}>"
        for each in table.seated
        if each.id != delivery.player and each.cover is None
    )
    rows = list[Part]()
    for at in late:
        name = plain_name(table.people[at].name)
        let = PressId(table.id, table.revision, PressKind.LET, str(at))
        rows.append(ui.ActionRow(button(let, words.say("pace.let", name=name))))
    facts = {"player": _name(table, delivery), "title": words.title(table.title.id)}
    text = words.say("pace.up", others=others, **facts)
    return letter(text, *rows, *clock_rows(table, None, words))


def plays_page(table: Table, delivery: Delivery, words: Words, *, is_rated: bool) -> Page:
    """Return the message that a computer plays a turn whose time is up."""
    name = _name(table, delivery)
    text = words.say("pace.plays", player=name)
    return page(text, words.say("pace.last", player=name) if is_rated else "")


def gave_page(table: Table, delivery: Delivery, words: Words) -> Page:
    """Return the message that somebody was given time."""
    pace, giver = PACES.get(table.pace or ""), table.people[delivery.turn or 0]
    time = time_text(pace.gift if pace else _HOUR, words)
    facts = {"giver": shown_name(giver.name), "player": _name(table, delivery)}
    return page(words.say("pace.gave", time=time, **facts))


def _name(table: Table, delivery: Delivery) -> str:
    names = (shown_name(each.name) for each in table.people if each.id == delivery.player)
    return next(names, f"<@{delivery.player}>")
