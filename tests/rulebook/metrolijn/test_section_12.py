"""ML §12: vacant seats."""

from dataclasses import replace
from typing import Any

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.table_events import End, Occupy, Vacate, apply_table_event
from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer, TurnUp
from metrobot.games.metrolijn.board import CARD_NAMED
from metrobot.games.metrolijn.state import State
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.games.metrolijn.turn import vacant_choice
from tests.rulebook.cases import Cases, section

TITLE = Metrolijn()
FIRST, SECOND = Seat(0), Seat(1)
THREE = CARD_NAMED["3"]


def open_card(card: str, map_: str = "amsterdam") -> State:
    """Return a game of two with this card open."""
    state = TITLE.initial_state(TITLE.ruleset(2, {"map": map_}))
    return TITLE.apply(state, CHANCE, TurnUp(card))


def forced(card: str, *vacant: Seat, map_: str = "amsterdam") -> Any:
    """Return the forced action after vacancies."""
    state = open_card(card, map_)
    for seat in vacant:
        state = apply_table_event(TITLE, state, Vacate(seat))
    return TITLE.forced(state)


def ring_first() -> Any:
    """Return a vacant seat's action if only rings have windows left."""
    state = open_card("3", "berlin")
    full = tuple(() if line.is_ring else ("3",) * line.windows for line in state.map.lines)
    sheet = replace(state.sheets[0], windows=full)
    return vacant_choice(replace(state, sheets=(sheet, state.sheets[1])), FIRST, THREE)


def cut_short() -> int:
    """Return the points for a line whose last station is marked when a vote ends the game."""
    state = open_card("3")
    whole = frozenset(state.map.lines[0].stations)
    sheet = replace(state.sheets[0], crossed=whole)
    ended = apply_table_event(TITLE, replace(state, sheets=(sheet, state.sheets[1])), End())
    return ended.sheets[0].finished[0] or 0


CASES: Cases = {
    "12.1 by a number it fills a window without a cross": (
        lambda: forced("3", FIRST),
        (FIRST, Mark("A", (), None)),
    ),
    "12.1 by an express, too": (lambda: forced("E2", FIRST), (FIRST, Mark("A", (), None))),
    "12.1 by a transfer without a number": (
        lambda: forced("T", FIRST),
        (FIRST, Transfer("A", None, None, None)),
    ),
    "12.1 a ring in the order of the data": (
        lambda: (ring_first().direction, ring_first().stations),
        (1, ()),
    ),
    "12.1 only when all before it have chosen": (
        lambda: (forced("3", SECOND), TITLE.awaiting(open_card("3"))),
        (None, (FIRST, SECOND)),
    ),
    "12.2 a free ride is given up": (lambda: forced("F", FIRST), (FIRST, FreeRide(None))),
    "12.3 a vote counts the game as it stands": (
        lambda: TITLE.outcome(apply_table_event(TITLE, open_card("3"), End())).sheets[0].lines,
        0,
    ),
    "12.3 lines finished in the round under way count": (cut_short, 1),
    "12.4 whoever takes the seat plays on": (
        lambda: apply_table_event(
            TITLE, apply_table_event(TITLE, open_card("3"), Vacate(FIRST)), Occupy(FIRST)
        ),
        open_card("3"),
    ),
}
test_section_12 = section(CASES)
