"""The slash commands /ride and /free.

They build the same private draft as the planner's menus and open it there;
nothing is locked before the player says so.
"""

from collections.abc import Sequence

from discord import app_commands

from metrobot.games.metrolijn.board import CARDS
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.ui.kit import typed_turns
from metrobot.ui.metrolijn.menus import line_notes, station_hint
from metrobot.ui.metrolijn.ride_text import direction_text, station_list
from metrobot.ui.metrolijn.steps import OpenRide, fullest
from metrobot.ui.metrolijn.typed import (
    Typed,
    TypedRound,
    direction_meant,
    line_meant,
    typed_round,
    way_code,
    with_free_ride,
    with_ride,
)
from metrobot.ui.pages.ids import Press
from metrobot.ui.words.discord_limits import CHOICE_LIMIT
from metrobot.ui.words.text_length import clipped


def line_choices(pad: TypedRound, text: str) -> list[typed_turns.Suggestion]:
    """Suggest the lines with an empty window, each with its marks."""
    found = dict[str, str]()
    for each in fullest(pad.rides):
        if each.ride.line is not None:
            label = pad.names.words.say(
                "ml.suggest.line",
                line=pad.names.line(each.ride.line),
                notes=", ".join(line_notes(pad.names, each.ride)),
            )
            # A ring comes twice, once each way round: the direction has an option of its own.
            found.setdefault(pad.names.map.lines[each.ride.line].letter, label)
    return typed_turns.matching(((label, letter) for letter, label in found.items()), text)


def way_choices(pad: TypedRound, typed: Typed, text: str) -> list[typed_turns.Suggestion]:
    """Suggest both ways round the typed ring; nothing for other lines."""
    line = line_meant(pad, typed.line)
    directions = [each.ride.direction for each in fullest(pad.rides) if each.ride.line == line]
    found = [
        (direction_text(pad.names, line, direction), way_code(direction))
        for direction in directions
        if direction is not None
    ]
    return typed_turns.matching(found, text)


def count_choices(pad: TypedRound, typed: Typed) -> list[tuple[str, int]]:
    """Suggest numbers of stations on the typed line, all that can be crossed first."""
    line = line_meant(pad, typed.line)
    way = (line, direction_meant(pad, line, typed.direction))
    return [
        (clipped(_count(pad, each), CHOICE_LIMIT), len(each.ride.marked))
        for each in pad.rides
        if each.ride.way == way
    ]


def _count(pad: TypedRound, each: OpenRide) -> str:
    words, marked = pad.names.words, each.ride.marked
    if not marked:
        return words.say("ml.suggest.none")
    return words.say("ml.suggest.count", n=len(marked), stations=station_list(pad.names, marked))


def station_suggestions(pad: TypedRound, text: str) -> list[typed_turns.Suggestion]:
    """Suggest empty stations for a free ride, those that finish a line first."""
    found = [
        (pad.names.station(each.ride.crossed[0]), station_hint(pad.names, each.ride))
        for each in pad.rides
        if each.ride.line is None and each.ride.crossed
    ]
    labels = (
        (pad.names.words.say("ml.suggest.station", station=name, notes=notes), name)
        # A line that is finished makes a hint longer, so the length puts such stations first.
        for name, notes in sorted(found, key=lambda pair: (-len(pair[1]), pair[0]))
    )
    return typed_turns.matching(labels, text)


Count = app_commands.Range[int, 0, max(card.value for card in CARDS)]
"""Number of stations in /ride: from none up to the value of the highest card."""


def commands(turns: typed_turns.MakeTurns) -> Sequence[typed_turns.AnyCommand]:
    """Return the game's slash commands."""
    slash = turns(Metrolijn.id, "ml.typed.other_game")
    return (_ride_command(slash), _free_command(slash))


def _ride_command(slash: typed_turns.TypedTurns) -> typed_turns.AnyCommand:
    @typed_turns.typed_command(
        "ride",
        "ml.command.ride",
        line="ml.command.line",
        stations="ml.command.stations",
        direction="ml.command.direction",
    )
    async def ride(
        ix: Press, line: str, stations: Count | None = None, direction: str | None = None
    ) -> None:
        typed = await slash.begin(ix)
        await slash.show(ix, typed, with_ride(typed_round(typed), Typed(line, stations, direction)))

    slash.suggest(ride, "line", lambda typed, text: line_choices(typed_round(typed), text))
    slash.suggest(ride, "stations", lambda typed, _: count_choices(*_typed(typed)))
    slash.suggest(ride, "direction", lambda typed, text: way_choices(*_typed(typed), text))
    return ride


def _typed(typed: typed_turns.TypedTurn) -> tuple[TypedRound, Typed]:
    filled = typed.filled
    # Discord sends only the options that are filled in so far.
    line, direction = getattr(filled, "line", None), getattr(filled, "direction", None)
    return typed_round(typed), Typed(line or "", None, direction or None)


def _free_command(slash: typed_turns.TypedTurns) -> typed_turns.AnyCommand:
    @typed_turns.typed_command("free", "ml.command.free", station="ml.command.station")
    async def free(ix: Press, station: str) -> None:
        typed = await slash.begin(ix)
        await slash.show(ix, typed, with_free_ride(typed_round(typed), station))

    slash.suggest(
        free, "station", lambda typed, text: station_suggestions(typed_round(typed), text)
    )
    return free
