"""Changes of module on the way of Confirm, from the press to the post of the board.

A change is a call whose nearest caller within the project stands in another
module. Rules, computer players and pictures are left out, with all that they
call; comprehensions belong to whoever has written them, and what dataclasses
generate belongs to no module.
"""

import asyncio
import inspect
import random
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final
from unittest.mock import patch

from simcord.http import router

from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from tests.bench.measure import Row
from tests.bench.people import People
from tests.bench.planning import Planning, played, running
from tests.bench.positions import one_turn
from tests.bench.titles import MEASURED
from tests.bench.watching import press_payload

ROOT: Final = Path(__file__).parents[2]
LEFT_OUT: Final = ("metrobot.games", "metrobot.players", "render")
COMPREHENSIONS: Final = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
LONGEST: Final = 30.0
_MOST_PAIRS: Final = 10
_STEPWISE: Final = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


async def measure(title: str) -> Row:
    # Before anything starts a thread: `sys.setprofile` is for the present one alone.
    with tempfile.TemporaryDirectory() as folder, _everywhere(Crossings()) as crossings:
        await _confirm(Path(folder), title, crossings)
    pairs = crossings.found.most_common(_MOST_PAIRS)
    return Row(
        f"changes of module from Confirm to the board of {title}",
        crossings.found.total(),
        MEASURED[title].changes,
        times=tuple(f"{count} from {caller} to {called}" for (caller, called), count in pairs),
    )


class Crossings:
    """Counter of calls from one module of the project into another."""

    def __init__(self) -> None:
        self.found = Counter[tuple[str, str]]()
        self.is_on = False
        self._begun = set[FrameType]()

    def hear(self, frame: FrameType, event: str, _: Any) -> None:
        """Count a call, as `sys.setprofile` tells of it."""
        if not self.is_on or event != "call" or not (called := _module_of(frame.f_code)):
            return
        # A coroutine is called once, and goes on after each wait.
        if frame in self._begun:
            return
        if frame.f_code.co_flags & _STEPWISE:
            self._begun.add(frame)
        caller = _nearest(frame.f_back)
        is_left_out = caller.startswith(LEFT_OUT) or called.startswith(LEFT_OUT)
        if caller not in ("", called) and not is_left_out:
            self.found[caller, called] += 1


@cache
def _module_of(code: CodeType) -> str:
    """Return the module of the project that some code stands in; empty if in none."""
    path = Path(code.co_filename)
    if code.co_name in COMPREHENSIONS or not path.is_relative_to(ROOT):
        return ""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name if name.startswith(("metrobot.", "render.")) or name == "bot" else ""


def _nearest(frame: FrameType | None) -> str:
    """Return the module of the project that has called last; empty if none has."""
    while frame is not None:
        if name := _module_of(frame.f_code):
            return name
        frame = frame.f_back
    return ""


@contextmanager
def _everywhere(crossings: Crossings) -> Iterator[Crossings]:
    """Let a counter hear of the calls of this thread, and of all that begin meanwhile."""
    threading.setprofile(crossings.hear)
    sys.setprofile(crossings.hear)
    try:
        yield crossings
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


async def _confirm(folder: Path, title: str, crossings: Crossings) -> None:
    """Confirm a turn, or the last locked choice of a round, and count until its board is posted."""
    position = MEASURED[title].early
    is_posted = asyncio.Event()

    def dispatch(*where: Any, files: Any = None, **rest: Any) -> Any:
        _, method, path = where
        if files and method == "POST" and path.startswith("/channels/"):
            crossings.is_on = False
            is_posted.set()
        return _dispatch(*where, files=files, **rest)

    async with running(folder, position.seed, is_ready=False) as (bot, env):
        people = People.in_a_new_server(env)
        table = await played(bot.parts.tables, position, people)
        table = await _all_but_one(bot.parts.tables, table)
        await bot.parts.tables.deliver_pending(table.id)
        planner = Planning(people, table)
        await planner.open()
        confirm = await people.whole(planner.player, planner.shown)
        payload = press_payload(env.backend, planner.player, planner.shown, confirm)
        with patch.object(router, "dispatch", dispatch):
            crossings.is_on = True
            env.backend.emit("INTERACTION_CREATE", payload)
            await asyncio.wait_for(is_posted.wait(), LONGEST)
        await env.settle()


_dispatch = router.dispatch


async def _all_but_one(tables: Tables, table: Table) -> Table:
    """Lock choices where all choose at once, until one player is awaited."""
    while len(table.seats_to_act()) > 1 and table.title.is_simultaneous:
        table = await one_turn(tables, table.id, random.Random(0))
    return table
