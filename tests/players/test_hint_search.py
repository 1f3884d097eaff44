"""Hints: a whole turn by the strong player, unlike those that were shown, with a reason."""

import random
from typing import Any

import pytest

from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft, new_draft
from metrobot.games.registry import TITLES
from metrobot.players.contract import Budget
from metrobot.players.explain import OTHERWISE, SENTENCES
from metrobot.players.hint_search import Advice, HintQuestion, Path, advised
from metrobot.players.levels import ADVISERS, EXPLAINERS
from tests.players.test_players import positions
from tests.titles import LARGEST, SMALLEST

EACH_GAME = pytest.mark.parametrize(
    ("name", "players"),
    [*SMALLEST, *(pytest.param(*each, marks=pytest.mark.long) for each in LARGEST)],
)


def asked(
    name: str, state: Any, seat: Seat, chosen: Path = (), shown: tuple[Path, ...] = ()
) -> Advice | None:
    """Return a hint for a seat that sees a state."""
    view = TITLES[name].view_for(state, {seat})
    question = HintQuestion(TITLES[name], view, seat, chosen, shown)
    return advised(question, lambda: Budget(playouts=4), random.Random(0))


def hint(name: str, state: Any, seat: Seat, chosen: Path = ()) -> Advice:
    """Return the first hint for a seat."""
    found = asked(name, state, seat, chosen)
    assert found is not None
    return found


def followed(name: str, state: Any, seat: Seat, path: Path) -> Draft[Any, Any]:
    """Return a draft on the truth with some choices."""
    draft = new_draft(TITLES[name], state, seat)
    for choice in path:
        draft = draft.then(choice)
    return draft


def test_every_title_has_an_adviser_and_says_why() -> None:
    assert ADVISERS.keys() == EXPLAINERS.keys() == TITLES.keys()


@EACH_GAME
def test_a_hint_is_a_whole_turn_with_one_or_two_sentences(name: str, players: int) -> None:
    for state, seat in positions(name, players, 8):
        found = hint(name, state, seat)

        assert followed(name, state, seat, found.path).is_turn_over
        assert 1 <= len(found.reason) <= SENTENCES


@EACH_GAME
@pytest.mark.long
def test_a_hint_goes_on_with_what_was_chosen(name: str, players: int) -> None:
    for state, seat in positions(name, players, 8):
        whole = hint(name, state, seat)
        if len(whole.path) < 2:
            continue
        rest = hint(name, state, seat, whole.path[:1])

        assert followed(name, state, seat, whole.path[:1] + rest.path).is_turn_over


@EACH_GAME
def test_a_whole_turn_has_nothing_to_add(name: str, players: int) -> None:
    """If all of it is chosen there is no hint, rather than an empty one."""
    for state, seat in positions(name, players, 4):
        whole = hint(name, state, seat)

        assert asked(name, state, seat, chosen=whole.path) is None


@EACH_GAME
@pytest.mark.long
def test_another_hint_leads_elsewhere(name: str, players: int) -> None:
    """Until nothing is left; what leads to the same board in another order is not shown."""
    for state, seat in positions(name, players):
        shown, ends = list[Path](), list[Any]()
        for _ in range(4):
            found = asked(name, state, seat, shown=tuple(shown))
            if found is None:
                assert shown
                break
            shown.append(found.path)
            ends.append(followed(name, state, seat, found.path).state)

        assert all(ends.count(end) == 1 for end in ends)


@EACH_GAME
def test_when_all_was_shown_there_is_no_other_hint(name: str, players: int) -> None:
    """Here each choice is the last of the turn."""
    ended = 0
    for state, seat in positions(name, players, 20):
        every = tuple(
            (place,) for place in range(len(new_draft(TITLES[name], state, seat).open_choices))
        )
        if all(followed(name, state, seat, path).is_turn_over for path in every):
            ended += 1
            assert asked(name, state, seat, shown=every) is None
    assert ended


@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.long)])
def test_what_a_seat_cannot_see_changes_neither_hint_nor_reason(players: int) -> None:
    """Other hands behind the same board: the same turns in the same order, for the same reasons."""
    title, swapped = TITLES["metromania"], 0
    for number, (state, seat) in enumerate(positions("metromania", players, 6)):
        twin = title.imagined(title.view_for(state, {seat}), random.Random(number))
        swapped += twin != state
        first = hint("metromania", state, seat)

        assert first == hint("metromania", twin, seat)
        shown = (first.path,)
        assert asked("metromania", state, seat, shown=shown) == asked(
            "metromania", twin, seat, shown=shown
        )
    assert swapped > 1


def test_who_runs_two_companies_is_told_of_the_one_on_turn() -> None:
    """In the advanced game a view shows both hands."""
    title = TITLES["metromania"]
    for state, seat in positions("metromania", 2, advanced=True):
        held = frozenset(s for s in title.seats(state) if int(s) % 2 == int(seat) % 2)
        view = title.view_for(state, held)
        found = advised(
            HintQuestion(title, view, seat), lambda: Budget(playouts=4), random.Random(0)
        )

        assert found is not None
        assert followed("metromania", state, seat, found.path).is_turn_over


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_hints_of_many_games_tell_nothing_hidden(players: int) -> None:
    title, swapped = TITLES["metromania"], 0
    for number in range(20):
        dice = random.Random(f"{players} {number}")
        chosen = {"hands": "strict"} if players > 2 and number % 2 else {}
        moments = positions("metromania", players, 9, f"many {number}", **chosen)
        state, seat = moments[dice.randrange(len(moments))]
        twin = title.imagined(title.view_for(state, {seat}), dice)
        swapped += twin != state

        assert hint("metromania", state, seat) == hint("metromania", twin, seat)
    assert swapped > 2 or players == 2


@pytest.mark.long
def test_a_turn_of_which_nothing_can_be_told_has_a_reason_all_the_same() -> None:
    """A sentence that is true of all that is found."""
    keys = {
        said.key
        for state, seat in positions("metromania", 2, 30)
        for said in hint("metromania", state, seat).reason
    }

    assert OTHERWISE.key not in keys or len(keys) > 1
    assert "why.mm.stations" in keys
