"""What a line is worth: the same each time, from what a seat may see alone."""

import pickle
from functools import partial
from statistics import median_low
from typing import Any

import pytest

from metrobot.games.metrolijn.view import View
from metrobot.players.metrolijn.hindsight import best_known
from metrobot.service.daily.timetable import map_of
from metrobot.service.ports import ChoiceJob, ChosenAction, ParJob
from metrobot.thinking import pars
from metrobot.thinking.analysis import AnalysisProcess
from metrobot.thinking.choice import choose_action
from metrobot.thinking.pars import GAMES, POLICY, best_score, line_score
from metrobot.thinking.pool import Priority

KEY = bytes(range(32))


def line(number: int, key: bytes = KEY) -> ParJob:
    """Return a line that was begun."""
    return ParJob(number, map_of(number), key, (str(number), "77"))


def test_a_line_is_worth_the_same_each_time() -> None:
    """The dice follow from its number, the level and the game: another of each gives another."""
    job = line(7)
    scores = [line_score(job, "easy", game) for game in range(GAMES)]
    again = [line_score(pickle.loads(pickle.dumps(job)), "easy", game) for game in range(GAMES)]

    assert scores == again
    assert len(set(scores)) > 1
    assert [line_score(job, "fair", game) for game in range(GAMES)] != scores
    assert [line_score(line(7, KEY[::-1]), "easy", game) for game in range(GAMES)] != scores


@pytest.mark.parametrize("number", [1, 4, 128])
def test_easy_gets_less_than_fair_and_fair_no_more_than_was_found(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of five games; and no single game beats what all cards known give."""
    monkeypatch.setattr(pars, "best_known", partial(best_known, width=300))
    job = line(number)
    easy, fair = (
        [line_score(job, level, game) for game in range(GAMES)] for level in ("easy", "fair")
    )

    assert median_low(easy) <= median_low(fair)
    assert best_score(job) >= max(*easy, *fair)


def test_who_plays_a_line_sees_what_a_seat_may_see(monkeypatch: pytest.MonkeyPatch) -> None:
    """Views alone: no key, no dealing, no card but the one that all ride now."""
    seen = list[ChoiceJob]()

    def noted(each: ChoiceJob) -> ChosenAction:
        seen.append(each)
        return choose_action(each)

    monkeypatch.setattr(pars, "choose_action", noted)
    line_score(line(7), "easy", 0)

    assert len(seen) > 15
    for each in seen:
        held = pickle.dumps(each)
        assert isinstance(each.view, View)
        assert KEY not in held
        assert KEY.hex().encode() not in held
        assert b"Dealing" not in held


def test_a_choice_does_not_depend_on_cards_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many dealings that begin alike, the computer chooses alike as long as they do."""
    played = list[list[tuple[Any, int]]]()

    def noted(each: ChoiceJob) -> ChosenAction:
        found = choose_action(each)
        played[-1].append((each.view, found.index))
        return found

    monkeypatch.setattr(pars, "choose_action", noted)
    for number in range(40):
        played.append([])
        line_score(line(7, bytes([number] * 32)), "easy", 0)
    alike = 0
    for one in played:
        for other in played:
            for (view, index), (also, same) in zip(one, other, strict=False):
                if view != also:
                    break
                alike += one is not other
                assert index == same
    assert alike > 100


@pytest.mark.long
async def test_a_line_is_judged_in_a_process_behind_reviews(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Some games of each level, one search: the most is no less than any of them."""
    games = 1
    monkeypatch.setattr("metrobot.thinking.analysis.GAMES", games)
    judge, ranks = AnalysisProcess(), list[Priority]()
    run = judge.run

    async def noted(rank: Priority, *given: Any, **more: Any) -> Any:
        ranks.append(rank)
        return await run(rank, *given, **more)

    judge.run = noted  # type: ignore[method-assign]  # only to look on
    job = line(7)
    try:
        found = await judge.judge(job)
    finally:
        judge.close()
    strong = [line_score(job, "strong", game) for game in range(games)]
    easy = [line_score(job, "easy", game) for game in range(games)]

    fair = [line_score(job, "fair", game) for game in range(games)]
    middles = (median_low(strong), median_low(easy), median_low(fair))

    assert (found.par, found.easy, found.fair) == middles
    assert found.best == max(best_score(job), *strong, *fair)
    assert found.policy == POLICY
    assert found.easy <= found.par <= found.best
    assert max(*strong, *easy, *fair) <= found.best
    assert ranks == [Priority.PAR] * (3 * games + 1)
    assert max(Priority) is Priority.PAR
