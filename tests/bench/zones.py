"""How many days a game takes among four people in Seoul, Berlin, New York and Los Angeles.

Each sleeps from 23 to 7 o'clock and looks every eight waking hours on average. The service is
the real one, the clock is not. `python -m tests.bench.zones --games 10` tells the days of 40
turns of MetrOmania, without plans and with plans.
"""

import argparse
import asyncio
import sys
import tempfile
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any, Final
from zoneinfo import ZoneInfo

from metrobot.engine.draft import Draft
from metrobot.games.metromania.actions import Dig
from metrobot.games.registry import TITLES
from metrobot.service.model.errors import TableError
from metrobot.service.model.play import Person, Status
from metrobot.service.model.table import Table
from metrobot.service.play.plans import MOST, Plans, ahead, attempts, is_whole
from tests.databases import url_of
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, GUILD, Stage, staged

ZONES: Final = ("Asia/Seoul", "Europe/Berlin", "America/New_York", "America/Los_Angeles")
PEOPLE: Final = (ANN, BOB, CAT, DAN)
WAKES, SLEEPS = 7, 23
EVERY: Final = 8.0
"""Waking hours between two looks of a person, on average."""
STEP: Final = timedelta(minutes=10)


@dataclass(frozen=True)
class Took:
    """Days, turns and planned turns of a game."""

    days: float
    turns: int
    planned: int


async def played(
    folder: Path, seed: int, turns: int, *, plans: bool, pace: str | None = None
) -> Took:
    """Play a number of turns, in another game once one is over.

    Args:
        folder: of its database.
        seed: of looks and choices; looks are the same with plans and without.
        turns: how many to play.
        plans: whether people plan ahead.
        pace: of the game, once there is a choice; None: none.
    """
    looks, chooser = Random(seed), Random(seed + 1)
    async with staged(url_of(folder / f"{seed}-{plans}.db"), titles=TITLES) as stage:
        table = await _started(stage, pace)
        began = stage.clock.now()
        before = planned = 0
        while before + _turns(table) < turns:
            if table.status is not Status.RUNNING:
                before, planned = before + _turns(table), planned + _planned(table)
                table = await _started(stage, pace)
            stage.clock.advance(STEP.total_seconds())
            for person, zone in zip(PEOPLE, ZONES, strict=True):
                if _looks(stage.clock.now(), zone, looks):
                    table = await _look(stage, table, person, chooser, plans=plans)
            if pace is not None:
                await stage.tables.housekeeping.round()
                table = await stage.tables.by_id(table.id)
        took = stage.clock.now() - began
        found = before + _turns(table), planned + _planned(table)
        return Took(took / timedelta(days=1), *found)


def _looks(now: datetime, zone: str, looks: Random) -> bool:
    """Return whether somebody looks within one step; nobody looks in their sleep."""
    chance = looks.random()
    hour = now.astimezone(ZoneInfo(zone)).hour
    return WAKES <= hour < SLEEPS and chance < STEP / timedelta(hours=EVERY)


async def _started(stage: Stage, pace: str | None) -> Table:
    lobbies = stage.tables.lobbies
    title = "metromania"
    await lobbies.open(guild=GUILD, channel=CHANNEL, host=ANN, title=title, capacity=None)
    if pace is not None:
        await lobbies.at(CHANNEL).choose(ANN.id, "pace", pace)
    for number, person in enumerate(PEOPLE[1:]):
        await lobbies.at(CHANNEL).join(person, 500 + number)
    return await lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=900)


def _is_on_turn(table: Table, person: Person) -> bool:
    return any(each.id == person.id for each in table.to_act())


def _planned(table: Table) -> int:
    return len({each.turn for each in table.log if each.planned})


def _turns(table: Table) -> int:
    return len(table.turns_played)


async def _look(
    stage: Stage, table: Table, person: Person, chooser: Random, *, plans: bool
) -> Table:
    """Let somebody play if it is their turn, and plan the next one."""
    turns = stage.tables.turns
    if _is_on_turn(table, person):
        draft = (await turns.begin_draft(table.id, person.id)).draft
        draft = _chosen(draft, chooser)
        await turns.confirm(table.id, person.id, table.revision, draft.code)
        await stage.tables.bot_turns.settled()
        table = await stage.tables.by_id(table.id)
    if plans and table.status is Status.RUNNING and not _is_on_turn(table, person):
        await _plan(stage.tables.plans, table, person, chooser)
        table = await stage.tables.by_id(table.id)
    return table


async def _plan(plans: Plans, table: Table, person: Person, chooser: Random) -> None:
    """Drop plans that no longer fit, and plan up to the limit."""
    try:
        then = ahead(table, person.id)
        for attempt in attempts(then, then.seats_to_act()[0]):
            if attempt.refusal is not None:
                await plans.drop(table.id, person.id, attempt.mark)
        for _ in range(MOST):
            draft = _chosen((await plans.begin(table.id, person.id)).draft, chooser)
            await plans.keep(table.id, person.id, table.revision, draft.code)
    except TableError:
        return


def _chosen(draft: Draft[Any, Any], chooser: Random) -> Draft[Any, Any]:
    """Return a draft with random choices to the end of the turn; whoever can dig digs."""
    while not is_whole(draft):
        digs = [n for n, action in enumerate(draft.open_choices) if isinstance(action, Dig)]
        draft = draft.then(chooser.choice(digs or range(len(draft.open_choices))))
    return draft


async def measured(games: int, turns: int, pace: str | None = None) -> dict[bool, list[Took]]:
    """Play some games without plans (False) and with plans (True)."""
    with tempfile.TemporaryDirectory() as folder:
        return {
            plans: [
                await played(Path(folder), seed, turns, plans=plans, pace=pace)
                for seed in range(games)
            ]
            for plans in (False, True)
        }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--pace", help="of the games with plans and without")
    asked = parser.parse_args()
    for plans, took in asyncio.run(measured(asked.games, asked.turns, asked.pace)).items():
        days, share = mean(each.days for each in took), mean(e.planned / e.turns for e in took)
        turns = mean(each.turns for each in took)
        how = "with plans" if plans else "without plans"
        sys.stdout.write(f"{how}: {days:.1f} days, {turns:.0f} turns, {share:.0%} by plan\n")


if __name__ == "__main__":
    main()
