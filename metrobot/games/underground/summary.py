"""Effects of a turn and of each open action, with reasons, as values.

All costs and points come from the functions that judge and score.

Source: OU §3 to §7.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeAlias

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, TABLE, Seat
from metrobot.engine.title import Deed
from metrobot.games.underground.actions import Build, DrawCards, TakeToken, Travel
from metrobot.games.underground.board import Colour, Link, Station
from metrobot.games.underground.lines.track import Track, costs_near, grows_free, oriented
from metrobot.games.underground.state import Phase, State, fares
from metrobot.games.underground.trips.passenger import Trip, trip_by
from metrobot.games.underground.turn.flow import after_token, trips_open
from metrobot.games.underground.turn.pieces import Gain, gain_on, legal_builds
from metrobot.games.underground.view import View, view_for


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece, laid or proposed.

    Attributes:
        colour: of the piece.
        link: of the piece.
        start: the station from which it is laid: on the line already, if either is.
        end: the other station.
        cost: tokens paid, 0 or 2.
        gain: its points, with their reasons.
        spends_last: whether it costs tokens and none is left after it.
        strands: whether the line could grow free before it and can only branch
            after it, though pieces are left.
    """

    colour: Colour
    link: Link
    start: Station
    end: Station
    cost: int
    gain: Gain
    spends_last: bool = False
    strands: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """A token taken instead of a piece (OU §4.1).

    Attributes:
        again: indexes of the same action in the lists open after it, one for each
            action then left in the turn; empty for a token already taken.
    """

    again: tuple[int, ...] = field(default=(), compare=False)


Move: TypeAlias = Piece | Token
Option: TypeAlias = Piece | Token | Trip


@dataclass(frozen=True, slots=True)
class Turn:
    """One player's turn, or a part of it.

    Attributes:
        seat: the player; None if nobody did anything.
        before: the view before the player's first deed.
        after: the view after the last deed, new cards included.
        moves: pieces and tokens in order.
        trips: the passenger's visits.
        drawn: the cards turned up after them.
    """

    seat: Seat | None
    before: View
    after: View
    moves: tuple[Move, ...] = ()
    trips: tuple[Trip, ...] = ()
    drawn: tuple[Station, ...] = ()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces that were laid."""
        return tuple(move for move in self.moves if isinstance(move, Piece))

    @property
    def tokens(self) -> int:
        """Number of actions used for tokens."""
        return len(self.moves) - len(self.pieces)

    @property
    def points(self) -> int:
        """Points of the player from building and from the passenger."""
        fares_paid = (pay for trip in self.trips for pay in trip.pays)
        own = sum(points for seat, points in fares_paid if seat == self.seat)
        return own + sum(piece.gain.total for piece in self.pieces)


def summary(
    before: State,
    deeds: Sequence[Deed[State]],
    seats: AbstractSet[Seat] = frozenset(),
    *,
    preview: bool = False,
) -> Turn:
    """Summarize a turn.

    The first turn shares its number with what chance laid out before it, which
    is left out.
    """
    state, start, who = before, before, None
    moves, trips, drawn = list[Move](), list[Trip](), list[Station]()
    for deed in deeds:
        # The first turn shares its number with the setup draws before it, which are left out.
        if who is None and deed.actor not in (CHANCE, TABLE):
            start, who = state, state.to_act
        match deed.action:
            case Travel():
                trips.append(_trip(state, deed.action))
            case DrawCards(cards) if who is not None:
                drawn.extend(cards)
            case Build():
                moves.append(_piece(state, deed.action, state.full_links))
            case TakeToken():
                moves.append(Token())
        state = deed.after
    return Turn(
        seat=who,
        before=view_for(start, seats, preview=preview),
        after=view_for(state, seats, preview=preview),
        moves=tuple(moves),
        trips=tuple(trips),
        drawn=tuple(drawn),
    )


def options(state: State, actions: Sequence[Action]) -> tuple[Option, ...]:
    """Return the immediate effect of each of some legal actions."""
    full = state.full_links
    return tuple(
        _piece(state, action, full)
        if isinstance(action, Build)
        else _trip(state, action)
        if isinstance(action, Travel)
        else Token(_again(state))
        for action in actions
    )


def _piece(state: State, action: Build, full: frozenset[Link]) -> Piece:
    """Return a legal piece with its cost, its points and its effect on the line."""
    colour = action.colour
    track = state.tracks[colour]
    piece = _piece_on(track, state.paid[colour], state.symbols, action)
    tokens = state.tokens[state.to_act] - piece.cost + piece.gain.tokens
    spends_last = bool(piece.cost) and not tokens
    # The piece itself still counts as left here.
    strands = _strands(track, full, action.link) and state.pieces_left(colour) > 1
    # Most pieces do neither, and share the cached value.
    if not spends_last and not strands:
        return piece
    return replace(piece, spends_last=spends_last, strands=strands)


@lru_cache(maxsize=2048)
def _piece_on(
    track: Track, paid: frozenset[Station], symbols: tuple[str, ...], action: Build
) -> Piece:
    """Return a legal piece with cost and points, from the parts of the state that decide them."""
    start, end = oriented(track, action.link)
    gain = gain_on(track, paid, symbols, action.link)
    return Piece(action.colour, action.link, start, end, costs_near(track)[action.link], gain)


@lru_cache(maxsize=512)
def _strands(track: Track, full: frozenset[Link], link: Link) -> bool:
    """Return whether a line grew free before a piece and can only branch after it (OU §4.5)."""
    return not grows_free(track | {link}, full) and grows_free(track, full)


def _trip(state: State, action: Travel) -> Trip:
    # Only a passenger on the map makes visits.
    assert state.passenger is not None
    route = next(r for r in trips_open(state) if (r.to, r.colours) == (action.to, action.colours))
    pays = fares(state.rules, action.colours)
    return trip_by(state.passenger, route, pays, state.tracks.__getitem__)


def _again(state: State) -> tuple[int, ...]:
    """Return the token's index in each list that opens when the rest of the turn takes tokens."""
    indexes, turn = list[int](), state.turn
    while (state := after_token(state)).phase is Phase.BUILD and state.turn == turn:
        indexes.append(len(legal_builds(state, state.to_act)))
    return tuple(indexes)
