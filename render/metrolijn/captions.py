"""The words on the pictures, given by callers in the reader's language."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SheetWords:
    """All words on the pictures of Metrolijn; each should be short.

    Attributes:
        player: replaces a name that cannot be drawn, with a number.
        round: before the number of the round.
        ridden: beside the card of the previous round.
        number: beside a number card.
        express: beside an express.
        transfer: beside a transfer.
        free: beside the free ride.
        left: above the cards that are left.
        again: in their place while the 6 is open, after which all are shuffled.
        lines: points for finished lines.
        transfers: points for transfer numbers.
        empty: points lost for empty stations.
        fewest: before the winner's empty stations, if they broke a tie.
        over: says that the game is over.
        changed: beside the sign of stations marked in the previous round.
        people: beside the sign of a station that some players have.
        everybody: beside the sign of a station that all players have.
        by: a line's way to its end, with {left} and {means} still to be filled in.
        no_line: says that no line can be finished any more.
        to_go: how many stations a line lacks, by their number.
        windows: how many windows it has left, by their number.
    """

    player: str
    round: str
    ridden: str
    number: str
    express: str
    transfer: str
    free: str
    left: str
    again: str
    lines: str
    transfers: str
    empty: str
    fewest: str
    over: str
    changed: str
    people: str
    everybody: str
    by: str
    no_line: str
    to_go: tuple[str, ...]
    windows: tuple[str, ...]
