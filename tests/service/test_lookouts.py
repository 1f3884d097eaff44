"""Who is called when others look for players, how often, and where seats are free."""

import asyncio
import contextlib
import itertools
import random
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

import pytest

from metrobot.service.membership.lookouts import AGAIN, MOST_ASKED, MOST_CALLED, REST
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import CALLS, CALLS_SPARED, SERVER_CALLS
from metrobot.service.people.preferences import RemindBy
from tests.service.acts import opened, refused
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, GUILD, Stage, staged

MINUTE, HOUR = 60, 3600
EVE = Person(PlayerId(14), "Eve")


async def everybody(people: Sequence[PlayerId]) -> Sequence[PlayerId]:
    """Return all people: everybody may see the channel."""
    return people


async def look_out(
    stage: Stage, *people: Person, on: bool = True, title: str | None = None
) -> None:
    """Have people say whether they want to be called."""
    for person in people:
        await stage.tables.lookouts.change(GUILD, person, title, on=on)


async def called(stage: Stage, number: int = 0, host: Person = ANN) -> set[int]:
    table, before = await opened(stage.tables, CHANNEL + number, host), len(await stage.said())
    try:
        await stage.tables.lookouts.call(table, everybody)
    except TableError:
        return set()
    said = (await stage.said())[before:]
    return {player for kind, _, player in said if kind == "call" and player is not None}


async def test_only_those_who_asked_are_called(told: Stage) -> None:
    """Not the host, not who never asked, and not who wants it no more."""
    await look_out(told, ANN, BOB, CAT)
    await look_out(told, CAT, on=False)

    assert await called(told) == {BOB.id}


async def test_a_lookout_is_kept_a_title_at_a_time(stage: Stage) -> None:
    lookouts = stage.tables.lookouts

    assert await lookouts.change(GUILD, BOB, None, on=False) == ()
    assert await stage.store.people.by_id(BOB.id) is None
    assert await lookouts.change(GUILD, BOB, "toy", on=True) == ("toy",)
    assert await lookouts.change(GUILD, BOB, None, on=None) == ("toy",)
    assert await lookouts.change(GUILD + 1, BOB, None, on=None) == ()
    assert await lookouts.change(GUILD, BOB, "toy", on=False) == ()
    assert await refused(lookouts.change(GUILD, BOB, "chess", on=True)) == TableKey.NO_SUCH_TITLE


async def test_a_seat_on_offer_calls_once_a_day(told: Stage) -> None:
    """However often it is offered and taken back; not once it is kept, or the game has ended."""
    lookouts, table = told.tables.lookouts, await told.start(BOB)
    await look_out(told, ANN, CAT)
    counts = list[int]()

    async def sees(_: Table, people: Sequence[PlayerId]) -> Sequence[PlayerId]:
        return people

    async def pass_hours(hours: int, *switches: bool) -> None:
        for offered in switches:
            await lookouts.offer_seat(table.id, BOB.id, offered=offered)
        told.clock.advance(hours * HOUR)
        await lookouts.call_to_seats(sees)
        calls = [player for kind, _, player in await told.said() if kind == "call"]
        assert set(calls) <= {CAT.id}
        counts.append(len(calls))

    for hours, switches in ((0, [True]), (23, [False, True]), (1, []), (24, [False]), (0, [True])):
        await pass_hours(hours, *switches)
    await told.finish(await told.tables.by_id(table.id))
    await pass_hours(24)

    assert counts == [1, 1, 2, 2, 3, 3]


async def test_nobody_is_called_twice_in_six_hours(told: Stage) -> None:
    """Not by turning the lookout off and on, either."""
    await look_out(told, BOB)
    found = [await called(told, 0)]
    told.clock.advance(REST.total_seconds() - 1)
    await look_out(told, BOB, on=False)
    await look_out(told, BOB)
    found.append(await called(told, 1))
    told.clock.advance(1)

    assert [*found, await called(told, 2)] == [{BOB.id}, set(), {BOB.id}]


async def test_ten_are_called_and_those_first_who_were_not_called_for_longest(told: Stage) -> None:
    crowd = [Person(PlayerId(100 + number), f"P{number}") for number in range(13)]
    await look_out(told, *crowd)
    first = await called(told, 0)
    told.clock.advance(REST.total_seconds())
    second = await called(told, 1)

    assert (len(first), len(second)) == (MOST_CALLED, MOST_CALLED)
    assert {each.id for each in crowd} - first <= second


async def test_those_who_do_not_see_a_channel_keep_nobody_from_being_called(told: Stage) -> None:
    """As most of those who have asked may have left the server."""
    crowd = [Person(PlayerId(100 + number), f"P{number}") for number in range(MOST_ASKED)]
    last = Person(PlayerId(999), "Zed")
    await look_out(told, *crowd, last)

    async def one_sees(people: Sequence[PlayerId]) -> Sequence[PlayerId]:
        return [each for each in people if each == last.id]

    counts = [
        await told.tables.lookouts.call(await opened(told.tables, CHANNEL + number), one_sees)
        for number in range(2)
    ]
    assert counts == [0, 1]
    # Whoever was passed over may be called at any time.
    told.clock.advance(15 * MINUTE)
    assert await called(told, 2) < {each.id for each in crowd}


async def test_who_sleeps_is_away_or_wants_no_reminders_is_left_in_peace(told: Stage) -> None:
    """Nor is anybody called who cannot see the channel, or was removed from the lobby."""
    people = told.tables.people
    await look_out(told, BOB, CAT, DAN, EVE)
    await people.live_in(BOB, "UTC")
    await people.keep_quiet(BOB, (23 * 60, 7 * 60))
    await people.be_away(CAT, told.clock.now() + timedelta(days=1))
    await people.prefer(DAN, remind_by=RemindBy.NEVER)
    table = await opened(told.tables)
    await told.tables.lobbies.at(CHANNEL).join(EVE, 1)
    await told.tables.lobbies.at(CHANNEL).remove(ANN.id, EVE.id)

    assert await told.tables.lookouts.call(table, everybody) == 0
    told.clock.advance(8 * HOUR)
    assert await told.tables.lookouts.call(table, lambda _: everybody(())) == 0
    assert await told.tables.lookouts.call(table, everybody) == 1


async def test_a_full_private_or_closed_lobby_calls_nobody(told: Stage) -> None:
    await look_out(told, DAN)
    full = await told.lobby(BOB, CAT)

    assert await told.tables.lookouts.call(full, everybody) == 0
    await told.tables.lobbies.at(CHANNEL).leave(CAT.id)
    await told.tables.lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=9)
    assert await told.tables.lookouts.call(full, everybody) == 0


async def left_two(stage: Stage, leaver: Person) -> None:
    """Have somebody leave two games here before their end."""
    for number in range(2):
        table = await stage.start(BOB if leaver is ANN else leaver, CAT)
        await stage.tables.seats.resign(table.id, leaver.id)
        await stage.tables.cancel(CHANNEL, CAT, may_manage=True)
        stage.clock.advance(number)


@pytest.mark.parametrize("leaver", [ANN, BOB], ids=["host", "called"])
async def test_who_left_two_games_here_has_no_part_in_calls_for_thirty_days(
    told: Stage, leaver: Person
) -> None:
    """Neither as a host nor as one who is called."""
    await left_two(told, leaver)
    await look_out(told, BOB)
    table = await opened(told.tables)

    assert await told.tables.lookouts.call(table, everybody) == 0
    told.clock.advance(30 * 24 * HOUR)
    assert await told.tables.lookouts.call(table, everybody) == 1


async def test_a_host_has_three_calls_a_day_and_a_server_twelve_a_quarter_of_an_hour_apart(
    told: Stage,
) -> None:
    """A lobby that calls nobody is not charged; the last two are for hosts without a call."""
    crowd = [Person(PlayerId(100 + number), f"P{number}") for number in range(200)]
    await look_out(told, *crowd)
    hosts = [Person(PlayerId(50 + number), f"H{number}") for number in range(6)]
    found = [await called(told, 0, hosts[0]), await called(told, 1, hosts[1])]
    assert [len(each) for each in found] == [MOST_CALLED, 0]

    made = list[Person]()
    for number in range(2, 30):
        told.clock.advance(16 * MINUTE)
        host = hosts[number % len(hosts)]
        if await called(told, number, host):
            made.append(host)
    assert len(made) == SERVER_CALLS - CALLS_SPARED - 1
    assert max(made.count(host) for host in hosts) <= CALLS
    others = list[int]()
    for number in range(3):
        told.clock.advance(16 * MINUTE)
        others.append(len(await called(told, 40 + number, Person(PlayerId(70 + number), "New"))))
    assert others == [MOST_CALLED, MOST_CALLED, 0]


async def gone_at_once(stage: Stage, number: int, host: Person) -> None:
    """Cancel a lobby."""
    await stage.tables.cancel(CHANNEL + number, host, may_manage=True)


async def begun_alone(stage: Stage, number: int, host: Person) -> None:
    """Start a game with a computer."""
    lobby = stage.tables.lobbies.at(CHANNEL + number)
    await lobby.add_computer(host.id, "easy")
    await lobby.start(host.id, may_manage=False, interaction=9)


@pytest.mark.parametrize("end", [gone_at_once, begun_alone])
async def test_a_lobby_that_is_gone_within_minutes_gives_its_host_no_next_call(
    told: Stage, end: Callable[[Stage, int, Person], Awaitable[None]]
) -> None:
    """For a day; so four hosts cannot use up the calls of a server. Others call all the same."""
    await look_out(told, *(Person(PlayerId(100 + number), f"P{number}") for number in range(200)))
    hosts = [Person(PlayerId(50 + number), f"H{number}") for number in range(4)]
    counts = list[int]()
    for number in range(12):
        host = hosts[number % 4]
        counts.append(len(await called(told, number, host)))
        told.clock.advance(14 * MINUTE)
        await end(told, number, host)
        told.clock.advance(2 * MINUTE)

    assert counts == [MOST_CALLED] * 4 + [0] * 8
    with pytest.raises(TableError, match=TableKey.CALLED_IN_VAIN):
        await told.tables.lookouts.call(
            await opened(told.tables, CHANNEL + 20, hosts[0]), everybody
        )
    assert len(await called(told, 21, EVE)) == MOST_CALLED
    told.clock.advance(24 * HOUR)
    assert len(await called(told, 22, hosts[1])) == MOST_CALLED


async def test_a_lobby_that_has_stood_gives_a_next_call(told: Stage) -> None:
    """A quarter of an hour; or a game that others have joined, however soon."""
    await look_out(told, *(Person(PlayerId(100 + number), f"P{number}") for number in range(40)))
    counts = [len(await called(told))]
    told.clock.advance(15 * MINUTE)
    await gone_at_once(told, 0, ANN)
    counts.append(len(await called(told)))
    lobby = told.tables.lobbies.at(CHANNEL)
    await lobby.join(BOB, 1)
    await lobby.start(ANN.id, may_manage=False, interaction=9)
    told.clock.advance(15 * MINUTE)
    counts.append(len(await called(told, 1)))

    assert counts == [MOST_CALLED] * 3


async def test_a_lobby_calls_again_once_after_two_hours(told: Stage) -> None:
    await look_out(told, BOB, CAT)
    lookouts, table = told.tables.lookouts, await opened(told.tables)
    assert await lookouts.call(table, everybody) == 2
    answer = await refused(lookouts.call_again(table, everybody))
    await look_out(told, DAN)
    told.clock.advance(AGAIN.total_seconds())

    assert answer == TableKey.NO_SECOND_CALL
    assert await lookouts.call_again(table, everybody) == 1
    told.clock.advance(MINUTE)
    assert not await lookouts.may_call_again(table)
    told.clock.advance(REST.total_seconds())
    assert not await lookouts.may_call_again(table)


async def test_a_lobby_with_enough_people_calls_nobody_again(told: Stage) -> None:
    lookouts, table = told.tables.lookouts, await opened(told.tables)
    told.clock.advance(AGAIN.total_seconds())
    assert await lookouts.may_call_again(table)

    table = await told.tables.lobbies.at(CHANNEL).join(BOB, 1)
    assert not await lookouts.may_call_again(table)


async def test_a_call_that_waits_for_discord_is_not_sent_to_who_stops_it(stage: Stage) -> None:
    """It was asked for, and is not any more."""
    await look_out(stage, BOB)
    await stage.tables.lookouts.call(await opened(stage.tables), everybody)
    await look_out(stage, BOB, on=False)
    stage.line.poster = stage.notifier

    assert "call" not in [kind for kind, *_ in await stage.said()]


async def test_a_lobby_that_called_is_closed_no_sooner(told: Stage) -> None:
    """Its host is warned first, as of any lobby that nobody has joined."""
    await look_out(told, BOB)
    await called(told)
    told.clock.advance(6 * 24 * HOUR)
    await told.tables.housekeeping.round()

    assert [kind for kind, *_ in await told.said()] == ["call", "remind"]


async def test_two_processes_call_nobody_twice(told: Stage) -> None:
    """Two lobbies at one moment, each by another process."""
    await look_out(told, BOB)
    tables, now = (
        [await opened(told.tables), await opened(told.tables, CHANNEL + 1, CAT)],
        told.clock.now(),
    )
    rows = [await told.store.games.by_id(table.id) for table in tables]
    async with staged(told.url) as other:
        calls = [
            stage.store.lookouts.call(row, [BOB.id], now - REST, now)
            for stage, row in zip((told, other), rows, strict=True)
            if row is not None
        ]
        made = await asyncio.gather(*calls)

    assert sorted(made) == [(), (BOB.id,)]


async def test_who_is_forgotten_is_called_no_more(told: Stage) -> None:
    await look_out(told, BOB)
    await told.tables.privacy.forget(BOB.id)

    assert await told.tables.lookouts.change(GUILD, BOB, None, on=None) == ()
    assert await called(told) == set()


async def test_free_seats_are_listed_and_full_tables_are_not(stage: Stage) -> None:
    """Lobbies first; then games with a vacant seat, and those put aside; never one's own."""
    table = await stage.start(BOB, CAT)
    found = stage.tables.seats.in_server
    assert await found(GUILD, DAN.id, running=False) == ()
    assert [game.id for game in await found(GUILD, DAN.id, running=True)] == [table.id]

    await stage.tables.seats.resign(table.id, CAT.id)
    lobby = await opened(stage.tables, CHANNEL + 1)
    await opened(stage.tables, CHANNEL + 2, BOB, private=False)
    seen = await found(GUILD, DAN.id, running=False)
    assert [game.id for game in seen] == [3, lobby.id, table.id]
    assert [game.id for game in await found(GUILD, ANN.id, running=False)] == [3]
    assert await found(GUILD + 1, DAN.id, running=False) == ()
    assert (await stage.tables.seats.glance(seen[-1])).state is None


async def test_a_seat_that_is_offered_is_listed_for_whom_it_is_offered_to(stage: Stage) -> None:
    table = await stage.start(BOB, CAT)
    ballot = await stage.tables.seats.offer(table, CAT.id, 2, DAN.id)
    found = stage.tables.seats.in_server

    (offered,) = await found(GUILD, DAN.id, running=False)
    assert offered.is_offered
    assert await found(GUILD, EVE.id, running=False) == ()
    await stage.vote(table, ballot, DAN, agrees=False)
    assert await found(GUILD, DAN.id, running=False) == ()


async def _openings(stage: Stage, count: int, gap: float, seed: int) -> list[tuple[float, int]]:
    """Open lobbies at random moments among people who sleep; return each call with its time."""
    dice, people = random.Random(seed), stage.tables.people
    crowd = [Person(PlayerId(100 + number), f"P{number}") for number in range(60)]
    for number, person in enumerate(crowd):
        await people.live_in(person, ("UTC", "Asia/Seoul", "America/New_York")[number % 3])
        await people.keep_quiet(person, (22 * 60, 8 * 60))
    await look_out(stage, *crowd[::2])
    start, calls, done = stage.clock.now(), list[tuple[float, int]](), 0
    for number in range(count):
        stage.clock.advance(dice.expovariate(1 / gap))
        host = dice.choice(crowd)
        table = await opened(stage.tables, CHANNEL + number, host)
        with contextlib.suppress(TableError):
            await stage.tables.lookouts.call(table, everybody)
        said = await stage.said()
        at = (stage.clock.now() - start).total_seconds()
        mine = [player for kind, _, player in said[done:] if kind == "call"]
        assert host.id not in mine
        awake = await people.undisturbed([PlayerId(each) for each in mine if each])
        assert set(mine) == set(awake) <= {each.id for each in crowd[::2]}
        calls += [(at, each) for each in awake]
        done = len(said)
        await stage.tables.cancel(CHANNEL + number, host, may_manage=True)
    return calls


def _check(calls: Sequence[tuple[float, int]]) -> None:
    times = sorted({at for at, _ in calls})
    assert len(times) > 1
    for at in times:
        assert sum(at - 24 * HOUR < each <= at for each in times) <= SERVER_CALLS
    assert all(b - a >= 15 * MINUTE for a, b in itertools.pairwise(times))
    owns = [[at for at, each in calls if each == person] for person in {each for _, each in calls}]
    waits = [b - a for own in owns for a, b in itertools.pairwise(own)]
    assert waits
    assert min(waits) >= REST.total_seconds()


@pytest.mark.parametrize(
    ("count", "minutes"), [(20, 45), pytest.param(250, 9, marks=pytest.mark.long)]
)
async def test_openings_call_nobody_too_often_or_at_night(
    told: Stage, count: int, minutes: int
) -> None:
    """Nobody else than those who asked, once in six hours, twelve calls a server and day."""
    _check(await _openings(told, count, minutes * MINUTE, 7))
