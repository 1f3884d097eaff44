"""Parties at their tables."""

from random import Random

from tests.faults.loopback import Loopback
from tests.faults.playing import Party

A_TABLE = 2
"""So many people sit at one."""


def party_at(discord: Loopback, number: int, seed: int = 1) -> Party:
    """Return the people of one channel, who have not begun."""
    people = discord.world.people[number * A_TABLE :][:A_TABLE]
    return Party(discord, discord.world.channels[number], people, Random(seed + number))


async def begun(discord: Loopback, number: int, title: str = "underground") -> Party:
    """Return the people of one channel, with the first board before them."""
    party = party_at(discord, number)
    await party.start(title)
    return party
