"""How clearly letters and lines stand out from what lies around them, in a finished picture."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, cast

from PIL import Image, ImageChops, ImageFilter

from render.boxes import Box, shared
from render.signs import Put
from render.theme import Colour
from tests.legible.found import LINES, Found, area, strokes
from tests.render.test_theme import contrast

RING: Final = 9
"""Px around a line in which its ground is looked for; odd, as Pillow wants it."""
ENOUGH: Final = 0.06
"""So large a share of a line and its edges has to stand out."""
SOLID: Final = 200
"""From this value on, a mask covers fully."""
SAMPLES: Final = 4
"""So many strokes of each ink are looked at."""
PANEL: Final = 0.3
"""So much of a line's box may lie under a panel; else what is seen of it is no sample."""
HIDDEN: Final = 0.1
"""Of letters, what may be covered; else something was meant to replace them."""
BESIDE: Final = 6
"""Px around letters that show their ground too."""
SAME: Final = 1.5
"""Colours with less contrast are the letters' own."""
BEST: Final = 21.0
"""Black on white."""

_OUTSIDE: Final = (1, 254, 1)
"""No colour of any picture."""
_Counts = Counter[Colour]


def faintest(
    picture: Sequence[Put], texts: Iterable[Found], image: Image.Image
) -> tuple[float, str]:
    """Return the contrast of the faintest letters or line of a picture, and which they are.

    Args:
        picture: what was put on it, from back to front.
        texts: on it.
        image: as people see it, RGB.
    """
    told = [(of_text(image, each), each.sign.text) for each in texts]
    told += [
        (max(of_line(image, each) for each in some), f"a line in {ink}")
        for ink, some in _samples(picture, image).items()
    ]
    return min(told, default=(BEST, ""))


def _samples(picture: Sequence[Put], image: Image.Image) -> dict[Colour | None, list[Put]]:
    """Return the largest strokes of each ink that lie under no panel: stations may cover others."""
    found = defaultdict[Colour | None, list[Put]](list)
    panels = [(n, put.box) for n, put in enumerate(picture) if put.mask is None]
    for n, put in strokes(picture, LINES):
        most = PANEL * area(put.box)
        is_under = any(later > n and area(shared(box, put.box)) > most for later, box in panels)
        if is_within(put.box, image) and not is_under:
            found[put.ink].append(put)
    return {
        ink: sorted(some, key=lambda put: area(put.box))[-SAMPLES:] for ink, some in found.items()
    }


def of_text(image: Image.Image, found: Found) -> float:
    """Return the contrast of letters with what they stand on, 1 to 21."""
    if found.ink is None or found.hidden(lambda put: True) > HIDDEN:
        return BEST
    left, top, right, bottom = found.sign.box
    counts = _colours(image.crop((left - BESIDE, top - BESIDE, right + BESIDE, bottom + BESIDE)))
    told = (contrast(each, found.ink) for each, _ in counts.most_common())
    return next((each for each in told if each > SAME), BEST)


def of_line(image: Image.Image, put: Put) -> float:
    """Return the contrast of a line, or of the casing around it, with its ground, 1 to 21."""
    left, top, right, bottom = put.box
    wide = (left - RING, top - RING, right + RING, bottom + RING)
    part, mask = image.crop(wide), Image.new("L", (wide[2] - wide[0], wide[3] - wide[1]), 0)
    assert put.mask is not None  # a line is no plain box
    mask.paste(put.mask.point(_FULL), (RING, RING))
    near = mask.filter(ImageFilter.MaxFilter(7))
    around = ImageChops.subtract(near.filter(ImageFilter.MaxFilter(RING)), near)
    own, ground = _colours(part, near), _colours(part, around)
    if not own or not ground:
        return BEST
    (most, _), all_ = ground.most_common(1)[0], own.total()
    reached, told = 0, sorted(((contrast(each, most), n) for each, n in own.items()), reverse=True)
    for ratio, n in told:
        reached += n
        if reached >= ENOUGH * all_:
            return ratio if ratio > 1 else BEST  # paper alone keeps crossing lines apart
    return BEST


_FULL: Final = [255 * (value >= SOLID) for value in range(256)]


def is_within(box: Box, image: Image.Image) -> bool:
    """Return whether all of a box lies in a picture."""
    return shared(box, (0, 0, *image.size)) == box


def _colours(image: Image.Image, mask: Image.Image | None = None) -> _Counts:
    """Count the pixels of each colour in a picture, within a mask if there is one."""
    if mask is not None:
        image = Image.composite(image, Image.new("RGB", image.size, _OUTSIDE), mask)
    found = image.getcolors(image.size[0] * image.size[1]) or []
    counts = _Counts({cast("Colour", colour): count for count, colour in found})
    del counts[_OUTSIDE]
    return counts
