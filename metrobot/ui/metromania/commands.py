"""The game's own slash commands: /dig, /station and /pass.

They build the same private draft as the planner's buttons and open it there;
nothing is played before Confirm.
"""

from collections.abc import Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands

from metrobot.engine.draft import Draft
from metrobot.engine.errors import Refusal
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.title import MetroMania
from metrobot.service.table import PlayerId, Table
from metrobot.ui.metromania import suggest
from metrobot.ui.metromania.cast import Cast, plain_cast
from metrobot.ui.metromania.reading import Typed
from metrobot.ui.metromania.typed import after_all, then_pass, then_station
from metrobot.ui.words.catalogue import ENGLISH

if TYPE_CHECKING:
    from metrobot.ui.frame.desk import Desk

Ix = discord.Interaction[Any]
LineChoice = Literal["solid", "striped"]
Choices = list[app_commands.Choice[str]]
Suggester = Callable[[Ix, str], Coroutine[Any, Any, Choices]]
SUFFIXES = ("", "2", "3")
"""Of the options of the first, second and third tunnel."""


def commands(desk: "Desk") -> "list[app_commands.Command[Any, ..., Any]]":
    """Return the game's own slash commands."""
    return [_dig_command(desk), _station_command(desk), _pass_command(desk)]


async def _draft_here(desk: "Desk", ix: Ix) -> tuple[Table, Draft[Any, Any]]:
    """Return the game of this channel with an empty draft of who asks.

    Raises:
        Refusal: there is no such game here, or it is not his turn.
    """
    table = await desk.table_here(ix)
    if not isinstance(table.title, MetroMania):
        raise Refusal("mm.typed.other_game")
    draft = await desk.tables.begin_draft(table.id, PlayerId(ix.user.id))
    return table, draft


def _dig_command(desk: "Desk") -> "app_commands.Command[Any, ..., Any]":
    """Return /dig: up to three tunnels, then the planner."""

    @app_commands.command(name="dig", description=ENGLISH.say("mm.command.dig"))
    @app_commands.describe(**_dig_descriptions())
    @app_commands.guild_only()
    async def dig(  # noqa: PLR0917 -- discord.py reads the options from the parameters
        ix: Ix,
        line: LineChoice,
        to: str,
        beside: str | None = None,
        place: str | None = None,
        to2: str | None = None,
        beside2: str | None = None,
        place2: str | None = None,
        line2: LineChoice | None = None,
        to3: str | None = None,
        beside3: str | None = None,
        place3: str | None = None,
        line3: LineChoice | None = None,
    ) -> None:
        await desk.think(ix)
        table, draft = await _draft_here(desk, ix)
        rows = (
            (line, to, beside, place),
            (line2, to2, beside2, place2),
            (line3, to3, beside3, place3),
        )
        draft = after_all(draft, tunnels_of(rows), desk.words(ix))
        await desk.open_planner(ix, table, draft)

    for number, suffix in enumerate(SUFFIXES):
        dig.autocomplete(f"to{suffix}")(_suggester(desk, number, _targets))
        dig.autocomplete(f"beside{suffix}")(_suggester(desk, number, _sides))
        dig.autocomplete(f"place{suffix}")(_suggester(desk, number, _letters))
    return dig


def _dig_descriptions() -> dict[str, str]:
    """Return what each option of /dig is for."""
    say = ENGLISH.say
    texts = {
        "line": say("mm.command.line"),
        "to": say("mm.command.to"),
        "beside": say("mm.command.beside"),
        "place": say("mm.command.place"),
    }
    more = {f"{name}{suffix}": text for suffix in SUFFIXES[1:] for name, text in texts.items()}
    again = say("mm.command.line_again")
    return {**texts, **more, "line2": again, "line3": again}


Row = tuple[str | None, str | None, str | None, str | None]
"""Line, to, beside and place of one tunnel, as far as filled in."""


def tunnels_of(rows: Iterable[Row]) -> list[Typed]:
    """Return the tunnels that are filled in; a line given once goes on."""
    found: list[Typed] = []
    line = LineName.SOLID
    for given, to, beside, place in rows:
        if not to:
            break
        line = LineName(given) if given else line
        found.append(Typed(line, to, beside, place))
    return found


def _rows(filled: Any, most: int) -> list[Row]:
    """Return the first tunnels of a command that is still being typed."""
    names = ("line", "to", "beside", "place")
    rows = [[getattr(filled, name + suffix, None) for name in names] for suffix in SUFFIXES[:most]]
    return [(line, to, beside, place) for line, to, beside, place in rows]


def _line_of(filled: Any, number: int) -> LineName:
    """Return which line the tunnel of this number is for, as far as filled in."""
    lines = [getattr(filled, f"line{suffix}", None) for suffix in SUFFIXES[: number + 1]]
    given = [line for line in lines if line in set(LineName)]
    return LineName(given[-1]) if given else LineName.SOLID


Lister = Callable[[Cast, Draft[Any, Any], Any, int, str], list[suggest.Suggestion]]


def _suggester(desk: "Desk", number: int, lister: Lister) -> Suggester:
    """Return the autocomplete of one option of the tunnel of this number."""

    async def suggester(ix: Ix, current: str) -> Choices:
        try:
            table, draft = await _draft_here(desk, ix)
            words = desk.words(ix)
            draft = after_all(draft, tunnels_of(_rows(ix.namespace, number)), words)
            found = lister(plain_cast(table, words), draft, ix.namespace, number, current)
        except (Refusal, ValueError):
            return []  # the command itself will say why
        return [app_commands.Choice(name=label, value=value) for label, value in found]

    return suggester


def _targets(
    cast: Cast, draft: Draft[Any, Any], filled: Any, number: int, text: str
) -> list[suggest.Suggestion]:
    """Return where the tunnel of this number may go."""
    return suggest.targets(cast, draft, _line_of(filled, number), text)


def _sides(
    cast: Cast, draft: Draft[Any, Any], filled: Any, number: int, text: str
) -> list[suggest.Suggestion]:
    """Return beside which points the tunnel of this number may lie."""
    return suggest.sides(cast, draft, _half_typed(filled, number), text)


def _letters(
    cast: Cast, draft: Draft[Any, Any], filled: Any, number: int, text: str
) -> list[suggest.Suggestion]:
    """Return which markers the tunnel of this number may place."""
    return suggest.letters(cast, draft, _half_typed(filled, number), text)


def _half_typed(filled: Any, number: int) -> Typed:
    """Return the tunnel of this number as far as it is filled in."""
    suffix = SUFFIXES[number]
    to, beside = (getattr(filled, f"{name}{suffix}", None) for name in ("to", "beside"))
    return Typed(_line_of(filled, number), to or "", beside)


def _station_command(desk: "Desk") -> "app_commands.Command[Any, ..., Any]":
    """Return /station: one intermediate station, then the planner."""

    @app_commands.command(name="station", description=ENGLISH.say("mm.command.station"))
    @app_commands.describe(
        line=ENGLISH.say("mm.command.station_line"), point=ENGLISH.say("mm.command.point")
    )
    @app_commands.guild_only()
    async def station(ix: Ix, line: LineChoice, point: str) -> None:
        await desk.think(ix)
        table, draft = await _draft_here(desk, ix)
        draft = then_station(draft, LineName(line), point, desk.words(ix))
        await desk.open_planner(ix, table, draft)

    @station.autocomplete("point")
    async def suggester(ix: Ix, current: str) -> Choices:
        try:
            table, draft = await _draft_here(desk, ix)
        except Refusal:
            return []  # the command itself will say why
        cast = plain_cast(table, desk.words(ix))
        found = suggest.stations(cast, draft, _line_of(ix.namespace, 0), current)
        return [app_commands.Choice(name=label, value=value) for label, value in found]

    return station


def _pass_command(desk: "Desk") -> "app_commands.Command[Any, ..., Any]":
    """Return /pass, where the rules leave that choice."""

    @app_commands.command(name="pass", description=ENGLISH.say("mm.command.pass"))
    @app_commands.guild_only()
    async def give_up(ix: Ix) -> None:
        await desk.think(ix)
        table, draft = await _draft_here(desk, ix)
        await desk.open_planner(ix, table, then_pass(draft, desk.words(ix)))

    return give_up
