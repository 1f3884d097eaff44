"""A draft's choices, sorted by line and direction."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from metrobot.games.metrolijn.board import Line, Map, Station
from metrobot.games.metrolijn.legality import order_of
from metrobot.games.metrolijn.summary import LineFinish, Ride, Round
from metrobot.games.metrolijn.view import View
from metrobot.ui.kit.views import DraftView

AnyDraftView: TypeAlias = DraftView[View, Round, Ride]


@dataclass(frozen=True, slots=True)
class OpenRide:
    """One of the open choices.

    Attributes:
        index: its index in the list of choices.
        ride: its effect.
    """

    index: int
    ride: Ride


def open_rides(rides: Sequence[Ride]) -> tuple[OpenRide, ...]:
    """Return choices with their indexes."""
    return tuple(OpenRide(index, ride) for index, ride in enumerate(rides))


def fullest(rides: Sequence[OpenRide]) -> tuple[OpenRide, ...]:
    """Return for each line and direction the choice with most marks."""
    choices = dict[tuple[Line | None, int | None], OpenRide]()
    for choice in rides:
        # The rules list the choices with most marks first.
        choices.setdefault(choice.ride.way, choice)
    return tuple(choices.values())


def fewer(draft_view: AnyDraftView) -> tuple[OpenRide, ...]:
    """Return the choices that could replace the last, on the same line in the same direction."""
    last = draft_view.turn.rides[-1]
    return tuple(
        offer
        for offer in open_rides(draft_view.replaced)
        if offer.ride.way == last.way and offer.ride.marked != last.marked
    )


def towards(map_: Map, line: Line, direction: int) -> Station:
    """Return the first station after a ring's start in this direction."""
    return order_of(map_.lines[line], direction)[1]


def finishing(draft_view: AnyDraftView) -> tuple[LineFinish, ...]:
    """Return the lines that a draft finishes."""
    return draft_view.turn.changes[draft_view.seat].endings
