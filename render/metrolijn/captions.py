"""Words on the pictures: they come from outside, in the reader's language."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SheetWords:
    """Every word that stands on a picture of Metrolijn; all should be short.

    Attributes:
        player: stands with a number for a name that cannot be drawn.
        round: before the number of the round.
        ridden: above the card of the round before.
        number: under a card with a number.
        express: under an express.
        transfer: under a transfer.
        free: under the free ride.
        left: before the cards that are left.
        lines: points for finished lines.
        transfers: points for transfer numbers.
        empty: points lost for empty stations.
        fewest: before the winner's empty stations, where they decided between equal scores.
        total: of all points.
        over: when the game is over.
        winner: of a player who won.
        changed: beside the sign of what was marked in the round before.
        people: beside the sign of a number: so many have a station.
    """

    player: str
    round: str
    ridden: str
    number: str
    express: str
    transfer: str
    free: str
    left: str
    lines: str
    transfers: str
    empty: str
    fewest: str
    total: str
    over: str
    winner: str
    changed: str
    people: str
