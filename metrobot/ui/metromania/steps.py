"""The open choices of a draft in words, with their immediate effects and their tabs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from metrobot.games.metromania.actions import LINE_NAMES, Dig, LineName, PlaceStation
from metrobot.games.metromania.geometry import GATE_OF, TOUCHING, Point
from metrobot.games.metromania.summary import Effect
from metrobot.games.metromania.view import View
from metrobot.ui.metromania.names import Names, point, side_name
from metrobot.ui.pages.values import Group

MOST_STARTS: Final = 12
"""Most first tunnels on one tab; more are split into north and south."""
MOST_TOGETHER: Final = 14
"""Most tunnels of both lines on one tab."""
BOTH: Final = "dig"
SHORT_TABS: Final = {LineName.SOLID: "mm.short.solid", LineName.STRIPED: "mm.short.striped"}
LINE_TABS: Final = {LineName.SOLID: "mm.tab.solid", LineName.STRIPED: "mm.tab.striped"}
_NORTH: Final = 3
"""First of the southern sides."""
_HALVES: Final = (
    ("mm.tab.north", "mm.tab.north.short", True),
    ("mm.tab.south", "mm.tab.south.short", False),
)
"""Each half's name in full and on a tab, and whether it is the northern one."""


@dataclass(frozen=True, slots=True)
class OpenDig:
    """A tunnel that could be dug now.

    Attributes:
        index: its index in the draft's options.
        dig: the tunnel.
        effect: its immediate effect.
    """

    index: int
    dig: Dig
    effect: Effect


@dataclass(frozen=True, slots=True)
class OpenStation:
    """An intermediate station that could be placed now.

    Attributes:
        index: its index in the draft's options.
        station: the action that places it.
        effect: its immediate effect.
    """

    index: int
    station: PlaceStation
    effect: Effect


@dataclass(frozen=True, slots=True)
class OpenChoices:
    """All open choices of a draft, sorted by kind.

    Attributes:
        digs: tunnels of lines that are started.
        starts: first tunnels of lines.
        stations: intermediate stations.
        end: index of the choice that stops, passes or declines; None if not open.
    """

    digs: tuple[OpenDig, ...]
    starts: tuple[OpenDig, ...]
    stations: tuple[OpenStation, ...]
    end: int | None


def open_choices(options: Sequence[Effect]) -> OpenChoices:
    """Sort a draft's options by kind."""
    digs, starts = list[OpenDig](), list[OpenDig]()
    stations, end = list[OpenStation](), None
    for index, effect in enumerate(options):
        match effect.action:
            case Dig() as dig:
                (starts if dig.start in GATE_OF else digs).append(OpenDig(index, dig, effect))
            case PlaceStation() as station:
                stations.append(OpenStation(index, station, effect))
            case _:
                end = index
    return OpenChoices(tuple(digs), tuple(starts), tuple(stations), end)


def dig_label(names: Names, step: OpenDig) -> list[str]:
    """Return the parts of a tunnel's label: its end, its marker, its stations."""
    words, effect = names.words, step.effect
    parts = [place(names, step.dig)]
    if effect.placed is not None:
        parts.append(words.say("mm.label.places", letter=effect.placed.letter))
    if effect.built:
        count, points = len(effect.built), words.signed(effect.points)
        parts.append(words.count("mm.label.stations", count, points=points))
    return parts


def place(names: Names, dig: Dig) -> str:
    """Return a tunnel by its end and side, a first or last one by its gate."""
    if dig.start in GATE_OF:
        return names.words.say("mm.label.start", gate=point(dig.start), point=point(dig.end))
    if dig.end in GATE_OF:
        return names.words.say("mm.label.finish", gate=point(dig.end))
    side = side_name(names.words, dig.start, dig.end, dig.cell)
    return names.words.say("mm.step.brief", point=point(dig.end), side=side)


def site_label(names: Names, view: View, option: OpenStation) -> list[str]:
    """Return the parts of an intermediate station's label: its point, points and spots."""
    station_point, points = option.station.point, option.effect.points
    touches = [spots_touched(names, view, station_point)] if points else []
    return [point(station_point), names.words.signed(points), *touches]


def spots_touched(names: Names, view: View, station_point: Point) -> str:
    """Return the spots that a station on a point touches, in words."""
    grounds = [view.grounds[cell] for cell in TOUCHING[station_point]]
    spots = [names.ground(ground) for ground in grounds if ground is not None]
    return names.words.listed(spots) if spots else names.words.say("mm.touch.nothing")


@dataclass(frozen=True, slots=True)
class Tab:
    """The content of one tab.

    Attributes:
        key: of its group.
        line: the line of its choices; None for both.
        label: of the tab, in full.
        short: label on the button.
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
        """The numbered choices, in the order of the numbers."""
        return (*self.digs, *self.stations)

    @property
    def is_start(self) -> bool:
        """Whether a line is started here."""
        return bool(self.digs) and self.digs[0].dig.start in GATE_OF


def tabs_for(names: Names, choices: OpenChoices) -> tuple[Tab, ...]:
    """Return the tabs for digging, then those for stations."""
    return (*_digging(names, choices), *_station_offers(names, choices))


def _digging(names: Names, choices: OpenChoices) -> tuple[Tab, ...]:
    """Return the tabs for digging: a single one for both lines if all tunnels fit."""
    lines = {offer.dig.line for offer in (*choices.digs, *choices.starts)}
    if len(lines) > 1 and not choices.starts and len(choices.digs) <= MOST_TOGETHER:
        digs = sorted(choices.digs, key=lambda offer: LINE_NAMES.index(offer.dig.line))
        label = names.words.say("mm.tab.dig")
        return (Tab(BOTH, None, label, label, tuple(digs)),)
    return tuple(tab for name in LINE_NAMES for tab in _line_offers(names, choices, name))


def _line_offers(names: Names, choices: OpenChoices, name: LineName) -> Iterator[Tab]:
    label, short = names.words.say(LINE_TABS[name]), names.words.say(SHORT_TABS[name])
    digs = tuple(offer for offer in (*choices.digs, *choices.starts) if offer.dig.line is name)
    if len(digs) <= MOST_STARTS or digs[0].dig.start not in GATE_OF:
        if digs:
            yield Tab(str(name), name, label, short, digs)
        return
    for key, brief, is_north in _HALVES:
        half = tuple(d for d in digs if (GATE_OF[d.dig.start].side < _NORTH) is is_north)
        if half:
            side, half_label = key.rpartition(".")[2], names.words.say(key, line=label)
            yield Tab(f"{name}_{side}", name, half_label, names.words.say(brief, line=short), half)


def _station_offers(names: Names, choices: OpenChoices) -> Iterator[Tab]:
    for name in LINE_NAMES:
        stations = tuple(offer for offer in choices.stations if offer.station.line is name)
        if stations:
            label = names.words.say("mm.tab.station", line=names.own_line(name))
            short = names.words.say("mm.tab.station.short", line=names.words.say(SHORT_TABS[name]))
            yield Tab(f"{name}_station", name, label, short, stations=stations)


def shown_of(offers: Sequence[Tab], group: str | None, last: LineName | None) -> Tab | None:
    """Return the tab to show.

    Args:
        offers: all tabs.
        group: key of the tab asked for, now or before an earlier choice.
        last: the line dug last in this turn.
    """
    line = (group or "").partition("_")[0] or last
    # The tab asked for may be gone by now: then one of the same line, else the first.
    by_group = [offer for offer in offers if offer.key == group]
    by_line = [offer for offer in offers if offer.digs and offer.line == line]
    return next(iter((*by_group, *by_line, *offers)), None)


def tabs_of(offers: Sequence[Tab], open_tab: Tab | None) -> tuple[Group, ...]:
    """Return the buttons for the tabs; none for a single tab."""
    if len(offers) < 2 or open_tab is None:
        return ()
    return tuple(
        Group(tab.key, tab.label, is_shown=tab.key == open_tab.key, short=tab.short)
        for tab in offers
    )
