"""The table of the seven trips, and the panel of a game that was counted, with its points."""

from dataclasses import dataclass
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.metromania.city import LETTERS, TRIP_SPOTS, Marker
from metrobot.games.metromania.result import Result
from metrobot.games.metromania.view import PlacedMarker, View
from render import theme
from render.boxes import Box
from render.canvas import Canvas, disc_stamp
from render.metromania import glyphs
from render.metromania.captions import Captions
from render.metromania.grid import LETTERED
from render.metromania.panels.panel import BAR, Panel, by_player, draw_bars
from render.metromania.places import draw_marker, draw_owner
from render.text.lettering import Weight, size_for, width, with_minus
from render.theme import Livery

TRIPS: Final = 7
CROSSES: Final = 0.5
"""Height of the crosses below the letters, in rows."""
LINE: Final = 1.32
"""Least distance between lines, in sizes of the smallest letters."""
MOST_LINE: Final = 2.4
"""Greatest distance between lines, in the same sizes."""
MOST_WORDS: Final = 1.4
"""Greatest size of those lines' letters, in the same sizes."""
GAIN_ROW: Final = 1.75
"""Least height of a row of the trips' table, in the same sizes."""
MOST_GAIN_ROW: Final = 2.6
"""Greatest height of such a row, in the same sizes."""
PLAYER_ROW: Final = 4.4
"""Greatest height of a player's row, in the same sizes."""
GAP: Final = 8


@dataclass(frozen=True, slots=True)
class _TripTable:
    """The table, with the place of its columns.

    Attributes:
        panel: the panel that it is a part of.
        box: its box, in px.
        aside: px left of the first column.
    """

    panel: Panel
    box: Box
    aside: int

    @property
    def unit(self) -> int:
        """Size of the smallest letters, in px."""
        return self.panel.unit

    @property
    def column(self) -> float:
        """Width of a column, in px."""
        return (self.box[2] - self.box[0] - self.aside - self.unit * 0.4) / TRIPS

    def x(self, n: int) -> int:
        """Return the px of a column's middle."""
        return round(self.box[0] + self.aside + self.unit * 0.2 + self.column * (n + 0.5))


def draw_trips(panel: Panel, box: Box) -> None:
    """Draw the table of trips into a box."""
    panel.canvas.card(box)
    if panel.view.result is None:
        _markers(_TripTable(panel, box, 0))
    else:
        _points(_TripTable(panel, box, panel.share(2)))


def _markers(table: _TripTable) -> None:
    _, top, _, bottom = table.box
    unit = table.unit
    first = top + round(unit * 0.85)
    room = bottom - first - round(unit * 0.75)
    radius = min(round(unit * 0.95), round(room / 4.9))
    radius = max(radius, round(unit * LETTERED))
    rows = [first + round(unit * 0.65) + round(room * share) for share in (0.23, 0.73)]
    for n in range(TRIPS):
        _letter(table, n, first)
        x = table.x(n)
        if n:
            line = round(x - table.column / 2)
            table.panel.canvas.box((line - 1, top + 10, line + 1, bottom - 10), theme.QUIET_CARD)
        if n < len(LETTERS):
            for spot, y in zip(TRIP_SPOTS[LETTERS[n]], rows, strict=True):
                _marker(table, Marker(LETTERS[n], spot), (x, y), radius)
        else:
            draw_park(table.panel.canvas, (x, rows[0]), radius)
            draw_lake(table.panel.canvas, (x, rows[1]), radius)


def _letter(table: _TripTable, n: int, y: int) -> None:
    """Write the letter of a trip; Sunday's trip has none, so its day is written."""
    is_lettered = n < len(LETTERS)
    words = LETTERS[n] if is_lettered else table.panel.captions.days[n]
    size = round(table.unit * 1.15) if is_lettered else table.unit
    centre, room = (table.x(n), y), round(table.column)
    table.panel.canvas.text(centre, words, size, weight=Weight.BOLD, anchor="mm", room=room)


def _marker(table: _TripTable, marker: Marker, centre: tuple[int, int], radius: int) -> None:
    """Draw a marker: full once placed, else an outline, coloured if its holder is known."""
    canvas, (placement, owner) = table.panel.canvas, placed_or_held(table.panel.view, marker)
    if placement is None:
        draw_unplaced(canvas, centre, marker, owner, radius, captions=table.panel.captions)
        return
    draw_marker(canvas, centre, marker, table.panel.captions.liveries[placement.company], radius)
    if not placement.is_served:
        x, y = centre
        canvas.stamp(glyphs.warning_stamp(round(radius * 0.6)), x + radius, y - radius // 2)


def placed_or_held(view: View, marker: Marker) -> tuple[PlacedMarker | None, Seat | None]:
    """Return a marker as it was placed, and the company that placed or holds it.

    The first is None while it is not placed, the second if the view hides its holder.
    """
    placement = next((placement for placement in view.placed if placement.marker == marker), None)
    if placement is not None:
        return placement, placement.company
    return None, next((c.seat for c in view.companies if marker in (c.hand or ())), None)


def draw_unplaced(
    canvas: Canvas,
    centre: tuple[int, int],
    marker: Marker,
    owner: int | None,
    radius: int,
    *,
    captions: Captions,
) -> None:
    """Draw the outline of a marker, grey if its holder is unknown."""
    ink = theme.FAINT_INK if owner is None else captions.liveries[owner].ink
    width = max(2, round(radius * (0.14 if owner is None else 0.2)))
    canvas.stamp(glyphs.shape_stamp(marker.spot, radius - width, theme.CARD, ink, width), *centre)
    x, size = centre[0], round(radius / LETTERED * 0.99)
    drop = centre[1] + round(radius * glyphs.glyph_drop(marker.spot))
    canvas.text((x, drop), captions.letter(marker.spot), size, ink=ink, anchor="mm")


def draw_park(canvas: Canvas, centre: tuple[int, int], radius: int) -> None:
    """Draw the sign of the park."""
    canvas.stamp(disc_stamp(radius, theme.PARK), *centre)
    canvas.stamp(glyphs.tree_stamp(radius * 1.1), *centre)


def draw_lake(canvas: Canvas, centre: tuple[int, int], radius: int) -> None:
    """Draw the sign of the lake."""
    canvas.stamp(disc_stamp(radius, theme.LAKE), *centre)
    canvas.stamp(glyphs.waves_stamp(radius * 1.1), *centre)


def rows_of(view: View) -> float:
    """Return the rows of the counted trips: letters, crosses if any, companies."""
    result = view.result
    # Crosses stand below the letters: beside them they read as the next letter's.
    is_crossed = result is not None and any(trip.minutes is None for trip in result.trips)
    return len(view.companies) + 1 + (CROSSES if is_crossed else 0)


def _points(table: _TripTable) -> None:
    """Write each trip's points for each company, with a cross for an impossible trip."""
    result, (left, top, _, bottom) = table.panel.view.result, table.box
    assert result is not None, "the game is over"
    seats = range(len(result.companies))
    rows = rows_of(table.panel.view)
    high = (bottom - top - table.unit * 0.4) / rows
    first = round(top + table.unit * 0.2 + high / 2)
    for n, trip in enumerate(result.trips):
        if n < len(LETTERS):
            _letter(table, n, first)
        else:
            draw_park(table.panel.canvas, (table.x(n), first), round(table.unit * 0.7))
        if trip.minutes is None:
            sign = glyphs.cross_stamp(round(table.unit * 0.36), theme.BAD)
            table.panel.canvas.stamp(sign, table.x(n), round(first + high * 0.55))
    for seat in seats:
        y = round(first + high * (rows - len(seats) + seat))
        centre = left + round(table.unit * 1.2), y
        radius = round(table.unit * LETTERED)
        draw_owner(table.panel.canvas, centre, seat, table.panel.captions, radius)
        for n, trip in enumerate(result.trips):
            centre, radius = (table.x(n), y), round(table.unit * 0.85)
            livery = table.panel.captions.liveries[seat]
            draw_gain(table.panel.canvas, centre, livery, trip.points[seat], radius=radius)


def draw_gain(
    canvas: Canvas, centre: tuple[int, int], livery: Livery, points: int, *, radius: int = 21
) -> None:
    """Draw a company's points for a trip, or a dot for nothing."""
    if not points:
        canvas.stamp(disc_stamp(5, theme.UNUSED), *centre)
        return
    canvas.stamp(disc_stamp(radius, livery.ink), *centre)
    words = f"+{points}" if points > 0 else f"−{-points}"
    canvas.letter(centre, words, round(radius * 1.2), theme.CARD)


@dataclass(frozen=True, slots=True)
class FinalCount:
    """The outcome of a finished game, in words.

    Attributes:
        parts: for each player the parts of their points.
        won: the line above the winners: by how much they won, or by what.
        notes: the decisive trip and the day, in short lines.
    """

    parts: tuple[str, ...]
    won: str
    notes: tuple[str, ...]


def draw_final_count(panel: Panel, ending: FinalCount, box: Box) -> None:
    """Draw everything below the banner into a box."""
    left, top, right, bottom = box
    view, words = panel.view, ending.notes
    # Of a game played elsewhere neither may be known.
    lines, rows = panel.share(LINE * len(words) + 0.8) if words else -GAP, rows_of(view)
    least = GAP + lines + GAP + panel.share(GAIN_ROW * rows + 0.4)
    foot = _people(panel, ending, (left, top, right, bottom - least))
    table = min(bottom - foot - GAP - lines, panel.share(MOST_GAIN_ROW * rows + 0.4))
    draw_trips(panel, (left, bottom - table, right, bottom))
    _decided(panel, words, (left, foot, right, bottom - table - GAP))


def _people(panel: Panel, ending: FinalCount, box: Box) -> int:
    """Draw the players in rows by their places; return the px where the next card begins."""
    left, top, right, bottom = box
    result, people = panel.view.result, by_player(panel.view)
    # Only boards of counted games have this panel.
    assert result is not None
    height = min((bottom - top) / len(people), panel.share(PLAYER_ROW) + GAP)
    for n, player in enumerate(result.order):
        row = (left, round(top + n * height), right, round(top + (n + 1) * height) - GAP)
        panel.canvas.card(row)
        seats = [company.seat for company in people[player]]
        draw_bars(panel, seats, (left, row[1], left + BAR, row[3]))
        _person(panel, result, player, ending.parts[player], row)
    return round(top + len(people) * height)


def _person(panel: Panel, result: Result, player: int, parts: str, box: Box) -> None:
    left, top, right, bottom = box
    canvas, unit = panel.canvas, panel.unit
    y = top + round((bottom - top) * 0.36)
    x, right = left + BAR + panel.pad // 2, right - panel.pad // 2
    place, radius = result.places[player], panel.share(LETTERED)
    ground, ink = (theme.WARNING, theme.INK) if place == 1 else (theme.GATE_END, theme.CARD)
    canvas.stamp(disc_stamp(radius, ground), x + radius, y)
    canvas.letter((x + radius, y), str(place), unit, ink)
    score, large = with_minus(result.scores[player]), panel.share(1.8)
    wide, low = width(score, large, Weight.BOLD) + panel.pad // 2, bottom - panel.share(0.85)
    # The score leaves a name its line where the words below it are short enough.
    is_low = width(parts, unit, Weight.SEMIBOLD) + wide <= right - x
    score_end = right, low - panel.share(0.2) if is_low else y + 2
    canvas.text(score_end, score, large, weight=Weight.BOLD, anchor="rm")
    start = x + 2 * radius + panel.share(0.4)
    room = right - (0 if is_low else wide) - start
    name = panel.names[player]
    size = size_for(name, panel.share(1.25), unit, room)
    canvas.text((start, y), name, size, weight=Weight.BOLD, anchor="lm", room=room)
    canvas.text((x, low), parts, unit, ink=theme.SOFT_INK, anchor="lm", room=right - x)


def _decided(panel: Panel, lines: tuple[str, ...], box: Box) -> None:
    if not lines:
        return
    left, top, right, bottom = box
    panel.canvas.card(box)
    room = right - left - 2 * panel.pad
    high = min((bottom - top - panel.share(0.8)) / len(lines), panel.unit * MOST_LINE)
    widest = max(width(words, panel.unit, Weight.BOLD) for words in lines)
    # All lines have one size: the widest must fit.
    size = min(round(high / LINE), panel.share(MOST_WORDS), panel.unit * room // widest)
    # A line too long for that is cut, since smaller letters could not be read on a phone.
    size = max(size, panel.unit)
    first = (top + bottom - high * (len(lines) - 1)) / 2
    for n, words in enumerate(lines):
        start = left + panel.pad, round(first + high * n)
        weight = Weight.BOLD if not n else Weight.SEMIBOLD
        panel.canvas.text(start, words, size, weight=weight, anchor="lm", room=room)
