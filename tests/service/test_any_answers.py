"""Whatever Discord answers, and whenever the bot dies: each message once, or a warning."""

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.attempts import MOST_FAULTS
from metrobot.service.outbox.delivery import Delivery, Undeliverable
from metrobot.service.outbox.kinds import KINDS, Lane
from tests.databases import url_of
from tests.service.stage import BOB, CHANNEL, GUILD, FakeClock, Stage, staged

pytestmark = pytest.mark.embedded

DAY = 24 * 3600
ANSWERS = {
    "hiccup": Undeliverable("discord 503 0", permanent=False),
    "refused": Undeliverable("discord 400 50035", permanent=True),
    "lost": Undeliverable("permission", permanent=False, is_lost=True),
    "fault": ZeroDivisionError("ours"),
    "unheard": OSError("connection lost"),
    "killed": asyncio.CancelledError(),
}
"""Failures of a post; the last two come after Discord has accepted it."""
TAKEN = {"unheard", "killed"}


class _Listening(logging.Handler):
    """A log handler that keeps every record."""

    def __init__(self) -> None:
        super().__init__()
        self.heard = list[logging.LogRecord]()

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        self.heard.append(record)


STEPS = st.one_of(
    st.tuples(st.just("answer"), st.sampled_from(sorted(ANSWERS))),
    st.tuples(st.just("wait"), st.integers(1, 2 * DAY)),
    st.tuples(st.just("jump"), st.integers(-2 * DAY, 2 * DAY)),
    st.tuples(st.just("turn"), st.just(0)),
    st.tuples(st.just("restart"), st.just(0)),
    st.tuples(st.just("look"), st.just(0)),
)
Step = tuple[str, str | int]


@dataclass
class FakeDiscord:
    """Discord: it takes each nonce once, and answers as it is told."""

    answers: list[str] = field(default_factory=list)
    taken: dict[str, Delivery] = field(default_factory=dict)

    async def deliver(self, table: Table | None, delivery: Delivery) -> int | None:
        """Take a message, or not."""
        del table
        delivery.made()
        answer = self.answers.pop(0) if self.answers else "ok"
        if answer == "ok" or answer in TAKEN:
            self.taken.setdefault(delivery.nonce, delivery)
        if answer != "ok":
            raise ANSWERS[answer]
        return 1000 + delivery.id


@dataclass
class World:
    """The parts that outlive the bot: its database, the clock, Discord."""

    path: Path
    clock: FakeClock = field(default_factory=FakeClock)
    discord: FakeDiscord = field(default_factory=FakeDiscord)
    told: dict[int, str] = field(default_factory=dict)

    async def live(self, steps: list[Step]) -> None:
        """Run a bot until it is stopped, or no step is left."""
        async with staged(url_of(self.path), clock=self.clock) as stage:
            stage.line.poster = self.discord
            while steps:
                kind, value = steps.pop(0)
                if kind == "restart":
                    return
                await self._do(stage, kind, value)
                self.told |= written(self.path)  # of a game that is over it is cleared later
                await come_round(stage)

    async def _do(self, stage: Stage, kind: str, value: str | int) -> None:
        match kind, value:
            case "answer", str():
                self.discord.answers.append(value)
            case "wait", int():
                self.clock.advance(value)
            case "jump", int():
                self.clock.jump(value)
            case "look", _:
                await stage.tables.channels.recheck(GUILD)
            case _:
                table = await stage.tables.in_channel(CHANNEL)
                if table.status is Status.RUNNING:
                    await stage.take(table, 1, 1)

    async def rest(self) -> int:
        """Let Discord accept everything for long enough; return the number of messages left."""
        self.discord.answers.clear()
        async with staged(url_of(self.path), clock=self.clock) as stage:
            stage.line.poster = self.discord
            for _ in range(MOST_FAULTS):
                self.told |= written(self.path)
                await come_round(stage)
                self.clock.advance(DAY)
            return len(await stage.store.outbox.every_pending())


async def come_round(stage: Stage) -> None:
    """Come round as the bot does; what kills a delivery kills no round."""
    await stage.tables.housekeeping.round()
    await asyncio.gather(*stage.tables._outbox._tasks, return_exceptions=True)


async def lived(path: Path, steps: Sequence[Step]) -> World:
    """Return the world after a game to which these things have happened."""
    world = World(path)
    async with staged(url_of(path), clock=world.clock) as stage:
        table = await stage.start(BOB)
        await stage.take(table, 1, 1)
    left = list(steps)
    while left:
        await world.live(left)
    assert await world.rest() == 0
    return world


def given_up(records: Sequence[logging.LogRecord]) -> set[int]:
    """Return the numbers of the messages that the log says are given up."""
    warnings = (each for each in records if each.levelno == logging.WARNING)
    told = (each for each in warnings if "is given up" in each.msg)
    return {each.args[1] for each in told if isinstance(each.args, tuple)}  # type: ignore[misc]


def written(path: Path) -> dict[int, str]:
    """Return the kinds of all stored deliveries except reminders, by number."""
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute("SELECT id, kind FROM deliveries ORDER BY id").fetchall()
    return {id_: kind for id_, kind in rows if not KINDS[kind].is_reminder}


@pytest.mark.long
@example(steps=[("answer", "refused"), ("turn", 0), ("answer", "hiccup"), ("jump", -DAY)])
@example(steps=[("answer", "killed"), ("restart", 0), ("answer", "unheard"), ("turn", 0)])
@example(steps=[("answer", "lost"), ("jump", -DAY), ("restart", 0), ("look", 0)])
@example(steps=[("answer", "fault"), ("turn", 0), ("answer", "refused"), ("turn", 0)])
@example(steps=[("turn", 0)] * 6)
@given(steps=st.lists(STEPS, max_size=12))
@settings(max_examples=30, deadline=None)
def test_each_message_is_said_once_in_order_or_given_up_with_a_warning(steps: list[Step]) -> None:
    """Any sequence of answers, waits, jumps of the clock, turns and restarts."""
    handler = _Listening()
    logger = logging.getLogger("metrobot.service.outbox.attempts")
    logger.addHandler(handler)
    try:
        with TemporaryDirectory() as folder:
            world = asyncio.run(lived(Path(folder) / "games.db", steps))
    finally:
        logger.removeHandler(handler)

    seen, told = world.discord.taken.values(), world.told
    apart = {Lane.PERSON, Lane.REMINDERS}
    in_channel = [each.id for each in seen if KINDS[each.kind].lane not in apart]
    assert set(told) - {each.id for each in seen} <= given_up(handler.heard)
    assert in_channel == sorted(in_channel)
    assert {"start", "turn", "hand"} <= set(told.values())
