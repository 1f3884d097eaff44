"""A turn tried before it is confirmed."""

from dataclasses import replace

import pytest

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft, StaleDraftError, new_draft, read_draft
from metrobot.engine.errors import RuleError
from metrobot.games.metromania.actions import Stop
from metrobot.games.metromania.state import State
from metrobot.games.metromania.view import View
from tests.games.metromania.boards import TITLE, board, dig, site, start, walled
from tests.service import toy
from tests.service.toy import TOY, Toy

BASE = board("0 solid: F4 F5 F6", "1 solid: D4 D5", stations="F6", players=2)


def fresh(base: State = BASE) -> Draft[State, View]:
    """Return an empty draft of the company to act."""
    return new_draft(TITLE, base, base.active)


def test_an_empty_draft_is_the_board() -> None:
    draft = fresh()

    assert (draft.state, draft.actions, draft.is_turn_over) == (BASE, (), False)
    assert draft.open_choices == TITLE.legal_actions(BASE, BASE.active)
    assert draft.code == "0000:"


def test_a_choice_is_tried_by_its_place_in_the_list() -> None:
    draft = fresh().then(1)

    assert draft.actions == (draft.base and TITLE.legal_actions(BASE, BASE.active)[1],)
    assert draft.state == TITLE.apply(BASE, BASE.active, draft.actions[0])
    assert (draft.base, draft.choices) == (BASE, (1,))


def test_an_action_is_tried_by_itself() -> None:
    assert fresh().then_action(dig(BASE, "solid", "F7")) == fresh().then(0)


def test_an_illegal_action_is_refused() -> None:
    with pytest.raises(RuleError):
        fresh().then_action(Stop())


def test_the_next_turn_of_the_same_seat_is_no_part_of_the_draft() -> None:
    """All other seats are passed over, so the next action is legal, but not in this turn."""
    base = board(
        "0 solid: F4 F5 F6",
        "1 solid: D3 D4",
        "1 striped: H6 H7",
        players=2,
        on=walled("F6 F7 G6,F7 F8 G7"),
        stations="F6",
    )
    draft = fresh(base).then_action(site("solid", "F5"))

    assert draft.seat in TITLE.awaiting(draft.state)
    with pytest.raises(StaleDraftError):
        draft.then_action(start("striped", "S2", "A8"))


@pytest.mark.parametrize("choice", [-1, 999])
def test_a_choice_that_is_not_open_is_stale(choice: int) -> None:
    with pytest.raises(StaleDraftError):
        fresh().then(choice)


def test_a_used_up_turn_leaves_nothing_open() -> None:
    """A station is a whole turn."""
    draft = fresh().then_action(site("solid", "F5"))

    assert draft.is_turn_over
    assert draft.open_choices == ()


def test_the_end_of_the_game_ends_the_draft() -> None:
    base = board("0 solid: F4 F5 F6", stations="F6", players=2, stock=1)
    last = TITLE.apply(base, base.active, site("solid", "F5"))
    draft = fresh(last)
    while not draft.is_turn_over:
        draft = draft.then(0)

    assert TITLE.is_over(draft.state)


def test_a_cleared_draft_is_empty() -> None:
    draft = fresh().then(0)

    assert draft.then(0).cleared() == draft.cleared() == fresh().cleared() == fresh()


def test_undo_takes_back_the_last_action() -> None:
    draft = fresh().then(2)

    assert draft.then(0).undo() == draft
    assert draft.undo() == fresh()


def test_a_code_is_read_back() -> None:
    draft = fresh().then(3).then(1)

    assert read_draft(TITLE, BASE, BASE.active, draft.code) == draft
    assert read_draft(TITLE, BASE, BASE.active, fresh().code) == fresh()


def test_a_code_depends_on_the_lists_chosen_from() -> None:
    other = board("0 solid: F4 F5 F6", "1 solid: D4 D5", stations="F5 F6", players=2)

    assert fresh().then(0).code.split(":")[1] == fresh(other).then(0).code.split(":")[1]
    assert fresh().then(0).code != fresh(other).then(0).code


class Reordered(Toy):
    """Counters as a later release might list them: the most first, before anything is taken."""

    def legal_actions(self, state: toy.State, seat: Seat) -> tuple[Action, ...]:
        """Return the legal actions, in reverse order before anything is taken."""
        actions = super().legal_actions(state, seat)
        return actions if state.takes else actions[::-1]


def test_a_code_depends_on_each_list_not_only_on_the_last_one() -> None:
    base = replace(TOY.initial_state(TOY.ruleset(2, {})), numbers=(1, 1))
    old, new = (new_draft(title, base, Seat(0)).then(1).then(0) for title in (TOY, Reordered()))

    assert (old.actions, old.choices, old.state) == (new.actions, new.choices, new.state)
    with pytest.raises(StaleDraftError):
        read_draft(new.title, base, new.seat, old.code)


@pytest.mark.parametrize(
    "code", ["", "0000:0", "ffff:", "0000:x", "0000:-1", "0000:0..1", "0000:99999", "abc", "0000:²"]
)
def test_a_strange_code_is_stale(code: str) -> None:
    """Malformed, or of another board: never a traceback of another kind."""
    with pytest.raises(StaleDraftError):
        read_draft(TITLE, BASE, BASE.active, code)


def test_what_was_tried_is_told_with_what_came_of_it() -> None:
    draft = fresh().then(2).then(0)

    assert [(deed.actor, deed.action) for deed in draft.deeds] == [
        (draft.seat, action) for action in draft.actions
    ]
    assert draft.deeds[-1].after == draft.state


class Unmoved(Toy):
    """Counters of which a turn takes one as often as it likes."""

    def legal_actions(self, state: toy.State, seat: Seat) -> tuple[Action, ...]:
        """Return the same two at any time."""
        return (toy.Take(1), toy.Take(2))


def test_choices_that_are_open_as_before_are_written_as_before() -> None:
    """Even then each list changes the mark, and the code is read back."""
    base = replace(TOY.initial_state(TOY.ruleset(2, {})), numbers=(1, 1))
    draft = new_draft(Unmoved(), base, Seat(0)).then(0)

    assert draft.earlier is not None
    assert draft.open_choices == draft.earlier.open_choices
    assert draft.next_mark != draft.mark
    assert (
        read_draft(Unmoved(), base, draft.seat, draft.then(1).code).actions == draft.then(1).actions
    )


def test_what_is_worked_out_of_a_draft_is_worked_out_once() -> None:
    draft = fresh()
    assert not draft.knows("length")

    numbers = iter((1, 2))

    assert [draft.once("length", lambda: next(numbers)) for _ in range(2)] == [1, 1]
    assert draft.knows("length")


def test_a_draft_that_is_known_is_not_tried_again() -> None:
    """The one with most of the choices, from the first on, is gone on with."""
    known = {(): fresh(), (3,): fresh().then(3), (1,): fresh().then(1)}
    code = fresh().then(3).then(1).code

    draft = read_draft(TITLE, BASE, BASE.active, code, known.get)

    assert draft.code == code
    assert draft.earlier is known[3,]
