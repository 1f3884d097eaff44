"""Killed around the end of a clock or a pause, the bot loses, doubles and blocks nothing."""

import asyncio
import contextlib
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.faults.ledger import check_said, check_stored, is_all_told
from tests.faults.lines import Clocked
from tests.faults.loopback import Loopback, on_loopback
from tests.faults.parties import party_at
from tests.faults.waiting_games import (
    ASKED,
    FRESH,
    RESTED,
    RESTING,
    Pausing,
    Waiting,
    pass_time,
    rows,
)
from tests.faults.world import LateError, until

pytestmark = pytest.mark.faults
PACES = ("tonight", "tonight_at_once")
UP = ("time_up", "clock_plays")
"""Kinds of what is told of a time that is up."""
CLOCK = "clock"
KINDS = (FRESH, ASKED, RESTING, CLOCK)
"""The moments at which the bot is killed."""
BATCH = 20
"""Kills until other games begin, as games end."""
LONGEST_LIFE, LONGEST_ACT = 5.0, 0.4
"""Seconds after which a bot is killed at the latest, from its start and from an act."""
ACTED = 30.0
SETTLED = 45.0


class Tables:
    """One game of each pace, whose people wait, and one that pauses, with a bot that is killed."""

    def __init__(self, discord: Loopback, folder: Path, seed: int) -> None:
        self.discord, self.bot = discord, Clocked(discord, folder)
        self._chance, self.played = Random(seed), 0
        self._parties = [party_at(discord, at, seed) for at in range(len(PACES) + 1)]
        self._waiting = Waiting(self._parties[0], self.bot.database)
        self._pausing = Pausing(self._parties[-1], self.bot.database)

    async def begin(self) -> None:
        """Start the games."""
        await self.bot.start()
        for party, pace in zip(self._parties, PACES, strict=False):
            await party.start("underground", pace=pace)
        await self._parties[-1].start("underground")

    async def live(self, kills: int, done: "Counter[str]") -> None:
        """Let the bot live and die so many times."""
        playing = [asyncio.create_task(each.play()) for each in (self._waiting, self._pausing)]
        try:
            for _ in range(kills):
                await self._kill(min(KINDS, key=lambda each: done[each]), done)
                self._pausing.check()
                self.played += pass_time(self.bot.database)
                await self.bot.start()
                failed = [each for each in playing if each.done()]
                assert not failed, failed[0].exception()
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

    async def _kill(self, kind: str, done: "Counter[str]") -> None:
        """Kill the bot at a random instant, or soon after somebody begins something."""
        acts, seen = self._pausing.acts, len(self._pausing.acts)

        def has_come() -> bool:
            return kind in dict(acts[seen:]) or self._pausing.state[0] == RESTED

        if kind != CLOCK:
            with contextlib.suppress(LateError):
                await until(has_come, ACTED, f"{kind} is acted on")
        is_act = kind in dict(acts[seen:])
        longest = LONGEST_ACT if is_act else LONGEST_LIFE
        end = time.monotonic() + self._chance.uniform(0, longest)
        await until(lambda: time.monotonic() > end, longest + 5, "a moment")
        await self.bot.kill()
        done[kind if is_act else CLOCK] += 1

    async def check(self) -> None:
        """Check that each time that was up was told and played once, and all was said once."""
        database, pausing = self.bot.database, self._parties[-1:]
        await until(lambda: is_all_told(database), SETTLED, "all is told")
        await self.bot.kill()
        self.played += pass_time(database)
        told = Counter(
            rows(database, "SELECT game, turn, kind FROM deliveries WHERE kind IN (?, ?)", *UP)
        )
        assert set(told.values()) <= {1}, told
        taken = sum(kind == UP[1] for *_, kind in told)
        assert self.played <= taken <= self.played + len(PACES)
        check_stored(database, pausing)
        check_said(self.discord, database, pausing)
        said = Counter(each.nonce for each in self.discord.rest.said)
        assert set(said.values()) == {1}, said


async def test_no_kill_loses_or_doubles_a_turn_of_a_clock_or_a_pause(
    tmp_path: Path, kills: int
) -> None:
    """While clocks run out; while a pause is asked for, agreed to and ended."""
    done, played = Counter[str](), 0
    while done.total() < kills:
        seed = done.total()
        async with on_loopback(channels=4, people=8) as discord:
            tables = Tables(discord, tmp_path / str(seed), seed)
            await tables.begin()
            try:
                await tables.live(min(BATCH, kills - seed), done)
                await tables.check()
            finally:
                await tables.bot.stop()
            assert "Traceback" not in tables.bot.log, tables.bot.log
            played += tables.played
    assert played or kills < BATCH
    print(f"\n{done.total()} kills: {dict(done)}; clocks have played {played} turns")
