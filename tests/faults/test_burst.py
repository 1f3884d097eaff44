"""Everybody at once: how long it takes, beside a bot that does nothing but answer."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from metrobot.games.registry import TITLES
from tests.faults.burst import (
    AT_ONCE,
    LONGEST,
    TABLES,
    all_at_once,
    all_whole,
    bare_burst,
    of_burst,
    posted,
    quantile,
    row,
    wholes,
)
from tests.faults.loopback import Loopback
from tests.faults.parties import begun
from tests.faults.playing import Party
from tests.faults.process import Bot
from tests.faults.world import until, usable

pytestmark = [pytest.mark.faults, pytest.mark.measured]
GAMES = tuple(TITLES)
BOARDS_OUT = 3.0
"""Seconds within which all public boards of a burst are out, where a bare bot takes BARE_TAKES."""
BARE_TAKES = 0.5
"""Seconds that half of a bare bot's answers took on the machine for which the bound was set."""
MOST_BOARDS = 60
MOST_DELAY = 0.5
"""Seconds by which one person's wishes may delay another's board."""


async def test_a_burst_is_answered_and_all_boards_are_out(
    many: tuple[Loopback, Bot], tmp_path: Path
) -> None:
    """300 interactions on 50 tables: a turn of each is confirmed, the others look."""
    discord, bot = many
    parties = [await begun(discord, at, GAMES[at % len(GAMES)]) for at in range(TABLES)]
    ready = [(p, p.called()[0], await p.planned(p.called()[0], p.board)) for p in parties]
    since, began = len(discord.rest.said), time.monotonic()
    looks, confirming = await all_at_once(discord, ready)
    await all_whole(looks)
    await asyncio.gather(*confirming)
    turns = sum(
        not TITLES[GAMES[at % len(GAMES)]].is_simultaneous for at in range(TABLES)
    )  # there, one lock is no turn
    await until(lambda: len(posted(discord, since)) >= turns, LONGEST, "all boards are out")
    out = max(posted(discord, since)) - began
    await bot.stop()
    bare = await bare_burst(discord, tmp_path / "bare")

    print(f"\n{AT_ONCE} at once   ack p50      p95      p99  whole p50     p99 (s)")
    print(row("metrobot", of_burst(discord, looks)))
    print(row("bare", bare))
    times = [at - began for at in posted(discord, since)]
    print(f"half of the {turns} boards were out after {quantile(times, 50):.2f} s, all {out:.2f}")
    slowness = max(1.0, quantile(wholes(bare), 50) / BARE_TAKES)
    print(f"this machine is {slowness:.1f} times as slow: {BOARDS_OUT * slowness:.1f} s allowed")
    assert out < BOARDS_OUT * slowness


async def zooms(party: Party, person: int) -> list[str]:
    """Return the parts of a board that can be looked at."""
    board: Any = await party.look(person)
    menu = usable(board, "zoom")[0]
    return [option["value"] for option in menu["options"]]


async def test_one_persons_many_boards_do_not_delay_anothers(many: tuple[Loopback, Bot]) -> None:
    discord, _ = many
    parties = [await begun(discord, at, "metromania") for at in range(13)]
    *others, own = parties
    greedy, patient = others[0].people[0], own.people[0]
    parts = await zooms(own, patient)
    idle = discord.command(patient, own.channel, "board", zoom=parts[1])
    await until(lambda: idle.whole, LONGEST, "the board is there")
    wishes = [
        discord.command(greedy, party.channel, "board", zoom=part)
        for part in parts
        for party in others
    ][:MOST_BOARDS]
    asked_for = discord.command(patient, own.channel, "board", zoom=parts[2])
    await until(lambda: asked_for.whole, LONGEST, "the board is there")
    took, alone = (answer.whole - answer.sent for answer in (asked_for, idle) if answer.whole)
    await all_whole(wishes)
    drawn = sum(bool(discord.answered(wish).attachments) for wish in wishes)

    print(f"\nan idle bot: {alone:.3f} s; with {len(wishes)} boards of another: {took:.3f} s")
    print(f"of these {drawn} were drawn, and the others refused")
    assert len(wishes) == MOST_BOARDS
    assert took < alone + MOST_DELAY
