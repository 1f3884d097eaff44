"""One player on a picture of all players."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from metrobot.games.metrolijn.board import Line
from metrobot.games.metrolijn.line_state import LineState, line_states
from metrobot.games.metrolijn.summary import Change
from metrobot.games.metrolijn.view import SheetView, View
from render import theme
from render.boxes import Box
from render.canvas import Canvas
from render.metrolijn import glyphs, inks
from render.metrolijn.captions import SheetWords
from render.metrolijn.glyphs import Share
from render.text.lettering import Weight, drawable_names, least_size, width, with_minus

WIDE: Final = 1200
"""Width of every picture, in px."""
UNIT: Final = least_size(WIDE)
"""Size of the smallest letters."""
PAD: Final = 16
BADGE: Final = 17
"""Distance from the middle of a line's letter to its badge's edge."""
NAME: Final = 30
"""Size of the letters of a name."""
FEW: Final = 4
"""Most players that have colours of their own, and a place in each station."""
HALVES: Final = ((-1, 0), (1, 0))
QUARTERS: Final = ((-1, -1), (1, -1), (-1, 1), (1, 1))


@dataclass(frozen=True, slots=True)
class Person:
    """A player with their sheet.

    Attributes:
        view: the view that is drawn.
        sheet: the player's sheet.
        name: the player's name, drawable.
        new: the new marks on the sheet.
        words: words in the reader's language.
        place: the player's place at the end; 0 before.
    """

    view: View
    sheet: SheetView
    name: str
    new: Change
    words: SheetWords
    place: int = 0

    @property
    def is_coloured(self) -> bool:
        """Whether the player has a colour of their own."""
        return 1 < len(self.view.sheets) <= FEW

    @property
    def colour(self) -> theme.Colour:
        """The player's colour, or ink."""
        return inks.PEOPLE[self.sheet.seat] if self.is_coloured else theme.INK

    @property
    def part(self) -> tuple[int, int]:
        """The player's part of a station, -1, 0 or 1 across and down."""
        return (QUARTERS if len(self.view.sheets) > len(HALVES) else HALVES)[self.sheet.seat]

    @property
    def lines(self) -> tuple[LineState, ...]:
        """The state of each line on the player's sheet."""
        return line_states(self.view, self.sheet.seat)


def people_of(
    view: View, names: Sequence[str], words: SheetWords, new: Sequence[Change] = ()
) -> list[Person]:
    """Return each player with their sheet, in the order of their seats."""
    told = new or [Change()] * len(view.sheets)
    each = zip(view.sheets, drawable_names(names, words.player), told, strict=True)
    return [Person(view, sheet, name, change, words) for sheet, name, change in each]


def draw_swatch(canvas: Canvas, at: tuple[int, int], half: int, person: Person) -> None:
    """Draw a station with only a player's part, as a sign of who is who."""
    canvas.stamp(glyphs.box_stamp(half, (), theme.INK, inks.BOX, is_special=False), *at)
    share = Share(person.part, person.colour, is_hollow=False)
    canvas.stamp(glyphs.shares_stamp(parted(half), (share,)), *at)


def parted(half: int, *, is_end: bool = False) -> int:
    """Return the px from a station's middle to the edge of people's parts."""
    return round(half * (0.68 if is_end else 0.84))


def draw_badge(
    canvas: Canvas, at: tuple[int, int], person: Person, line: Line, *, is_new: bool = False
) -> None:
    """Draw a line's letter on its colour, in a contour if it is new."""
    site = person.view.map.lines[line]
    canvas.layers(glyphs.contour_stamps(BADGE) if is_new else (), *at)
    canvas.stamp(glyphs.lettered_stamp(BADGE, site.colour, site.letter), *at)


def draw_heading(canvas: Canvas, box: Box, person: Person) -> None:
    """Draw a player's name, the points won and, before the end, the points lost."""
    (left, top, right, bottom), count = box, person.sheet.count
    middle, is_over = (top + bottom) // 2, person.view.result is not None
    score = with_minus(count.score if is_over else count.earned)
    canvas.text((right, middle), score, 42, weight=Weight.BOLD, anchor="rm")
    right -= max(62, width(score, 42, Weight.BOLD) + 14)
    if not is_over:
        right = draw_minus(canvas, (right, middle), person)
    if person.is_coloured:
        draw_swatch(canvas, (left + 20, middle), 20, person)
        left += 56
    canvas.text(
        (left, middle), person.name, NAME, weight=Weight.BOLD, anchor="lm", room=right - left
    )


def draw_minus(canvas: Canvas, at: tuple[int, int], person: Person) -> int:
    """Draw the points lost for empty stations, and return the px where they begin."""
    (right, middle), minus = at, f"\N{MINUS SIGN}{person.sheet.count.minus}"
    canvas.text((right, middle + 2), minus, UNIT, ink=theme.SOFT_INK, anchor="rm")
    right -= max(38, width(minus, UNIT, Weight.SEMIBOLD)) + 16
    canvas.stamp(glyphs.filled_stamp(8, inks.BOX, theme.SOFT_INK), right, middle + 2)
    return right - 20
