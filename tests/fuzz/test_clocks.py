"""Twenty thousand timelines of clocks, counted by two implementations."""

from random import Random

import pytest

from tests.service.test_paces import SEED, compare

pytestmark = pytest.mark.fuzz
TIMELINES, PARTS = 20_000, 20


@pytest.mark.parametrize("part", range(1, PARTS + 1))
def test_both_count_the_same(part: int) -> None:
    """Around changes of summer time, with absences, downs, and quiet hours of any length."""
    chance = Random(SEED + part)
    for _ in range(TIMELINES // PARTS):
        compare(chance)
