"""Views of a game of On the Underground.

Only the order of the draw pile is hidden, and no state holds it: the views of
all observers differ only in `seats`.

Source: OU, introduction.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from metrobot.engine.actors import Seat
from metrobot.engine.ruleset import Ruleset
from metrobot.games.underground.board import (
    ACTIONS_A_TURN,
    BRANCH_COST,
    CARDS,
    COLOURS,
    CONNECTIONS,
    Colour,
    Link,
    Station,
)
from metrobot.games.underground.lines.track import (
    ends_of,
    full_links,
    grows_free,
    stations_of_pieces,
)
from metrobot.games.underground.result import Result, result_of
from metrobot.games.underground.state import Phase, State, colours_of, initial_state
from metrobot.games.underground.trips.passenger import Route
from metrobot.games.underground.turn.flow import trips_open


@dataclass(frozen=True, slots=True)
class LineView:
    """All track of one colour.

    Attributes:
        colour: of the line.
        seat: the owner.
        track: the links with a piece.
        pieces_left: number of pieces not on the board.
        enclosed: stations whose enclosure by this line has been paid.
    """

    colour: Colour
    seat: Seat
    track: frozenset[Link]
    pieces_left: int
    enclosed: frozenset[Station] = frozenset()

    @property
    def stations(self) -> frozenset[Station]:
        """The stations on it."""
        return stations_of_pieces(self.track)

    @property
    def ends(self) -> tuple[Station, ...]:
        """The stations with exactly one of its pieces, in ascending order (OU §1)."""
        return ends_of(self.track)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player.

    Attributes:
        seat: the player's number.
        tokens: branch tokens.
        points: by source, in the order of SOURCES.
        colours: the player's own.
    """

    seat: Seat
    tokens: int
    points: tuple[int, ...]
    colours: tuple[Colour, ...]

    @property
    def score(self) -> int:
        """All points so far."""
        return sum(self.points)

    @property
    def can_branch(self) -> bool:
        """Whether the tokens pay for a branch (OU §4.5)."""
        return self.tokens >= BRANCH_COST


@dataclass(frozen=True, slots=True)
class View:
    """One observer's knowledge.

    Attributes:
        rules: players.
        seats: the observer's own; none for a spectator.
        symbols: (station, symbol) for each connection station; empty before they are laid out.
        lines: every colour in play, in the order of the seats.
        players: in turn order.
        passenger: the station, or None once the passenger has left.
        open_cards: destinations face up.
        pile: number of cards left to draw.
        visited: destinations already visited, in order.
        phase: the step that the game is at.
        to_act: the seat whose turn it is; None when the game is over.
        turn: number of finished turns.
        done: number of actions used in this turn, 0 to 4.
        trips: number of visits made in this turn.
        choices: the routes open to the passenger; empty while building.
        result: the final count, once the game is over.
        vacant: seats where nobody sits (OU §10).
    """

    rules: Ruleset
    seats: frozenset[Seat]
    symbols: tuple[tuple[Station, str], ...]
    lines: tuple[LineView, ...]
    players: tuple[SeatView, ...]
    passenger: Station | None
    open_cards: tuple[Station, ...]
    pile: int
    visited: tuple[Station, ...]
    phase: Phase
    to_act: Seat | None
    turn: int
    done: int
    trips: int
    choices: tuple[Route, ...]
    result: Result | None
    vacant: frozenset[Seat] = frozenset()

    @property
    def actions_left(self) -> int:
        """Number of actions left in the turn (OU §4.1)."""
        return ACTIONS_A_TURN - self.done

    @property
    def full_links(self) -> frozenset[Link]:
        """The links without an empty space (OU §4.2)."""
        return full_links(tuple(line.track for line in self.lines))

    def grows_free(self, colour: Colour) -> bool:
        """Return whether a piece of a colour in play could be laid without tokens."""
        line = self.line(colour)
        return bool(line.pieces_left) and grows_free(line.track, self.full_links)

    def line(self, colour: Colour) -> LineView:
        """Return the line of a colour in play."""
        return next(line for line in self.lines if line.colour == colour)

    def pieces_left(self, seat: Seat) -> int:
        """Return the number of a seat's pieces not on the board, all colours together."""
        return sum(line.pieces_left for line in self.lines if line.seat == seat)


def view_for(
    state: State, seats: AbstractSet[Seat] = frozenset(), *, preview: bool = False
) -> View:
    """Return the view for the holder of these seats.

    A preview shows the same: a draft stops before the next cards are drawn, and
    nothing else is hidden.
    """
    del preview
    everybody = [Seat(seat) for seat in range(state.rules.players)]
    return View(
        rules=state.rules,
        seats=frozenset(seats),
        # Before the tokens are laid out there are no symbols.
        symbols=tuple(zip(CONNECTIONS, state.symbols, strict=False)),
        lines=tuple(
            LineView(c, seat, state.tracks[c], state.pieces_left(c), state.paid[c])
            for seat in everybody
            for c in colours_of(state.rules, seat)
        ),
        players=tuple(
            SeatView(seat, state.tokens[seat], state.points[seat], colours_of(state.rules, seat))
            for seat in everybody
        ),
        passenger=state.passenger,
        open_cards=state.open_cards,
        pile=len(state.pile),
        visited=state.visited,
        phase=state.phase,
        to_act=None if state.phase is Phase.OVER else state.to_act,
        turn=state.turn,
        done=state.done,
        trips=state.trips,
        choices=trips_open(state) if state.phase is Phase.TRAVEL else (),
        result=result_of(state) if state.phase is Phase.OVER else None,
        vacant=state.vacant,
    )


def imagined(view: View) -> State:
    """Return the state that a view shows: only the order of the pile is hidden."""
    lines = {line.colour: line for line in view.lines}
    colours = [Colour(number) for number in range(len(COLOURS))]
    no_track, nothing = frozenset[Link](), frozenset[Station]()
    return State(
        rules=view.rules,
        phase=view.phase,
        symbols=tuple(symbol for _, symbol in view.symbols),
        tracks=tuple(lines[c].track if c in lines else no_track for c in colours),
        paid=tuple(lines[c].enclosed if c in lines else nothing for c in colours),
        tokens=tuple(player.tokens for player in view.players),
        points=tuple(player.points for player in view.players),
        passenger=view.passenger,
        open_cards=view.open_cards,
        pile=frozenset(CARDS).difference(view.open_cards, view.visited),
        visited=view.visited,
        turn=view.turn,
        done=view.done,
        trips=view.trips,
        vacant=view.vacant,
    )


def example_view(
    tracks: Sequence[frozenset[Link]], passenger: Station | None, open_cards: tuple[Station, ...]
) -> View:
    """Return the view of a board for an example of the rules.

    Args:
        tracks: the links of each colour.
        passenger: the passenger's station, if they are on the board.
        open_cards: the open destinations.
    """
    # Three people have all the colours of the examples.
    state = replace(
        initial_state(Ruleset("underground", 3, ())),
        phase=Phase.BUILD,
        tracks=tuple(tracks),
        passenger=passenger,
        open_cards=open_cards,
    )
    return view_for(state)
