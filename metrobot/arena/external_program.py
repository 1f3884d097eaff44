"""A program from outside: lines of JSON on its standard input and output (docs/players.md)."""

import contextlib
import json
import os
import selectors
import shlex
import subprocess
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.outcome import Outcome
from metrobot.engine.record import RecordedEvent, event_json
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import AnyTitle

BUDGET: Final = 2.0
"""Seconds for a choice that a program is told, where no others are asked for."""

PATIENCE: Final = 10
"""Budgets that a program may take for one answer before it has lost."""

LONGEST: Final = 1 << 16
"""Most bytes of an answer."""


class FoulError(Exception):
    """A program has not kept to the contract; the message names the line."""


class Program:
    """One run of a program, for one seat of one game."""

    def __init__(
        self, command: str, title: AnyTitle, rules: Ruleset, seat: Seat, seconds: float | None
    ) -> None:
        self._title, self._rules, self._seat = title, rules, seat
        self._seconds = BUDGET if seconds is None else seconds
        self._told, self._lines = 0, 0
        self._hand: list[str] | None = None
        self._read = b""
        self._process: subprocess.Popen[bytes] | None = None
        self._command = command

    def choose(self, events: Sequence[RecordedEvent], view: Any, legal: Sequence[Action]) -> int:
        """Send the new events to the program and return the index that it answers.

        Raises:
            FoulError: no answer, none in time, or none that fits.
        """
        self._begin()
        self._tell_events(events)
        self._tell_hand(view)
        choices = [{"kind": action.kind, **self._title.encode(action)} for action in legal]
        self._say({"type": "choose", "legal": choices, "budget_s": self._seconds})
        return self._index(self._answer(), len(legal))

    def end(self, events: Sequence[RecordedEvent], outcome: Outcome | None) -> None:
        """Send the result and end the program, by force after a second."""
        if self._process is None:
            return
        # The game is over: a program that has ended already has broken nothing.
        with contextlib.suppress(FoulError):
            if outcome is not None:
                self._tell_events(events)
                self._say({"type": "end", "result": outcome.as_record()})
        process = self._process
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        try:
            # Programs end with their input; one that does not must not hold up the next game.
            process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _begin(self) -> None:
        if self._process is not None:
            return
        try:
            # The command comes from whoever calls the arena.
            # Without a buffer, what has come in is still in the pipe, which the selector watches.
            self._process = subprocess.Popen(
                shlex.split(self._command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
        except (OSError, ValueError) as error:
            raise FoulError(f"it cannot be started: {error}") from error
        rules, title = self._rules, self._title
        fixed = {"title": title.id, "players": rules.players, "options": dict(rules.options)}
        of_seat = {"seat": int(self._seat), "rules_version": title.rules_version}
        self._say({"type": "begin", **fixed, **of_seat})

    def _tell_events(self, events: Sequence[RecordedEvent]) -> None:
        """Send the events since the last such line."""
        new = events[self._told :]
        if new:
            self._say({"type": "events", "events": [event_json(event) for event in new]})
        self._told = len(events)

    def _tell_hand(self, view: Any) -> None:
        """Send the seat's hand where the title deals hands and it has changed."""
        if not self._title.deals_hands(self._rules):
            return
        hand = [marker.name for marker in view.companies[self._seat].hand]
        if hand != self._hand:
            self._say({"type": "hand", "hand": hand})
        self._hand = hand

    def _say(self, line: Mapping[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(line).encode() + b"\n")
        except OSError as error:
            raise FoulError(f"it has ended before its answer {self._lines + 1}") from error

    def _answer(self) -> bytes:
        self._lines += 1
        assert self._process is not None
        assert self._process.stdout is not None
        # Bytes are read as they come: to read a whole line could block beyond the deadline.
        end, descriptor = time.monotonic() + PATIENCE * self._seconds, self._process.stdout.fileno()
        with selectors.DefaultSelector() as selector:
            selector.register(descriptor, selectors.EVENT_READ)
            while b"\n" not in self._read:
                if not selector.select(max(0.0, end - time.monotonic())):
                    raise FoulError(f"answer {self._lines} came too late")
                more = os.read(descriptor, 4096)
                if not more:
                    raise FoulError(f"it has ended before its answer {self._lines}")
                self._read += more
                # A program that never ends its line must not fill the memory.
                if len(self._read) > LONGEST:
                    raise FoulError(f"answer {self._lines} is too long")
        line, _, self._read = self._read.partition(b"\n")
        return line

    def _index(self, line: bytes, count: int) -> int:
        """Return the choice that an answer names."""
        # The line stands in an error message, and a program may write anything, at any length.
        excerpt = line.decode("utf-8", "replace")[:80]
        try:
            answer = json.loads(line)
        # Deeply nested JSON ends in RecursionError.
        except (ValueError, RecursionError) as error:
            raise FoulError(f"answer {self._lines} is no JSON: {excerpt}") from error
        index = answer.get("choose") if isinstance(answer, dict) else None
        # `True` is an int to Python, and no choice.
        if type(index) is not int or not 0 <= index < count:
            raise FoulError(f"answer {self._lines} names none of {count} choices: {excerpt}")
        return index
