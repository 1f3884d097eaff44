"""Asked to end, the bot ends: in good order, once, and at once where asked twice."""

import asyncio
import signal
import time
from pathlib import Path

import pytest

from tests.faults.ledger import check_said, check_stored, is_all_told
from tests.faults.loopback import Loopback
from tests.faults.parties import begun, party_at
from tests.faults.process import Bot
from tests.faults.troubles import stalled
from tests.faults.world import until, usable

pytestmark = pytest.mark.faults
IN_FLIGHT = (10, pytest.param(50, marks=pytest.mark.measured))
"""So many confirm their turns at once; all fifty in `make faults`, since they take a minute."""
GOOD_ORDER = 12.0
"""Seconds that a good end may take: what is being said has 5 s."""
AT_ONCE = 1.5
NO_GATEWAY = 5.0
"""Seconds within which it ends where no gateway can be reached."""


@pytest.mark.parametrize("in_flight", IN_FLIGHT)
async def test_a_signal_in_a_burst_loses_nothing_and_leaves_no_traceback(
    many: tuple[Loopback, Bot], in_flight: int
) -> None:
    """Each confirmed turn is stored; what was not told before, the next process tells."""
    discord, bot = many
    parties = [await begun(discord, number) for number in range(in_flight)]
    planners = await asyncio.gather(
        *(party.planned(party.called()[0], party.board) for party in parties)
    )
    presses = [
        asyncio.create_task(party.confirm(party.called()[0], planner))
        for party, planner in zip(parties, planners, strict=True)
    ]
    await until(lambda: all(party.attempts for party in parties), 5, "all have pressed")
    bot.tell(signal.SIGTERM)
    code = await bot.ended(GOOD_ORDER)
    discord.gateway.forget()
    await asyncio.gather(*presses, return_exceptions=True)

    assert code == 0
    assert "Traceback" not in bot.log, bot.log
    check_stored(bot.database, parties)
    await bot.start()
    await until(lambda: is_all_told(bot.database), GOOD_ORDER, "the rest is told")
    check_said(discord, bot.database, parties)
    print(f"\nSIGTERM: {sum(party.turns for party in parties)} of {in_flight} turns were answered")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_second_signal_ends_it_at_once(
    discord: Loopback, bot: Bot, number: signal.Signals
) -> None:
    """Though something is still being said; after the next start it is."""
    party = party_at(discord, 0)
    await party.gather("underground")
    discord.rest.troubles.append(stalled(party.channel))
    party.press_start()
    await until(lambda: discord.rest.troubles[0].met, 10, "something is being said")
    bot.tell(number)
    # Two signals in a row may reach a process as one.
    await until(lambda: "Told to stop" in bot.log, 10, "it has heard the first")
    began = time.monotonic()
    bot.tell(number)
    assert await bot.ended(AT_ONCE) != 0
    discord.gateway.forget()
    discord.rest.troubles[0].over.set()
    print(f"\na second {number.name}: {time.monotonic() - began:.2f} s")

    await bot.start()
    await until(lambda: is_all_told(bot.database), GOOD_ORDER, "it is told")
    check_said(discord, bot.database, [party])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_without_a_gateway_one_signal_ends_it(
    discord: Loopback, tmp_path: Path, number: signal.Signals
) -> None:
    """Within five seconds, with lines that say what is wrong and no traceback."""
    discord.gateway.is_shut = True
    bot = Bot(discord, tmp_path)
    bot.launch()
    try:
        await until(lambda: discord.gateway.refused, 30, "it has tried")
        began = time.monotonic()
        bot.tell(number)
        code = await bot.ended(NO_GATEWAY)
        print(f"\nno gateway, {number.name}: {time.monotonic() - began:.2f} s")
    finally:
        await bot.stop()

    assert code == 0
    assert "Traceback" not in bot.log, bot.log


async def test_a_gateway_that_comes_later_is_found(discord: Loopback, tmp_path: Path) -> None:
    discord.gateway.is_shut = True
    bot = Bot(discord, tmp_path)
    bot.launch()
    try:
        await until(lambda: discord.gateway.refused, 30, "it has tried")
        discord.gateway.is_shut = False
        await until(lambda: discord.gateway.is_open, 30, "it is there")
        party = await begun(discord, 0)
        assert usable(party.board, "plan")
        assert "Traceback" not in bot.log, bot.log
    finally:
        await bot.stop()
