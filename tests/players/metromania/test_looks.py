"""What a choice looks like: each weight alone counts just its trait."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from metrobot.engine.actions import Action
from metrobot.games.metromania.actions import Dig, Stop
from metrobot.games.metromania.building import legality, stations
from metrobot.games.metromania.geometry import CITY_POINTS, direction_between
from metrobot.games.metromania.outlook.gate_search import Scout
from metrobot.games.metromania.state import State, line_index
from metrobot.players.metromania.looks import chosen, looked_at
from metrobot.players.metromania.weights import DUEL, TABLE, Weights, weights_for
from tests.games.metromania.boards import TITLE
from tests.games.metromania.play import played


def positions(players: int = 2) -> Iterator[State]:
    """Yield positions of random games that finish lines."""
    for number in range(4):
        for state in played(players, (), "finish", number).states[4:-1:5]:
            if len(legality.legal_actions(state, state.active)) > 1:
                yield state


def looks(weights: Weights) -> Iterator[tuple[State, Action, float]]:
    """Yield the state, the action and its estimated value for each choice of some positions."""
    for state in positions():
        legal = legality.legal_actions(state, state.active)
        yield from (
            (state, *each) for each in zip(legal, looked_at(state, legal, weights), strict=True)
        )


def test_points_count_as_they_score() -> None:
    """Of tunnels by one weight, of intermediate stations by another (MM §7.5, §8.1)."""
    seen = set[int]()
    for state, action, worth in looks(Weights(point=1, middle_point=1)):
        points = sum(built.points for built in stations.built_by(state, state.active, action))
        seen.add(points)
        assert worth == points
    assert seen >= {0, 1}


@pytest.mark.parametrize(
    ("weights", "kind"),
    [
        (Weights(finish=1), "finish"),
        (Weights(place=1), "place"),
        (Weights(start=1), "start"),
        (Weights(stop=1), "stop"),
    ],
    ids=["finish", "place", "start", "stop"],
)
def test_what_is_done_counts_once(weights: Weights, kind: str) -> None:
    """Finishing, placing, starting, stopping; nothing else does."""
    counted = 0
    for _, action, worth in looks(weights):
        assert worth == (kind in set(deeds(action)))
        counted += bool(worth)
    assert counted or kind == "stop"


def deeds(action: Action) -> Iterator[str]:
    """Yield the kinds of deeds that an action does."""
    match action:
        case Stop():
            yield "stop"
        case Dig(start=start, end=end, letter=letter):
            if start >= CITY_POINTS:
                yield "start"
            if end >= CITY_POINTS:
                yield "finish"
            if letter is not None:
                yield "place"


def test_a_line_that_loses_its_way_looks_bad() -> None:
    """Whenever no gate is within the tunnels that are left, as if the line could cross itself."""
    lost = 0
    for state, action, worth in looks(Weights(no_way=-1)):
        if not isinstance(action, Dig) or action.end >= CITY_POINTS or action.start >= CITY_POINTS:
            assert worth == 0
            continue
        ix = line_index(state.active, action.line)
        line, scout = state.lines[ix], Scout(state)
        left = 18 - len(line.cells)
        before = scout.needs(ix, line)
        after = TITLE.apply(state, state.active, action).lines[ix]
        needs = scout.needs(ix, after)
        if before is None or before > left or (state.ended_by is not None):
            continue
        assert (worth < 0) == (needs is None or needs > left - 1)
        assert after.heading == direction_between(action.start, action.end)
        lost += worth < 0
    assert lost


def test_it_goes_by_the_own_hand_alone() -> None:
    swapped = 0
    for state in positions(4):
        view = TITLE.view_for(state, {state.active})
        twin = TITLE.imagined(view, Random(1))
        legal = legality.legal_actions(state, state.active)
        swapped += twin.hands != state.hands
        assert looked_at(twin, legal, quiet()) == looked_at(state, legal, quiet())
    assert swapped > 5


def quiet() -> Weights:
    """Return the weights without the lead at the end, which is a count of all hands."""
    return replace(TABLE, end_lead=0)


def test_what_looks_best_by_more_than_a_point_is_chosen() -> None:
    for state in positions():
        legal = legality.legal_actions(state, state.active)
        worths = looked_at(state, legal, DUEL)
        first, second = sorted(worths, reverse=True)[:2]
        if first > second + 1:
            taken = {chosen(state, legal, DUEL, Random(n)) for n in range(5)}
            assert taken == {legal[worths.index(first)]}


def test_two_companies_are_weighed_as_a_duel() -> None:
    """The advanced game has four (MM §3.4)."""
    assert weights_for(TITLE.ruleset(2, {})) is DUEL
    assert weights_for(TITLE.ruleset(2, {"advanced": True})) is TABLE
    assert weights_for(TITLE.ruleset(3, {})) is TABLE
