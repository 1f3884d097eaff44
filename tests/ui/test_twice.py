"""The same interaction twice, as where two processes are brought it: nothing is done twice.

No process remembers what another one was brought. Discord takes the first answer to an
interaction once, and nothing is changed before it is promised.
"""

from collections.abc import Mapping
from typing import Any

import discord
import pytest

from metrobot.service.model.play import Status
from tests.ui.stage import Stage, ids, labels


@pytest.fixture
def doubled(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """Return a stage on which each interaction comes twice, and nobody remembers it."""
    told = list(stage.env.backend.subscribers)
    monkeypatch.setattr("metrobot.ui.process.signatures.Signatures.is_new", lambda *_: True)

    def twice(event: str, payload: Mapping[str, Any]) -> None:
        for _ in range(2 if event == "INTERACTION_CREATE" else 1):
            for each in told:
                each(event, payload)

    stage.env.backend.subscribers[:] = [twice]
    stage.foreseen = (discord.HTTPException, discord.InteractionResponded)
    return stage


async def test_a_lobby_is_opened_once(doubled: Stage) -> None:
    """The game that is there refuses the second one."""
    stage = doubled
    await stage.people[0].slash(stage.channel, "game new", game="toy")

    assert [labels(each)[0] for each in stage.public] == ["Join"]
    assert await stage.store.games.by_id(2) is None


async def test_a_private_lobby_is_opened_once(doubled: Stage) -> None:
    """So is one in a thread of its own."""
    stage = doubled
    await stage.people[0].slash(stage.channel, "game new", game="toy", thread=True)
    await stage.people[1].slash(stage.channel, "game new", game="toy", private=True)

    assert len(stage.channel.threads) == 1
    assert await stage.store.games.by_id(3) is None


async def test_a_computer_comes_once(doubled: Stage) -> None:
    stage = doubled
    lobby = await stage.lobby()
    menu = next(each for each in ids(lobby) if ":computer:" in each)
    await stage.people[0].select(lobby, ["add.easy.0"], custom_id=menu)

    assert len((await stage.table()).people) == 2


async def test_a_turn_is_played_and_told_once(doubled: Stage) -> None:
    stage = doubled
    await stage.start(1)
    before = len(stage.public)
    await stage.turn(0, "Take 1", "Stop")
    table = await stage.table()

    assert len(table.turns_played) == 1
    assert len(stage.public) == before + 1
    assert [person.id for person in table.to_act()] == [stage.people[1].id]


async def test_a_vote_counts_once(doubled: Stage) -> None:
    """Whoever asks has agreed, and is not asked again."""
    stage = doubled
    await stage.start(1, 2)
    before = len(stage.public)
    await stage.people[0].slash(stage.channel, "game end", result=True)

    assert len(stage.public) == before + 1
    assert (await stage.table()).status is Status.RUNNING
