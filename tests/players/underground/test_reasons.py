"""What a hint of On the Underground says of a turn, recounted from the points."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from metrobot.engine.sentence import Sentence
from metrobot.games.underground.board import BRANCH_COST, COLOURS, Colour
from metrobot.players.explain import Sacrifice
from metrobot.players.underground import reasons as module
from metrobot.players.underground.reasons import MOST_NAMED, reasons, sacrifice
from tests.players.test_explain import pairs


def test_own_points_and_those_of_others_are_told_apart() -> None:
    keys = set[str]()
    for (turn, draft), _ in pairs("underground", 3):
        before = turn.start.state
        gains = [draft.state.score(seat) - before.score(seat) for seat in range(3)]
        said = {each.key.removeprefix("why.ou."): each for each in reasons(turn)}
        built = [said[key].facts["points"] for key in ("builds", "builds_many") if key in said]
        paid = [said[key].count for key in ("rides", "rides_shared") if key in said]
        others = [each.facts["others"] for each in said.values() if "others" in each.facts]
        own, keys = gains.pop(turn.seat), keys | said.keys()

        assert sum((*built, *paid)) == own
        assert others == ([sum(gains)] if paid and sum(gains) else [])
    assert keys >= {"builds", "rides", "rides_shared"}


def test_up_to_three_stations_are_named_and_of_more_the_number_is_told() -> None:
    for (turn, _), _ in pairs("underground", 3):
        for each in reasons(turn):
            names = each.facts.get("stations", ())
            assert isinstance(names, tuple)

            assert each.key != "why.ou.builds" or 0 < len(names) <= MOST_NAMED
            assert each.key != "why.ou.builds_many" or (each.count or 0) > MOST_NAMED
            assert len(set(names)) == len(names)


@pytest.mark.parametrize("points", [0, 1, 2])
def test_stranded_lines_are_told_with_the_gain_unless_the_game_ends(
    monkeypatch: pytest.MonkeyPatch, points: int
) -> None:
    """All of them, in their order; one point more is worth it, none is not."""
    lines, end = list[Colour](), list[str]()
    monkeypatch.setattr(module, "stranded", lambda *_: lines)
    monkeypatch.setattr(module, "game_end_with", lambda _: next(iter(end), None))
    choice = next(turn for (turn, _), _ in pairs("underground", 3))
    choice = replace(choice, turn=SimpleNamespace(before=None, after=None, points=points))
    assert sacrifice(choice) is None

    lines += [Colour(2), Colour(0)]
    codes = tuple(COLOURS[colour].code for colour in lines)
    facts = {"colours": codes, "cost": BRANCH_COST, "gain": points}
    key = "why.ou.strands" if points else "why.ou.strands_all"
    assert sacrifice(choice) == Sacrifice(Sentence(key, facts, 2), is_worth_it=points > 0)

    end.append("why")
    assert sacrifice(choice) is None
