"""The private planner in words: card, choice, effects and instruction."""

from collections.abc import Iterator

from metrobot.games.metrolijn.board import CardKind
from metrobot.games.metrolijn.summary import Ride
from metrobot.ui.metrolijn.menus import RideChoices
from metrobot.ui.metrolijn.names import Names
from metrobot.ui.metrolijn.ride_text import (
    direction_text,
    finishing_texts,
    ride_text,
    with_specials,
)
from metrobot.ui.metrolijn.steps import AnyDraftView, finishing


def text(names: Names, choices: RideChoices) -> str:
    """Return the round and its card, or the choice and its effects once one is made."""
    draft_view = choices.draft_view
    return "\n".join((_chosen if draft_view.chosen else _head)(names, draft_view))


def _head(names: Names, draft_view: AnyDraftView) -> Iterator[str]:
    card = draft_view.turn.card
    # A draft needs an open card.
    assert card is not None
    yield names.words.say("ml.plan.title", number=draft_view.turn.number, card=names.card(card))


def _chosen(names: Names, draft_view: AnyDraftView) -> Iterator[str]:
    yield " ".join(_ride(names, ride) for ride in draft_view.turn.rides)
    yield from finishing_texts(names, finishing(draft_view))
    if draft_view.is_turn_over and any(ride.lapsed for ride in draft_view.turn.rides):
        yield names.words.say("ml.plan.lapsed")
    sheet = draft_view.turn.after.sheets[draft_view.seat]
    yield names.words.say(
        "ml.plan.balance",
        windows=sheet.windows_left,
        empty=sheet.count.empty,
        transfers=sheet.count.transfers,
    )


def _ride(names: Names, ride: Ride) -> str:
    """Return one chosen action with its stations, and its special ones."""
    text = ride_text(names, ride)
    line, direction = ride.way
    if direction is not None and line is not None:
        text = names.words.say("ml.plan.way", ride=text, way=direction_text(names, line, direction))
    text = names.words.say("ml.plan.extra" if ride.is_extra else "ml.plan.ride", ride=text)
    return with_specials(names, ride, text) if ride.specials else text


def instruction(names: Names, choices: RideChoices) -> str:
    """Return the instruction for the card above the buttons; empty once a line is chosen."""
    draft_view, words = choices.draft_view, names.words
    if draft_view.is_turn_over:
        return ""
    if choices.card.kind is not CardKind.FREE:
        return words.say("ml.plan.extra_open") if draft_view.chosen else names.meaning(choices.card)
    # The line whose stations are shown.
    for state in choices.unfinished:
        if state.line == choices.line:
            return words.count("ml.plan.free", state.pay.points, line=names.line(state.line))
    return words.say("ml.plan.free_lost")
