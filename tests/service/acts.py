"""What people do at tables in tests of the service, and with what it is refused."""

import asyncio
from collections.abc import Awaitable
from datetime import timedelta
from typing import Any

import pytest

from metrobot.engine.errors import Fact, Refusal
from metrobot.service.model.play import Person
from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from tests.service.stage import ANN, CHANNEL, DAN, GUILD


async def opened(
    tables: Tables, channel: int = CHANNEL, host: Person = ANN, title: str = "toy", **others: Any
) -> Table:
    """Open a lobby with as many places as the title has, unless `capacity` is given."""
    terms = {"guild": GUILD, "capacity": None, **others}
    return await tables.lobbies.open(channel=channel, host=host, title=title, **terms)


def asked_of_running(tables: Tables, table: Table) -> tuple[Awaitable[object], ...]:
    """Return requests of Ann, who plays with Bob, and of Dan, that only a running game takes."""
    until = tables.clock.now() + timedelta(days=3)
    return (
        tables.seats.offer(table, ANN.id, 1, DAN.id),
        tables.seats.offer_computer(table, ANN.id, 1, "easy"),
        tables.rests.ask(table, ANN.id, until),
        tables.clocks.ask_for_time(table.id, ANN.id),
        tables.lookouts.follow(table, DAN.id, turns=True),
    )


async def refusal(work: Awaitable[object]) -> tuple[str, dict[str, Fact]]:
    """Return the key and the facts with which something is refused."""
    with pytest.raises(Refusal) as error:
        await work
    return str(error.value.key), dict(error.value.facts)


async def refused(work: Awaitable[object]) -> str:
    """Return the key alone with which something is refused."""
    key, _ = await refusal(work)
    return key


async def lost(*works: Awaitable[object]) -> list[str]:
    """Do things at one moment; return the keys with which some of them are refused."""
    results = await asyncio.gather(*works, return_exceptions=True)
    faults = [each for each in results if isinstance(each, BaseException)]
    assert all(isinstance(each, Refusal) for each in faults), faults
    return [str(each.key) for each in faults if isinstance(each, Refusal)]
