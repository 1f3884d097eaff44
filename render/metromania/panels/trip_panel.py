"""The panel beside a test trip: its ends, its route, its points with reasons, and the totals."""

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
from render.text.lettering import Weight, size_for, width, with_minus

PAD: Final = 14
GAP: Final = 8
HEADER: Final = 88
END: Final = 58
PERSON: Final = 46
"""Height of a player's row."""
REASON: Final = 24
"""Height of a line below a row that says why a company is guilty."""
GAIN: Final = 38
"""Height of such a line that also has the company's points, for lack of room above."""
RAISED: Final = 4
"""Px by which such a line stands nearer to its row than to the next."""
NOTE: Final = 24
"""Height of a line that says why nobody scores."""
LEAST_ROW: Final = 30
"""Least height of a row of the route."""
MOST_ROW: Final = 44
"""Greatest height of a row of the route."""

SIGN: Final = 36
"""Px for a company's sign."""
GAINED: Final = 18
"""Radius of the disc with a trip's points."""
BESIDE: Final = 42
"""Px for it, beside a name."""
TOTAL: Final = 24
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

    def name(self, seat: int) -> str:
        """Return the name of a company's player."""
        return self.names[self.view.companies[seat].player]

    def running(self, seat: int) -> int:
        """Return the points of a company after this trip, with those of its lines."""
        assert self.view.result is not None, "the game is over"
        counted = self.view.result.trips[: self.index + 1]
        line_points = self.view.result.companies[seat].line_points
        return line_points + sum(trip.points[seat] for trip in counted)


def draw_trip_panel(panel: TripPanel) -> None:
    """Draw the whole panel."""
    _, top, _, bottom = panel.box
    scores = [_score_of(panel, companies) for companies in by_player(panel.view).values()]
    # The reason for which nobody scores; there is none if somebody does.
    note = "" if any(panel.result.points) else panel.captions.nobody
    note = panel.captions.cancelled if panel.result.cancelled else note
    score_top = bottom - sum(score.height for score in scores) - NOTE * bool(note) - 12
    _header(panel, top)
    route = _ends(panel, top + HEADER + GAP) + GAP
    _route(panel, (panel.left, route, panel.right, score_top - GAP))
    panel.canvas.card((panel.left, score_top, panel.right, bottom))
    y = score_top + 6
    for score in scores:
        _person(panel, score, y)
        y += score.height
    if note:
        start, room = (panel.left + PAD, y + 4), panel.right - panel.left - 2 * PAD
        panel.canvas.text(start, note, panel.unit, ink=theme.SOFT_INK, anchor="lm", room=room)


def _header(panel: TripPanel, top: int) -> None:
    canvas, result, captions, left = panel.canvas, panel.result, panel.captions, panel.left
    canvas.card((left, top, panel.right, top + HEADER), theme.GATE_END)
    day = captions.whole_days[panel.index]
    title = day if result.trip == SUNDAY else f"{day} {result.trip}"
    start, room = (left + PAD, top + 28), panel.right - left - 2 * PAD
    size = size_for(title, 36, panel.unit, room)
    canvas.text(start, title, size, ink=theme.CARD, weight=Weight.BOLD, anchor="lm", room=room)
    minutes = result.minutes
    words = captions.impossible if minutes is None else f"{minutes} {captions.minutes}"
    start = left + PAD, top + HEADER - 24
    canvas.text(start, words, 28, ink=theme.CARD, weight=Weight.BOLD, anchor="lm", room=room)


def _ends(panel: TripPanel, top: int) -> int:
    """Draw the two ends of the trip; return the px where they end."""
    bottom = top + 2 * END + 8
    panel.canvas.card((panel.left, top, panel.right, bottom))
    captions, trip = panel.captions, panel.result.trip
    for ix, landmark in enumerate((captions.park, captions.lake)):
        y = top + 4 + END * ix + END // 2
        if trip == SUNDAY:
            _sign(panel, ix, (panel.left + PAD + 22, y), 22)
            start = panel.left + PAD + 58, y + 1
            panel.canvas.text(start, landmark, 26, weight=Weight.BOLD, anchor="lm")
        else:
            _sign(panel, ix, (panel.left + PAD + 20, y), 20)
            _marker_end(panel, Marker(trip, TRIP_SPOTS[trip][ix]), y)
    return bottom


def _marker_end(panel: TripPanel, marker: Marker, y: int) -> None:
    """Write the owner of one marker of the trip, and its fault if it has one."""
    canvas, captions, x = panel.canvas, panel.captions, panel.left + PAD + 54
    room = panel.right - PAD // 2 - x
    placement, owner = placed_or_held(panel.view, marker)
    name = "" if owner is None else panel.name(owner)
    canvas.text((x, y - 6), name, panel.unit, weight=Weight.BOLD, room=room)
    words, ink = captions.spot(marker.spot), theme.SOFT_INK
    if placement is None or not placement.is_served:
        words = captions.not_placed if placement is None else captions.no_station
        ink = theme.BAD
        canvas.stamp(warning_stamp(12), x - 18, y - 18)
    canvas.text((x, y + 20), words, panel.unit, ink=ink, room=room)


def _sign(panel: TripPanel, ix: int, centre: tuple[int, int], radius: int) -> None:
    """Draw the sign of an end: park, lake or a marker, as an outline if it was not placed."""
    trip = panel.result.trip
    if trip == SUNDAY:
        (draw_park, draw_lake)[ix](panel.canvas, centre, radius)
        return
    marker = Marker(trip, TRIP_SPOTS[trip][ix])
    placement, owner = placed_or_held(panel.view, marker)
    if placement is None:
        draw_unplaced(panel.canvas, centre, marker, owner, 20, captions=panel.captions)
    else:
        draw_marker(panel.canvas, centre, marker, placement.company, 19)


def _route(panel: TripPanel, box: Box) -> None:
    """Draw one fastest route, ride by ride, with the changes if there is room."""
    _, top, _, bottom = box
    panel.canvas.card(box)
    if not panel.result.rides:
        _no_route(panel, box)
        return
    rows: list[RouteRide | None] = [*panel.result.rides]
    # A long route leaves the changes out rather than the rides.
    if (bottom - top - 12) / (2 * len(rows) - 1) >= LEAST_ROW:
        rows = [part for ride in rows for part in (ride, None)][:-1]
    height = min(MOST_ROW, (bottom - top - 12) / len(rows))
    first = (top + bottom) / 2 - height * len(rows) / 2
    for n, ride in enumerate(rows):
        y = round(first + height * (n + 0.5))
        if ride is None:
            _change(panel, y)
        else:
            _ride(panel, ride, y)


def _no_route(panel: TripPanel, box: Box) -> None:
    """Draw a cross, and the number of stations that can be reached from either end."""
    left, top, right, bottom = box
    canvas, middle, y = panel.canvas, (left + right) // 2, (top + bottom) // 2
    canvas.stamp(cross_stamp(34, theme.BAD), middle, y)
    for ix, stations in enumerate(panel.result.reached):
        level = (top + y - 34) // 2 if not ix else (bottom + y + 34) // 2
        _sign(panel, ix, (middle - 60, level), 20)
        canvas.stamp(arrow_stamp(0, 30, theme.INK), middle - 10, level)
        canvas.stamp(station_stamp(13, 4), middle + 34, level)
        start, count = (middle + 56, level + 1), str(len(stations))
        canvas.text(start, count, 28, weight=Weight.BOLD, anchor="lm")


def _ride(panel: TripPanel, ride: RouteRide, y: int) -> None:
    """Draw one ride: line, first and last station, minutes."""
    lines, size = panel.view.companies[ride.company].lines, panel.unit + 2
    line = next(line for line in lines if line.name is ride.line)
    draw_badge(panel.canvas, (panel.left + PAD + 16, y), line, panel.captions, 16)
    words = f"{POINT_NAMES[ride.stations[0]]} – {POINT_NAMES[ride.stations[-1]]}"
    start = panel.left + PAD + 44, y + 1
    panel.canvas.text(start, words, size, weight=Weight.BOLD, anchor="lm")
    minutes = f"{ride.minutes} {panel.captions.minutes}"
    panel.canvas.text((panel.right - PAD, y + 1), minutes, size, anchor="rm")


def _change(panel: TripPanel, y: int) -> None:
    canvas, ink, unit, left = panel.canvas, theme.SOFT_INK, panel.unit, panel.left
    canvas.box((left + PAD + 14, y - 10, left + PAD + 18, y + 10), theme.RULE)
    canvas.text((left + PAD + 44, y + 1), panel.captions.change, unit, ink=ink, anchor="lm")
    minutes = f"+{MINUTES_PER_CHANGE} {panel.captions.minutes}"
    canvas.text((panel.right - PAD, y + 1), minutes, unit, ink=ink, anchor="rm")


class _Score(NamedTuple):
    """The words of a player's row, and the room for them.

    Attributes:
        companies: the player's companies.
        total: their points after this trip.
        left: px where the name may begin: after the signs.
        right: px where it must end, without the trip's points: before the total.
        is_beside: whether the whole name leaves room for the trip's points beside it.
        below: the lines below the row: a company, and the reason for its guilt if it is guilty.
    """

    companies: list[CompanyView]
    total: str
    left: int
    right: int
    is_beside: bool
    below: list[tuple[Seat, str]]

    @property
    def height(self) -> int:
        """Height of the row with the lines below it, in px."""
        lines = len(self.below)
        return PERSON + (REASON * lines if self.is_beside else GAIN * lines - RAISED * bool(lines))


def _score_of(panel: TripPanel, companies: list[CompanyView]) -> _Score:
    points, result, captions = panel.result.points, panel.result, panel.captions
    reasons = {
        Guilt.NOT_PLACED: captions.not_placed,
        Guilt.NO_STATION: captions.no_station,
        Guilt.NO_CONNECTION: captions.no_connection,
    }
    why = dict(zip(result.guilty, map(reasons.__getitem__, result.reasons), strict=True))
    total = with_minus(sum(panel.running(company.seat) for company in companies))
    left = panel.left + PAD // 2 + SIGN * len(companies)
    right = panel.right - PAD // 2 - max(38, width(total, TOTAL, Weight.BOLD) + 5)
    gains = sum(bool(points[company.seat]) for company in companies)
    name = width(panel.name(companies[0].seat), panel.unit, Weight.SEMIBOLD)
    is_beside = name <= right - left - gains * BESIDE
    seats = [company.seat for company in companies]
    has_line = (seat for seat in seats if seat in why or (points[seat] and not is_beside))
    lines_below = [(seat, why.get(seat, "")) for seat in has_line]
    return _Score(companies, total, left, right, is_beside, lines_below)


def _person(panel: TripPanel, score: _Score, top: int) -> None:
    """Draw one player: company signs, name, the trip's points if there is room, the total."""
    canvas, y, end = panel.canvas, top + PERSON // 2, score.right
    for n, company in enumerate(score.companies):
        centre = panel.left + PAD // 2 + 16 + n * SIGN, y
        draw_owner(canvas, centre, company.seat, panel.captions, 16)
    total_end = panel.right - PAD // 2, y + 1
    canvas.text(total_end, score.total, TOTAL, weight=Weight.BOLD, anchor="rm")
    # From the right edge leftwards, so that the name gets the room that is left.
    for company in reversed(score.companies) if score.is_beside else ():
        points = panel.result.points[company.seat]
        if points:
            draw_gain(canvas, (end - 20, y), company.seat, points, radius=GAINED)
            end -= BESIDE
    name, room = panel.name(score.companies[0].seat), end - score.left
    canvas.text((score.left, y + 1), name, panel.unit, anchor="lm", room=room)
    _lines_below(panel, score, top + PERSON)


def _lines_below(panel: TripPanel, score: _Score, top: int) -> None:
    """Draw the reasons for companies' guilt, and their points if they have no room above."""
    end = panel.right - PAD // 2
    for n, (seat, why) in enumerate(score.below):
        # Long words begin below the signs.
        x = min(score.left, end - width(why, panel.unit, Weight.SEMIBOLD))
        y, points = top + 7 + n * REASON, panel.result.points[seat]
        if not score.is_beside:
            x, y = panel.left + PAD // 2, top - RAISED + n * GAIN + GAIN // 2
            if points:
                draw_gain(panel.canvas, (x + GAINED, y), seat, points, radius=GAINED)
                x += 44
        panel.canvas.text((x, y), why, panel.unit, ink=theme.BAD, anchor="lm", room=end - x)
