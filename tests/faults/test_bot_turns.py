"""Killed while a computer thinks, the bot plays its turn once, and the one that was due."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from metrobot.games.registry import TITLES
from metrobot.service.finished.record_check import check_dealing, check_record
from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from metrobot.store.open import open_store
from tests.faults.bot_turns import CHANNEL, OVER, PLAYING, Now
from tests.faults.ledger import stored
from tests.faults.loopback import Loopback
from tests.faults.playing import Party
from tests.faults.process import KEPT, ROOT, Bot
from tests.faults.world import LateError, until

pytestmark = pytest.mark.faults
LONGEST_LIFE = 2.5
"""Seconds after which it is killed at the latest, counted from when it plays."""
STARTS = 40.0
WHOLE = 120.0
"""Seconds that the rest of a game may take on a machine that is busy."""


class Lives:
    """One process after another that plays on the same database."""

    def __init__(self, folder: Path, module: str = "tests.faults.bot_turns") -> None:
        self._module = module
        self.database, self.notes = folder / "games.db", folder / "notes"
        self._output = folder / "output"
        self.notes.touch()
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Start one."""
        environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", self._module, str(self.database), str(self.notes)],
                cwd=ROOT,
                env=environment | {"PYTHONPATH": str(ROOT)},
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def has_said(self, line: str) -> bool:
        """Return whether the newest one has said something; one that fails is no good."""
        said = self._output.read_text(encoding="utf-8")
        assert "Traceback" not in said, said
        return line in said.split()

    def kill(self) -> None:
        """Kill the newest one without a warning."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()


async def _table(database: Path) -> Table:
    store = await open_store(f"sqlite+aiosqlite:///{database}")
    try:
        return await Tables(store, Now(), TITLES).in_channel(CHANNEL)
    finally:
        await store.close()


async def test_killed_while_a_computer_thinks_it_plays_once(tmp_path: Path, kills: int) -> None:
    """At random instants; then the game goes on to its end, and its record is right."""
    lives, dice = Lives(tmp_path), Random(7)
    for _ in range(min(kills, 20)):
        lives.begin()
        await until(lambda: lives.has_said(PLAYING), STARTS, "it plays")
        with contextlib.suppress(LateError):
            await until(lambda: False, dice.uniform(0, LONGEST_LIFE), "it lives")
        lives.kill()
    lives.begin()
    await until(lambda: lives.has_said(OVER), STARTS + WHOLE, "the game is over")
    lives.kill()

    table = await _table(lives.database)
    assert table.status is Status.OVER
    assert table.record().by is not None
    assert check_record(TITLES, table.record()).is_over
    assert check_dealing(TITLES, table.record()).reason is None
    assert [each.revision for each in table.log] == list(range(1, len(table.log) + 1))
    decided = {tuple(line.split()) for line in lives.notes.read_text(encoding="utf-8").splitlines()}
    assert len({seed for seed, _ in decided}) == len(decided)  # thought again, the same again


async def test_the_bot_killed_while_a_computer_takes_its_time_goes_on(
    discord: Loopback, bot: Bot
) -> None:
    """Right after each turn of the person: they are called again, once for each turn."""
    party = Party(discord, discord.world.channels[0], discord.world.people[:1], Random(5))
    await party.start_against_computer("metromania")
    for turn in range(1, 4):
        await party.turn()
        await bot.kill()
        await bot.start()
        await until(party.called, STARTS, "the computer has played")
        (game,) = stored(bot.database)
        acted = [logged for logged in game.now.log if isinstance(logged.event.actor, int)]
        turns = {(logged.turn, logged.event.actor) for logged in acted}
        assert len(turns) in (2 * turn, 2 * turn + 1)  # the computer may begin
        assert len({number for number, _ in turns}) == len(turns)
    assert "Traceback" not in bot.log, bot.log
