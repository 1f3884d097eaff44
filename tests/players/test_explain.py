"""What a hint says of a turn beside the best other one: recounted from the states alone."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from metrobot.engine.draft import Draft, new_draft
from metrobot.engine.sentence import Sentence
from metrobot.games.registry import TITLES
from metrobot.players.explain import (
    ONLY,
    OTHERWISE,
    SUMS,
    ExplainedTurn,
    Explainer,
    explained,
    turn_from,
)
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

        # What would bring the most points at once is told whatever the other turn is.
        most = EXPLAINERS[name].cost(turn, turn)
        assert most is None or name == "metrolijn"
        last = (most,) * (most is not None) if sacrifice is None else (sacrifice.sentence,)
        # Beside what a turn gains in all no part of that is told.
        is_sum = sacrifice is not None and "gain" in sacrifice.sentence.facts
        plain = [s for s in told if not (is_sum and SUMS.intersection(s.facts))]
        assert reason == (*(plain[:1] or () if is_sum else plain[:1] or (OTHERWISE,)), *last)
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
    """After one reason, or what the turn gives up; where that has no gain, it stands last."""
    given_up = list[bool]()
    for (turn, _), (other, _), said in costs(name, 2):
        reason = explained(turn, EXPLAINERS[name], [other])
        sacrifice = EXPLAINERS[name].sacrifice(turn)
        given_up.append(sacrifice is not None)

        assert len(reason) == 2
        if sacrifice is None or "gain" in sacrifice.sentence.facts:
            assert reason[1] == said
            assert sacrifice is None or reason[0] == sacrifice.sentence
        else:
            assert reason[1] == sacrifice.sentence
    assert set(given_up) == {False, True}


def test_of_turns_that_cost_nothing_the_next_one_is_told_and_of_none_that_there_is_none() -> None:
    """A turn with one choice says so; with others, its own second reason stands."""
    ((turn, _), (other, _)), ((third, _), _) = islice(pairs("underground", 2), 2)
    first, second, dear = (Sentence(key) for key in ("first", "second", "dear"))
    prices = {id(third): dear}
    explainer = Explainer(lambda _: [first, second], lambda _, each: prices.get(id(each)))
    assert explained(turn, explainer, [other, third]) == (first, dear)
    assert explained(turn, explainer) == (first, second)

    start: Any = SimpleNamespace(open_choices=turn.start.open_choices[:1])
    forced = replace(turn, start=start)
    assert explained(forced, explainer) == (first, ONLY)


def test_metromania_tells_points_markers_and_lines_as_they_stand() -> None:
    """Station points, unserved markers and finished lines of both boards."""
    told = set[str]()
    for (turn, draft), (_, other), said in costs("metromania", 2):
        seat, told = turn.seat, told | {said.key}
        after, instead = draft.state, other.state
        match said.key.removeprefix("why.mm.instead_"):
            case "points":
                lost = after.station_points[seat] - instead.station_points[seat]
                assert said.count == lost > 0
            case "unserved":
                assert set(letters_of(said)) == wanting(instead, seat) - wanting(after, seat)
            case "unfinished":
                line = 2 * seat + ["solid", "striped"].index(str(said.facts["other"]))
                assert after.lines[line].is_finished
                assert not instead.lines[line].is_finished
    assert told >= {
        "why.mm.instead_points",
        "why.mm.instead_unserved",
        "why.mm.instead_line",
        "why.mm.instead",
    }
    assert "why.mm.instead_farther" not in told


def test_a_longer_way_to_a_gate_is_told_once_somebody_has_finished_a_line() -> None:
    """Before that nobody hurries, and the way is no reason for a turn."""
    told = 0
    for (turn, _), (other, _), _ in costs("metromania", 2):
        first, *rest = turn.turn.after.companies
        lines = (replace(first.lines[0], is_finished=True), *first.lines[1:])
        after = replace(turn.turn.after, companies=(replace(first, lines=lines), *rest))
        late = EXPLAINERS["metromania"].cost(
            replace(turn, turn=replace(turn.turn, after=after)), other
        )
        if late is None or late.key != "why.mm.instead_farther":
            continue
        told += 1
        rows = zip(turn.turn.outlook, other.turn.outlook, strict=True)
        needs = [(row.needs, then.needs) for row, then in rows if row.name == late.facts["other"]]

        assert needs == [(needs[0][0], (needs[0][0] or 0) + (late.count or 0))]
    assert told


def letters_of(said: Sentence) -> tuple[str, ...]:
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
    told = set[str]()
    for (turn, draft), (_, other), said in costs("underground", 2):
        lost = draft.state.score(turn.seat) - other.state.score(turn.seat)
        told.add(said.key.removeprefix("why.ou.instead"))

        assert (said.key == "why.ou.instead_points") == (lost > 0)
        assert lost <= 0 or said.count == lost
    assert told >= {"_points", "_rivals", "_express", "_stations", ""}


def test_metrolijn_tells_points_or_stations_as_they_stand() -> None:
    """Points of lines that are finished and numbers, or how many stations are marked."""
    told = set[str]()
    for (turn, draft), (_, other), said in costs("metrolijn", 1):
        sheets = [each.state.sheets[turn.seat] for each in (draft, other)]
        told.add(said.key)
        if said.key == "why.ml.instead_marks":
            assert said.count == len(sheets[0].marked) - len(sheets[1].marked)
    worths = ("later", "points", "marks", "worth", "needs", "full", "waits")
    assert told >= {f"why.ml.instead_{each}" for each in worths}
