"""A press in the planner, over a bare button that edits the same message.

At the position of a game where most is open. Each round takes another choice
and takes it back again, to the page with most on it. A menu offers a dozen or
less, so most rounds come to a page that was shown before, as when somebody
compares choices. A bare twin of the message is pressed in the same way, and gets
the same pages.
"""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from tests.bench.measure import Row, ratio_row, side_by_side_async
from tests.bench.people import Control, Shown
from tests.bench.planning import PICTURE, Planning, Position, planning
from tests.bench.twins import PREFIX, Twin
from tests.bench.watching import Stopwatch, watched

AT_MOST = 3.5
LOOKS = ("group", "tab")
CHOICES = ("menu", "try")


async def measure(position: Position) -> Row:
    twin = Twin(PICTURE)
    with tempfile.TemporaryDirectory() as folder, watched("PATCH", "/webhooks/") as watch:
        async with planning(Path(folder), position, twin.command()) as planner:
            await planner.open()
            while planner.control(*CHOICES) is None:
                await planner.press(planner.wanted(*LOOKS))
            pair = _Pair(planner, twin, watch)
            await pair.begin()
            ours, bare = await side_by_side_async(pair.press_ours, pair.press_twin)
    return ratio_row(
        f"a planner press in {position.title} with a ready picture"
        " / a bare button editing the same message",
        ours,
        bare,
        AT_MOST,
        f"{planner.choices} choices; to take one and to take it back, both together",
    )


class _Pair:
    """A planner and its bare twin, pressed alike."""

    def __init__(self, planner: Planning, twin: Twin, watch: Stopwatch) -> None:
        self._planner = planner
        self._twin = twin
        self._watch = watch
        self._bare: Shown | None = None
        self._rounds = count()
        self._pressed = list[tuple[Control, Sequence[Mapping[str, Any]]]]()

    async def begin(self) -> None:
        """Show the same page in a message of the twin's own."""
        self._twin.page = self._planner.shown.components
        answer = await self._planner.player.slash(self._planner.people.channel, "bare")
        self._bare = answer.response

    async def press_ours(self) -> float:
        """Take a choice and take it back; return the seconds of both presses."""
        number, self._pressed = next(self._rounds), []
        seconds = 0.0
        for kinds in (CHOICES, ("back",)):
            offered = self._planner.wanted(*kinds)
            at = number % max(1, len(offered.values))
            control = replace(offered, values=offered.values[at : at + 1])
            seconds += await self._press(self._planner.shown, control)
            self._pressed.append((control, self._planner.shown.components))
        return seconds

    async def press_twin(self) -> float:
        """Do the same with the twin; return the seconds of both presses."""
        seconds = 0.0
        for control, page in self._pressed:
            assert self._bare
            self._twin.page = page
            seconds += await self._press(self._bare, replace(control, id=PREFIX + control.id))
        return seconds

    async def _press(self, shown: Shown, control: Control) -> float:
        """Press a button or choose in a menu; return the seconds."""
        planner = self._planner
        return await self._watch.press(planner.people, planner.player, shown, control)
