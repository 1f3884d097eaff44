"""The slash commands /build and /token.

They build the same private draft as the planner's buttons and open it there;
nothing is played before Confirm.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

from discord import app_commands

from metrobot.games.underground.board import ACTIONS_A_TURN, Station
from metrobot.games.underground.summary import Piece
from metrobot.games.underground.title import Underground
from metrobot.ui.kit.typed_turns import (
    TYPED,
    AnyCommand,
    AnyDraft,
    MakeTurns,
    Suggestion,
    TypedTurn,
    TypedTurns,
    matching,
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
from metrobot.ui.words.catalogue import ENGLISH


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
        for at in (piece.start, piece.end) if is_first else (piece.start,):
            costs[at] = min(costs.get(at, piece.cost), piece.cost)
    order = sorted(costs, key=lambda at: (costs[at], station(at)))
    return matching(((_start(names, at, costs[at]), station(at)) for at in order), text)


def _start(names: Names, at: Station, cost: int) -> str:
    price = price_of(names.words, cost)
    return names.words.say("ou.suggest.start", station=station(at), price=price)


def end_choices(names: Names, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    """Suggest the stations to which a piece can be laid from the one typed."""
    start = station_named(typed.start) if typed.start else tip_of(draft)
    colour = colour_meant(draft, typed.colour, names.words)
    found = [
        (_end(names, piece, to), station(to))
        for piece in pieces_of(draft, colour)
        if (to := _other(piece, start)) is not None
    ]
    return matching(sorted(found), text)


def _other(piece: Piece, start: Station | None) -> Station | None:
    """Return the other end of a piece that touches a station, or None."""
    if start == piece.start:
        return piece.end
    return piece.start if start == piece.end else None


def _end(names: Names, piece: Piece, to: Station) -> str:
    notes = [price(names, piece), *piece_reasons(names, piece.gain)]
    return names.words.say("ou.suggest.end", station=station(to), notes=", ".join(notes))


Lister: TypeAlias = Callable[[Names, AnyDraft, Typed, str], list[Suggestion]]
SUFFIXES: Final = ("", "2", "3", "4")
"""Suffixes of the options of the first to the fourth piece."""


def commands(turns: MakeTurns) -> Sequence[AnyCommand]:
    """Return the game's slash commands."""
    slash = turns(Underground.id, "ou.typed.other_game")
    return [_build_command(slash), _token_command(slash)]


def _build_command(slash: TypedTurns) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="build", description=ENGLISH.say("ou.command.build"), extras=TYPED)
    @app_commands.describe(**_descriptions())
    # Python reserves `from`, so the parameters have another name.
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
        slash.suggest(build, f"start{suffix}", _suggester(number, start_choices))
        slash.suggest(build, f"to{suffix}", _suggester(number, end_choices))
    return build


def _descriptions() -> dict[str, str]:
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
    suffix = SUFFIXES[number]
    colour, start, to = (
        getattr(filled, name + suffix, None) or None for name in ("colour", "from", "to")
    )
    return Typed(colour, start, to)


def _colours(names: Names, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    del typed
    return colour_choices(names, draft, text)


def _suggester(number: int, lister: Lister) -> Callable[[TypedTurn, str], list[Suggestion]]:
    """Return the function that suggests values for one option of one piece."""

    def suggester(typed: TypedTurn, current: str) -> list[Suggestion]:
        # A piece may connect only thanks to those before it, so these are tried first.
        before = [_row(typed.filled, n) for n in range(number)]
        draft = after_all(typed.draft, before, typed.words)
        names = plain_names(typed.game_view, typed.words)
        return lister(names, draft, _row(typed.filled, number), current)

    return suggester


def _token_command(slash: TypedTurns) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="token", description=ENGLISH.say("ou.command.token"), extras=TYPED)
    @app_commands.describe(count=ENGLISH.say("ou.command.count"))
    @app_commands.guild_only()
    async def token(ix: Press, count: app_commands.Range[int, 1, ACTIONS_A_TURN] = 1) -> None:
        typed = await slash.begin(ix)
        await slash.show(ix, typed, then_tokens(typed.draft, count))

    return token
