"""The ledger of lines finds what it looks for: lost, doubled and changed cards, papers twice."""

import asyncio
import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.databases import url_of
from tests.faults.line_ledger import LineLedger
from tests.faults.lines import Clocked, LinePlayer, day_of
from tests.faults.loopback import Loopback
from tests.faults.rest import Said
from tests.faults.test_ledger import changed, finds
from tests.faults.world import until

pytestmark = pytest.mark.faults
CARDS = 4
LONG = 60.0


def _check_papers(
    ledger: LineLedger, discord: Loopback, places: Mapping[int, int], number: int
) -> None:
    """Check the papers about a line against the people who played it."""
    ledger.check_papers(discord, places, number)


async def test_what_is_lost_doubled_or_changed_is_found(discord: Loopback, tmp_path: Path) -> None:
    """One fault at a time, put into what was played without any."""
    bot = Clocked(discord, tmp_path, url_of(tmp_path / "games.db"))
    channel, guild = discord.world.channels[0], discord.world.guild
    player = LinePlayer(discord, discord.world.people[0], channel, Random(1))
    await bot.start()
    playing = asyncio.create_task(player.play(lambda: day_of(bot)))
    await until(
        lambda: sum(each.is_confirmed for each in player.attempts) >= CARDS,
        LONG,
        "cards are played",
    )
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    await bot.kill()
    ledger = LineLedger(bot.database)
    ledger.check([player])

    def after(*statements: str) -> LineLedger:
        copy = changed(bot.database, tmp_path, *statements)
        return LineLedger(copy, dict(ledger.salts), dict(ledger.commitments), ledger.chains)

    (run,) = ledger.rows("SELECT * FROM runs")
    deeds = json.loads(run["deeds"])
    shorter = json.dumps(deeds[:-1])
    faults = {
        "lost: ": f"UPDATE runs SET deeds = '{shorter}', turns = turns - 1",
        "lost runs": "DELETE FROM runs",
        "a lost salt": "UPDATE lines SET salt = NULL",
        str(run["of"]): "UPDATE lines SET salt = '1'",
        "another key": "UPDATE lines SET commitment = 'x'",
        "another secret": "UPDATE memos SET value = '1:00' WHERE name = 'line_chains'",
    }
    for what, statement in faults.items():
        broken = after(statement)
        finds(what, partial(broken.check, [player]))

    last = max(each.revision for each in player.attempts if each.is_confirmed)
    kept = list(player.attempts)
    player.attempts[:] = [each for each in kept if each.revision < last]
    finds("nobody meant", lambda: ledger.check([player]))
    player.attempts[:] = kept

    paper = (
        "INSERT INTO deliveries (game, guild, channel, kind, turn, revision, status, attempts,"
        f" next_at) VALUES (NULL, {guild}, {channel}, 'paper', {run['of']}, 0, 'done', 1, '2026')"
    )
    over = "UPDATE runs SET status = 'over'"
    places = {guild: channel}
    for what, statements in {
        "0 papers": (over,),
        "1 papers": (paper,),
        "0 posts": (paper, over),
    }.items():
        broken = after(*statements)
        finds(what, partial(_check_papers, broken, discord, places, run["of"]))
    told = after(paper, over)
    (row,) = told.rows("SELECT * FROM deliveries")
    said = Said(channel, 1, f"{channel:x}.{row['id']:x}", 0.0)
    discord.rest.said.append(said)
    assert told.check_papers(discord, places, run["of"]) == 1
    told.check_all_said(discord)
    discord.rest.said.append(said)
    finds("2 posts", lambda: _check_papers(told, discord, places, run["of"]))
    discord.rest.said.append(Said(channel, 2, "another", 0.0))
    finds("nobody wanted", lambda: told.check_all_said(discord))
