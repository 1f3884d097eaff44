"""Whom whoever runs the bot keeps out: their seats become vacant, and no rating moves."""

import asyncio
from datetime import timedelta
from pathlib import Path

from metrobot.service.membership.blocks import EVERY, PERSON, SERVER
from metrobot.service.model.errors import TableKey
from metrobot.service.model.play import Person, Status
from tests.databases import url_of
from tests.service.acts import opened
from tests.service.stage import ANN, BOB, CAT, CHANNEL, GUILD, Stage, staged


async def block(stage: Stage, number: int, kind: str = PERSON) -> bool:
    """Block somebody as the command does, which tells the bot nothing."""
    return await stage.store.blocks.add(kind, number, stage.clock.now())


async def ratings(stage: Stage, *people: Person) -> list[tuple[int, float]]:
    """Return games and skill of people on the server."""
    profiles = [await stage.tables.leaderboards.profile(GUILD, each.id) for each in people]
    return [(p["toy"].standing.games, p["toy"].standing.mu) if p else (0, 25.0) for p in profiles]


async def test_the_list_is_read_in_each_round_and_a_round_comes_in_time(tmp_path: Path) -> None:
    asked = list[timedelta]()
    async with staged(url_of(tmp_path / "games.db"), hurry=asked.append) as stage:
        blocks = stage.tables.blocks
        first = await block(stage, BOB.id), await block(stage, BOB.id)
        await block(stage, 77, SERVER)
        before = blocks.refusal(GUILD, BOB.id)
        await blocks.sweep()
        told = [blocks.refusal(*each) for each in ((GUILD, BOB.id), (77, ANN.id), (77, BOB.id))]
        await stage.store.blocks.remove(PERSON, BOB.id)
        await blocks.sweep()

        assert first == (True, False)
        assert before is None
        assert told == [TableKey.BLOCKED, TableKey.SERVER_BLOCKED, TableKey.BLOCKED]
        assert blocks.refusal(GUILD, BOB.id) is None
        assert asked.count(EVERY) == 2


async def test_the_seats_of_who_is_blocked_become_vacant(stage: Stage) -> None:
    stage.line.poster = stage.notifier
    table = await stage.start(BOB, CAT)
    await block(stage, BOB.id)
    await asyncio.gather(stage.tables.blocks.sweep(), stage.tables.blocks.sweep())

    after = await stage.tables.by_id(table.id)
    assert [person.name for person in after.seated] == ["Ann", "Cat"]
    assert (await stage.in_channel()).count("vacated") == 1
    assert (await stage.finish(after)).status is Status.OVER


async def test_who_is_blocked_leaves_lobbies_and_others_host_them(stage: Stage) -> None:
    """One in which nobody else is closes; another one shows who is left."""
    stage.line.poster = stage.notifier
    await stage.lobby(BOB)
    alone = await opened(stage.tables, CHANNEL + 1)
    await block(stage, ANN.id)
    await stage.tables.blocks.sweep()

    left = await stage.tables.in_channel(CHANNEL)
    assert ([person.name for person in left.people], left.place.host) == (["Bob"], BOB.id)
    assert (await stage.tables.by_id(alone.id)).status is Status.CANCELLED
    assert "lobby" in [kind for kind, _, _ in await stage.said()]


async def test_to_be_blocked_moves_no_rating(stage: Stage) -> None:
    """Neither theirs, who do not come last, nor that of those who play on."""
    table = await stage.take(await stage.start(BOB, CAT), 1)
    await block(stage, BOB.id)
    await stage.tables.blocks.sweep()
    await stage.finish(await stage.tables.by_id(table.id))

    assert await ratings(stage, ANN, BOB, CAT) == 3 * [(0, 25.0)]


async def test_games_that_were_over_before_count(stage: Stage) -> None:
    """Only those that somebody is made to leave do not."""
    await stage.finish(await stage.start(BOB))
    await block(stage, BOB.id)
    await stage.tables.blocks.sweep()

    assert [games for games, _ in await ratings(stage, ANN, BOB)] == [1, 1]


async def test_a_game_alone_of_who_is_blocked_ends(stage: Stage) -> None:
    """Nobody else could play it on."""
    table = await stage.start(BOB)
    await stage.tables.seats.resign(table.id, BOB.id)
    await block(stage, ANN.id)
    await stage.tables.blocks.sweep()

    assert (await stage.tables.by_id(table.id)).status is Status.CANCELLED


async def test_who_is_blocked_stays_so_when_forgotten(stage: Stage) -> None:
    """Else to be forgotten would be a way back."""
    await stage.finish(await stage.start(BOB))
    await block(stage, BOB.id)
    await stage.tables.privacy.forget(BOB.id)
    await stage.tables.blocks.sweep()

    assert stage.tables.blocks.refusal(GUILD, BOB.id) == TableKey.BLOCKED
