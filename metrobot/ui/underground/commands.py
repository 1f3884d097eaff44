"""The slash commands /build and /token, with what they suggest."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from discord import app_commands

from metrobot.games.underground.board import ACTIONS_A_TURN, Station
from metrobot.games.underground.title import Underground
from metrobot.ui.kit import typed_turns
from metrobot.ui.kit.typed_turns import Option, Row, Suggestion, TypedCommand, TypedTurn
from metrobot.ui.kit.views import draft_view_of
from metrobot.ui.underground import typed
from metrobot.ui.underground.menus import colour_left
from metrobot.ui.underground.names import Names, plain_names, station
from metrobot.ui.underground.steps import open_choices, piece_reasons, price, price_of

_AGAIN: Final = ("ou.command.to_again", "ou.command.from_again", "ou.command.colour_again")
_COUNT: Final = app_commands.Range[int, 1, ACTIONS_A_TURN]
TOKEN: Final = TypedCommand(
    "token",
    "ou.command.token",
    typed.then_tokens,
    [Option("count", "ou.command.count", kind=_COUNT, default=1)],
)


def _names(turn: TypedTurn) -> Names:
    return plain_names(turn.game_view, turn.words)


def _colours(turn: TypedTurn, _: Row) -> Iterator[Suggestion]:
    """Yield the own colours of which a piece can be laid."""
    names, draft_view = _names(turn), draft_view_of(turn.draft)
    choices, view = open_choices(draft_view.options), draft_view.view
    for colour in filter(choices.of, view.players[draft_view.seat].colours):
        pieces_left = view.line(colour).pieces_left
        yield colour_left(names, colour, pieces_left), names.colour(colour)


def _starts(turn: TypedTurn, row: Row) -> Iterator[Suggestion]:
    """Yield the stations from which a colour can be built, free ones first."""
    colour = typed.colour_meant(turn, row)
    is_first = not turn.draft.state.tracks[colour]
    costs: dict[Station, int] = {}
    for piece in typed.pieces_of(turn, colour):
        # A line's first piece may be laid from either end, later ones only outwards.
        for start in (piece.start, piece.end) if is_first else (piece.start,):
            # Free pieces come first.
            costs.setdefault(start, piece.cost)
    for start in sorted(costs, key=lambda start: (costs[start], station(start))):
        cost, name = price_of(turn.words, costs[start]), station(start)
        yield turn.words.say("ou.suggest.start", station=name, price=cost), name


def _ends(turn: TypedTurn, row: Row) -> list[Suggestion]:
    """Return the stations to which a piece can be laid from the one typed, by name."""
    names, start, choices = _names(turn), typed.start_meant(turn, row), list[Suggestion]()
    for piece in typed.pieces_of(turn, typed.colour_meant(turn, row)):
        if start in {piece.start, piece.end}:
            end = station(piece.end if start == piece.start else piece.start)
            notes = ", ".join((price(names, piece), *piece_reasons(names, piece.gain)))
            choices.append((turn.words.say("ou.suggest.end", station=end, notes=notes), end))
    return sorted(choices)


_PIECE: Final = (
    Option("colour", "ou.command.colour", _colours),
    Option("from", "ou.command.from", _starts),
    Option("to", "ou.command.to", _ends),
)
BUILD: Final = TypedCommand(
    "build",
    "ou.command.build",
    typed.then_piece,
    _PIECE,
    further=[
        replace(option, key=key, default=None)
        for option, key in zip(reversed(_PIECE), _AGAIN, strict=True)
    ],
    rows=ACTIONS_A_TURN,
    heads=("colour", "from", "to"),
)


def commands(turns: typed_turns.MakeTurns) -> Sequence[typed_turns.AnyCommand]:
    """Return the game's slash commands."""
    slash = turns(Underground.id, "ou.typed.other_game")
    return [BUILD.made(slash), TOKEN.made(slash)]
