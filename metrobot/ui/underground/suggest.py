"""What autocomplete offers: what is legal now, given what is filled in already."""

from collections.abc import Iterable
from typing import Final

from metrobot.games.underground.board import COLOURS, Colour, Station
from metrobot.ui.underground.cast import Cast, station
from metrobot.ui.underground.lines import line_of
from metrobot.ui.underground.steps import (
    AnyDraft,
    OpenPiece,
    now,
    open_choices,
    price,
    reasons,
)
from metrobot.ui.underground.typed import Typed, colour_meant, station_named, tip_of
from metrobot.ui.words.lengths import clipped
from metrobot.ui.words.limits import CHOICE_LIMIT

MOST: Final = 25

Suggestion = tuple[str, str]
"""What the reader sees, and what is filled in."""


def colours(cast: Cast, draft: AnyDraft, text: str) -> list[Suggestion]:
    """Return the own colours of which a piece can be laid."""
    choices, view = open_choices(draft), now(draft)
    found = [
        (_colour(cast, colour, line_of(view, colour).pieces_left), cast.colour(colour))
        for colour in view.players[draft.seat].colours
        if choices.of(colour)
    ]
    return _matching(found, text)


def _colour(cast: Cast, colour: Colour, left: int) -> str:
    """Return a colour with its letter and the pieces left."""
    return cast.words.count("ou.tab", left, colour=cast.head(colour), code=COLOURS[colour].code)


def starts(cast: Cast, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    """Return the stations from which a colour can be built, free ones first."""
    pieces = _pieces(cast, draft, typed)
    costs: dict[Station, int] = {}
    for piece in pieces:
        for at in _froms(draft, piece):
            costs[at] = min(costs.get(at, piece.cost), piece.cost)
    order = sorted(costs, key=lambda at: (costs[at], station(at)))
    return _matching(((_start(cast, at, costs[at]), station(at)) for at in order), text)


def _froms(draft: AnyDraft, piece: OpenPiece) -> tuple[Station, ...]:
    """Return the stations from which a piece can be meant: both of a first one."""
    has_line = bool(line_of(now(draft), piece.action.colour).track)
    return (piece.start,) if has_line else (piece.start, piece.end)


def _start(cast: Cast, at: Station, cost: int) -> str:
    """Return a station with the least that a piece from there costs."""
    return cast.words.say("ou.suggest.start", station=station(at), price=price(cast, cost))


def ends(cast: Cast, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    """Return the stations to which a piece can be laid from the one typed."""
    start = station_named(typed.start) if typed.start else tip_of(draft)
    found = [
        (_end(cast, piece, to), station(to))
        for piece in _pieces(cast, draft, typed)
        if (to := _other(piece, start)) is not None
    ]
    return _matching(sorted(found), text)


def _other(piece: OpenPiece, start: Station | None) -> Station | None:
    """Return where a piece leads from a station, if it touches it."""
    if start == piece.start:
        return piece.end
    return piece.start if start == piece.end else None


def _end(cast: Cast, piece: OpenPiece, to: Station) -> str:
    """Return where a piece leads, with its price and points."""
    notes = [price(cast, piece.cost), *reasons(cast, piece.gain)]
    return cast.words.say("ou.suggest.end", station=station(to), notes=", ".join(notes))


def _pieces(cast: Cast, draft: AnyDraft, typed: Typed) -> tuple[OpenPiece, ...]:
    """Return the legal pieces of the colour typed."""
    return open_choices(draft).of(colour_meant(draft, typed.colour, cast.words))


def _matching(items: Iterable[Suggestion], text: str) -> list[Suggestion]:
    """Return the suggestions that hold what was typed so far, as many as Discord takes."""
    wanted = text.strip().casefold()
    found = [
        (clipped(label, CHOICE_LIMIT), value)
        for label, value in items
        if wanted in label.casefold()
    ]
    return found[:MOST]
