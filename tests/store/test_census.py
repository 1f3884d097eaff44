"""How much there is to do is counted from what is unfinished."""

from dataclasses import replace
from datetime import timedelta

from metrobot.store.schema.act_rows import Move, NewDelivery
from metrobot.store.store import Store
from metrobot.store.upkeep.backlog import Backlog
from tests.store.test_store import LOBBY, NOW


async def test_nothing_is_to_be_done_in_an_empty_store(store: Store) -> None:
    assert await store.backlog() == Backlog({}, None, 0)


async def test_unfinished_games_their_oldest_turn_and_messages_are_counted(store: Store) -> None:
    told = (NewDelivery("start"), NewDelivery("hand", player=10))
    for channel, title in enumerate(("toy", "toy", "other"), 1):
        number = await store.games.create(replace(LOBBY, channel=channel, title=title))
        since = NOW - timedelta(days=channel)
        row = replace(LOBBY, id=number, channel=channel, title=title, turn_since=since)
        if channel > 1:
            begun = replace(row, status="running", players=2, revision=1)
            await store.games.start(Move(begun, 0, (), told, since))
    gone = await store.games.create(replace(LOBBY, channel=9))
    before = (await store.backlog()).games
    await store.games.cancel(replace(LOBBY, id=gone, channel=9))

    found = await store.backlog()
    assert before[("toy", "lobby")] == 2
    assert found.games == {("toy", "lobby"): 1, ("toy", "running"): 1, ("other", "running"): 1}
    assert found.oldest_turn == NOW - timedelta(days=3)
    assert found.pending == 4
