"""What a turn did, and what each open action would do: with its reasons, as values.

Whatever costs, scores or pays comes from the functions that judge and score.

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
from metrobot.games.underground.flow import after_token, trips_open
from metrobot.games.underground.passenger import Trip, trip_by
from metrobot.games.underground.pieces import Gain, gain_on, legal_builds
from metrobot.games.underground.state import Phase, State, fares
from metrobot.games.underground.track import Track, costs_near, grows_free, oriented
from metrobot.games.underground.view import View, view_for


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece.

    Attributes:
        colour: of the piece.
        link: where it lies.
        start: the station from which it is laid: on the line before, if one is.
        end: the other one.
        cost: tokens paid, 0 or 2.
        gain: what it scores.
        spends_last: whether it costs tokens and none is left after it.
        strands: whether the line could go on free before it and no longer
            after it, though it has pieces left: it could only branch.
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
        again: where the same stands among what is open after it, once for each
            action of the turn that is then left; empty where it is told as done.
    """

    again: tuple[int, ...] = field(default=(), compare=False)


Move: TypeAlias = Piece | Token
Option: TypeAlias = Piece | Token | Trip


@dataclass(frozen=True, slots=True)
class Turn:
    """What one player did in one turn, or in a part of it.

    Attributes:
        seat: the player; None where nobody did anything.
        before: the view from which the player set out.
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
        """How many actions were used for tokens."""
        return len(self.moves) - len(self.pieces)

    @property
    def last_colour(self) -> Colour | None:
        """The colour of the piece that was laid last."""
        return self.pieces[-1].colour if self.pieces else None

    @property
    def points(self) -> int:
        """What the player made: by building, and of the passenger."""
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
    """Return what a turn did.

    The first turn shares its number with what chance laid out before it, which
    is left out.
    """
    state, start, who = before, before, None
    moves, trips, drawn = list[Move](), list[Trip](), list[Station]()
    for deed in deeds:
        if who is None and deed.actor not in (CHANCE, TABLE):
            start, who = state, state.to_act
        match deed.action:
            case Travel():
                trips.append(_trip(state, deed.action))
            case DrawCards(cards) if who is not None:
                drawn.extend(cards)
            case Build() | TakeToken():
                moves.append(_move(state, deed.action))
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
    """Return what each of some legal actions would do at once."""
    full = state.full_links
    return tuple(
        _piece(state, each, full)
        if isinstance(each, Build)
        else _trip(state, each)
        if isinstance(each, Travel)
        else Token(_again(state))
        for each in actions
    )


def _move(state: State, action: Build | TakeToken) -> Move:
    """Return one action of building that was done."""
    return _piece(state, action, state.full_links) if isinstance(action, Build) else Token()


def _piece(state: State, action: Build, full: frozenset[Link]) -> Piece:
    """Return a legal piece with what it costs, scores and does to its line.

    Args:
        state: before it.
        action: the piece.
        full: the links without an empty space.
    """
    colour = action.colour
    track = state.tracks[colour]
    piece = _piece_on(track, state.paid[colour], state.symbols, action)
    left = state.tokens[state.to_act] - piece.cost + piece.gain.tokens
    spends_last = bool(piece.cost) and not left
    strands = _strands(track, full, action.link) and state.pieces_left(colour) > 1
    if not spends_last and not strands:
        return piece
    return replace(piece, spends_last=spends_last, strands=strands)


@lru_cache(maxsize=2048)
def _piece_on(
    track: Track, paid: frozenset[Station], symbols: tuple[str, ...], action: Build
) -> Piece:
    """Return a legal piece on a line with what it costs and scores."""
    start, end = oriented(track, action.link)
    gain = gain_on(track, paid, symbols, action.link)
    return Piece(action.colour, action.link, start, end, costs_near(track)[action.link], gain)


@lru_cache(maxsize=512)
def _strands(track: Track, full: frozenset[Link], link: Link) -> bool:
    """Return whether a line could go on free before a piece, and only branch after it (OU §4.5)."""
    return not grows_free(track | {link}, full) and grows_free(track, full)


def _trip(state: State, action: Travel) -> Trip:
    """Return a legal visit with who scores, and the links that it crosses."""
    assert state.passenger is not None  # a visit needs a passenger
    route = next(r for r in trips_open(state) if (r.to, r.colours) == (action.to, action.colours))
    pays = fares(state.rules, action.colours)
    return trip_by(state.passenger, route, pays, state.tracks.__getitem__)


def _again(state: State) -> tuple[int, ...]:
    """Return where a token stands among what is open, turn after token of the turn."""
    found, turn = list[int](), state.turn
    while (state := after_token(state)).phase is Phase.BUILD and state.turn == turn:
        found.append(len(legal_builds(state, state.to_act)))
    return tuple(found)
