"""Killed at any instant, the bot loses no card of a line, doubles none, and posts papers once."""

import asyncio
import contextlib
import sqlite3
import time
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from metrobot.service.daily import timetable
from tests.databases import url_of
from tests.faults.line_ledger import LineLedger
from tests.faults.lines import Clocked, LinePlayer, day_of
from tests.faults.loopback import Loopback
from tests.faults.test_kills import LONGEST_LIFE, LONGEST_MOVE, kill_telling
from tests.faults.world import LateError, another_server, until

pytestmark = pytest.mark.faults
SEED = 26
SERVERS = 3
MOST_KILLS = 50
FIRST_FINISHED = 240.0
"""Seconds within which somebody has played a whole line, on a machine that is busy."""
TOLD = 60.0
CLOSING = timedelta(seconds=0.7)
"""So long before a line closes, or papers are due, it is when the time jumps there."""
SPREAD = timedelta(minutes=30)
LIVES = ("first", "play", "play", "closing", "paper")
"""What happens in one life after another, all of a day's line."""


class Town:
    """Some servers whose people play, with a bot that lives and dies."""

    def __init__(self, discord: Loopback, folder: Path) -> None:
        self.discord = discord
        self.bot = Clocked(discord, folder, url_of(folder / "games.db"))
        world, backend = discord.world, discord.world.backend
        channels = [world.channels[0], *(another_server(world) for _ in range(SERVERS - 1))]
        self.places = {int(backend.get_channel(each).guild_id or 0): each for each in channels}
        self.players = [
            LinePlayer(discord, person, channel, Random(SEED + at), at_once=at == 1)
            for at, (person, channel) in enumerate(zip(world.people, channels, strict=False))
        ]
        self.ledger = LineLedger(self.bot.database)
        self.number = timetable.number_at(self.bot.now) + 1

    @property
    def openings(self) -> int:
        """Number of presses of Play."""
        return sum(each.openings for each in self.players)

    @property
    def cards(self) -> int:
        """Number of cards that anybody has tried to play."""
        return sum(len(each.attempts) for each in self.players)

    def want_papers(self) -> None:
        """Have each server ask for its paper as soon as a line is over."""
        due_at = timetable.closes_at(self.number).strftime("%Y-%m-%d %H:%M:%S.%f")
        with closing(sqlite3.connect(self.bot.database)) as connection, connection:
            connection.executemany(
                "INSERT INTO papers (guild, channel, hour, zone, told, failed)"
                " VALUES (?, ?, 6, 'UTC', ?, 0)",
                [(guild, at, self.number - 1) for guild, at in self.places.items()],
            )
            connection.executemany(
                "INSERT INTO due (person, of, kind, revision, at) VALUES (0, ?, 'paper', 0, ?)",
                [(guild, due_at) for guild in self.places],
            )

    def has_finished(self) -> bool:
        """Return whether somebody has played a whole line."""
        return bool(self.ledger.rows("SELECT id FROM runs WHERE status = 'over' LIMIT 1"))

    def is_told(self) -> bool:
        """Return whether all papers about the line that is over are out."""
        waiting = "SELECT id FROM deliveries WHERE status = 'pending'"
        untold = "SELECT guild FROM papers WHERE told < ?"
        return not self.ledger.rows(waiting) and not self.ledger.rows(untold, self.number)

    async def live(self, what: str, chance: Random) -> None:
        """Let the bot live for a while, and kill it."""
        closing_at = timetable.closes_at(self.number)
        match what:
            case "first":
                tried = self.openings
                self.bot.be_at(timetable.opens_at(self.number) + timedelta(hours=12))
                with contextlib.suppress(LateError):
                    await until(lambda: self.openings > tried, LONGEST_LIFE, "somebody presses")
                await self._kill_within(chance, LONGEST_MOVE)
            case "closing":
                await until(self.has_finished, FIRST_FINISHED, "a line is played")
                self.bot.be_at(closing_at - CLOSING)
                await self._kill_within(chance, 2 * CLOSING.total_seconds())
            case "paper":
                self.bot.be_at(closing_at + SPREAD - CLOSING)
                await self._kill_while_telling(chance)
            case _ if chance.random() < 0.5:
                tried = self.cards
                with contextlib.suppress(LateError):
                    await until(lambda: self.cards > tried, LONGEST_LIFE, "somebody plays a card")
                await self._kill_within(chance, LONGEST_MOVE)
            case _:
                await self._kill_within(chance, LONGEST_LIFE)

    async def _kill_while_telling(self, chance: Random) -> None:
        """Kill the bot when papers are due: at any instant, or while one is being posted."""
        if chance.random() < 0.3:
            await self._kill_within(chance, 2 * CLOSING.total_seconds())
        else:
            await kill_telling(self.bot, self.discord, is_done=chance.random() < 0.5)

    async def _kill_within(self, chance: Random, longest: float) -> None:
        """Kill the bot at a random instant."""
        end = time.monotonic() + chance.uniform(0, longest)
        await until(lambda: time.monotonic() > end, longest + 5, "a moment")
        await self.bot.kill()


async def test_no_kill_loses_or_doubles_a_card_or_a_paper(
    discord: Loopback, tmp_path: Path, kills: int
) -> None:
    """At random instants: first presses, cards, closings, papers; the time passes meanwhile."""
    town, chance, done, papers = Town(discord, tmp_path), Random(SEED), 0, 0
    kills = min(kills, MOST_KILLS)
    town.want_papers()
    await town.bot.start()
    playing = [asyncio.create_task(each.play(lambda: day_of(town.bot))) for each in town.players]
    try:
        while done < kills:
            for what in LIVES:
                await town.live(what, chance)
                done += 1
                town.ledger.check(town.players)
                await town.bot.start()
                failed = [each for each in playing if each.done()]
                assert not failed, failed[0].exception()
            await until(town.is_told, TOLD, "all papers are out")
            papers += town.ledger.check_papers(discord, town.places, town.number)
            town.number += 1
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await town.bot.stop()
    town.ledger.check(town.players)
    town.ledger.check_all_said(discord)
    cards = sum(each.is_confirmed for player in town.players for each in player.attempts)
    shown = sum(len(each.seen) for each in town.players)
    print(f"\n{done} kills, {len(town.ledger.salts)} lines, {cards} cards, {papers} papers")
    print(f"{shown} cards were shown, each the same each time; {town.bot.starts} starts")
    assert papers
    assert "Traceback" not in town.bot.log, town.bot.log
