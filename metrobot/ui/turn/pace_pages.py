"""Pace of a game in words: lines on clocks, and what is told of them.

Public lines say how much time a turn has and what was given; what is left is for the
person alone.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

import discord
from discord import ui

from metrobot.service.membership.clocks import TurnTime, clocked_places, givers, total_time
from metrobot.service.model.play import PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery
from metrobot.service.people.verdicts import falls
from metrobot.service.waits.paces import PACES, SLEEP
from metrobot.ui.pages.ids import Button, PressId, PressKind, button
from metrobot.ui.pages.page import Letter, Page, letter, page, rows_of
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import pace_key
from metrobot.ui.words.player_names import label_with, shown_name

_HOUR: Final = timedelta(hours=1)
_DAY: Final = 24 * 60
"""Minutes of a day."""


def time_text(span: timedelta, words: Words) -> str:
    """Return a time in hours that have begun; a short one in minutes."""
    if span < 2 * _HOUR:
        return words.count("pace.minutes", -(-span // timedelta(minutes=1)))
    return words.count("pace.hours", -(-span // _HOUR))


def pace_lines(table: Table, words: Words) -> Iterator[str]:
    """Yield the pace of a game, and the time that was given in this turn: public.

    Where clocks go by the time of day alone, until when is public too.
    """
    pace = PACES.get(table.pace or "")
    if pace is None or table.status is not Status.RUNNING:
        return
    yield words.say("pace.turn", pace=words.say(pace_key(table.pace)))
    for place in clocked_places(table):
        if not pace.sleeps:
            yield from _until(table, place, words)
        elif gift_count := len(table.people[place].clock.given):
            time = time_text(pace.gift * gift_count, words)
            yield words.say("pace.given", name=shown_name(table.people[place].name), time=time)


def _until(table: Table, place: int, words: Words) -> Iterator[str]:
    """Yield the end of a time that goes by the time of day, if it is still to come."""
    person, now = table.people[place], discord.utils.utcnow()
    end = (person.clock.called_at or now) + total_time(table, person)
    if end > now:
        deadline = discord.utils.format_dt(end, "t")
        yield words.say("pace.until", name=shown_name(person.name), until=deadline)


def own_lines(time: TurnTime | None, words: Words) -> Iterator[str]:
    """Yield the reader's time left, its end and its rules in words: for them alone."""
    if time is None:
        return
    duration, (begin, end) = time_text(time.left, words), time.wish.quiet or (0, 0)
    deadline = discord.utils.format_dt(time.until, "f")
    if not time.has_begun:
        yield words.say("pace.begins.waking" if time.sleeps else "pace.begins", left=duration)
    elif time.left:
        key = "pace.left.waking" if time.sleeps else "pace.left"
        yield words.say(key, left=duration, until=deadline)
    else:
        yield words.say("pace.over")
    if not time.sleeps or not time.left:
        return
    if time.wish.zone is None or begin == end:
        yield words.say("pace.unsaid")
    elif timedelta(minutes=(end - begin) % _DAY) > SLEEP:
        yield words.say("pace.long_night")
    if time.wish.days_off:
        yield words.say("pace.days_off")


def clock_rows(table: Table, reader: PlayerId, words: Words) -> Iterator[ui.ActionRow[Any]]:
    """Yield the buttons for one reader that ask for time, or give it to those who are awaited."""
    own = {place for place, person in enumerate(table.people) if person.id == reader}
    buttons = list[Button]()
    for place in clocked_places(table):
        if place in own:
            buttons += _need(table, place, words)
        elif own & givers(table, place):
            buttons.append(_give(table, place, words))
    yield from rows_of(buttons)


def _need(table: Table, place: int, words: Words) -> Iterator[Button]:
    """Yield the button with which somebody asks for time, if anybody can give it."""
    if givers(table, place):
        press = PressId(table.id, table.revision, PressKind.NEED)
        yield button(press, words.say("pace.need"))


def _give(table: Table, place: int, words: Words) -> Button:
    """Return the button that gives time to somebody who is awaited."""
    time = time_text(PACES[table.pace or ""].gift, words)
    press = PressId(table.id, table.revision, PressKind.GIVE, str(place))
    return button(press, label_with(words, "pace.give", table.people[place].name, time=time))


def half_page(table: Table, player: PlayerId, time: TurnTime, words: Words) -> Letter:
    """Return the reminder that half of somebody's time is over, for them alone."""
    link = f"https://discord.com/channels/{table.place.guild}/{table.place.channel}"
    go = ui.Button[Any](label=words.say("reminder.go"), url=link)
    facts = {"title": words.title(table.title.id), "channel": f"<#{table.place.channel}>"}
    last = words.say("pace.half.last") if falls(table, player) else ""
    row = ui.ActionRow(go, *_need(table, table.position_of(player), words))
    return letter(words.say("pace.half", **facts), *own_lines(time, words), last, row)


def up_page(table: Table, delivery: Delivery, words: Words) -> Letter:
    """Return the message that somebody's time is up, with what the others can do."""
    player, name = PlayerId(delivery.player or 0), _name(table, delivery)
    place = table.position_of(player)
    let = PressId(table.id, table.revision, PressKind.LET, str(place))
    label = label_with(words, "pace.let", table.people[place].name)
    row, text = ui.ActionRow[Any](button(let, label)), _called("pace.up", table, delivery, words)
    last = words.say("pace.up.last", player=name) if falls(table, player) else ""
    give = (words.say("pace.up.give"), ui.ActionRow[Any](_give(table, place, words)))
    return letter(text, row, last, *(give if givers(table, place) else ()))


def wanted_page(table: Table, delivery: Delivery, words: Words) -> Letter | None:
    """Return the message that somebody asks for time, with the button that gives it, if any can."""
    place = table.position_of(PlayerId(delivery.player or 0))
    row = ui.ActionRow[Any](_give(table, place, words))
    text = _called("pace.wanted", table, delivery, words)
    return letter(text, row) if givers(table, place) else None


def _called(key: str, table: Table, delivery: Delivery, words: Words) -> str:
    """Return the first line of a message to all who wait for somebody."""
    waiters = (p for p in table.seated if p.id != delivery.player and not p.cover)
    mentions = tuple(f"<@{person.id}>" for person in waiters)
    title = words.title(table.title.id)
    return words.say(key, others=mentions, player=_name(table, delivery), title=title)


def plays_page(table: Table, delivery: Delivery, words: Words) -> Page:
    """Return the message that a computer plays a turn whose time is up."""
    name = _name(table, delivery)
    last = words.say("pace.last", player=name) if falls(table, delivery.player or 0) else ""
    return page(words.say("pace.plays", player=name), last)


def gave_page(table: Table, delivery: Delivery, words: Words) -> Page:
    """Return the message that somebody was given time."""
    pace, giver = PACES.get(table.pace or ""), table.people[delivery.turn or 0]
    time = time_text(pace.gift if pace else _HOUR, words)
    facts = {"giver": shown_name(giver.name), "player": _name(table, delivery)}
    return page(words.say("pace.gave", time=time, **facts))


def _name(table: Table, delivery: Delivery) -> str:
    names = (shown_name(person.name) for person in table.people if person.id == delivery.player)
    return next(names, f"<@{delivery.player}>")
