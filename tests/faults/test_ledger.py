"""The ledger finds what it looks for: a lost, a doubled, an untold move."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.faults.ledger import check_said, check_stored, is_all_told
from tests.faults.loopback import Loopback
from tests.faults.playing import Attempt, Party
from tests.faults.process import Bot
from tests.faults.rest import Said
from tests.faults.world import until

pytestmark = pytest.mark.faults


def changed(database: Path, folder: Path, *statements: str) -> Path:
    """Return a copy of a database in which something is otherwise."""
    copy = folder / "changed.db"
    for end in ("", "-wal"):
        if (beside := database.with_name(database.name + end)).exists():
            shutil.copy(beside, f"{copy}{end}")
    with closing(sqlite3.connect(copy)) as connection, connection:
        for statement in statements:
            connection.execute(statement)
    return copy


def finds(what: str, look: Callable[[], None]) -> None:
    """Assert that a check fails with the given words."""
    with pytest.raises(AssertionError, match=what):
        look()


@pytest.mark.parametrize("title", ["underground", "metrolijn"])
async def test_what_is_lost_doubled_or_untold_is_found(
    discord: Loopback, bot: Bot, tmp_path: Path, title: str
) -> None:
    """One fault at a time, put into what was played without any."""
    party = Party(discord, discord.world.channels[0], discord.world.people[:2], Random(1))
    await party.start(title)
    await party.play(3)
    await until(lambda: is_all_told(bot.database), 20, "all is told")
    await bot.kill()
    check_stored(bot.database, [party])
    check_said(discord, bot.database, [party])

    last = party.attempts[-2]
    gone = changed(
        bot.database,
        tmp_path,
        f"DELETE FROM events WHERE revision > {last.revision}",
        "DELETE FROM sealed",
    )
    finds("lost", lambda: check_stored(gone, [party]))

    kept = party.attempts.copy()
    party.attempts[:] = [each for each in kept if each.revision != last.revision]
    finds("nobody meant", lambda: check_stored(bot.database, [party]))
    party.attempts[:] = [*kept, Attempt(last.game, last.revision, last.person, last.code)]
    check_stored(bot.database, [party])  # tried twice, played once

    pending = "UPDATE deliveries SET status = 'pending' WHERE kind = 'turn'"
    untold = changed(bot.database, tmp_path, pending)
    finds("untold", lambda: check_said(discord, untold, [party]))
    forgotten = changed(bot.database, tmp_path, "DELETE FROM deliveries WHERE kind = 'turn'")
    finds("nobody wanted", lambda: check_said(discord, forgotten, [party]))

    said = discord.rest.said
    first = next(each for each in said if each.channel == party.channel)
    said.append(Said(first.channel, first.message + 1, first.nonce, first.at))
    finds("not in order|times", lambda: check_said(discord, bot.database, [party]))
    del said[-1]
    said.remove(first)
    finds("0 times", lambda: check_said(discord, bot.database, [party]))
