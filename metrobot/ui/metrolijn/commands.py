"""The slash commands /ride and /free, with what they suggest."""

from collections.abc import Iterator, Sequence
from typing import Final

from discord import app_commands

from metrobot.games.metrolijn.board import CARDS
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.ui.kit import typed_turns
from metrobot.ui.kit.typed_turns import Option, Row, Suggestion, TypedCommand, TypedTurn
from metrobot.ui.metrolijn import typed
from metrobot.ui.metrolijn.menus import line_notes, station_hint
from metrobot.ui.metrolijn.ride_text import direction_text, station_list
from metrobot.ui.metrolijn.steps import fullest

_COUNT: Final = app_commands.Range[int, 0, max(card.value for card in CARDS)]
"""Number of stations in /ride: from none up to the value of the highest card."""


def _lines(turn: TypedTurn, _: Row) -> Iterator[Suggestion]:
    """Yield the lines with an empty window, each with its marks."""
    names = typed.names_of(turn)
    # A ring comes twice, once each way round: the direction has an option of its own.
    for choice in fullest(typed.rides_of(turn)):
        if (line := choice.ride.line) is not None:
            notes = ", ".join(line_notes(names, choice.ride))
            label = turn.words.say("ml.suggest.line", line=names.line(line), notes=notes)
            yield label, names.map.lines[line].letter


def _ways(turn: TypedTurn, row: Row) -> Iterator[Suggestion]:
    """Yield both ways round the typed ring; nothing for other lines."""
    names, typed_line = typed.names_of(turn), typed.line_meant(turn, row)
    for line, direction in (choice.ride.way for choice in fullest(typed.rides_of(turn))):
        if line == typed_line and direction is not None:
            yield direction_text(names, line, direction), typed.WAY_CODES[direction]


def _counts(turn: TypedTurn, row: Row) -> Iterator[Suggestion]:
    """Yield numbers of stations on the typed line, all that can be crossed first."""
    line = typed.line_meant(turn, row)
    way = line, typed.direction_meant(turn, line, row)
    for choice in typed.rides_of(turn):
        if choice.ride.way == way:
            marks = choice.ride.marked
            stations, count = station_list(typed.names_of(turn), marks), len(marks)
            key = "ml.suggest.count" if marks else "ml.suggest.none"
            yield turn.words.say(key, n=count, stations=stations), count


def _stations(turn: TypedTurn, _: Row) -> Iterator[Suggestion]:
    """Yield empty stations for a free ride, those that finish a line first."""
    names = typed.names_of(turn)
    rides = [choice.ride for choice in typed.rides_of(turn)]
    hints = {
        names.station(ride.crossed[0]): station_hint(names, ride)
        for ride in rides
        if ride.line is None and ride.crossed
    }
    # A line that is finished makes a hint longer, so the length puts such stations first.
    for name, notes in sorted(hints.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        yield turn.words.say("ml.suggest.station", station=name, notes=notes), name


RIDE: Final = TypedCommand(
    "ride",
    "ml.command.ride",
    typed.then_ride,
    [
        Option("line", "ml.command.line", _lines),
        Option("stations", "ml.command.stations", _counts, kind=_COUNT, default=None),
        Option("direction", "ml.command.direction", _ways, default=None),
    ],
)
FREE: Final = TypedCommand(
    "free",
    "ml.command.free",
    typed.then_free_ride,
    [Option("station", "ml.command.station", _stations)],
)


def commands(turns: typed_turns.MakeTurns) -> Sequence[typed_turns.AnyCommand]:
    """Return the game's slash commands."""
    slash = turns(Metrolijn.id, "ml.typed.other_game")
    return [RIDE.made(slash), FREE.made(slash)]
