"""Sheets in words, line by line and station by station: the pictures' twins."""

from collections.abc import Iterator

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import Station
from metrobot.games.metrolijn.lines import LineState, line_states
from metrobot.games.metrolijn.view import SheetView, View
from metrobot.ui.metrolijn.cast import AnyScene, Cast, cast_of
from metrobot.ui.metrolijn.prompt import prompt
from metrobot.ui.metrolijn.scores import meter, rest, score_line
from metrobot.ui.metrolijn.status import final
from metrobot.ui.words.catalogue import Words


def board_text(scene: AnyScene, words: Words) -> str:
    """Return everything that can be seen, in words; the viewer's own sheet first."""
    cast, view = cast_of(scene, words), scene.view
    order = sorted(view.sheets, key=lambda sheet: sheet.seat not in view.seats)
    parts = (
        (*final(cast, view), prompt(cast, view)),
        (meter(cast, view), *rest(cast, view)),
        (words.say("ml.text.signs"), *_special(cast, view)),
        *((sheet_text(cast, view, sheet.seat),) for sheet in order),
    )
    joined = ("\n".join(line for line in part if line) for part in parts)
    return "\n\n".join(part for part in joined if part)


def _special(cast: Cast, view: View) -> Iterator[str]:
    """Yield which stations are special, where that counts."""
    if view.rules["special"]:
        stars = [Station(n) for n, site in enumerate(view.map.stations) if site.is_special]
        yield cast.words.say("ml.text.special", stations=cast.stations(stars))


def sheet_text(cast: Cast, view: View, seat: Seat) -> str:
    """Return one sheet in words: how it stands, then each line station by station."""
    sheet = view.sheets[seat]
    lines = (line_text(cast, sheet, state) for state in line_states(view, seat))
    return "\n".join((score_line(cast, sheet), *lines))


def line_text(cast: Cast, sheet: SheetView, state: LineState) -> str:
    """Return one line: its windows, its points, its stations with their marks."""
    words = cast.words
    stations = ", ".join(_station(cast, sheet, station) for station in state.site.stations)
    return words.say(
        "ml.text.line",
        line=cast.line(state.line),
        windows=_windows(cast, state),
        points=points_text(cast, state),
        stations=stations,
    )


def _windows(cast: Cast, state: LineState) -> str:
    """Return the windows of a line: what is written into them, and the empty ones."""
    empty = [cast.words.say("ml.text.window")] * state.windows_left
    return " ".join((*state.windows, *empty))


def points_text(cast: Cast, state: LineState) -> str:
    """Return what a line pays or has paid: 3 points open, 2 points earned."""
    key = "ml.text.paid" if state.is_finished else "ml.text.open"
    return cast.words.count(key, state.pay.points)


def _station(cast: Cast, sheet: SheetView, station: Station) -> str:
    """Return a station with its mark."""
    name = cast.station(station)
    value = dict(sheet.numbers).get(station)
    if value is not None:
        return cast.words.say("ml.text.number", station=name, value=value)
    if station in sheet.crossed:
        return cast.words.say("ml.text.cross", station=name)
    return name
