"""The law of secrecy for plans: whatever is planned, others see the same before it is played."""

import pytest

from tests.games.planning import PLANNED
from tests.ui.turn.plan_exchanges import exchanges


@pytest.mark.parametrize("title", PLANNED)
def test_what_is_planned_changes_nothing_that_others_see(title: str) -> None:
    """`python -m tests.ui.turn.plan_exchanges` goes through 640."""
    assert exchanges(title, 1, most=4) == 4


@pytest.mark.long
@pytest.mark.parametrize("title", PLANNED)
def test_it_changes_nothing_later_on(title: str) -> None:
    assert exchanges(title, 2, most=12) == 12
