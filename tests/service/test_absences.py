"""Absences and covers protect nobody for ever: ten days of a game, and one call a turn."""

from datetime import timedelta

import pytest

from metrobot.service.membership.transfer_rules import ANSWERING, is_late
from metrobot.service.model.play import GameId
from metrobot.service.people.people import MOST_ABSENCES
from metrobot.store.parts import GameStore
from metrobot.store.schema.act_rows import DeliveryRow, Move
from tests.service.stage import BOB, CAT, Stage

DAY = 24 * 3600.0


async def is_bob_late(stage: Stage, days: float) -> bool:
    """Return whether the others may decide about Bob's seat after some more days."""
    stage.clock.advance(days * DAY)
    table = await stage.tables.by_id(GameId(1))
    return is_late(table, 1, stage.tables.acting.waited(table, 1))


async def away(stage: Stage, days: float) -> None:
    """Let Bob be away for some days from now on."""
    await stage.tables.people.be_away(BOB, stage.tables.clock.wall() + timedelta(days=days))


async def called(stage: Stage, **options: bool) -> None:
    """Start a game of three in which Bob is called."""
    await stage.take(await stage.start(BOB, CAT, **options), 1, 1)
    await stage.wait(0)


async def test_who_is_away_for_a_year_is_late_after_ten_days_and_a_day(stage: Stage) -> None:
    await called(stage)
    await away(stage, 365)

    assert not await is_bob_late(stage, 10.9)
    assert await is_bob_late(stage, 0.1)


async def test_absence_that_is_set_anew_each_day_is_no_longer(stage: Stage) -> None:
    """Nor with another end each time, nor by coming back in between."""
    await called(stage)
    for day in range(10):
        await away(stage, 3 + day % 3)
        assert not await is_bob_late(stage, 0.95)
        await stage.tables.people.be_away(BOB, None)
        assert not await is_bob_late(stage, 0.05)
    await away(stage, 30)

    assert not await is_bob_late(stage, 0.9)
    assert await is_bob_late(stage, 0.2)


@pytest.mark.parametrize("ahead", [0, -400])
async def test_the_days_of_all_absences_of_a_game_are_counted(stage: Stage, ahead: int) -> None:
    """In a game without a pace too, however many turns lie between or the clock was set back."""
    stage.tables.clock.ahead = timedelta(days=ahead)
    await called(stage, open=True)
    await away(stage, 30)
    assert not await is_bob_late(stage, 6)
    await stage.take(await stage.tables.by_id(GameId(1)), 1, 1)
    await stage.tables.people.acted(BOB)
    table = await stage.take(await stage.tables.by_id(GameId(1)), 1, 1)
    assert table.people[1].clock.away_used == 6 * DAY
    await stage.take(await stage.take(table, 1, 1), 1)
    await stage.wait(0)
    await away(stage, 30)

    assert not await is_bob_late(stage, 4.9)
    assert await is_bob_late(stage, 0.2)


async def test_small_absences_in_great_number_hide_no_long_one(stage: Stage) -> None:
    """Only the latest are kept, but none of their time is lost."""
    await called(stage)
    await away(stage, 9)
    stage.clock.advance(9 * DAY)
    for _ in range(MOST_ABSENCES + 5):
        await away(stage, 1)
        stage.clock.advance(60)
        await stage.tables.people.be_away(BOB, None)
    wishes = await stage.tables.people.preferences(BOB.id)
    table = await stage.tables.by_id(GameId(1))

    assert len(wishes.absences) == MOST_ABSENCES
    used = sum(last - first for first, last in wishes.absences)
    assert used == 9 * DAY + 60 * (MOST_ABSENCES + 5)
    assert stage.tables.acting.waited(table, 1) < timedelta(minutes=1)


async def test_whoever_acts_is_there_again(stage: Stage) -> None:
    """Once told until when they were away; the act of somebody who is not away tells nothing."""
    until = stage.clock.now() + timedelta(days=3)
    await stage.tables.people.be_away(BOB, until)

    assert await stage.tables.people.acted(BOB) == until
    assert await stage.tables.people.acted(BOB) is None
    assert (await stage.tables.people.preferences(BOB.id)).away_until is None


async def test_an_absence_that_begins_within_an_act_of_others_is_known_after_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The act was begun with what was read before; what it leaves in memory says nothing false."""
    table = await stage.start(BOB, CAT)
    people, append = stage.tables.people, GameStore.append
    await stage.take(await stage.take(await stage.take(table, 1, 1), 1, 1), 1, 1)
    table = await stage.tables.by_id(table.id)
    assert people.is_here(BOB.id, table.id)

    async def overtaken(store: GameStore, move: Move) -> tuple[DeliveryRow, ...]:
        await away(stage, 3)
        return await append(store, move)

    monkeypatch.setattr(GameStore, "append", overtaken)
    await stage.take(table, 1, 1)

    assert not people.is_here(BOB.id, table.id)
    assert (await stage.tables.by_id(table.id)).people[1].away_until is not None


@pytest.mark.parametrize("outvoted", [True, False])
async def test_a_cover_that_comes_and_goes_gives_no_time(stage: Stage, outvoted: bool) -> None:
    """Waits count from the call of a turn until it is played, whoever covered in between."""
    await called(stage)
    for _ in range(4):
        row, _, before = await stage.tables.seats.loader.running(1)
        await stage.tables.covers.cover(row, before, 1, "fair", outvoted=outvoted)
        stage.clock.advance(ANSWERING.total_seconds() / 4 - 60)
        await stage.tables.covers.come_back(GameId(1), BOB.id)

    assert not await is_bob_late(stage, 0)
    assert await is_bob_late(stage, 240 / DAY)


async def test_who_comes_back_in_a_turn_that_began_without_them_is_called_by_that(
    stage: Stage,
) -> None:
    """Nobody had called them; and once in a turn alone."""
    table = await stage.start(BOB, CAT)
    await stage.tables.seats.offer_computer(table, BOB.id, 1, "fair")
    stage.clock.advance(1)
    await stage.take(await stage.tables.by_id(table.id), 1, 1)
    assert not await is_bob_late(stage, 3)
    table = await stage.tables.covers.come_back(table.id, BOB.id)
    assert table.turn_since == stage.clock.now()
    stage.clock.advance(DAY / 2)
    await stage.tables.seats.offer_computer(table, BOB.id, 1, "fair")

    table = await stage.tables.covers.come_back(table.id, BOB.id)

    assert table.turn_since == stage.clock.now() - timedelta(days=0.5)
