"""The game's own slash commands: /build and /token.

They build the same private draft as the planner's buttons and open it there;
nothing is played before Confirm.
"""

from collections.abc import Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from metrobot.engine.errors import Refusal
from metrobot.games.underground.board import ACTIONS_A_TURN
from metrobot.games.underground.title import Underground
from metrobot.service.table import PlayerId, Table
from metrobot.ui.underground import suggest
from metrobot.ui.underground.cast import Cast, plain_cast
from metrobot.ui.underground.steps import AnyDraft
from metrobot.ui.underground.typed import Typed, after_all, then_tokens
from metrobot.ui.words.catalogue import ENGLISH

if TYPE_CHECKING:
    from metrobot.ui.frame.desk import Desk

Ix = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
Suggester = Callable[[Ix, str], Coroutine[Any, Any, Choices]]
Lister = Callable[[Cast, AnyDraft, Typed, str], list[suggest.Suggestion]]
SUFFIXES: Final = ("", "2", "3", "4")
"""Of the options of the first to the fourth piece."""


def commands(desk: "Desk") -> "list[app_commands.Command[Any, ..., Any]]":
    """Return the game's own slash commands."""
    return [_build_command(desk), _token_command(desk)]


async def _draft_here(desk: "Desk", ix: Ix) -> tuple[Table, AnyDraft]:
    """Return the game of this channel with an empty draft of who asks.

    Raises:
        Refusal: there is no such game here, or it is not his turn.
    """
    table = await desk.table_here(ix)
    if not isinstance(table.title, Underground):
        raise Refusal("ou.typed.other_game")
    draft = await desk.tables.begin_draft(table.id, PlayerId(ix.user.id))
    return table, draft


def _build_command(desk: "Desk") -> "app_commands.Command[Any, ..., Any]":
    """Return /build: up to four pieces, then the planner."""

    @app_commands.command(name="build", description=ENGLISH.say("ou.command.build"))
    @app_commands.describe(**_descriptions())
    @app_commands.rename(start="from", start2="from2", start3="from3", start4="from4")
    @app_commands.guild_only()
    async def build(  # noqa: PLR0917 -- discord.py reads the options from the parameters
        ix: Ix,
        colour: str,
        start: str,
        to: str,
        to2: str | None = None,
        start2: str | None = None,
        colour2: str | None = None,
        to3: str | None = None,
        start3: str | None = None,
        colour3: str | None = None,
        to4: str | None = None,
        start4: str | None = None,
        colour4: str | None = None,
    ) -> None:
        await desk.think(ix)
        table, draft = await _draft_here(desk, ix)
        rows = (
            Typed(colour, start, to),
            Typed(colour2, start2, to2),
            Typed(colour3, start3, to3),
            Typed(colour4, start4, to4),
        )
        draft = after_all(draft, filled_in(rows), desk.words(ix))
        await desk.open_planner(ix, table, draft)

    for number, suffix in enumerate(SUFFIXES):
        build.autocomplete(f"colour{suffix}")(_suggester(desk, number, _colours))
        build.autocomplete(f"start{suffix}")(_suggester(desk, number, suggest.starts))
        build.autocomplete(f"to{suffix}")(_suggester(desk, number, suggest.ends))
    return build


def _descriptions() -> dict[str, str]:
    """Return what each option of /build is for."""
    say = ENGLISH.say
    first = {
        "colour": say("ou.command.colour"),
        "start": say("ou.command.from"),
        "to": say("ou.command.to"),
    }
    again = {
        "colour": say("ou.command.colour_again"),
        "start": say("ou.command.from_again"),
        "to": say("ou.command.to_again"),
    }
    more = {f"{name}{suffix}": text for suffix in SUFFIXES[1:] for name, text in again.items()}
    return {**first, **more}


def filled_in(rows: Iterable[Typed]) -> list[Typed]:
    """Return the pieces that are filled in, up to the first that is not."""
    found: list[Typed] = []
    for row in rows:
        if not (row.colour or row.start or row.end):
            break
        found.append(row)
    return found


def _row(filled: Any, number: int) -> Typed:
    """Return one piece of a command that is still being typed."""
    suffix = SUFFIXES[number]
    colour, start, to = (
        getattr(filled, name + suffix, None) or None for name in ("colour", "from", "to")
    )
    return Typed(colour, start, to)


def _colours(cast: Cast, draft: AnyDraft, typed: Typed, text: str) -> list[suggest.Suggestion]:
    """Return the colours of which a piece can be laid."""
    del typed
    return suggest.colours(cast, draft, text)


def _suggester(desk: "Desk", number: int, lister: Lister) -> Suggester:
    """Return the autocomplete of one option of the piece of this number."""

    async def suggester(ix: Ix, current: str) -> Choices:
        try:
            table, draft = await _draft_here(desk, ix)
            words = desk.words(ix)
            before = [_row(ix.namespace, n) for n in range(number)]
            draft = after_all(draft, before, words)
            found = lister(plain_cast(table, words), draft, _row(ix.namespace, number), current)
        except Refusal:
            return []  # the command itself will say why
        return [app_commands.Choice(name=label, value=value) for label, value in found]

    return suggester


def _token_command(desk: "Desk") -> "app_commands.Command[Any, ..., Any]":
    """Return /token: some tokens, then the planner."""

    @app_commands.command(name="token", description=ENGLISH.say("ou.command.token"))
    @app_commands.describe(count=ENGLISH.say("ou.command.count"))
    @app_commands.guild_only()
    async def token(ix: Ix, count: app_commands.Range[int, 1, ACTIONS_A_TURN] = 1) -> None:
        await desk.think(ix)
        table, draft = await _draft_here(desk, ix)
        await desk.open_planner(ix, table, then_tokens(draft, count))

    return token
