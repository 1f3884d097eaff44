"""A web server in front of processes that take interactions over HTTP."""

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any

import aiohttp

from tests.faults.world import World
from tests.ui.signing import signed

PATH = "/interactions"


class Balancer:
    """Brings interactions to one process after another, as Discord signs them."""

    def __init__(self, world: World) -> None:
        self.ports: list[int] = []
        self.answered: list[int] = []
        self._brought: dict[int, int] = {}
        self._lost = set[int]()
        self._under_way = set[asyncio.Task[None]]()
        self._session: aiohttp.ClientSession | None = None
        world.backend.subscribers.append(self._tell)

    @property
    def is_open(self) -> bool:
        """Whether a process is there."""
        return bool(self.ports)

    def has_brought(self, interaction: int) -> bool:
        """Return whether an interaction came this way."""
        return interaction in self._brought

    def has_lost(self, interaction: int) -> bool:
        """Return whether the process that has heard of an interaction is gone."""
        return interaction in self._lost

    def share(self, port: int) -> int:
        """Return the number of interactions brought to a process."""
        return list(self._brought.values()).count(port)

    def lose(self, port: int) -> None:
        """Bring nothing to a process any more: it is dead, and answers nothing."""
        self.ports.remove(port)
        self._lost.update(each for each, to in self._brought.items() if to == port)

    def _tell(self, event: str, payload: Mapping[str, Any]) -> None:
        """Bring an interaction, if there is anybody."""
        if event == "INTERACTION_CREATE" and self.ports:
            self._brought[int(payload["id"])] = 0
            task = asyncio.get_running_loop().create_task(self._bring(dict(payload)))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def _bring(self, payload: Mapping[str, Any]) -> None:
        """Bring an interaction to the next process that can be reached."""
        body, number = json.dumps(payload, default=str).encode(), int(payload["id"])
        if self._session is None:
            self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        for _ in tuple(self.ports):
            self.ports.append(self.ports.pop(0))
            port = self._brought[number] = self.ports[-1]
            address, headers = f"http://127.0.0.1:{port}{PATH}", signed(body, time.time())
            try:
                async with self._session.post(address, data=body, headers=headers) as answer:
                    self.answered.append(answer.status)
            except aiohttp.ClientConnectorError:
                continue
            except aiohttp.ClientError:
                break  # it may have been heard: nobody brings it twice
            if port not in self.ports:
                break
            return
        self._lost.add(number)

    async def close(self) -> None:
        """Bring nothing any more."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        if self._session is not None:
            await self._session.close()
