"""London: stations, links, colours and cards, as numbers.

Stations, links and colours are small integers, so that a line is a bit mask
and a state is cheap to copy. Names exist at the borders only.

Source: OU §1, §2.1 to §2.3.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final, NewType

from metrobot.games.data_file import data_of

Station = NewType("Station", int)
"""Index 0 to 99, in the order of the data."""

Link = NewType("Link", int)
"""Index 0 to 136, in the order of the data."""

Colour = NewType("Colour", int)
"""Index 0 to 10, in the order of the data."""
_DATA: Final = data_of("underground", "london.json")
SYMBOLS: Final = tuple(_DATA["connection_symbols"])
TOKENS_PER_SYMBOL: Final = int(_DATA["connection_tokens_per_symbol"])
START_SCORES: Final = tuple(_DATA["constants"]["start_scores"])
ACTIONS_A_TURN: Final = int(_DATA["constants"]["actions_per_turn"])
BRANCH_COST: Final = int(_DATA["constants"]["branch_cost"])
OPEN_CARDS: Final = int(_DATA["constants"]["open_cards"])


class StationKind(StrEnum):
    """Kinds of stations (OU §1)."""

    EXPRESS = "express"
    REGULAR = "regular"
    TERMINUS = "terminus"
    NATIONAL_RAIL = "national_rail"
    CONNECTION = "connection"
    START = "start"


@dataclass(frozen=True, slots=True)
class StationSite:
    """One station as printed.

    Attributes:
        id: its name in records.
        name: shown to people.
        kind: as printed.
        at: map units, x to the right, y down; 0 to 1000 and 0 to 700.
        label_side: compass side of the disc for its name.
        label_lines: its name as printed, line by line.
        label_shift: extra shift of the label in map units.
    """

    id: str
    name: str
    kind: StationKind
    at: tuple[float, float]
    label_side: str
    label_lines: tuple[str, ...]
    label_shift: tuple[float, float]


@dataclass(frozen=True, slots=True)
class LinkSite:
    """The spaces between two neighbouring stations.

    Attributes:
        a: one station.
        b: the other.
        spaces: number of colours that fit, 1 to 5.
    """

    a: Station
    b: Station
    spaces: int


@dataclass(frozen=True, slots=True)
class ColourSet:
    """One colour of pieces.

    Attributes:
        id: its name in records.
        code: letter that identifies it without its colour.
        hex: its colour, such as "#D7261E".
        pieces: 15 or 20.
    """

    id: str
    code: str
    hex: str
    pieces: int


STATIONS: Final = tuple(
    StationSite(
        id=raw["id"],
        name=raw["name"],
        kind=StationKind(raw["kind"]),
        at=(raw["x"], raw["y"]),
        label_side=raw["label"]["side"],
        label_lines=tuple(raw["label"]["lines"]),
        label_shift=(raw["label"]["dx"], raw["label"]["dy"]),
    )
    for raw in _DATA["stations"]
)
STATION_NAMED: Final = {site.id: Station(i) for i, site in enumerate(STATIONS)}
LINKS: Final = tuple(
    LinkSite(STATION_NAMED[raw["a"]], STATION_NAMED[raw["b"]], raw["spaces"])
    for raw in _DATA["links"]
)
LINK_BETWEEN: Final = {frozenset((link.a, link.b)): Link(i) for i, link in enumerate(LINKS)}
COLOURS: Final = tuple(
    ColourSet(raw["id"], raw["code"], raw["hex"], raw["pieces"]) for raw in _DATA["colours"]
)
COLOUR_NAMED: Final = {colour.id: Colour(i) for i, colour in enumerate(COLOURS)}
COLOUR_SETS: Final = {
    int(players): tuple(tuple(COLOUR_NAMED[name] for name in names) for names in sets)
    for players, sets in _DATA["colour_sets"].items()
    if players.isdecimal()
}
"""For each number of players, the colours of each seat (OU §2.1)."""

CARDS: Final = tuple(STATION_NAMED[raw["station"]] for raw in _DATA["cards"])
"""The destinations of the 55 cards, in the order of the data (OU §2.3)."""

CONNECTIONS: Final = tuple(
    Station(i) for i, site in enumerate(STATIONS) if site.kind is StationKind.CONNECTION
)
START: Final = STATION_NAMED[_DATA["meta"]["start"]]


LINKS_AT: Final = tuple(
    tuple(Link(i) for i, link in enumerate(LINKS) if station in (link.a, link.b))
    for station in range(len(STATIONS))
)
"""For each station, the links that touch it."""


def other_end(link: Link, station: Station) -> Station:
    """Return the station at the other end of a link."""
    site = LINKS[link]
    return site.b if site.a == station else site.a


@cache
def walks_from(start: Station) -> tuple[int, ...]:
    """Return the number of links on the shortest walk to each station."""
    walks = {start: 0}
    waiting = [start]
    # The list grows while it is gone through, so the nearest stations come first.
    for station in waiting:
        for link in LINKS_AT[station]:
            to = other_end(link, station)
            if to not in walks:
                walks[to] = walks[station] + 1
                waiting.append(to)
    return tuple(walks[Station(station)] for station in range(len(STATIONS)))
