"""People who play the toy title in which all choose at once, on the simulated Discord."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import discord

from metrobot.service.model.table import Table
from tests.ui.stage import Shown, Stage, labels, on_discord
from tests.ui.toy_rounds_front import RoundsFront

ROUNDS: Final = {"rounds": RoundsFront()}
"""The front of this title alone."""


@dataclass
class Rounds:
    """A game under way."""

    stage: Stage

    @property
    def board(self) -> discord.Message:
        """The newest public message with Choose."""
        return [m for m in self.stage.public if "Choose" in labels(m)][-1]

    async def table(self) -> Table:
        """Return the game."""
        return await self.stage.table()

    async def start(self, *joining: int) -> None:
        """Start a game of person 0 and others in this order."""
        await self.stage.lobby(*joining)
        await self.stage.seated_as_joined()
        await self.stage.begin()

    async def choose(self, number: int, *picks: int) -> Shown:
        """Open a new planner and pick; return it."""
        person = self.stage.people[number]
        planner = (await person.click(self.board, label="Choose")).response
        if "Restart" in labels(planner) and picks:
            planner = await self.stage.press(number, planner, "Restart")
        for count in picks:
            planner = await self.stage.press(number, planner, f"Pick {count}")
        return planner

    async def lock(self, number: int, *picks: int) -> Shown:
        """Pick and lock; return what the planner says then."""
        return await self.stage.press(number, await self.choose(number, *picks), "Lock")

    def edits(self) -> list[Any]:
        """Return the requests with which boards were edited, the lobby's left out."""
        path = f"/channels/{self.stage.channel.id}/messages/"
        boards = {f"{path}{message.id}" for message in self.stage.public[1:]}
        made = self.stage.env.http_requests
        return [each for each in made if each.method == "PATCH" and each.path in boards]


def on_rounds(path: Path, people: int = 3) -> AbstractAsyncContextManager[Stage]:
    """Run the bot with this title alone."""
    return on_discord(path, people, ROUNDS)
