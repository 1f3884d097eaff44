"""What never changes: the map's ground, its spaces and stations."""

from typing import Final

from PIL import Image

from metrobot.games.underground.board import LINKS, STATIONS, Link, Station
from render import theme
from render.canvas import Box, Canvas
from render.grounds import Grounds
from render.underground import inks
from render.underground.glyphs import station_stamp
from render.underground.labels import RADIUS
from render.underground.plan import Plan, ends
from render.underground.tracks import lanes, space_stamp

MOST_BYTES: Final = 500_000
"""What all grounds together may take."""

kept: Final = Grounds(inks.PALETTE, MOST_BYTES)
"""The grounds of whole boards."""


def kept_ground(plan: Plan, size: tuple[int, int], box: Box) -> Image.Image:
    """Return a fresh copy of the ground of the whole board; it is kept."""
    return kept.fresh((plan, size, box), lambda: draw_ground(plan, size, box))


def draw_ground(plan: Plan, size: tuple[int, int], box: Box) -> Image.Image:
    """Return a ground, newly drawn.

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
