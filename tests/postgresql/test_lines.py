"""Lines of the day in several processes on one PostgreSQL: one salt, no card twice, one paper."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from metrobot.engine.errors import Refusal
from metrobot.service.daily.line import LineKey
from metrobot.service.daily.line_keys import Keys
from metrobot.service.daily.pars import LEFT
from metrobot.service.daily.runs import Run
from metrobot.service.daily.timetable import first_press, number_at
from metrobot.service.model.play import Person
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.people.preferences import RemindLine
from metrobot.service.play.lock_choice import draft_for
from metrobot.service.ports import Par, ParJob
from tests import databases
from tests.service.stage import ANN, BOB, CHANNEL, GUILD, FakeClock, FakeNotifier, Stage, staged

pytestmark = pytest.mark.postgresql
DAYS = 8
HOUR = 3600.0


class FakeJudge:
    """Knows at once what lines are worth; notes what it was asked."""

    def __init__(self) -> None:
        self.asked = list[int]()

    async def judge(self, job: ParJob) -> Par:
        """Note the line's number and give it a par."""
        self.asked.append(job.number)
        await asyncio.sleep(0)
        return Par(30, 12, 40, 1)


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[tuple[Stage, Stage]]:
    """Return two services over one database, as two processes would have them."""
    url, clock, notifier = databases.url_of(tmp_path / "games.db"), FakeClock(), FakeNotifier()
    async with (
        staged(url, clock=clock, notifier=notifier) as first,
        staged(url, clock=clock, notifier=notifier) as second,
    ):
        for number, each in enumerate((first, second)):
            each.line.poster = notifier
            each.tables.daily.lines.keys._entropy = partial(bytes, [number] * 32)
        yield first, second


def today(stage: Stage) -> int:
    """Return the number of today's line."""
    return number_at(stage.clock.now())


async def begun(stage: Stage, person: Person = ANN, press: int = 77) -> Run:
    """Begin today's line."""
    number = today(stage)
    return await stage.tables.daily.runs.begin(
        number, person, guild=GUILD, interaction=first_press(number) + press, is_new=False
    )


async def played(stage: Stage, run: Run, which: int = 0) -> Run:
    """Play a card."""
    draft = draft_for(run.play, ANN.id).then(which)
    while not draft.is_turn_over:
        draft = draft.then(0)
    return await stage.tables.daily.runs.play_draft(run.row.id, ANN, run.play.revision, draft.code)


async def finished(stage: Stage) -> Run:
    """Play today's line to its end."""
    run = await begun(stage)
    while not run.is_over:
        run = await played(stage, run)
    return run


async def test_two_that_open_a_day_at_once_agree_before_a_card_is_shown(
    pair: tuple[Stage, Stage],
) -> None:
    """On the secret, on the first day; on the salt each day."""
    salts = list[str | None]()
    for day in range(DAYS):
        one, other = await asyncio.gather(
            begun(pair[day % 2], ANN, 100 + day), begun(pair[1 - day % 2], BOB, 200 + day)
        )
        assert one.play.commitment == other.play.commitment
        assert one.line.row.salt == other.line.row.salt
        assert one.play.log[-1].event == other.play.log[-1].event
        salts.append(one.line.row.salt)
        pair[0].clock.advance(24 * HOUR)

    chains = [await each.tables.daily.lines.keys.chains() for each in pair]
    assert chains[0] == chains[1]
    firsts = [first_press(1 + day) for day in range(DAYS)]
    assert all(
        salt in (str(first + 100 + day), str(first + 200 + day))
        for day, (first, salt) in enumerate(zip(firsts, salts, strict=True))
    )


async def test_somebody_who_begins_in_two_places_at_once_has_one_run(
    pair: tuple[Stage, Stage],
) -> None:
    """With one card to play."""
    for day in range(DAYS):
        found = await asyncio.gather(*(begun(each, ANN, 100 + day) for each in (*pair, *pair)))
        assert len({run.row.id for run in found}) == 1
        assert len({run.play.log[-1].event for run in found}) == 1
        pair[0].clock.advance(24 * HOUR)


async def test_of_two_cards_at_once_one_is_played_and_the_other_told_of_it(
    pair: tuple[Stage, Stage],
) -> None:
    """It says at which card they are by now; at the end that they are done."""
    run = await begun(pair[0])
    await begun(pair[1])
    told = list[Refusal]()
    while not run.is_over:
        found = await asyncio.gather(
            *(played(each, run, at) for at, each in enumerate(pair)), return_exceptions=True
        )
        (late,) = [each for each in found if isinstance(each, BaseException)]
        (run,) = [each for each in found if isinstance(each, Run)]
        assert isinstance(late, Refusal)
        told.append(late)
        if not run.is_over:
            assert late.key == LineKey.MOVED_ON
            assert late.facts == {"card": run.card, "number": "1"}
    kept = await pair[1].store.runs.by_id(run.row.id)

    assert told[-1].key == LineKey.DONE
    assert kept is not None
    assert len(kept.deeds or ()) == kept.turns == len(told)


async def test_the_next_card_is_the_same_in_each_process(pair: tuple[Stage, Stage]) -> None:
    """It does not matter which of them played the card before."""
    run = await begun(pair[0])
    while not run.is_over:
        there = await begun(pair[1])
        assert there.play.state == run.play.state
        run = await played(pair[run.card % 2], there)
        pair = pair[1], pair[0]


async def test_a_strip_is_shared_once(pair: tuple[Stage, Stage]) -> None:
    """Though it is asked for in two processes at once."""
    line = (await finished(pair[0])).line
    found = await asyncio.gather(
        *(
            each.tables.daily.shares.share(
                DeliveryKind.STRIP, line, ANN, guild=GUILD, channel=CHANNEL
            )
            for each in pair
        ),
        return_exceptions=True,
    )
    keys = [getattr(each, "key", None) for each in found]

    assert sorted(map(str, keys)) == ["None", str(LineKey.SHARED)]


async def test_a_paper_comes_once(pair: tuple[Stage, Stage]) -> None:
    """Each day, though both look after it at once."""
    await pair[0].tables.daily.papers.choose(GUILD, CHANNEL, 9, "UTC")
    await finished(pair[0])
    for _ in range(3):
        pair[0].clock.advance(24 * HOUR)
        for hour in range(3):  # each looks when it is due, and again soon after
            pair[0].clock.advance(hour * HOUR)
            await asyncio.gather(*(each.tables.housekeeping.round() for each in pair))
            await asyncio.gather(*(each.tables.deliver_pending() for each in pair))
        pair[0].clock.advance(-3 * HOUR + 10 * HOUR)
        await asyncio.gather(*(each.tables.housekeeping.round() for each in pair))
        await asyncio.gather(*(each.tables.deliver_pending() for each in pair))
        pair[0].clock.advance(-10 * HOUR)

    told = [turn for kind, turn, _ in pair[0].notifier.said if kind == "paper"]
    assert told == [1, 2, 3]


async def test_a_reminder_of_a_line_comes_once(pair: tuple[Stage, Stage]) -> None:
    """Though both look after it at once."""
    await begun(pair[0])
    people, reminders = pair[0].tables.people, pair[0].tables.daily.reminders
    wishes = await people.remind_of_line(ANN, RemindLine.DAILY)
    await reminders.remind(ANN.id, wishes)
    pair[0].clock.advance(19 * HOUR)
    await asyncio.gather(*(each.tables.daily.sweep() for each in pair))
    await asyncio.gather(*(each.tables.deliver_pending() for each in pair))

    assert [kind for kind, _, _ in pair[0].notifier.said] == ["line_reminder"]


async def test_the_par_of_a_line_is_asked_for_once(pair: tuple[Stage, Stage]) -> None:
    """Another process asks only after a long time without a result."""
    judges = [FakeJudge(), FakeJudge()]
    await begun(pair[0])
    pars = [each.tables.daily.pars for each in pair]
    await asyncio.gather(*(each.sweep(judge) for each, judge in zip(pars, judges, strict=True)))
    await asyncio.gather(*(each.finished() for each in pars))
    first = [*judges[0].asked, *judges[1].asked]
    pair[0].clock.advance((LEFT + timedelta(seconds=1)).total_seconds())
    await asyncio.gather(*(each.sweep(judge) for each, judge in zip(pars, judges, strict=True)))
    line = await pair[1].tables.daily.lines.today()

    assert first == [*judges[0].asked, *judges[1].asked] == [1]
    assert line.par == 30


async def test_a_par_that_a_dead_process_was_asked_for_is_found_by_another(
    pair: tuple[Stage, Stage],
) -> None:
    """After a while, and once."""
    await begun(pair[0])
    row = await pair[0].store.lines.by_number(1)
    assert row is not None
    await pair[0].store.lines.ask_for_par(row, pair[0].clock.now())  # and dies
    judge, pars = FakeJudge(), pair[1].tables.daily.pars
    await pars.sweep(judge)
    early = list(judge.asked)
    pair[0].clock.advance((LEFT + timedelta(seconds=1)).total_seconds())
    await pars.sweep(judge)
    await pars.finished()

    assert (early, judge.asked) == ([], [1])


async def test_a_new_chain_counts_in_all_processes(pair: tuple[Stage, Stage]) -> None:
    """From tomorrow on, though they have known the one before."""
    first, second = (each.tables.daily.lines for each in pair)
    before = await begun(pair[0])
    await begun(pair[1])
    new = await Keys(pair[0].store, pair[0].clock, partial(bytes, [9] * 32)).renew()
    seals = [await each.keys.seal() for each in (first, second)]
    pair[0].clock.advance(24 * HOUR)
    lines = await asyncio.gather(first.today(), second.today())
    runs = await asyncio.gather(begun(pair[0]), begun(pair[1], BOB, 78))

    assert [each.anchor for each in seals] == [new.anchor, new.anchor]
    assert seals[0] == seals[1]
    assert [each.row.commitment for each in lines] == [new.commitment(2)] * 2
    assert runs[0].play.log[-1].event == runs[1].play.log[-1].event
    assert (await begun(pair[1])).play.commitment != before.play.commitment
