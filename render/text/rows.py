"""Names in one or several rows, and the halos that keep them clear of what lies below."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from render.masks import whole
from render.signs import Role, Sign
from render.stamps import Stamp, kept
from render.text.lettering import Weight, font
from render.theme import INK

DRAWN: Final = 2
"""Scale at which letters are drawn before they are squeezed."""
EDGE: Final = 5
"""Px of the halo around a name."""


class RowStyle(NamedTuple):
    """The look of a map's names.

    Attributes:
        row: distance between rows, in sizes of the letters.
        cap: height of a capital letter, likewise.
        squeeze: width of the letters, in widths of the typeface's own.
    """

    row: float
    cap: float
    squeeze: float

    def size(self, rows: Sequence[str], size: int) -> tuple[int, int]:
        """Return the width and height of a name in a size of letters, in px."""
        wide = max(row_width(row, size, self.squeeze) for row in rows)
        return wide, round(size * (self.row * (len(rows) - 1) + self.cap))


@lru_cache(maxsize=2048)
def row_width(text: str, size: int, squeeze: float) -> int:
    """Return the width of a squeezed row, in px."""
    drawn = 1 if squeeze == 1 else DRAWN
    return round(font(size * drawn, Weight.SEMIBOLD).getlength(text) / drawn * squeeze)


@kept
def rows_stamp(
    rows: tuple[str, ...], size: int, side: int, style: RowStyle, *, is_halo: bool = False
) -> Stamp:
    """Return a name, or its halo, anchored at its box's top left corner.

    Args:
        rows: rows of the name.
        size: size of the letters, in px.
        side: its side of the station: -1 flush right, 1 flush left, 0 centred.
        style: its look.
        is_halo: whether only the halo is returned.
    """
    (wide, tall), low = style.size(rows, size), round(size * style.row) + 2 * EDGE
    mask = Image.new("L", (wide + 2 * EDGE, tall + low), 0)
    for n, row in enumerate(rows):
        left = (wide - row_width(row, size, style.squeeze)) * (1 - side) // 2
        spot = EDGE + left, EDGE + round(size * (style.cap + style.row * n))
        _write(mask, row, size, spot, style.squeeze)
    if is_halo:
        mask = mask.filter(ImageFilter.MaxFilter(5)).filter(ImageFilter.BoxBlur(1))
        return Stamp(INK, whole(mask), -EDGE, -EDGE)
    covered = mask.getbbox() or (0, 0, 1, 1)
    sign = Sign(Role.TEXT, (0, 0, wide, tall), " ".join(rows), size)
    left, top = covered[0] - EDGE, covered[1] - EDGE
    return Stamp(INK, whole(mask.crop(covered)), left, top, (sign,))


def _write(mask: Image.Image, row: str, size: int, start: tuple[int, int], squeeze: float) -> None:
    """Write a row into a mask, with the left end of its baseline at a spot."""
    # Letters of their own width are sharpest if they are drawn in their size.
    if squeeze == 1:
        ImageDraw.Draw(mask).text(start, row, 255, font(size, Weight.SEMIBOLD), anchor="ls")
        return
    face = font(size * DRAWN, Weight.SEMIBOLD)
    left, top, right, bottom = (round(side) for side in face.getbbox(row, anchor="ls"))
    pad = 2 * DRAWN
    large = Image.new("L", (right - left + 2 * pad, bottom - top + 2 * pad), 0)
    ImageDraw.Draw(large).text((pad - left, pad - top), row, 255, face, anchor="ls")
    small = round(large.width * squeeze / DRAWN), round(large.height / DRAWN)
    x = start[0] + round((left - pad) * squeeze / DRAWN)
    y = start[1] + round((top - pad) / DRAWN)
    narrow = large.resize(small, Image.Resampling.BOX)
    mask.paste(255, (x, y, x + small[0], y + small[1]), narrow)
