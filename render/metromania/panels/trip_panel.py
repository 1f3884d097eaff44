"""The panel beside a test trip: its ends, its route, and who scores what and why."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from metrobot.engine.actors import Seat
from metrobot.games.metromania.city import TRIP_SPOTS, Marker
from metrobot.games.metromania.geometry import POINT_NAMES
from metrobot.games.metromania.result import (
    MINUTES_PER_CHANGE,
    SUNDAY,
    Guilt,
    RouteRide,
    TripResult,
)
from metrobot.games.metromania.view import CompanyView, View
from render import theme
from render.boxes import Box
from render.canvas import Canvas
from render.metromania.captions import Captions
from render.metromania.glyphs import arrow_stamp, cross_stamp, station_stamp, warning_stamp
from render.metromania.lines.network import draw_badge
from render.metromania.panels.panel import by_player
from render.metromania.panels.trip_table import (
    draw_gain,
    draw_lake,
    draw_park,
    draw_unplaced,
    placed_or_held,
)
from render.metromania.places import draw_marker, draw_owner
from render.text.lettering import Weight, size_for, width, with_minus, wrapped

PAD: Final = 14
GAP: Final = 8
TITLE: Final = 48
"""Height of the day in the header; below it come lines with ends and minutes."""
LINE: Final = 28
"""Height of a line of words."""
PERSON: Final = 46
"""Height of a player's row."""
LEAST_ROW: Final = 30
"""Least height of a row of the route."""
MOST_ROW: Final = 44
"""Greatest height of a row of the route."""

SIGN: Final = 35
"""Px for a company's sign."""
GAINED: Final = 19
"""Radius of the disc with a trip's points."""
TOTAL: Final = 28
"""Size of the letters of a player's total."""


@dataclass(frozen=True, slots=True)
class TripPanel:
    """The values of the panel, and the canvas for it.

    Attributes:
        canvas: to draw on.
        view: view of a game that is over.
        names: drawable names of the players.
        captions: the words.
        index: 0 for Monday to 6 for Sunday.
        box: box of the panel.
        unit: size of the smallest letters, in px.
    """

    canvas: Canvas
    view: View
    names: tuple[str, ...]
    captions: Captions
    index: int
    box: Box
    unit: int

    @property
    def left(self) -> int:
        """Px of its left edge."""
        return self.box[0]

    @property
    def right(self) -> int:
        """Px of its right edge."""
        return self.box[2]

    @property
    def result(self) -> TripResult:
        """The trip."""
        assert self.view.result is not None, "the game is over"
        return self.view.result.trips[self.index]

    def running(self, seat: int) -> int:
        """Return the points of a company after this trip, with those of its lines."""
        assert self.view.result is not None, "the game is over"
        counted = self.view.result.trips[: self.index + 1]
        line_points = self.view.result.companies[seat].line_points
        return line_points + sum(trip.points[seat] for trip in counted)

    def words(self, text: str, x: int, y: int, ink: theme.Colour = theme.INK) -> None:
        """Write a line of words up to the panel's right edge."""
        self.canvas.text((x, y), text, self.unit, ink=ink, anchor="lm", room=self.right - PAD - x)


def draw_trip_panel(panel: TripPanel) -> None:
    """Draw the whole panel."""
    _, top, _, bottom = panel.box
    scores = [_score_of(panel, companies) for companies in by_player(panel.view).values()]
    # The reason for which nobody scores; there is none if somebody does.
    note = "" if any(panel.result.points) else panel.captions.nobody
    note = panel.captions.cancelled if panel.result.cancelled else note
    y = bottom - sum(score.height + GAP for score in scores) + GAP
    if note:
        y -= LINE
        panel.words(note, panel.left + PAD, y + LINE // 2, theme.SOFT_INK)
    _route(panel, (panel.left, _header(panel, top) + GAP, panel.right, y - GAP))
    y += LINE * bool(note)
    for score in scores:
        _person(panel, score, y)
        y += score.height + GAP


def _header(panel: TripPanel, top: int) -> int:
    """Draw the day, both ends and the minutes; return the px where they end."""
    canvas, result, captions, left = panel.canvas, panel.result, panel.captions, panel.left
    day, room = captions.whole_days[panel.index], panel.right - left - 2 * PAD
    title, ends = day, [captions.park, captions.lake]
    if result.trip != SUNDAY:
        title, ends = f"{day} {result.trip}", [*map(captions.spot, TRIP_SPOTS[result.trip])]
    minutes = result.minutes
    fact = captions.impossible if minutes is None else f"{minutes} {captions.minutes}"
    way = captions.ends.format(a=ends[0], b=ends[1])
    lines: tuple[str, ...] = (f"{way} · {fact}",)
    if width(lines[0], panel.unit, Weight.BOLD) > room:
        lines = (*wrapped(way, panel.unit, Weight.BOLD, room), fact)
    bottom = top + TITLE + LINE * len(lines) + GAP
    canvas.card((left, top, panel.right, bottom), theme.GATE_END)
    size, ink, bold = size_for(title, 36, panel.unit, room), theme.CARD, Weight.BOLD
    canvas.text((left + PAD, top + 28), title, size, ink=ink, weight=bold, anchor="lm", room=room)
    for n, line in enumerate(lines):
        start = left + PAD, top + TITLE + LINE * n + LINE // 2
        canvas.text(start, line, panel.unit, ink=ink, weight=bold, anchor="lm", room=room)
    return bottom


def _route(panel: TripPanel, box: Box) -> None:
    """Draw both ends with their owners, and one fastest route between them, ride by ride."""
    _, top, _, bottom = box
    panel.canvas.card(box)
    rides: list[RouteRide | None] = [*panel.result.rides]
    # A long route leaves the changes out rather than the rides.
    if (bottom - top - PAD) / (2 * len(rides) + 1) >= LEAST_ROW:
        rides = [part for ride in rides for part in (ride, None)][:-1]
    is_possible = panel.result.minutes is not None
    rows = len(rides) + 2 if is_possible else 6
    height = min(MOST_ROW, (bottom - top - PAD) / rows)
    ys = [round((top + bottom) / 2 + height * (n - (rows - 1) / 2)) for n in range(rows)]
    # Where rows are close, signs are as small as their letters can be.
    radius = 18 if height >= 2 * 18 + 2 else 16
    _end(panel, 0, ys[0], radius)
    _end(panel, 1, ys[-1 if is_possible else -2], radius)
    if not is_possible:
        for ix, y in enumerate((ys[1], ys[-1])):
            _reached(panel, ix, y)
        middle = (panel.left + panel.right) // 2, (ys[2] + ys[3]) // 2
        panel.canvas.stamp(cross_stamp(min(34, round(height * 0.7)), theme.BAD), *middle)
    for ride, y in zip(rides, ys[1:], strict=False):
        if ride is None:
            _change(panel, y)
        else:
            _ride(panel, ride, y)


def _end(panel: TripPanel, ix: int, y: int, radius: int) -> None:
    """Draw the sign of an end, and whose it is; a marker that was not placed as an outline."""
    canvas, trip, centre = panel.canvas, panel.result.trip, (panel.left + PAD + 18, y)
    if trip == SUNDAY:
        (draw_park, draw_lake)[ix](canvas, centre, radius)
        name = (panel.captions.park, panel.captions.lake)[ix]
    else:
        marker = Marker(trip, TRIP_SPOTS[trip][ix])
        placement, owner = placed_or_held(panel.view, marker)
        if placement is None:
            draw_unplaced(canvas, centre, marker, owner, radius, captions=panel.captions)
        else:
            livery = panel.captions.liveries[placement.company]
            draw_marker(canvas, centre, marker, livery, radius)
        if placement is None or not placement.is_served:
            canvas.stamp(warning_stamp(12), centre[0] + 16, y - 16)
        name = "" if owner is None else panel.names[panel.view.companies[owner].player]
    start, room = (panel.left + PAD + 48, y + 1), panel.right - panel.left - 2 * PAD - 44
    canvas.text(start, name, panel.unit, weight=Weight.BOLD, anchor="lm", room=room)


def _reached(panel: TripPanel, ix: int, y: int) -> None:
    """Draw the number of stations that can be reached from an end, or the fault of its marker."""
    trip, x = panel.result.trip, panel.left + PAD + 48
    if trip != SUNDAY:
        placement, _ = placed_or_held(panel.view, Marker(trip, TRIP_SPOTS[trip][ix]))
        if placement is None or not placement.is_served:
            no_station = placement and panel.captions.no_station
            panel.words(no_station or panel.captions.not_placed, x, y, theme.BAD)
            return
    panel.canvas.stamp(arrow_stamp(0, 28, theme.INK), x + 14, y)
    panel.canvas.stamp(station_stamp(12, 4), x + 52, y)
    count, start = str(len(panel.result.reached[ix])), (x + 74, y + 1)
    panel.canvas.text(start, count, panel.unit + 2, weight=Weight.BOLD, anchor="lm")


def _ride(panel: TripPanel, ride: RouteRide, y: int) -> None:
    """Draw one ride: line, first and last station, minutes."""
    lines, size = panel.view.companies[ride.company].lines, panel.unit + 2
    line = next(line for line in lines if line.name is ride.line)
    draw_badge(panel.canvas, (panel.left + PAD + 18, y), line, panel.captions, 16)
    words = f"{POINT_NAMES[ride.stations[0]]} – {POINT_NAMES[ride.stations[-1]]}"
    start = panel.left + PAD + 48, y + 1
    panel.canvas.text(start, words, size, weight=Weight.BOLD, anchor="lm")
    minutes = f"{ride.minutes} {panel.captions.minutes}"
    panel.canvas.text((panel.right - PAD, y + 1), minutes, size, anchor="rm")


def _change(panel: TripPanel, y: int) -> None:
    canvas, ink, unit, left = panel.canvas, theme.SOFT_INK, panel.unit, panel.left
    canvas.box((left + PAD + 16, y - 10, left + PAD + 20, y + 10), theme.RULE)
    canvas.text((left + PAD + 48, y + 1), panel.captions.change, unit, ink=ink, anchor="lm")
    minutes = f"+{MINUTES_PER_CHANGE} {panel.captions.minutes}"
    canvas.text((panel.right - PAD, y + 1), minutes, unit, ink=ink, anchor="rm")


class _Score(NamedTuple):
    """The words of a player's card.

    Attributes:
        companies: the player's companies.
        reasons: each company that has points or is guilty, with the lines that say why.
    """

    companies: list[CompanyView]
    reasons: list[tuple[Seat, tuple[str, ...]]]

    @property
    def height(self) -> int:
        """Height of the card, in px."""
        tall = (max(2 * GAINED + 4, LINE * len(lines)) for _, lines in self.reasons)
        return PERSON + sum(tall) + GAP * bool(self.reasons)


def _score_of(panel: TripPanel, companies: list[CompanyView]) -> _Score:
    room = panel.right - panel.left - 2 * PAD - 2 * GAINED - GAP - SIGN * (len(companies) > 1)
    whys = [(company.seat, _why(panel, company.seat)) for company in companies]
    return _Score(
        companies,
        [(seat, wrapped(why, panel.unit, Weight.SEMIBOLD, room)) for seat, why in whys if why],
    )


def _why(panel: TripPanel, seat: Seat) -> str:
    """Return the reason for which a company scores, or is guilty; empty without one."""
    result, captions = panel.result, panel.captions
    if seat in result.guilty:
        return {
            Guilt.NOT_PLACED: captions.not_placed,
            Guilt.NO_STATION: captions.no_station,
            Guilt.NO_CONNECTION: captions.no_connection,
        }[result.reasons[result.guilty.index(seat)]]
    if not result.points[seat]:
        return ""
    own = result.own[seat] if result.trip != SUNDAY else ()
    if len(own) > 1:
        return captions.scored_both
    return captions.scored_own.format(spot=captions.spot(own[0].spot)) if own else captions.scored


def _person(panel: TripPanel, score: _Score, top: int) -> None:
    """Draw one player: company signs, name and total; below them what the trip brought, and why."""
    canvas, left, y = panel.canvas, panel.left + PAD // 2, top + PERSON // 2
    gains = [seat for seat, _ in score.reasons if panel.result.points[seat] > 0]
    ground = panel.captions.liveries[gains[0]].row_tint if gains else theme.CARD
    canvas.card((panel.left, top, panel.right, top + score.height), ground)
    for n, company in enumerate(score.companies):
        draw_owner(canvas, (left + 16 + n * SIGN, y), company.seat, panel.captions, 16)
    total = with_minus(sum(panel.running(company.seat) for company in score.companies))
    end, start = panel.right - PAD // 2, left + SIGN * len(score.companies)
    canvas.text((end, y + 1), total, TOTAL, weight=Weight.BOLD, anchor="rm")
    room = end - width(total, TOTAL, Weight.BOLD) - GAP - start
    name, weight = panel.names[score.companies[0].player], Weight.SEMIBOLD
    canvas.text((start, y + 1), name, panel.unit, weight=weight, anchor="lm", room=room)
    top += PERSON
    for seat, lines in score.reasons:
        tall, x = max(2 * GAINED + 4, LINE * len(lines)), left
        if len(score.companies) > 1:
            draw_owner(canvas, (x + 16, top + tall // 2), seat, panel.captions, 16)
            x += SIGN
        points, livery = panel.result.points[seat], panel.captions.liveries[seat]
        centre = x + GAINED, top + tall // 2
        draw_gain(canvas, centre, livery, points, radius=GAINED)
        for n, line in enumerate(lines):
            ink = theme.BAD if seat in panel.result.guilty else theme.SOFT_INK
            middle = top + round(tall / 2 + LINE * (n - (len(lines) - 1) / 2)) + 1
            panel.words(line, x + 2 * GAINED + GAP, middle, ink)
        top += tall
