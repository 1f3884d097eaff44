"""What is shared of a line: stored with its message, once a server, posted by the outbox."""

import asyncio
from datetime import timedelta

import pytest

from metrobot.engine.errors import Refusal
from metrobot.service.daily.line import LineKey
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.people.ledger import Account
from metrobot.store.schema.act_rows import NewDelivery
from tests.service.acts import refusal
from tests.service.daily.playing import another, day_of, scored, today
from tests.service.stage import ANN, BOB, CHANNEL, GONE, GUILD, HICCUP, Stage

ELSEWHERE = 99
STRIP, SHEET = DeliveryKind.STRIP, DeliveryKind.SHEET


async def shared(
    stage: Stage, guild: int = GUILD, kind: DeliveryKind = STRIP, number: int = 0
) -> NewDelivery:
    """Share Ann's line on a server, that of the day unless it is another."""
    line, channel = await stage.tables.daily.lines.line(number or today(stage)), CHANNEL + guild
    return await stage.tables.daily.shares.share(kind, line, ANN, guild=guild, channel=channel)


async def test_a_strip_stands_once_on_each_server(told: Stage) -> None:
    await scored(told, ANN, 20)
    for guild in (GUILD, ELSEWHERE):
        await shared(told, guild)
    answer = await refusal(shared(told))
    await shared(told, kind=SHEET)
    await told.tables.deliver_pending()

    assert answer == (LineKey.SHARED, {})
    posted = [("strip", today(told), ANN.id)] * 2 + [("sheet", today(told), ANN.id)]
    assert sorted(told.notifier.said) == sorted(posted)


async def test_of_two_processes_one_posts_the_strip(stage: Stage) -> None:
    line = (await scored(stage, ANN, 20)).line
    async with another(stage) as other:
        shares = (each.daily.shares for each in (stage.tables, other))
        asked = (each.share(STRIP, line, ANN, guild=GUILD, channel=CHANNEL) for each in shares)
        answers = await asyncio.gather(*asked, return_exceptions=True)

    assert sorted(str(getattr(each, "key", None)) for each in answers) == ["None", LineKey.SHARED]


async def test_a_line_that_is_over_is_shared_without_a_place(told: Stage) -> None:
    """Once too; neither table nor streak of a server changes where it was never played."""
    number = today(told)
    for who in (ANN, BOB):
        await scored(told, who, 20)
    told.clock.time = day_of(number + 1)
    for guild in (GUILD, ELSEWHERE):
        await shared(told, guild, number=number)
        with pytest.raises(Refusal):
            await shared(told, guild, number=number)

    standings = told.tables.daily.standings
    assert await standings.finishers(ELSEWHERE, number) == ()
    assert await standings.server_streak(ELSEWHERE) == 0
    assert await standings.server_streak(GUILD) == 1


async def test_who_shares_is_told_whether_it_is_posted(told: Stage) -> None:
    """A post that is not out comes later, under the same nonce."""
    await scored(told, ANN, 20)
    told.notifier.failures[STRIP] = HICCUP
    new = await shared(told)
    assert not await told.tables.daily.shares.is_posted(new, 1)
    with pytest.raises(Refusal):
        await shared(told)

    told.notifier.failures.clear()
    told.clock.advance(60)
    assert await told.tables.daily.shares.is_posted(new, 1)
    assert len(told.notifier.tried) == 2
    assert len(set(told.notifier.tried)) == 1


async def test_a_strip_that_is_given_up_does_not_count_as_shared(told: Stage) -> None:
    """It can be shared again, and is charged neither to the person nor to the server."""
    await scored(told, ANN, 20)
    told.notifier.failures[STRIP] = GONE
    async with told.tables.ledger.charged(ANN.id, Account.POSTS, guild=GUILD):
        await shared(told)
    await told.tables.deliver_pending()
    now = told.clock.now()
    for whose, account in ((ANN.id, Account.POSTS), (GUILD, Account.SERVER_POSTS)):
        assert await told.store.charges.within(whose, account, (now - timedelta(1), now)) == []
    told.notifier.failures.clear()
    await shared(told)
    await told.tables.deliver_pending()

    assert told.notifier.said == [("strip", today(told), ANN.id)]


async def test_nothing_is_posted_of_whoever_was_forgotten(told: Stage) -> None:
    await scored(told, ANN, 20)
    for kind in (STRIP, SHEET):
        await shared(told, kind=kind)
    await told.tables.privacy.forget(ANN.id)
    await told.tables.deliver_pending()

    assert told.notifier.tried == []
