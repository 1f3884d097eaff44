"""Names of companies, lines, places and markers in every text."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.city import SPOTS, TRIP_SPOTS, Ground, Marker
from metrobot.games.metromania.geometry import (
    CITY_CELLS,
    CORNERS,
    POINT_NAMES,
    Cell,
    Point,
    direction_between,
)
from metrobot.games.metromania.options import colours_of
from metrobot.games.metromania.result import SUNDAY
from metrobot.games.metromania.summary import Effect, Turn
from metrobot.games.metromania.view import View
from metrobot.ui.kit.views import DraftView, FactNames, GameView, PlayerNames
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import keyed

MetroGameView: TypeAlias = GameView[View, Turn]
MetroDraftView: TypeAlias = DraftView[View, Turn, Effect]

GROUNDS: Final = {ground: f"mm.ground.{ground.name.lower()}" for ground in Ground}
LINES: Final = keyed("mm.line", LineName)
_LINES_OF: Final = {name: f"{key}_of" for name, key in LINES.items()}
_LINES_OF_COMPANY: Final = {name: f"{key}_of_company" for name, key in LINES.items()}
COLOURS: Final = ("mm.colour.0", "mm.colour.1", "mm.colour.2", "mm.colour.3")
LETTERS_ON_MAP: Final = ("N", "O", "T", "P")
"""Letter of each colour, the same in all languages, as a table shares one picture."""
_COMPANIES: Final = ("mm.company.first", "mm.company.second")
_SHORT: Final = ("mm.company.first_short", "mm.company.second_short")
_LETTERS: Final = ("mm.company.first_letters", "mm.company.second_letters")
DAYS: Final = {day: f"mm.day.{day.lower()}" for day in (*"ABCDEF", SUNDAY)}
DIRECTIONS: Final = (
    "mm.direction.east",
    "mm.direction.north_east",
    "mm.direction.north_west",
    "mm.direction.west",
    "mm.direction.south_west",
    "mm.direction.south_east",
)


point: Final = POINT_NAMES.__getitem__
"""Return a point's name."""


def path(points: Iterable[Point]) -> str:
    """Return points as a way: F4–F5–G5."""
    return "–".join(POINT_NAMES[stop] for stop in points)


@dataclass(frozen=True, slots=True)
class Names(PlayerNames):
    """The people and companies of one game, and the words of one reader.

    Attributes:
        player_of: the player of each company.
        colours: the number of the colour of each company.
    """

    player_of: tuple[int, ...]
    colours: tuple[int, ...]

    @property
    def is_advanced(self) -> bool:
        """Whether a person runs two companies (MM §3.4)."""
        return len(self.player_of) > len(self.players)

    def player(self, seat: Seat) -> str:
        """Return the name of the person who runs a company."""
        return self.players[self.player_of[seat]]

    def _which(self, seat: Seat) -> int:
        """Return 0 for the first, 1 for the second company of a person."""
        return seat // len(self.players)

    def company(self, seat: Seat) -> str:
        """Return the full name of a company, or of its player if they have only one."""
        if not self.is_advanced:
            return self.player(seat)
        return self.words.say(_COMPANIES[self._which(seat)], name=self.player(seat))

    def short(self, seat: Seat) -> str:
        """Return a short but unmistakable name of a company."""
        if not self.is_advanced:
            return self.player(seat)
        return self.words.say(_SHORT[self._which(seat)], name=self.player(seat))

    @property
    def shorts(self) -> tuple[str, ...]:
        """The short names of all companies."""
        return tuple(self.short(Seat(n)) for n in range(len(self.player_of)))

    def line(self, seat: Seat, name: LineName) -> str:
        """Return a line with its owner."""
        if not self.is_advanced:
            return self.words.say(_LINES_OF[name], name=self.player(seat))
        letters = self.words.say(_LETTERS[self._which(seat)])
        return self.words.say(_LINES_OF_COMPANY[name], name=self.player(seat), letters=letters)

    def own_line(self, name: LineName) -> str:
        """Return a line without its owner."""
        return self.words.say(LINES[name])

    def colour(self, seat: Seat) -> str:
        """Return the colour of a company on the picture."""
        return self.words.say(COLOURS[self.colours[seat]])

    def letter(self, seat: Seat) -> str:
        """Return the letter of a company on the picture."""
        return LETTERS_ON_MAP[self.colours[seat]]

    def ground(self, ground: Ground) -> str:
        """Return the name of a kind of ground."""
        return self.words.say(GROUNDS[ground])

    def marker(self, marker: Marker) -> str:
        """Return a marker by its letter and type."""
        return self.words.say("mm.marker", letter=marker.letter, spot=self.ground(marker.spot))

    def markers(self, markers: Iterable[Marker]) -> str:
        """Return several markers as a list in words."""
        return self.words.listed([self.marker(marker) for marker in markers])

    def day(self, trip: str) -> str:
        """Return the day of a trip."""
        return self.words.say(DAYS[trip])

    def trip_ends(self, trip: str) -> str:
        """Return the two ends of a trip."""
        ends = (Ground.PARK, Ground.LAKE) if trip == SUNDAY else TRIP_SPOTS[trip]
        return self.words.say("mm.trip.ends", a=self.ground(ends[0]), b=self.ground(ends[1]))

    def companies(self, seats: Sequence[Seat]) -> str:
        """Return several companies as a list in words."""
        return self.words.listed([self.short(seat) for seat in seats])

    in_facts: ClassVar[FactNames] = {
        **PlayerNames.in_facts,
        **dict.fromkeys(("seat", "other"), short),
        "seats": companies,
        "day": day,
    }


def names_for(game_view: MetroGameView, words: Words) -> Names:
    """Return the names of a game, safe for Markdown."""
    return Names(words, game_view.shown, game_view.player_of, colours_of(game_view.rules))


def plain_names(game_view: MetroGameView, words: Words) -> Names:
    """Return the names for texts without Markdown: alt texts, menus, buttons."""
    return Names(words, game_view.plain, game_view.player_of, colours_of(game_view.rules))


def lettered(words: Words, hand: Iterable[Marker]) -> tuple[str, ...]:
    """Return the markers of a hand by the letters on pictures: of the trip and of the spot."""
    spots = dict(zip(SPOTS, words.say("mm.picture.spots"), strict=True))
    return tuple(f"{marker.letter} ({spots[marker.spot]})" for marker in hand)


def spots_of(words: Words, hand: Iterable[Marker]) -> tuple[str, ...]:
    """Return the kinds of areas in a hand by their letters on pictures, with how many of each."""
    counts, letters = Counter(marker.spot for marker in hand), words.say("mm.picture.spots")
    pairs = ((letter, counts[spot]) for spot, letter in zip(SPOTS, letters, strict=True))
    return tuple(f"{letter} ({n}×)" if n > 1 else letter for letter, n in pairs if n)


def occupied(view: View) -> dict[Cell, tuple[Seat, LineName]]:
    """Return the owner of each cell with a tunnel."""
    return {cell: (line.company, line.name) for line in view.lines for cell in line.cells}


def direction(words: Words, start: Point, end: Point) -> str:
    """Return the compass direction from a point to a neighbouring one."""
    return words.say(DIRECTIONS[direction_between(start, end)])


def third_corner(start: Point, end: Point, cell: Cell) -> Point:
    """Return the corner of a tunnel's cell that the line does not touch."""
    return next(corner for corner in CORNERS[cell] if corner not in (start, end))


def is_left(start: Point, end: Point, cell: Cell) -> bool:
    """Return whether a tunnel's cell lies to the left in the direction of digging."""
    third = third_corner(start, end, cell)
    return (direction_between(start, third) - direction_between(start, end)) % 6 == 1


def side_name(words: Words, start: Point, end: Point, cell: Cell) -> str:
    """Return the side of a tunnel's cell, left or right when looking ahead."""
    return words.say("mm.side.left" if is_left(start, end, cell) else "mm.side.right")


def ground_at(view: View, cell: Cell) -> Ground | None:
    """Return the ground of a cell; None for gates and blank cells."""
    return view.grounds[cell] if cell < CITY_CELLS and view.grounds else None
