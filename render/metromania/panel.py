"""The side panel: whose turn, companies, what is left until the end, trips."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.view import CompanyView, LineView, View
from render import theme
from render.canvas import Canvas, disc_stamp
from render.lettering import Weight, safe_name, width
from render.metromania.captions import Captions
from render.metromania.glyphs import arrow_stamp, cross_stamp, station_stamp, tick_stamp
from render.metromania.network import draw_badge
from render.metromania.triptable import draw_trips

WIDTH: Final = 548
GAP: Final = 12
PAD: Final = 20
HEADER: Final = 96
COUNTERS: Final = 92
STATIONS: Final = 30
LINE_TUNNELS: Final = 18


@dataclass(frozen=True, slots=True)
class Panel:
    """Where the panel lies and what it says.

    Attributes:
        canvas: to draw on.
        view: what is shown.
        names: per player, drawable.
        captions: the words.
        left: px of its left edge.
        top: px of its top edge.
        bottom: px of its bottom edge.
    """

    canvas: Canvas
    view: View
    names: tuple[str, ...]
    captions: Captions
    left: int
    top: int
    bottom: int

    @property
    def right(self) -> int:
        """Px of its right edge."""
        return self.left + WIDTH


def drawable_names(people: Sequence[str], captions: Captions) -> tuple[str, ...]:
    """Return the players' names as they can be drawn, numbered where they cannot."""
    return tuple(
        safe_name(name, f"{captions.player} {n}") for n, name in enumerate(people, start=1)
    )


def draw_panel(panel: Panel) -> None:
    """Draw the whole panel."""
    y = panel.top
    _header(panel, y, y + HEADER)
    y += HEADER + GAP
    height = 102 if len(panel.view.companies) > 3 else 118
    for company in panel.view.companies:
        _company(panel, company, y, y + height - 6)
        y += height
    y += GAP - 6
    _counters(panel, y, y + COUNTERS)
    y += COUNTERS + GAP
    draw_trips(panel.canvas, panel.view, panel.captions, (panel.left, y, panel.right, panel.bottom))


def _header(panel: Panel, top: int, bottom: int) -> None:
    """Draw whose turn it is, or who has won."""
    view, captions, canvas = panel.view, panel.captions, panel.canvas
    if view.result is not None:
        winners = " · ".join(panel.names[player] for player in view.result.winners)
        _banner(panel, top, bottom, theme.GATE_END, theme.CARD, (captions.winner, winners))
        return
    if view.to_act is None:
        _banner(panel, top, bottom, theme.GATE_END, theme.CARD, ("", captions.over))
        return
    name = panel.names[view.companies[view.to_act].player]
    colour, ink = theme.COMPANIES[view.to_act], theme.COMPANY_INKS[view.to_act]
    small = f"{captions.turn} {view.turn + 1} · {captions.to_act}"
    _banner(panel, top, bottom, colour, ink, (small, name))
    if view.ended_by is not None:
        size = width(captions.last_turns, 22, Weight.BOLD)
        right = panel.right - PAD
        canvas.card(right - size - 24, top + 14, right, top + 50, theme.WARNING, 12)
        canvas.text(right - 12, top + 33, captions.last_turns, 22, theme.INK, Weight.BOLD, "rm")


def _banner(
    panel: Panel,
    top: int,
    bottom: int,
    colour: theme.Colour,
    ink: theme.Colour,
    words: tuple[str, str],
) -> None:
    """Draw the banner with a small line and a large one."""
    canvas, left = panel.canvas, panel.left + PAD
    canvas.card(panel.left, top, panel.right, bottom, colour)
    canvas.text(left, top + 36, words[0], 24, ink, Weight.SEMIBOLD, room=WIDTH - 2 * PAD)
    canvas.text(left, bottom - 20, words[1], 38, ink, Weight.BOLD, room=WIDTH - 2 * PAD)


def _company(panel: Panel, company: CompanyView, top: int, bottom: int) -> None:
    """Draw one company: name, score, hand, both lines."""
    canvas, view = panel.canvas, panel.view
    is_to_act = view.to_act == company.seat
    colour = theme.COMPANIES[company.seat]
    tint = theme.ROW_TINTS[company.seat] if is_to_act else theme.CARD
    canvas.card(panel.left, top, panel.right, bottom, tint)
    canvas.card(panel.left, top, panel.left + 14, bottom, colour, 7)
    if is_to_act:
        y = (top + bottom) // 2
        canvas.stamp(arrow_stamp(0, 34, colour), panel.left + 34, y - 18)
    left = panel.left + (60 if is_to_act else 30)
    name = panel.names[company.player]
    canvas.text(left, top + 38, name, 28, theme.INK, Weight.BOLD, room=panel.right - 130 - left)
    _score(panel, company, top)
    for ix, line in enumerate(company.lines):
        _line(panel, line, panel.left + 30 + ix * 206, bottom - 29)
    _hand(panel, company, bottom - 29)


def _score(panel: Panel, company: CompanyView, top: int) -> None:
    """Write the points of a company at the right of its row."""
    result = panel.view.result
    points = company.station_points
    if result is not None:
        trips = sum(trip.points[company.seat] for trip in result.trips)
        points = result.companies[company.seat].line_points + trips
    right = panel.right - PAD
    panel.canvas.text(right, top + 42, signed(points), 38, theme.INK, Weight.BOLD, "rs")


def signed(points: int) -> str:
    """Return points with a real minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def _line(panel: Panel, line: LineView, left: int, y: int) -> None:
    """Draw one line's badge, a bar of its tunnels left, and their number or its end."""
    canvas = panel.canvas
    draw_badge(canvas, left + 16, y, line, panel.captions, 16)
    bar, colour = left + 42, theme.COMPANIES[line.company]
    room = 90
    canvas.card(bar, y - 7, bar + room, y + 7, theme.RULE, 7)
    used = round(room * line.tunnels_left / LINE_TUNNELS)
    if used >= 14:
        canvas.card(bar, y - 7, bar + used, y + 7, colour, 7)
        for x in range(bar + 9, bar + used - 9, 14) if line.name is LineName.STRIPED else ():
            canvas.box(x, y - 3, x + 8, y + 3, theme.CARD)
    _line_end(canvas, line, bar + room + 8, y)


def _line_end(canvas: Canvas, line: LineView, x: int, y: int) -> None:
    """Write the tunnels left; with a sign if the line is finished or blocked."""
    canvas.text(x, y + 1, str(line.tunnels_left), 25, theme.INK, Weight.SEMIBOLD, "lm")
    if line.is_finished:
        canvas.stamp(tick_stamp(12, theme.GOOD), x + 46, y)
    elif line.is_blocked:
        canvas.stamp(cross_stamp(12, theme.BAD), x + 46, y)


def _hand(panel: Panel, company: CompanyView, y: int) -> None:
    """Draw a small stack of markers with the number still in the hand."""
    canvas, right = panel.canvas, panel.right - PAD
    ink = theme.FAINT_INK if company.hand_size == 0 else theme.INK
    canvas.text(right, y + 1, str(company.hand_size), 25, ink, Weight.SEMIBOLD, "rm")
    for shift, colour in ((6, theme.RULE), (0, theme.SOFT_INK)):
        x = right - 52 + shift
        canvas.card(x, y - 14 - shift // 2, x + 20, y + 14 - shift // 2, colour, 5)
        if shift:
            canvas.card(x - 2, y - 12, x + 18, y + 14, theme.CARD, 5)


def _counters(panel: Panel, top: int, bottom: int) -> None:
    """Draw how near the end is: stations left, lines done."""
    canvas, view, captions = panel.canvas, panel.view, panel.captions
    middle = (panel.left + panel.right) // 2
    canvas.card(panel.left, top, middle - 5, bottom)
    canvas.card(middle + 5, top, panel.right, bottom)
    room = WIDTH // 2 - 2 * PAD
    for left, words in ((panel.left, captions.stations_left), (middle + 5, captions.lines_done)):
        canvas.text(left + PAD, top + 33, words, 22, theme.SOFT_INK, Weight.SEMIBOLD, room=room)
    y = bottom - 30
    canvas.stamp(station_stamp(17, 5, False), panel.left + PAD + 17, y)
    ink = theme.BAD if view.stock <= 5 else theme.INK
    left = panel.left + PAD + 46
    canvas.text(left, y + 1, str(view.stock), 36, ink, Weight.BOLD, "lm")
    left += width(str(view.stock), 36, Weight.BOLD) + 6
    canvas.text(left, y + 5, f"/ {STATIONS}", 24, theme.SOFT_INK, Weight.REGULAR, "lm")
    _meter(panel, middle + 5 + PAD, y)


def _meter(panel: Panel, left: int, y: int) -> None:
    """Draw the lines finished or blocked as full discs of those that end the building."""
    view, canvas = panel.view, panel.canvas
    for n in range(view.lines_needed):
        colour = theme.INK if n < view.lines_done else theme.RULE
        canvas.stamp(disc_stamp(13, colour), left + 13 + n * 32, y)
    words = f"{view.lines_done}/{view.lines_needed}"
    canvas.text(panel.right - PAD, y + 1, words, 30, theme.INK, Weight.BOLD, "rm")
