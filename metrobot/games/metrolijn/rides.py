"""The stations that a card would mark on a line.

Source: ML §4, §5.
"""

from typing import Final

from metrobot.games.metrolijn.board import Card, CardKind, LineSite, Station

CLOCKWISE: Final = 1
"""The direction in which the data list the stations of rings."""
DIRECTIONS: Final = (CLOCKWISE, -CLOCKWISE)
"""The two ways round a ring: in the order of the data's list, and against it."""


def order_of(line: LineSite, direction: int | None) -> tuple[Station, ...]:
    """Return a line's stations in riding order; a ring starts at its first in both directions.

    Source: ML §4, §5.
    """
    first, *rest = line.stations
    return (first, *reversed(rest)) if direction == -CLOCKWISE else line.stations


def stations_ridden(
    line: LineSite, card: Card, marked: frozenset[Station], direction: int | None
) -> tuple[Station, ...]:
    """Return all stations that a number or an express would cross on a line.

    A number starts at the first empty station and stops before a marked one;
    an express jumps over marked ones, as often as needed.

    Args:
        line: the line chosen.
        card: a number or an express.
        marked: the stations marked before.
        direction: on a ring 1 or -1, elsewhere None.

    Source: ML §4.1, §4.2.
    """
    order = order_of(line, direction)
    empty = [station for station in order if station not in marked]
    if card.kind is CardKind.EXPRESS or not empty:
        return tuple(empty[: card.value])
    run = order[order.index(empty[0]) :][: card.value]
    stop = next((i for i, station in enumerate(run) if station in marked), len(run))
    return run[:stop]


def first_empty(
    line: LineSite, marked: frozenset[Station], direction: int | None
) -> Station | None:
    """Return the first empty station of a line, where a transfer is written (ML §4.3)."""
    return next((s for s in order_of(line, direction) if s not in marked), None)
