"""What autocomplete offers: what is legal now, given what is filled in already."""

from metrobot.games.underground.board import Station
from metrobot.games.underground.told import Piece
from metrobot.ui.frame.scene import plan_of
from metrobot.ui.frame.typed import AnyDraft, Suggestion, matching
from metrobot.ui.underground.cast import Cast, station
from metrobot.ui.underground.menus import colour_left
from metrobot.ui.underground.steps import open_choices, price, price_of, reasons
from metrobot.ui.underground.typed import Typed, colour_meant, pieces_of, station_named, tip_of


def colours(cast: Cast, draft: AnyDraft, text: str) -> list[Suggestion]:
    """Return the own colours of which a piece can be laid."""
    plan = plan_of(draft)
    choices, view = open_choices(plan.options), plan.view
    found = [
        (colour_left(cast, colour, view.line(colour).pieces_left), cast.colour(colour))
        for colour in view.players[draft.seat].colours
        if choices.of(colour)
    ]
    return matching(found, text)


def starts(cast: Cast, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    """Return the stations from which a colour can be built, free ones first."""
    colour = colour_meant(draft, typed.colour, cast.words)
    is_first = not draft.state.tracks[colour]
    costs: dict[Station, int] = {}
    for piece in pieces_of(draft, colour):
        for at in (piece.start, piece.end) if is_first else (piece.start,):
            costs[at] = min(costs.get(at, piece.cost), piece.cost)
    order = sorted(costs, key=lambda at: (costs[at], station(at)))
    return matching(((_start(cast, at, costs[at]), station(at)) for at in order), text)


def _start(cast: Cast, at: Station, cost: int) -> str:
    """Return a station with the least that a piece from there costs."""
    return cast.words.say("ou.suggest.start", station=station(at), price=price_of(cast, cost))


def ends(cast: Cast, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    """Return the stations to which a piece can be laid from the one typed."""
    start = station_named(typed.start) if typed.start else tip_of(draft)
    colour = colour_meant(draft, typed.colour, cast.words)
    found = [
        (_end(cast, piece, to), station(to))
        for piece in pieces_of(draft, colour)
        if (to := _other(piece, start)) is not None
    ]
    return matching(sorted(found), text)


def _other(piece: Piece, start: Station | None) -> Station | None:
    """Return where a piece leads from a station, if it touches it."""
    if start == piece.start:
        return piece.end
    return piece.start if start == piece.end else None


def _end(cast: Cast, piece: Piece, to: Station) -> str:
    """Return where a piece leads, with its price and points."""
    notes = [price(cast, piece), *reasons(cast, piece.gain)]
    return cast.words.say("ou.suggest.end", station=station(to), notes=", ".join(notes))
