"""Colours of Metrolijn by role, and the palette of its pictures."""

from collections.abc import Iterator
from typing import Final

from metrobot.games.metrolijn.board import MAP_IDS, map_named
from render import theme
from render.palette import Palette, ramp
from render.theme import Colour, blend, hex_colour

MAP: Final = hex_colour("#FBF9F4")
"""The ground of a sheet."""

BOX: Final = hex_colour("#FFFFFF")
"""Ground of stations and windows without a mark."""

FILLED: Final = hex_colour("#E4EEF7")
"""Ground of transfer numbers and of values in windows."""

STAR: Final = hex_colour("#FFD75E")
"""Star of special stations."""

STAR_EDGE: Final = hex_colour("#8A6200")
CLOCK: Final = hex_colour("#5E7396")
"""Share of a station that some of many people have."""

PEOPLE: Final = theme.COMPANIES
"""Colours of up to four players on a shared map."""

OLD: Final = tuple(blend(colour, BOX, 0.5) for colour in PEOPLE)
"""Paler colours of the players' earlier marks."""

WOULD: Final = hex_colour("#5B3FC4")
"""Marks of a draft."""

WOULD_GROUND: Final = hex_colour("#E9E4FF")
GONE: Final = hex_colour("#87827A")
"""Points that nobody can get any more, and everything that a choice does not touch."""

_CODES: Final = tuple(dict.fromkeys(line.colour for m in MAP_IDS for line in map_named(m).lines))
LINES: Final = {code: hex_colour(code) for code in _CODES}
"""Colours of lines by their names in the data; the maps share them."""

DIMMED: Final = {code: blend(colour, MAP, 0.26) for code, colour in LINES.items()}
"""Colours of lines that a choice does not touch."""


CLEAR: Final = 3.0
"""Least contrast of a line with the paper."""


def _light(colour: Colour) -> float:
    """Return the luminance of a colour, 0 to 1."""
    shares = (channel / 255 for channel in colour)
    parts = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares)
    return sum(w * part for w, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def _legible_on(colour: Colour) -> Colour:
    """Return ink or white, whichever is easier to read on a colour."""
    light, dark = 1.05 / (_light(colour) + 0.05), (_light(colour) + 0.05) / 0.072
    return BOX if light > dark else theme.INK


def _edge(colour: Colour) -> Colour:
    """Return a line's colour, darkened until it stands out from the paper."""
    shades = (blend(theme.INK, colour, share / 10) for share in range(11))
    return next(shade for shade in shades if _light(MAP) + 0.05 >= CLEAR * (_light(shade) + 0.05))


EDGES: Final = {code: _edge(colour) for code, colour in LINES.items()}
"""Colours of the edges of lines, which make pale lines stand out."""

LINE_INKS: Final = {code: _legible_on(colour) for code, colour in LINES.items()}
"""Legible ink for each line's colour."""


def _roles() -> Iterator[Colour]:
    """Yield every colour that a picture may have as a plain surface."""
    yield from (theme.PAGE, theme.CARD, theme.QUIET_CARD, theme.RULE, MAP, BOX, FILLED)
    yield from (theme.INK, theme.SOFT_INK, theme.FAINT_INK, theme.GOOD, theme.BAD, theme.WARNING)
    yield from (*LINES.values(), *DIMMED.values(), STAR, STAR_EDGE, *PEOPLE, *OLD, WOULD)
    yield from EDGES.values()
    yield from (WOULD_GROUND, GONE, CLOCK)


def _edges() -> Iterator[Colour]:
    """Yield the colours of smooth edges, the most visible ones first."""
    yield from ramp(theme.INK, MAP, 8)
    yield from ramp(theme.INK, FILLED, 3)
    for code, colour in LINES.items():
        yield from ramp(colour, MAP, 3)
        yield from ramp(LINE_INKS[code], colour, 3)
        yield from ramp(theme.INK, colour, 2)
        yield from ramp(DIMMED[code], MAP, 1)
        yield from ramp(theme.INK, DIMMED[code], 1)
    for colour in (WOULD, GONE, CLOCK, theme.SOFT_INK, theme.FAINT_INK):
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
