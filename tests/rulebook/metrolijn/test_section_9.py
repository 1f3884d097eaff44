"""ML §9: special stations. Amsterdam's are RAI, Museumplein, Muziekgebouw and Artis."""

from collections.abc import Collection

from metrobot.engine import draft as drafts
from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer
from metrobot.games.metrolijn.state import State
from tests.games.metrolijn.positions import (
    FIRST,
    TITLE,
    after,
    all_lines,
    finished,
    full_but,
    ids_of,
    new,
    on_line,
    refusal,
    turned,
    windows,
    with_marks,
)
from tests.rulebook.cases import Cases, section

NONE = Mark("A", (), None)


def opened(
    card: str, marked: Collection[str] = (), players: int = 1, *, special: bool = True
) -> State:
    """Return Amsterdam with a card open and some stations of the first sheet marked."""
    return turned(with_marks(new(players, special=special), marked), card)


def owed(state: State, *letters: str) -> int:
    """Return the number of actions that the first player owes after riding some lines."""
    for letter in letters:
        state = after(state, on_line(state, letter))
    return state.owed[FIRST]


BESIDE = [*ids_of(new(), "I")[:5], *ids_of(new(), "E")[:4]]
"""On E and I the next stations: E Stadionweg, Museumplein; I Roelof Hartplein, Museumplein."""

TWO = with_marks(
    new(map="berlin", special=True), [*ids_of(new(map="berlin"), "E")[:5], "unter-den-linden"]
)
"""Berlin's E: Museumsinsel is next, a marked station, then Brandenburger Tor: both special."""

CHAIN = after(opened("3"), on_line(opened("3"), "J"))
"""J was ridden from RAI: one more action is owed."""


def full_after_two() -> State:
    """Return a state in which a special station is marked with the last window."""
    state = turned(full_but(new(special=True), "J"), "4")
    state = after(state, Mark("J", (), None))
    state = turned(state, "3")
    return after(state, on_line(state, "J"))


def uneven() -> State:
    """Return two players' game, the first of whom has one window fewer now."""
    state = after(opened("3", players=2), *[on_line(opened("3"), "J")])
    return after(state, NONE, Mark("B", (), None))


def without_windows() -> State:
    """Return two players' game in which only the second still has windows."""
    return with_marks(new(2, special=True), full=all_lines(new()))


def late_higher() -> list[int | None]:
    """Return J's points when only the second, who goes on alone, finishes it."""
    state = with_marks(without_windows(), ids_of(new(), "J")[:-1], seat=Seat(1))
    state = turned(state, "3")
    state = after(state, on_line(state, "J"))
    paid = [sheet.paid[9] for sheet in TITLE.view_for(state).sheets]
    return [None if pay is None else pay.points for pay in paid]


def one_round(state: State) -> dict[str, int]:
    """Return the finished lines once J's RAI came first and an extra action ended B."""
    state = with_marks(state, ids_of(state, "B")[:-1])
    state = turned(state, "3")
    state = after(state, on_line(state, "J"), on_line(state, "B"))
    return finished(state)


CASES: Cases = {
    "9 off by default": (lambda: new().rules["special"], False),
    "9.1 whoever marks a special station fills one more window": (
        lambda: (owed(opened("3"), "J"), CHAIN.card, windows(CHAIN, "J")),
        (1, turned(new(), "3").card, ("3",)),
    ),
    "9.1 without the option nobody does": (lambda: owed(opened("3", special=False), "J"), 0),
    "9.1 not for other stations": (lambda: owed(opened("3"), "A"), 0),
    "9.1 not if none is marked": (lambda: after(opened("3"), Mark("J", (), None)).owed[FIRST], 0),
    "9.1 of any line": (
        lambda: {a.line for a in TITLE.legal_actions(CHAIN, FIRST)},  # type: ignore[attr-defined]
        set("ABCDEFGHIJ"),
    ),
    "9.1 the same line too": (lambda: windows(after(CHAIN, on_line(CHAIN, "J")), "J"), ("3", "3")),
    "9.1 with the same card, and by its rules": (
        lambda: refusal(CHAIN, Transfer("A", "noord", 1, None)),
        ("rule.ride.other_card", {"card": "3"}),
    ),
    "9.1 fewer crosses too": (lambda: refusal(CHAIN, NONE), None),
    "9.1 then the round is complete": (lambda: after(CHAIN, NONE).card, None),
    "9.1 for a transfer a transfer": (
        lambda: (owed(opened("T"), "J"), owed(opened("T"), "J", "A")),
        (1, 0),
    ),
    "9.1 for an express the express": (lambda: owed(opened("E2"), "J"), 1),
    "9.1 two special stations: two extra actions": (
        lambda: (owed(turned(TWO, "E2"), "E"), owed(turned(TWO, "E2"), "E", "A")),
        (2, 1),
    ),
    "9.1 an extra action can lead to another": (lambda: owed(opened("3", BESIDE), "J", "E"), 1),
    "9.1 a station marked before gives nothing": (lambda: owed(opened("3", BESIDE), "E", "I"), 0),
    "9.1 by the free ride: none": (lambda: after(opened("F"), FreeRide("rai")).card, None),
    "9.1 without an empty window it lapses": (
        lambda: (full_after_two().is_over, full_after_two().owed),
        (True, (0,)),
    ),
    "9.1 at once: a draft is not over before": (
        lambda: [
            drafts.new_draft(TITLE, opened("3", players=2), FIRST)
            .then_action(on_line(opened("3"), "J"))
            .is_turn_over,
            drafts.new_draft(TITLE, opened("3", players=2), FIRST)
            .then_action(on_line(opened("3"), "J"))
            .then_action(NONE)
            .is_turn_over,
        ],
        [False, True],
    ),
    "9.2 players can have different numbers of filled windows": (
        lambda: [sum(map(len, sheet.windows)) for sheet in uneven().sheets],
        [2, 1],
    ),
    "9.2 whoever has none left takes no further part": (
        lambda: TITLE.awaiting(turned(without_windows(), "3")),
        (1,),
    ),
    "9.2 not even in a free ride": (lambda: TITLE.awaiting(turned(without_windows(), "F")), (1,)),
    "9.2 they are refused": (
        lambda: refusal(turned(without_windows(), "F"), FreeRide("rai"), FIRST),
        ("rule.turn.not_yours", {}),
    ),
    "9.2 the others go on": (lambda: without_windows().is_over, False),
    "9.2 and may earn higher points": (late_higher, [None, 2]),
    "9.2 an extra action belongs to the round of the card": (
        lambda: one_round(new(special=True)),
        {"B": 1},
    ),
}
test_section_9 = section(CASES)
