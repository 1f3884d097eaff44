"""Clocks of turns: when they run, what happens when they are up, who may do what."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from metrobot.service.membership.clocks import TurnTime
from metrobot.service.model.errors import TableKey
from metrobot.service.model.play import Person
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind, Undeliverable
from metrobot.service.people.ledger import Account
from metrobot.service.people.preferences import RemindBy
from metrobot.service.people.verdicts import verdict_on
from metrobot.service.ports import ChoiceJob, ChosenAction
from metrobot.store.statements.waits.due import DueKind
from tests.databases import url_of
from tests.service.acts import refused
from tests.service.stage import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    CLOSED,
    DAN,
    GUILD,
    HICCUP,
    TITLES,
    FakeClock,
    Stage,
    staged,
)
from tests.service.test_rests import rested
from tests.service.toy import TOY, Stop, Take
from tests.service.toy_rounds import ROUNDS, Pick

HOUR = 3600
DAY = 24 * HOUR
UP = ("time_up", "clock_plays", "covered")


class First:
    """Takes the first choice."""

    async def decide(self, job: ChoiceJob) -> ChosenAction:
        """Take it."""
        return ChosenAction(0, "why.only")


@pytest.fixture
async def told(tmp_path: Path) -> AsyncIterator[Stage]:
    """Return a service with computers, which says things."""
    url = url_of(tmp_path / "games.db")
    async with staged(url, thinker=First(), titles={**TITLES, "rounds": ROUNDS}) as stage:
        stage.line.poster = stage.notifier
        yield stage


async def started(
    stage: Stage, pace: str = "slow", *others: Person, title: str = "toy", **options: bool
) -> Table:
    """Start a game of Ann and others with a pace, and let its first clock begin."""
    lobbies = stage.tables.lobbies
    await lobbies.open(
        guild=GUILD, channel=CHANNEL, host=ANN, title=title, capacity=None, pace=pace
    )
    await lobbies.at(CHANNEL).choose(ANN.id, "seating", "joined")
    for name, value in options.items():
        await lobbies.at(CHANNEL).choose(ANN.id, name, value)
    for number, person in enumerate(others or (BOB, CAT)):
        await lobbies.at(CHANNEL).join(person, 500 + number)
    await lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=900)
    return await later(stage)


async def later(stage: Stage, hours: float = 0, step: float = 0.25) -> Table:
    """Let hours pass, with a round each quarter of an hour; return the table."""
    while True:
        await stage.tables.deliver_pending()
        await stage.tables.acting.beat()
        await stage.tables.looks.sweep()
        await stage.tables.bot_turns.settled()
        await stage.tables.deliver_pending()
        if hours <= 0:
            return await stage.tables.in_channel(CHANNEL)
        hours -= step
        stage.clock.advance(step * HOUR)


async def left(stage: Stage, person: Person = ANN) -> float | None:
    """Return the hours that somebody has left; None: no clock of theirs runs."""
    table = await stage.tables.in_channel(CHANNEL)
    found = await stage.tables.clocks.time_of(table, person.id)
    return None if found is None else found.left / timedelta(hours=1)


async def time(stage: Stage, person: Person = ANN) -> TurnTime:
    """Return the time of somebody whose clock runs."""
    found = await stage.tables.clocks.time_of(await stage.tables.in_channel(CHANNEL), person.id)
    assert found is not None
    return found


def said(stage: Stage, *kinds: str) -> list[tuple[str, int | None]]:
    """Return the deliveries of these kinds, each with the person concerned."""
    return [(kind, player) for kind, _, player in stage.notifier.said if kind in (kinds or UP)]


async def sleep(stage: Stage, person: Person, zone: str = "UTC") -> None:
    """Let somebody sleep from ten to six."""
    await stage.tables.people.live_in(person, zone)
    await stage.tables.people.keep_quiet(person, (22 * 60, 6 * 60))


# --- what counts ---


async def test_a_turn_has_its_time_from_the_call_on(told: Stage) -> None:
    """While the call has not reached the channel, nothing counts."""
    told.notifier.failures[DeliveryKind.START] = HICCUP
    await started(told)
    await later(told, 5)
    assert (await time(told)).has_begun is False
    assert await left(told) == 72

    told.notifier.failures.clear()
    await later(told, 9, step=1)

    assert (await time(told)).has_begun
    assert 72 > (await left(told) or 0) > 60


async def test_a_call_that_is_refused_for_good_starts_no_clock(told: Stage) -> None:
    """Whoever was not called cannot be late."""
    told.notifier.failures[DeliveryKind.START] = Undeliverable("discord 400", permanent=True)
    await started(told, "tonight")
    await later(told, 3)

    assert not (await time(told)).has_begun
    assert not said(told)


@pytest.mark.parametrize(
    ("sleeps", "quiet", "counted"),
    [(True, None, 32), (False, None, 32), (True, (0, 20 * 60), 28), (True, (4 * 60, 2 * 60), 28)],
)
async def test_quiet_hours_do_not_count_up_to_ten_a_day(
    told: Stage, sleeps: bool, quiet: tuple[int, int] | None, counted: int
) -> None:
    """Wherever a day begins; two thirds of it count of whoever has not said when they sleep."""
    if sleeps:
        await sleep(told, ANN)
    if quiet is not None:
        await told.tables.people.keep_quiet(ANN, quiet)
    await started(told)
    for hours in (counted / 2, counted):
        await later(told, 24, step=1)
        assert await left(told) == 72 - hours


async def test_quiet_hours_that_are_moved_about_gain_no_more_than_ten_a_day(told: Stage) -> None:
    """They are counted, not believed."""
    await sleep(told, ANN)
    await started(told)
    for hour in range(48):
        quiet = (hour % 24 * 60, (hour + 10) % 24 * 60)
        await told.tables.people.keep_quiet(ANN, quiet)
        await later(told, 1, step=1)

    assert (await left(told) or 0) <= 72 - 28


async def test_absence_does_not_count_up_to_ten_days_a_game(told: Stage) -> None:
    """More of it is time to think."""
    await sleep(told, ANN)
    await started(told)
    await told.tables.people.be_away(ANN, told.clock.now() + timedelta(days=6))
    await later(told, 6 * 24, step=2)
    assert await left(told) == 72

    await told.tables.people.be_away(ANN, None)
    for _ in range(3):
        await told.take(await later(told), 1, 1)
    await later(told)
    await told.tables.people.be_away(ANN, told.clock.now() + timedelta(days=6))
    await later(told, 6 * 24, step=2)
    assert await left(told) == 72 - 2 * 16


async def test_who_comes_back_early_is_not_late(told: Stage) -> None:
    await sleep(told, ANN)
    await started(told)
    await told.tables.people.be_away(ANN, told.clock.now() + timedelta(days=9))
    await later(told, 5 * 24, step=2)
    await told.tables.people.be_away(ANN, None)

    assert await left(told) == 72
    assert not said(told)


async def test_an_absence_ends_with_the_first_move(told: Stage) -> None:
    """Whoever plays is there, as long as they have not said anew that they are not."""
    await sleep(told, ANN)
    await started(told, "slow", BOB)
    await told.tables.people.be_away(ANN, told.clock.now() + timedelta(days=9))
    await told.take(await later(told, 1), 1, 1)
    assert await told.tables.people.acted(ANN) is not None
    await told.take(await later(told, 1), 1, 1)
    await later(told)
    await later(told, 24, step=1)

    assert await left(told) == 72 - 16


async def test_tonight_goes_by_the_clock(told: Stage) -> None:
    await sleep(told, ANN)
    await told.tables.people.be_away(ANN, told.clock.now() + timedelta(days=2))
    await started(told, "tonight")
    told.clock.advance(9 * 60)
    await later(told)
    assert not said(told)
    told.clock.advance(60)
    await later(told)

    assert said(told) == [("time_up", ANN.id)]


async def test_time_in_which_the_bot_was_down_does_not_count(told: Stage) -> None:
    """Nor that in which Discord could not be reached."""
    await sleep(told, ANN)
    await started(told)
    await later(told, 2)
    async with staged(told.url, clock=FakeClock(told.clock.now())) as stage:
        stage.line.poster = stage.notifier
        stage.clock.advance(90 * HOUR)
        await later(stage, 1)
        assert await left(stage) == 72 - 1  # two of them were in the night

        stage.ears["all"] = False
        await later(stage, 9)
        stage.ears["all"] = True
        await later(stage)
        assert (await left(stage) or 0) > 70


async def test_a_lost_channel_stops_the_clock(told: Stage) -> None:
    """It begins anew as soon as it is back; meanwhile it is looked at once an hour."""
    table, store = await started(told, "tonight"), told.store
    await store.channels.lose(table.id, "channel_gone", [], told.clock.now())
    told.tables._loader.forget()
    await later(told, 1)

    assert not said(told)
    assert not (await time(told)).has_begun
    seen = await store.due.state(DueKind.TURN, table.id)
    assert seen is not None
    assert seen.at is None
    await store.channels.regain(table.id, told.clock.now())
    told.tables._loader.forget()
    await later(told)
    assert (await time(told)).has_begun


async def test_a_clock_that_is_set_back_changes_nothing(told: Stage) -> None:
    await sleep(told, ANN)
    await started(told, "brisk")
    await told.tables.looks.sweep()
    await later(told, 3)
    before = await left(told)
    await told.tables.looks.sweep()
    told.clock.jump(-2 * DAY)
    await told.tables.looks.sweep()
    await later(told)

    assert await left(told) == before


async def test_nobody_waits_with_computers_alone(told: Stage) -> None:
    """A game alone has no clock, nor one in which one person is left."""
    table = await started(told, "tonight", BOB)
    await told.tables.seats.resign(table.id, BOB.id)
    await later(told, 2)

    assert await left(told) is None
    assert not said(told, "time_up", "clock_plays")
    # Nobody else would be told, so the one who is left is reminded as in any game.
    told.clock.advance(DAY)
    await told.tables.looks.sweep()
    assert ("remind", ANN.id) in [(kind, who) for kind, _, who in await told.said()]


@pytest.mark.parametrize(
    ("pace", "kind"), [("tonight", "time_up"), ("tonight_at_once", "clock_plays")]
)
async def test_where_all_choose_at_once_each_has_their_own_time(
    told: Stage, pace: str, kind: str
) -> None:
    table = await started(told, pace, title="rounds")
    await told.tables.turns.act(table.id, ANN.id, table.revision, [Pick(0)])
    await later(told, 0.25)

    assert (await left(told, ANN) is None) == (pace == "tonight")
    assert said(told) == [(kind, BOB.id), (kind, CAT.id)]


async def test_of_several_clocks_the_first_one_is_looked_at(told: Stage) -> None:
    """Wherever whose it is sits: here it is who has not said when they sleep."""
    for person in (BOB, CAT):
        await sleep(told, person)
    table = await started(told, "brisk", title="rounds")
    halves = [(await time(told, person)).half for person in (ANN, BOB, CAT)]
    look = await told.store.due.state(DueKind.TURN, table.id)

    assert halves[0] < halves[1] == halves[2]
    assert look is not None
    assert look.at == halves[0]


# --- what happens when it is up ---


async def test_the_table_is_told_once_and_the_player_may_still_play(told: Stage) -> None:
    table = await started(told, "tonight")
    await later(told, 80, step=4)
    assert said(told) == [("time_up", ANN.id)]

    await told.take(table, 1, 1)
    assert (await later(told)).people[0].clock.flags == 0


async def test_others_may_let_a_computer_play_this_turn(told: Stage) -> None:
    """Not sooner, not for themselves, and not who only looks on."""
    table = await started(told, "tonight")
    clocks, at = told.tables.clocks, (0, table.revision)
    for who, place, key in (
        (BOB, 0, TableKey.TIME_LEFT),
        (ANN, 0, TableKey.NO_CLOCK),
        (BOB, 1, TableKey.NO_CLOCK),
        (BOB, 9, TableKey.NO_SUCH_PLACE),
        (DAN, 0, TableKey.NOT_SEATED),
    ):
        assert await refused(clocks.let_play(table.id, who.id, place, table.revision)) == key
    await later(told, 0.25)
    await clocks.let_play(table.id, BOB.id, *at)
    after = await later(told)

    assert said(told) == [("time_up", ANN.id), ("clock_plays", ANN.id)]
    assert after.people[0].clock.flags == 1
    assert after.people[0].played_by is None
    assert [person.id for person in after.to_call()] == [BOB.id]
    assert not after.computed
    assert await refused(clocks.let_play(table.id, BOB.id, *at)) == TableKey.STALE


async def test_at_once_a_computer_plays_without_being_asked(told: Stage) -> None:
    """The game goes on as it would, and each has their time anew."""
    await started(told, "tonight_at_once")
    await later(told, 0.25)

    assert said(told) == [("clock_plays", ANN.id)]
    assert await left(told, BOB) == pytest.approx(1 / 6)


async def test_of_two_processes_one_alone_acts(told: Stage) -> None:
    await started(told, "tonight_at_once")
    await later(told, 0.15, step=0.025)
    clock = FakeClock(told.clock.now() + timedelta(seconds=90))
    async with staged(told.url, clock=clock, thinker=First(), notifier=told.notifier) as other:
        other.line.poster = told.notifier
        told.clock.advance(90)
        await asyncio.gather(told.tables.looks.sweep(), other.tables.looks.sweep())
        await asyncio.gather(*(each.tables.bot_turns.settled() for each in (told, other)))
        told.tables._loader.forget()
        after = await later(told)

        assert after.people[0].clock.flags == 1
        assert [person.id for person in after.to_call()] == [BOB.id]
        assert await told.store.looks.told(after.id, after.created_at, "clock_plays") != {}


async def test_the_third_time_the_computer_stays_until_they_are_back(told: Stage) -> None:
    await started(told, "tonight_at_once")
    for _ in range(3):
        table = await later(told, 0.25)
        for person in (BOB, CAT):
            turn = (Take(1), Stop())
            table = await told.tables.turns.act(table.id, person.id, table.revision, turn)
        await later(told)
    assert said(told).count(("clock_plays", ANN.id)) == 3
    assert said(told)[-1] == ("covered", ANN.id)
    after = await later(told)
    assert (after.people[0].cover, after.people[0].clock.flags) == ("fair", 3)


async def test_whoever_is_back_goes_on_with_the_time_they_had(told: Stage) -> None:
    """Letting a computer play and coming back before it has gives no time."""
    await sleep(told, ANN)
    table = await started(told)
    await later(told, 24, step=1)
    await told.tables.seats.offer_computer(table, ANN.id, 0, "strong")
    assert await left(told) is None
    await told.tables.covers.come_back(table.id, ANN.id)
    await later(told)

    assert await left(told) == 72 - 16


async def test_with_nobody_left_but_computers_the_game_waits(told: Stage) -> None:
    """Of two who never come one is covered in the end, and the other one awaited."""
    table = await started(told, "tonight_at_once", BOB)
    for _ in range(8):
        table = await later(told, 0.25)

    if table.status == "running":
        assert [person.cover for person in table.people].count("fair") <= 1
    assert all(person.clock.flags <= 3 for person in table.people)


async def test_who_was_played_for_comes_last_and_nobody_else_is_touched(told: Stage) -> None:
    await started(told, "tonight_at_once")
    table = await later(told, 0.25)
    await told.finish(table)
    (row,) = await told.store.ratings.uncounted(GUILD, 9)

    assert row.clocked == {0}
    verdict = verdict_on(TOY, row)
    assert verdict is not None
    assert (verdict.leavers, verdict.stayed) == ((0,), (1, 2))


# --- time that is given ---


async def test_an_opponent_gives_time_once_a_turn(told: Stage) -> None:
    """Three times in all; nobody gives it to themselves, nor who only looks on."""
    table = await started(told, "steady", BOB, CAT)
    give = told.tables.clocks.give
    for who, place, key in (
        (ANN, 0, TableKey.NO_CLOCK),
        (DAN, 0, TableKey.NOT_SEATED),
        (BOB, 2, TableKey.NO_CLOCK),
        (BOB, -1, TableKey.NO_SUCH_PLACE),
    ):
        assert await refused(give(table.id, who.id, place, table.revision)) == key
    await give(table.id, BOB.id, 0, table.revision)
    assert await left(told) == 36
    assert await refused(give(table.id, BOB.id, 0, table.revision)) == TableKey.GAVE_TIME
    await later(told)
    await give(table.id, CAT.id, 0, table.revision)

    await later(told)
    assert await left(told) == 48
    assert said(told, "time_given") == [("time_given", ANN.id)] * 2
    after = await told.take(await later(told), 1, 1)
    assert after.people[0].clock.given == ()


async def test_time_that_is_given_late_is_time_all_the_same(told: Stage) -> None:
    """The computer is not let in, and the table is told when it is up again."""
    table = await started(told, "tonight")
    await later(told, 0.25)
    await told.tables.clocks.give(table.id, BOB.id, 0, table.revision)
    await later(told)
    answer = await refused(told.tables.clocks.let_play(table.id, CAT.id, 0, table.revision))
    assert answer == TableKey.TIME_LEFT

    await later(told, 0.5)
    assert said(told) == [("time_up", ANN.id)] * 2


async def test_who_is_awaited_asks_for_time_once_a_turn(told: Stage) -> None:
    """The channel hears it, as long as anybody can give time and they have not played."""
    table = await started(told, "steady", BOB, CAT)
    ask, give = told.tables.clocks.ask_for_time, told.tables.clocks.give

    assert await refused(ask(table.id, BOB.id)) == "table.no_own_clock"
    assert await refused(ask(table.id, DAN.id)) == "table.not_seated"
    await asyncio.gather(ask(table.id, ANN.id), refused(ask(table.id, ANN.id)))
    await later(told)
    assert said(told, "time_wanted") == [("time_wanted", ANN.id)]
    table = await told.take(await later(told), 1, 1)
    table = await later(told)
    await give(table.id, ANN.id, 1, table.revision)
    await later(told)
    await give(table.id, CAT.id, 1, table.revision)
    await later(told)
    assert await refused(ask(table.id, BOB.id)) == TableKey.ENOUGH_TIME
    # Said late, it would be of no use any more.
    table = await told.take(await told.tables.in_channel(CHANNEL), 1, 1)
    await later(told)
    told.notifier.failures[DeliveryKind.TIME_WANTED] = HICCUP
    await ask(table.id, CAT.id)
    await later(told)
    await told.take(table, 1, 1)
    told.notifier.failures.clear()
    await later(told, 1)

    assert said(told, "time_wanted") == [("time_wanted", ANN.id)]


async def test_asking_for_time_is_charged_like_any_message(told: Stage) -> None:
    """Whoever has caused as much as they may is refused, and nothing is said."""
    table = await started(told, "steady", BOB)
    for _ in range(5):
        await told.tables.ledger.note(ANN.id, Account.ASKED, 1, table.id)
    assert await refused(told.tables.clocks.ask_for_time(table.id, ANN.id)) == TableKey.POSTED_OFTEN
    await later(told)
    assert not said(told, "time_wanted")


# --- the reminder ---


async def test_one_reminder_comes_at_half_of_the_time_to_the_person_alone(told: Stage) -> None:
    """A public one would tell when they sleep; there are no others."""
    await sleep(told, ANN)
    await started(told, "steady")
    await told.tables.looks.sweep()
    await later(told, 17, step=1)
    assert not said(told, "half_time", "remind", "remind_direct")
    await later(told, 12, step=1)
    await told.tables.looks.sweep()

    assert said(told, "half_time", "remind", "silent") == [("half_time", ANN.id)]


async def test_who_wants_no_reminders_gets_none(told: Stage) -> None:
    await told.tables.people.prefer(ANN, remind_by=RemindBy.NEVER)
    await started(told, "tonight")
    await later(told, 0.5, step=0.05)

    assert not said(told, "half_time")


async def test_who_takes_no_letters_is_written_to_once(told: Stage) -> None:
    """What Discord has refused is known in their next turn."""
    told.notifier.failures[DeliveryKind.HALF_TIME] = CLOSED
    await started(told, "tonight", BOB)
    for _ in range(2):
        await told.take(await later(told, 0.15, step=0.05), 1, 1)
        await told.take(await later(told), 1, 1)

    assert len(told.notifier.tried) == len(told.notifier.said) + 1


# --- bad input ---


async def test_a_pace_that_there_is_not_is_refused(told: Stage) -> None:
    """And any for a game alone, or once it has begun."""
    lobbies = told.tables.lobbies
    opened = partial(lobbies.open, guild=GUILD, channel=CHANNEL, host=ANN, title="toy")
    for pace, capacity, key in (
        ("hectic", None, TableKey.NO_SUCH_OPTION),
        ("slow", 1, TableKey.PACE_ALONE),
    ):
        assert await refused(opened(capacity=capacity, pace=pace)) == key
    table = await started(told, "slow")
    assert table.pace == "slow"
    assert await refused(lobbies.at(CHANNEL).choose(ANN.id, "pace", "tonight")) == TableKey.STARTED


async def test_the_host_chooses_a_pace_in_the_lobby(told: Stage) -> None:
    await told.lobby()
    lobby = told.tables.lobbies.at(CHANNEL)
    assert (await lobby.choose(ANN.id, "pace", "brisk")).pace == "brisk"
    assert (await lobby.choose(ANN.id, "pace", "none")).pace is None
    await lobby.choose(ANN.id, "pace", "brisk")
    await lobby.add_computer(ANN.id, "easy")
    table = await lobby.start(ANN.id, may_manage=False, interaction=1)

    assert table.pace is None


async def test_games_beyond_a_round_are_looked_at_in_the_next_one_at_once(
    told: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot comes back after hours, and all are due."""
    monkeypatch.setattr("metrobot.service.membership.looks.AT_ONCE", 1)
    await started(told)
    told.clock.advance(DAY)

    assert await told.tables.looks.sweep()
    assert not await told.tables.looks.sweep()


async def test_a_game_that_was_put_aside_goes_on_with_a_whole_turn(told: Stage) -> None:
    table = await started(told, "tonight")
    await told.put_aside()
    told.notifier.said.clear()
    await later(told, 2)
    assert not said(told)
    assert await left(told) is None

    # No round goes through games that were put aside.
    assert await told.store.due.state(DueKind.TURN, table.id) is None

    await told.tables.channels.go_on(table.id, CHANNEL, ANN.id)
    await later(told)
    assert await left(told) == pytest.approx(1 / 6)


async def test_the_clocks_of_a_cancelled_game_are_not_looked_at(told: Stage) -> None:
    """Nor does any round go through games that were cancelled."""
    table = await started(told)
    assert await told.store.due.state(DueKind.TURN, table.id) is not None
    await told.tables.cancel(CHANNEL, ANN, may_manage=True)

    assert await told.store.due.state(DueKind.TURN, table.id) is None


async def test_a_second_rest_in_one_turn_costs_no_time(told: Stage) -> None:
    """The first one is forgotten then, so the clock begins anew after the second."""
    table = await started(told, "slow", BOB)
    for days in (14, 10):
        table = await rested(told, table, days)
        await later(told, days * 24 + 8, step=8)

    assert (await left(told) or 0) >= 64
    assert not said(told)


async def test_others_without_a_pace_notice_nothing(told: Stage) -> None:
    await told.start(BOB)
    await later(told, 30, step=5)
    await told.tables.looks.sweep()

    assert await told.store.people.memo("downs") is None
    assert ("remind", ANN.id) in [(kind, who) for kind, _, who in await told.said()]
