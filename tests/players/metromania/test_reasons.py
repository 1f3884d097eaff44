"""What a hint of MetrOmania says of a turn."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from metrobot.engine.draft import new_draft
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.geometry import GATE_OF
from metrobot.games.metromania.outlook.risks import Harm, Risk
from metrobot.games.registry import TITLES
from metrobot.players.explain import turn_from
from metrobot.players.metromania import reasons as module
from metrobot.players.metromania.reasons import reasons, sacrifice
from metrobot.players.metromania.spot_search import nearest_spot
from tests.players.test_explain import pairs
from tests.players.test_players import positions


def test_of_the_lines_that_grew_the_one_nearest_to_a_gate_is_told() -> None:
    """One sentence, whatever else grew; none where no line can get there any more."""
    dice, counts = Random(5), set[int]()
    found = [each for seed in "abcdef" for each in positions("metromania", 2, 10, seed)]
    for state, seat in found:
        draft = start = new_draft(TITLES["metromania"], state, seat)
        while not draft.is_turn_over:
            draft = draft.then(dice.randrange(len(draft.open_choices)))
        choice = turn_from(start, draft)
        said = [each.count for each in reasons(choice) if each.key == "why.mm.way"]
        lines = {line.name: line for line in choice.turn.after.companies[seat].lines}
        ways = [
            stand.needs
            for stand in choice.turn.outlook
            if stand.name in choice.turn.lines
            and not lines[stand.name].is_finished
            and stand.needs
            and stand.needs <= lines[stand.name].tunnels_left
        ]
        counts.add(len(ways))

        assert said == sorted(ways)[:1]
    assert counts >= {0, 1, 2}


def test_of_the_markers_for_the_nearest_spot_the_first_is_told() -> None:
    """Each marker of the hand is looked at for itself."""
    counts = set[int]()
    for state, seat in positions("metromania", 2, 10):
        near = nearest_spot(state, 2 * seat)
        hands = (
            (*state.hands[:seat], (each,), *state.hands[seat + 1 :]) for each in state.hands[seat]
        )
        single = filter(
            None, (nearest_spot(replace(state, hands=each), 2 * seat) for each in hands)
        )
        found = sorted((each.tunnels, each.letter) for each in single)
        counts.add(len({letter for tunnels, letter in found if tunnels == found[0][0]}))

        assert ([(near.tunnels, near.letter)] if near else []) == found[:1]
    assert max(counts) > 1


def test_markers_that_got_their_first_station_are_told_and_no_others() -> None:
    told = 0
    for (turn, draft), _ in pairs("metromania", 2):
        before = turn.start.state
        waiting = {each.marker for each in before.placed if not before.stations_at(each.cell)}
        served = [
            each.marker.letter
            for each in draft.state.placed
            if each.company == turn.seat and each.marker in waiting
            if draft.state.stations_at(each.cell)
        ]
        said = [each.facts["letters"] for each in reasons(turn) if each.key == "why.mm.served"]
        told += bool(served)

        assert said == ([tuple(served)] if served else [])
    assert told


def test_a_finished_line_says_what_is_kept_only_where_more_is_kept() -> None:
    """Of two lines the second one may keep nothing more."""
    (turn, _), _ = next(pairs("metromania", 2))
    first, *rest = turn.turn.effects
    dig = replace(turn.turn.digs[0], end=next(iter(GATE_OF)))
    summary = replace(turn.turn, effects=(replace(first, action=dig), *rest))
    for more in (0, 3):
        before = summary.before.companies
        own = before[turn.seat]
        kept = replace(own, kept_points=own.kept_points + more)
        after = (*before[: turn.seat], kept, *before[turn.seat + 1 :])
        done = replace(summary, after=replace(summary.after, companies=after))
        said = next(iter(reasons(replace(turn, turn=done))))

        assert said.key == ("why.mm.finishes_keeping" if more else "why.mm.finishes")
        assert said.count == (kept.kept_points if more else None)


@pytest.mark.parametrize("gain", [4, 5, 6])
def test_of_several_harms_the_first_is_named_and_worth_no_more_than_it_costs(
    monkeypatch: pytest.MonkeyPatch, gain: int
) -> None:
    """A turn that harms nothing gives nothing up; a line with nothing to spare loses nothing."""
    monkeypatch.setattr(module, "_gain", lambda _: gain)
    monkeypatch.setattr(module, "_lost", lambda _: 5)
    choice = next(turn for (turn, _), _ in pairs("metromania", 2) if turn.turn.seat is not None)
    end = Risk(Harm.ENDS_BUILDING)
    line, tight = (Risk(harm, LineName.STRIPED) for harm in (Harm.NO_WAY, Harm.NOTHING_TO_SPARE))
    for risks, name in (((line, end, tight), "line"), ((end, line, tight), "end")):
        own = {"line": "striped"} if name == "line" else {}
        worth = sacrifice(replace(choice, turn=replace(choice.turn, risks=risks)))
        assert worth is not None
        key = f"why.mm.{'gives' if gain > 5 else 'loses'}_{name}"
        assert (worth.sentence.key, worth.is_worth_it) == (key, gain > 5)
        assert worth.sentence.facts == {**own, "lost": 5, "gain": gain}

    spare = sacrifice(replace(choice, turn=replace(choice.turn, risks=(tight, line))))
    assert spare is not None
    assert (spare.sentence.key, spare.is_worth_it) == ("why.mm.tight", True)
    none: list[dict[str, Any]] = [{"risks": ()}, {"risks": (line,), "seat": None}]
    for change in none:
        assert sacrifice(replace(choice, turn=replace(choice.turn, **change))) is None
