"""The key in the board's corners: spots and gates in words."""

from typing import Final

from metrobot.games.metromania.city import SPOTS
from render import theme
from render.canvas import Canvas
from render.metromania.captions import Captions
from render.metromania.glyphs import wedge_stamp
from render.metromania.ground import spot_sign
from render.stamps import Drawing, Stamp, kept

ROW: Final = 42
SIZE: Final = 23
ROOM: Final = 190


def draw_legend(canvas: Canvas, captions: Captions, bottom: int) -> None:
    """Draw the key of spots at the top left, that of gates at the bottom left."""
    for n, (spot, word) in enumerate(
        zip(SPOTS, (captions.home, captions.work, captions.leisure), strict=True)
    ):
        y = 40 + n * ROW
        spot_sign(canvas, 38, y, spot, 15)
        canvas.text((66, y + 1), word, SIZE, ink=theme.SOFT_INK, anchor="lm", room=ROOM - 50)
    gates = ((True, captions.start_gate), (False, captions.end_gate))
    for n, (is_start, word) in enumerate(gates):
        y = bottom - 40 - (1 - n) * ROW
        colour = theme.GATE_START if is_start else theme.GATE_END
        canvas.stamp(_gate_stamp(32, colour), 38, y + 3)
        ink = theme.INK if is_start else theme.CARD
        canvas.stamp(wedge_stamp(4.5 if is_start else 1.5, 17, ink), 38, y + 7)
        canvas.text((66, y + 1), word, SIZE, ink=theme.SOFT_INK, anchor="lm", room=ROOM)


@kept
def _gate_stamp(size: float, colour: theme.Colour) -> Stamp:
    """Return a small gate, standing on its rim."""
    drawing, half = Drawing(size, theme.CITY_EDGE), size / 2
    corners = [(-half, half * 0.8), (half, half * 0.8), (0.0, -half * 0.9)]
    drawing.polygon(corners, colour)
    drawing.stroke([*corners, corners[0]], 2.2, theme.CITY_EDGE, is_round=True)
    return drawing.stamp()
