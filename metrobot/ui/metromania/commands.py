"""The slash commands /dig, /station and /pass, with what they suggest."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, Literal

from metrobot.games.metromania.actions import Dig
from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.title import MetroMania
from metrobot.ui.kit import typed_turns
from metrobot.ui.kit.typed_turns import Option, Row, Suggestion, TypedCommand, TypedTurn
from metrobot.ui.kit.views import draft_view_of
from metrobot.ui.metromania import typed
from metrobot.ui.metromania.names import Names, direction, ground_at, plain_names, point, side_name
from metrobot.ui.metromania.steps import open_choices, spots_touched

_LINE: Final = Option("line", "mm.command.line", kind=Literal["solid", "striped"])
_LINE_AGAIN: Final = replace(_LINE, key="mm.command.line_again")
PASS: Final = TypedCommand("pass", "mm.command.pass", typed.then_pass)
"""For turns in which the rules leave that choice."""


def _names(turn: TypedTurn) -> Names:
    return plain_names(turn.game_view, turn.words)


def _targets(turn: TypedTurn, row: Row) -> Iterator[Suggestion]:
    """Yield the next points and gates of a line."""
    for dig in typed.legal_digs(turn, row):
        target, where = typed.typed_target(dig), direction(turn.words, dig.start, dig.end)
        yield turn.words.say("mm.suggest.target", target=target, direction=where), target


def _sides(turn: TypedTurn, row: Row) -> Iterator[Suggestion]:
    """Yield the sides for the typed tunnel."""
    names, words, view = _names(turn), turn.words, draft_view_of(turn.draft).view
    for dig in _meant(turn, row):
        corner, ground = typed.corner_name(dig), ground_at(view, dig.cell)
        name = names.ground(ground) if ground else words.say("mm.suggest.blank")
        side = side_name(words, dig.start, dig.end, dig.cell)
        yield words.say("mm.suggest.side", corner=corner, side=side, ground=name), corner


def _markers(turn: TypedTurn, row: Row) -> Iterator[Suggestion]:
    """Yield the markers that the typed tunnel may place."""
    names, view = _names(turn), draft_view_of(turn.draft).view
    for dig in _meant(turn, row):
        ground = ground_at(view, dig.cell)
        if dig.letter is not None and ground and typed.is_beside(dig, row, turn.words):
            yield names.marker(Marker(dig.letter, ground)), dig.letter


def _meant(turn: TypedTurn, row: Row) -> list[Dig]:
    """Return the legal tunnels to the typed points, in either order."""
    points = set(typed.names_in(row.get("to", "")))
    digs = typed.legal_digs(turn, row)
    return [dig for dig in digs if dig.end in points and points <= {dig.start, dig.end}]


def _sites(turn: TypedTurn, row: Row) -> Iterator[Suggestion]:
    """Yield the points for an intermediate station."""
    names, draft_view, line = _names(turn), draft_view_of(turn.draft), typed.line_meant(turn, row)
    for site in open_choices(draft_view.options).stations:
        if site.station.line is line:
            name, points = point(site.station.point), turn.words.signed(site.effect.points)
            spots = spots_touched(names, draft_view.view, site.station.point)
            label = turn.words.say("mm.suggest.station", point=name, points=points, touches=spots)
            yield label, name


_TUNNEL: Final = (
    Option("to", "mm.command.to", _targets),
    Option("beside", "mm.command.beside", _sides, default=None),
    Option("place", "mm.command.place", _markers, default=None),
)
DIG: Final = TypedCommand(
    "dig",
    "mm.command.dig",
    typed.then_tunnel,
    (_LINE, *_TUNNEL),
    further=[replace(option, default=None) for option in (*_TUNNEL, _LINE_AGAIN)],
    rows=3,
    heads=("to",),
)
STATION: Final = TypedCommand(
    "station",
    "mm.command.station",
    typed.then_station,
    [replace(_LINE, key="mm.command.station_line"), Option("point", "mm.command.point", _sites)],
)


def commands(turns: typed_turns.MakeTurns) -> Sequence[typed_turns.AnyCommand]:
    """Return the game's slash commands."""
    slash = turns(MetroMania.id, "mm.typed.other_game")
    return [command.made(slash) for command in (DIG, STATION, PASS)]
