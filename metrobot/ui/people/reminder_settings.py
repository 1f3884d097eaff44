"""When people are reminded, and when they are away: /me settings, /game reminders, /me away."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

import discord
from discord import app_commands, ui

from metrobot.engine.errors import Refusal
from metrobot.service.membership.looks import HOURS
from metrobot.service.people.ledger import Account
from metrobot.service.people.people import LONGEST_ABSENCE
from metrobot.service.people.preferences import MOST_DAYS_OFF, Preferences, RemindBy, RemindLine
from metrobot.ui.kit.access import may_manage
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.game_access import GAME
from metrobot.ui.kit.handlers import on_own_press, slash, suggestions
from metrobot.ui.kit.replies import person_of, player_id
from metrobot.ui.kit.time_choices import day_choices, moment_typed, zone_choices
from metrobot.ui.pages.ids import (
    Press,
    PressId,
    PressKind,
    button,
    is_outside,
    menu,
    menu_value,
    menu_values,
    option,
)
from metrobot.ui.pages.page import Page, Part, page
from metrobot.ui.pages.post import NOBODY
from metrobot.ui.people.colour_choices import colour_choices, colour_menus, colour_wish
from metrobot.ui.turn.board_buttons import link_to
from metrobot.ui.turn.status_page import rhythm
from metrobot.ui.words.catalogue import ENGLISH, Words
from metrobot.ui.words.clock_time import clock_text, minutes_of
from metrobot.ui.words.keys import Name, keyed
from metrobot.ui.words.refusals import FrameKey
from metrobot.ui.words.zones import folded, time_there, zone_meant, zone_text

_WHERE: Final = keyed("settings.by", RemindBy)
_OF_LINE: Final = keyed("line.remind", RemindLine)
_NIGHTS: Final = ((21, 7), (22, 7), (22, 8), (23, 8), (23, 9), (0, 8))
"""Quiet hours that the menu offers; others can be typed."""
_NONE: Final = "none"
_SWITCHES: Final = {
    (PressKind.LINE_ONCE, ""): "at_once",
    (PressKind.LINE_SHEET, ""): "show_sheet",
    (PressKind.SETTING, "words"): "words_first",
    (PressKind.SETTING, "asked"): "asked",
}
"""Preferences that a button turns on and off, by the kind and argument of its id."""
_WEEKDAYS: Final = "0123456"
"""Values of the menu of days off, Monday first."""
_PRESSES: Final = (
    *(PressKind.JOIN, PressKind.LEAVE, PressKind.START, PressKind.OPTION, PressKind.COMPUTER),
    *(PressKind.CANCEL, PressKind.DONE, PressKind.PLANNED, PressKind.RESUME, PressKind.RESIGN),
    *(PressKind.RETURN, PressKind.TAKE_BACK, PressKind.SEAT, PressKind.COVER, PressKind.BALLOT),
    *(PressKind.GIVE, PressKind.LET, PressKind.UNDO, PressKind.AGAINST, PressKind.AGAIN),
    *(PressKind.CALL, PressKind.RUN, PressKind.NEED, PressKind.OK),
    *(PressKind.ASK, PressKind.SURE, PressKind.PAUSE, PressKind.OFFER),
)
_COMMANDS: Final = ("join", "leave", "start", "new", "cancel", "move", "replace", "end", "undo")
ACTS: Final = frozenset((*map(str, _PRESSES), *(f"game {name}" for name in _COMMANDS)))
"""Kinds of presses, and commands, with which somebody does something in a game or a line."""


def _choices(*pairs: tuple[str, str]) -> list[app_commands.Choice[str]]:
    """Return choices of an option by their keys, each with its value."""
    return [app_commands.Choice(name=ENGLISH.say(key), value=value) for key, value in pairs]


class ReminderSettings(Answerer):
    """Lets people choose how they are reminded."""

    async def _colours(self, ix: Press, current: str) -> list[app_commands.Choice[str]]:
        rows = [colour_choices(front, self.readers.words(ix)) for front in self.fronts.values()]
        return suggestions(((row[code], code) for row in rows for code in row), current)

    @slash(
        "me settings", suggest={"zone": zone_choices, "colour": _colours}, causes=(), anywhere=True
    )
    @app_commands.choices(
        reminders=_choices(
            ("command.me.settings.channel", "channel"),
            ("command.me.settings.direct", "direct"),
            ("command.me.settings.never", "never"),
        ),
        line=_choices(
            ("command.me.settings.no_line", "never"),
            ("command.me.settings.at_stake", "at_stake"),
            ("command.me.settings.daily", "daily"),
        ),
        asked=_choices(("command.me.settings.on", "on"), ("command.me.settings.off", "off")),
    )
    async def change(  # noqa: PLR0917 -- discord.py reads the options from the parameters
        self,
        ix: Press,
        reminders: str | None = None,
        quiet_from: str | None = None,
        quiet_until: str | None = None,
        zone: str | None = None,
        line: str | None = None,
        asked: str | None = None,
        colour: str | None = None,
    ) -> None:
        """Set the typed values, and show all settings.

        Raises:
            Refusal: one of them is not valid.
        """
        people, person, words = self.tables.people, person_of(ix), self.readers.words(ix)
        # What is known to be wrong is refused before anything is set.
        hours = _hours((quiet_from, quiet_until))
        wish = None if colour is None else colour_wish(self.fronts, colour, words)
        if zone is not None:
            await people.live_in(person, zone_meant(zone, words, discord.utils.utcnow()))
        if hours is not None:
            await people.keep_quiet(person, hours)
        if reminders is not None:
            await people.prefer(person, remind_by=RemindBy(reminders))
        if line is not None:
            await people.prefer(person, remind_line=RemindLine(line))
        if asked is not None:
            await people.prefer(person, asked=asked == "on")
        if wish is not None:
            await people.wish_colours(person, *wish)
        wishes = await people.preferences(person.id)
        await self.tables.daily.reminders.remind(person.id, wishes)
        await self.replies.reply(ix, settings_page(wishes, words, self.fronts))

    # The number in their ids is that of a line of the day to lead back to, or 0.
    @on_own_press(
        *(PressKind.SETTING, PressKind.LINE_SETTINGS),
        *(PressKind.LINE_ONCE, PressKind.LINE_SHEET, PressKind.LINE_REMIND),
        causes=(Account.POSTS,),
    )
    async def press(self, ix: Press, press: PressId) -> None:
        """Set the value that was chosen or switched, and show all settings.

        Raises:
            Refusal: a forged menu, quiet hours or days off without a time zone, or reminders
                of somebody to whom Discord lets the bot send nothing.
        """
        people, person, value = self.tables.people, person_of(ix), menu_value(ix)
        days = _days(menu_values(ix))
        self.tables.daily.pars.late.leave(person.id)
        wishes = await people.preferences(person.id)
        match press.kind, press.arg:
            case PressKind.LINE_SETTINGS, _:
                pass
            case switch if name := _SWITCHES.get(switch):
                wishes = await people.prefer(person, **{name: not getattr(wishes, name)})
            case PressKind.LINE_REMIND, _ if value in set(RemindLine):
                if is_outside(ix) and value != RemindLine.NEVER:
                    await self._reach(ix)
                wishes = await people.prefer(person, remind_line=RemindLine(value))
                await self.tables.daily.reminders.remind(person.id, wishes)
            case PressKind.SETTING, "by" if value in set(RemindBy):
                wishes = await people.prefer(person, remind_by=RemindBy(value))
            case PressKind.SETTING, "quiet":
                night = None if value == _NONE else _hours(value.split("-", 1))
                wishes = await people.keep_quiet(person, night)
            case PressKind.SETTING, "days" if days is not None:
                wishes = await people.rest_on(person, days)
                await self.tables.daily.reminders.remind(person.id, wishes)
            case PressKind.SETTING, name if name in {f"colour-{title}" for title in self.fronts}:
                wish = colour_wish(self.fronts, value, self.readers.words(ix))
                wishes = await people.wish_colours(person, *wish)
            case _:
                raise Refusal(FrameKey.UNKNOWN_PRESS)
        words = self.readers.words(ix)
        await self.replies.replace(ix, settings_page(wishes, words, self.fronts, press.game))

    async def _reach(self, ix: Press) -> None:
        """Send a first direct message to somebody who may share no server with the bot.

        Raises:
            Refusal: it does not go through, so nor would a reminder.
        """
        async with self.tables.ledger.charged(ix.user.id, Account.POSTS):
            try:
                await ix.user.send(
                    self.readers.words(ix).say("line.remind.first"), allowed_mentions=NOBODY
                )
            except discord.HTTPException as error:
                raise Refusal(FrameKey.UNREACHABLE) from error


def _hours(typed: Sequence[str | None]) -> tuple[int, int] | None:
    """Return quiet hours of which both ends were named; None if neither was.

    Raises:
        Refusal: one end is missing, or is no time.
    """
    ends = [text for text in typed if text is not None]
    if not ends:
        return None
    begin, end = (*map(minutes_of, ends), None)[:2]
    if begin is None or end is None:
        raise Refusal(FrameKey.HALF_QUIET)
    return begin, end


def _days(values: Collection[str]) -> set[int] | None:
    """Return the days of the week of which these are the values; None: no menu of ours has them."""
    is_valid = set(values) <= {*_WEEKDAYS} and len(values) <= MOST_DAYS_OFF
    return set(map(int, values)) if is_valid else None


def settings_page(
    wishes: Preferences, words: Words, fronts: Mapping[str, Front], line: int = 0
) -> Page:
    """Return the page of a person's settings, with menus and switches to change them.

    Args:
        wishes: the settings.
        words: of the person.
        fronts: of all titles.
        line: number of the line of the day to lead back to, 0 for none.
    """
    lines = [
        words.say("settings.by", where=words.say(_WHERE[wishes.remind_by])),
        _zone_line(wishes, words),
        _quiet_line(wishes, words),
        _days_line(wishes, words),
        words.say("settings.line", when=words.say(_OF_LINE[wishes.remind_line])),
    ]
    if wishes.away_until is not None:
        moment = discord.utils.format_dt(wishes.away_until, "F")
        lines.append(words.say("settings.away", until=moment))
    by = PressId(line, 0, PressKind.SETTING, "by")
    parts: list[Part] = [
        words.say("settings.head"),
        "\n".join(lines),
        _menu(by, "settings.by.prompt", _WHERE, wishes.remind_by, words),
    ]
    # Quiet hours and days off mean nothing without a time zone.
    if wishes.zone is not None:
        parts += [_quiet_menu(wishes, words, line), _days_menu(wishes, words, line)]
    first = words.say("settings.words.on" if wishes.words_first else "settings.words.off")
    by_name = words.say("settings.asked.on" if wishes.asked else "settings.asked.off")
    parts += [words.say("settings.hint"), words.say("settings.days.hint")]
    row = ui.ActionRow[Any](button(PressId(line, 0, PressKind.SETTING, "words"), first))
    row.add_item(button(PressId(line, 0, PressKind.SETTING, "asked"), by_name))
    parts += [words.say("settings.words"), row, words.say("settings.colours")]
    parts += colour_menus(fronts, wishes, words, line)
    return page(*parts, *_of_lines(wishes, words, line))


def _of_lines(wishes: Preferences, words: Words, line: int) -> Iterator[Part]:
    """Yield the part of the page that is about lines of the day."""
    once = words.say("line.once.on" if wishes.at_once else "line.once.off")
    sheet = words.say("line.sheet.on" if wishes.show_sheet else "line.sheet.off")
    yield words.say("line.settings.head")
    yield words.say("line.settings.how")
    yield ui.ActionRow(
        button(PressId(line, 0, PressKind.LINE_ONCE), once),
        button(PressId(line, 0, PressKind.LINE_SHEET), sheet),
    )
    remind = PressId(line, 0, PressKind.LINE_REMIND)
    yield _menu(remind, "line.remind", _OF_LINE, wishes.remind_line, words)
    if line:
        yield ui.ActionRow(button(PressId(line, 0, PressKind.LINE_HOME), words.say("line.back")))


def _zone_line(wishes: Preferences, words: Words) -> str:
    if wishes.zone is None:
        return words.say("settings.zone.none")
    now = time_there(wishes.zone, discord.utils.utcnow())
    return words.say("settings.zone", zone=zone_text(wishes.zone, words), now=now)


def _quiet_line(wishes: Preferences, words: Words) -> str:
    if wishes.quiet is None:
        return words.say("settings.quiet.none")
    begin, end = map(clock_text, wishes.quiet)
    return words.say("settings.quiet", begin=begin, end=end)


def _menu(
    press: PressId, prompt: str, keys: Mapping[Name, str], present: Name, words: Words
) -> ui.ActionRow[Any]:
    options = (option(words.say(keys[name]), name, is_chosen=name == present) for name in keys)
    return menu(press, words.say(prompt), options)


def _quiet_menu(wishes: Preferences, words: Words, line: int) -> ui.ActionRow[Any]:
    # Hours that were typed are offered too.
    nights = {(begin * 60, end * 60) for begin, end in _NIGHTS} | {wishes.quiet or (0, 0)}
    options = [option(words.say("settings.quiet.none"), _NONE, is_chosen=not wishes.quiet)]
    for night in sorted(night for night in nights if night[0] != night[1]):
        begin, end = map(clock_text, night)
        label = words.say("settings.quiet", begin=begin, end=end)
        options.append(option(label, f"{begin}-{end}", is_chosen=night == wishes.quiet))
    press = PressId(line, 0, PressKind.SETTING, "quiet")
    return menu(press, words.say("settings.quiet.prompt"), options)


def _days_line(wishes: Preferences, words: Words) -> str:
    days = tuple(map(words.weekday, wishes.free_days))
    return words.say("settings.days", days=days) if days else words.say("settings.days.none")


def _days_menu(wishes: Preferences, words: Words, line: int) -> ui.ActionRow[Any]:
    options = (
        option(words.weekday(int(day)), day, is_chosen=int(day) in wishes.free_days)
        for day in _WEEKDAYS
    )
    press = PressId(line, 0, PressKind.SETTING, "days")
    return menu(press, words.say("settings.days.prompt"), options, (0, MOST_DAYS_OFF))


class TableReminders(Answerer):
    """Sets the time after which a table reminds."""

    async def _rhythms(self, ix: Press, current: str) -> list[app_commands.Choice[str]]:
        words = self.readers.words(ix)
        choices = ((rhythm(hours, words), str(hours)) for hours in HOURS)
        return suggestions(choices, current, by_value=True)

    @slash("game reminders", suggest={"after": _rhythms}, causes=())
    async def reminders(self, ix: Press, after: str) -> None:
        """Set after how long the table of this channel reminds.

        Raises:
            TableError: there is no game here, or it is not theirs to settle.
        """
        words = self.readers.words(ix)
        hours = _rhythm_meant(after, words)
        if hours is None:
            choices = tuple(rhythm(number, words) for number in HOURS)
            await self.say(ix, "reminder.table.choices", choices=choices)
            return
        here = ix.channel_id or 0
        table = await self.tables.looks.choose(
            here, player_id(ix), hours, may_manage=await may_manage(ix, here)
        )
        table = await self.links.with_message(table)
        when = rhythm(hours, words)
        await self.say(ix, "reminder.table.set", when=when, link=link_to(table))


def _rhythm_meant(typed: str, words: Words) -> int | None:
    """Return the hours that were chosen, or typed as the list shows them: 12 hours, 2 days."""
    text = folded(typed)
    # A number alone is one of hours, never one of days.
    if text.isdecimal():
        text += "h"
    key = "reminder.table.hours"
    names = {n: folded(f"{n}h {rhythm(n, words)} {words.count(key, n)}") for n in HOURS}
    matches = [hours for hours, name in names.items() if f" {text} " in f" {name} "]
    return matches[0] if len(matches) == 1 else None


class AwayCommand(Answerer):
    """Notes an absence, or its end."""

    @slash(
        "me away", suggest={"until": day_choices(0, 1, 2, 3, 7, 14, 30)}, causes=(), anywhere=True
    )
    async def away(self, ix: Press, until: str) -> None:
        """Note the end of somebody's absence, or that they are back."""
        people, person, words = self.tables.people, person_of(ix), self.readers.words(ix)
        zone = (await people.preferences(person.id)).zone
        back = moment_typed(until, LONGEST_ABSENCE.days, zone, words)
        await people.be_away(person, back)
        if back is None:
            await self.say(ix, "away.back")
        else:
            await self.say(ix, "away.set", until=discord.utils.format_dt(back, "F"))

    async def after(self, ix: Press, act: str) -> None:
        """End the absence of somebody who has just acted, and say so, with a way to stay away."""
        is_act = act in ACTS or "pause" in vars(ix.namespace)
        people = self.tables.people
        # A game in memory is enough to see that they are not away, and Confirm reads nothing.
        stays = not is_act or people.is_here(ix.user.id, ix.extras.get(GAME, 0))
        if stays or (end := await people.acted(person_of(ix))) is None:
            return
        days = -((discord.utils.utcnow() - end) // timedelta(days=1))
        press, words = PressId(0, 0, PressKind.AWAY, str(days)), self.readers.words(ix)
        still = ui.ActionRow(button(press, words.say("away.still")))
        await self.replies.reply(ix, page(words.say("away.over"), still))

    @on_own_press(PressKind.AWAY)
    async def still(self, ix: Press, press: PressId) -> None:
        """Note again the absence that somebody's act has ended, in whole days."""
        await self.away(ix, press.arg)
