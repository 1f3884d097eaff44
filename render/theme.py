"""Colours by role; a test checks them for colour-blind eyes.

All colours of a picture are known here, so that its palette (`palette.py`) can be made
before anything is drawn.
"""

from typing import Final, NamedTuple

Colour = tuple[int, int, int]
NEW_GAP: Final = 5
"""Px of paper between a new sign and its contour of ink, at a picture's full size."""
NEW_RIM: Final = 4
"""Px of the contour of ink around a new sign."""


def hex_colour(code: str) -> Colour:
    """Return a colour from its six hexadecimal digits, with or without "#" before them."""
    red, green, blue = bytes.fromhex(code.removeprefix("#"))
    return red, green, blue


def blend(over: Colour, under: Colour, share: float) -> Colour:
    """Return a colour laid over another; share 1 is the upper one alone."""
    red, green, blue = (
        round(a * share + b * (1 - share)) for a, b in zip(over, under, strict=True)
    )
    return red, green, blue


PAGE: Final = hex_colour("E6E1D8")
CARD: Final = hex_colour("FCFBF8")
QUIET_CARD: Final = hex_colour("F1EDE5")
RULE: Final = hex_colour("DCD6CA")
INK: Final = hex_colour("24282E")
SOFT_INK: Final = hex_colour("5C6066")
FAINT_INK: Final = hex_colour("8C877D")
CASING: Final = CARD


def legible_on(colour: Colour) -> Colour:
    """Return ink or white, whichever is easier to read on a colour."""
    red, green, blue = colour
    return INK if red * 0.3 + green * 0.59 + blue * 0.11 > 138 else CARD


DISTRICTS: Final = tuple(
    map(hex_colour, ("F7F1E4", "EFF1EE", "F5EBE6", "F1F0E2", "EBEEF2", "F3EDF0"))
)
"""Grounds of the six sextants: neighbours differ just enough to be told apart."""

NAME_GROUND: Final = hex_colour("F9F5ED")
"""Ground of the points' names."""

CELL_EDGE: Final = hex_colour("DAD3C6")
DISTRICT_EDGE: Final = hex_colour("B3A994")
CITY_EDGE: Final = hex_colour("8F8673")
PARK: Final = hex_colour("CBE2B8")
PARK_INK: Final = hex_colour("4F7F3A")
LAKE: Final = hex_colour("BFDDF0")
LAKE_INK: Final = hex_colour("3F7FA8")

HOME: Final = hex_colour("8A4B32")
WORK: Final = hex_colour("4A5260")
LEISURE: Final = hex_colour("77702A")
SPOTS: Final = (HOME, WORK, LEISURE)

COMPANIES: Final = tuple(map(hex_colour, ("1F4FAE", "C25D0A", "0B876D", "681052")))
"""Navy, orange, teal, plum: far apart for the three kinds of colour-blind eyes.

Letters on them are those of a card.
"""

HINT: Final = hex_colour("FFDF3D")
"""Band above a picture of choices that were not made, as in a hint."""


WARNING: Final = hex_colour("F7C61B")
GATE_START: Final = CARD
GATE_END: Final = hex_colour("3A3D42")
BAD: Final = hex_colour("B3261E")
GOOD: Final = hex_colour("1E7B45")

EDGES: Final = tuple(
    blend(colour, INK, share) for colour, share in zip(COMPANIES, (1, 0.7, 0.85, 1), strict=True)
)
"""Outlines of pale shapes in a company's colour: visible on every ground."""

OLD_LINES: Final = tuple(blend(colour, CARD, 0.6) for colour in COMPANIES)
"""Tunnels of earlier turns on boards that show changes, within their outlines."""

UNUSED: Final = blend(FAINT_INK, INK, 0.75)
"""Lines that a trip does not use, and empty places of cards: thin, but visible everywhere."""

GHOSTS: Final = tuple(blend(colour, CARD, 0.4) for colour in COMPANIES)
"""Tunnels that could be dug, within their outlines."""

BAD_GHOST: Final = blend(BAD, CARD, 0.4)
"""A tunnel that could be dug and does harm, within its outline."""

ROW_TINTS: Final = tuple(blend(colour, CARD, 0.13) for colour in COMPANIES)
"""Grounds of the row of the company on turn."""


class Livery(NamedTuple):
    """One company's colour in all its shades; see above."""

    ink: Colour
    edge: Colour
    old_line: Colour
    ghost: Colour
    row_tint: Colour


LIVERIES: Final = tuple(map(Livery, COMPANIES, EDGES, OLD_LINES, GHOSTS, ROW_TINTS))
"""By the number of the colour; `Captions.liveries` has those of the companies of a game."""
