"""The private planner: a draft in words, with everything that could come next."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from metrobot.games.metromania.actions import LINE_NAMES, LineName
from metrobot.games.metromania.view import View
from metrobot.ui.metromania.cast import Cast, MetroPlan, point
from metrobot.ui.metromania.steps import (
    OpenChoices,
    OpenDig,
    OpenStation,
    brief_dig_text,
    dig_text,
    effects_of,
    short_label,
    spots_touched,
    station_text,
)
from metrobot.ui.metromania.summary import owed, so_far, summary
from metrobot.ui.pages.values import Choice, Group, Menu
from metrobot.ui.words.lengths import clipped, length
from metrobot.ui.words.limits import CHOICE_LIMIT

TEXT_LIMIT: Final = 3500
MOST_BUTTONS: Final = 20
MOST_MENUS: Final = 3
LONG_LABELS: Final = 10
"""Up to so many buttons say more than a number."""
DIG_GROUP: Final = "dig"
STATION_GROUP: Final = "station"
_LINE_TITLES: Final = {LineName.SOLID: "mm.plan.solid", LineName.STRIPED: "mm.plan.striped"}
_START_MENUS: Final = {
    LineName.SOLID: "mm.menu.start_solid",
    LineName.STRIPED: "mm.menu.start_striped",
}
_STATION_MENUS: Final = {
    LineName.SOLID: "mm.menu.station_solid",
    LineName.STRIPED: "mm.menu.station_striped",
}
_DIG_MENUS: Final = {
    LineName.SOLID: "mm.menu.dig_solid",
    LineName.STRIPED: "mm.menu.dig_striped",
}


def numbers(choices: OpenChoices, view: View) -> dict[int, int]:
    """Return the number on the picture of each choice that has one, by its index.

    First tunnels have numbers only while no line can be dug on: they lie all
    around the city, and the picture is to show the ends of lines large.
    """
    if view.bonus_line is not None:
        return {option.index: n for n, option in enumerate(choices.stations, start=1)}
    if choices.digs:
        return {option.index: n for n, option in enumerate(choices.digs, start=1)}
    places = list(dict.fromkeys((o.dig.start, o.dig.end) for o in choices.starts))
    return {o.index: places.index((o.dig.start, o.dig.end)) + 1 for o in choices.starts}


def _pressed(choices: OpenChoices, view: View) -> dict[int, int]:
    """Return the numbers of those choices that are meant for buttons."""
    starts = {start.index for start in choices.starts}
    return {index: n for index, n in numbers(choices, view).items() if index not in starts}


def text(cast: Cast, plan: MetroPlan, choices: OpenChoices) -> str:
    """Return all that the planner says, within its limit."""
    if plan.is_turn_over:
        return summary(cast, plan)
    for describe in (dig_text, brief_dig_text):
        found = _text(cast, plan, choices, describe)
        if length(found) <= TEXT_LIMIT:
            return found
    return clipped(found, TEXT_LIMIT)


def _text(
    cast: Cast,
    plan: MetroPlan,
    choices: OpenChoices,
    describe: Callable[[Cast, OpenDig], str],
) -> str:
    """Return all that the planner says, tunnels described in this way."""
    view = plan.view
    title = cast.words.say("mm.plan.title", name=cast.company(plan.seat))
    parts = [[title, *so_far(cast, plan.turn), *owed(cast, plan, choices)]]
    if view.bonus_line is not None:
        parts.append(_bonus_list(cast, view, choices))
    parts.extend(_dig_lists(cast, plan, choices, describe))
    parts.append(list(_menu_notes(cast, choices, view)))
    return "\n\n".join("\n".join(part) for part in parts if part)


def _dig_lists(
    cast: Cast, plan: MetroPlan, choices: OpenChoices, describe: Callable[[Cast, OpenDig], str]
) -> Iterator[list[str]]:
    """Yield for each line that can grow its numbered tunnels."""
    number = numbers(choices, plan.view)
    for name, digs in _by_line(choices.digs):
        line = plan.view.companies[plan.seat].lines[LINE_NAMES.index(name)]
        title = cast.words.count(
            _LINE_TITLES[name], line.tunnels_left, point=point(line.points[-1])
        )
        items = [
            cast.words.say("mm.plan.item", n=number[dig.index], what=describe(cast, dig))
            for dig in digs
        ]
        yield [title, *items]


def _by_line(digs: Sequence[OpenDig]) -> list[tuple[LineName, list[OpenDig]]]:
    """Return tunnels by their lines, solid first, in their own order."""
    ordered = sorted(digs, key=lambda option: LINE_NAMES.index(option.dig.line))
    return [(name, list(found)) for name, found in groupby(ordered, key=lambda o: o.dig.line)]


def _bonus_list(cast: Cast, view: View, choices: OpenChoices) -> list[str]:
    """Return the stations of the line just ended, numbered (MM §10.3)."""
    assert view.bonus_line is not None  # asked for only then
    title = cast.words.say("mm.plan.bonus", line=cast.own_line(view.bonus_line))
    items = [
        cast.words.say("mm.plan.item", n=n, what=station_text(cast, view, option))
        for n, option in enumerate(choices.stations, start=1)
    ]
    return [title, *items]


def _menu_notes(cast: Cast, choices: OpenChoices, view: View) -> Iterator[str]:
    """Yield what the menus below the text are for."""
    if choices.starts:
        yield cast.words.say("mm.plan.starts")
    if choices.stations and view.bonus_line is None:
        yield cast.words.say("mm.plan.stations")


def buttons(cast: Cast, choices: OpenChoices, view: View) -> tuple[Choice, ...]:
    """Return the numbered buttons, and the one that ends the dig; empty if too many."""
    number = _pressed(choices, view)
    end = _end_button(cast, choices, view)
    if len(number) + len(end) > MOST_BUTTONS:
        return end
    is_long = len(number) <= LONG_LABELS
    if view.bonus_line is not None:
        labels = {option.index: point(option.station.point) for option in choices.stations}
    else:
        labels = {option.index: short_label(cast, option.dig) for option in choices.digs}
    numbered = [
        Choice(index, f"{n} · {labels[index]}" if is_long else str(n))
        for index, n in number.items()
    ]
    return (*numbered, *end)


def _end_button(cast: Cast, choices: OpenChoices, view: View) -> tuple[Choice, ...]:
    """Return the button that stops, passes or declines, where it is open."""
    if choices.end is None:
        return ()
    if view.bonus_line is not None:
        key = "mm.button.decline"
    else:
        key = "mm.button.stop" if view.tunnels_dug else "mm.button.pass"
    return (Choice(choices.end, cast.words.say(key)),)


def menus(cast: Cast, choices: OpenChoices, view: View) -> tuple[Menu, ...]:
    """Return the menus for what has no button."""
    found: list[Menu] = []
    number = numbers(choices, view)
    if len(_pressed(choices, view)) + (choices.end is not None) > MOST_BUTTONS:
        found.extend(_dig_menu(cast, choices, view, *pair) for pair in _by_line(choices.digs))
    for name, starts in _by_line(choices.starts):
        prompt = cast.words.say(_START_MENUS[name])
        found.append(Menu(prompt, tuple(_start_choice(cast, start, number) for start in starts)))
    if view.bonus_line is None:
        found.extend(_station_menus(cast, choices, view))
    return tuple(found)


def _dig_menu(
    cast: Cast, choices: OpenChoices, view: View, name: LineName, digs: Sequence[OpenDig]
) -> Menu:
    """Return the menu of one line's tunnels, with the numbers of the picture."""
    number = numbers(choices, view)
    return Menu(
        cast.words.say(_DIG_MENUS[name]),
        tuple(
            Choice(
                dig.index,
                f"{number[dig.index]} · {short_label(cast, dig.dig)}",
                clipped(", ".join(effects_of(cast, dig)), CHOICE_LIMIT),
            )
            for dig in digs
        ),
    )


def _start_choice(cast: Cast, start: OpenDig, number: Mapping[int, int]) -> Choice:
    """Return a first tunnel as an entry of a menu, numbered if the picture shows it so."""
    dig = start.dig
    label = cast.words.say("mm.menu.start", gate=point(dig.start), point=point(dig.end))
    if start.index in number:
        label = f"{number[start.index]} · {label}"
    return Choice(start.index, label, clipped(", ".join(effects_of(cast, start)), CHOICE_LIMIT))


def _station_menus(cast: Cast, choices: OpenChoices, view: View) -> Iterator[Menu]:
    """Yield for each line the menu of its intermediate stations."""
    for name in LINE_NAMES:
        options = [option for option in choices.stations if option.station.line is name]
        if options:
            entries = tuple(_station_choice(cast, view, option) for option in options)
            yield Menu(cast.words.say(_STATION_MENUS[name]), entries)


def _station_choice(cast: Cast, view: View, option: OpenStation) -> Choice:
    """Return an intermediate station as an entry of a menu."""
    at, points = option.station.point, cast.words.signed(option.effect.points)
    label = cast.words.say("mm.menu.station", point=point(at), points=points)
    hint = cast.words.say("mm.menu.touches", touches=spots_touched(cast, view, at))
    return Choice(option.index, label, clipped(hint, CHOICE_LIMIT))


def grouped(
    cast: Cast, choices: OpenChoices, view: View, group: str | None
) -> tuple[tuple[Group, ...], tuple[Menu, ...]]:
    """Return the groups, if the menus are too many, and the menus to show now."""
    found = menus(cast, choices, view)
    if len(found) <= MOST_MENUS:
        return (), found
    stations = tuple(_station_menus(cast, choices, view))
    groups = (
        Group(DIG_GROUP, cast.words.say("mm.group.dig")),
        Group(STATION_GROUP, cast.words.say("mm.group.station")),
    )
    return groups, stations if group == STATION_GROUP else found[: len(found) - len(stations)]
