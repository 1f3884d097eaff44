"""What is said: in order, at least once, never undoing a move."""

import asyncio
import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.service.outbox.retry import LONGEST_PAUSE, LOST_PAUSE, pause_after
from metrobot.service.outbox.worker import JustStored
from metrobot.store.schema.act_rows import Stream
from tests.service.stage import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    CLOSED,
    GONE,
    GUILD,
    HICCUP,
    FakeNotifier,
    Stage,
    staged,
)

START = ("start", None, None)
Said = tuple[str, int | None, int | None]
HANDS = [("hand", None, ANN.id), ("hand", None, BOB.id)]


def by_person(said: Sequence[Said]) -> list[Said]:
    """Sort messages by person, the channel first: people are told side by side."""
    return sorted(said, key=lambda each: each[2] or 0)


async def test_a_start_is_said_before_the_hands(told: Stage, table: Table) -> None:
    assert by_person(await told.said()) == [START, *HANDS]


async def test_titles_without_hands_send_none(told: Stage) -> None:
    """Whether they do is the title's own knowledge."""
    await told.start(BOB, open=True)

    assert await told.said() == [START]


async def test_each_finished_turn_is_said(told: Stage) -> None:
    """Half a turn is nobody's business."""
    table = await told.start(BOB, open=True)
    half = await told.take(table, 1)
    assert await told.said() == [START]

    await told.take(await told.take(half, 1), 1, 1)
    assert await told.said() == [START, ("turn", 0, None), ("turn", 1, None)]


async def test_the_end_is_said_after_the_last_turn(told: Stage) -> None:
    table = await told.finish(await told.start(BOB, open=True))

    assert (await told.said())[-2:] == [("turn", table.log[-1].turn, None), ("over", None, None)]


async def test_things_are_said_by_themselves(told: Stage, table: Table) -> None:
    await told.tables.close()

    assert by_person(told.notifier.said) == [START, *HANDS]


async def test_nothing_is_said_twice(told: Stage, table: Table) -> None:
    await asyncio.gather(*(told.tables.deliver_pending(table.id) for _ in range(5)))
    await told.tables.deliver_pending()

    assert by_person(told.notifier.said) == [START, *HANDS]


async def test_without_a_courier_everything_waits(stage: Stage, table: Table) -> None:
    await stage.tables.deliver_pending()
    assert stage.notifier.said == []

    stage.line.poster = stage.notifier
    assert by_person(await stage.said()) == [START, *HANDS]


async def test_what_a_crash_left_unsaid_is_said_once(stage: Stage) -> None:
    table = await stage.take(await stage.start(BOB, open=True), 1, 1)

    async with staged(stage.url) as again:
        again.line.poster = again.notifier
        expected = [START, ("turn", 0, None)]
        assert await again.said() == expected
        assert await again.said() == expected
        assert (await again.tables.by_id(table.id)).place.board_message is not None


async def test_a_crash_between_posting_and_noting_repeats_the_nonce(told: Stage) -> None:
    """Discord drops a message whose nonce it has just seen."""
    nonces: list[str] = []

    class Dying(FakeNotifier):
        async def deliver(self, table: Table | None, delivery: Delivery) -> int | None:
            nonces.append(delivery.nonce)
            raise asyncio.CancelledError

    told.line.poster = Dying()
    await told.start(BOB, open=True)
    for _ in range(2):
        with pytest.raises(asyncio.CancelledError):
            await told.tables.deliver_pending()

    assert len(set(nonces)) == 1
    assert len(nonces) >= 2
    assert len(nonces[0]) <= 25


async def test_nonces_differ(told: Stage) -> None:
    """Two things are never taken for one."""
    await told.finish(await told.start(BOB))
    await told.said()

    assert len(set(told.notifier.tried)) == len(told.notifier.said)


async def test_boards_are_remembered(told: Stage, table: Table) -> None:
    await told.said()
    start = (await told.tables.by_id(table.id)).place.board_message
    await told.finish(table)
    await told.said()
    end = (await told.tables.by_id(table.id)).place.board_message

    assert start == 1001
    assert end == 1000 + len(told.notifier.said) - 1


async def test_a_hiccup_holds_up_what_follows(told: Stage) -> None:
    """The channel hears of turns in their order; hands do not wait for it."""
    told.notifier.failures[DeliveryKind.START] = HICCUP
    await told.take(await told.start(BOB), 1, 1)
    assert sorted(await told.said()) == HANDS

    told.notifier.failures.clear()
    told.clock.advance(5)
    assert (await told.said())[len(HANDS) :] == [START, ("turn", 0, None)]


async def test_a_hand_that_waits_holds_up_nobody(told: Stage) -> None:
    """The channel goes on, and so does the other player's hand."""
    told.notifier.failures[DeliveryKind.HAND] = HICCUP
    await told.take(await told.start(BOB), 1, 1)

    assert await told.said() == [START, ("turn", 0, None)]


async def test_pauses_grow(told: Stage) -> None:
    """5 seconds, 10, 20 ... and never more than an hour."""
    told.notifier.failures[DeliveryKind.START] = HICCUP
    table = await told.start(BOB, open=True)
    await told.said()

    pauses = []
    for _ in range(14):
        (row,) = await told.store.outbox.pending(table.id)
        pauses.append(row.next_at - told.clock.now())
        told.clock.advance((row.next_at - told.clock.now()).total_seconds())
        await told.said()

    seconds = [pause / timedelta(seconds=1) for pause in pauses]
    assert seconds[:4] == [5, 10, 20, 40]
    assert seconds[-1] == 3600
    assert len(told.notifier.tried) == 15


async def test_nothing_is_tried_before_its_time(told: Stage) -> None:
    told.notifier.failures[DeliveryKind.START] = HICCUP
    table = await told.start(BOB, open=True)
    for _ in range(3):
        await told.tables.deliver_pending(table.id)

    assert len(told.notifier.tried) == 1


async def test_what_can_never_be_said_is_dropped(
    told: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    told.notifier.failures[DeliveryKind.START] = GONE
    await told.take(await told.start(BOB, open=True), 1, 1)

    assert sorted(await told.said()) == [("refused", None, ANN.id), ("turn", 0, None)]
    assert "channel deleted" in caplog.text


async def test_a_fault_of_the_courier_is_no_end(
    told: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    told.notifier.failures[DeliveryKind.START] = ZeroDivisionError()
    table = await told.start(BOB, open=True)
    await told.said()
    told.notifier.failures.clear()
    told.clock.advance(5)

    assert await told.said() == [START]
    assert "ZeroDivisionError" in caplog.text
    assert await told.tables.by_id(table.id) == await told.tables.in_channel(CHANNEL)


async def test_closed_direct_messages_are_said_in_the_channel_once(told: Stage) -> None:
    told.notifier.failures[DeliveryKind.HAND] = CLOSED
    table = await told.start(BOB)

    expected = [START, ("dm_closed", None, ANN.id), ("dm_closed", None, BOB.id)]
    assert by_person(await told.said()) == expected
    assert by_person(await told.said()) == expected
    assert all(person.dm_closed for person in (await told.tables.by_id(table.id)).people)


async def test_who_is_known_for_closed_messages_is_not_tried_again(told: Stage) -> None:
    told.notifier.failures[DeliveryKind.HAND] = CLOSED
    await told.start(BOB)
    await told.said()
    told.notifier.failures.clear()
    await told.tables.cancel(CHANNEL, ANN, may_manage=True)
    await told.said()
    told.notifier.said.clear()
    await told.start(BOB, CAT)

    assert by_person(await told.said()) == [
        START,
        ("dm_closed", None, ANN.id),
        ("dm_closed", None, BOB.id),
        ("hand", None, CAT.id),
    ]


async def test_nothing_more_is_said_of_a_cancelled_game(stage: Stage, table: Table) -> None:
    await stage.tables.cancel(CHANNEL, ANN, may_manage=True)
    stage.line.poster = stage.notifier

    assert await stage.said() == [("cancelled", None, ANN.id)]


async def test_moves_do_not_wait_for_messages(told: Stage) -> None:
    go_on = asyncio.Event()

    class Slow(FakeNotifier):
        async def deliver(self, table: Table | None, delivery: Delivery) -> int | None:
            await go_on.wait()
            return await super().deliver(table, delivery)

    told.line.poster = slow = Slow()
    table = await told.take(await told.start(BOB, open=True), 1, 1)
    assert slow.said == []

    go_on.set()
    await told.tables.close()
    assert slow.said == [START, ("turn", 0, None)]
    assert (await told.tables.by_id(table.id)).revision == table.revision


async def test_games_do_not_wait_for_each_other(told: Stage) -> None:
    """A channel that fails holds up only its own game."""

    class Picky(FakeNotifier):
        async def deliver(self, table: Table | None, delivery: Delivery) -> int | None:
            if delivery.channel == CHANNEL:
                raise HICCUP
            return await super().deliver(table, delivery)

    told.line.poster = picky = Picky()
    await told.start(BOB, open=True)
    await told.tables.lobbies.open(guild=1, channel=9, host=ANN, title="toy", capacity=None)
    await told.tables.lobbies.at(9).choose(ANN.id, "open", True)
    await told.tables.lobbies.at(9).join(BOB, 1)
    await told.tables.lobbies.at(9).start(ANN.id, may_manage=False, interaction=2)
    await told.tables.deliver_pending()

    assert picky.said == [START]


async def test_closing_does_not_wait_for_ever(told: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("metrobot.service.outbox.worker.PATIENCE", 0.01)

    class Hanging(FakeNotifier):
        async def deliver(self, table: Table | None, delivery: Delivery) -> int | None:
            await asyncio.Event().wait()
            return None

    told.line.poster = Hanging()
    table = await told.start(BOB, open=True)
    await told.tables.close()

    assert len(await told.store.outbox.pending(table.id)) == 1


async def test_what_was_said_since_a_game_was_stored_is_not_said_again(told: Stage) -> None:
    told.line.poster = None  # nothing is said before it was looked at
    table = await told.start(BOB, open=True)
    stored = JustStored(table, await told.store.outbox.pending(table.id))
    told.line.poster = told.notifier
    said = list(await told.said())
    assert {row.kind for row in stored.pending} == {kind for kind, _, _ in said}
    told.tables._outbox.deliver_soon(Stream(table.id), stored)

    assert await told.said() == said


async def test_a_store_that_fails_is_logged(
    told: Stage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A delivery that could not even be read does not vanish without a word."""

    async def broken(*_: object) -> Any:
        raise OSError("disk gone")

    table = await told.start(BOB, open=True)
    await told.said()
    monkeypatch.setattr(type(told.store.outbox), "pending", broken)
    told.tables.deliver_soon(table.id)
    with caplog.at_level(logging.ERROR), pytest.raises(OSError, match="disk gone"):
        await asyncio.gather(*told.tables._outbox._tasks)

    await asyncio.sleep(0)
    assert f"deliver {table.id} failed" in caplog.text


def test_what_has_failed_for_ever_still_has_a_pause() -> None:
    """Twice as long each time, up to an hour or six: also after a year of attempts."""
    pauses = [pause_after(tries, LONGEST_PAUSE).total_seconds() for tries in (0, 1, 2, 10_000)]

    assert pauses == [5, 10, 20, 3600]
    assert pause_after(10_000, LOST_PAUSE) == timedelta(hours=6)


async def test_closed_messages_are_known_at_all_tables_at_once(told: Stage) -> None:
    first = await told.start(BOB, open=True)
    told.notifier.failures[DeliveryKind.HAND] = CLOSED
    there = CHANNEL + 1
    await told.tables.lobbies.open(guild=GUILD, channel=there, host=ANN, title="toy", capacity=None)
    await told.tables.lobbies.at(there).join(BOB, 600)
    await told.tables.lobbies.at(there).start(ANN.id, may_manage=False, interaction=601)
    await told.said()

    after = await told.take(first, 1)

    assert all(person.dm_closed for person in after.people)
