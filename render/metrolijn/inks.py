"""Colours by role, and the palette of these pictures."""

from collections.abc import Iterator
from typing import Final

from metrobot.games.metrolijn.board import MAP_IDS, map_named
from render import theme
from render.palette import Palette
from render.theme import Colour, blend


def _hex(code: str) -> Colour:
    """Return a colour from "#" and six hexadecimal digits."""
    red, green, blue = (int(code[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue


MAP: Final = _hex("#FBF9F4")
"""The ground of a sheet."""

BOX: Final = _hex("#FFFFFF")
"""Of stations and windows without a mark."""

FILLED: Final = _hex("#E4EEF7")
"""Behind a transfer number and the value of a window."""

STAR: Final = _hex("#FFD75E")
"""Of special stations."""

STAR_EDGE: Final = _hex("#8A6200")
NEW: Final = theme.HALO
"""The glow around what was marked in the last round."""

WOULD: Final = _hex("#5B3FC4")
"""Of what a draft would mark."""

WOULD_GROUND: Final = _hex("#E9E4FF")
GONE: Final = _hex("#9A958B")
"""Of points that nobody can get any more, and of all that a choice does not touch."""

_CODES: Final = tuple(dict.fromkeys(line.colour for m in MAP_IDS for line in map_named(m).lines))
LINES: Final = {code: _hex(code) for code in _CODES}
"""The lines' colours by their names in the data; the maps share them."""

DIMMED: Final = {code: blend(colour, MAP, 0.26) for code, colour in LINES.items()}
"""Of lines that a choice does not touch."""


def _light(colour: Colour) -> float:
    """Return how much light a colour gives, 0 to 1."""
    parts = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _shares(colour))
    return sum(w * part for w, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def _shares(colour: Colour) -> tuple[float, ...]:
    """Return the three channels of a colour, 0 to 1."""
    return tuple(channel / 255 for channel in colour)


def _legible_on(colour: Colour) -> Colour:
    """Return ink or white, whichever is easier to read on a colour."""
    light, dark = 1.05 / (_light(colour) + 0.05), (_light(colour) + 0.05) / 0.072
    return BOX if light > dark else theme.INK


LINE_INKS: Final = {code: _legible_on(colour) for code, colour in LINES.items()}
"""What is legible on each line's colour."""


def _ramp(over: Colour, under: Colour, steps: int) -> Iterator[Colour]:
    """Yield the colours between two, which smooth edges are made of."""
    for step in range(1, steps + 1):
        yield blend(over, under, step / (steps + 1))


def _roles() -> Iterator[Colour]:
    """Yield every colour that a picture may hold as a plain surface."""
    yield from (theme.PAGE, theme.CARD, theme.QUIET_CARD, theme.RULE, MAP, BOX, FILLED)
    yield from (theme.INK, theme.SOFT_INK, theme.FAINT_INK, theme.GOOD, theme.BAD, theme.WARNING)
    yield from (*LINES.values(), *DIMMED.values(), STAR, STAR_EDGE, NEW, WOULD, WOULD_GROUND, GONE)


def _edges() -> Iterator[Colour]:
    """Yield what smooth edges need, the most visible ones first."""
    yield from _ramp(theme.INK, MAP, 8)
    yield from _ramp(theme.INK, FILLED, 3)
    for code, colour in LINES.items():
        yield from _ramp(colour, MAP, 3)
        yield from _ramp(LINE_INKS[code], colour, 3)
        yield from _ramp(theme.INK, colour, 2)
        yield from _ramp(DIMMED[code], MAP, 1)
        yield from _ramp(theme.INK, DIMMED[code], 1)
    for colour in (NEW, WOULD, GONE, theme.SOFT_INK, theme.FAINT_INK):
        yield from _ramp(colour, MAP, 4)
        yield from _ramp(colour, theme.INK, 2)
    for colour in (STAR, WOULD_GROUND, theme.WARNING, theme.PAGE):
        yield from _ramp(theme.INK, colour, 3)
        yield from _ramp(colour, MAP, 1)
    yield from _ramp(WOULD, WOULD_GROUND, 3)
    yield from _ramp(STAR_EDGE, STAR, 2)
    yield from _ramp(theme.GOOD, theme.CARD, 3)
    yield from _ramp(theme.BAD, theme.CARD, 3)


PALETTE: Final = Palette((*_roles(), *_edges()))
