"""What people cause at one moment is counted as if it came one after another."""

import asyncio
from datetime import timedelta

import pytest

from metrobot.service.membership.endings import END
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import GameId, PlayerId
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.people.ledger import FREE_HINTS, Account
from tests.service.stage import ANN, BOB, GONE, GUILD, Stage

OTHERS = [PlayerId(number) for number in range(20, 25)]


async def test_messages_at_one_moment_call_no_more_people_than_one(stage: Stage) -> None:
    """Three finished games of six people, and Play again under each at the same time."""
    ledger = stage.tables.ledger

    async def call(game: int) -> int:
        async with ledger.pinging(ANN.id, OTHERS, GameId(game)) as called:
            return len(called)

    called = await asyncio.gather(*(call(game) for game in range(3)))

    assert sorted(called) == [0, 0, 5]


async def post(stage: Stage, person: int, guild: int = GUILD) -> str:
    """Cause a message; return the key of its refusal, or nothing."""
    try:
        async with stage.tables.ledger.charged(person, Account.POSTS, guild=guild):
            return ""
    except TableError as error:
        return error.key


async def test_a_server_has_a_purse_of_posts_beside_that_of_each_person(stage: Stage) -> None:
    """Twenty an hour by all its people together, also at one moment; others have their own."""
    told = await asyncio.gather(*(post(stage, 100 + n // 4) for n in range(23)))

    assert told.count("") == 20
    assert set(told) == {"", TableKey.SERVER_POSTED_OFTEN}
    assert await post(stage, 200, GUILD + 1) == ""
    stage.clock.advance(3600)
    assert await post(stage, 200) == ""


async def test_the_refusal_of_a_server_says_when_it_works_again(stage: Stage) -> None:
    """An hour after the first of the twenty."""
    for number in range(20):
        await post(stage, 100 + number)
    with pytest.raises(TableError) as error:
        async with stage.tables.ledger.charged(ANN.id, Account.POSTS, guild=GUILD):
            pass

    again = int(stage.clock.now().timestamp()) + 3601
    assert error.value.facts == {"most": 20, "again": f"<t:{again}:R>"}


async def test_a_question_that_is_given_up_is_charged_to_nobody(told: Stage) -> None:
    """Nobody has seen it; neither its asker nor the server has posted anything."""
    table = await told.start(BOB)
    told.notifier.failures[DeliveryKind.ASK] = GONE
    asked = [ANN.id, BOB.id]
    await told.tables.ballots.open(table, END, ANN.id, asked, payload={"result": True})
    now, store = told.clock.now(), told.store.charges
    span = (now - timedelta(1), now)
    before = await store.within(ANN.id, Account.POSTS, span)
    await told.tables.deliver_pending()

    assert len(before) == 1
    assert await store.within(ANN.id, Account.POSTS, span) == []
    assert await store.within(GUILD, Account.SERVER_POSTS, span) == []


async def test_free_hints_are_those_of_one_game_of_each_title(stage: Stage) -> None:
    """However many games whoever was forgotten begins then."""
    ledger, most = stage.tables.ledger, FREE_HINTS * len(stage.tables.titles)
    async with ledger.charged(ANN.id, Account.FREE_HINTS, most):
        pass

    with pytest.raises(TableError, match=TableKey.THOUGHT_LONG):
        async with ledger.charged(ANN.id, Account.FREE_HINTS):
            pass
