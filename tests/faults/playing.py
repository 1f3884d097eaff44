"""People who play on, whatever happens to the bot; what they were told is written down."""

import re
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.faults.loopback import Loopback
from tests.faults.rest import Answer
from tests.faults.world import LateError, until, usable

MOST_PRESSES = 60
PATIENCE = 15.0
"""Seconds that somebody waits for an answer before they try again."""


@dataclass
class Attempt:
    """One press of Confirm or Lock."""

    game: int
    revision: int
    person: int
    code: str
    is_confirmed: bool = False


@dataclass
class Party:
    """Some people with a game in a channel of their own.

    Attributes:
        attempts: all that they have tried to play.
        lobby: id of their game's first message.
    """

    discord: Loopback
    channel: int
    people: list[int]
    chooser: Random
    attempts: list[Attempt] = field(default_factory=list)
    lobby: int = 0

    @property
    def turns(self) -> int:
        """Number of turns confirmed to them."""
        return sum(attempt.is_confirmed for attempt in self.attempts)

    @property
    def board(self) -> Any:
        """The newest message under which a turn can be planned; None before the first."""
        messages = self.discord.world.messages(self.channel)
        boards = [m for m in messages if m.id > self.lobby and usable(m, "plan")]
        return boards[-1] if boards else None

    @property
    def is_over(self) -> bool:
        """Whether the end has been told."""
        return bool(usable(self.discord.world.messages(self.channel)[-1], "again"))

    async def start(self, title: str, **options: str) -> None:
        """Open a lobby, fill it and start the game; wait for its first board."""
        await self.gather(title, **options)
        await self._edited(self.people[0], "start")
        await until(lambda: self.board is not None, PATIENCE, "the first board is there")

    async def gather(self, title: str, **options: str) -> None:
        """Open a lobby and fill it."""
        host, *others = self.people
        opened = self.discord.command(
            host, self.channel, "game new", game=title, seats=len(self.people), **options
        )
        await until(lambda: opened.whole, PATIENCE, "the lobby is there")
        self.lobby = self.discord.world.messages(self.channel)[-1].id
        for person in others:
            await self._edited(person, "join")

    async def start_against_computer(self, title: str) -> None:
        """Open a lobby of one person and one computer and start the game; wait for a call."""
        (host,) = self.people
        opened = self.discord.command(host, self.channel, "game new", game=title, seats=2)
        await until(lambda: opened.whole, PATIENCE, "the lobby is there")
        self.lobby = self.discord.world.messages(self.channel)[-1].id
        await self._edited(host, "computer", "add.easy")
        await self._edited(host, "start")
        await until(self.called, PATIENCE, "the person is called")

    def press_start(self) -> Answer:
        """Press Start, and wait for nothing."""
        return self._press_lobby(self.people[0], "start")

    def _press_lobby(self, person: int, kind: str, *values: str) -> Answer:
        """Press a button of the lobby, or choose in a menu of it."""
        lobby = self.discord.world.backend.get_message(self.channel, self.lobby)
        return self.discord.press(person, lobby, usable(lobby, kind)[0]["custom_id"], *values)

    async def _edited(self, person: int, kind: str, *values: str) -> None:
        """Press a button of the lobby, and wait until it shows that."""
        edits = self.discord.rest.edits
        before = edits[self.lobby]
        self._press_lobby(person, kind, *values)
        await until(lambda: edits[self.lobby] > before, PATIENCE, f"the lobby shows: {kind}")

    async def play(self, turns: int) -> None:
        """Play until so many turns were confirmed, or the game is over."""
        while self.turns < turns and not self.is_over:
            try:
                await self.turn()
            except LateError:
                continue  # the bot was killed meanwhile: they begin again

    async def turn(self) -> None:
        """Let somebody who is called upon play their turn.

        Raises:
            LateError: an answer did not come.
        """
        await self._heard()
        await until(lambda: self.called() or self.is_over, PATIENCE, "somebody is called")
        if self.is_over:
            return
        await self.turn_from(self.chooser.choice(self.called()), self.board)

    async def turn_from(self, person: int, board: Any) -> None:
        """Let somebody play their turn, beginning at a message.

        Raises:
            LateError: an answer did not come.
        """
        planner = await self.planned(person, board)
        if planner is not None:
            await self.confirm(person, planner)

    async def planned(self, person: int, board: Any) -> Any:
        """Let somebody plan a whole turn; return their planner, None if the board has moved on.

        Raises:
            LateError: an answer did not come.
        """
        planner = await self._pressed(person, board, usable(board, "plan")[0]["custom_id"])
        for _ in range(MOST_PRESSES):
            if planner is None or usable(planner, "done"):
                return planner
            planner = await self._choose(person, planner)
        raise AssertionError("a turn without an end")

    async def look(self, person: int) -> Any:
        """Return the board as somebody is shown it in private."""
        answer = self.discord.command(person, self.channel, "board")
        await until(lambda: answer.whole, PATIENCE, "the board is shown")
        return self.discord.answered(answer)

    async def turn_unseen(self) -> None:
        """Play the turn of somebody awaited, though the channel may not show the board."""
        for person in self.people:
            board = await self.look(person)
            if usable(board, "plan"):
                await self.turn_from(person, board)
                return
        raise AssertionError("it is nobody's turn")

    def called(self) -> list[int]:
        """Return the players mentioned by the newest board who have not locked a choice on it."""
        board = self.board
        if board is None:
            return []
        done = {
            attempt.person
            for attempt in self.attempts
            if attempt.is_confirmed and attempt.revision == revision_of(board)
        }
        named = {int(found) for found in re.findall(r"<@(\d+)>", board.content or "")}
        return sorted((named & set(self.people)) - done)

    async def _choose(self, person: int, planner: Any) -> Any:
        """Make one choice; return the planner after it, None if there is nothing to choose."""
        tries, menus = usable(planner, "try"), usable(planner, "menu")
        offered = [*tries * 3, *menus] or usable(planner, "group")
        if not offered:
            return None
        chosen = self.chooser.choice(offered)
        values = [option["value"] for option in chosen.get("options") or []]
        picked = [self.chooser.choice(values)] if values else []
        return await self._pressed(person, planner, chosen["custom_id"], *picked)

    async def confirm(self, person: int, planner: Any) -> None:
        """Confirm a planned turn, and note it before the bot can know of it.

        Raises:
            LateError: the answer did not come.
        """
        custom_id = usable(planner, "done")[0]["custom_id"]
        _, game, revision, _, code = custom_id.split(":", 4)
        attempt = Attempt(int(game), int(revision), person, code)
        self.attempts.append(attempt)
        answer = await self._answer(person, planner, custom_id)
        attempt.is_confirmed = answer.is_edit

    async def _pressed(self, person: int, message: Any, custom_id: str, *values: str) -> Any:
        answer = await self._answer(person, message, custom_id, *values)
        return self.discord.answered(answer)

    async def _answer(self, person: int, message: Any, custom_id: str, *values: str) -> Answer:
        """Press something, and return the whole answer.

        Raises:
            LateError: it does not come, or the bot is gone.
        """
        mark = self.discord.mark()
        answer = self.discord.press(person, message, custom_id, *values)
        await until(
            lambda: answer.whole or self.discord.is_lost(answer, mark),
            PATIENCE,
            f"an answer to {custom_id}",
        )
        if not answer.whole:
            raise LateError("the bot is gone")
        return answer

    async def _heard(self) -> None:
        """Wait until there is a bot to talk to."""
        await until(lambda: self.discord.is_open, 2 * PATIENCE, "a bot is there")


def revision_of(board: Any) -> int:
    return int(usable(board, "plan")[0]["custom_id"].split(":")[2])
