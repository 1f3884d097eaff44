"""The layer of tags: names beside points that matter now."""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.metromania.city import SPOTS
from metrobot.games.metromania.geometry import CITY_POINTS, POINT_NAMES, STEPS, Cell, Point
from metrobot.games.metromania.view import LineView, View
from render import theme
from render.boxes import Box, square
from render.canvas import Canvas, disc_stamp
from render.metromania import places
from render.metromania.captions import Captions
from render.metromania.changes import Changes
from render.metromania.glyphs import leader_stamps, pill, wedge_stamp
from render.metromania.grid import LETTERED, Grid, Spot
from render.metromania.labels.names import EDGE_NAME, rim_names
from render.metromania.labels.room import Room, Spots
from render.metromania.lines.network import draw_badge, tip_at
from render.metromania.lines.tracks import CASE, OFFSET, WIDTH, pieces, track_legs, way
from render.placing.leaders import Place
from render.text.lettering import CAP, Weight, width
from render.theme import Colour

OTHERS: Final = 12.0
"""Weight of boxes drawn over the city later, where a sign weighs 1."""
HEIGHT: Final = 1.34
"""Height of a tag, in sizes of its letters."""
STROKE: Final = 0.7
"""Weight of a line, where a sign weighs 1."""
ON_POINT: Final = 0.9
"""Radius of the disc under a name on its point, in sizes of its letters."""
GROUND: Final = 11 / 36
"""Weight of a district's ground sign, where a spot weighs 6."""
SPOT: Final = 0.2
"""Half the size of a sign in a cell, in edges."""


def room_of(grid: Grid, view: View, obstacles: Iterable[Box] = ()) -> Room:
    """Return the room on the city before any name is drawn.

    Args:
        grid: the transform.
        view: the view that is drawn.
        obstacles: boxes in px that are drawn over the city later.
    """
    room = Room(grid.room, grid.edge)
    # In the order of drawing, as what is put later replaces the weights below it.
    for line in view.lines:
        _take_line(room, grid, line)
    for centre, radius, weight in signs_of(grid, view):
        room.put(square(centre, radius), weight)
    for box in obstacles:
        room.put(box, OTHERS)
    return room


def signs_of(grid: Grid, view: View) -> Iterator[tuple[Place, float, float]]:
    """Yield middle, radius and weight of each sign on the city."""
    counts, edges, radius = places.lines_at(view), places.tunnel_edges(view), grid.round_sign(SPOT)
    for cell, kind in enumerate(view.grounds):
        if kind is not None:
            weight = 6.0 if kind in SPOTS else GROUND
            yield places.marker_spot(grid, Cell(cell), edges), radius, weight
    for point in view.stations:
        yield grid.at(point), places.station_radius(grid, counts[point]) + 2, 4.0
    for placement in view.placed:
        yield (
            places.marker_spot(grid, placement.cell, edges),
            grid.round_sign(places.MARKER) + 4,
            6.0,
        )
    for name, centre in rim_names(grid):
        yield centre, grid.unit * 0.3 * (1 + len(name)), EDGE_NAME
    for point in (point for line in view.lines for point in places.badge_points(line)):
        yield grid.at(point), grid.round_sign(places.BADGE) + 2, 6.0
    for line in open_lines(view):
        yield tip_at(grid, line), grid.part(0.13), 3.0
    # On a close grid, points without lines have their names on them.
    bare = {*map(Point, range(CITY_POINTS))} - view.stations - counts.keys()
    for point in bare if grid.is_close else ():
        yield grid.at(point), grid.unit * ON_POINT, 3.0


def open_lines(view: View) -> list[LineView]:
    """Return the lines that can still grow."""
    return [line for line in view.lines if line.cells and not line.is_finished]


def _take_line(room: Room, grid: Grid, line: LineView) -> None:
    if not line.cells:
        return
    run, spots = track_legs(line.points, line.cells), list[Spot]()
    for point, (before, after) in zip(line.points, pieces(run), strict=True):
        x, y = grid.at(point)
        spots.extend((x + dx, y + dy) for dx, dy in way(before, after, grid.edge))
    room.line(spots, (WIDTH + 2 * CASE) * grid.edge, STROKE)


@dataclass(frozen=True, slots=True)
class Labels:
    """The values that tags are drawn with.

    Attributes:
        canvas: to draw on.
        grid: the transform.
        room: the room left by other signs.
        captions: the words.
    """

    canvas: Canvas
    grid: Grid
    room: Room
    captions: Captions


def draw_tags(labels: Labels, view: View, changes: Changes, seats: Collection[Seat] = ()) -> None:
    """Name the open ends of lines and new stations; on a close grid, all points.

    Args:
        labels: the values to draw with.
        view: the view that is drawn.
        changes: the changes, with new stations.
        seats: companies whose ends outside the picture are named at its edge.
    """
    grid = labels.grid
    growing = open_lines(view)
    # A close grid names all points, of which those around an end are the nearest.
    ring = [step.to for line in growing for step in STEPS[line.points[-1]] if grid.is_close]
    tips = [tip_at(grid, line) for line in growing]
    labels.room.points = [*map(grid.at, (*view.stations, *ring)), *tips]
    ends = [line for line in growing if grid.sees(tip_at(grid, line), grid.unit)]
    tracks = [
        (line, (grid.beside(*leg, OFFSET, 0.0), grid.beside(*leg, OFFSET, 1.0)))
        for line in view.lines
        for leg in zip(line.points, line.points[1:], line.cells, strict=False)
    ]
    for line in ends:
        tip, reach = tip_at(grid, line), 3 * grid.edge
        other_tracks = (track for other, track in tracks if other is not line)
        labels.room.bounds = [leg for leg in other_tracks if math.dist(leg[0], tip) < reach]
        _end_tag(labels, line, tip)
    labels.room.bounds = []
    for line in growing:
        if line not in ends and line.company in seats:
            _pointer(labels, line)
    end_points = {line.points[-1] for line in ends}
    for point in changes.stations:
        # An end's tag already has the name, and close grids name all points.
        if point not in end_points and not grid.is_close and grid.sees(grid.at(point), grid.unit):
            name_tag(labels, point, is_new=True)
    if grid.is_close:
        _all_names(labels, view, end_points)
    # Names come first, since a number may stand anywhere along what its turn has built.
    labels.room.points = [grid.at(point) for *_, points in changes.numbered for point in points]
    for number, seat, points in changes.numbered:
        _turn_tag(labels, number, seat, points)


def _pointer(labels: Labels, line: LineView) -> None:
    """Draw an arrow at the picture's edge towards a line's end outside, with its tag."""
    canvas, grid, inset = labels.canvas, labels.grid, round(labels.grid.unit * 0.7)
    (x, y), (right, bottom) = tip_at(grid, line), grid.room
    across, down = right / 2 - inset, bottom / 2 - inset
    dx, dy = x - right / 2, y - bottom / 2
    share = min(across / (abs(dx) or 1), down / (abs(dy) or 1))
    tip = round(right / 2 + dx * share), round(bottom / 2 + dy * share)
    # Steps of 15 degrees, so that few arrows have to be kept.
    turn = round(math.degrees(math.atan2(-dy, dx)) / 15) * 15 / 60 % 6
    labels.room.put(square(tip, inset), 4.0)
    _end_tag(labels, line, tip)
    for size, ink in ((1.5, theme.CARD), (1.1, labels.captions.liveries[line.company].ink)):
        canvas.stamp(wedge_stamp(turn, grid.unit * size, ink), *tip)


def _end_tag(labels: Labels, line: LineView, tip: tuple[int, int]) -> None:
    canvas, grid, captions = labels.canvas, labels.grid, labels.captions
    unit, name = grid.unit, POINT_NAMES[line.points[-1]]
    radius, words = round(unit * LETTERED), width(name, unit, Weight.BOLD)
    size = (2 * radius + words + round(unit * 0.7), 2 * radius + 4)
    colours = theme.CARD, captions.liveries[line.company].ink
    x, y = _plate(labels, (tip,), size, grid.part(0.17), colours)
    left = x - size[0] // 2
    draw_badge(canvas, (left + radius + 2, y), line, captions, radius)
    start = left + 2 * radius + round(unit * 0.28), y
    canvas.text(start, name, unit, weight=Weight.BOLD, anchor="lm")


def _turn_tag(labels: Labels, number: int, seat: Seat, points: Sequence[Point]) -> None:
    """Write the number of a turn beside what it has built, in the company's colour."""
    grid, colours = labels.grid, (labels.captions.liveries[seat].ink, theme.CARD)
    off = grid.part(0.1) + grid.gap + grid.rim
    _text_tag(labels, [*map(grid.at, points)], str(number), off, colours)


def _text_tag(
    labels: Labels, own: Spots, text: str, off: int, colours: tuple[Colour, Colour]
) -> None:
    """Write a text on a pill beside one of some spots, in the colour of its rim."""
    unit = labels.grid.unit
    size = width(text, unit, Weight.BOLD) + round(unit * 0.7), round(unit * HEIGHT)
    labels.canvas.letter(_plate(labels, own, size, off, colours), text, unit, colours[1])


def _plate(
    labels: Labels, own: Spots, size: tuple[int, int], off: int, colours: tuple[Colour, Colour]
) -> Place:
    """Draw the plate of a tag, joined by a leader if another point is nearer; return its middle."""
    centre, leader = labels.room.beside(own, size, off)
    if leader is not None:
        (x, y), (to_x, to_y) = leader
        labels.canvas.layers(leader_stamps(to_x - x, to_y - y, 3, theme.INK), x, y)
    labels.canvas.layers(pill(*size, *colours), *centre)
    return centre


def name_tag(labels: Labels, point: Point, *, is_new: bool = False) -> None:
    """Write a point's name on a pill beside it."""
    grid = labels.grid
    off = grid.part(0.2) + (grid.gap + grid.rim if is_new else 0)
    colours = theme.CARD, theme.INK
    _text_tag(labels, (grid.at(point),), POINT_NAMES[point], off, colours)


def _all_names(labels: Labels, view: View, end_points: Collection[Point]) -> None:
    """Write all other points' names: on the point, in its station, or beside its lines."""
    canvas, grid = labels.canvas, labels.grid
    busy = places.lines_at(view)
    for point in map(Point, range(CITY_POINTS)):
        centre, name = grid.at(point), POINT_NAMES[point]
        if not grid.sees(centre, grid.unit, grid.unit // 2):
            continue
        if point in view.stations:
            canvas.text(centre, name, grid.unit, anchor="mm")
        elif not busy[point]:
            canvas.stamp(disc_stamp(grid.unit * ON_POINT, theme.NAME_GROUND), *centre)
            canvas.text(centre, name, grid.unit, ink=theme.SOFT_INK, anchor="mm")
        elif point not in end_points:
            size = width(name, grid.unit, Weight.SEMIBOLD) + 8, round(grid.unit * (CAP + 0.2))
            ground = theme.NAME_GROUND, theme.NAME_GROUND
            spot = _plate(labels, (centre,), size, grid.part(0.12), ground)
            canvas.text(spot, name, grid.unit, ink=theme.SOFT_INK, anchor="mm")
