"""The changes of one or several turns on the board, and those that a planner offers."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import COLOURS, Colour, Link, Station
from metrobot.games.underground.summary import Turn
from metrobot.games.underground.trips.passenger import Trip
from render.underground import inks

Laid = frozenset[tuple[Colour, Link]]
"""Pieces, each as its colour and its link."""


@dataclass(frozen=True, slots=True)
class NewStretch:
    """The changes of one turn.

    Attributes:
        seat: the seat that played; None if none did.
        points: points of the turn.
        pieces: pieces laid.
        trips: trips of the passenger, in order.
        number: number of the turn, from 1.
        built: stations of the pieces, and those enclosed.
        drawn: cards turned up.
        has_new_tokens: whether the player's number of tokens changed.
        colour: the player's colour that stands for them; None if nobody played.
    """

    seat: Seat | None = None
    points: int = 0
    pieces: Laid = frozenset()
    trips: tuple[Trip, ...] = ()
    number: int = 0
    built: tuple[Station, ...] = ()
    drawn: tuple[Station, ...] = ()
    has_new_tokens: bool = False
    colour: Colour | None = None

    @property
    def stops(self) -> tuple[Station, ...]:
        """The first and last stations of the trips, then the cards turned up."""
        ends = (station for trip in self.trips for station in (trip.start, trip.route.to))
        return (*ends, *self.drawn)


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of some turns.

    Attributes:
        steps: the changes of each turn, the oldest first.
        is_replay: whether a turn is shown in a replay, so that its player comes first.
    """

    steps: tuple[NewStretch, ...] = ()
    is_replay: bool = False

    @property
    def pieces(self) -> Laid:
        """All pieces laid."""
        return frozenset().union(*(step.pieces for step in self.steps))

    @property
    def trips(self) -> tuple[Trip, ...]:
        """All trips of the passenger, in order."""
        return tuple(trip for step in self.steps for trip in step.trips)

    @property
    def played(self) -> tuple[NewStretch, ...]:
        """The changes of turns in which somebody played."""
        return tuple(step for step in self.steps if step.seat is not None)

    @property
    def is_numbered(self) -> bool:
        """Whether there are several turns, told apart by numbers."""
        return len(self.played) > 1

    def with_trips(self, trips: tuple[Trip, ...]) -> "Changes":
        """Return the same with trips that are still to come."""
        return Changes((*self.steps, NewStretch(trips=trips)), self.is_replay)


NOTHING = Changes()


def changes_between(turns: Iterable[Turn], *, is_replay: bool = False) -> Changes:
    """Return the changes of some turns."""
    return Changes(tuple(map(_step, turns)), is_replay)


def _step(turn: Turn) -> NewStretch:
    own = () if turn.seat is None else turn.after.players[turn.seat].colours
    built = ((piece.start, piece.end, *piece.gain.enclosed) for piece in turn.pieces)
    return NewStretch(
        seat=turn.seat,
        points=turn.points,
        pieces=frozenset((piece.colour, piece.link) for piece in turn.pieces),
        trips=turn.trips,
        number=turn.before.turn + 1,
        built=tuple(dict.fromkeys(chain.from_iterable(built))),
        drawn=turn.drawn,
        has_new_tokens=turn.seat is not None
        and turn.before.players[turn.seat].tokens != turn.after.players[turn.seat].tokens,
        colour=next((colour for colour in own if COLOURS[colour].id in inks.STANDING), None),
    )


@dataclass(frozen=True, slots=True)
class PlannerOption:
    """A piece that could be laid.

    Attributes:
        number: number on its disc.
        colour: colour of the piece.
        link: link of the piece.
        tokens: cost in tokens; 0: it is free.
        harms: whether it harms its own line, so that its disc is red.
    """

    number: int
    colour: Colour
    link: Link
    tokens: int
    harms: bool = False
