"""What a hint says of a turn beside the best other one: recounted from the states alone."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from metrobot.engine.draft import Draft, new_draft
from metrobot.engine.sentence import Sentence
from metrobot.games.registry import TITLES
from metrobot.players.explain import OTHERWISE, ExplainedTurn, Explainer, explained, turn_from
from metrobot.players.levels import EXPLAINERS
from tests.players.test_players import positions

Drafted = tuple[ExplainedTurn, Draft[Any, Any]]


def pairs(name: str, players: int) -> Iterator[tuple[Drafted, Drafted]]:
    """Yield pairs of turns drawn from the same positions."""
    dice = Random(name)
    for state, seat in (each for seed in "abcdef" for each in positions(name, players, 10, seed)):
        start = new_draft(TITLES[name], state, seat)
        two = list[Drafted]()
        for _ in range(2):
            draft = start
            while not draft.is_turn_over:
                draft = draft.then(dice.randrange(len(draft.open_choices)))
            two.append((turn_from(start, draft), draft))
        yield two[0], two[1]


def costs(name: str, players: int) -> Iterator[tuple[Drafted, Drafted, Sentence]]:
    """Yield pairs of turns whose second one costs something, with the sentence that says so."""
    for one, other in pairs(name, players):
        said = EXPLAINERS[name].cost(one[0], other[0])
        if said is not None:
            yield one, other, said


@pytest.mark.parametrize(
    ("name", "players"), [("metromania", 2), ("underground", 2), ("metrolijn", 1)]
)
def test_a_turn_costs_nothing_beside_itself_and_still_has_a_reason(name: str, players: int) -> None:
    """If nothing tells it from the others, its weightiest reason is told all the same."""
    given_up = 0
    for (turn, _), _ in pairs(name, players):
        reason, told = explained(turn, EXPLAINERS[name], [turn]), EXPLAINERS[name].reasons(turn)
        sacrifice = EXPLAINERS[name].sacrifice(turn)
        given_up += sacrifice is not None

        assert reason[0] == next(iter(told), OTHERWISE)
        assert reason[1:] == (() if sacrifice is None else (sacrifice.sentence,))
    assert given_up or name == "metrolijn"


def test_only_what_is_true_of_all_other_turns_is_no_reason() -> None:
    """A sentence that one of them lacks is a reason."""
    ((turn, _), (other, _)), ((third, _), _) = islice(pairs("underground", 2), 2)
    all_, some, own = (Sentence(key) for key in ("all", "some", "own"))
    said = {id(turn): [all_, some, own], id(other): [all_, some], id(third): [all_]}
    explainer = Explainer(lambda each: said[id(each)], lambda *_: None)

    assert explained(turn, explainer, [other, third]) == (some, own)


@pytest.mark.parametrize("name", ["metromania", "underground"])
def test_the_cost_of_the_best_other_turn_is_the_last_sentence(name: str) -> None:
    """After one reason, unless the turn gives something up."""
    told = 0
    for (turn, _), (other, _), said in costs(name, 2):
        reason = explained(turn, EXPLAINERS[name], [other])
        sacrifice = EXPLAINERS[name].sacrifice(turn)
        told += sacrifice is None

        assert reason[-1] == (said if sacrifice is None else sacrifice.sentence)
        assert len(reason) == 2
    assert told


def test_metromania_tells_points_markers_and_lines_as_they_stand() -> None:
    """Station points, unserved markers and finished lines of both boards."""
    told = set[str]()
    for (turn, draft), (beside, other), said in costs("metromania", 2):
        seat, told = turn.seat, told | {said.key}
        after, instead = draft.state, other.state
        match said.key.removeprefix("why.mm.instead_"):
            case "points":
                lost = after.station_points[seat] - instead.station_points[seat]
                assert said.count == lost > 0
            case "unserved":
                assert set(letters_of(said)) == wanting(instead, seat) - wanting(after, seat)
            case "farther":
                stands = zip(turn.turn.outlook, beside.turn.outlook, strict=True)
                assert any(
                    stand.name == said.facts["other"] and then.needs == stand.needs + said.count
                    for stand, then in stands
                    if stand.needs and then.needs
                )
            case "unfinished":
                line = 2 * seat + ["solid", "striped"].index(str(said.facts["other"]))
                assert after.lines[line].is_finished
                assert not instead.lines[line].is_finished
    assert told >= {
        "why.mm.instead_points",
        "why.mm.instead_unserved",
        "why.mm.instead_line",
        "why.mm.instead_farther",
    }


def letters_of(said: Sentence) -> tuple[str, ...]:
    """Return the letters that a sentence names."""
    letters = said.facts["letters"]
    assert isinstance(letters, tuple)
    return letters


def wanting(state: Any, seat: int) -> set[str]:
    """Return the letters of a company's markers that no station touches, placed or not."""
    placed = [each for each in state.placed if each.company == seat]
    letters = {each.marker.letter for each in placed if not state.stations_at(each.cell)}
    return letters | {marker.letter for marker in state.hands[seat]}


def test_underground_tells_points_as_they_stand() -> None:
    """All that the turn brings, what the passenger pays included."""
    told = 0
    for (turn, draft), (_, other), said in costs("underground", 2):
        lost = draft.state.score(turn.seat) - other.state.score(turn.seat)
        told += 1

        assert said.count == lost > 0
    assert told > 3


def test_metrolijn_tells_points_or_stations_as_they_stand() -> None:
    """Points of lines that are finished and numbers, or how many stations are marked."""
    told = set[str]()
    for (turn, draft), (_, other), said in costs("metrolijn", 1):
        sheets = [each.state.sheets[turn.seat] for each in (draft, other)]
        told.add(said.key)
        if said.key == "why.ml.instead_marks":
            assert said.count == len(sheets[0].marked) - len(sheets[1].marked)
    assert "why.ml.instead_marks" in told
