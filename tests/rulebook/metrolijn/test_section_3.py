"""ML §3: a round."""

from metrobot.engine.actors import CHANCE, Seat
from metrobot.games.metrolijn.actions import FreeRide, Mark, TurnUp
from metrobot.games.metrolijn.board import DECK, Card
from metrobot.games.metrolijn.state import State
from tests.games.metrolijn.positions import (
    FIRST,
    SECOND,
    TITLE,
    after,
    all_lines,
    finished,
    full_but,
    ids_of,
    new,
    refusal,
    turned,
    windows,
    with_marks,
)
from tests.rulebook.cases import Cases, section


def names(cards: tuple[Card, ...]) -> str:
    return " ".join(card.id for card in cards)


def played(*cards: str, state: State | None = None) -> State:
    """Return the state after some rounds alone, each ridden on the first line with a window."""
    state = state or new()
    for card in cards:
        state = turned(state, card)
        state = after(state, TITLE.legal_actions(state, FIRST)[0])
    return state


def open_cards(*before: str, now: str) -> tuple[str, str]:
    """Return the cards turned up and the cards left, as any spectator sees them."""
    view = TITLE.view_for(turned(played(*before), now))
    return names(view.turned), names(view.left)


def order_of_locking(*seats: int) -> State:
    """Return the state after a round in which the seats chose in an order."""
    state = turned(new(3), "4")
    for seat in seats:
        letter = "ABC"[seat]
        state = TITLE.apply(state, Seat(seat), Mark(letter, (ids_of(state, letter)[0],), None))
    return state


def last_window(card: str) -> State:
    """Return the state after the last window of the only player is filled."""
    state = full_but(new(), "A")
    state = played("3", state=state)
    return played(card, state=state)


FULL = full_but(new(), "B")
HALF = after(turned(new(2), "3"), Mark("A", (), None))

CASES: Cases = {
    "3.1 one card is turned up for all": (
        lambda: (turned(new(3), "E2").card, TITLE.awaiting(turned(new(3), "E2"))),
        (next(card for card in DECK if card.id == "E2"), (0, 1, 2)),
    ),
    "3.1 what has been turned up is public, and so is what is left": (
        lambda: open_cards("3", "T", now="3"),
        ("3 T 3", "3 4 4 4 5 5 6 E2 E3 T F"),
    ),
    "3.1 but not its order: none exists": (
        lambda: names(played("3", "T").left),
        "3 3 4 4 4 5 5 6 E2 E3 T F",
    ),
    "3.1 no second card before all have chosen": (
        lambda: refusal(turned(new(), "3"), TurnUp("3"), CHANCE),
        ("rule.turn.not_yours", {}),
    ),
    "3.1 a card that is used up does not come": (
        lambda: refusal(played("E2"), TurnUp("E2"), CHANCE),
        ("rule.chance.impossible", {}),
    ),
    "3.1 nor does chance choose lines": (
        lambda: refusal(new(), Mark("A", (), None), CHANCE),
        ("rule.chance.impossible", {}),
    ),
    "3.1 nor do players turn up cards": (
        lambda: refusal(turned(new(), "3"), TurnUp("3")),
        ("rule.action.unknown", {}),
    ),
    "3.2 all choose at the same time": (
        lambda: [refusal(turned(new(3), "3"), Mark("A", (), None), s) for s in (FIRST, SECOND)],
        [None, None],
    ),
    "3.2 in any order, with the same end": (
        lambda: order_of_locking(2, 0, 1) == order_of_locking(0, 1, 2),
        True,
    ),
    "3.2 nobody chooses twice": (
        lambda: refusal(HALF, Mark("B", (), None), FIRST),
        ("rule.turn.not_yours", {}),
    ),
    "3.2 the others are still awaited": (lambda: TITLE.awaiting(HALF), (1,)),
    "3.3 exactly one empty window of one line is filled": (
        lambda: [len(windows(played("3"), letter)) for letter in all_lines(new())],
        [1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ),
    "3.3 except with the free ride": (lambda: sum(map(len, played("F").sheets[FIRST].windows)), 0),
    "3.3 a line without an empty window cannot be chosen": (
        lambda: refusal(turned(FULL, "3"), Mark("A", (), None)),
        ("rule.ride.no_window", {"line": "A", "windows": 2}),
    ),
    "3.3 nor offered": (
        lambda: {a.line for a in TITLE.legal_actions(turned(FULL, "3"), FIRST)},  # type: ignore[attr-defined]
        {"B"},
    ),
    "3.3 a line that the map does not have neither": (
        lambda: refusal(turned(new(), "3"), Mark("Z", (), None)),
        ("rule.ride.no_such_line", {"line": "Z"}),
    ),
    "3.4 finished lines are counted when all have marked": (
        lambda: finished(
            played("3", state=with_marks(full_but(new(), "A"), ids_of(new(), "A")[1:]))
        ),
        {"A": 1},
    ),
    "3.4 not before": (
        lambda: finished(
            after(
                turned(with_marks(new(2), ids_of(new(), "A")[1:]), "3"), Mark("A", ("noord",), None)
            )
        ),
        {},
    ),
    "3.4 after the 6 all 14 are shuffled again": (
        lambda: names(played("3", "T", "6").left),
        names(DECK),
    ),
    "3.4 while it lies there they are not": (
        lambda: names(turned(played("3", "T"), "6").left),
        "3 3 4 4 4 5 5 E2 E3 T F",
    ),
    "3.4 after others they are not": (lambda: len(played("3", "T", "5", "E3", "F").left), 9),
    "3.5 the game ends when no windows are empty": (
        lambda: (last_window("4").is_over, TITLE.awaiting(last_window("4"))),
        (True, ()),
    ),
    "3.5 not by a free ride before the last": (lambda: last_window("F").is_over, False),
    "3.5 then nothing more is turned up": (
        lambda: (refusal(last_window("4"), TurnUp("3"), CHANCE), TITLE.chance(last_window("4"))),
        (("rule.game.over", {}), ()),
    ),
    "3.5 nor chosen": (lambda: refusal(last_window("4"), FreeRide(None)), ("rule.game.over", {})),
}
test_section_3 = section(CASES)
