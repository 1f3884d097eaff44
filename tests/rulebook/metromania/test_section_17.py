"""MM §17: vacant seats."""

from dataclasses import replace

from metrobot.engine.actors import Seat
from metrobot.engine.table_events import End, Occupy, Vacate, apply_table_event
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.result import EndedBy, Guilt
from metrobot.games.metromania.state import Deeds, State
from tests.games.metromania.boards import TITLE, after, board, dig, trip
from tests.rulebook.cases import Cases, section

OPEN = board("0 solid: F4 F5", "1 solid: D4 D5", players=3, hands={1: "A-R"})


def vacated(state: State, *seats: int) -> State:
    """Return a position after these companies' vacancies."""
    for seat in seats:
        state = apply_table_event(TITLE, state, Vacate(Seat(seat)))
    return state


def begun() -> State:
    """Return a turn of company 0 in which it has dug."""
    return after(OPEN, dig(OPEN, "solid", "F6"))


CASES: Cases = {
    "17.1 a vacant company is passed over": (lambda: begun_and_done().active, Seat(2)),
    "17.1 its own turn is ended": (lambda: vacated(OPEN, 0).active, Seat(1)),
    "17.1 a turn under way ends as it stands": (
        lambda: (vacated(begun(), 0).active, vacated(begun(), 0).lines[0].points[-1]),
        (Seat(1), begun().lines[0].points[-1]),
    ),
    "17.1 a turn in which it dug was not idle": (
        lambda: (vacated(begun(), 0).idle_turns, vacated(OPEN, 0).idle_turns),
        (0, 1),
    ),
    "17.1 a station still to be chosen is given up": (
        lambda: (
            vacated(
                replace(OPEN, deeds=Deeds(turn=OPEN.turn, dug=1, bonus=LineName.SOLID)), 0
            ).now.bonus
        ),
        None,
    ),
    "17.1 turns passed over count as idle": (
        lambda: vacated(replace(OPEN, idle_turns=2), 0).ended_by,
        EndedBy.PASSES,
    ),
    "17.2 its lines stay": (lambda: vacated(OPEN, 1).lines, OPEN.lines),
    "17.3 it is guilty of the marker that it holds": (
        lambda: (trip(vacated(OPEN, 1), "A").guilty, trip(vacated(OPEN, 1), "A").reasons[-1]),
        ((Seat(1),), Guilt.NOT_PLACED),
    ),
    "17.4 a vote ends building at once": (
        lambda: (
            TITLE.is_over(apply_table_event(TITLE, OPEN, End())),
            TITLE.outcome(apply_table_event(TITLE, ready(), End())).ended_by,
        ),
        (True, EndedBy.VOTE),
    ),
    "17.5 whoever takes the seat plays on": (
        lambda: apply_table_event(TITLE, vacated(OPEN, 1), Occupy(Seat(1))),
        OPEN,
    ),
}


def ready() -> State:
    """Return a position with all markers in hand, to be counted."""
    state = TITLE.initial_state(OPEN.rules)
    state = TITLE.apply(state, TITLE.awaiting(state)[0], TITLE.chance(state)[0])
    return TITLE.apply(state, TITLE.awaiting(state)[0], TITLE.chance(state)[0])


def begun_and_done() -> State:
    """Return the position after company 0's turn, company 1 being vacant."""
    state = vacated(OPEN, 1)
    for point in ("F6", "F7", "F8"):
        state = after(state, dig(state, "solid", point))
    return state


test_section_17 = section(CASES)
