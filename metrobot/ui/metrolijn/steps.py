"""A draft's choices, sorted by line and direction, and what each of them would do."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from metrobot.engine.actions import Action
from metrobot.engine.draft import Draft, begin
from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer
from metrobot.games.metrolijn.board import Card, Line, Station
from metrobot.games.metrolijn.riding import order_of
from metrobot.games.metrolijn.view import View
from metrobot.ui.metrolijn.rounds import Ride, rides_of
from metrobot.ui.metrolijn.sheets import line_states

AnyDraft = Draft[Any, View]
CLOCKWISE: Final = 1
"""Rings are listed clockwise in the data."""


@dataclass(frozen=True, slots=True)
class OpenRide:
    """One of the open choices.

    Attributes:
        index: among the draft's open choices.
        direction: on a ring 1 or -1, elsewhere None.
        ride: what it would do.
    """

    index: int
    direction: int | None
    ride: Ride

    @property
    def way(self) -> tuple[Line | None, int | None]:
        """The line and the direction."""
        return self.ride.line, self.direction


@dataclass(frozen=True, slots=True)
class Finishing:
    """A line that a draft finishes.

    Attributes:
        line: which one.
        points: what it pays.
        is_first: these are its higher points.
    """

    line: Line
    points: int
    is_first: bool


def seen(draft: AnyDraft, state: object) -> View:
    """Return what the maker of a draft may see of one of its states.

    The card and the cards left are those of the round, also where the draft
    has completed it.
    """
    seats = frozenset((draft.seat,))
    view: View = draft.title.view_for(state, seats, preview=True)
    base: View = draft.title.view_for(draft.base, seats, preview=True)
    return replace(
        view,
        card=base.card,
        turned=base.turned,
        left=base.left,
        round=base.round,
        offers=base.offers,
    )


def now(draft: AnyDraft) -> View:
    """Return what the maker of a draft sees now."""
    return seen(draft, draft.state)


def started(draft: AnyDraft) -> View:
    """Return what the maker of a draft saw before it."""
    return seen(draft, draft.base)


def card_of(view: View) -> Card:
    """Return the card that all ride."""
    assert view.card is not None  # a draft is made on an open card
    return view.card


def tried(draft: AnyDraft) -> tuple[Ride, ...]:
    """Return what a draft does, the first action before the extra ones."""
    taken = [(draft.seat, action) for action in draft.actions]
    return rides_of(started(draft).map, taken)


def open_rides(draft: AnyDraft) -> tuple[OpenRide, ...]:
    """Return what is open in a draft, in its fixed order."""
    map_ = started(draft).map
    actions = draft.open_choices
    return tuple(
        OpenRide(index, direction_of(action), rides_of(map_, [(draft.seat, action)])[0])
        for index, action in enumerate(actions)
    )


def direction_of(action: Action) -> int | None:
    """Return the direction of a choice, None but on a ring."""
    return action.direction if isinstance(action, Mark | Transfer) else None


def fullest(rides: Sequence[OpenRide]) -> tuple[OpenRide, ...]:
    """Return for each line and direction the choice that marks most."""
    found = dict[tuple[Line | None, int | None], OpenRide]()
    for ride in rides:
        found.setdefault(ride.way, ride)
    return tuple(found.values())


def last_way(draft: AnyDraft) -> tuple[Line | None, int | None] | None:
    """Return line and direction of the last choice, None where nothing was chosen."""
    if not draft.actions:
        return None
    return tried(draft)[-1].line, direction_of(draft.actions[-1])


def fewer(draft: AnyDraft) -> tuple[OpenRide, ...]:
    """Return the choices that could stand in place of the last, on its line in its direction."""
    way = last_way(draft)
    last = tried(draft)[-1] if way else None
    return tuple(
        each
        for each in open_rides(draft.undo())
        if last and each.way == way and each.ride.marked != last.marked
    )


def turned_round(draft: AnyDraft) -> OpenRide | None:
    """Return the choice that rides the last ring the other way, most crosses."""
    line, direction = last_way(draft) or (None, None)
    if direction is None:
        return None
    ways = fullest(open_rides(draft.undo()))
    return next((each for each in ways if each.way == (line, -direction)), None)


def towards(view: View, line: Line, direction: int) -> Station:
    """Return the station to which a ring is ridden first from its first one."""
    return order_of(view.map.lines[line], direction)[1]


def finishing(draft: AnyDraft) -> tuple[Finishing, ...]:
    """Return the lines that a draft finishes (ML §6)."""
    marked = now(draft).sheets[draft.seat].marked
    return tuple(
        Finishing(state.line, state.open_points, state.is_first)
        for state in line_states(started(draft), draft.seat)
        if state.empty and marked.issuperset(state.empty)
    )


def finished_by(draft: AnyDraft, ride: Ride) -> tuple[Finishing, ...]:
    """Return the lines that one more choice would finish (ML §6)."""
    marked = now(draft).sheets[draft.seat].marked | set(ride.marked)
    done = {each.line for each in finishing(draft)}
    return tuple(
        Finishing(state.line, state.open_points, state.is_first)
        for state in line_states(started(draft), draft.seat)
        if state.empty and state.line not in done and marked.issuperset(state.empty)
    )


def specials_in(view: View, ride: Ride) -> tuple[Station, ...]:
    """Return the special stations that a choice marks and that earn an extra action (ML §9.1)."""
    if not view.rules["special"] or ride.line is None:
        return ()
    return tuple(s for s in ride.marked if view.map.stations[s].is_special)


def anew(draft: AnyDraft) -> AnyDraft:
    """Return the draft with nothing chosen."""
    return begin(draft.title, draft.base, draft.seat)


def station_of(action: Action) -> str | None:
    """Return the station of a free ride by its id, None for all else."""
    return action.station if isinstance(action, FreeRide) else None
