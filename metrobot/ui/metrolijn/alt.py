"""What a blind player is told of each picture: at most 1,000 characters."""

from collections.abc import Iterator

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import CardKind
from metrobot.games.metrolijn.lines import LineState, line_states
from metrobot.games.metrolijn.told import Round
from metrobot.games.metrolijn.view import View
from metrobot.ui.metrolijn.boardtext import points_text
from metrobot.ui.metrolijn.cast import AnyScene, Cast, plain_cast
from metrobot.ui.metrolijn.prompt import in_order
from metrobot.ui.metrolijn.ridewords import finishing_brief, ride_text
from metrobot.ui.metrolijn.steps import AnyPlan, finishing
from metrobot.ui.pages.page import BOARD_ALT_LIMIT
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.lengths import clipped, sentences
from metrobot.ui.words.limits import ALT_LIMIT


def board_alt(scene: AnyScene, words: Words) -> str:
    """Return the alt text of all sheets: the open card, how each stands, the last round."""
    cast, view = plain_cast(scene, words), scene.public
    parts = [
        words.say("ml.alt.board", map=cast.place),
        *_card(cast, view),
        *(_sheet(cast, view, Seat(seat)) for seat in range(len(view.sheets))),
        *(_last(cast, scene.last) if scene.last else ()),
    ]
    return sentences(parts, BOARD_ALT_LIMIT)


def _card(cast: Cast, view: View) -> Iterator[str]:
    """Yield the open card and those left, or that the game is over."""
    if view.card is None:
        yield cast.words.say("ml.alt.over")
        return
    left = cast.cards(in_order(view.left))
    yield cast.words.say("ml.alt.card", number=view.round, card=cast.card(view.card), left=left)


def _sheet(cast: Cast, view: View, seat: Seat) -> str:
    """Return how one sheet stands."""
    sheet = view.sheets[seat]
    return cast.words.say(
        "ml.alt.sheet",
        name=cast.name(seat),
        points=sheet.count.score,
        empty=sheet.count.empty,
        windows=sheet.windows_left,
    )


def _last(cast: Cast, done: Round) -> Iterator[str]:
    """Yield what the last round did."""
    if done.card is not None:
        yield cast.words.say("ml.alt.last", card=cast.card(done.card))
    for ride in done.rides:
        yield cast.words.say("ml.alt.ride", name=cast.name(ride.seat), ride=ride_text(cast, ride))


def sheet_alt(cast: Cast, view: View, seat: Seat) -> str:
    """Return the alt text of one sheet: each line with what is empty and what it pays."""
    head = (
        cast.words.say("ml.alt.one", name=cast.name(seat), map=cast.place),
        *_card(cast, view),
        _sheet(cast, view, seat),
    )
    lines = [_line(cast, state) for state in line_states(view, seat)]
    return sentences((*head, *lines), ALT_LIMIT)


def _line(cast: Cast, state: LineState) -> str:
    """Return one line in as few words as can be."""
    points = points_text(cast, state)
    letter = state.site.letter
    if not state.empty:
        return cast.words.say("ml.alt.finished", line=letter, points=points)
    return cast.words.say(
        "ml.alt.line",
        line=letter,
        next=cast.station(state.empty[0]),
        stations=len(state.empty),
        windows=state.windows_left,
        points=points,
    )


def planner_alt(cast: Cast, plan: AnyPlan) -> str:
    """Return the alt text of a planner's picture: the card, what would be marked and finished."""
    view, card = plan.turn.after, plan.turn.card
    assert card is not None  # a draft is made on an open card
    rides = [ride_text(cast, ride, whole=True) for ride in plan.turn.rides]
    if not rides:
        key = "ml.alt.plan_free" if card.kind is CardKind.FREE else "ml.alt.plan"
        parts = [cast.words.say(key, card=cast.card(card)), _sheet(cast, view, plan.seat)]
        parts += [_line(cast, state) for state in line_states(view, plan.seat)]
        return sentences(parts, ALT_LIMIT)
    done = finishing(plan)
    rides += [finishing_brief(cast, done)] if done else []
    said = cast.words.say("ml.alt.chosen", card=cast.card(card), rides="; ".join(rides))
    return sentences((said, _sheet(cast, view, plan.seat)), ALT_LIMIT)


def count_alt(cast: Cast, view: View) -> str:
    """Return the alt text of the final count."""
    sheets = "; ".join(
        cast.words.say(
            "ml.alt.count",
            name=cast.name(sheet.seat),
            score=sheet.count.score,
            lines=sheet.count.lines,
            transfers=sheet.count.transfers,
            empty=sheet.count.empty,
            minus=cast.words.signed(-sheet.count.minus),
        )
        for sheet in view.sheets
    )
    return clipped(cast.words.say("ml.alt.final", sheets=sheets), ALT_LIMIT)
