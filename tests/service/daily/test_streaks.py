"""Streaks as pure functions: their laws, and a second program that counts them another way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrobot.service.daily.streaks import COUNTED, MOST_SPARE, ROW, Streak, streak_of, week_sum
from tests.service.daily.second_count import Days, counted


@st.composite
def histories(draw: st.DrawFn) -> tuple[Days, int]:
    """Draw the lines of somebody, days missing, and the first line that is open."""
    runs = draw(st.lists(st.tuples(st.booleans(), st.integers(1, 16)), max_size=10))
    done = [is_done for is_done, count in runs for _ in range(count)]
    gaps = draw(st.lists(st.sampled_from([1, 1, 1, 1, 2, 9]), min_size=len(done)))
    number, days = draw(st.integers(1, 900)), list[tuple[int, bool]]()
    for is_done, gap in zip(done, gaps, strict=False):
        days.append((number, is_done))
        number += gap
    return days, draw(st.sampled_from([number - 1, number, number + 1, number - 2]))


@given(histories())
def test_a_streak_is_what_another_program_counts(history: tuple[Days, int]) -> None:
    """Of any past, with days on which the bot was down, and lines that are still open."""
    found = streak_of(*history)

    assert (found.length, found.spare, found.used) == counted(*history)


@given(histories())
def test_nobody_has_more_than_they_can_have(history: tuple[Days, int]) -> None:
    found = streak_of(*history)

    assert 0 <= found.length <= sum(is_done for _, is_done in history[0])
    assert 0 <= found.spare <= min(MOST_SPARE, found.length // ROW)
    assert 0 <= found.row < ROW
    assert found.length or found == Streak()


@given(histories())
def test_a_finished_line_makes_any_streak_one_longer(history: tuple[Days, int]) -> None:
    """Also one that is still open to others; no spare day is lost by it."""
    days, open_from = history
    more = [*days, (open_from + 5, True)]
    before, after = streak_of(days, open_from), streak_of(more, open_from)

    assert after.length == before.length + 1
    assert after.spare in (before.spare, min(MOST_SPARE, before.spare + 1))
    assert not after.used


@given(histories(), st.integers(0, 3))
def test_lines_that_are_open_are_not_missed(history: tuple[Days, int], count: int) -> None:
    """However many: nothing is lost as long as they can be finished."""
    days, open_from = history
    after = open_from + 20
    still = [(after + number, False) for number in range(count)]

    assert streak_of([*days, *still], after) == streak_of(days, after)


@given(histories())
def test_days_on_which_the_bot_was_down_are_none(history: tuple[Days, int]) -> None:
    """The same past without any gap in its numbers is the same streak."""
    days, _ = history
    close = [(number, is_done) for number, (_, is_done) in enumerate(days)]

    assert streak_of(close, 10**6) == streak_of(days, 10**6)


@pytest.mark.parametrize("count", range(1, 30))
def test_who_misses_nothing_has_all(count: int) -> None:
    """A spare day after seven, another after fourteen, no third."""
    found = streak_of([(number, True) for number in range(count)], count)

    assert (found.length, found.spare) == (count, min(2, count // 7))


@pytest.mark.parametrize(
    ("days", "length", "spare", "used"),
    [
        ("", 0, 0, False),
        ("-", 0, 0, False),
        ("x", 1, 0, False),
        ("x-", 0, 0, False),
        ("xxxxxx-", 0, 0, False),
        ("xxxxxxx", 7, 1, False),
        ("xxxxxxx-", 7, 0, True),
        ("xxxxxxx-x", 8, 0, False),
        ("xxxxxxx--", 0, 0, False),
        ("xxxxxxx-xxxxxx-", 0, 0, False),
        ("xxxxxxx-xxxxxxx", 14, 1, False),
        ("xxxxxxxxx-xxxxxx", 15, 0, False),
        ("xxxxxxxxxxxxx-xxxxxxx", 20, 1, False),
        ("xxxxxxxxxxxxxx--", 14, 0, True),
        ("xxxxxxxxxxxxxxxxxxxxx---", 0, 0, False),
        ("xxxxxxxxxxxxxxxxxxxxx--x", 22, 0, False),
        ("xxxxxxxxxxxxxx-xxxxxxxx-x-", 23, 0, True),
    ],
)
def test_spare_days_are_earned_and_used_by_themselves(
    days: str, length: int, spare: int, used: bool
) -> None:
    """Seven in a row earn one, two at most; a missed line begins the seven anew."""
    found = streak_of([(place, each == "x") for place, each in enumerate(days)], 999)

    assert (found.length, found.spare, found.used) == (length, spare, used)


@given(st.lists(st.integers(-40, 40), max_size=7), st.lists(st.integers(-40, 0), max_size=7))
def test_a_week_comes_to_its_best_five(against: list[int], easy: list[int]) -> None:
    left, found = [*against, *easy], 0
    for _ in range(min(5, len(left))):
        found += left.pop(left.index(max(left)))

    assert week_sum(against, easy) == found
    assert COUNTED == 5
