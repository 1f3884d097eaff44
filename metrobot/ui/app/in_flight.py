"""The answers under way: a bot that shuts down waits for them."""

import asyncio
from typing import Any, Final

PATIENCE: Final = 8.0
"""Seconds that a bot which ends waits for its answers."""


class InFlight:
    """Tasks in which people are being answered.

    Attributes:
        is_leaving: whether the bot is about to end, so that nothing new is begun.
    """

    def __init__(self) -> None:
        self.is_leaving = False
        self._tasks = set[asyncio.Task[Any]]()

    def begin(self) -> None:
        """Record the present task as one that answers somebody."""
        if (task := asyncio.current_task()) is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Wait for all answers, for a while; then cancel those that are left."""
        self.is_leaving = True
        loop = asyncio.get_running_loop()
        deadline = loop.time() + PATIENCE
        # In a loop: a press that comes meanwhile is refused, and that answer is waited for too.
        while (tasks := self._others()) and (seconds := deadline - loop.time()) > 0:
            await asyncio.wait(tasks, timeout=seconds)
        late = self._others()
        # What is committed stays committed: a transaction is never broken off.
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def _others(self) -> set[asyncio.Task[Any]]:
        return {task for task in self._tasks if task is not asyncio.current_task()}
