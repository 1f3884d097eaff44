"""Sheets in words, line by line and station by station: the pictures' twins."""

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import Station
from metrobot.games.metrolijn.line_state import LineState, line_states
from metrobot.games.metrolijn.outlook import Outlook, none_left, outlooks
from metrobot.games.metrolijn.view import SheetView, View
from metrobot.ui.metrolijn.names import AnyGameView, Names, names_for
from metrobot.ui.metrolijn.status import final, meter, prompt, rest, score_line, special
from metrobot.ui.words.catalogue import Words


def board_text(game_view: AnyGameView, words: Words) -> str:
    """Return everything that can be seen in words; the viewer's own sheet first."""
    names, view = names_for(game_view, words), game_view.view
    order = sorted(view.sheets, key=lambda sheet: sheet.seat not in view.seats)
    parts = (
        (*final(names, view), prompt(names, view)),
        (meter(names, view), *rest(names, view)),
        (words.say("ml.text.signs"), *special(names, view, "ml.text.special")),
        *((sheet_text(names, view, sheet.seat),) for sheet in order),
    )
    texts = ("\n".join(line for line in part if line) for part in parts)
    return "\n\n".join(part for part in texts if part)


def sheet_text(names: Names, view: View, seat: Seat) -> str:
    """Return one sheet in words: its points, then each line station by station."""
    sheet = view.sheets[seat]
    lines = [line_text(names, sheet, state) for state in line_states(view, seat)]
    if view.result is None:
        hopes = "; ".join(outlook_text(names, outlook) for outlook in outlooks(view, seat))
        if hopes:
            lines.insert(0, names.words.say("ml.text.outlooks", lines=hopes))
        elif none_left(view, seat):
            lines.insert(0, names.words.say("ml.text.no_outlook"))
    return "\n".join((score_line(names, sheet), *lines))


def outlook_text(names: Names, outlook: Outlook) -> str:
    """Return a line with the stations that it lacks, and by what it can be finished."""
    state, words = outlook.state, names.words
    text, means = f"{state.site.letter} {len(state.empty)}", list[str]()
    means += (names.map.lines[line].letter for line in outlook.lines)
    means += [words.say("ml.picture.free")] if outlook.takes_free else []
    return words.say("ml.picture.by", left=text, means=", ".join(means)) if means else text


def line_text(names: Names, sheet: SheetView, state: LineState) -> str:
    """Return one line: its windows, its points, its stations with their marks."""
    empty = [names.words.say("ml.text.window")] * state.windows_left
    return names.words.say(
        "ml.text.line",
        line=names.line(state.line),
        windows=" ".join((*state.windows, *empty)),
        points=points_text(names, state),
        stations=", ".join(_station(names, sheet, station) for station in state.site.stations),
    )


def points_text(names: Names, state: LineState) -> str:
    """Return a line's points, open or earned: 3 points open, 2 points earned."""
    key = "ml.text.paid" if state.is_finished else "ml.text.open"
    return names.words.count(key, state.pay.points)


def _station(names: Names, sheet: SheetView, station: Station) -> str:
    name = names.station(station)
    value = dict(sheet.numbers).get(station)
    if value is not None:
        return names.words.say("ml.text.number", station=name, value=value)
    return names.words.say("ml.text.cross", station=name) if station in sheet.crossed else name


def hand_text(names: Names, view: View) -> str:
    """Return the observer's own sheet and the open card."""
    sheets = (sheet_text(names, view, seat) for seat in sorted(view.seats))
    parts = (names.words.say("ml.hand.title"), prompt(names, view), *sheets)
    return "\n".join(part for part in parts if part)
