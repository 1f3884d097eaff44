"""Taking back rounds of Metrolijn: they stand."""

from pathlib import Path
from random import Random

import pytest

from tests.ui.undo_stage import a_game, ask, begin, play


@pytest.mark.parametrize(
    ("players", "said"), [(2, "all choices were revealed together"), (1, "drawn at random")]
)
async def test_a_round_of_metrolijn_stands(tmp_path: Path, players: int, said: str) -> None:
    """All have chosen, and the next card is open."""
    chooser = Random(1)
    async with a_game(tmp_path, "metrolijn") as stage:
        await begin(stage, players)
        for _ in range(players):
            await play(stage, chooser)

        answer = await ask(stage, await stage.table(), 0)

    assert said in answer
