"""Words on the pictures: they come from outside, in the reader's language."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Captions:
    """Every word that stands on a picture of On the Underground; all should be short.

    Attributes:
        player: stands with a number for a name that cannot be drawn.
        turn: before the number of the turn.
        to_act: of the player whose turn it is.
        travels: while the passenger travels.
        last_turns: once the passenger has left.
        over: when the game is over.
        winner: of a player who won.
        destinations: heading of the open cards.
        no_destinations: where no card is open.
        pile: after the number of cards left to draw.
        gone: once the passenger has left.
        express: of stations, in the key.
        regular: of stations.
        terminus: of stations.
        rail: of stations.
        connection: of stations.
        start: of the one station without a card.
        visited: of a station with a tick.
        passenger: of the pawn.
        walks: after a number of links crossed on foot.
        lines: after a number of lines used.
    """

    player: str
    turn: str
    to_act: str
    travels: str
    last_turns: str
    over: str
    winner: str
    destinations: str
    no_destinations: str
    pile: str
    gone: str
    express: str
    regular: str
    terminus: str
    rail: str
    connection: str
    start: str
    visited: str
    passenger: str
    walks: str
    lines: str
