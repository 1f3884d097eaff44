"""Tags: numbers of turns beside the pieces laid in them, so that several turns can be followed."""

from collections.abc import Iterator
from typing import Final

from metrobot.games.underground.board import LINKS, Colour, Link
from render import theme
from render.boxes import Box
from render.canvas import Canvas
from render.text.lettering import Weight, width
from render.underground.changes import Changes, Laid
from render.underground.glyphs import tag_stamp
from render.underground.grid import Grid, heading
from render.underground.labels.room import Room
from render.underground.lines.tracks import whole_link

BESIDE: Final = ((0.0, 0.0), (0.18, 10.0), (0.4, 25.0))
"""Distances from a link's outermost lane to a tag, in pitches, with their costs."""


def tag_size(number: int, size: int) -> tuple[int, int]:
    """Return the size of a turn's tag, in px."""
    return width(str(number), size, Weight.BOLD) + 20, round(size * 1.2)


def draw_tag(canvas: Canvas, at: tuple[int, int], number: int, size: int) -> None:
    """Draw the number of a turn."""
    canvas.stamp(tag_stamp(*tag_size(number, size)), *at)
    canvas.text(at, str(number), size, weight=Weight.BOLD, anchor="mm")


def draw_tags(canvas: Canvas, grid: Grid, room: Room, changes: Changes, size: int) -> None:
    """Draw the number of its turn beside each stretch of new pieces, and keep names off it."""
    if not changes.is_numbered:
        return
    for step in changes.played:
        wide, tall = tag_size(step.number, size)
        for stretch in new_stretches(step.pieces):
            boxes = (each for link in stretch for each in _boxes(grid, link, wide, tall))
            best = room.best(boxes)
            # A tag without any room within the picture is left out.
            if best is None:
                continue
            left, top, right, bottom = best[1]
            draw_tag(canvas, ((left + right) // 2, (top + bottom) // 2), step.number, size)
            room.number(best[1])


def new_stretches(pieces: Laid) -> Iterator[list[Link]]:
    """Yield the links of each connected stretch of pieces of one colour."""
    left = set[tuple[Colour, Link]](pieces)
    for piece in sorted(pieces):
        if piece not in left:
            continue
        left.remove(piece)
        found = [piece]
        for colour, link in found:
            near = [p for p in left if p[0] == colour and _touch(p[1], link)]
            left.difference_update(near)
            found += sorted(near)
        yield [link for _, link in found]


def _touch(one: Link, other: Link) -> bool:
    return bool({LINKS[one].a, LINKS[one].b} & {LINKS[other].a, LINKS[other].b})


def _boxes(grid: Grid, link: Link, wide: int, tall: int) -> Iterator[tuple[float, Box]]:
    """Yield boxes for a tag beside a link, each with its cost."""
    (x, y), (dx, dy), lane = grid.middle(link), heading(link), whole_link(link)
    length = (dx * dx + dy * dy) ** 0.5
    nx, ny = -dy / length, dx / length
    reach = abs(nx) * wide / 2 + abs(ny) * tall / 2 + theme.NEW_GAP + theme.NEW_RIM
    for away, cost in BESIDE:
        far = (lane.outermost + lane.width / 2 + away) * grid.pitch + reach
        for side in (-1, 1):
            left = round(x + side * nx * far - wide / 2)
            top = round(y + side * ny * far - tall / 2)
            yield cost, (left, top, left + wide, top + tall)
