"""Everybody is acknowledged before anybody's answer is worked out, but nobody waits for long."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from metrobot.ui.app import promptness
from metrobot.ui.app.promptness import Promptness


class People:
    """Some who have pressed.

    Attributes:
        said: what has been said to whom, in this order.
    """

    def __init__(self) -> None:
        self.said = list[str]()
        self._promptness = Promptness()
        self._may = dict[int, asyncio.Event]()

    async def press(self, person: int) -> "asyncio.Task[None]":
        """Let somebody press; they are acknowledged once they may be."""
        self._may[person] = asyncio.Event()
        task = asyncio.create_task(self._answered(person))
        await asyncio.sleep(0)
        return task

    def let(self, person: int) -> None:
        """Let the acknowledgement of somebody pass."""
        self._may[person].set()

    async def _answered(self, person: int) -> None:
        """Answer somebody, as a handler does."""
        ix: Any = SimpleNamespace(id=person)
        self._promptness.begin(ix)
        await self._may[person].wait()
        self.said.append(f"{person} acknowledged")
        await self._promptness.acknowledged(person)
        self.said.append(f"{person} answered")


async def test_who_is_acknowledged_waits_for_those_who_are_not() -> None:
    """The last one first."""
    people = People()
    tasks = [await people.press(person) for person in (1, 2)]
    people.let(1)
    for _ in range(5):
        await asyncio.sleep(0)
    assert people.said == ["1 acknowledged"]

    people.let(2)
    await asyncio.gather(*tasks)
    assert people.said[1] == "2 acknowledged"
    assert sorted(people.said[2:]) == ["1 answered", "2 answered"]


async def test_nobody_waits_for_one_who_is_done_without_a_word() -> None:
    """Such as after an error."""
    people = People()
    first, second = [await people.press(person) for person in (1, 2)]
    people.let(1)
    second.cancel()
    await first

    assert people.said == ["1 acknowledged", "1 answered"]


async def test_nobody_waits_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord may be slow with one of them."""
    monkeypatch.setattr(promptness, "LONGEST", 0.0)
    people = People()
    first, second = [await people.press(person) for person in (1, 2)]
    people.let(1)
    await first
    second.cancel()

    assert people.said == ["1 acknowledged", "1 answered"]
