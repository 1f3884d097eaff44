"""The picture of a player's markers: held, placed, or placed without a station."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.games.metromania.city import LETTERS, TRIP_SPOTS, Marker
from metrobot.games.metromania.geometry import Cell, cell_name
from metrobot.games.metromania.view import CompanyView, View
from render import theme
from render.boxes import Box
from render.canvas import Canvas, disc_stamp
from render.metromania.captions import Captions
from render.metromania.glyphs import glyph_drop, shape_stamp, tick_stamp, warning_stamp
from render.metromania.places import draw_marker
from render.palette import COMMON
from render.text.lettering import Weight, drawable_names, width

WIDTH: Final = 1200
PAD: Final = 24
COLUMNS: Final = 3
"""Most cards beside each other."""
CARD_HEIGHT: Final = 236
TITLE: Final = 84
PLACE: Final = 36
"""Px for the cell of a placed marker, and for how far it is from a station."""


@dataclass(frozen=True, slots=True)
class _Held:
    """One marker of a company, with its state.

    Attributes:
        marker: the marker.
        is_served: whether a station touches it; None while it is not placed.
        cell: the cell in which it lies.
        apart: edges to the nearest station, if it needs one and there is any.
    """

    marker: Marker
    is_served: bool | None
    cell: Cell | None = None
    apart: int | None = None


def draw_hand(
    view: View, people: Sequence[str], captions: Captions, seats: Iterable[Seat]
) -> Image.Image:
    """Draw the markers of some companies, held and placed.

    A hand that the view hides stays empty.
    """
    companies = [view.companies[seat] for seat in sorted(seats)]
    groups = [(company, _markers(view, company)) for company in companies]
    heights = [TITLE + _card_height(items) * _rows(items) for _, items in groups]
    image = Image.new("RGB", (WIDTH, sum(heights) + PAD), theme.PAGE)
    canvas, names, top = Canvas(image), drawable_names(people, captions.player), 0
    for (company, items), height in zip(groups, heights, strict=True):
        _title(canvas, company, names[company.player], captions, top)
        _cards(canvas, company, items, captions, top + TITLE)
        top += height
    return COMMON.reduced(image)


def _rows(items: Sequence[_Held]) -> int:
    return max(1, -(-len(items) // COLUMNS))


def _card_height(items: Sequence[_Held]) -> int:
    lines = any(item.cell is not None for item in items), any(item.apart for item in items)
    return CARD_HEIGHT + PLACE * sum(lines)


def _markers(view: View, company: CompanyView) -> list[_Held]:
    """Return a company's markers by their letters, as far as the view has them."""
    items = [_Held(marker, None) for marker in company.hand or ()]
    own = [placement for placement in view.placed if placement.company == company.seat]
    for placed in own:
        apart = None if placed.is_served else view.steps_to_station(placed.cell)
        items.append(_Held(placed.marker, placed.is_served, placed.cell, apart))
    return sorted(items, key=lambda item: item.marker)


def _title(canvas: Canvas, company: CompanyView, name: str, captions: Captions, top: int) -> None:
    y, colour = top + TITLE // 2 + 6, captions.liveries[company.seat].ink
    canvas.stamp(disc_stamp(26, colour), PAD + 26, y)
    canvas.letter((PAD + 26, y), captions.letters[company.seat], 34, theme.CARD)
    start = PAD + 70, y + 1
    canvas.text(start, captions.hand, 38, weight=Weight.BOLD, anchor="lm", room=640)
    room = WIDTH - 3 * PAD - start[0] - width(captions.hand, 38, Weight.BOLD)
    canvas.text((WIDTH - PAD, y + 1), name, 32, ink=theme.SOFT_INK, anchor="rm", room=room)


def _cards(
    canvas: Canvas, company: CompanyView, items: Sequence[_Held], captions: Captions, top: int
) -> None:
    if not items:
        canvas.card((PAD, top, WIDTH - PAD, top + CARD_HEIGHT - PAD))
        centre = WIDTH // 2, top + CARD_HEIGHT // 2 - PAD // 2
        canvas.text(centre, captions.empty_hand, 34, ink=theme.SOFT_INK, anchor="mm", room=1000)
    # Four cards are two rows of two, without a hole.
    columns = max(1, -(-len(items) // _rows(items)))
    width, height = (WIDTH - PAD * (columns + 1)) // columns, _card_height(items)
    for n, item in enumerate(items):
        left = PAD + n % columns * (width + PAD)
        y = top + n // columns * height
        _card(canvas, (left, y, left + width, y + height - PAD), company, item, captions)


def _card(canvas: Canvas, box: Box, company: CompanyView, item: _Held, captions: Captions) -> None:
    """Draw one marker: sign, day, both types of the trip, and its state."""
    left, top, right, bottom = box
    is_held = item.is_served is None
    canvas.card(box, theme.CARD if is_held else theme.QUIET_CARD, 18)
    x, room = left + 132, right - left - 148
    draw_marker(canvas, (left + 68, top + 76), item.marker, captions.liveries[company.seat], 44)
    day = captions.days[LETTERS.index(item.marker.letter)]
    canvas.text((x, top + 62), f"{day} {item.marker.letter}", 42, weight=Weight.BOLD, room=room)
    # The other marker of the trip has the other type.
    own, (first, last) = item.marker.spot, TRIP_SPOTS[item.marker.letter]
    other = last if own is first else first
    canvas.text((x, top + 106), captions.spot(own), 32, room=room)
    canvas.stamp(shape_stamp(other, 16, theme.FAINT_INK), x + 16, top + 134)
    centre = x + 16, top + 134 + round(16 * glyph_drop(other))
    canvas.letter(centre, captions.letter(other), 21, theme.CARD)
    words = captions.spot(other)
    canvas.text((x + 42, top + 142), words, 24, ink=theme.SOFT_INK, room=room - 42)
    _state(canvas, (left, bottom), item, captions, right - left)


def _state(
    canvas: Canvas, corner: tuple[int, int], item: _Held, captions: Captions, width: int
) -> None:
    y, x = corner[1] - 34, corner[0] + 38
    if item.apart:
        words = captions.nearest.format(n=item.apart)
        canvas.text((x + 30, y + 1), words, 26, ink=theme.BAD, anchor="lm", room=width - 84)
        y -= PLACE
    if item.is_served is None:
        canvas.stamp(disc_stamp(10, theme.FAINT_INK), x, y)
        words, ink = captions.held, theme.SOFT_INK
    elif item.is_served:
        canvas.stamp(tick_stamp(14, theme.GOOD), x, y)
        words, ink = captions.placed, theme.GOOD
    else:
        canvas.stamp(warning_stamp(17), x, y + 3)
        words, ink = captions.unserved, theme.BAD
    canvas.text((x + 30, y + 1), words, 26, ink=ink, anchor="lm", room=width - 84)
    if item.cell is not None:
        start = x + 30, y + 1 - PLACE
        canvas.text(start, cell_name(item.cell), 26, anchor="lm", room=width - 84)
