"""The game's own slash commands: /ride and /free.

They build the same private draft as the planner's menus and open it there;
nothing is locked before the player says so.
"""

from collections.abc import Sequence

from discord import app_commands

from metrobot.games.metrolijn.board import CARDS
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.ui.frame.desk import Desk
from metrobot.ui.frame.typed import AnyCommand, Show, Suggestion, Typing, Typist
from metrobot.ui.metrolijn import suggest
from metrobot.ui.metrolijn.typed import Pad, Typed, freed, pad_of, ridden
from metrobot.ui.pages.ids import Press
from metrobot.ui.words.catalogue import ENGLISH

Count = app_commands.Range[int, 0, max(card.value for card in CARDS)]
"""How many stations somebody may ask for: none, up to as many as the highest card allows."""


def commands(desk: Desk, show: Show) -> Sequence[AnyCommand]:
    """Return the game's own slash commands."""
    typist = Typist(desk, show, Metrolijn.id, "ml.typed.other_game")
    return (_ride_command(typist), _free_command(typist))


def _ride_command(typist: Typist) -> AnyCommand:
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
        typing = await typist.begin(ix)
        await typist.show(ix, typing, ridden(pad_of(typing), Typed(line, stations, direction)))

    typist.suggest(ride, "line", _lines)
    typist.suggest(ride, "stations", _counts)
    typist.suggest(ride, "direction", _ways)
    return ride


def _typed(typing: Typing) -> tuple[Pad, Typed]:
    """Return a ride that is still being typed."""
    filled = typing.filled
    line, direction = getattr(filled, "line", None), getattr(filled, "direction", None)
    return pad_of(typing), Typed(line or "", None, direction or None)


def _lines(typing: Typing, text: str) -> Sequence[Suggestion]:
    """Return the lines that can be chosen."""
    return suggest.lines(pad_of(typing), text)


def _counts(typing: Typing, text: str) -> Sequence[tuple[str, int]]:
    """Return how many stations can be crossed: at most seven, whatever is typed."""
    del text
    return suggest.counts(*_typed(typing))


def _ways(typing: Typing, text: str) -> Sequence[Suggestion]:
    """Return the ways round the ring that was typed."""
    return suggest.ways(*_typed(typing), text)


def _stations(typing: Typing, text: str) -> Sequence[Suggestion]:
    """Return the stations that a free ride may cross."""
    return suggest.stations(pad_of(typing), text)


def _free_command(typist: Typist) -> AnyCommand:
    """Return /free: a station, then the planner."""

    @app_commands.command(name="free", description=ENGLISH.say("ml.command.free"))
    @app_commands.describe(station=ENGLISH.say("ml.command.station"))
    @app_commands.guild_only()
    async def free(ix: Press, station: str) -> None:
        typing = await typist.begin(ix)
        await typist.show(ix, typing, freed(pad_of(typing), station))

    typist.suggest(free, "station", _stations)
    return free
