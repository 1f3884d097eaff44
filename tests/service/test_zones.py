"""The program that measures games of people who look now and then, at its smallest."""

import pytest

from tests.bench.zones import measured


@pytest.mark.long
async def test_plans_are_played_while_people_sleep() -> None:
    took = await measured(1, 6)

    ((without,), (with_plans,)) = took[False], took[True]
    assert without.planned == 0 < with_plans.planned
    assert with_plans.days <= without.days
