"""The picture of somebody's figures: games won and lost, of each kind and with each person."""

from collections.abc import Sequence

from PIL import Image

from render import theme
from render.banner import BannerPlayer, banner_height, draw_banner
from render.canvas import Canvas
from render.palette import SIZE
from render.png import png_of
from render.signs import carried
from render.tally import PointKind, Standing, draw_tally, tally_height
from render.text.lettering import least_size

WIDTH, EDGE = 1000, 20
UNIT = least_size(WIDTH) + 2
"""Size of the smallest letters."""


def draw_figures(
    head: str, small: str, kinds: tuple[str, str], rows: Sequence[tuple[str, int, int]]
) -> bytes:
    """Draw bars of games won, to the right, and of games lost, to the left.

    Args:
        head: whose they are, drawable.
        small: a line above it.
        kinds: the words for won and lost.
        rows: labels, each with the games won and lost.
    """
    top = 2 * EDGE + banner_height(UNIT, has_news=False)
    foot = top + tally_height(UNIT, len(rows))
    canvas = Canvas(Image.new("RGB", (WIDTH, foot + EDGE), theme.PAGE))
    banner = (EDGE, EDGE, WIDTH - EDGE, top - EDGE)
    draw_banner(canvas, banner, UNIT, BannerPlayer(head, small))
    won, lost = PointKind(kinds[0], theme.COMPANIES[0]), PointKind(kinds[1], theme.COMPANIES[1])
    people = [
        Standing(0, label, (wins, -losses), lambda *_: 0, f"{wins} : {losses}")
        for label, wins, losses in rows
    ]
    draw_tally(canvas, (EDGE, top, WIDTH - EDGE, foot), UNIT, (won, lost), people)
    image = canvas.image
    return png_of(carried(image, image.quantize(SIZE, dither=Image.Dither.NONE)))
