"""What people cause at one moment is counted as if it came one after another."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

import pytest

from metrobot.service.membership.endings import END
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import GameId, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.people.ledger import FREE_HINTS, Account
from tests.service.acts import opened
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, GONE, GUILD, Stage

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
    for number in range(20):
        await post(stage, 100 + number)
    with pytest.raises(TableError) as error:
        async with stage.tables.ledger.charged(ANN.id, Account.POSTS, guild=GUILD):
            pass

    again = int(stage.clock.now().timestamp()) + 3601
    assert error.value.facts == {"most": 20, "again": f"<t:{again}:R>"}


async def test_a_question_that_is_given_up_is_charged_to_nobody(told: Stage, table: Table) -> None:
    """Nobody has seen it; neither its asker nor the game has posted anything."""
    told.notifier.failures[DeliveryKind.ASK] = GONE
    asked = [ANN.id, BOB.id]
    await told.tables.ballots.open(table, END, ANN.id, asked, payload={"result": True})
    now, store = told.clock.now(), told.store.charges
    span = (now - timedelta(1), now)
    purses: list[tuple[int, Account]] = [(ANN.id, Account.ASKED), (table.id, Account.GAME_POSTS)]
    before = [len(await store.within(who, account, span)) for who, account in purses]
    await told.tables.deliver_pending()

    assert before == [1, 1]
    assert [await store.within(who, account, span) for who, account in purses] == [[], []]


async def test_free_hints_are_those_of_one_game_of_each_title(stage: Stage) -> None:
    ledger, most = stage.tables.ledger, FREE_HINTS * len(stage.tables.titles)
    async with ledger.charged(ANN.id, Account.FREE_HINTS, most):
        pass

    with pytest.raises(TableError, match=TableKey.THOUGHT_LONG):
        async with ledger.charged(ANN.id, Account.FREE_HINTS):
            pass


async def ask(stage: Stage, person: int, game: int, *, plays: bool = True) -> str:
    """Ask for a message in a game; return the key of its refusal, or nothing."""
    try:
        async with stage.tables.ledger.asking(PlayerId(person), game, plays=plays):
            return ""
    except TableError as error:
        return error.key


async def test_what_people_ask_for_in_their_game_is_paid_by_that_game(stage: Stage) -> None:
    """Twelve an hour, of which one person five, also at one moment; each game has its own."""
    told = await asyncio.gather(*(ask(stage, 100 + n // 6, 7) for n in range(24)))

    assert told.count("") == 12
    assert set(told) == {"", TableKey.POSTED_OFTEN, TableKey.GAME_POSTED_OFTEN}
    for game in range(8, 28):
        assert [await ask(stage, 100, game) for _ in range(6)] == [""] * 5 + [TableKey.POSTED_OFTEN]
    assert await post(stage, 100) == ""
    span = (stage.clock.now() - timedelta(hours=1), stage.clock.now())
    assert len(await stage.store.charges.within(GUILD, Account.SERVER_POSTS, span)) == 1


async def test_what_others_ask_for_in_a_game_counts_as_their_posts_too(stage: Stage) -> None:
    """Five an hour in all games together; it is the game's as well, and never the server's."""
    told = [await ask(stage, 100, game, plays=False) for game in range(6)]

    assert told == [""] * 5 + [TableKey.POSTED_OFTEN]
    assert await post(stage, 100) == TableKey.POSTED_OFTEN
    assert await ask(stage, 100, 1) == ""


async def test_what_is_refused_by_the_game_costs_its_asker_nothing(stage: Stage) -> None:
    for number in range(12):
        await ask(stage, 100 + number, 7)
    span = (stage.clock.now() - timedelta(hours=1), stage.clock.now())

    assert await ask(stage, 200, 7, plays=False) == TableKey.GAME_POSTED_OFTEN
    for account in (Account.POSTS, Account.ASKED):
        assert await stage.store.charges.within(200, account, span) == []


# --- honest acts are never out of posts ---


async def use_up(stage: Stage, game: int | None = None) -> None:
    """Use up the posts of the server, and those of a game if one is named."""
    for number in range(20):
        await post(stage, 1000 + number // 4)
    for number in range(12 if game else 0):
        await ask(stage, 2000 + number, game or 0)


async def vacant_seat(stage: Stage, table: Table) -> None:
    await stage.tables.seats.resign(table.id, CAT.id)
    await stage.tables.seats.take(table.id, 2, DAN)


async def taken_back(stage: Stage, table: Table) -> None:
    """Ask to take a turn back."""
    after = await stage.take(table, 1, 1)
    await stage.tables.undo.ask(after.id, ANN.id)


async def ended(stage: Stage, table: Table) -> None:
    voters = [person.id for person in table.seated]
    payload = {"result": True}
    await stage.tables.ballots.open(table, END, ANN.id, voters, payload=payload, waits=True)


async def left(stage: Stage, table: Table) -> None:
    await stage.tables.seats.resign(table.id, CAT.id)


async def rested(stage: Stage, table: Table) -> None:
    """Ask for a rest."""
    await stage.tables.rests.ask(table, ANN.id, stage.clock.now() + timedelta(days=3))


async def offered(stage: Stage, table: Table) -> None:
    """Offer a seat to somebody."""
    await stage.tables.seats.offer(table, BOB.id, 1, DAN.id)


async def called(stage: Stage, _: Table) -> None:
    """Call people to a lobby."""

    async def everybody(people: Sequence[PlayerId]) -> Sequence[PlayerId]:
        return people

    await stage.tables.lookouts.change(GUILD, DAN, None, on=True)
    lobby = await opened(stage.tables, CHANNEL + 1)
    assert await stage.tables.lookouts.call(lobby, everybody) == 1


ACTS = (vacant_seat, taken_back, ended, left, rested, offered, called)


@pytest.mark.parametrize("act", ACTS)
async def test_no_act_in_a_game_is_refused_for_what_others_do_on_the_server(
    stage: Stage, act: Callable[[Stage, Table], Awaitable[None]]
) -> None:
    """Five leaderboards by each of four people leave it as it is, hour after hour."""
    await use_up(stage)
    table = await stage.start(BOB, CAT)
    assert await post(stage, 500) == TableKey.SERVER_POSTED_OFTEN

    await act(stage, table)


async def test_games_that_are_opened_and_resigned_cost_their_server_nothing(stage: Stage) -> None:
    for _ in range(10):
        table = await stage.start(BOB)
        await stage.tables.seats.resign(table.id, BOB.id)
        await stage.tables.seats.resign(table.id, ANN.id)
        stage.clock.advance(60)

    assert [await post(stage, 500 + number // 5) for number in range(20)] == [""] * 20


@pytest.mark.parametrize("act", [taken_back, ended])
async def test_questions_about_an_undo_and_the_end_wait_where_a_game_has_no_posts_left(
    told: Stage, act: Callable[[Stage, Table], Awaitable[None]], trio: Table
) -> None:
    """An hour at most, if nothing else is told; they are refused to nobody."""
    await use_up(told, trio.id)
    await act(told, trio)
    told.clock.advance(3599)
    early = await told.in_channel()
    told.clock.advance(1)

    assert "ask" not in early
    assert (await told.in_channel())[-1] == "ask"


async def test_who_leaves_is_told_of_in_the_message_that_follows(told: Stage, trio: Table) -> None:
    """Without one of its own where the game has no posts left; the last to leave is not refused."""
    await use_up(told, trio.id)
    before = len(await told.in_channel())
    await left(told, trio)

    assert (await told.in_channel())[before:] == ["board"]
    assert told.notifier.news == ["vacated"]
    assert (await told.tables.seats.resign(trio.id, BOB.id)).people[1].is_vacant


async def test_what_waits_is_dropped_once_the_game_is_over(told: Stage, table: Table) -> None:
    """And the game that ends is told as ever."""
    await use_up(told, table.id)
    await ended(told, table)
    await told.finish(table)
    told.clock.advance(3601)

    assert (await told.in_channel())[-1] == "over"


async def test_a_question_that_waits_comes_with_the_next_message(told: Stage, trio: Table) -> None:
    """Right after it; asking again meanwhile is no second question."""
    await use_up(told, trio.id)
    before = len(await told.said())
    await ended(told, trio)
    await ended(told, await told.tables.by_id(trio.id))
    assert len(await told.said()) == before
    await told.take(trio, 1, 1)

    assert [kind for kind, *_ in (await told.said())[before:]] == ["turn", "ask"]
