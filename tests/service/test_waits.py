"""Every wait that gives others a right: nothing comes of it for a time nobody could act in."""

import ast
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from metrobot.service.membership import ballots, looks, transfer_rules
from metrobot.service.membership.endings import END
from metrobot.service.membership.transfer_rules import TransferReason
from metrobot.service.model.errors import TableError
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.people.quotas import Quotas
from metrobot.service.upkeep.idle_lobbies import CLOSED_AFTER, WARNED_AFTER
from metrobot.service.waits.paces import PACES
from metrobot.store.statements import channels
from tests.databases import url_of
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, HICCUP, Stage, staged
from tests.service.test_clocks import First, started

LIMITS: Final = ("REST", "AGAIN", "STANDS", "DAY", "LEFT_SINCE", "WEEK", "PAUSE")
PAGE: Final = Path(__file__).parents[2] / "docs/decisions/waits.md"
SERVICE: Final = Path(__file__).parents[2] / "metrobot/service"
DAYS: Final = 21
MARGIN: Final = timedelta(minutes=5)
Came = Callable[[Stage], Awaitable[bool]]


def said(*kinds: str) -> Came:
    """Return a function that tells whether any of these has been said."""

    async def has_come(stage: Stage) -> bool:
        return any(kind in kinds for kind, _, _ in stage.notifier.said)

    return has_come


async def table_of(stage: Stage) -> Table:
    return await stage.tables.in_channel(CHANNEL)


def offered(*grounds: TransferReason) -> Came:
    """Return a function that tells whether Bob may offer Ann's place on one of some grounds."""

    async def has_come(stage: Stage) -> bool:
        table, acting = await table_of(stage), stage.tables.acting
        waited = acting.waited(await acting.look(table, 0), 0)
        return transfer_rules.reason_of(table, BOB.id, 0, waited) in grounds

    return has_come


async def passed(stage: Stage) -> bool:
    """Return whether a place passes to a newcomer, as nobody has objected."""
    _, unopposed = await stage.tables.ballots.due()
    return bool(await stage.tables.seats.passing(unopposed))


async def lapsed(stage: Stage) -> bool:
    """Return whether a question is void."""
    settled, _ = await stage.tables.ballots.due()
    return bool(settled)


async def aside(stage: Stage) -> bool:
    """Return whether the game was put aside."""
    return (await table_of(stage)).aside_at is not None


async def closed(stage: Stage) -> bool:
    """Return whether the lobby is gone."""
    try:
        return (await table_of(stage)).status == "cancelled"
    except TableError:
        return True


async def game(stage: Stage) -> None:
    """Start a game of three, in which Ann is awaited."""
    await stage.start(BOB, CAT)


async def clocked(stage: Stage) -> None:
    """Start one at slow, which counts the whole day of whoever sleeps at no time."""
    await started(stage, "slow")


async def claimed(stage: Stage) -> None:
    """Let a newcomer ask for a vacant place."""
    table = await stage.start(BOB, CAT)
    await stage.tables.seats.resign(table.id, BOB.id)
    await stage.tables.seats.take(table.id, 1, DAN)


async def asked(stage: Stage) -> None:
    """Let Ann ask to end the game."""
    table = await stage.start(BOB, CAT)
    await stage.tables.ballots.open(table, END, ANN.id, [ANN.id, BOB.id, CAT.id])


async def told_idle(stage: Stage) -> None:
    """Let nobody play until the table has been told."""
    await game(stage)
    await live(stage, timedelta(days=DAYS))


async def lobby(stage: Stage) -> None:
    """Open a lobby that nobody joins."""
    await stage.lobby()


async def told_lobby(stage: Stage) -> None:
    """Let nobody join until the host has been told."""
    await lobby(stage)
    await live(stage, WARNED_AFTER)


class Wait(NamedTuple):
    """A wait that goes by the account.

    Attributes:
        name: as the page defines it.
        span: how long it is.
        begin: brings about what is waited for, but for its last message.
        has_come: tells whether what the wait gives has come.
        call: kinds of the message from whose post on it counts; none: it needs none.
    """

    name: str
    span: timedelta
    begin: Callable[[Stage], Awaitable[None]]
    has_come: Came
    call: tuple[DeliveryKind, ...] = (DeliveryKind.START,)


WAITS: Final = (
    Wait("looks.HOURS", timedelta(hours=24), game, said("remind")),
    Wait("looks.SILENCES", looks.SILENCES[0], game, said("silent")),
    Wait("paces.PACES", PACES["slow"].turn * 3 / 2, clocked, said("time_up")),
    Wait("transfer_rules.ANSWERING", transfer_rules.ANSWERING, game, offered(TransferReason.LATE)),
    Wait("transfer_rules.SILENCE", transfer_rules.SILENCE, game, offered(TransferReason.WAITING)),
    Wait("transfer_rules.PATIENCE", transfer_rules.PATIENCE, claimed, passed, (DeliveryKind.ASK,)),
    Wait("ballots.LIFETIME", ballots.LIFETIME, asked, lapsed, (DeliveryKind.ASK,)),
    Wait("quotas.idle_days", timedelta(days=DAYS), game, said("idle"), ()),
    Wait("channels.NOTICE", channels.NOTICE, told_idle, aside, (DeliveryKind.IDLE,)),
    Wait("idle_lobbies.WARNED_AFTER", WARNED_AFTER, lobby, said("remind"), ()),
    Wait("idle_lobbies.CLOSED_AFTER", CLOSED_AFTER, told_lobby, closed, (DeliveryKind.REMIND,)),
)
PASSING: Final = {"rests.APART", "rests.LONGEST", *map("lookouts.{}".format, LIMITS)}
"""Limits of what people may do, which give nobody a right over others."""
AWAKE: Final = {"terms.ANSWERING"}
"""Waits of waking hours in lobbies, which the tests of terms walk."""


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """Return a service that says things."""
    async with staged(url_of(tmp_path / "games.db"), thinker=First()) as stage:
        stage.line.poster = stage.notifier
        stage.tables.channels.quotas = Quotas(idle_days=DAYS)
        await stage.tables.acting.beat()
        yield stage


async def live(stage: Stage, span: timedelta = timedelta()) -> None:
    """Let time pass in which the bot runs, with rounds before and after it."""
    for seconds in (0, span.total_seconds(), 0):
        stage.clock.advance(seconds)
        stage.tables.acting.turned()
        await stage.tables.housekeeping.round()
        await stage.tables.deliver_pending()


async def rest_comes(stage: Stage, wait: Wait) -> None:
    """Check that nothing has come yet, and that it comes once the whole wait has counted."""
    assert not await wait.has_come(stage)
    await live(stage, wait.span - MARGIN)
    assert not await wait.has_come(stage)
    await live(stage, 2 * MARGIN)
    assert await wait.has_come(stage)


@pytest.mark.parametrize("wait", WAITS, ids=lambda wait: wait.name)
async def test_nothing_comes_of_an_outage_of_discord(stage: Stage, wait: Wait) -> None:
    await wait.begin(stage)
    await live(stage)
    stage.ears["all"] = False
    await live(stage, 2 * wait.span)
    stage.ears["all"] = True

    await rest_comes(stage, wait)


@pytest.mark.parametrize("wait", WAITS, ids=lambda wait: wait.name)
async def test_nothing_comes_of_a_time_in_which_the_bot_was_down(stage: Stage, wait: Wait) -> None:
    await wait.begin(stage)
    await live(stage)
    stage.clock.advance(2 * wait.span.total_seconds())
    again = staged(stage.url, clock=stage.clock, thinker=First(), notifier=stage.notifier)
    async with again as later:
        later.line.poster = later.notifier
        later.tables.channels.quotas = Quotas(idle_days=DAYS)
        await live(later)

        await rest_comes(later, wait)


CALLED: Final = [wait for wait in WAITS if wait.call]


@pytest.mark.parametrize("wait", CALLED, ids=lambda wait: wait.name)
async def test_nothing_comes_of_a_call_that_is_still_to_be_posted(stage: Stage, wait: Wait) -> None:
    """Nobody has read it."""
    stage.notifier.failures = dict.fromkeys(wait.call, HICCUP)
    await wait.begin(stage)
    for _ in range(4):
        await live(stage, wait.span / 2)
    assert not await wait.has_come(stage)
    stage.notifier.failures = {}
    stage.notifier.said.clear()
    while not await said(*wait.call)(stage):
        await live(stage, MARGIN / 2)
    stage.notifier.said.clear()

    await rest_comes(stage, wait)


def cut_off(stage: Stage, how: str) -> None:
    """Let Ann not be able to press anything for four weeks."""
    if how == "hidden":
        stage.blind.add(ANN.id)
    else:
        stage.silenced[ANN.id] = stage.clock.now() + timedelta(days=28)


@pytest.mark.parametrize("how", ["hidden", "time-out"])
@pytest.mark.parametrize("wait", WAITS[:6], ids=lambda wait: wait.name)
async def test_nothing_comes_over_somebody_who_cannot_act_for_ten_days_of_a_game(
    stage: Stage, wait: Wait, how: str
) -> None:
    """Then the whole wait does: neither they nor a moderator stop a table for longer."""
    cut_off(stage, how)
    await wait.begin(stage)
    await live(stage)
    first = min(2 * wait.span, timedelta(days=9))
    for span in (first, timedelta(days=10) - first, wait.span - MARGIN):
        assert not await wait.has_come(stage)
        await live(stage, span)
    assert not await wait.has_come(stage)
    await live(stage, 2 * MARGIN)
    if wait.begin is claimed:  # the first question was void after three days
        await stage.tables.seats.take((await table_of(stage)).id, 1, DAN)
        await live(stage)
        await live(stage, wait.span + MARGIN)

    assert await wait.has_come(stage)


def test_the_page_lists_every_wait() -> None:
    """In the same words, with the account that it goes by."""
    cells = re.findall(r"^\| .+ \| `(.+)` \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.M)
    by_account = [name for name, by in cells if by.startswith(("account", "likewise"))]

    assert by_account == [wait.name for wait in WAITS]
    assert {name for name, _ in cells if name not in by_account} <= PASSING | AWAKE


@pytest.mark.parametrize("room", ["membership", "upkeep/idle_lobbies.py"])
def test_no_wait_is_forgotten(room: str) -> None:
    """Each span that is named where people wait for each other is in the list."""
    known = {wait.name for wait in WAITS} | PASSING | {"blocks.EVERY"}
    path = SERVICE / room
    for file in path.glob("*.py") if path.is_dir() else [path]:
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            named = isinstance(node, ast.AnnAssign) and "timedelta" in ast.dump(node)
            name = f"{file.stem}.{node.target.id}" if named else ""  # type: ignore[attr-defined]
            assert not named or "._" in name or name in known, name
