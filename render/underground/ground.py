"""What never changes: the map's ground, its spaces and stations."""

import threading
from typing import Final

from PIL import Image

from metrobot.games.underground.board import LINKS, STATIONS, Link, Station
from render import theme
from render.canvas import Box, Canvas
from render.underground import inks
from render.underground.glyphs import station_stamp
from render.underground.labels import RADIUS
from render.underground.plan import Plan, ends
from render.underground.tracks import lanes, space_stamp

_kept: Final[dict[tuple[Plan, tuple[int, int], Box], Image.Image]] = {}
_lock: Final = threading.Lock()


def kept_ground(plan: Plan, size: tuple[int, int], box: Box) -> Image.Image:
    """Return a fresh copy of the ground of the whole board.

    One is kept, in the palette's colours: about 4 MB.
    """
    key = (plan, size, box)
    with _lock:
        image = _kept.get(key)
    if image is None:
        image = inks.PALETTE.reduced(draw_ground(plan, size, box))
        with _lock:
            _kept.clear()
            _kept[key] = image
    return image.convert("RGB")


def forget() -> None:
    """Keep no ground any longer."""
    with _lock:
        _kept.clear()


def draw_ground(plan: Plan, size: tuple[int, int], box: Box) -> Image.Image:
    """Return a ground, drawn anew.

    Args:
        plan: where the map lies.
        size: of the whole picture, in px.
        box: of the map's own ground.
    """
    canvas = Canvas(Image.new("RGB", size, theme.PAGE))
    canvas.card(box, inks.MAP)
    for link in map(Link, range(len(LINKS))):
        if any(plan.shows(station, size) for station in ends(link)):
            draw_spaces(canvas, plan, link)
    for station in map(Station, range(len(STATIONS))):
        if not plan.shows(station, size):
            continue
        stamp = station_stamp(STATIONS[station].kind, plan.part(RADIUS))
        canvas.stamp(stamp, *plan.at(station))
    return canvas.image


def draw_spaces(canvas: Canvas, plan: Plan, link: Link) -> None:
    """Draw the empty spaces of a link."""
    middle = plan.middle(link)
    for lane, _ in lanes(link, ()):
        canvas.stamp(space_stamp(lane, plan.pitch), *middle)
