"""Whatever can be said of a turn is true, by a count that shares nothing with its reasons."""

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from metrobot.players.levels import EXPLAINERS
from tests.hints.__main__ import RECOUNTS
from tests.hints.games import GivenHint
from tests.players.test_explain import pairs
from tests.titles import AGAINST_OTHERS


@pytest.mark.parametrize(
    ("name", "turns"),
    [
        *((name, 6) for name in RECOUNTS),
        *(pytest.param(name, 60, marks=pytest.mark.long) for name in RECOUNTS),
    ],
)
def test_nothing_that_is_said_of_a_turn_is_false(name: str, turns: int) -> None:
    """Another number would be; and what the planner warns of is said, and nothing else."""
    kinds, explainer = Counter[str](), EXPLAINERS[name]
    for (turn, _), (other, _) in islice(pairs(name, AGAINST_OTHERS[name]), turns):
        sacrifice, cost = explainer.sacrifice(turn), explainer.cost(turn, other)
        costs = (
            *(() if sacrifice is None else (sacrifice.sentence,)),
            *(() if cost is None else (cost,)),
        )
        hint = GivenHint(turn.start, turn.end, (*explainer.reasons(turn), *costs), other)
        recount = RECOUNTS[name](hint)
        kinds.update(said.key for said in hint.reason)

        assert recount.false_sentences() == []
        assert recount.is_warned_of() == recount.says_what_it_gives_up()
        for said in hint.reason:
            # The number of a list only chooses its grammar.
            if said.count is None or any(isinstance(each, tuple) for each in said.facts.values()):
                continue
            more = replace(hint, reason=(replace(said, count=said.count + 9),))
            assert RECOUNTS[name](more).false_sentences(), said
    assert len(kinds) > 3
