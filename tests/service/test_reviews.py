"""Reviews: asked for, made once, kept with the game, found again after a restart."""

import asyncio
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from metrobot.arena.simulation import simulated
from metrobot.engine.record import dump
from metrobot.service.finished.reviews import LEFT, RETRIED_AFTER, ReviewKey, review_job
from metrobot.service.model.play import Play, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import REVIEW, Account
from metrobot.service.ports import ReviewJob
from metrobot.store.statements.finished import ReviewSubject
from metrobot.vitals import log_context
from tests.service.acts import refused
from tests.service.stage import ANN, BOB, CHANNEL, GUILD, KEY, Stage, staged
from tests.service.toy import TOY


@dataclass
class FakeReviewer:
    """Writes down what it is to look back on."""

    jobs: list[ReviewJob] = field(default_factory=list)
    failure: Exception | None = None
    may_end: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        """Work at once, unless it is told not to."""
        self.may_end.set()

    async def review(self, job: ReviewJob) -> str:
        """Write down, or fail."""
        self.jobs.append(job)
        await self.may_end.wait()
        if self.failure is not None:
            raise self.failure
        return f"{job.title} with {len(job.events)} events" + "+" * bool(job.earlier)


async def over(stage: Stage) -> tuple[Table, FakeReviewer]:
    """Play a game to its end; return it, and who makes reviews from now on."""
    reviewer = FakeReviewer()
    stage.tables.reviews.reviewer = reviewer
    return await stage.finish(await stage.start(BOB)), reviewer


async def asked(stage: Stage, table: Play, *, is_replay: bool = False) -> str | None:
    return await stage.tables.reviews.of(table, 1, is_replay=is_replay, is_current=bool)


async def test_a_review_is_made_once_and_kept(stage: Stage) -> None:
    table, reviewer = await over(stage)
    reviewer.may_end.clear()
    assert await asked(stage, table) is None
    assert await asked(stage, table) is None
    reviewer.may_end.set()
    await stage.tables.reviews.finished()

    assert await asked(stage, table) == f"toy with {len(table.log)} events"
    assert await asked(stage, table) == f"toy with {len(table.log)} events"
    assert len(reviewer.jobs) == 1


async def test_of_several_who_ask_at_once_one_pays(stage: Stage) -> None:
    table, reviewer = await over(stage)
    await asyncio.gather(*(asked(stage, table) for _ in range(4)))
    await stage.tables.reviews.finished()
    now = stage.clock.now()
    paid = await stage.store.charges.within(1, Account.SECONDS, (now - timedelta(hours=1), now))

    assert [amount for _, amount in paid if amount] == [REVIEW]
    assert len(reviewer.jobs) == 1


async def test_what_was_made_while_somebody_asked_is_shown(stage: Stage) -> None:
    table, reviewer = await over(stage)
    subject = ReviewSubject(table.id)
    async with stage.tables.reviews._asking.of(subject):
        asks = [asyncio.create_task(asked(stage, table)) for _ in range(4)]
        for _ in range(3):
            await stage.store.finished.review(subject)  # all of them have looked by now
        await stage.store.finished.request_review(subject, stage.clock.now())
        await stage.store.finished.store_review(subject, "made elsewhere")

    assert await asyncio.gather(*asks) == ["made elsewhere"] * 4
    assert reviewer.jobs == []


async def test_what_can_no_longer_be_read_is_made_anew(stage: Stage) -> None:
    """After a release that keeps reviews in another form."""
    table, reviewer = await over(stage)
    await asked(stage, table)
    await stage.tables.reviews.finished()
    reviews = stage.tables.reviews

    assert await reviews.of(table, 1, is_replay=False, is_current=lambda _: False) is None
    await reviews.finished()
    assert len(reviewer.jobs) == 2


@pytest.mark.parametrize("fails", [False, True])
async def test_a_review_short_of_time_is_gone_on_with_once_for_nothing(
    stage: Stage, *, fails: bool
) -> None:
    """It is shown meanwhile; whoever waits sees the rest, and one that fails is left alone."""
    table, reviewer = await over(stage)
    reviews, subject = stage.tables.reviews, ReviewSubject(table.id)
    shows = list[str | None]()

    async def ask() -> str | None:
        # What the fake writes the first time is short.
        return await reviews.of(
            table, 1, is_replay=False, is_current=bool, is_short=lambda body: "+" not in body
        )

    async def show() -> None:
        shows.append(await ask())

    await ask()
    await reviews.finished()
    reviewer.may_end.clear()
    first = await ask()
    assert reviews.is_going_on(subject)
    await reviews.late.wait(subject, 1, show)
    assert await ask() == first
    assert shows == []
    reviewer.failure = OSError() if fails else None
    reviewer.may_end.set()
    await reviews.finished()
    await reviews.sweep()
    now = stage.clock.now()
    paid = await stage.store.charges.within(1, Account.SECONDS, (now - timedelta(hours=1), now))

    assert shows == [first if fails else f"{first}+"]
    assert await ask() == shows[0]
    assert not reviews.is_going_on(subject)
    assert [job.earlier for job in reviewer.jobs] == ["", first]
    assert len({job.job_id for job in reviewer.jobs}) == 2
    assert [amount for _, amount in paid if amount] == [REVIEW]


async def test_a_restart_loses_no_review(stage: Stage) -> None:
    table, _ = await over(stage)
    stage.tables.reviews.reviewer = None
    assert await asked(stage, table) is None
    async with staged(stage.url) as other:
        await other.tables.housekeeping.round()
        other.clock.advance(LEFT.total_seconds())  # where there are others, one may be making it
        other.tables.reviews.reviewer = reviewer = FakeReviewer()
        await other.tables.housekeeping.round()
        await other.tables.reviews.finished()

        assert len(reviewer.jobs) == 1
        assert await asked(other, table) is not None
        await other.tables.housekeeping.round()
        assert len(reviewer.jobs) == 1


async def test_an_end_in_the_middle_of_a_review_loses_nothing(stage: Stage) -> None:
    """It is broken off and stays to be made."""
    table, _ = await over(stage)
    begun = asyncio.Event()

    class Slow:
        async def review(self, job: ReviewJob) -> str:
            del job
            begun.set()
            await asyncio.Event().wait()
            return ""

    stage.tables.reviews.reviewer = Slow()
    await asked(stage, table)
    await begun.wait()
    await stage.tables.reviews.close()

    assert await stage.store.finished.requested_reviews(stage.clock.now()) == (
        ReviewSubject(table.id),
    )


async def test_a_review_that_fails_is_left_alone_for_a_while(stage: Stage) -> None:
    """The log tells; asking again tries again at once, rounds do so hours later."""
    table, reviewer = await over(stage)
    reviewer.failure = ValueError("spoilt")
    await asked(stage, table)
    await stage.tables.reviews.finished()
    await stage.tables.reviews.sweep()
    await stage.tables.reviews.finished()
    assert len(reviewer.jobs) == 1

    stage.clock.advance(RETRIED_AFTER.total_seconds())
    await stage.tables.reviews.sweep()
    await stage.tables.reviews.finished()
    assert len(reviewer.jobs) == 2


async def test_a_review_that_failed_is_not_charged_and_stays_promised(stage: Stage) -> None:
    """It comes once somebody asks again, even if they have used up their time by then."""
    table, reviewer = await over(stage)
    reviewer.failure = ValueError("spoilt")
    await asked(stage, table)
    await stage.tables.reviews.finished()
    now = stage.clock.now()
    span = (now - timedelta(hours=1), now)
    assert not await stage.store.charges.within(1, Account.SECONDS, span)

    await stage.tables.ledger.note(PlayerId(1), Account.SECONDS, 120, table.id)
    reviewer.failure = None
    assert await asked(stage, table) is None
    await stage.tables.reviews.finished()
    assert await asked(stage, table) is not None


async def test_a_game_that_is_not_over_has_none(stage: Stage) -> None:
    stage.tables.reviews.reviewer = reviewer = FakeReviewer()
    table = await stage.start(BOB)
    assert await refused(asked(stage, table)) == ReviewKey.RUNNING
    await stage.tables.cancel(CHANNEL, ANN, may_manage=True)
    over = await stage.tables.by_id(table.id)

    assert await refused(asked(stage, over)) == ReviewKey.CANCELLED
    assert reviewer.jobs == []


async def test_an_imported_game_keeps_its_review_with_it(stage: Stage) -> None:
    """Apart from the game here that has the same number."""
    table, reviewer = await over(stage)
    record = dump(simulated(TOY, TOY.ruleset(2, {}), "seed", 1)).encode()
    keep = stage.tables.replays.keep
    number = await keep(record, guild=GUILD, channel=CHANNEL, person=7)
    replay = (await stage.tables.replays.replay(number, str)).play
    assert number == table.id
    reviewer.may_end.clear()
    await asked(stage, replay, is_replay=True)
    assert await stage.store.finished.requested_reviews(stage.clock.now()) == (
        ReviewSubject(number, is_replay=True),
    )
    reviewer.may_end.set()
    await stage.tables.reviews.finished()

    assert await asked(stage, replay, is_replay=True) is not None
    assert await stage.store.finished.review(ReviewSubject(table.id)) is None
    assert len(reviewer.jobs) == 1


async def test_a_job_names_nobody(stage: Stage) -> None:
    """No id, no name, no key: who asks for it can know all that it holds, the game being over."""
    table, _ = await over(stage)
    job = review_job(table, ReviewSubject(table.id))

    assert job.seed != KEY
    for person in (ANN, BOB):
        assert str(person.id) not in repr(job.rules)
        assert person.name not in repr([event.action for event in job.events])


async def test_a_forgotten_person_is_in_no_review(stage: Stage) -> None:
    """The review has places alone, and these belong to nobody by then."""
    table, _ = await over(stage)
    await asked(stage, table)
    await stage.tables.reviews.finished()
    await stage.tables.privacy.forget(BOB.id)
    body = await stage.store.finished.review(ReviewSubject(table.id))
    table = await stage.tables.by_id(table.id)

    assert body is not None
    assert BOB.name not in body
    assert str(int(BOB.id)) not in body
    assert all(person.id != BOB.id for person in table.people)


async def test_a_review_is_shown_in_the_context_of_its_asker(stage: Stage) -> None:
    """The log tells of the answer under the interaction that it answers."""
    table, reviewer = await over(stage)
    stage.tables.reviews.reviewer = None
    interactions = list[int | None]()

    async def show() -> None:
        interactions.append(log_context.log_context().interaction)

    await asked(stage, table)
    log_context.begin_interaction(7)
    await stage.tables.reviews.late.wait(ReviewSubject(table.id), 7, show)
    log_context.begin_interaction(8)
    stage.clock.time += LEFT  # where there are others, one may be making it
    await stage.tables.reviews.sweep(reviewer)
    await stage.tables.reviews.finished()

    assert interactions == [7]
