"""The open choices of a draft in words, each with what it would do at once, and their tabs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from metrobot.games.metromania.actions import LINE_NAMES, Dig, LineName, PlaceStation
from metrobot.games.metromania.geometry import GATE_OF, TOUCHING, Point
from metrobot.games.metromania.summary import Effect
from metrobot.games.metromania.view import View
from metrobot.ui.metromania.names import Names, point, side_name
from metrobot.ui.pages.values import Group


@dataclass(frozen=True, slots=True)
class OpenDig:
    """A tunnel that could be dug now.

    Attributes:
        index: among the plan's options.
        dig: the tunnel.
        effect: what it would do.
    """

    index: int
    dig: Dig
    effect: Effect


@dataclass(frozen=True, slots=True)
class OpenStation:
    """An intermediate station that could be placed now.

    Attributes:
        index: among the plan's options.
        station: where.
        effect: what it would do.
    """

    index: int
    station: PlaceStation
    effect: Effect


@dataclass(frozen=True, slots=True)
class OpenChoices:
    """All that is open in a draft, sorted by kind.

    Attributes:
        digs: tunnels of lines that are started.
        starts: first tunnels of lines.
        stations: intermediate stations.
        end: index of the choice that stops, passes or declines; None: not open.
    """

    digs: tuple[OpenDig, ...]
    starts: tuple[OpenDig, ...]
    stations: tuple[OpenStation, ...]
    end: int | None


def open_choices(options: Sequence[Effect]) -> OpenChoices:
    """Return a plan's options, sorted by kind."""
    digs, starts = list[OpenDig](), list[OpenDig]()
    stations, end = list[OpenStation](), None
    for index, effect in enumerate(options):
        match effect.action:
            case Dig() as dig:
                kind = starts if dig.start in GATE_OF else digs
                kind.append(OpenDig(index, dig, effect))
            case PlaceStation() as station:
                stations.append(OpenStation(index, station, effect))
            case _:
                end = index
    return OpenChoices(tuple(digs), tuple(starts), tuple(stations), end)


def dig_label(names: Names, step: OpenDig) -> list[str]:
    """Return a tunnel as parts of a label: where to, what it places, what it makes."""
    words, effect = names.words, step.effect
    parts = [place_label(names, step.dig)]
    if effect.placed is not None:
        parts.append(words.say("mm.label.places", letter=effect.placed.letter))
    if effect.built:
        count, points = len(effect.built), words.signed(effect.points)
        parts.append(words.count("mm.label.stations", count, points=points))
    return parts


def place_label(names: Names, dig: Dig) -> str:
    """Return a tunnel by its end and side, a first or last one by its gate."""
    if dig.start in GATE_OF:
        return names.words.say("mm.label.start", gate=point(dig.start), point=point(dig.end))
    if dig.end in GATE_OF:
        return names.words.say("mm.label.finish", gate=point(dig.end))
    side = side_name(names.words, dig.start, dig.end, dig.cell)
    return names.words.say("mm.step.brief", point=point(dig.end), side=side)


def site_label(names: Names, view: View, option: OpenStation) -> list[str]:
    """Return an intermediate station as parts of a label: where, its points, what it touches."""
    at, points = option.station.point, option.effect.points
    touches = [spots_touched(names, view, at)] if points else []
    return [point(at), names.words.signed(points), *touches]


def spots_touched(names: Names, view: View, at: Point) -> str:
    """Return what a station on a point touches: its spots, in words."""
    listed = [view.grounds[cell] for cell in TOUCHING[at]]
    found = [names.ground(ground) for ground in listed if ground is not None]
    return names.words.listed(found) if found else names.words.say("mm.touch.nothing")


MOST_STARTS: Final = 12
"""So many first tunnels stand on one tab; more are parted into north and south."""
MOST_TOGETHER: Final = 14
"""So many tunnels of both lines stand on one tab."""
BOTH: Final = "dig"
SHORT_TABS: Final = {LineName.SOLID: "mm.short.solid", LineName.STRIPED: "mm.short.striped"}
LINE_TABS: Final = {LineName.SOLID: "mm.tab.solid", LineName.STRIPED: "mm.tab.striped"}
_NORTH: Final = 3
"""Sides 0 to 2 are the northern ones."""
_HALVES: Final = (
    ("mm.tab.north", "mm.tab.north.short", True),
    ("mm.tab.south", "mm.tab.south.short", False),
)
"""What each half is called, in full and on a tab, and whether it is the northern one."""


@dataclass(frozen=True, slots=True)
class Tab:
    """What stands on one tab.

    Attributes:
        key: of its group.
        line: that it is about; None: both.
        label: of the tab, in full.
        short: on the tab.
        digs: tunnels of the line, started or not.
        stations: intermediate stations on it.
    """

    key: str
    line: LineName | None
    label: str
    short: str
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
        label = names.words.say("mm.tab.dig")
        return (Tab(BOTH, None, label, label, tuple(digs)),)
    return tuple(each for name in LINE_NAMES for each in _line_offers(names, choices, name))


def _line_offers(names: Names, choices: OpenChoices, name: LineName) -> Iterator[Tab]:
    """Yield the tabs on which a line is dug."""
    label, short = names.words.say(LINE_TABS[name]), names.words.say(SHORT_TABS[name])
    digs = tuple(each for each in (*choices.digs, *choices.starts) if each.dig.line is name)
    if len(digs) <= MOST_STARTS or digs[0].dig.start not in GATE_OF:
        if digs:
            yield Tab(str(name), name, label, short, digs)
        return
    for key, brief, is_north in _HALVES:
        found = tuple(d for d in digs if (GATE_OF[d.dig.start].side < _NORTH) is is_north)
        if found:
            side, said = key.rpartition(".")[2], names.words.say(key, line=label)
            yield Tab(f"{name}_{side}", name, said, names.words.say(brief, line=short), found)


def _station_offers(names: Names, choices: OpenChoices) -> Iterator[Tab]:
    """Yield for each line the tab of its intermediate stations."""
    for name in LINE_NAMES:
        found = tuple(each for each in choices.stations if each.station.line is name)
        if found:
            label = names.words.say("mm.tab.station", line=names.own_line(name))
            short = names.words.say("mm.tab.station.short", line=names.words.say(SHORT_TABS[name]))
            yield Tab(f"{name}_station", name, label, short, stations=found)


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
    return tuple(
        Group(each.key, each.label, is_shown=each.key == shown.key, short=each.short)
        for each in offers
    )
