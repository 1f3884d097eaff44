"""Lobbies that nobody joins: their host is told of it after days, then they are closed."""

from metrobot.service.model.errors import TableKey
from metrobot.service.outbox.delivery import DeliveryKind
from tests.service.acts import opened, refused
from tests.service.stage import ANN, BOB, CHANNEL, GONE, Stage, staged
from tests.service.toy_rounds import ROUNDS

HOUR = 3600
WARNED, CLOSED = 5 * 24, 2 * 24
Said = list[tuple[str, int | None]]


async def said(stage: Stage, hours: float = 0) -> Said:
    """Advance by hours, then do a round; return the messages so far, and their people."""
    stage.clock.advance(hours * HOUR)
    await stage.tables.housekeeping.round()
    await stage.tables.deliver_pending()
    return [(kind, player) for kind, _, player in stage.notifier.said]


async def test_a_host_is_told_after_five_days_and_two_later_the_lobby_is_closed(
    told: Stage,
) -> None:
    """Once each, however many rounds there are; the channel is free then."""
    await told.lobby()
    warning, end = ("remind", ANN.id), ("closed", ANN.id)

    assert await said(told, WARNED - 1) == []
    assert await said(told, 1) == [warning]
    assert await said(told, CLOSED - 1) == [warning]
    assert await said(told, 1) == [warning, end]
    assert await said(told, 100) == [warning, end]
    await told.lobby()


async def test_a_private_lobby_is_told_of_to_its_host_alone(told: Stage) -> None:
    async with staged(told.url, notifier=told.notifier, titles={"rounds": ROUNDS}) as alone:
        alone.line.poster = told.notifier
        await opened(alone.tables, CHANNEL, ANN, "rounds", private=True)
        found = [await said(alone, WARNED), await said(alone, CLOSED)]

    warning, end = ("remind_direct", ANN.id), ("closed", ANN.id)
    assert found == [[warning], [warning, end]]


async def test_a_long_pause_of_the_bot_closes_nothing_unsaid(told: Stage) -> None:
    """The host has two days from when they were told."""
    await told.lobby()

    assert await said(told, 1000) == [("remind", ANN.id)]
    assert await said(told, CLOSED - 1) == [("remind", ANN.id)]
    assert await said(told, 1) == [("remind", ANN.id), ("closed", ANN.id)]


async def test_a_lobby_that_somebody_joined_stays_open(told: Stage) -> None:
    """Even a player who joins after the warning keeps it open."""
    await told.lobby()
    await said(told, WARNED)
    await told.tables.lobbies.at(CHANNEL).join(BOB, 500)

    assert await said(told, 1000) == [("remind", ANN.id)]


async def test_a_computer_is_nobody_who_joined(told: Stage) -> None:
    """Its host could start at any time, and has not."""
    table = await told.lobby()
    await told.tables.lobbies.at(CHANNEL, table.id).add_computer(ANN.id, "easy")

    assert await said(told, WARNED) == [("remind", ANN.id)]
    assert await said(told, CLOSED) == [("remind", ANN.id), ("closed", ANN.id)]


async def test_who_was_joined_before_it_was_said_is_not_told(told: Stage) -> None:
    """The warning waits for Discord; meanwhile Bob is there."""
    await told.lobby()
    told.line.poster = None
    await said(told, WARNED)
    await told.tables.lobbies.at(CHANNEL).join(BOB, 500)
    told.line.poster = told.notifier

    assert await said(told, 1) == []


async def test_a_running_game_is_not_closed(told: Stage) -> None:
    await told.start(BOB)

    assert "closed" not in {kind for kind, _ in await said(told, 1000)}


async def test_a_restart_says_nothing_twice(told: Stage) -> None:
    await told.lobby()
    await said(told, WARNED)
    async with staged(told.url, notifier=told.notifier, clock=told.clock) as again:
        again.line.poster = told.notifier

        assert await said(again, 1) == [("remind", ANN.id)]
        assert await said(again, CLOSED) == [("remind", ANN.id), ("closed", ANN.id)]


async def test_a_lobby_whose_host_cannot_be_told_is_closed_all_the_same(told: Stage) -> None:
    table = await told.lobby()
    told.notifier.failures = {DeliveryKind.REMIND: GONE, DeliveryKind.CLOSED: GONE}
    await said(told, WARNED)
    await said(told, CLOSED)

    answer = await refused(told.tables.lobbies.at(CHANNEL, table.id).join(BOB, 500))
    assert answer == TableKey.NONE_HERE
