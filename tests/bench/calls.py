"""Count what planners cost the event loop: python -m tests.bench.calls.

For some positions of each game, the number of calls (cProfile's, of Python's and
of built-in functions) within the bot's answer to each press of a planner. What
the simulated Discord does is left out, and no picture is drawn.
"""

import asyncio
import cProfile
import tempfile
from collections.abc import Coroutine, Generator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

from simcord.http import router

from metrobot.ui.app.bot import Metrobot
from tests.bench.planning import Planning, Position, planning
from tests.bench.titles import MEASURED

POSITIONS = tuple(position for each in MEASURED.values() for position in each.positions)
"""Of each game its first turn, an early one, a late one."""
LOOKS = ("tab", "group")
CHOICES = ("menu", "try")


class Meter:
    """Counts the calls of the bot's answers, each in its own task."""

    def __init__(self) -> None:
        self.profile = cProfile.Profile()
        self._is_on = False
        self._answer = Metrobot._answer
        self._dispatch = router.dispatch

    def __enter__(self) -> "Meter":
        meter, self._stack = self, ExitStack()

        async def answer(bot: Metrobot, *press: Any) -> None:
            await _Counted(meter, meter._answer(bot, *press))

        self._stack.enter_context(patch.object(Metrobot, "_answer", answer))
        self._stack.enter_context(patch.object(router, "dispatch", self._simulated))
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def taken(self) -> int:
        """Return the calls since the last time."""
        self.profile.create_stats()
        calls = sum(int(entry.callcount) for entry in self.profile.getstats())
        self.profile.clear()
        return calls

    def _simulated(self, *where: Any, **rest: Any) -> Any:
        """Let Discord do what it is asked for, uncounted."""
        was_on = self._is_on
        self.switch(on=False)
        try:
            return self._dispatch(*where, **rest)
        finally:
            self.switch(on=was_on)

    def switch(self, *, on: bool) -> None:
        """Count or do not count."""
        self._is_on = on
        if on:
            self.profile.enable()
        else:
            self.profile.disable()


class _Counted:
    """Coroutine that counts the calls of its own steps."""

    def __init__(self, meter: Meter, work: Coroutine[Any, Any, None]) -> None:
        self._meter = meter
        self._work = work

    def __await__(self) -> Generator[Any, Any, None]:
        while True:
            self._meter.switch(on=True)
            try:
                awaited = self._work.send(None)
            except StopIteration:
                return
            finally:
                self._meter.switch(on=False)
            yield awaited


async def measure(position: Position) -> list[tuple[str, int]]:
    """Return each press of a planner with its calls, in the order of pressing."""
    counted = list[tuple[str, int]]()
    with tempfile.TemporaryDirectory() as folder:
        async with planning(Path(folder), position) as planner:
            with Meter() as meter:
                await planner.open()
                counted.append(("plan", meter.taken()))
                await _fill(planner, meter, counted)
                await _press(planner, meter, counted, "back")
                await _fill(planner, meter, counted)
                await _press(planner, meter, counted, "anew")
    return counted


async def _fill(planner: Planning, meter: Meter, counted: list[tuple[str, int]]) -> None:
    """Choose until the turn is whole, looking once at other choices each time."""
    while planner.control("done") is None:
        for kind in LOOKS:
            if planner.control(kind):
                await _press(planner, meter, counted, kind)
        await _press(planner, meter, counted, *CHOICES)


async def _press(
    planner: Planning, meter: Meter, counted: list[tuple[str, int]], *kinds: str
) -> None:
    """Press the first control of these kinds."""
    control = planner.wanted(*kinds)
    await planner.press(control)
    counted.append((control.kind, meter.taken()))


async def main() -> None:
    for position in POSITIONS:
        counted = await measure(position)
        print(f"{position}: " + ", ".join(f"{kind} {calls}" for kind, calls in counted))


if __name__ == "__main__":
    asyncio.run(main())
