"""The account of the time in which people could act, and the clock that it goes by."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrobot.service.model.clock import DOUBTED, SteadyClock
from metrobot.service.model.table import Table
from metrobot.service.waits.absences import away_in
from metrobot.service.waits.acting_time import BLINK
from metrobot.service.waits.paces import used
from tests.databases import url_of
from tests.service.stage import ANN, BOB, GUILD, FakeClock, Stage, staged

MINUTE, HOUR = 60.0, 3600.0
STEPS = st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(0, 599)), max_size=8)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """Return a service whose account has begun."""
    async with staged(url_of(tmp_path / "games.db")) as stage:
        await stage.tables.acting.beat()
        yield stage


async def live(stage: Stage, seconds: float) -> None:
    """Let time pass in which the process runs, with a beat after it."""
    stage.clock.advance(seconds)
    await stage.tables.acting.beat()


def off(stage: Stage, guild: int = GUILD) -> list[float]:
    """Return the lengths of the times in which nobody of a server was heard, in seconds."""
    return [(b - a).total_seconds() for a, b in stage.tables.acting.off_spans(guild)]


# --- the clock ---


@given(STEPS)
def test_no_steps_of_the_time_of_day_change_the_time_that_passes(
    steps: list[tuple[float, float]],
) -> None:
    """However often it is set: unless it stays ahead for ten minutes, in which nothing is lost."""
    machine = FakeClock()
    clock, began = SteadyClock(machine), machine.time
    for by, seconds in steps:
        machine.jump(by)
        assert clock.compare(machine.now()) == timedelta()
        machine.advance(seconds)
        machine.jump(-by)
        clock.compare(machine.now())

    assert clock.now() - began == pytest.approx(
        timedelta(seconds=machine.passed), abs=timedelta(milliseconds=5)
    )


def test_a_clock_that_was_set_late_is_followed_and_what_it_leaps_has_not_passed() -> None:
    """A small computer without a battery learns the time of day once it has a network."""
    machine = FakeClock()
    clock = SteadyClock(machine)
    machine.jump(5 * HOUR)
    assert clock.compare(machine.now()) == timedelta()
    machine.advance(DOUBTED.total_seconds())

    assert clock.compare(machine.now()) == timedelta(hours=5)
    assert clock.now() == clock.wall() == machine.now()


def test_a_clock_that_is_set_back_leaves_all_waits_and_moves_the_hours_of_the_day() -> None:
    """Quiet hours go by the time of day: once that has lasted."""
    machine = FakeClock()
    clock, began = SteadyClock(machine), machine.time
    machine.jump(-5 * HOUR)
    clock.compare(machine.now())
    assert clock.wall() == clock.now() == began
    machine.advance(DOUBTED.total_seconds())
    clock.compare(machine.now())

    assert clock.now() == began + DOUBTED
    assert clock.wall() == machine.now()


# --- when servers were heard ---


async def test_a_process_that_lives_is_there_however_seldom_it_comes_round(stage: Stage) -> None:
    """It knows by its monotonic clock."""
    await live(stage, 25 * HOUR)

    assert off(stage) == []


@pytest.mark.embedded
async def test_what_passes_between_two_processes_of_a_file_counts_for_nobody(stage: Stage) -> None:
    await live(stage, HOUR)
    stage.clock.advance(MINUTE)
    async with staged(stage.url, clock=FakeClock(stage.clock.now())) as second:
        await second.tables.acting.beat()
        await live(second, 10 * HOUR)

        assert off(second) == [MINUTE]


async def test_a_clock_that_is_behind_at_the_start_goes_on_from_what_was_noted(
    stage: Stage,
) -> None:
    """No moment that is stored lies in its future."""
    await live(stage, HOUR)
    last = stage.tables.clock.now()
    async with staged(stage.url, clock=FakeClock(stage.clock.now() - timedelta(days=9))) as second:
        await second.tables.acting.beat()

        assert second.tables.clock.now() == last
        assert second.tables.clock.wall() == second.clock.now()


async def test_an_outage_counts_for_nobody_to_the_second(stage: Stage) -> None:
    """It is noted when it begins, not with the next beat; a blink is none."""
    stage.clock.advance(100)
    for seconds in (BLINK.total_seconds() - 1, 721):
        stage.ears["all"] = False
        stage.tables.acting.turned()
        stage.clock.advance(seconds)
        assert off(stage)[-1] == seconds
        stage.ears["all"] = True
        stage.tables.acting.turned()
        await live(stage, 100)

    assert off(stage) == [721]


@pytest.mark.parametrize(("shard", "is_off"), [(0, True), (1, False)])
async def test_an_outage_of_a_shard_is_one_for_its_servers_alone(
    stage: Stage, shard: int, is_off: bool
) -> None:
    del stage.ears["all"]
    stage.ears |= {"0/2": True, "1/2": True}
    await live(stage, 0)
    stage.ears["0/2"] = False
    stage.tables.acting.turned()
    await live(stage, HOUR)
    stage.ears.clear()
    stage.ears["0/1"] = True
    await live(stage, 0)
    await live(stage, HOUR)

    assert off(stage, shard << 22) == ([HOUR] if is_off else [])


async def test_of_two_processes_one_that_is_there_is_enough(stage: Stage) -> None:
    clock = FakeClock(stage.clock.now())
    async with staged(stage.url, clock=clock) as second:
        for each in (stage, second):
            await live(each, 0)
        stage.ears["all"] = False
        stage.tables.acting.turned()
        for _ in range(6):
            for each in (stage, second):
                await live(each, 60)
        await live(stage, 60)

        assert sum(off(stage)) <= 60


async def test_a_leap_of_the_clock_is_no_time(stage: Stage) -> None:
    """A laptop that has slept was not there."""
    stage.clock.jump(8 * HOUR)
    await live(stage, 0)
    await live(stage, DOUBTED.total_seconds())
    await live(stage, HOUR)

    assert off(stage) == [8 * HOUR]


# --- what counts for somebody ---


async def test_nothing_counts_before_the_call_is_there(stage: Stage, table: Table) -> None:
    """Whoever was not called keeps nobody waiting."""
    await live(stage, HOUR)

    assert stage.tables.acting.waited(table, 0) == timedelta()


async def called(stage: Stage, away_used: int = 0) -> Table:
    """Start a game; return it with Ann called now, who was away for so many seconds before."""
    table = await stage.start(BOB)
    ann = table.people[0]
    clocked = replace(ann.clock, called_at=stage.tables.clock.now(), away_used=away_used)
    return replace(table, people=(replace(ann, clock=clocked), table.people[1]))


async def test_who_cannot_see_the_channel_is_not_late_for_ten_days_of_a_game(stage: Stage) -> None:
    """They may have hidden it from themselves: it is bounded like an absence."""
    acting, table = stage.tables.acting, await called(stage)
    stage.blind.add(ANN.id)
    await live(stage, 9 * 24 * HOUR)
    assert acting.waited(table, 0) == timedelta(days=9)
    table = await acting.look(table, 0)
    assert acting.waited(table, 0) == timedelta()
    stage.blind.clear()
    table = await acting.look(table, 0)
    await live(stage, HOUR)
    assert acting.waited(table, 0) == timedelta(hours=1)

    stage.blind.add(ANN.id)
    table = await acting.look(table, 0)
    await live(stage, 10 * 24 * HOUR)
    assert acting.waited(table, 0) == timedelta(days=9, hours=1)


@pytest.mark.parametrize(
    ("steps", "waited"),
    [
        ([(0, 5), (24, 5)], 19),
        ([(24, 5)], 19),
        ([(24, -5)], 24),
        ([(1, 300), (24, None), (1, None)], 1),
        ([(1, 2), (0, 30), (33, 30)], 4),
        ([(1, 2), (3, 30), (30, 30)], 4),
        ([(1, 2), (3, 2), (4, 7)], 1),
        ([(0, 5), (2, "hidden"), (8, None), (1, None)], 1),
        ([(0, "hidden"), (2, 5), (8, 5)], 5),
        ([(0, 28 * 24), (28 * 24, 28 * 24)], 18 * 24),
    ],
    ids=[
        *("seen from the call on", "noticed when it was over", "over before the call"),
        *("cut short", "prolonged while it went on", "prolonged after its end", "two of them"),
        *("then hidden", "hidden before", "longest of all"),
    ],
)
async def test_a_time_out_does_not_count_until_its_end(
    stage: Stage, steps: list[tuple[float, float | str | None]], waited: float
) -> None:
    """Of looks after so many hours, with the end of the last time-out, in hours from the call."""
    table, began = await called(stage), stage.clock.now()
    for hours, end in steps:
        await live(stage, hours * HOUR)
        stage.blind.clear()
        stage.silenced.clear()
        if end == "hidden":
            stage.blind.add(ANN.id)
        elif isinstance(end, int):
            stage.silenced[ANN.id] = began + timedelta(hours=end)
        table = await stage.tables.acting.look(table, 0)

    assert stage.tables.acting.waited(table, 0) == timedelta(hours=waited)


@pytest.mark.parametrize("off", [-5 * HOUR, 5 * HOUR])
async def test_the_end_of_a_time_out_is_of_the_time_of_day(stage: Stage, off: float) -> None:
    """A clock that was set gives or takes nothing of it."""
    stage.clock.jump(off)
    for _ in range(2):
        await live(stage, DOUBTED.total_seconds())
    table = await called(stage)
    stage.silenced[ANN.id] = stage.clock.now() + timedelta(hours=3)
    await live(stage, 10 * HOUR)
    table = await stage.tables.acting.look(table, 0)

    assert stage.tables.acting.waited(table, 0) == timedelta(hours=7)


async def test_time_outs_and_absences_draw_on_the_same_ten_days(stage: Stage) -> None:
    """So a turn that ends within a time-out takes only what of it has passed."""
    day, table = 24 * HOUR, await called(stage, away_used=round(7 * 24 * HOUR))
    stage.silenced[ANN.id] = stage.clock.now() + timedelta(days=28)
    table = await stage.tables.acting.look(table, 0)
    began = stage.tables.clock.now()
    two_days = (began, began + timedelta(days=2), timedelta())
    assert away_in(table.people[0], None, *two_days) == 2 * day
    await live(stage, 20 * day)

    assert stage.tables.acting.waited(table, 0) == timedelta(days=17)


def test_times_that_are_off_are_counted_once() -> None:
    now = FakeClock().time
    at = [now + timedelta(hours=hour) for hour in range(5)]

    assert used(at[0], at[4], [(at[1], at[3]), (at[2], at[3])]) == timedelta(hours=2)
