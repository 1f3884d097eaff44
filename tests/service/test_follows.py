"""Who follows a game, how often they are told, and what ends it."""

import asyncio

from metrobot.service.membership.lookouts import MOST_FOLLOWERS, MOST_GAMES
from metrobot.service.model.errors import TableKey
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.people.ledger import TOLD, Account
from metrobot.store.statements.lookouts import Follow
from tests.service.acts import refused
from tests.service.stage import ANN, BOB, CAT, CHANNEL, CLOSED, DAN, HICCUP, Stage, staged
from tests.service.test_lookouts import EVE, HOUR, MINUTE


async def told_of(stage: Stage, *people: Person) -> list[int]:
    """Come round once; return how often each of some people has been told by now."""
    await stage.tables.housekeeping.round()
    players = [player for kind, _, player in await stage.said() if kind == "followed"]
    return [players.count(person.id) for person in people]


async def test_turns_are_told_once_an_hour_and_the_end_at_once(told: Stage, table: Table) -> None:
    """To whoever wants turns; to others the end alone, once."""
    await told.tables.lookouts.follow(table, CAT.id, turns=True)
    await told.tables.lookouts.follow(table, DAN.id, turns=False)
    counts = [await told_of(told, CAT, DAN)]
    for seconds in (0, MINUTE, HOUR, 0):
        table = await told.take(table, 1, 1)
        told.clock.advance(seconds)
        counts.append(await told_of(told, CAT, DAN))
    assert counts == [[0, 0], [1, 0], [1, 0], [2, 0], [2, 0]]
    # What was played within the hour is told after it.
    told.clock.advance(HOUR)
    assert await told_of(told, CAT, DAN) == [3, 0]
    await told.finish(table)
    assert await told_of(told, CAT, DAN) == [4, 1]
    assert await told.tables.lookouts.followers(table.id) == {}


async def test_a_game_that_is_given_up_has_an_end_too(told: Stage, table: Table) -> None:
    """Also for who is asleep: they are told when they wake; a clock set back stops nothing."""
    await told.tables.people.live_in(CAT, "UTC")
    await told.tables.people.keep_quiet(CAT, (0, 7 * 60))
    for person in (CAT, DAN):
        await told.tables.lookouts.follow(table, person.id, turns=True)
    await told.take(table, 1, 1)
    counts = [await told_of(told, CAT, DAN)]
    told.clock.jump(-30 * 24 * HOUR)
    await told.tables.cancel(CHANNEL, ANN, may_manage=True)
    counts.append(await told_of(told, CAT, DAN))
    told.clock.advance(8 * HOUR)

    assert [*counts, await told_of(told, CAT, DAN)] == [[0, 1], [0, 2], [1, 2]]


async def test_twenty_games_a_person_and_thirty_followers_a_game(stage: Stage) -> None:
    """To choose anew is always possible; a private or finished game has none."""
    follows, table = stage.tables.lookouts, await stage.start(BOB)
    crowd = [PlayerId(100 + number) for number in range(MOST_FOLLOWERS)]
    for player in crowd:
        await follows.follow(table, player, turns=False)
    assert await refused(follows.follow(table, EVE.id, turns=True)) == TableKey.FOLLOWED_MUCH
    await follows.follow(table, crowd[0], turns=True)
    followers = await follows.followers(table.id)
    assert len(followers) == MOST_FOLLOWERS
    assert [player for player, turns in followers.items() if turns] == [crowd[0]]
    await follows.unfollow(table.id, crowd[0])
    await follows.follow(table, EVE.id, turns=True)
    await follows.unfollow(table.id, EVE.id)
    for game in range(MOST_GAMES):
        await stage.store.lookouts.follow(Follow(50 + game, DAN.id, turns=False), 99, 99)
    assert await refused(follows.follow(table, DAN.id, turns=True)) == TableKey.FOLLOWED_MUCH
    await stage.finish(table)
    over = await stage.tables.by_id(table.id)
    assert await refused(follows.follow(over, CAT.id, turns=True)) == TableKey.OVER


async def test_nobody_is_told_more_than_two_hundred_times_a_day(told: Stage, table: Table) -> None:
    await told.tables.lookouts.follow(table, CAT.id, turns=True)
    await told.tables.ledger.part(CAT.id, Account.TOLD, TOLD)
    await told.finish(table)
    counts = [await told_of(told, CAT)]
    told.clock.advance(24 * HOUR)

    assert [*counts, await told_of(told, CAT)] == [[0], [1]]


async def test_followers_come_behind_all_else_and_hold_up_nothing(told: Stage) -> None:
    """While anything else is due, nothing is stored for them; closed letters end all of it."""
    table = await told.start(BOB)
    await told.said()
    for person in (CAT, DAN):
        await told.tables.lookouts.follow(table, person.id, turns=True)
    poster, told.line.poster = told.line.poster, None
    await told.take(table, 1, 1)
    await told.tables.lookouts.tell_followers()
    assert [row.kind for row in await told.store.outbox.every_pending()] == ["turn"]
    told.line.poster = poster
    told.notifier.failures[DeliveryKind.FOLLOWED] = HICCUP
    await told_of(told)
    await told.tables.lookouts.unfollow(table.id, DAN.id)
    told.notifier.failures[DeliveryKind.FOLLOWED] = CLOSED
    told.clock.advance(MINUTE)
    await told_of(told)

    assert await told.tables.lookouts.followers(table.id) == {}
    assert await told.store.outbox.every_pending() == ()


async def test_two_processes_tell_a_follower_once_and_forgetting_ends_it(told: Stage) -> None:
    table = await told.start(BOB)
    for person in (CAT, DAN):
        await told.tables.lookouts.follow(table, person.id, turns=True)
    await told.tables.privacy.forget(DAN.id)
    await told.take(table, 1, 1)
    await told.said()
    async with staged(told.url) as other:
        await asyncio.gather(
            told.tables.lookouts.tell_followers(), other.tables.lookouts.tell_followers()
        )
        counts = [await told_of(told, CAT, DAN), await told_of(other, CAT, DAN)]

    assert sorted(counts) == [[0, 0], [1, 0]]
