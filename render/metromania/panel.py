"""The side panel: whose turn, companies, what is left until the end, trips."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from metrobot.games.metromania.actions import STATIONS, TUNNELS_PER_LINE, LineName
from metrobot.games.metromania.result import Result
from metrobot.games.metromania.view import CompanyView, LineView, View
from render import theme
from render.canvas import Box, Canvas, disc_stamp
from render.lettering import Weight, safe_name, width
from render.metromania.captions import Captions
from render.metromania.glyphs import (
    arrow_stamp,
    card_stamp,
    cross_stamp,
    station_stamp,
    tick_stamp,
)
from render.metromania.network import draw_badge
from render.metromania.triptable import draw_trips
from render.theme import Colour

WIDTH: Final = 548
GAP: Final = 12
PAD: Final = 20
HEADER: Final = 96
COUNTERS: Final = 92
ROWS: Final = {2: 128, 3: 116, 4: 102}
"""Height of a company's row by the number of companies."""


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


def signed(points: int) -> str:
    """Return points with a real minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def draw_panel(panel: Panel) -> None:
    """Draw the whole panel."""
    y = panel.top
    _header(panel, y)
    y += HEADER + GAP
    height = ROWS.get(len(panel.view.companies), ROWS[4])
    for company in panel.view.companies:
        _company(panel, company, y, y + height - 6)
        y += height
    y += GAP - 6
    _counters(panel, y, y + COUNTERS)
    y += COUNTERS + GAP
    draw_trips(panel.canvas, panel.view, panel.captions, (panel.left, y, panel.right, panel.bottom))


def _header(panel: Panel, top: int) -> None:
    """Draw whose turn it is, or who has won."""
    view, captions = panel.view, panel.captions
    if view.result is not None:
        _winners(panel, view.result)
    elif view.to_act is None:
        _banner(panel, theme.GATE_END, theme.CARD, ("", captions.over))
    else:
        name = panel.names[view.companies[view.to_act].player]
        colour, ink = theme.COMPANIES[view.to_act], theme.COMPANY_INKS[view.to_act]
        small = f"{captions.turn} {view.turn + 1} · {captions.to_act}"
        _banner(panel, colour, ink, (small, name))
        if view.ended_by is not None:
            _last_turns(panel, top)


def _winners(panel: Panel, result: Result) -> None:
    """Draw who has won, and with how many points."""
    names = " · ".join(panel.names[player] for player in result.winners)
    small = panel.captions.winner
    if len(panel.view.companies) > len(result.scores):
        small = f"{small}  {' : '.join(map(signed, result.scores))}"
    _banner(panel, theme.GATE_END, theme.CARD, (small, names))
    points = signed(result.scores[result.winners[0]])
    at = panel.right - PAD, panel.top + HEADER // 2 + 2
    panel.canvas.card((at[0] - 84, at[1] - 36, at[0] + 6, at[1] + 34), theme.CARD)
    panel.canvas.text((at[0] - 39, at[1]), points, 42, weight=Weight.BOLD, anchor="mm")


def _banner(panel: Panel, colour: Colour, ink: Colour, words: tuple[str, str]) -> None:
    """Draw the banner with a small line and a large one."""
    canvas, left, bottom = panel.canvas, panel.left + PAD, panel.top + HEADER
    room = WIDTH - 2 * PAD
    canvas.card((panel.left, panel.top, panel.right, bottom), colour)
    canvas.text((left, panel.top + 36), words[0], 24, ink=ink, room=room)
    canvas.text((left, bottom - 20), words[1], 40, ink=ink, weight=Weight.BOLD, room=room)


def _last_turns(panel: Panel, top: int) -> None:
    """Draw the sign that every turn from now on is somebody's last."""
    words, right = panel.captions.last_turns, panel.right - 14
    size = width(words, 23, Weight.BOLD)
    panel.canvas.card((right - size - 24, top + 12, right, top + 48), theme.WARNING, 12)
    at = right - 12, top + 31
    panel.canvas.text(at, words, 23, weight=Weight.BOLD, anchor="rm")


def _company(panel: Panel, company: CompanyView, top: int, bottom: int) -> None:
    """Draw one company: name, score, both lines, hand."""
    canvas, is_to_act = panel.canvas, panel.view.to_act == company.seat
    colour = theme.COMPANIES[company.seat]
    tint = theme.ROW_TINTS[company.seat] if is_to_act else theme.CARD
    canvas.card((panel.left, top, panel.right, bottom), tint)
    canvas.card((panel.left, top, panel.left + 14, bottom), colour, 7)
    name_y, lines_y = (top * 5 + bottom * 3) // 8 + 3, bottom - (bottom - top) // 4 - 4
    left = panel.left + 30
    if is_to_act:
        canvas.stamp(arrow_stamp(0, 38, colour), left + 16, name_y - 10)
        left += 46
    name, room = panel.names[company.player], panel.right - 110 - left
    canvas.text((left, name_y), name, 29, weight=Weight.BOLD, room=room)
    points, right = signed(_points(panel.view, company)), panel.right - PAD
    canvas.text((right, name_y + 4), points, 40, weight=Weight.BOLD, anchor="rs")
    for ix, line in enumerate(company.lines):
        _line(panel, line, panel.left + 30 + ix * 204, lines_y)
    _hand(panel, company, lines_y)


def _points(view: View, company: CompanyView) -> int:
    """Return the station points so far, or all points once the game is over."""
    if view.result is None:
        return company.station_points
    return view.result.company_points(company.seat)


def _line(panel: Panel, line: LineView, left: int, y: int) -> None:
    """Draw one line's badge, a bar of its tunnels left, and their number or its end."""
    canvas = panel.canvas
    draw_badge(canvas, (left + 17, y), line, panel.captions, 17)
    _bar(canvas, line, (left + 44, y - 7, left + 128, y + 7))
    canvas.text((left + 136, y + 1), str(line.tunnels_left), 26, anchor="lm")
    after = left + 152 + width(str(line.tunnels_left), 26, Weight.SEMIBOLD)
    if line.is_finished:
        canvas.stamp(tick_stamp(12, theme.GOOD), after, y)
    elif line.is_blocked:
        canvas.stamp(cross_stamp(12, theme.BAD), after, y)


def _bar(canvas: Canvas, line: LineView, box: Box) -> None:
    """Draw how much of a line's tunnels is left, solid or striped as the line is."""
    left, top, right, bottom = box
    canvas.card(box, theme.RULE, 7)
    end = left + round((right - left) * line.tunnels_left / TUNNELS_PER_LINE)
    if end - left < 14:
        return
    canvas.card((left, top, end, bottom), theme.COMPANIES[line.company], 7)
    for x in range(left + 9, end - 10, 14) if line.name is LineName.STRIPED else ():
        canvas.box((x, top + 4, x + 8, bottom - 4), theme.CARD)


def _hand(panel: Panel, company: CompanyView, y: int) -> None:
    """Draw cards with the number of markers still in the hand."""
    canvas, right = panel.canvas, panel.right - PAD
    ink = theme.INK if company.hand_size else theme.FAINT_INK
    canvas.text((right, y + 1), str(company.hand_size), 28, ink=ink, anchor="rm")
    canvas.stamp(card_stamp(30, ink), right - 46, y)
    question = right - 46, y + 1
    canvas.text(question, "?", 22, ink=theme.CARD, weight=Weight.BOLD, anchor="mm")


def _counters(panel: Panel, top: int, bottom: int) -> None:
    """Draw how near the end is: stations left, lines done."""
    canvas, captions = panel.canvas, panel.captions
    middle = (panel.left + panel.right) // 2
    canvas.card((panel.left, top, middle - 5, bottom))
    canvas.card((middle + 5, top, panel.right, bottom))
    room = WIDTH // 2 - 2 * PAD
    for left, words in ((panel.left, captions.stations_left), (middle + 5, captions.lines_done)):
        canvas.text((left + PAD, top + 33), words, 23, ink=theme.SOFT_INK, room=room)
    _stock(panel, panel.left + PAD, bottom - 30)
    _meter(panel, middle + 5 + PAD, bottom - 30)


def _stock(panel: Panel, left: int, y: int) -> None:
    """Draw the number of stations left."""
    canvas, stock = panel.canvas, panel.view.stock
    canvas.stamp(station_stamp(17, 5, False), left + 17, y)
    ink = theme.BAD if panel.view.is_stock_low else theme.INK
    left += 46
    canvas.text((left, y + 1), str(stock), 38, ink=ink, weight=Weight.BOLD, anchor="lm")
    left += width(str(stock), 38, Weight.BOLD) + 8
    canvas.text((left, y + 5), f"/ {STATIONS}", 25, ink=theme.SOFT_INK, anchor="lm")


def _meter(panel: Panel, left: int, y: int) -> None:
    """Draw the lines finished or blocked as full discs of those that end the building."""
    view, canvas = panel.view, panel.canvas
    for n in range(view.lines_needed):
        colour = theme.INK if n < view.lines_done else theme.RULE
        canvas.stamp(disc_stamp(13, colour), left + 13 + n * 32, y)
    words = f"{view.lines_done}/{view.lines_needed}"
    canvas.text((panel.right - PAD, y + 1), words, 32, weight=Weight.BOLD, anchor="rm")
