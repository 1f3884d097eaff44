"""The game's own slash commands: /ride and /free.

They build the same private draft as the planner's menus and open it there;
nothing is locked before the player says so.
"""

from collections.abc import Sequence

from discord import app_commands

from metrobot.games.metrolijn.board import CARDS
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.ui.frame.context import Context
from metrobot.ui.frame.typed_turns import AnyCommand, Show, Suggestion, TypedTurn, TypedTurns
from metrobot.ui.metrolijn import suggest
from metrobot.ui.metrolijn.typed import Typed, TypedRound, typed_round, with_free_ride, with_ride
from metrobot.ui.pages.ids import Press
from metrobot.ui.words.catalogue import ENGLISH

Count = app_commands.Range[int, 0, max(card.value for card in CARDS)]
"""How many stations somebody may ask for: none, up to as many as the highest card allows."""


def commands(context: Context, show: Show) -> Sequence[AnyCommand]:
    """Return the game's own slash commands."""
    slash = TypedTurns(context, show, Metrolijn.id, "ml.typed.other_game")
    return (_ride_command(slash), _free_command(slash))


def _ride_command(slash: TypedTurns) -> AnyCommand:
    """Return /ride: a line, then the planner."""

    @app_commands.command(name="ride", description=ENGLISH.say("ml.command.ride"))
    @app_commands.describe(
        line=ENGLISH.say("ml.command.line"),
        stations=ENGLISH.say("ml.command.stations"),
        direction=ENGLISH.say("ml.command.direction"),
    )
    @app_commands.guild_only()
    async def ride(
        ix: Press, line: str, stations: Count | None = None, direction: str | None = None
    ) -> None:
        typed = await slash.begin(ix)
        await slash.show(ix, typed, with_ride(typed_round(typed), Typed(line, stations, direction)))

    slash.suggest(ride, "line", _lines)
    slash.suggest(ride, "stations", _counts)
    slash.suggest(ride, "direction", _ways)
    return ride


def _typed(typed: TypedTurn) -> tuple[TypedRound, Typed]:
    """Return a ride that is still being typed."""
    filled = typed.filled
    line, direction = getattr(filled, "line", None), getattr(filled, "direction", None)
    return typed_round(typed), Typed(line or "", None, direction or None)


def _lines(typed: TypedTurn, text: str) -> Sequence[Suggestion]:
    """Return the lines that can be chosen."""
    return suggest.line_choices(typed_round(typed), text)


def _counts(typed: TypedTurn, text: str) -> Sequence[tuple[str, int]]:
    """Return how many stations can be crossed: at most seven, whatever is typed."""
    del text
    return suggest.count_choices(*_typed(typed))


def _ways(typed: TypedTurn, text: str) -> Sequence[Suggestion]:
    """Return the ways round the ring that was typed."""
    return suggest.way_choices(*_typed(typed), text)


def _stations(typed: TypedTurn, text: str) -> Sequence[Suggestion]:
    """Return the stations that a free ride may cross."""
    return suggest.station_choices(typed_round(typed), text)


def _free_command(slash: TypedTurns) -> AnyCommand:
    """Return /free: a station, then the planner."""

    @app_commands.command(name="free", description=ENGLISH.say("ml.command.free"))
    @app_commands.describe(station=ENGLISH.say("ml.command.station"))
    @app_commands.guild_only()
    async def free(ix: Press, station: str) -> None:
        typed = await slash.begin(ix)
        await slash.show(ix, typed, with_free_ride(typed_round(typed), station))

    slash.suggest(free, "station", _stations)
    return free
