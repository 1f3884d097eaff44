"""What a seat must do, without a choice, is done by itself in its draft."""

import pytest

from metrobot.engine import draft as drafts
from metrobot.engine.actors import CHANCE, Seat
from tests.service.toy import LAST_TAKER, TOY, Deal, Refill, State, Stop, Take, Toy

FIRST, SECOND = Seat(0), Seat(1)


def _state(pile: int) -> State:
    """Return a state of the toy in which the first player is awaited."""
    state = LAST_TAKER.initial_state(LAST_TAKER.ruleset(2, {}))
    state = LAST_TAKER.apply(state, CHANCE, Deal((1, 1)))
    for count in (3, 3):
        state = LAST_TAKER.apply(state, FIRST, Take(count))
    state = LAST_TAKER.apply(state, CHANCE, Refill(0))
    for count in (2, 4 - pile):
        state = LAST_TAKER.apply(state, SECOND, Take(count))
    return state


def test_a_title_forces_nothing_unless_it_says_so() -> None:
    state = _state(1)

    assert TOY.legal_actions(state, FIRST) == (Take(1),)
    assert TOY.forced(state) is None


def test_a_forced_action_follows_its_choice() -> None:
    draft = drafts.new_draft(LAST_TAKER, _state(3), FIRST).then_action(Take(2))

    assert draft.actions == (Take(2), Take(1))
    assert [state.pile for state in draft.states] == [1, 0]
    assert draft.is_turn_over


def test_a_forced_action_is_no_choice() -> None:
    """The code holds real choices alone and means the same draft when it is read."""
    base = _state(3)
    draft = drafts.new_draft(LAST_TAKER, base, FIRST).then(1)

    assert draft.choices == (1,)
    assert drafts.read_draft(LAST_TAKER, base, FIRST, draft.code) == draft


def test_undo_takes_back_a_choice_with_what_it_forced() -> None:
    """Else nothing would seem to have been undone."""
    empty = drafts.new_draft(LAST_TAKER, _state(3), FIRST)

    assert empty.then_action(Take(2)).undo() == empty


def test_what_is_not_forced_waits_for_a_choice() -> None:
    """One counter taken of three leaves two, and a choice."""
    draft = drafts.new_draft(LAST_TAKER, _state(3), FIRST).then_action(Take(1))

    assert (draft.actions, draft.open_choices) == ((Take(1),), (Take(1), Take(2), Stop()))


@pytest.mark.parametrize("title", [TOY, LAST_TAKER])
def test_a_draft_stops_before_what_another_seat_must_do(title: Toy) -> None:
    """Its turn is over: the next seat's last counter is not its business."""
    draft = drafts.new_draft(title, _state(3), FIRST).then_action(Take(1)).then_action(Take(1))

    assert draft.actions == (Take(1), Take(1))
    assert LAST_TAKER.forced(draft.state) == (SECOND, Take(1))
