"""The open choices of a draft, sorted, with what each would do at once."""

from dataclasses import dataclass
from typing import Any

from metrobot.engine.draft import Draft
from metrobot.games.underground.actions import Build, TakeToken, Travel
from metrobot.games.underground.board import Colour, Station
from metrobot.games.underground.building import Gain, cost_of, gain_of
from metrobot.games.underground.passenger import Route
from metrobot.games.underground.view import View
from metrobot.ui.underground.cast import Cast, between, station
from metrobot.ui.underground.lines import line_of
from metrobot.ui.underground.turn import Piece, Turn, oriented, turn_of

AnyDraft = Draft[Any, View]


@dataclass(frozen=True, slots=True)
class OpenPiece:
    """A piece that could be laid now.

    Attributes:
        index: among the draft's open choices.
        action: colour and link.
        start: the station from which it would be laid.
        end: the other one.
        cost: tokens, 0 or 2.
        gain: what it would score.
    """

    index: int
    action: Build
    start: Station
    end: Station
    cost: int
    gain: Gain


@dataclass(frozen=True, slots=True)
class OpenTrip:
    """A visit that the active player may choose now.

    Attributes:
        index: among the draft's open choices.
        route: where to and by which colours.
    """

    index: int
    route: Route


@dataclass(frozen=True, slots=True)
class OpenChoices:
    """All that is open in a draft, sorted by kind.

    Attributes:
        pieces: of every colour.
        trips: of the passenger; pieces or trips are open, never both.
        token: index of the choice that takes a token, or None.
    """

    pieces: tuple[OpenPiece, ...]
    trips: tuple[OpenTrip, ...]
    token: int | None

    def of(self, colour: Colour) -> tuple[OpenPiece, ...]:
        """Return the pieces of one colour."""
        return tuple(piece for piece in self.pieces if piece.action.colour == colour)


def now(draft: AnyDraft) -> View:
    """Return what the maker of a draft sees now."""
    return preview(draft, draft.state)


def preview(draft: AnyDraft, state: object) -> View:
    """Return what the maker of a draft may see of one of its states."""
    view: View = draft.title.view_for(state, frozenset((draft.seat,)), preview=True)
    return view


def drafted(draft: AnyDraft) -> Turn:
    """Return what a draft has done so far."""
    views = [preview(draft, state) for state in (draft.base, *draft.states)]
    return turn_of(draft.seat, views, draft.actions)


def open_choices(draft: AnyDraft) -> OpenChoices:
    """Return the open choices of a draft, sorted by kind."""
    actions, view = draft.open_choices, now(draft)
    routes = {(route.to, route.colours): route for route in view.choices}
    pieces, trips, token = list[OpenPiece](), list[OpenTrip](), None
    for index, action in enumerate(actions):
        match action:
            case Build():
                pieces.append(_piece(draft, view, index, action))
            case Travel(to, colours):
                trips.append(OpenTrip(index, routes[to, colours]))
            case TakeToken():
                token = index
    return OpenChoices(tuple(pieces), tuple(trips), token)


def _piece(draft: AnyDraft, view: View, index: int, action: Build) -> OpenPiece:
    """Return a legal piece with what it costs and scores."""
    start, end = oriented(line_of(view, action.colour), action)
    cost = cost_of(draft.state, action) or 0
    return OpenPiece(index, action, start, end, cost, gain_of(draft.state, action))


def tokens_for_the_rest(draft: AnyDraft) -> tuple[int, ...]:
    """Return the choices that take a token for each action left (OU §4.1)."""
    found = list[int]()
    while not draft.is_turn_over and (token := open_token(draft)) is not None:
        found.append(token)
        draft = draft.then(token)
    return tuple(found)


def open_token(draft: AnyDraft) -> int | None:
    """Return the choice that takes a token, where one may be taken."""
    actions = draft.open_choices
    return actions.index(TakeToken()) if TakeToken() in actions else None


def price(cast: Cast, cost: int) -> str:
    """Return what a piece costs: free, or 2 tokens."""
    return cast.words.count("ou.price.tokens", cost) if cost else cast.words.say("ou.price.free")


def link_of(piece: OpenPiece | Piece) -> str:
    """Return the link of a piece, from the line outwards."""
    return between(piece.start, piece.end)


def reasons(cast: Cast, gain: Gain) -> list[str]:
    """Return what a piece scores and why: terminus +2 and a token, encloses Bank +1."""
    words = cast.words
    found = [words.say("ou.gain.terminus", station=station(s)) for s in gain.termini]
    found += [words.say("ou.gain.rail", station=station(s)) for s in gain.rails]
    found += [words.say("ou.gain.pair", symbol=cast.symbol(symbol)) for symbol in gain.pairs]
    if gain.enclosed:
        names = words.listed([station(s) for s in gain.enclosed])
        count = len(gain.enclosed)
        found.append(words.count("ou.gain.enclosed", count, stations=names))
    return found


def brief_reasons(cast: Cast, gain: Gain) -> list[str]:
    """Return what a piece scores and why, in as few words as can be."""
    words = cast.words
    found = [words.count("ou.brief.terminus", len(gain.termini))] if gain.termini else []
    found += [words.count("ou.brief.rail", len(gain.rails))] if gain.rails else []
    found += [words.count("ou.brief.pair", len(gain.pairs))] if gain.pairs else []
    found += [words.count("ou.brief.enclosed", len(gain.enclosed))] if gain.enclosed else []
    return found
