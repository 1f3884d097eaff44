"""The open choices of a draft, sorted onto tabs: of lines, and of stations on them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from metrobot.games.metromania.actions import LINE_NAMES, LineName
from metrobot.games.metromania.geometry import GATE_OF
from metrobot.ui.metromania.names import Names
from metrobot.ui.metromania.steps import OpenChoices, OpenDig, OpenStation
from metrobot.ui.pages.values import Group

MOST_STARTS: Final = 12
"""So many first tunnels stand on one tab; more are parted into north and south."""
MOST_TOGETHER: Final = 14
"""So many tunnels of both lines stand on one tab."""
BOTH: Final = "dig"
LINE_TABS: Final = {LineName.SOLID: "mm.tab.solid", LineName.STRIPED: "mm.tab.striped"}
_NORTH: Final = 3
"""Sides 0 to 2 are the northern ones."""


@dataclass(frozen=True, slots=True)
class Tab:
    """What stands on one tab.

    Attributes:
        key: of its group.
        line: that it is about; None: both.
        label: of the tab.
        digs: tunnels of the line, started or not.
        stations: intermediate stations on it.
    """

    key: str
    line: LineName | None
    label: str
    digs: tuple[OpenDig, ...] = ()
    stations: tuple[OpenStation, ...] = ()

    @property
    def choices(self) -> tuple[OpenDig | OpenStation, ...]:
        """What is numbered here, in the order of the numbers."""
        return (*self.digs, *self.stations)

    @property
    def is_start(self) -> bool:
        """Whether a line is started here."""
        return bool(self.digs) and self.digs[0].dig.start in GATE_OF


def tabs_for(names: Names, choices: OpenChoices) -> tuple[Tab, ...]:
    """Return the tabs: of both lines, then of the stations on them."""
    return (*_digging(names, choices), *_station_offers(names, choices))


def _digging(names: Names, choices: OpenChoices) -> tuple[Tab, ...]:
    """Return the tabs on which tunnels are dug: one for both lines where all fit on it."""
    both = {each.dig.line for each in (*choices.digs, *choices.starts)}
    if len(both) > 1 and not choices.starts and len(choices.digs) <= MOST_TOGETHER:
        digs = sorted(choices.digs, key=lambda each: LINE_NAMES.index(each.dig.line))
        return (Tab(BOTH, None, names.words.say("mm.tab.dig"), tuple(digs)),)
    return tuple(each for name in LINE_NAMES for each in _line_offers(names, choices, name))


def _line_offers(names: Names, choices: OpenChoices, name: LineName) -> Iterator[Tab]:
    """Yield the tabs on which a line is dug."""
    label = names.words.say(LINE_TABS[name])
    digs = tuple(each for each in (*choices.digs, *choices.starts) if each.dig.line is name)
    if len(digs) <= MOST_STARTS or digs[0].dig.start not in GATE_OF:
        if digs:
            yield Tab(str(name), name, label, digs)
        return
    for key, is_north in (("mm.tab.north", True), ("mm.tab.south", False)):
        found = tuple(d for d in digs if (GATE_OF[d.dig.start].side < _NORTH) is is_north)
        if found:
            side = key.rpartition(".")[2]
            yield Tab(f"{name}_{side}", name, names.words.say(key, line=label), found)


def _station_offers(names: Names, choices: OpenChoices) -> Iterator[Tab]:
    """Yield for each line the tab of its intermediate stations."""
    for name in LINE_NAMES:
        found = tuple(each for each in choices.stations if each.station.line is name)
        if found:
            label = names.words.say("mm.tab.station", line=names.own_line(name))
            yield Tab(f"{name}_station", name, label, stations=found)


def shown_of(offers: Sequence[Tab], group: str | None, last: LineName | None) -> Tab | None:
    """Return the tab that is shown.

    Args:
        offers: all tabs.
        group: that was asked for, now or before an earlier choice.
        last: the line dug last in this turn.
    """
    line = (group or "").partition("_")[0] or last
    asked = [offer for offer in offers if offer.key == group]
    dug = [offer for offer in offers if offer.digs and offer.line == line]
    return next(iter((*asked, *dug, *offers)), None)


def tabs_of(offers: Sequence[Tab], shown: Tab | None) -> tuple[Group, ...]:
    """Return the buttons that lead to the tabs; none where there is but one."""
    if len(offers) < 2 or shown is None:
        return ()
    return tuple(Group(each.key, each.label, is_shown=each.key == shown.key) for each in offers)
