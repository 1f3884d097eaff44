"""OU §10: vacant seats."""

from dataclasses import replace
from typing import Any

from metrobot.engine.actors import CHANCE
from metrobot.engine.table_events import End, Occupy, Vacate, apply_table_event
from metrobot.games.underground.state import State
from tests.games.underground.positions import FIRST, SECOND, TITLE, TOKEN, after, game, position
from tests.rulebook.cases import Cases, section


def vacated(state: State) -> State:
    """Return a position after the first player's vacancy."""
    return apply_table_event(TITLE, state, Vacate(FIRST))


def forced_on(state: State) -> State:
    """Return the position after all that is forced."""
    while (due := TITLE.forced(state)) is not None:
        state = TITLE.apply(state, *due)
    return state


def choosing() -> State:
    """Return a position in which the active player chooses between trips."""
    states = (state for seed in range(9) for state in game(seed, 2).states)
    return next(
        state
        for state in states
        if TITLE.awaiting(state) not in ((), (CHANCE,))
        and state.phase == "travel"
        and len(TITLE.legal_actions(state, state.to_act)) > 1
    )


def left_alone(state: State) -> Any:
    """Return the forced action once the seat to choose is vacant."""
    return TITLE.forced(replace(state, vacant=frozenset({state.to_act})))


CASES: Cases = {
    "10.1 each action takes a token": (
        lambda: forced_on(vacated(position(passenger=None))).tokens,
        (4, 0),
    ),
    "10.1 what is left of a turn, too": (
        lambda: forced_on(vacated(after(position(passenger=None), TOKEN, TOKEN))).tokens,
        (4, 0),
    ),
    "10.1 the next player is not forced": (
        lambda: (
            forced_on(vacated(position(passenger=None))).to_act,
            TITLE.forced(vacated(position(passenger=None, turn=1))),
        ),
        (SECOND, None),
    ),
    "10.2 the first trip in the fixed order": (
        lambda: left_alone(choosing()),
        (choosing().to_act, TITLE.legal_actions(choosing(), choosing().to_act)[0]),
    ),
    "10.2 with a player there is a choice": (lambda: TITLE.forced(choosing()), None),
    "10.3 a vote counts the game as it stands": (
        lambda: TITLE.outcome(apply_table_event(TITLE, position(), End())).scores,
        tuple(position().score(seat) for seat in (FIRST, SECOND)),
    ),
    "10.4 who takes the seat plays on": (
        lambda: apply_table_event(TITLE, vacated(position()), Occupy(FIRST)),
        position(),
    ),
}
test_section_10 = section(CASES)
