"""The four maps, their networks of seven lines, and the deck.

Source: ML §1, §2, §13.
"""

from collections.abc import Iterable, Sized
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, NewType

from metrobot.games.data_file import data_of

Station = NewType("Station", int)
"""Index of a station on its map, in the order of the data."""

Line = NewType("Line", int)
"""Index of a line on its map, in the order of the data."""

Spot = tuple[float, float]
"""Position in grid cells: x to the right, y down."""
_DATA: Final = data_of("metrolijn", "maps.json")
LABEL_SIZE: Final = float(_DATA["label_font_per_cell"])
"""Letter size of names on the drawing, in cells."""
HALF_BOX: Final = float(_DATA["station_half_box_per_cell"])
"""Distance from a station's middle to the edge of its box, in cells."""
WHOLE_IDS: Final[tuple[str, ...]] = tuple(_DATA["maps"])
"""Ids of the maps on which every line runs."""
MAP_IDS: Final[tuple[str, ...]] = (*WHOLE_IDS, *_DATA["networks"])
"""Ids of all maps and networks."""


class CardKind(StrEnum):
    """Kinds of cards (ML §4)."""

    NUMBER = "number"
    EXPRESS = "express"
    TRANSFER = "transfer"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card.

    Attributes:
        id: its name in records, such as "E2".
        kind: number, express, transfer or free ride.
        value: stations to cross, 2 to 6; 0 for kinds that cross none.
        count: copies in the deck.
        reshuffles: whether all cards are shuffled again after its round (ML §3.4).
    """

    id: str
    kind: CardKind
    value: int
    count: int
    reshuffles: bool


@dataclass(frozen=True, slots=True)
class StationSite:
    """A station as printed.

    Attributes:
        id: its name in records.
        name: shown to people.
        at: grid cells.
        is_special: whether it is starred, for the option `special` (ML §9).
        lines: number of lines that serve it, 1 or more (ML §4.3).
        label_anchor: compass side of the station for its name.
        label: its name as printed, line by line.
    """

    id: str
    name: str
    at: Spot
    is_special: bool
    lines: int
    label_anchor: str
    label: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LineSite:
    """A line as printed.

    Attributes:
        letter: its name in records, "A" to "J".
        name: shown to people.
        colour: such as "#e66aa4".
        is_ring: whether it has no terminus (ML §5).
        windows: number of cards it takes.
        first_points: for everyone who finishes it in the first round in which anyone does.
        later_points: for those who finish it later.
        stations: from the wagon on.
        track: the corners of its drawing, in grid cells.
        wagon: left, top, right, bottom of the wagon's box.
        wagon_side: compass side of the first station where the wagon stands.
    """

    letter: str
    name: str
    colour: str
    is_ring: bool
    windows: int
    first_points: int
    later_points: int
    stations: tuple[Station, ...]
    track: tuple[Spot, ...]
    wagon: tuple[float, float, float, float]
    wagon_side: str


@dataclass(frozen=True, slots=True)
class Bundle:
    """Tracks of several lines side by side.

    Attributes:
        ends: the smaller end point, then the larger, in grid cells.
        lines: in the order in which they lie side by side.
    """

    ends: tuple[Spot, Spot]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Map:
    """A whole sheet as printed, or only the lines of a network (ML §13).

    Attributes:
        id: its name in records.
        name: shown to people.
        size: grid cells, width and height.
        stations: all, in the order of the data.
        lines: all, in the order of the data.
        bundles: the tracks that run side by side.
    """

    id: str
    name: str
    size: tuple[int, int]
    stations: tuple[StationSite, ...]
    lines: tuple[LineSite, ...]
    bundles: tuple[Bundle, ...]
    windows: int = field(init=False)
    """Number of windows on a sheet, all lines together (ML §3.5)."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "windows", sum(line.windows for line in self.lines))

    def line_named(self, letter: str) -> Line | None:
        """Return a line by its letter, or None if there is none."""
        return _lines_of(self.id).get(letter)

    def station_named(self, id_: str) -> Station | None:
        """Return a station by its id, or None if there is none."""
        return _stations_of(self.id).get(id_)

    def stops(self, line: Line) -> frozenset[Station]:
        """Return the set of stations on a line."""
        return _stops(self.id)[line]

    def windows_left(self, filled: Iterable[Sized]) -> int:
        """Return the number of empty windows on a sheet, all lines together (ML §3.3).

        Args:
            filled: for each line the contents of its filled windows.
        """
        return self.windows - sum(map(len, filled))

    def lines_at(self, station: Station) -> tuple[Line, ...]:
        """Return the lines that serve a station, in ascending order."""
        return _serving(self.id)[station]


CARDS: Final = tuple(
    Card(
        raw["id"],
        CardKind(raw["kind"]),
        raw.get("value", 0),
        raw["count"],
        raw.get("reshuffle", False),
    )
    for raw in _DATA["deck"]
)
CARD_NAMED: Final = {card.id: card for card in CARDS}
DECK: Final = tuple(card for card in CARDS for _ in range(card.count))
"""The 14 cards, equal ones side by side (ML §2)."""


# Every state and view asks for its map, so each is built once for the process.
@lru_cache(maxsize=len(MAP_IDS))
def map_named(id_: str) -> Map:
    """Return a map or a network by its id, without the lines and stations not in use (ML §13)."""
    network = _DATA["networks"].get(id_, {"map": id_})
    raw = _DATA["maps"][network["map"]]
    letters = network.get("lines") or "".join(line["letter"] for line in raw["lines"])
    sites = [_station(station, letters) for station in raw["stations"]]
    stations = tuple(station for station in sites if station.lines)
    index = {station.id: Station(i) for i, station in enumerate(stations)}
    bundles = [_bundle(bundle, letters) for bundle in raw["parallel_segments"]]
    return Map(
        id=id_,
        name=network.get("title", raw["title"]),
        size=(raw["grid"]["width"], raw["grid"]["height"]),
        stations=stations,
        lines=tuple(_line(line, index) for line in raw["lines"] if line["letter"] in letters),
        bundles=tuple(bundle for bundle in bundles if len(bundle.lines) > 1),
    )


def _station(raw: dict[str, Any], letters: str) -> StationSite:
    """Parse one station of the data, counting only these lines."""
    return StationSite(
        raw["id"],
        raw["name"],
        (raw["x"], raw["y"]),
        raw["special"],
        sum(letter in letters for letter in raw["lines"]),
        raw["label"]["anchor"],
        tuple(raw["label"]["text"]),
    )


def _line(raw: dict[str, Any], index: dict[str, Station]) -> LineSite:
    left, top, right, bottom = raw["wagon"]["rect"]
    return LineSite(
        letter=raw["letter"],
        name=raw["name"],
        colour=raw["colour"],
        is_ring=raw["ring"],
        windows=raw["windows"],
        first_points=raw["first_points"],
        later_points=raw["later_points"],
        stations=tuple(index[id_] for id_ in raw["stations"]),
        track=tuple((x, y) for x, y in raw["track"]),
        wagon=(left, top, right, bottom),
        wagon_side=raw["wagon"]["side"],
    )


def _bundle(raw: dict[str, Any], letters: str) -> Bundle:
    """Parse one bundle of the data, keeping only these lines."""
    (ax, ay), (bx, by) = sorted((raw["from"], raw["to"]))
    lines = tuple(Line(letters.index(letter)) for letter in raw["lines"] if letter in letters)
    return Bundle(((ax, ay), (bx, by)), lines)


# These are cached by the map's id, which is quick to hash, unlike the map.
@lru_cache(maxsize=len(MAP_IDS))
def _lines_of(id_: str) -> dict[str, Line]:
    return {line.letter: Line(i) for i, line in enumerate(map_named(id_).lines)}


@lru_cache(maxsize=len(MAP_IDS))
def _stations_of(id_: str) -> dict[str, Station]:
    return {station.id: Station(i) for i, station in enumerate(map_named(id_).stations)}


@lru_cache(maxsize=len(MAP_IDS))
def _serving(id_: str) -> tuple[tuple[Line, ...], ...]:
    stops = _stops(id_)
    return tuple(
        tuple(Line(i) for i, stations in enumerate(stops) if Station(n) in stations)
        for n in range(len(map_named(id_).stations))
    )


@lru_cache(maxsize=len(MAP_IDS))
def _stops(id_: str) -> tuple[frozenset[Station], ...]:
    return tuple(frozenset(line.stations) for line in map_named(id_).lines)
