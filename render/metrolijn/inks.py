"""Colours by role, and the palette of these pictures."""

from collections.abc import Iterator
from typing import Final

from metrobot.games.metrolijn.board import MAP_IDS, map_named
from render import theme
from render.palette import Palette, ramp
from render.theme import Colour, blend, hex_colour

MAP: Final = hex_colour("#FBF9F4")
"""The ground of a sheet."""

BOX: Final = hex_colour("#FFFFFF")
"""Of stations and windows without a mark."""

FILLED: Final = hex_colour("#E4EEF7")
"""Behind a transfer number and the value of a window."""

STAR: Final = hex_colour("#FFD75E")
"""Of special stations."""

STAR_EDGE: Final = hex_colour("#8A6200")
PEOPLE: Final = theme.COMPANIES
"""Of up to four people on a map that all share."""

OLD: Final = tuple(blend(colour, BOX, 0.5) for colour in PEOPLE)
"""Of what they marked before the last round."""

WOULD: Final = hex_colour("#5B3FC4")
"""Of what a draft would mark."""

WOULD_GROUND: Final = hex_colour("#E9E4FF")
GONE: Final = hex_colour("#87827A")
"""Of points that nobody can get any more, and of all that a choice does not touch."""

_CODES: Final = tuple(dict.fromkeys(line.colour for m in MAP_IDS for line in map_named(m).lines))
LINES: Final = {code: hex_colour(code) for code in _CODES}
"""The lines' colours by their names in the data; the maps share them."""

DIMMED: Final = {code: blend(colour, MAP, 0.26) for code, colour in LINES.items()}
"""Of lines that a choice does not touch."""


CLEAR: Final = 3.0
"""Contrast from which a line stands out from the paper."""


def _light(colour: Colour) -> float:
    """Return how much light a colour gives, 0 to 1."""
    shares = (channel / 255 for channel in colour)
    parts = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares)
    return sum(w * part for w, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def _legible_on(colour: Colour) -> Colour:
    """Return ink or white, whichever is easier to read on a colour."""
    light, dark = 1.05 / (_light(colour) + 0.05), (_light(colour) + 0.05) / 0.072
    return BOX if light > dark else theme.INK


def _edge(colour: Colour) -> Colour:
    """Return a line's colour, as much darker as it takes to stand out from the paper."""
    shades = (blend(theme.INK, colour, share / 10) for share in range(11))
    return next(each for each in shades if _light(MAP) + 0.05 >= CLEAR * (_light(each) + 0.05))


EDGES: Final = {code: _edge(colour) for code, colour in LINES.items()}
"""Of the edges of lines, which alone make pale ones stand out."""

LINE_INKS: Final = {code: _legible_on(colour) for code, colour in LINES.items()}
"""What is legible on each line's colour."""


def _roles() -> Iterator[Colour]:
    """Yield every colour that a picture may hold as a plain surface."""
    yield from (theme.PAGE, theme.CARD, theme.QUIET_CARD, theme.RULE, MAP, BOX, FILLED)
    yield from (theme.INK, theme.SOFT_INK, theme.FAINT_INK, theme.GOOD, theme.BAD, theme.WARNING)
    yield from (*LINES.values(), *DIMMED.values(), STAR, STAR_EDGE, *PEOPLE, *OLD, WOULD)
    yield from EDGES.values()
    yield from (WOULD_GROUND, GONE)


def _edges() -> Iterator[Colour]:
    """Yield what smooth edges need, the most visible ones first."""
    yield from ramp(theme.INK, MAP, 8)
    yield from ramp(theme.INK, FILLED, 3)
    for code, colour in LINES.items():
        yield from ramp(colour, MAP, 3)
        yield from ramp(LINE_INKS[code], colour, 3)
        yield from ramp(theme.INK, colour, 2)
        yield from ramp(DIMMED[code], MAP, 1)
        yield from ramp(theme.INK, DIMMED[code], 1)
    for colour in (WOULD, GONE, theme.SOFT_INK, theme.FAINT_INK):
        yield from ramp(colour, MAP, 4)
        yield from ramp(colour, theme.INK, 2)
    for colour in (STAR, WOULD_GROUND, theme.WARNING, theme.PAGE):
        yield from ramp(theme.INK, colour, 3)
        yield from ramp(colour, MAP, 1)
    yield from ramp(WOULD, WOULD_GROUND, 3)
    for colour in (*PEOPLE, *OLD):
        yield from ramp(colour, BOX, 2)
    yield from ramp(STAR_EDGE, STAR, 2)
    yield from ramp(theme.GOOD, theme.CARD, 3)
    yield from ramp(theme.BAD, theme.CARD, 3)


PALETTE: Final = Palette((*_roles(), *_edges()))
