"""What the gateway does: it breaks, comes back, forgets, and sends what nobody can read."""

import asyncio
import re
import socket
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp
import pytest

from tests.faults.gateway import Gateway
from tests.faults.ledger import check_said, check_stored, is_all_told
from tests.faults.loopback import Loopback
from tests.faults.parties import begun
from tests.faults.process import Bot
from tests.faults.troubles import Trouble
from tests.faults.world import until, usable

pytestmark = pytest.mark.faults
BACK = 20.0
"""Seconds within which the bot is back: its pauses grow from 1 s."""

MINUTE = 60.0

Break = Callable[[Gateway], Awaitable[None] | None]


async def broken(gateway: Gateway, how: Break) -> None:
    """Break the connection, and wait until the bot is back."""
    before = (gateway.identified, gateway.resumed)
    found = how(gateway)
    if found is not None:
        await found
    await until(
        lambda: (gateway.identified, gateway.resumed) > before and gateway.is_open,
        BACK,
        "the bot is back",
    )


@pytest.mark.parametrize(
    ("how", "is_resumed"),
    [
        (Gateway.drop, True),
        (Gateway.ask_to_reconnect, True),
        (lambda gateway: gateway.invalidate(is_resumable=True), True),
        (lambda gateway: gateway.invalidate(is_resumable=False), False),
        (Gateway.send_garbage, None),
        (Gateway.send_incomplete, None),
    ],
    ids=["drop", "reconnect", "invalid, resumable", "invalid", "garbage", "incomplete"],
)
async def test_a_broken_gateway_ends_neither_the_bot_nor_a_game(
    discord: Loopback, bot: Bot, how: Break, is_resumed: bool | None
) -> None:
    """It comes back, by RESUME where Discord allows it, and the game goes on."""
    party = await begun(discord, 0)
    gateway = discord.gateway
    sessions = gateway.identified
    await broken(gateway, how)
    await party.play(1)
    await until(lambda: is_all_told(bot.database), BACK, "the turn is told")

    assert bot.code is None, bot.log[-2000:]
    if is_resumed is not None:
        assert (gateway.identified == sessions) == is_resumed
    check_stored(bot.database, [party])
    check_said(discord, bot.database, [party])


@pytest.mark.measured
@pytest.mark.parametrize("seconds", [20.0, 150.0])
async def test_after_an_outage_the_bot_is_back_within_a_minute(
    discord: Loopback, bot: Bot, seconds: float
) -> None:
    """However long it was: discord.py's own pauses would grow to a quarter of an hour."""
    gateway = discord.gateway
    gateway.is_shut = True
    await gateway.drop()
    await asyncio.sleep(seconds)
    gateway.is_shut, back = False, time.monotonic()
    await until(lambda: gateway.is_open, MINUTE, "the bot is back")

    print(f"\naway for {seconds:.0f} s: back {time.monotonic() - back:.1f} s after it")


@pytest.mark.measured
async def test_a_request_that_is_never_answered_does_not_keep_the_bot_away(
    discord: Loopback, bot: Bot
) -> None:
    """During some outages Discord takes connections and never answers."""
    gateway, silent = discord.gateway, Trouble("GET", ".*", None, stalls=True)
    discord.rest.troubles.append(silent)
    gateway.is_shut = True
    await gateway.drop()
    await until(lambda: silent.met, MINUTE, "the bot asks whether Discord is there")
    discord.rest.troubles.remove(silent)
    gateway.is_shut, back = False, time.monotonic()
    await until(lambda: gateway.is_open, MINUTE, "the bot is back")
    print(f"\nback {time.monotonic() - back:.1f} s after a request that was never answered")
    silent.over.set()


async def test_what_was_pressed_while_it_was_away_is_answered(discord: Loopback, bot: Bot) -> None:
    """Discord keeps the events of a session until it is resumed."""
    party = await begun(discord, 0)
    board = party.board
    await discord.gateway.drop()
    answer = discord.press(party.people[0], board, usable(board, "board")[0]["custom_id"])
    await until(lambda: answer.whole, BACK, "the press is answered")

    assert discord.gateway.resumed == 1


async def figures(port: int) -> dict[str, float]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/metrics") as answer,
    ):
        told = re.findall(r"^metrobot_gateway_(\w+) (\S+)$", await answer.text(), re.MULTILINE)
    return {name: float(value) for name, value in told}


async def test_what_the_gateway_does_is_told_in_figures(discord: Loopback, tmp_path: Path) -> None:
    """Sessions are counted, a resumed one once; silence lasts until the next event of any kind."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    bot, gateway = Bot(discord, tmp_path, more={"METRICS_PORT": str(port)}), discord.gateway
    try:
        await bot.start()
        at_first = await figures(port)
        await broken(gateway, Gateway.drop)
        await broken(gateway, lambda each: each.invalidate(is_resumable=False))
        later = await figures(port)
        gateway.is_shut = True
        await gateway.drop()
        silence = (await figures(port))["silence_seconds"]
        await asyncio.sleep(1)
        away = await figures(port)
    finally:
        await bot.stop()

    assert (at_first["sessions_total"], at_first["shards_down"]) == (1, 0)
    assert 0 <= at_first["silence_seconds"] < BACK
    assert later["sessions_total"] == gateway.identified == 2
    assert away["shards_down"] == 1
    assert away["silence_seconds"] > silence + 0.9


async def test_without_sessions_to_start_it_waits_and_says_so(
    discord: Loopback, tmp_path: Path
) -> None:
    """Discord resets the token of whoever begins more than it allows."""
    opens = time.monotonic() + 15  # later than the bot asks on a machine that is busy
    discord.rest.no_sessions_until = opens
    bot = Bot(discord, tmp_path)
    try:
        await bot.start()
        assert time.monotonic() >= opens
        assert discord.gateway.identified == 1
        assert "Traceback" not in bot.log, bot.log
        said = [line for line in bot.log.splitlines() if " WARNING " in line]
        assert len(said) == 1, said
        assert "session" in said[0].lower() or "connection" in said[0].lower()
    finally:
        await bot.stop()
