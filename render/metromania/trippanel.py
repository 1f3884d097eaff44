"""The count beside a test trip: its ends, its route, who scores and why."""

from dataclasses import dataclass
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.metromania.city import TRIP_SPOTS, Ground, Marker
from metrobot.games.metromania.geometry import POINT_NAMES
from metrobot.games.metromania.result import MINUTES_PER_CHANGE, SUNDAY, Guilt, Ride, TripResult
from metrobot.games.metromania.view import LineView, PlacedMarker, View
from render import theme
from render.canvas import Box, Canvas
from render.lettering import Weight, width
from render.metromania.captions import Captions
from render.metromania.glyphs import cross_stamp, warning_stamp
from render.metromania.network import draw_badge
from render.metromania.places import draw_marker, draw_owner
from render.metromania.triptable import draw_gain, draw_lake, draw_park, draw_unplaced

PAD: Final = 22
GAP: Final = 12
HEADER: Final = 110
TITLE: Final = 300
"""Room for the day and its letter."""
END: Final = 78
SCORE: Final = 74


@dataclass(frozen=True, slots=True)
class TripPanel:
    """Where the panel lies and what it says.

    Attributes:
        canvas: to draw on.
        view: of a game that is over.
        names: per player, drawable.
        captions: the words.
        result: the trip.
        index: 0 for Monday to 6 for Sunday.
        box: where the panel lies.
    """

    canvas: Canvas
    view: View
    names: tuple[str, ...]
    captions: Captions
    result: TripResult
    index: int
    box: Box

    def name(self, seat: int) -> str:
        """Return who runs a company."""
        return self.names[self.view.companies[seat].player]


def draw_trip_panel(panel: TripPanel) -> None:
    """Draw the whole panel."""
    top = panel.box[1]
    _header(panel, top)
    top += HEADER + GAP
    top = _ends(panel, top) + GAP
    scores = _score_rows(panel)
    bottom = panel.box[3] - (max(1, len(scores)) * SCORE + 16) - GAP
    _route(panel, top, bottom)
    _scores(panel, bottom + GAP, scores)


def _header(panel: TripPanel, top: int) -> None:
    """Draw the day, the letter and the minutes."""
    left, _, right, _ = panel.box
    canvas, result, captions = panel.canvas, panel.result, panel.captions
    middle = top + HEADER // 2 + 2
    canvas.card((left, top, right, top + HEADER), theme.GATE_END)
    day = captions.whole_days[panel.index]
    title = day if result.trip == SUNDAY else f"{day} {result.trip}"
    at, size = (left + PAD, middle), _title_size(title)
    canvas.text(at, title, size, ink=theme.CARD, weight=Weight.BOLD, anchor="lm", room=TITLE)
    words = captions.impossible
    if result.minutes is not None:
        words = f"{result.minutes} {captions.minutes}"
    size = 46 if result.minutes is not None else 34
    at, room = (right - PAD, middle), 230
    canvas.text(at, words, size, ink=theme.CARD, weight=Weight.BOLD, anchor="rm", room=room)


def _title_size(title: str) -> int:
    """Return the largest size in which a title has room."""
    return next(
        (size for size in range(58, 34, -2) if width(title, size, Weight.BOLD) <= TITLE), 34
    )


def _ends(panel: TripPanel, top: int) -> int:
    """Draw the two ends of the trip; return where they end."""
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
    """Draw the park or the lake with its word."""
    left, captions = panel.box[0], panel.captions
    draw = (draw_park, draw_lake)[ix]
    draw(panel.canvas, (left + PAD + 28, y), 28)
    words = (captions.park, captions.lake)[ix]
    panel.canvas.text((left + PAD + 74, y + 1), words, 32, weight=Weight.BOLD, anchor="lm")


def _marker_end(panel: TripPanel, marker: Marker, y: int) -> None:
    """Draw one marker of the trip, whose it is, and what is wrong with it."""
    left, canvas, captions = panel.box[0], panel.canvas, panel.captions
    placed = _placed(panel.view, marker)
    at = left + PAD + 28, y
    owner = _owner(panel.view, marker, placed)
    if placed is None:
        draw_unplaced(canvas, at, marker, owner, 27)
    else:
        draw_marker(canvas, at, marker, placed.company, 25)
    if owner is not None:
        draw_owner(canvas, (left + PAD + 86, y), owner, captions, 17)
    x, room = left + PAD + 116, panel.box[2] - left - PAD - 140
    name = "" if owner is None else panel.name(owner)
    canvas.text((x, y - 7), name, 28, weight=Weight.BOLD, room=room)
    words, is_well = _state(captions, placed)
    spot_words = f"{_spot_word(captions, marker.spot)} · {words}"
    ink = theme.SOFT_INK if is_well else theme.BAD
    canvas.text((x, y + 26), spot_words, 24, ink=ink, room=room)
    if not is_well:
        canvas.stamp(warning_stamp(14), left + PAD + 54, y - 22)


def _placed(view: View, marker: Marker) -> PlacedMarker | None:
    """Return a marker as it was placed, or None."""
    return next((placed for placed in view.placed if placed.marker == marker), None)


def _owner(view: View, marker: Marker, placed: PlacedMarker | None) -> Seat | None:
    """Return who placed a marker or holds it, as far as the view tells."""
    if placed is not None:
        return placed.company
    return next((c.seat for c in view.companies if marker in (c.hand or ())), None)


def _state(captions: Captions, placed: PlacedMarker | None) -> tuple[str, bool]:
    """Return what has become of a marker, and whether that is well."""
    if placed is None:
        return captions.not_placed, False
    return (captions.placed, True) if placed.is_served else (captions.no_station, False)


def _spot_word(captions: Captions, spot: Ground) -> str:
    """Return the word for a type of spot."""
    words = {
        Ground.HOME: captions.home,
        Ground.WORK: captions.work,
        Ground.LEISURE: captions.leisure,
    }
    return words[spot]


def _route(panel: TripPanel, top: int, bottom: int) -> None:
    """Draw one fastest route, ride by ride, changes between them."""
    left, _, right, _ = panel.box
    canvas = panel.canvas
    canvas.card((left, top, right, bottom))
    rides = panel.result.rides
    if not rides:
        at = (left + right) // 2, (top + bottom) // 2
        canvas.stamp(cross_stamp(40, theme.BAD), *at)
        return
    rows = 2 * len(rides) - 1
    height = min(62.0, (bottom - top - 20) / rows)
    size = max(18, min(30, round(height * 0.5)))
    for n in range(rows):
        y = round(top + 10 + height * (n + 0.5))
        if n % 2:
            _change(panel, y, size)
        else:
            _ride(panel, rides[n // 2], y, size)


def _ride(panel: TripPanel, ride: Ride, y: int, size: int) -> None:
    """Draw one ride: line, from where to where, minutes."""
    left, _, right, _ = panel.box
    line = _line(panel.view, ride)
    draw_badge(panel.canvas, (left + PAD + 18, y), line, panel.captions, round(size * 0.66))
    words = f"{POINT_NAMES[ride.stations[0]]} – {POINT_NAMES[ride.stations[-1]]}"
    panel.canvas.text((left + PAD + 58, y + 1), words, size, weight=Weight.BOLD, anchor="lm")
    minutes = f"{ride.minutes} {panel.captions.minutes}"
    panel.canvas.text((right - PAD, y + 1), minutes, size, anchor="rm")


def _change(panel: TripPanel, y: int, size: int) -> None:
    """Draw a change of line."""
    left, _, right, _ = panel.box
    canvas, ink, small = panel.canvas, theme.SOFT_INK, size - 3
    canvas.box((left + PAD + 16, y - size // 2, left + PAD + 20, y + size // 2), theme.RULE)
    canvas.text((left + PAD + 58, y + 1), panel.captions.change, small, ink=ink, anchor="lm")
    minutes = f"+{MINUTES_PER_CHANGE} {panel.captions.minutes}"
    canvas.text((right - PAD, y + 1), minutes, small, ink=ink, anchor="rm")


def _line(view: View, ride: Ride) -> LineView:
    """Return the line of a ride."""
    lines = view.companies[ride.company].lines
    return next(line for line in lines if line.name is ride.line)


def _score_rows(panel: TripPanel) -> list[tuple[Seat, int, str]]:
    """Return who gains or loses, how much, and why it is guilt."""
    result, captions = panel.result, panel.captions
    reasons = {
        Guilt.NOT_PLACED: captions.not_placed,
        Guilt.NO_STATION: captions.no_station,
        Guilt.NO_CONNECTION: captions.no_connection,
    }
    why = {
        seat: reasons[reason] for seat, reason in zip(result.guilty, result.reasons, strict=True)
    }
    seats = [Seat(s) for s, points in enumerate(result.points) if points or Seat(s) in why]
    return [(seat, result.points[seat], why.get(seat, "")) for seat in seats]


def _scores(panel: TripPanel, top: int, rows: list[tuple[Seat, int, str]]) -> None:
    """Draw who gains or loses by the trip."""
    left, _, right, bottom = panel.box
    canvas, captions = panel.canvas, panel.captions
    canvas.card((left, top, right, bottom))
    room = right - left - 170
    if not rows:
        words = captions.cancelled if panel.result.cancelled else captions.nobody
        at = left + PAD, (top + bottom) // 2 + 1
        canvas.text(at, words, 28, ink=theme.SOFT_INK, anchor="lm", room=room + 120)
    for n, (seat, points, reason) in enumerate(rows):
        y = top + 8 + SCORE * n + SCORE // 2
        draw_owner(canvas, (left + PAD + 20, y), seat, captions, 20)
        more = reason or (captions.cancelled if panel.result.cancelled else "")
        shift = 14 if more else 0
        at = left + PAD + 58, y + 1 - shift
        canvas.text(at, panel.name(seat), 29, weight=Weight.BOLD, anchor="lm", room=room)
        at = left + PAD + 58, y + 20
        canvas.text(at, more, 23, ink=theme.BAD, anchor="lm", room=room)
        draw_gain(canvas, (right - PAD - 24, y), seat, points, radius=27)
