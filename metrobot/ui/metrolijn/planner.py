"""The private planner: the card, what is chosen, what it does and what is left, in words."""

from collections.abc import Iterator

from metrobot.games.metrolijn.board import CardKind
from metrobot.games.metrolijn.view import View
from metrobot.ui.metrolijn.cast import Cast
from metrobot.ui.metrolijn.menus import Offer, line_label, line_notes
from metrobot.ui.metrolijn.prompt import pile
from metrobot.ui.metrolijn.ridewords import direction_text, finishing_texts, ride_text
from metrobot.ui.metrolijn.rounds import Ride
from metrobot.ui.metrolijn.sheets import line_states, windows_left
from metrobot.ui.metrolijn.steps import (
    AnyDraft,
    card_of,
    direction_of,
    finishing,
    fullest,
    now,
    specials_in,
    started,
    tried,
)


def text(cast: Cast, draft: AnyDraft, offered: Offer) -> str:
    """Return all that the planner says."""
    chosen = list(_chosen(cast, draft))
    parts = (_head(cast, draft), chosen, list(_asked(cast, draft, offered)))
    return "\n\n".join("\n".join(part) for part in parts if part)


def _head(cast: Cast, draft: AnyDraft) -> list[str]:
    """Return the card with what it lets one do, and what is left in the pile."""
    view = started(draft)
    card = card_of(view)
    key = "ml.plan.title" if len(cast.names) > 1 else "ml.plan.title_alone"
    head = cast.words.say(key, name=cast.name(draft.seat), card=cast.card(card))
    if draft.choices:
        return [head]
    return [head, cast.meaning(card), *pile(cast, view)]


def _chosen(cast: Cast, draft: AnyDraft) -> Iterator[str]:
    """Yield what was chosen, station by station, and what comes of it."""
    before = started(draft)
    for ride, action in zip(tried(draft), draft.actions, strict=True):
        yield _ride(cast, before, ride, direction_of(action))
    yield from finishing_texts(cast, finishing(draft))
    if draft.choices:
        yield _balance(cast, draft)


def _ride(cast: Cast, view: View, ride: Ride, direction: int | None) -> str:
    """Return one chosen action with all its stations, and its special ones."""
    said = ride_text(cast, ride, whole=True)
    if direction is not None and ride.line is not None:
        way = direction_text(cast, view, ride.line, direction)
        said = cast.words.say("ml.plan.way", ride=said, way=way)
    said = cast.words.say("ml.plan.extra" if ride.is_extra else "ml.plan.ride", ride=said)
    stars = specials_in(view, ride)
    if not stars:
        return said
    return cast.words.say("ml.round.special", ride=said, stations=cast.stations(stars))


def _balance(cast: Cast, draft: AnyDraft) -> str:
    """Return windows and empty stations after what was chosen."""
    view = now(draft)
    sheet = view.sheets[draft.seat]
    return cast.words.say(
        "ml.plan.balance",
        windows=windows_left(view, draft.seat),
        empty=sheet.count.empty,
        transfers=sheet.count.transfers,
    )


def _asked(cast: Cast, draft: AnyDraft, offered: Offer) -> Iterator[str]:
    """Yield what is still to be chosen, or that all is."""
    if draft.is_turn_over:
        yield from _lapsed(cast, draft)
        yield cast.words.say("ml.plan.done")
        return
    if card_of(offered.view).kind is CardKind.FREE:
        yield cast.words.say("ml.plan.free")
        yield from _near_ends(cast, draft)
        return
    yield cast.words.say("ml.plan.extra_open" if draft.choices else "ml.plan.lines")
    for each in fullest(offered.rides):
        notes = ", ".join(line_notes(cast, draft, each))
        yield cast.words.say("ml.plan.line", line=line_label(cast, offered.view, each), notes=notes)


def _lapsed(cast: Cast, draft: AnyDraft) -> Iterator[str]:
    """Yield that an extra action lapses where no window is empty (ML §9.1)."""
    view = started(draft)
    earned = sum(len(specials_in(view, ride)) for ride in tried(draft))
    if earned > len(draft.actions) - 1:
        yield cast.words.say("ml.plan.lapsed")


def _near_ends(cast: Cast, draft: AnyDraft) -> Iterator[str]:
    """Yield each unfinished line with its empty stations, those nearest their end first."""
    states = [state for state in line_states(now(draft), draft.seat) if state.empty]
    for state in sorted(states, key=lambda each: len(each.empty)):
        yield cast.words.say(
            "ml.plan.empty",
            line=cast.line(state.line),
            stations=cast.stations(state.empty),
            points=cast.words.count("ml.note.points", state.open_points),
        )
