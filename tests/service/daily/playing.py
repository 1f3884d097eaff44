"""How lines are played where there is no Discord: card by card, or as rows, which is quicker."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta

from metrobot.service.daily import timetable
from metrobot.service.daily.lines import Lines
from metrobot.service.daily.runs import OVER, Run
from metrobot.service.daily.standings import LineStandings
from metrobot.service.model.clock import Clock
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.play.lock_choice import draft_for
from metrobot.service.tables import Tables
from metrobot.store.store import Store
from tests.service.stage import GUILD, KEY, FakeClock, Stage

PRESS = 77
"""Low digits of the id of the press that begins a line, by default."""


def day_of(number: int, hours: float = 12) -> datetime:
    """Return the moment of a line's day a number of hours after it opens."""
    return timetable.opens_at(number) + timedelta(hours=hours)


def press_of(number: int, press: int = PRESS) -> int:
    """Return the id of a press on the day of a line; of others on its day it has the low digits."""
    return timetable.first_press(number) + press


def somebody(number: int) -> Person:
    """Return one of many people."""
    return Person(PlayerId(1000 + number), f"Person {number}")


def today(stage: Stage) -> int:
    return timetable.number_at(stage.clock.now())


async def begun(
    stage: Stage, who: Person, number: int | None = None, *, press: int = PRESS, guild: int = GUILD
) -> Run:
    """Begin a line, today's if none is named, or go on with it."""
    number = today(stage) if number is None else number
    return await stage.tables.daily.runs.begin(
        number, who, guild=guild, interaction=press_of(number, press), is_new=False
    )


def coded(run: Run, which: int = 0) -> str:
    """Return the code of a whole turn: one of the choices that there are, again and again."""
    draft = draft_for(run.play, run.play.people[0].id)
    while not draft.is_turn_over:
        draft = draft.then(which % len(draft.open_choices))
    return draft.code


async def after_card(tables: Tables, run: Run, who: Person, which: int = 0) -> Run:
    """Play one card of a run."""
    code = coded(run, which)
    return await tables.daily.runs.play_draft(run.row.id, who, run.play.revision, code)


async def played(stage: Stage, run: Run, who: Person, which: int = 0) -> Run:
    while not run.is_over:
        run = await after_card(stage.tables, run, who, which)
    return run


async def ended(stage: Stage, run: Run, score: int, empty: int = 0) -> Run:
    """Finish a run with a score, without playing its other cards."""
    row, now = run.row, stage.clock.now()
    longer = replace(row, deeds=(*(row.deeds or ()), ()), turns=row.turns + 1)
    over = replace(longer, status=OVER, score=score, empty=empty, over_at=now)
    await stage.store.runs.save(over)
    return replace(run, row=over)


async def scored(
    stage: Stage, who: Person, score: int, number: int | None = None, *, guild: int = GUILD
) -> Run:
    """Begin a line and have it finished with a score."""
    return await ended(stage, await begun(stage, who, number, guild=guild), score)


async def valued(stage: Stage, number: int, par: int, easy: int = 0, best: int = 50) -> None:
    row = await stage.store.lines.by_number(number)
    assert row is not None
    await stage.store.lines.store_par(replace(row, par=par, easy=easy, best=best, policy=1))


async def passed(stage: Stage, days: int) -> None:
    """Advance by days, with a round of the bot in each."""
    for _ in range(days):
        stage.clock.advance(86_400)
        await stage.tables.daily.sweep()


def more_tables(store: Store, clock: Clock | None = None) -> Tables:
    """Return the service as another process, or after a restart, has it."""
    return Tables(store, clock or FakeClock(), {}, entropy=lambda: KEY)


@asynccontextmanager
async def another(stage: Stage) -> AsyncIterator[Tables]:
    """Run another process on the same database for as long as the context lasts."""
    store = await Store.open(stage.url)
    tables = more_tables(store, stage.clock)
    try:
        yield tables
    finally:
        await tables.close()
        await store.close()


def lines_on(stage: Stage, entropy: Callable[[], bytes] = lambda: KEY) -> Lines:
    """Return the lines as another process, or after a restart, has them."""
    return Lines(stage.store, stage.clock, entropy)


def standings_on(stage: Stage) -> LineStandings:
    """Return the standings as another process, or after a restart, has them."""
    return LineStandings(stage.store, stage.clock)
