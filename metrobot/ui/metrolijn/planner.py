"""The private planner: the card, what is chosen, what it does and what is left, in words."""

from collections.abc import Iterator

from metrobot.games.metrolijn.board import CardKind
from metrobot.games.metrolijn.told import Ride
from metrobot.ui.metrolijn.cast import Cast
from metrobot.ui.metrolijn.menus import Offer, line_label, line_notes
from metrobot.ui.metrolijn.prompt import pile
from metrobot.ui.metrolijn.ridewords import (
    direction_text,
    finishing_texts,
    ride_text,
    with_specials,
)
from metrobot.ui.metrolijn.steps import AnyPlan, finishing, fullest


def text(cast: Cast, offered: Offer) -> str:
    """Return all that the planner says."""
    parts = (_head(cast, offered), list(_chosen(cast, offered.plan)), list(_asked(cast, offered)))
    return "\n\n".join("\n".join(part) for part in parts if part)


def _head(cast: Cast, offered: Offer) -> list[str]:
    """Return the card with what it lets one do, and what is left in the pile."""
    plan, card = offered.plan, offered.card
    key = "ml.plan.title" if len(cast.names) > 1 else "ml.plan.title_alone"
    head = cast.words.say(key, name=cast.name(plan.seat), card=cast.card(card))
    if plan.chosen:
        return [head]
    return [head, cast.meaning(card), *pile(cast, plan.turn.before)]


def _chosen(cast: Cast, plan: AnyPlan) -> Iterator[str]:
    """Yield what was chosen, station by station, and what comes of it."""
    if not plan.chosen:
        return
    for ride in plan.turn.rides:
        yield _ride(cast, ride)
    yield from finishing_texts(cast, finishing(plan))
    sheet = plan.turn.after.sheets[plan.seat]
    yield cast.words.say(
        "ml.plan.balance",
        windows=sheet.windows_left,
        empty=sheet.count.empty,
        transfers=sheet.count.transfers,
    )


def _ride(cast: Cast, ride: Ride) -> str:
    """Return one chosen action with all its stations, and its special ones."""
    said = ride_text(cast, ride, whole=True)
    line, direction = ride.way
    if direction is not None and line is not None:
        way = direction_text(cast, line, direction)
        said = cast.words.say("ml.plan.way", ride=said, way=way)
    said = cast.words.say("ml.plan.extra" if ride.is_extra else "ml.plan.ride", ride=said)
    return with_specials(cast, ride, said)


def _asked(cast: Cast, offered: Offer) -> Iterator[str]:
    """Yield what is still to be chosen, or that all is."""
    plan = offered.plan
    if plan.is_turn_over:
        if any(ride.lapsed for ride in plan.turn.rides):
            yield cast.words.say("ml.plan.lapsed")
        yield cast.words.say("ml.plan.done")
        return
    if offered.card.kind is CardKind.FREE:
        yield cast.words.say("ml.plan.free")
        yield from _near_ends(cast, offered)
        return
    yield cast.words.say("ml.plan.extra_open" if plan.chosen else "ml.plan.lines")
    for each in fullest(offered.rides):
        notes = ", ".join(line_notes(cast, each.ride))
        yield cast.words.say("ml.plan.line", line=line_label(cast, each.ride), notes=notes)


def _near_ends(cast: Cast, offered: Offer) -> Iterator[str]:
    """Yield each unfinished line with its empty stations, those nearest their end first."""
    for state in sorted(offered.unfinished, key=lambda each: len(each.empty)):
        yield cast.words.say(
            "ml.plan.empty",
            line=cast.line(state.line),
            stations=cast.stations(state.empty),
            points=cast.words.count("ml.note.points", state.pay.points),
        )
