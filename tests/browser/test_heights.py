"""On a phone a planner's picture and its buttons are in sight together."""

from itertools import islice

import pytest

from metrobot.ui.app.fronts import FRONTS
from tests.legible.heights import phone
from tests.legible.sketches import sketches

pytestmark = pytest.mark.browser

SOME = 24


@pytest.mark.parametrize("title", FRONTS)
async def test_messages_fit_on_a_phone(title: str) -> None:
    """Planners before each choice, boards and lobbies, as Chromium shows them."""
    some = list(islice((each for each in sketches(title, 1) if each.language == "en"), SOME))
    async with phone() as there:
        heights = await there.measured(some)

    assert len(some) > SOME // 2
    beyond = [
        (sketch.state, height)
        for sketch, height in zip(some, heights, strict=True)
        if not height.is_within(title, sketch.state)
    ]
    assert beyond == []
