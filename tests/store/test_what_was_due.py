"""What was due before one table knew all that is due comes after an upgrade all the same."""

import json
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.service.model.play import GameId, Person
from metrobot.service.model.table import Table
from metrobot.service.people.preferences import RemindLine
from metrobot.store.schema.tables import UtcDateTime, deliveries, due, games
from metrobot.store.statements import people
from tests import databases
from tests.service.stage import ANN, BOB, CAT, DAN, GUILD, FakeClock, Stage, staged
from tests.service.test_clocks import First
from tests.service.test_plans import plan
from tests.service.test_rests import rested
from tests.store.older_forms import bring_back

HOUR: Final = 3600.0
HOURS: Final = 6
"""Hours until the first reminder at one table."""
CLOCKED, AWAITED, RESTING, VACANT, PLANNED, COMPUTED = range(1, 7)
"""The games, by their ids."""


async def _opened(
    stage: Stage, number: int, *others: Person | str, pace: str | None = None
) -> Table:
    """Start a game of Ann and others, people or computers, in a channel of its own."""
    table = await stage.tables.lobbies.open(
        guild=GUILD, channel=number, host=ANN, title="toy", capacity=None, pace=pace
    )
    assert table.id == number
    lobby = stage.tables.lobbies.at(number)
    for at, other in enumerate(others):
        if isinstance(other, str):
            await lobby.add_computer(ANN.id, other)
        else:
            await lobby.join(other, 500 + at)
    await lobby.choose(ANN.id, "seating", "joined")
    return await lobby.start(ANN.id, may_manage=False, interaction=900)


async def _play(stage: Stage) -> None:
    """Play until there is one of everything that becomes due by itself."""
    stage.line.poster = stage.notifier
    tables = stage.tables
    await _opened(stage, CLOCKED, BOB, pace="steady")
    await _opened(stage, AWAITED, BOB)
    await tables.looks.choose(AWAITED, ANN.id, HOURS, may_manage=False)
    await rested(stage, await _opened(stage, RESTING, BOB), days=5)
    table = await tables.seats.resign((await _opened(stage, VACANT, BOB, CAT)).id, BOB.id)
    await tables.seats.take(table.id, 1, DAN)
    await plan(stage, await _opened(stage, PLANNED, BOB), BOB, 1, 1)
    await stage.take(await _opened(stage, COMPUTED, "easy"), 1, 1)
    await tables.daily.papers.choose(GUILD, 99, 9, "UTC")
    await tables.daily.reminders.remind(
        ANN.id, await tables.people.prefer(ANN, remind_line=RemindLine.DAILY)
    )
    for hours in (0, HOURS):
        stage.clock.advance(hours * HOUR)
        await tables.housekeeping.round()
        await tables.deliver_pending()


def _write_as_before(connection: Connection, now: datetime) -> None:
    """Bring a database back to the form without that table, and write what the bot wrote then."""
    due_rows = connection.execute(sa.select(due).where(due.c.kind.in_(["paper", "line"]))).all()
    remind_after = sa.select(games.c.id, games.c.remind_after.label("hours"))
    watched = [dict(row) for row in connection.execute(remind_after).mappings()]
    bring_back(connection, "0029")

    def execute(text: str, **values: Any) -> None:
        moments = [
            sa.bindparam(name, type_=UtcDateTime())
            for name, value in values.items()
            if isinstance(value, datetime)
        ]
        connection.execute(sa.text(text).bindparams(*moments), values)

    watch = "INSERT INTO watches (game, hours, revision) VALUES (:id, :hours, -1)"
    connection.execute(sa.text(watch), watched)
    execute("UPDATE games SET flag_at = turn_since WHERE pace IS NOT NULL")
    paced = "SELECT id FROM games WHERE pace IS NOT NULL"
    execute(f"UPDATE seats SET called_at = NULL WHERE game NOT IN ({paced})")
    for row in due_rows:
        execute("UPDATE papers SET due_at = :at WHERE guild = :of", at=row.at, of=row.of)
        line_due = "UPDATE preferences SET line_due_at = :at WHERE player = :person"
        execute(line_due, at=row.at, person=row.person)
    soon = timedelta(hours=2 * HOURS)
    execute("UPDATE games SET flag_at = :at WHERE id = :game", at=now + soon, game=CLOCKED)
    watch = "UPDATE watches SET revision = (SELECT revision FROM games WHERE id = game)"
    execute(f"{watch}, next_at = :at WHERE game = :game", at=now + soon, game=AWAITED)
    execute(
        "INSERT INTO reminders (game, player, since, count, due_at)"
        " SELECT id, :player, turn_since, 1, :at FROM games WHERE id = :game",
        player=ANN.id,
        at=now + soon,
        game=AWAITED,
    )
    beat = json.dumps({"beat": now.timestamp(), "downs": []})
    execute("INSERT INTO memos (name, value) VALUES ('downs', :beat)", beat=beat)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """Return a clock that is that of the database too."""
    clock = FakeClock()
    monkeypatch.setattr(people, "database_time", lambda _: clock.now())
    return clock


@pytest.fixture
async def old(tmp_path: Path, clock: FakeClock) -> str:
    """Return the address of a database as the release before had it."""
    is_postgresql = databases.is_postgresql()
    url = databases.new_url() if is_postgresql else databases.url_of(tmp_path / "games.db")
    async with staged(url, clock=clock) as stage:
        await _play(stage)
        await stage.store._database.write(lambda c: _write_as_before(c, clock.now()))
    return url


async def _later(stage: Stage, hours: int) -> Counter[tuple[str, int | None]]:
    """Let hours pass, with a round after each; return what was told then, each with its game."""
    query = sa.select(deliveries.c.kind, deliveries.c.game).where(
        deliveries.c.next_at > stage.clock.now()
    )
    for _ in range(hours):
        stage.clock.advance(HOUR)
        await stage.tables.housekeeping.round()
        await stage.tables.bot_turns.settled()
        await stage.tables.deliver_pending()
    rows = await stage.store._database.read(lambda c: c.execute(query).all())
    return Counter((kind, game) for kind, game in rows)


@pytest.mark.long
@pytest.mark.scans
async def test_all_that_was_due_comes_in_its_time(old: str, clock: FakeClock) -> None:
    """Clocks, pauses, ballots, reminders, papers, planned turns, computers; on either database."""
    async with staged(old, clock=clock, thinker=First()) as stage:
        stage.line.poster, tables = stage.notifier, stage.tables
        assert await stage.store.soundness.differences() == []
        assert await tables.looks.hours(GameId(AWAITED)) == HOURS

        await tables.housekeeping.round()
        await tables.bot_turns.settled()
        computed = await tables.by_id(GameId(COMPUTED))
        await stage.take(await tables.by_id(GameId(PLANNED)), 1, 1)
        await tables.bot_turns.settled()
        planned = await tables.by_id(GameId(PLANNED))
        early = await _later(stage, 2 * HOURS - 1)
        due = await _later(stage, 1)
        opposable = await tables.seats.passing((await tables.ballots.due())[1])
        day = await _later(stage, 18)
        unopposed = await tables.seats.passing((await tables.ballots.due())[1])
        resting = await _later(stage, 4 * 24 - 12)
        rested_since = await _later(stage, 24)

    assert [person.id for person in computed.to_act()] == [ANN.id]
    assert [each.planned for each in planned.log[-2:]] == [True, True]
    assert early == {}
    assert due == {("remind", AWAITED): 1, ("half_time", CLOCKED): 1, ("line_reminder", None): 1}
    assert opposable == ()
    assert [ballot.game for _, ballot in unopposed] == [VACANT]
    assert (day["time_up", CLOCKED], day["paper", None]) == (1, 1)
    assert RESTING not in {game for _, game in early + due + day + resting}
    assert rested_since["remind", RESTING] == 1
