"""A database in which there is something of everything."""

from datetime import UTC, datetime, timedelta

from metrobot.service.daily.timetable import first_press, number_at
from metrobot.service.people.preferences import RemindLine
from metrobot.service.play.lock_choice import draft_for
from metrobot.store.schema.act_rows import NewDelivery
from metrobot.store.schema.rows import PersonRow
from metrobot.store.statements.finished import ReplayRow
from metrobot.store.statements.jobs import JobRow
from metrobot.store.statements.outbox import enqueue
from tests.service.stage import ANN, BOB, CAT, DAN, FakeClock, FakeNotifier, Stage, staged

_NOW = datetime(2026, 1, 1, 12, 30, 15, 250_001, tzinfo=UTC)


async def fill(url: str) -> None:
    """Play a game to its end, and another one half-way, with all that goes with it."""
    async with staged(url, clock=FakeClock(), notifier=FakeNotifier()) as stage:
        stage.line.poster = stage.notifier
        await stage.finish(await stage.start(BOB, open=True))
        table = await stage.take(await stage.start(BOB, CAT), 1)
        await stage.said()
        table = await stage.tables.seats.resign(table.id, CAT.id)
        await _more(stage, table.id)
        for kind in ("gone", "undo"):
            ballot = await stage.tables.ballots.open(table, kind, ANN.id, [ANN.id, BOB.id])
            await stage.vote(table, ballot, BOB, agrees=kind == "undo")
            if kind == "gone":
                await stage.store.ballots.close(ballot.id)
        await stage.store.ballots.close(ballot.id)


async def _more(stage: Stage, game: int) -> None:
    """Store languages, deliveries, wishes, a replay, jobs, and a line of the day."""
    store = stage.store
    await store.people.set_player_language(BOB.id, BOB.name, "nl")
    await store.people.set_server_language(1, "ko")
    await store.people.set_memo("note", "Zürich")
    told = [NewDelivery("cancelled", None, CAT.id, 1, 2), NewDelivery("cancelled", None, BOB.id, 1)]
    await store._database.write(lambda c: enqueue(c, None, 0, told, stage.clock.now()))
    await store.looks.set_hours(game, 6, stage.clock.now())
    row = (await store.preferences.of([BOB.id]))[BOB.id]
    await store.preferences.save(BOB.id, BOB.name, row, stage.clock.now())
    await store.finished.store_replay(
        ReplayRow(0, 1, 2, PersonRow(9, "").id, '{"é": 1}', _NOW), 10**6
    )
    await store.jobs.add(JobRow("review.0.1", "review", None, b"\x00"), _NOW)
    await store.jobs.add(JobRow("turn.2.9", "turn", game, b"\x00 what a seat may see"), _NOW)
    await store.jobs.answer("turn.2.9", b"\xff")
    await _play_a_line(stage)
    stage.clock.advance(timedelta(days=2).total_seconds())
    await stage.tables.housekeeping.round()


async def _play_a_line(stage: Stage) -> None:
    """Begin the line of the day, forget somebody who has, and let a server have its paper."""
    daily, number = stage.tables.daily, number_at(stage.clock.now())
    run = await daily.runs.begin(
        number, ANN, guild=1, interaction=first_press(number), is_new=False
    )
    draft = draft_for(run.play, ANN.id).then(0)
    await daily.runs.play_draft(run.row.id, ANN, run.play.revision, draft.code)
    await daily.runs.begin(number, DAN, guild=1, interaction=first_press(number) + 1, is_new=True)
    await stage.tables.privacy.forget(DAN.id)
    await daily.papers.choose(1, 2, 9, "Europe/Berlin")
    wishes = await stage.tables.people.prefer(ANN, remind_line=RemindLine.DAILY)
    await daily.reminders.remind(ANN.id, wishes)
