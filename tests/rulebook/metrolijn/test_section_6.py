"""ML §6: finished lines."""

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.actions import FreeRide, Mark
from metrobot.games.metrolijn.state import State
from tests.games.metrolijn.positions import (
    FIRST,
    SECOND,
    TITLE,
    after,
    finished,
    full_but,
    ids_of,
    new,
    on_line,
    turned,
    with_marks,
)
from tests.games.metrolijn.test_outlook import about, lacking
from tests.rulebook.cases import Cases, section

NONE = Mark("B", (), None)
A = ids_of(new(), "A")
J = ids_of(new(), "J")
"""Amsterdam's J: 2 points for the first, 1 for later ones."""


def almost(players: int, *letters: str) -> State:
    """Return a game in which everybody lacks the last station of some lines."""
    state = new(players)
    for seat in range(players):
        for letter in letters:
            state = with_marks(state, ids_of(state, letter)[:-1], seat=Seat(seat))
    return state


def rounds(state: State, *choices: tuple[str, tuple[Action | None, ...]]) -> State:
    """Return the state after some rounds: a card, and for each seat a choice; None rides J."""
    for card, actions in choices:
        state = turned(state, card)
        for action in actions:
            state = after(state, action or on_line(state, "J"))
    return state


def points(state: State, letter: str = "J") -> list[int | None]:
    """Return the points of a line on each sheet, as everybody sees them."""
    line = state.map.line_named(letter)
    assert line is not None
    paid = [sheet.paid[line] for sheet in TITLE.view_for(state).sheets]
    return [None if pay is None else pay.points for pay in paid]


def taken(state: State) -> str:
    """Return the letters of the lines whose higher points are gone."""
    lines = zip(state.map.lines, TITLE.view_for(state).offers, strict=True)
    return "".join(line.letter for line, offer in lines if not offer.is_first)


def one_station_left() -> State:
    """Return the state after Centraal Station ended A's gap, B, F's gap and J at once."""
    state = new()
    for letter in "ABFJ":
        state = with_marks(state, set(ids_of(state, letter)) - {"centraal-station"})
    return rounds(state, ("F", (FreeRide("centraal-station"),)))


def last_round() -> State:
    """Return the end of a game in which J is finished by the last window."""
    return rounds(full_but(almost(1, "J"), "J"), ("3", (Mark("J", (), None),)), ("3", (None,)))


LATER = (("3", (None, NONE)), ("3", (NONE, None)))

CASES: Cases = {
    "6.1 finished when all its stations are marked": (
        lambda: finished(rounds(almost(1, "J"), ("3", (None,)))),
        {"J": 1},
    ),
    "6.1 by whatever: a transfer": (
        lambda: finished(rounds(almost(1, "J"), ("T", (None,)))),
        {"J": 1},
    ),
    "6.1 an express": (lambda: finished(rounds(almost(1, "J"), ("E2", (None,)))), {"J": 1}),
    "6.1 a free ride": (
        lambda: finished(rounds(almost(1, "J"), ("F", (FreeRide(J[-1]),)))),
        {"J": 1},
    ),
    "6.1 another line": (
        lambda: finished(
            rounds(
                with_marks(almost(1, "J"), ids_of(new(), "B")[:-1]),
                ("3", (Mark("B", (J[-1],), None),)),
            )
        ),
        {"B": 1, "J": 1},
    ),
    "6.1 not with one station empty": (
        lambda: finished(rounds(almost(1, "J"), ("3", (NONE,)))),
        {},
    ),
    "6.2 all who finish it in the first round get the higher points": (
        lambda: points(rounds(almost(3, "J"), ("3", (None, None, NONE)))),
        [2, 2, None],
    ),
    "6.2 whoever finishes it in a later round gets the lower": (
        lambda: points(rounds(almost(2, "J"), *LATER)),
        [2, 1],
    ),
    "6.2 also if they sit first": (lambda: points(rounds(almost(2, "J"), *LATER[::-1])), [1, 2]),
    "6.2 the round counts, never who was quicker in it": (
        lambda: points(
            TITLE.apply(
                TITLE.apply(turned(almost(2, "J"), "3"), SECOND, Mark("J", (J[-1],), None)),
                FIRST,
                Mark("J", (J[-1],), None),
            )
        ),
        [2, 2],
    ),
    "6.2 what is gone is known": (
        lambda: (taken(almost(2, "J")), taken(rounds(almost(2, "J"), LATER[0]))),
        ("", "J"),
    ),
    "6.2 only one round pays the higher points, of three": (
        lambda: points(
            rounds(
                almost(3, "J"),
                ("3", (NONE, None, NONE)),
                ("3", (None, NONE, NONE)),
                ("4", (Mark("B", (), None), Mark("A", (), None), None)),
            )
        ),
        [1, 2, 1],
    ),
    "6.3 one action can finish several lines": (
        lambda: finished(one_station_left()),
        {"A": 1, "B": 1, "F": 1, "J": 1},
    ),
    "6.3 a line without windows can be finished through others": (
        lambda: finished(
            rounds(
                with_marks(almost(1, "J"), ids_of(new(), "B")[:-1], full="J"),
                ("3", (Mark("B", (J[-1],), None),)),
            )
        ),
        {"B": 1, "J": 1},
    ),
    "6.3 after the last round too": (
        lambda: (
            last_round().is_over,
            finished(last_round()),
            TITLE.outcome(last_round()).sheets[0].lines,
        ),
        (True, {"J": 2}, 2),
    ),
    "6.4 what some order of the cards left can finish": (
        lambda: about(lacking("A", A[-2:], "A", "6 3"), "A"),
        ["A 2 "],
    ),
    "6.4 by the lines that have to be ridden": (
        lambda: about(lacking("A", ["centraal-station"], "B", "6 3"), "A"),
        ["A 1 B"],
    ),
    "6.4 not what nothing reaches any more": (
        lambda: about(lacking("A", A[-2:], "C", "6 3"), "A"),
        [],
    ),
}
test_section_6 = section(CASES)
