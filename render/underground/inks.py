"""Colours of On the Underground by role, and the palette of its pictures."""

from collections.abc import Iterator
from typing import Final

from metrobot.games.underground.board import COLOURS, StationKind
from render import theme
from render.palette import Palette, ramp
from render.theme import Colour, blend, hex_colour

MAP: Final = hex_colour("#FAF7F0")
"""The ground of the map."""

THAMES: Final = hex_colour("#DCEBF3")
"""The river: paler than any line."""

RIVER_INK: Final = theme.LAKE_INK
"""Name of the river."""

SPACE_EDGE: Final = hex_colour("#827C70")
"""A space without a piece."""

LINES: Final = tuple(hex_colour(colour.hex) for colour in COLOURS)
"""Colours of the pieces, in the order of the data."""

STRENGTH: Final = {"yellow": 0.48, "pink": 0.66}
"""Share of their own colour that pale pieces keep, where it differs from `USUAL`.

These two would look alike to some eyes.
"""
USUAL: Final = 0.58

PALE: Final = tuple(
    blend(ink, MAP, STRENGTH.get(colour.id, USUAL))
    for colour, ink in zip(COLOURS, LINES, strict=True)
)
"""Paler colours of old pieces beside new ones, and of others' beside the reader's own."""

PALE_INK: Final = blend(theme.INK, MAP, 0.6)
"""Outlines of pale pieces."""


LINE_INKS: Final = tuple(map(theme.legible_on, LINES))
"""Legible ink for each line's colour."""

EXPRESS: Final = hex_colour("#FFD21F")
REGULAR: Final = hex_colour("#FFFFFF")
TERMINUS: Final = hex_colour("#D7261E")
RAIL: Final = hex_colour("#1F5FBF")
CONNECTION: Final = hex_colour("#2A8C4A")
START: Final = hex_colour("#1B1B1B")
KINDS: Final = {
    StationKind.EXPRESS: EXPRESS,
    StationKind.REGULAR: REGULAR,
    StationKind.TERMINUS: TERMINUS,
    StationKind.NATIONAL_RAIL: RAIL,
    StationKind.CONNECTION: CONNECTION,
    StationKind.START: START,
}

HARM: Final = TERMINUS
"""Core of the number of a choice that does harm."""

PAWN: Final = hex_colour("#E5007D")
STEP: Final = PAWN
"""The passenger's route, and the ring around its end."""

OLD_STEP: Final = blend(PAWN, MAP, 0.78)
"""The passenger's routes in earlier turns."""

STANDING: Final = frozenset({"red", "blue", "orange", "purple", "black"})
"""Colours of which every player has one, which stands for them: no eye takes two for one."""

WAYS: Final = tuple(
    blend(theme.CARD, ink, 0.3) if colour.id == "purple" else blend(theme.INK, ink, 0.2)
    for colour, ink in zip(COLOURS, LINES, strict=True)
)
"""The passenger's routes in the turns of several players: dark enough for thin lines.

Purple is light, since to some eyes it is a blue.
"""

CHIP: Final = theme.INK
"""Ground of the name of an open destination."""

CHIP_INK: Final = theme.CARD
CHIP_EXPRESS: Final = hex_colour("#FFE27A")
FEW: Final = theme.WARNING


def _roles() -> Iterator[Colour]:
    """Yield every colour that a picture may have as a plain surface."""
    yield from (theme.PAGE, theme.CARD, theme.QUIET_CARD, theme.RULE)
    yield from (MAP, THAMES, RIVER_INK, SPACE_EDGE)
    yield from (theme.INK, theme.SOFT_INK, theme.FAINT_INK, theme.GOOD, theme.BAD)
    yield from (*LINES, *PALE, PALE_INK, *KINDS.values(), PAWN, OLD_STEP, CHIP_EXPRESS, FEW)
    yield from WAYS


def _edges() -> Iterator[Colour]:
    """Yield the colours of smooth edges, the most visible ones first."""
    yield from ramp(theme.INK, MAP, 3)
    yield from ramp(theme.INK, theme.CARD, 3)
    for colour, ink in zip(LINES, LINE_INKS, strict=True):
        yield from ramp(theme.INK, colour, 1)
        yield from ramp(ink, colour, 2)
        yield from ramp(colour, MAP, 1)
    for colour in PALE:
        yield from ramp(PALE_INK, colour, 1)
        yield from ramp(theme.INK, colour, 1)
    for colour in KINDS.values():
        yield from ramp(theme.INK, colour, 1)
        yield from ramp(theme.CARD, colour, 1)
    for colour in (PAWN, OLD_STEP, theme.FAINT_INK, theme.SOFT_INK):
        yield from ramp(colour, MAP, 2)
        yield from ramp(colour, theme.INK, 1)
    for colour in (SPACE_EDGE, theme.SOFT_INK):
        yield from ramp(colour, MAP, 2)
        yield from ramp(theme.INK, colour, 1)
    yield from ramp(THAMES, MAP, 2)
    yield from ramp(RIVER_INK, MAP, 2)
    yield from ramp(SPACE_EDGE, THAMES, 2)
    yield from ramp(theme.CARD, theme.PAGE, 1)
    yield from ramp(theme.CARD, theme.SOFT_INK, 1)
    yield from ramp(CHIP_EXPRESS, theme.INK, 3)
    yield from ramp(FEW, theme.INK, 3)


PALETTE: Final = Palette((*_roles(), *_edges()))
