"""The game's own slash commands: /ride and /free.

They build the same private draft as the planner's menus and open it there;
nothing is locked before the player says so.
"""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from metrobot.engine.errors import Refusal
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.service.table import PlayerId, Table
from metrobot.ui.metrolijn import suggest
from metrobot.ui.metrolijn.cast import Cast, plain_cast
from metrobot.ui.metrolijn.steps import AnyDraft, anew
from metrobot.ui.metrolijn.typed import Typed, freed, ridden
from metrobot.ui.words.catalogue import ENGLISH

if TYPE_CHECKING:
    from metrobot.ui.frame.desk import Desk

Ix = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
Numbers = list[app_commands.Choice[int]]
Count = app_commands.Range[int, 0, 6]
Lister = Callable[[Cast, AnyDraft, Ix, str], list[suggest.Suggestion]]


def commands(desk: "Desk") -> "list[app_commands.Command[Any, ..., Any]]":
    """Return the game's own slash commands."""
    return [_ride_command(desk), _free_command(desk)]


async def _draft_here(desk: "Desk", ix: Ix) -> tuple[Table, AnyDraft]:
    """Return the game of this channel with an empty draft of who asks.

    Raises:
        Refusal: there is no such game here, or he has nothing to choose.
    """
    table = await desk.table_here(ix)
    if not isinstance(table.title, Metrolijn):
        raise Refusal("ml.typed.other_game")
    draft = await desk.tables.begin_draft(table.id, PlayerId(ix.user.id))
    return table, anew(draft)


def _ride_command(desk: "Desk") -> "app_commands.Command[Any, ..., Any]":
    """Return /ride: a line, then the planner."""

    @app_commands.command(name="ride", description=ENGLISH.say("ml.command.ride"))
    @app_commands.describe(
        line=ENGLISH.say("ml.command.line"),
        stations=ENGLISH.say("ml.command.stations"),
        direction=ENGLISH.say("ml.command.direction"),
    )
    @app_commands.guild_only()
    async def ride(
        ix: Ix, line: str, stations: Count | None = None, direction: str | None = None
    ) -> None:
        await desk.think(ix)
        table, draft = await _draft_here(desk, ix)
        cast = plain_cast(table, desk.words(ix))
        draft = ridden(cast, draft, Typed(line, stations, direction))
        await desk.open_planner(ix, table, draft)

    @ride.autocomplete("stations")
    async def counts(ix: Ix, current: int | str) -> Numbers:
        del current  # at most seven are offered, whatever is typed
        try:
            table, draft = await _draft_here(desk, ix)
            found = suggest.counts(plain_cast(table, desk.words(ix)), draft, _typed(ix))
        except Refusal:
            return []  # the command itself will say why
        return [app_commands.Choice(name=label, value=value) for label, value in found]

    ride.autocomplete("line")(_suggester(desk, _lines))
    ride.autocomplete("direction")(_suggester(desk, _ways))
    return ride


def _typed(ix: Ix) -> Typed:
    """Return a ride that is still being typed."""
    filled = ix.namespace
    return Typed(
        getattr(filled, "line", None) or "", None, getattr(filled, "direction", None) or None
    )


def _lines(cast: Cast, draft: AnyDraft, ix: Ix, text: str) -> list[suggest.Suggestion]:
    """Return the lines that can be chosen."""
    del ix
    return suggest.lines(cast, draft, text)


def _ways(cast: Cast, draft: AnyDraft, ix: Ix, text: str) -> list[suggest.Suggestion]:
    """Return the ways round the ring that was typed."""
    return suggest.ways(cast, draft, _typed(ix), text)


def _stations(cast: Cast, draft: AnyDraft, ix: Ix, text: str) -> list[suggest.Suggestion]:
    """Return the stations that a free ride may cross."""
    del ix
    return suggest.stations(cast, draft, text)


def _suggester(desk: "Desk", lister: Lister) -> Callable[[Ix, str], Coroutine[Any, Any, Choices]]:
    """Return the autocomplete of one option."""

    async def suggester(ix: Ix, current: str) -> Choices:
        try:
            table, draft = await _draft_here(desk, ix)
            found = lister(plain_cast(table, desk.words(ix)), draft, ix, current)
        except Refusal:
            return []  # the command itself will say why
        return [app_commands.Choice(name=label, value=value) for label, value in found]

    return suggester


def _free_command(desk: "Desk") -> "app_commands.Command[Any, ..., Any]":
    """Return /free: a station, then the planner."""

    @app_commands.command(name="free", description=ENGLISH.say("ml.command.free"))
    @app_commands.describe(station=ENGLISH.say("ml.command.station"))
    @app_commands.guild_only()
    async def free(ix: Ix, station: str) -> None:
        await desk.think(ix)
        table, draft = await _draft_here(desk, ix)
        cast = plain_cast(table, desk.words(ix))
        await desk.open_planner(ix, table, freed(cast, draft, station))

    free.autocomplete("station")(_suggester(desk, _stations))
    return free
