"""The private planner in words: the card, what is chosen, what it does, what is to be done."""

from collections.abc import Iterator

from metrobot.games.metrolijn.board import CardKind
from metrobot.games.metrolijn.told import Ride
from metrobot.ui.metrolijn.cast import Cast
from metrobot.ui.metrolijn.menus import Offer
from metrobot.ui.metrolijn.prompt import left
from metrobot.ui.metrolijn.ridewords import (
    direction_text,
    finishing_texts,
    ride_text,
    with_specials,
)
from metrobot.ui.metrolijn.steps import AnyPlan, finishing


def text(cast: Cast, offered: Offer) -> str:
    """Return what the card is, what was chosen and what comes of it."""
    return "\n".join((*_head(cast, offered), *_chosen(cast, offered.plan)))


def _head(cast: Cast, offered: Offer) -> Iterator[str]:
    """Yield the card; while nothing is chosen what it lets one do, and what is left in the pile."""
    plan, card = offered.plan, offered.card
    key = "ml.plan.title" if len(cast.names) > 1 else "ml.plan.title_alone"
    yield cast.words.say(key, number=plan.turn.number, card=cast.card(card))
    if not plan.chosen:
        yield cast.meaning(card)
        yield left(cast, plan.turn.before)


def _chosen(cast: Cast, plan: AnyPlan) -> Iterator[str]:
    """Yield what was chosen, action by action, and what comes of it."""
    if not plan.chosen:
        return
    for ride in plan.turn.rides:
        yield _ride(cast, ride, whole=len(plan.turn.rides) == 1)
    yield from finishing_texts(cast, finishing(plan))
    sheet = plan.turn.after.sheets[plan.seat]
    yield cast.words.say(
        "ml.plan.balance",
        windows=sheet.windows_left,
        empty=sheet.count.empty,
        transfers=sheet.count.transfers,
    )
    if plan.is_turn_over and any(ride.lapsed for ride in plan.turn.rides):
        yield cast.words.say("ml.plan.lapsed")


def _ride(cast: Cast, ride: Ride, *, whole: bool) -> str:
    """Return one chosen action with its stations, and its special ones.

    Args:
        cast: the people.
        ride: the action.
        whole: name all its stations, however many.
    """
    said = ride_text(cast, ride, whole=whole)
    line, direction = ride.way
    if direction is not None and line is not None:
        way = direction_text(cast, line, direction)
        said = cast.words.say("ml.plan.way", ride=said, way=way)
    said = cast.words.say("ml.plan.extra" if ride.is_extra else "ml.plan.ride", ride=said)
    return with_specials(cast, ride, said)


def instruction(cast: Cast, offered: Offer) -> str:
    """Return what is to be done now, to stand directly above the buttons."""
    plan, words = offered.plan, cast.words
    if plan.is_turn_over:
        return words.say("ml.plan.done")
    if offered.card.kind is CardKind.FREE:
        return _free(cast, offered)
    return words.say("ml.plan.extra_open" if plan.chosen else "ml.plan.lines")


def _free(cast: Cast, offered: Offer) -> str:
    """Return what a free ride asks for, and the line whose stations are offered."""
    for state in offered.unfinished:
        if state.line == offered.line:
            line = cast.line(state.line)
            return cast.words.count("ml.plan.free", state.pay.points, line=line)
    return cast.words.say("ml.plan.free_lost")
