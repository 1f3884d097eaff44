"""Who may be asked by name to join a lobby, how often, and what a No holds."""

import asyncio
import contextlib
import random

import pytest

from metrobot.service.membership.lookouts import DAY, MOST_NAMED, REST, WEEK
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.people.ledger import ASKS
from metrobot.service.people.preferences import RemindBy
from tests.service.acts import opened, refused
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, Stage, staged
from tests.service.test_lookouts import EVE, HOUR, MINUTE, everybody


async def named(stage: Stage, player: int, number: int = 0, host: Person = ANN) -> list[str]:
    """Ask somebody by name in a lobby of this channel; return the kinds of what they are sent."""
    try:
        table = await opened(stage.tables, CHANNEL + number, host)
    except TableError:
        table = await stage.tables.in_channel(CHANNEL + number)
    before = len(await stage.said())
    is_asked = await stage.tables.lookouts.ask(table, host.id, PlayerId(player), everybody)
    said = (await stage.said())[before:]
    assert is_asked == bool(said)
    assert {addressee for _, _, addressee in said} <= {player}
    return [kind for kind, *_ in said]


async def test_who_is_reminded_by_letter_is_asked_there_and_others_in_the_channel(
    told: Stage,
) -> None:
    await told.tables.people.prefer(BOB, remind_by=RemindBy.DIRECT)
    await told.tables.people.live_in(CAT, "UTC")

    sent = [await named(told, player) for player in (BOB.id, CAT.id, EVE.id)]
    assert sent == [["invite_direct"], ["invite"], ["invite"]]
    assert await told.store.people.by_id(EVE.id) is None


async def test_a_lobby_asks_three_and_nobody_twice_whoever_asks(told: Stage) -> None:
    """Not by a second account of one person either, nor whom it could not ask at first."""
    await told.tables.people.prefer(BOB, asked=False)
    table = await told.lobby(CAT)
    asks = [(ANN, BOB), (CAT, BOB), (ANN, CAT), (CAT, DAN), (ANN, DAN), (ANN, EVE)]
    ask, answers = told.tables.lookouts.ask, list[object]()
    for asker, player in asks:
        try:
            answers.append(await ask(table, asker.id, player.id, everybody))
        except TableError as error:
            answers.append(error.key)

    before = TableKey.ASKED_BEFORE
    assert answers == [False, before, before, True, before, True]
    assert await refused(ask(table, ANN.id, PlayerId(77), everybody)) == before
    assert await refused(ask(table, EVE.id, PlayerId(77), everybody)) == TableKey.NOT_IN_LOBBY
    assert MOST_NAMED == 3


async def test_a_full_lobby_asks_nobody(stage: Stage) -> None:
    full = await stage.lobby(BOB, CAT)

    answer = await refused(stage.tables.lookouts.ask(full, ANN.id, EVE.id, everybody))
    assert answer == TableKey.FULL


async def test_the_answer_is_the_same_whyever_somebody_is_left_in_peace(told: Stage) -> None:
    """Asleep, away, without reminders, not wanting it, removed, or out of sight: and as dear."""
    people, now = told.tables.people, told.clock.now()
    night, crowd = (0, 23 * 60), [Person(PlayerId(100 + n), f"P{n}") for n in range(6)]
    await people.live_in(crowd[0], "UTC")
    await people.keep_quiet(crowd[0], night)
    await people.be_away(crowd[1], now + DAY)
    await people.prefer(crowd[2], remind_by=RemindBy.NEVER)
    await people.prefer(crowd[3], asked=False)
    table = await opened(told.tables)
    await told.tables.lobbies.at(CHANNEL).join(crowd[4], 1)
    await told.tables.lobbies.at(CHANNEL).remove(ANN.id, crowd[4].id)
    assert not await told.tables.lookouts.ask(table, ANN.id, crowd[4].id, everybody)

    for number, person in enumerate(crowd[:4], start=1):
        told.clock.advance(HOUR)
        assert await named(told, person.id, number) == []
    hidden = await opened(told.tables, CHANNEL + 8)
    told.clock.advance(HOUR)
    assert not await told.tables.lookouts.ask(hidden, ANN.id, crowd[5].id, lambda _: everybody(()))
    charges = await told.store.charges.within(ANN.id, "asks", (now - DAY, told.clock.now()))
    assert len(charges) == len(crowd)


async def test_no_holds_against_who_asked_for_a_week(told: Stage) -> None:
    """Nobody else is kept from asking, and a clock that is set back opens nothing."""
    await named(told, EVE.id)
    await told.tables.lookouts.decline(1, EVE.id)
    told.clock.advance(REST.total_seconds() + 1)

    assert await named(told, EVE.id, 1) == []
    assert await named(told, EVE.id, 2, BOB) == ["invite"]
    told.clock.jump(-2 * 24 * HOUR)
    assert await named(told, EVE.id, 3) == []
    told.clock.jump(2 * 24 * HOUR)
    told.clock.advance(WEEK.total_seconds())
    assert await named(told, EVE.id, 4) == ["invite"]


async def test_three_times_no_within_a_week_hold_against_all_for_a_week(told: Stage) -> None:
    """From the third on; to press it twice is one."""
    for number, host in enumerate((ANN, BOB, CAT)):
        await named(told, EVE.id, number, host)
        await told.tables.lookouts.decline(number + 1, EVE.id)
        await told.tables.lookouts.decline(number + 1, EVE.id)
        told.clock.advance(2 * 24 * HOUR)

    assert await named(told, EVE.id, 3, DAN) == []
    told.clock.advance(4 * 24 * HOUR)
    await told.tables.ledger.clear()
    assert await named(told, EVE.id, 4, DAN) == []
    told.clock.advance(24 * HOUR + 1)
    assert await named(told, EVE.id, 5, DAN) == ["invite"]


async def test_who_is_forgotten_is_not_free_of_a_no(told: Stage) -> None:
    """Of whoever asked, the ask stays by number alone, and goes after fifteen days."""
    await named(told, EVE.id, 0, BOB)
    await told.tables.lookouts.decline(1, EVE.id)
    await told.tables.cancel(CHANNEL, BOB, may_manage=True)
    await told.tables.privacy.forget(BOB.id)
    told.clock.advance(REST.total_seconds())
    assert await named(told, EVE.id, 1, BOB) == []

    await told.tables.privacy.forget(EVE.id)
    assert await told.store.lookouts.asks_of(EVE.id) == ()
    assert await refused(told.tables.lookouts.decline(1, EVE.id)) == TableKey.NOT_ASKED
    await named(told, CAT.id, 1, BOB)
    told.clock.advance(16 * 24 * HOUR)
    await told.tables.ledger.clear()
    assert await told.store.lookouts.asks_of(CAT.id) == ()


async def test_one_person_asks_ten_a_day_and_five_an_hour_as_pings(told: Stage) -> None:
    """And nobody is asked more often than ten times a day, by however many."""
    for number in range(ASKS):
        told.clock.advance(HOUR)
        assert await named(told, 200 + number, number) == ["invite"]
    told.clock.advance(HOUR)
    assert await refused(named(told, 300, 20)) == TableKey.ASKED_OFTEN

    hosts = [Person(PlayerId(50 + number), f"H{number}") for number in range(ASKS + 1)]
    sent = [await named(told, EVE.id, 30 + number, host) for number, host in enumerate(hosts)]
    assert sent == [["invite"]] * ASKS + [[]]


async def test_no_takes_back_what_is_still_to_be_sent(stage: Stage) -> None:
    """A lobby asks nobody any more who has answered."""
    table = await opened(stage.tables)
    await stage.tables.lookouts.ask(table, ANN.id, EVE.id, everybody)
    asker = await stage.tables.lookouts.asker_of(table, EVE.id)
    await stage.tables.lookouts.decline(table.id, EVE.id)
    stage.line.poster = stage.notifier

    assert asker is not None
    assert asker.id == ANN.id
    assert await stage.tables.lookouts.asker_of(table, EVE.id) is None
    assert "invite" not in [kind for kind, *_ in await stage.said()]


async def test_an_ask_ends_with_who_asked_and_leaves(stage: Stage) -> None:
    """Whoever joins, asks and leaves has no letter sent; what they asked counts there and after."""
    table = await stage.lobby(BOB)
    await stage.tables.lookouts.ask(table, BOB.id, EVE.id, everybody)
    table = await stage.tables.lobbies.at(CHANNEL).leave(BOB.id)

    assert await stage.tables.lookouts.asker_of(table, EVE.id) is None
    again = stage.tables.lookouts.ask(table, ANN.id, EVE.id, everybody)
    assert await refused(again) == TableKey.ASKED_BEFORE
    other = await opened(stage.tables, CHANNEL + 1, BOB)
    assert not await stage.tables.lookouts.ask(other, BOB.id, EVE.id, everybody)


async def test_two_processes_ask_nobody_twice(told: Stage) -> None:
    """At one moment, by two who are in the lobby."""
    table = await told.lobby(CAT)
    async with staged(told.url) as other:
        works = [
            stage.tables.lookouts.ask(table, asker.id, EVE.id, everybody)
            for stage, asker in ((told, ANN), (other, CAT))
        ]
        results = await asyncio.gather(*works, return_exceptions=True)

    assert sorted(isinstance(each, TableError) for each in results) == [False, True]


async def _asks(stage: Stage, count: int, gap: float) -> int:
    """Ask people who sleep at random moments, some of whom say No; return who was asked."""
    dice, lookouts, people = random.Random(11), stage.tables.lookouts, stage.tables.people
    crowd = [Person(PlayerId(100 + number), f"P{number}") for number in range(40)]
    for number, person in enumerate(crowd):
        await people.live_in(person, ("UTC", "Asia/Seoul", "America/New_York")[number % 3])
        await people.keep_quiet(person, (22 * 60, 8 * 60))
    start, done, sent = stage.clock.now(), 0, set[tuple[int, int]]()
    refusals = list[tuple[int, int, float]]()
    while done < count:
        stage.clock.advance(dice.expovariate(1 / gap))
        host = dice.choice(crowd)
        table = await opened(stage.tables, CHANNEL + done, host)
        for player in dice.choices(crowd, k=4):
            with contextlib.suppress(TableError):
                done += 1
                if not await lookouts.ask(table, host.id, player.id, everybody):
                    continue
                at = (stage.clock.now() - start).total_seconds()
                assert (table.id, player.id) not in sent
                assert await people.undisturbed([player.id])
                own = [(who, then) for who, to, then in refusals if to == player.id]
                assert all(who != host.id or at - then > 7 * 24 * HOUR for who, then in own)
                late = [then for _, then in own]
                thirds = [b for a, b in zip(late, late[2:], strict=False) if b - a < 168 * HOUR]
                assert all(at - third > 7 * 24 * HOUR for third in thirds)
                sent.add((table.id, player.id))
                if dice.random() < 0.4:
                    await lookouts.decline(table.id, player.id)
                    refusals.append((host.id, player.id, at))
        await stage.tables.cancel(table.place.channel, host, may_manage=True)
    assert refusals
    return len(sent)


@pytest.mark.parametrize("count", [60, pytest.param(1_000, marks=pytest.mark.long)])
async def test_asks_reach_nobody_twice_in_their_night_or_after_a_no(
    stage: Stage, count: int
) -> None:
    """At random moments, among forty people in three zones."""
    assert await _asks(stage, count, 40 * MINUTE) > count / 5
