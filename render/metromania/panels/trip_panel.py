"""The panel beside a test trip: its ends, its route, its points with reasons, and the totals."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

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
from metrobot.games.metromania.view import CompanyView, LineView, PlacedMarker, View
from render import theme
from render.boxes import Box
from render.canvas import Canvas
from render.metromania.captions import Captions
from render.metromania.glyphs import arrow_stamp, cross_stamp, station_stamp, warning_stamp
from render.metromania.lines.network import draw_badge
from render.metromania.panels.panel import by_player
from render.metromania.panels.trip_table import draw_gain, draw_lake, draw_park, draw_unplaced
from render.metromania.places import draw_marker, draw_owner
from render.text.lettering import Weight, width, with_minus

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
RAISED: Final = 8
"""Px by which such a line stands nearer to its row than to the next."""
NOTE: Final = 24
"""Height of a line that says why nobody scores."""
LEAST_ROW: Final = 30
"""Least height of a row of the route."""
MOST_ROW: Final = 44
"""Greatest height of a row of the route."""

SIGN: Final = 36
"""Px for a company's sign."""
BESIDE: Final = 42
"""Px for a trip's points, beside a name."""
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
    top = panel.box[1]
    _header(panel, top)
    top += HEADER + GAP
    top = _ends(panel, top) + GAP
    scores = panel.box[3] - _scores_height(panel)
    _route(panel, top, scores - GAP)
    _scores(panel, scores)


def _header(panel: TripPanel, top: int) -> None:
    left, _, right, _ = panel.box
    canvas, result, captions = panel.canvas, panel.result, panel.captions
    canvas.card((left, top, right, top + HEADER), theme.GATE_END)
    day = captions.whole_days[panel.index]
    title = day if result.trip == SUNDAY else f"{day} {result.trip}"
    room = right - left - 2 * PAD
    at, size = (left + PAD, top + 28), _largest(title, 36, panel.unit, room)
    canvas.text(at, title, size, ink=theme.CARD, weight=Weight.BOLD, anchor="lm", room=room)
    words = captions.impossible
    if result.minutes is not None:
        words = f"{result.minutes} {captions.minutes}"
    at = left + PAD, top + HEADER - 24
    canvas.text(at, words, 28, ink=theme.CARD, weight=Weight.BOLD, anchor="lm", room=room)


def _largest(words: str, most: int, least: int, room: int) -> int:
    sizes = range(most, least, -1)
    return next((size for size in sizes if width(words, size, Weight.BOLD) <= room), least)


def _ends(panel: TripPanel, top: int) -> int:
    """Draw the two ends of the trip; return the px where they end."""
    left, _, right, _ = panel.box
    panel.canvas.card((left, top, right, top + 2 * END + 8))
    for ix in range(2):
        y = top + 4 + END * ix + END // 2
        if panel.result.trip == SUNDAY:
            _sunday_end(panel, ix, y)
        else:
            spot = TRIP_SPOTS[panel.result.trip][ix]
            _marker_end(panel, Marker(panel.result.trip, spot), y)
    return top + 2 * END + 8


def _sunday_end(panel: TripPanel, ix: int, y: int) -> None:
    left, captions = panel.box[0], panel.captions
    (draw_park, draw_lake)[ix](panel.canvas, (left + PAD + 22, y), 22)
    words = (captions.park, captions.lake)[ix]
    panel.canvas.text((left + PAD + 58, y + 1), words, 26, weight=Weight.BOLD, anchor="lm")


def _marker_end(panel: TripPanel, marker: Marker, y: int) -> None:
    """Draw one marker of the trip with its owner, and its fault if it has one."""
    left, canvas, captions = panel.box[0], panel.canvas, panel.captions
    placed = _placed(panel.view, marker)
    owner = _owner(panel.view, marker, placed)
    _sign(panel, marker, (left + PAD + 20, y))
    x, room = left + PAD + 54, panel.box[2] - PAD // 2 - (left + PAD + 54)
    name = "" if owner is None else panel.name(owner)
    canvas.text((x, y - 6), name, panel.unit, weight=Weight.BOLD, room=room)
    words, is_well = _state(captions, placed)
    if is_well:
        words = captions.spot(marker.spot)
    ink = theme.SOFT_INK if is_well else theme.BAD
    canvas.text((x, y + 20), words, panel.unit, ink=ink, room=room)
    if not is_well:
        canvas.stamp(warning_stamp(12), left + PAD + 36, y - 18)


def _sign(panel: TripPanel, marker: Marker, at: tuple[int, int]) -> None:
    """Draw a marker, as an outline if it was not placed."""
    placed = _placed(panel.view, marker)
    if placed is None:
        draw_unplaced(panel.canvas, at, marker, _owner(panel.view, marker, None), 20)
    else:
        draw_marker(panel.canvas, at, marker, placed.company, 19)


def _placed(view: View, marker: Marker) -> PlacedMarker | None:
    """Return a marker as it was placed, or None."""
    return next((placed for placed in view.placed if placed.marker == marker), None)


def _owner(view: View, marker: Marker, placed: PlacedMarker | None) -> Seat | None:
    """Return the company that placed or holds a marker, None if the view hides it."""
    if placed is not None:
        return placed.company
    return next((c.seat for c in view.companies if marker in (c.hand or ())), None)


def _state(captions: Captions, placed: PlacedMarker | None) -> tuple[str, bool]:
    """Return the words for a marker's state, and whether the state is good."""
    if placed is None:
        return captions.not_placed, False
    return (captions.placed, True) if placed.is_served else (captions.no_station, False)


def _route(panel: TripPanel, top: int, bottom: int) -> None:
    """Draw one fastest route, ride by ride, with the changes if there is room."""
    left, _, right, _ = panel.box
    canvas = panel.canvas
    canvas.card((left, top, right, bottom))
    rides = panel.result.rides
    if not rides:
        _no_route(panel, (left, top, right, bottom))
        return
    rows = 2 * len(rides) - 1
    # A long route leaves the changes out rather than the rides.
    has_changes = (bottom - top - 12) / rows >= LEAST_ROW
    height = min(MOST_ROW, (bottom - top - 12) / (rows if has_changes else len(rides)))
    first = (top + bottom) / 2 - height * (rows if has_changes else len(rides)) / 2
    for n in range(rows):
        if n % 2 and not has_changes:
            continue
        y = round(first + height * ((n if has_changes else n // 2) + 0.5))
        if n % 2:
            _change(panel, y)
        else:
            _ride(panel, rides[n // 2], y)


def _no_route(panel: TripPanel, box: Box) -> None:
    """Draw a cross, and the number of stations that can be reached from either end."""
    left, top, right, bottom = box
    canvas, middle, y = panel.canvas, (left + right) // 2, (top + bottom) // 2
    canvas.stamp(cross_stamp(34, theme.BAD), middle, y)
    for ix, stations in enumerate(panel.result.reached):
        level = (top + y - 34) // 2 if not ix else (bottom + y + 34) // 2
        _reach(panel, ix, len(stations), (middle, level))


def _reach(panel: TripPanel, ix: int, count: int, at: tuple[int, int]) -> None:
    canvas, (x, y), trip = panel.canvas, at, panel.result.trip
    if trip == SUNDAY:
        (draw_park, draw_lake)[ix](canvas, (x - 60, y), 20)
    else:
        _sign(panel, Marker(trip, TRIP_SPOTS[trip][ix]), (x - 60, y))
    canvas.stamp(arrow_stamp(0, 30, theme.INK), x - 10, y)
    canvas.stamp(station_stamp(13, 4), x + 34, y)
    canvas.text((x + 56, y + 1), str(count), 28, weight=Weight.BOLD, anchor="lm")


def _ride(panel: TripPanel, ride: RouteRide, y: int) -> None:
    """Draw one ride: line, first and last station, minutes."""
    left, _, right, _ = panel.box
    line, unit = _line(panel.view, ride), panel.unit
    draw_badge(panel.canvas, (left + PAD + 16, y), line, panel.captions, 16)
    words = f"{POINT_NAMES[ride.stations[0]]} – {POINT_NAMES[ride.stations[-1]]}"
    at = left + PAD + 44, y + 1
    panel.canvas.text(at, words, unit + 2, weight=Weight.BOLD, anchor="lm")
    minutes = f"{ride.minutes} {panel.captions.minutes}"
    panel.canvas.text((right - PAD, y + 1), minutes, unit + 2, anchor="rm")


def _change(panel: TripPanel, y: int) -> None:
    left, _, right, _ = panel.box
    canvas, ink, unit = panel.canvas, theme.SOFT_INK, panel.unit
    canvas.box((left + PAD + 14, y - 10, left + PAD + 18, y + 10), theme.RULE)
    canvas.text((left + PAD + 44, y + 1), panel.captions.change, unit, ink=ink, anchor="lm")
    minutes = f"+{MINUTES_PER_CHANGE} {panel.captions.minutes}"
    canvas.text((right - PAD, y + 1), minutes, unit, ink=ink, anchor="rm")


def _line(view: View, ride: RouteRide) -> LineView:
    lines = view.companies[ride.company].lines
    return next(line for line in lines if line.name is ride.line)


def _why(panel: TripPanel) -> dict[Seat, str]:
    result, captions = panel.result, panel.captions
    reasons = {
        Guilt.NOT_PLACED: captions.not_placed,
        Guilt.NO_STATION: captions.no_station,
        Guilt.NO_CONNECTION: captions.no_connection,
    }
    return dict(zip(result.guilty, map(reasons.__getitem__, result.reasons), strict=True))


def _note(panel: TripPanel) -> str:
    """Return the reason for which nobody scores; it is empty if somebody does."""
    if panel.result.cancelled:
        return panel.captions.cancelled
    return "" if any(panel.result.points) else panel.captions.nobody


def _scores_height(panel: TripPanel) -> int:
    """Return the height of the scores, in px."""
    rows = sum(_height(panel, companies) for companies in by_player(panel.view).values())
    return rows + NOTE * bool(_note(panel)) + 12


def _height(panel: TripPanel, companies: list[CompanyView]) -> int:
    """Return the height of a player's row with the lines below it, in px."""
    is_beside = _is_beside(panel, companies)
    lines = len(list(_counted(panel, companies)))
    return PERSON + (REASON * lines if is_beside else GAIN * lines - RAISED * bool(lines))


def _counted(panel: TripPanel, companies: list[CompanyView]) -> Iterator[tuple[Seat, str]]:
    """Yield the companies with a line below their row, and why they are guilty."""
    why, is_beside = _why(panel), _is_beside(panel, companies)
    for company in companies:
        if company.seat in why or (panel.result.points[company.seat] and not is_beside):
            yield company.seat, why.get(company.seat, "")


def _is_beside(panel: TripPanel, companies: list[CompanyView]) -> bool:
    """Return whether a player's whole name leaves room for the points beside it."""
    name = panel.names[companies[0].player]
    gains = sum(bool(panel.result.points[company.seat]) for company in companies)
    start, end = _name_sides(panel, companies)
    return width(name, panel.unit, Weight.SEMIBOLD) <= end - start - gains * BESIDE


def _name_sides(panel: TripPanel, companies: list[CompanyView]) -> tuple[int, int]:
    """Return the px between which a name may stand: after its signs, before its points."""
    left, _, right, _ = panel.box
    points = width(_total(panel, companies), TOTAL, Weight.BOLD) + 5
    return left + PAD // 2 + SIGN * len(companies), right - PAD // 2 - max(38, points)


def _total(panel: TripPanel, companies: list[CompanyView]) -> str:
    """Return a player's points after this trip."""
    return with_minus(sum(panel.running(company.seat) for company in companies))


def _scores(panel: TripPanel, top: int) -> None:
    """Draw each player's points for the trip, and their points after it."""
    left, _, right, bottom = panel.box
    canvas, note = panel.canvas, _note(panel)
    canvas.card((left, top, right, bottom))
    y = top + 6
    for companies in by_player(panel.view).values():
        _person(panel, companies, y + PERSON // 2)
        for n, (seat, words) in enumerate(_counted(panel, companies)):
            _line_below(panel, companies, seat, words, (y + PERSON, n))
        y += _height(panel, companies)
    if note:
        at = left + PAD, y + 4
        canvas.text(at, note, panel.unit, ink=theme.SOFT_INK, anchor="lm", room=right - left - 28)


def _person(panel: TripPanel, companies: list[CompanyView], y: int) -> None:
    """Draw one player: company signs, name, the trip's points if there is room, the total."""
    left, _, right, _ = panel.box
    canvas = panel.canvas
    for n, company in enumerate(companies):
        draw_owner(canvas, (left + PAD // 2 + 16 + n * SIGN, y), company.seat, panel.captions, 16)
    at, total = (right - PAD // 2, y + 1), _total(panel, companies)
    canvas.text(at, total, TOTAL, weight=Weight.BOLD, anchor="rm")
    start, end = _name_sides(panel, companies)
    for company in reversed(companies) if _is_beside(panel, companies) else ():
        points = panel.result.points[company.seat]
        if points:
            draw_gain(canvas, (end - 20, y), company.seat, points, radius=20)
            end -= BESIDE
    name = panel.names[companies[0].player]
    canvas.text((start, y + 1), name, panel.unit, anchor="lm", room=end - start)


def _line_below(
    panel: TripPanel, companies: list[CompanyView], seat: Seat, why: str, at: tuple[int, int]
) -> None:
    """Draw the reason for a company's guilt, and its points if they have no room above.

    Args:
        panel: the panel.
        companies: companies of the player.
        seat: seat of the company.
        why: the reason for its guilt; empty if it is not guilty.
        at: px where the lines begin, and the number of lines above it.
    """
    (top, n), (x, _) = at, _name_sides(panel, companies)
    points = panel.result.points[seat]
    if _is_beside(panel, companies):
        y = top + 4 + n * REASON
    else:
        y = top - RAISED + n * GAIN + GAIN // 2
        if points:
            draw_gain(panel.canvas, (x + 18, y), seat, points, radius=18)
            x += 44
    room = panel.box[2] - PAD // 2 - x
    panel.canvas.text((x, y), why, panel.unit, ink=theme.BAD, anchor="lm", room=room)
