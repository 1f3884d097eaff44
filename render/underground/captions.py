"""Words on the pictures: they come from outside, in the reader's language."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Captions:
    """Every word that stands on a picture of On the Underground; all should be short.

    Attributes:
        player: stands with a number for a name that cannot be drawn.
        turn: before the number of the turn.
        to_act: of the player whose turn it is.
        thinking: of a computer whose turn it is.
        travels: while the passenger travels.
        last_turns: once the passenger has left.
        over: when the game is over.
        winner: of a player who won.
        no_destinations: where no card is open.
        pile: after the number of cards left to draw.
        gone: once the passenger has left.
        played: of who just played, with {name} and {points} where these stand.
        total: of all points together.
        other: of points of all kinds that have no column.
        thames: the river.
        express: what a sign of the legend means, as all that follow.
        terminus: before its points.
        rail: national rail stations, before their points.
        pair: two connections with one symbol, before their points.
        walk: a way on foot.
        ride: a way by a line.
        destination: where the passenger may go.
        visited: where the passenger has been.
        new: what was laid just now.
        on_foot: how many links the passenger walks, with {n} where that stands.
        sources: of points, in the order of SOURCES.
    """

    player: str
    turn: str
    to_act: str
    thinking: str
    travels: str
    last_turns: str
    over: str
    winner: str
    no_destinations: str
    pile: str
    gone: str
    played: str
    total: str
    other: str
    thames: str
    express: str
    terminus: str
    rail: str
    pair: str
    walk: str
    ride: str
    destination: str
    visited: str
    new: str
    on_foot: str
    sources: tuple[str, ...]
