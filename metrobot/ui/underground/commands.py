"""The game's own slash commands: /build and /token.

They build the same private draft as the planner's buttons and open it there;
nothing is played before Confirm.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

from discord import app_commands

from metrobot.games.underground.board import ACTIONS_A_TURN
from metrobot.games.underground.title import Underground
from metrobot.ui.frame.context import Context
from metrobot.ui.frame.typed_turns import (
    AnyCommand,
    AnyDraft,
    Show,
    Suggestion,
    TypedTurn,
    TypedTurns,
)
from metrobot.ui.pages.ids import Press
from metrobot.ui.underground import suggest
from metrobot.ui.underground.names import Names, plain_names
from metrobot.ui.underground.typed import Typed, after_all, then_tokens
from metrobot.ui.words.catalogue import ENGLISH

Lister: TypeAlias = Callable[[Names, AnyDraft, Typed, str], list[Suggestion]]
SUFFIXES: Final = ("", "2", "3", "4")
"""Of the options of the first to the fourth piece."""


def commands(context: Context, show: Show) -> Sequence[AnyCommand]:
    """Return the game's own slash commands."""
    slash = TypedTurns(context, show, Underground.id, "ou.typed.other_game")
    return [_build_command(slash), _token_command(slash)]


def _build_command(slash: TypedTurns) -> app_commands.Command[Any, ..., Any]:
    """Return /build: up to four pieces, then the planner."""

    @app_commands.command(name="build", description=ENGLISH.say("ou.command.build"))
    @app_commands.describe(**_descriptions())
    @app_commands.rename(start="from", start2="from2", start3="from3", start4="from4")
    @app_commands.guild_only()
    async def build(  # noqa: PLR0917 -- discord.py reads the options from the parameters
        ix: Press,
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
        typed = await slash.begin(ix)
        rows = (
            Typed(colour, start, to),
            Typed(colour2, start2, to2),
            Typed(colour3, start3, to3),
            Typed(colour4, start4, to4),
        )
        draft = after_all(typed.draft, filled_in(rows), typed.words)
        await slash.show(ix, typed, draft)

    for number, suffix in enumerate(SUFFIXES):
        slash.suggest(build, f"colour{suffix}", _suggester(number, _colours))
        slash.suggest(build, f"start{suffix}", _suggester(number, suggest.start_choices))
        slash.suggest(build, f"to{suffix}", _suggester(number, suggest.end_choices))
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


def _colours(names: Names, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    """Return the colours of which a piece can be laid."""
    del typed
    return suggest.colour_choices(names, draft, text)


def _suggester(number: int, lister: Lister) -> Callable[[TypedTurn, str], list[Suggestion]]:
    """Return what suggests for one option of the piece of this number."""

    def suggester(typed: TypedTurn, current: str) -> list[Suggestion]:
        before = [_row(typed.filled, n) for n in range(number)]
        draft = after_all(typed.draft, before, typed.words)
        names = plain_names(typed.game_view, typed.words)
        return lister(names, draft, _row(typed.filled, number), current)

    return suggester


def _token_command(slash: TypedTurns) -> app_commands.Command[Any, ..., Any]:
    """Return /token: some tokens, then the planner."""

    @app_commands.command(name="token", description=ENGLISH.say("ou.command.token"))
    @app_commands.describe(count=ENGLISH.say("ou.command.count"))
    @app_commands.guild_only()
    async def token(ix: Press, count: app_commands.Range[int, 1, ACTIONS_A_TURN] = 1) -> None:
        typed = await slash.begin(ix)
        await slash.show(ix, typed, then_tokens(typed.draft, count))

    return token
