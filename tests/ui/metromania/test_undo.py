"""Taking back turns of MetrOmania: what stands in the way, and what is left."""

from pathlib import Path
from random import Random

import pytest

from tests.ui.stage import alts, labels, texts
from tests.ui.undo_stage import (
    a_game,
    ask,
    begin,
    check_table,
    finish,
    mover,
    placed,
    play,
    take_back,
)


async def test_metromania_takes_turns_back_and_its_record_is_right(tmp_path: Path) -> None:
    """One turn after the other, a restart in between; then the game goes on to its end."""
    chooser = Random(7)
    async with a_game(tmp_path, "metromania") as stage:
        await begin(stage, 3)
        for number in range(3):
            before = await stage.table()
            await play(stage, chooser, is_plain=True)
            await take_back(stage, number)
            after = await stage.table()
            assert (after.state, after.log) == (before.state, before.log)
            told = stage.last
            await stage.restart()
            await play(stage, chooser, is_plain=True)
        table = await finish(stage, chooser)

    assert "took back the last turn" in texts(told)
    assert "> " in texts(told)
    assert len(alts(told)) == 1
    assert labels(told)[0] == "Plan my turn"
    check_table(table)


@pytest.mark.parametrize(("hands", "is_shown"), [("secret", True), ("open", False)])
async def test_a_marker_from_a_secret_hand_stands(
    tmp_path: Path, hands: str, is_shown: bool
) -> None:
    """Everybody has seen it; where hands are open it can be taken back."""
    chooser = Random(1)
    async with a_game(tmp_path, "metromania") as stage:
        await begin(stage, 3, hands=hands)
        while True:
            number = mover(await stage.table())
            if placed(await play(stage, chooser)):
                break
        said = await ask(stage, await stage.table(), number)

    assert ("revealed part of a hidden hand" in said) == is_shown
    assert ("Once all the others agree" in said) != is_shown


async def test_what_is_refused_hangs_on_no_secret(tmp_path: Path) -> None:
    """A turn without a marker is offered to be taken back, and its message shows no hand."""
    async with a_game(tmp_path, "metromania") as stage:
        await begin(stage, 3)
        await play(stage, Random(2))
        table = await stage.table()
        await ask(stage, table, 0)
        public = str([texts(message) for message in stage.public])

    hands = [str(marker) for hand in table.state.hands for marker in hand]
    assert "asks to take back the last turn" in public
    assert [marker for marker in hands if marker in public] == []
