"""Games whose clocks run out or which pause, played on whatever happens to the bot."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from metrobot.ui.pages.args import VoteAnswer
from tests.faults.loopback import Loopback
from tests.faults.playing import PATIENCE, Party
from tests.faults.rest import Answer
from tests.faults.world import LateError, until, usable

Row = tuple[Any, ...]
FRESH, ASKED, RESTING, RESTED = "fresh", "asked", "resting", "rested"
"""States of a game by its pauses: the last until another one may be asked for."""
TIME = timedelta(minutes=11)
"""More than the time for a turn."""


def rows(database: Path, query: str, *values: Any) -> list[Row]:
    """Return rows, read while the bot may write."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=10)) as connection:
        return connection.execute(query, values).fetchall()


def written(moment: datetime) -> str:
    """Return a moment as the database has it."""
    return moment.strftime("%Y-%m-%d %H:%M:%S.%f")


def pass_time(database: Path) -> int:
    """While no bot runs: let the clocks that have begun run out, and the last pause be long ago.

    Returns:
        How many turns the clocks have played since the last call, by which no seat is covered.
    """
    now = datetime.now(UTC)
    with closing(sqlite3.connect(database)) as connection, connection:
        (flags,) = connection.execute("SELECT coalesce(sum(flags), 0) FROM seats").fetchone()
        past = written(now - TIME)
        begun = connection.execute(
            "UPDATE seats SET called_at = ? WHERE called_at > ? RETURNING game", (past, past)
        )
        for (game,) in begun.fetchall():
            turn = (written(now), game)
            connection.execute("UPDATE due SET at = ? WHERE of = ? AND kind = 'turn'", turn)
        connection.execute("UPDATE seats SET flags = 0")
        long_ago = written(now - timedelta(days=20))
        over = "UPDATE games SET rested_at = ? WHERE rest_until <= ?"
        connection.execute(over, (long_ago, written(now)))
    return int(flags)


async def whole(discord: Loopback, answer: Answer, mark: int, what: str) -> None:
    """Wait for the whole answer to an interaction.

    Raises:
        LateError: it does not come, or the bot is gone.
    """
    await until(lambda: answer.whole or discord.is_lost(answer, mark), PATIENCE, what)
    if not answer.whole:
        raise LateError("the bot is gone")


@dataclass
class Waiting:
    """Two people of whom one lets a computer play whenever the time of the other one is up."""

    party: Party
    database: Path

    async def play(self) -> None:
        """Press whatever can be pressed, until cancelled."""
        discord = self.party.discord
        while True:
            try:
                await until(self._asks, PATIENCE, "a time is up")
                message, pressed = self._asks()
                mark = discord.mark()
                (late,) = rows(
                    self.database,
                    "SELECT player FROM seats WHERE game = ? AND position = ?",
                    *(int(pressed.split(":")[each]) for each in (1, 4)),
                )
                person = next(each for each in self.party.people if each != late[0])
                await whole(discord, discord.press(person, message, pressed), mark, pressed)
            except LateError:
                continue  # the bot was killed meanwhile: they look again

    def _asks(self) -> Any:
        """Return the newest message that a time is up, and its button, while it can be pressed."""
        if not self.party.discord.is_open:
            return None
        for message in reversed(self.party.discord.world.messages(self.party.channel)):
            for each in usable(message, "let"):
                game, revision = each["custom_id"].split(":")[1:3]
                open_ = "SELECT id FROM games WHERE id = ? AND revision = ? AND NOT EXISTS"
                open_ += " (SELECT 1 FROM seats WHERE game = games.id AND clocked)"
                is_open = rows(self.database, open_, int(game), int(revision))
                return (message, each["custom_id"]) if is_open else None
        return None


@dataclass
class Pausing:
    """Two people who ask for a pause, agree to it and end it by playing, over and over.

    Attributes:
        acts: what they have begun, each with the game's revision before it.
    """

    party: Party
    database: Path
    acts: list[tuple[str, int]] = field(default_factory=list)

    @property
    def state(self) -> tuple[str, int]:
        """The game's state by its pauses, and its revision."""
        query = (
            "SELECT games.revision, rest_until, rested_at, ballots.id FROM games"
            " LEFT JOIN ballots ON ballots.game = games.id AND ballots.kind = 'rest'"
            " WHERE channel = ?"
        )
        ((revision, until_, since, ballot),) = rows(self.database, query, self.party.channel)
        now = datetime.now(UTC)
        is_asked, is_resting = ballot is not None, (until_ or "") > written(now)
        assert not (is_asked and is_resting), "asked for again while it lasts"
        if is_asked or is_resting:
            return (ASKED if is_asked else RESTING), revision
        is_recent = (since or "") > written(now - timedelta(days=14))
        return (RESTED if is_recent else FRESH), revision

    async def play(self) -> None:
        """Ask for, agree to and end pauses, until cancelled."""
        while True:
            try:
                await self._step()
            except LateError:
                continue  # the bot was killed meanwhile: they begin again

    def check(self) -> None:
        """Check while no bot runs that the last act was stored whole, or not at all."""
        if not self.acts:
            return
        (act, before), (state, now) = self.acts[-1], self.state
        expected: dict[str, Sequence[str]] = {
            FRESH: (FRESH, ASKED),
            ASKED: (ASKED, RESTING),
            RESTING: (RESTING,) if now == before else (RESTED,),
        }
        assert state in expected[act], f"after {act}: {state}"

    async def _step(self) -> None:
        party, discord = self.party, self.party.discord
        await until(lambda: discord.is_open, 2 * PATIENCE, "a bot is there")
        (host, other), (state, revision), mark = party.people, self.state, discord.mark()
        if state == FRESH:
            self.acts.append((FRESH, revision))
            asked = discord.command(host, party.channel, "game status", pause="3")
            await whole(discord, asked, mark, "a pause is asked for")
        elif state == ASKED:
            await until(self._question, PATIENCE, "the question is there")
            message, yes = self._question()
            self.acts.append((ASKED, revision))
            await whole(discord, discord.press(other, message, yes), mark, "the other one agrees")
        elif state == RESTING:
            await until(party.called, PATIENCE, "somebody is called")
            (person,) = party.called()
            planner = await party.planned(person, party.board)
            self.acts.append((RESTING, revision))
            await party.confirm(person, planner)
        else:
            await until(lambda: discord.mark() != mark, PATIENCE, "a while has passed")

    def _question(self) -> Any:
        """Return the message that asks for a pause, and its button Yes; None if it is not there."""
        found = rows(self.database, "SELECT message FROM ballots WHERE message IS NOT NULL")
        for (message,) in found:
            asked = self.party.discord.world.backend.get_message(self.party.channel, message)
            for each in usable(asked, "ballot"):
                if each["custom_id"].endswith(f".{VoteAnswer.YES}"):
                    return asked, each["custom_id"]
        return None
