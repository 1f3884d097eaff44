"""The words on the pictures, given by callers in the reader's language."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Captions:
    """All words on the pictures of On the Underground; each should be short.

    Attributes:
        player: replaces a name that cannot be drawn, with a number.
        turn: before the number of the turn.
        to_act: says that the player is on turn.
        thinking: says that a computer is on turn.
        travels: says that the passenger travels.
        last_turns: says that the last turns have begun.
        over: says that the game is over.
        no_destinations: says that no card is open.
        pile: after the number of cards left to draw.
        gone: says that the passenger has left.
        played: says who just played, with {name} and {points}.
        thames: the river.
        express: express stations in the legend.
        terminus: before its points.
        rail: national rail stations, before their points.
        pair: two connections with one symbol, before their points.
        walk: a link that the passenger walks.
        ride: a link that the passenger rides.
        destination: an open destination.
        visited: a visited destination.
        new: a piece laid just now.
        piece: the number of a turn beside its pieces, with {n}.
        trip: the number of a turn beside its trips, with {n}.
        on_foot: the number of links on foot, with {n}.
        either: stands between two destinations that are equally near.
        sources: the sources of points, in the order of SOURCES.
    """

    player: str
    turn: str
    to_act: str
    thinking: str
    travels: str
    last_turns: str
    over: str
    no_destinations: str
    pile: str
    gone: str
    played: str
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
    piece: str
    trip: str
    on_foot: str
    either: str
    sources: tuple[str, ...]
