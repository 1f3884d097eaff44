"""Telling people does not stop: what is refused, what stalls, clocks that are set back."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from metrobot.service.model.table import BLOCKED, Table
from metrobot.service.outbox.attempts import MOST_FAULTS
from metrobot.service.outbox.delivery import Delivery, DeliveryKind, Undeliverable
from metrobot.service.outbox.retry import FIRST_PAUSE
from metrobot.service.outbox.worker import GAMES_AT_ONCE
from tests.databases import url_of
from tests.patience import PATIENCE
from tests.service.acts import opened
from tests.service.stage import (
    ANN,
    BOB,
    CHANNEL,
    CLOSED,
    HICCUP,
    FakeClock,
    FakeNotifier,
    Stage,
    staged,
)

REFUSED = Undeliverable("discord 400 50035", permanent=True)
HOUR = 3600.0
DAY = 24 * HOUR
LOOKS = int(1_000 * PATIENCE)
"""Looks, a millisecond or more apart, until something that should come about is given up."""


@dataclass
class Stalling(FakeNotifier):
    """A notifier whose posts to some people or channels never end.

    Attributes:
        stalls: says of which things.
        is_made: whether it says so when all is drawn and only Discord is waited for.
        begun: how many posts have stalled.
    """

    stalls: Callable[[Delivery], bool] = lambda _: False
    is_made: bool = True
    begun: int = 0
    go_on: asyncio.Event = field(default_factory=asyncio.Event)

    async def deliver(self, table: Table | None, delivery: Delivery) -> int | None:
        """Write down, or wait until it may go on."""
        if self.stalls(delivery):
            self.begun += 1
            if self.is_made:
                delivery.made()
            await self.go_on.wait()
        return await super().deliver(table, delivery)


async def settled(is_done: Callable[[], bool], looks: int = LOOKS) -> bool:
    """Return whether something comes about while the loop goes round."""
    for _ in range(looks):
        if is_done():
            return True
        await asyncio.sleep(0.001)
    return False


async def games(stage: Stage, count: int, first: int = 100) -> None:
    for channel in range(first, first + count):
        await opened(stage.tables, channel)
        await stage.tables.lobbies.at(channel).choose(ANN.id, "open", True)
        await stage.tables.lobbies.at(channel).join(BOB, 500)
        await stage.tables.lobbies.at(channel).start(ANN.id, may_manage=False, interaction=900)


# --- what Discord refuses for good ---


async def test_what_is_refused_for_good_is_given_up_with_a_warning(
    told: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    told.notifier.failures[DeliveryKind.START] = REFUSED
    table = await told.start(BOB, open=True)
    await told.take(table, 1, 1)
    await told.in_channel()

    warnings = [each.getMessage() for each in caplog.records if each.levelno == logging.WARNING]
    # The channel and the host are told side by side.
    assert sorted(kind for kind, _, _ in told.notifier.said) == ["refused", "turn"]
    assert warnings == [f"game {table.id}: message 1 (start) is given up: discord 400 50035"]
    assert await told.store.outbox.every_pending() == ()


async def test_the_host_is_told_of_what_is_refused_once_a_game(told: Stage) -> None:
    told.notifier.failures = {DeliveryKind.START: REFUSED, DeliveryKind.TURN: REFUSED}
    table = await told.start(BOB, open=True)
    for _ in range(3):
        table = await told.take(table, 1, 1)

    assert await told.said() == [("refused", None, ANN.id)]  # of the start, which is no turn


@pytest.mark.parametrize("is_known", [True, False])
async def test_a_host_who_takes_no_messages_is_told_in_the_channel(
    told: Stage, is_known: bool
) -> None:
    """Whether that is found out now or was known."""
    if is_known:
        told.notifier.failures = {DeliveryKind.HAND: CLOSED}
        await told.start(BOB)
        await told.said()
        await told.tables.cancel(CHANNEL, ANN, may_manage=True)
        await told.said()
        told.notifier.said.clear()
    tried = len(told.notifier.tried)
    told.notifier.failures = {DeliveryKind.START: REFUSED, DeliveryKind.REFUSED: CLOSED}
    await told.start(BOB, open=True)

    assert await told.said() == [("refused_here", None, ANN.id)]
    assert len(told.notifier.tried) - tried == (2 if is_known else 3)


async def test_that_the_news_of_a_refusal_is_refused_is_the_end_of_it(told: Stage) -> None:
    told.notifier.failures = dict.fromkeys(DeliveryKind, REFUSED)
    await told.start(BOB)

    assert await told.said() == []
    assert len(told.notifier.tried) == 4  # the start, two hands, the host's letter
    assert await told.store.outbox.every_pending() == ()


async def test_what_would_go_to_a_blocked_person_is_dropped(
    told: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    """It does not count as said, and nobody is told of it: Discord has refused nothing."""
    told.notifier.failures[DeliveryKind.HAND] = Undeliverable(BLOCKED, permanent=True)
    await told.start(BOB)

    assert await told.in_channel() == ["start"]
    assert await told.store.outbox.every_pending() == ()
    assert caplog.messages == []


async def test_a_fault_of_ours_does_not_silence_a_game_for_ever(
    told: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    """After hours of trying it is given up like what Discord refuses."""
    told.notifier.failures[DeliveryKind.START] = ZeroDivisionError()
    table = await told.start(BOB, open=True)
    await told.take(table, 1, 1)
    for _ in range(MOST_FAULTS):
        await told.said()
        told.clock.advance(HOUR)

    assert [kind for kind, _, _ in await told.said()] == ["turn", "refused"]
    assert "is given up: ZeroDivisionError()" in caplog.text


# --- what stalls ---


async def test_slow_channels_hold_up_no_other(told: Stage) -> None:
    """However many posts wait for Discord, the next game is told of."""
    told.line.poster = slow = Stalling(stalls=lambda delivery: (delivery.channel or 0) >= 100)
    await games(told, 3 * GAMES_AT_ONCE)
    assert await settled(lambda: slow.begun == 3 * GAMES_AT_ONCE)

    await told.start(BOB, open=True)
    assert await settled(lambda: slow.said == [("start", None, None)])

    slow.go_on.set()
    await told.tables.close()
    assert len(slow.said) == 3 * GAMES_AT_ONCE + 1


async def test_not_all_games_are_drawn_at_the_same_time(told: Stage) -> None:
    """After a long silence there are many; each holds its pictures in memory."""
    told.line.poster = slow = Stalling(stalls=lambda _: True, is_made=False)
    await games(told, GAMES_AT_ONCE + 3)

    assert not await settled(lambda: slow.begun > GAMES_AT_ONCE, 200)
    slow.go_on.set()
    await told.tables.close()
    assert len(slow.said) == GAMES_AT_ONCE + 3


@pytest.mark.parametrize("kind", [DeliveryKind.START, DeliveryKind.HAND])
async def test_channel_and_letters_do_not_wait_for_each_other(
    told: Stage, monkeypatch: pytest.MonkeyPatch, kind: DeliveryKind
) -> None:
    """A post that stalls holds up its own channel, be it that of one person."""
    monkeypatch.setattr("metrobot.service.outbox.worker.AHEAD", 0.0)
    told.line.poster = slow = Stalling(stalls=lambda delivery: delivery.kind is kind)
    table = await told.start(BOB)
    assert await settled(lambda: slow.begun > 0)
    await told.take(table, 1, 1)
    others = {"turn"} if kind is DeliveryKind.HAND else {"hand"}

    assert await settled(lambda: others <= {kind for kind, _, _ in slow.said})
    slow.go_on.set()
    await told.tables.close()


async def test_a_round_does_not_wait_for_what_stalls(
    told: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next ones come all the same, and what is under way is not what they come for."""
    monkeypatch.setattr("metrobot.service.outbox.worker.ROUND", 0.01)
    told.line.poster = slow = Stalling(stalls=lambda _: True)
    await told.start(BOB, open=True)
    assert await settled(lambda: slow.begun == 1)
    pauses = [await told.tables.housekeeping.round() for _ in range(2)]

    assert slow.begun == 1
    assert all(pause.total_seconds() > 1 for pause in pauses)
    slow.go_on.set()
    await told.tables.close()


# --- clocks that are set back ---


async def test_a_clock_that_is_set_back_delays_nothing(told: Stage) -> None:
    """Pauses are counted by how much time has passed."""
    told.notifier.failures[DeliveryKind.START] = HICCUP
    await told.start(BOB, open=True)
    await told.said()
    told.notifier.failures.clear()
    told.clock.jump(-DAY)

    assert await told.tables.housekeeping.round() == FIRST_PAUSE
    told.clock.advance(5)
    assert await told.said() == [("start", None, None)]


async def test_a_clock_that_is_set_forward_hurries_nothing(told: Stage) -> None:
    """A message that Discord has just refused is not tried again at once."""
    told.notifier.failures[DeliveryKind.START] = HICCUP
    await told.start(BOB, open=True)
    await told.said()
    told.clock.jump(DAY)
    await told.said()

    assert len(told.notifier.tried) == 1


@pytest.mark.parametrize("tries", [0, 3])
async def test_a_clock_that_was_set_back_before_a_restart_delays_nothing(
    tmp_path: Path, tries: int
) -> None:
    """A delivery stored for later than any pause could explain is due."""
    url = url_of(tmp_path / "games.db")
    async with staged(url) as early:
        await early.start(BOB, open=True)
        early.notifier.failures[DeliveryKind.START] = HICCUP
        early.line.poster = early.notifier if tries else None
        for _ in range(tries):
            await early.said()
            early.clock.advance(HOUR)
        now = early.clock.now()

    clock = FakeClock(now)
    clock.jump(-DAY)
    async with staged(url, clock=clock) as late:
        late.line.poster = late.notifier
        assert await late.said() == [("start", None, None)]


async def test_what_is_looked_at_again_is_due_whatever_it_waited_for(told: Stage) -> None:
    """The pause in memory is that of the row as it was stored."""
    told.notifier.failures[DeliveryKind.START] = HICCUP
    table = await told.start(BOB, open=True)
    await told.said()
    told.notifier.failures.clear()
    await told.store.channels.hurry(table.id, told.clock.now())

    assert await told.said() == [("start", None, None)]
