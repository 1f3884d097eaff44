"""The slash commands /build and /token.

They build the same private draft as the planner's buttons and open it there;
nothing is played before Confirm.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from typing import Any, Final, TypeAlias

from discord import app_commands

from metrobot.games.underground.board import ACTIONS_A_TURN, Station
from metrobot.games.underground.title import Underground
from metrobot.ui.kit.typed_turns import (
    AnyCommand,
    AnyDraft,
    MakeTurns,
    Suggestion,
    TypedTurn,
    TypedTurns,
    matching,
    typed_command,
)
from metrobot.ui.kit.views import draft_view_of
from metrobot.ui.pages.ids import Press
from metrobot.ui.underground.menus import colour_left
from metrobot.ui.underground.names import Names, plain_names, station
from metrobot.ui.underground.steps import open_choices, piece_reasons, price, price_of
from metrobot.ui.underground.typed import (
    Typed,
    after_all,
    colour_meant,
    pieces_of,
    station_named,
    then_tokens,
    tip_of,
)


def colour_choices(names: Names, draft: AnyDraft, text: str) -> list[Suggestion]:
    """Suggest the own colours of which a piece can be laid."""
    draft_view = draft_view_of(draft)
    choices, view = open_choices(draft_view.options), draft_view.view
    found = [
        (colour_left(names, colour, view.line(colour).pieces_left), names.colour(colour))
        for colour in view.players[draft.seat].colours
        if choices.of(colour)
    ]
    return matching(found, text)


def start_choices(names: Names, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    """Suggest the stations from which a colour can be built, free ones first."""
    colour = colour_meant(draft, typed.colour, names.words)
    is_first = not draft.state.tracks[colour]
    costs: dict[Station, int] = {}
    for piece in pieces_of(draft, colour):
        # A line's first piece may be laid from either end, later ones only outwards.
        for at in (piece.start, piece.end) if is_first else (piece.start,):
            costs[at] = min(costs.get(at, piece.cost), piece.cost)
    order = sorted(costs, key=lambda at: (costs[at], station(at)))
    prices = {at: price_of(names.words, costs[at]) for at in order}
    found = (
        (names.words.say("ou.suggest.start", station=station(at), price=price), station(at))
        for at, price in prices.items()
    )
    return matching(found, text)


def end_choices(names: Names, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    """Suggest the stations to which a piece can be laid from the one typed."""
    start = station_named(typed.start) if typed.start else tip_of(draft)
    found = list[Suggestion]()
    for piece in pieces_of(draft, colour_meant(draft, typed.colour, names.words)):
        if start in (piece.start, piece.end):
            to = station(piece.end if start == piece.start else piece.start)
            notes = ", ".join((price(names, piece), *piece_reasons(names, piece.gain)))
            found.append((names.words.say("ou.suggest.end", station=to, notes=notes), to))
    return matching(sorted(found), text)


Lister: TypeAlias = Callable[[Names, AnyDraft, Typed, str], list[Suggestion]]
SUFFIXES: Final = ("", "2", "3", "4")
"""Suffixes of the options of the first to the fourth piece."""


def commands(turns: MakeTurns) -> Sequence[AnyCommand]:
    """Return the game's slash commands."""
    slash = turns(Underground.id, "ou.typed.other_game")
    return [_build_command(slash), _token_command(slash)]


def _build_command(slash: TypedTurns) -> AnyCommand:
    @typed_command("build", "ou.command.build", **_descriptions())
    # Python reserves `from`, so the parameters have another name.
    @app_commands.rename(start="from", start2="from2", start3="from3", start4="from4")
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
        filled = takewhile(lambda row: row.colour or row.start or row.end, rows)
        await slash.show(ix, typed, after_all(typed.draft, filled, typed.words))

    for number, suffix in enumerate(SUFFIXES):
        for option, lister in (("colour", _colours), ("start", start_choices), ("to", end_choices)):
            slash.suggest(build, f"{option}{suffix}", partial(_suggested, number, lister))
    return build


def _descriptions() -> dict[str, str]:
    first = {"colour": "ou.command.colour", "start": "ou.command.from", "to": "ou.command.to"}
    again = {
        "colour": "ou.command.colour_again",
        "start": "ou.command.from_again",
        "to": "ou.command.to_again",
    }
    more = {f"{name}{suffix}": key for suffix in SUFFIXES[1:] for name, key in again.items()}
    return {**first, **more}


def _row(filled: Any, number: int) -> Typed:
    suffix = SUFFIXES[number]
    colour, start, to = (
        # Discord leaves out options that are not filled in, and sends one just begun as empty.
        getattr(filled, name + suffix, None) or None
        for name in ("colour", "from", "to")
    )
    return Typed(colour, start, to)


def _colours(names: Names, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    del typed
    return colour_choices(names, draft, text)


def _suggested(number: int, lister: Lister, typed: TypedTurn, text: str) -> list[Suggestion]:
    """Suggest values for an option of one piece, after the pieces before it are tried."""
    # A piece may connect only thanks to those before it, so these are tried first.
    draft = after_all(typed.draft, [_row(typed.filled, n) for n in range(number)], typed.words)
    names = plain_names(typed.game_view, typed.words)
    return lister(names, draft, _row(typed.filled, number), text)


def _token_command(slash: TypedTurns) -> AnyCommand:
    @typed_command("token", "ou.command.token", count="ou.command.count")
    async def token(ix: Press, count: app_commands.Range[int, 1, ACTIONS_A_TURN] = 1) -> None:
        typed = await slash.begin(ix)
        await slash.show(ix, typed, then_tokens(typed.draft, count))

    return token
