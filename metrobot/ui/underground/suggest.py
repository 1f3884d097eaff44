"""What autocomplete offers: what is legal now, given what is filled in already."""

from metrobot.games.underground.board import Station
from metrobot.games.underground.summary import Piece
from metrobot.ui.frame.typed_turns import AnyDraft, Suggestion, matching
from metrobot.ui.frame.views import draft_view_of
from metrobot.ui.underground.menus import colour_left
from metrobot.ui.underground.names import Names, station
from metrobot.ui.underground.steps import open_choices, piece_reasons, price, price_of
from metrobot.ui.underground.typed import Typed, colour_meant, pieces_of, station_named, tip_of


def colour_choices(names: Names, draft: AnyDraft, text: str) -> list[Suggestion]:
    """Return the own colours of which a piece can be laid."""
    draft_view = draft_view_of(draft)
    choices, view = open_choices(draft_view.options), draft_view.view
    found = [
        (colour_left(names, colour, view.line(colour).pieces_left), names.colour(colour))
        for colour in view.players[draft.seat].colours
        if choices.of(colour)
    ]
    return matching(found, text)


def start_choices(names: Names, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    """Return the stations from which a colour can be built, free ones first."""
    colour = colour_meant(draft, typed.colour, names.words)
    is_first = not draft.state.tracks[colour]
    costs: dict[Station, int] = {}
    for piece in pieces_of(draft, colour):
        for at in (piece.start, piece.end) if is_first else (piece.start,):
            costs[at] = min(costs.get(at, piece.cost), piece.cost)
    order = sorted(costs, key=lambda at: (costs[at], station(at)))
    return matching(((_start(names, at, costs[at]), station(at)) for at in order), text)


def _start(names: Names, at: Station, cost: int) -> str:
    """Return a station with the least that a piece from there costs."""
    return names.words.say("ou.suggest.start", station=station(at), price=price_of(names, cost))


def end_choices(names: Names, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    """Return the stations to which a piece can be laid from the one typed."""
    start = station_named(typed.start) if typed.start else tip_of(draft)
    colour = colour_meant(draft, typed.colour, names.words)
    found = [
        (_end(names, piece, to), station(to))
        for piece in pieces_of(draft, colour)
        if (to := _other(piece, start)) is not None
    ]
    return matching(sorted(found), text)


def _other(piece: Piece, start: Station | None) -> Station | None:
    """Return where a piece leads from a station, if it touches it."""
    if start == piece.start:
        return piece.end
    return piece.start if start == piece.end else None


def _end(names: Names, piece: Piece, to: Station) -> str:
    """Return where a piece leads, with its price and points."""
    notes = [price(names, piece), *piece_reasons(names, piece.gain)]
    return names.words.say("ou.suggest.end", station=station(to), notes=", ".join(notes))
