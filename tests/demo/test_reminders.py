"""Reminders in the playground: a day passes, and whoever is to play is called."""

import json
from pathlib import Path

import aiohttp

from metrobot.demo.bot_in_process import SimulatedClock
from metrobot.demo.playground import playground
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.people.preferences import RemindBy
from metrobot.service.upkeep.housekeeping import IDLE
from metrobot.store.store import Store
from metrobot.ui.app.build import make_bot
from metrobot.ui.app.fronts import FRONTS


async def test_a_day_that_passes_brings_a_reminder(tmp_path: Path) -> None:
    """It can be seen where the player reads it, and not before the day is over."""
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}")
    bot = make_bot(store, FRONTS, clock=SimulatedClock())
    bot.parts.tables.blocks.every = IDLE
    async with playground(bot, port=0) as address, aiohttp.ClientSession(address) as session:
        async with session.get("/playground/state", params={"person": "0"}) as answer:
            ids = [person["id"] for person in (await answer.json())["people"]]
        people = [Person(PlayerId(int(each)), "Ada") for each in ids[:2]]
        guild = bot.guilds[0]
        tables, channel = bot.parts.tables, guild.text_channels[0].id
        for person in people:
            await tables.people.prefer(person, remind_by=RemindBy.DIRECT)
        await tables.lobbies.open(
            guild=guild.id, channel=channel, host=people[0], title="underground", capacity=None
        )
        await tables.lobbies.at(channel).join(people[1], 1)
        await tables.lobbies.at(channel).choose(people[0].id, "seating", "joined")
        await tables.lobbies.at(channel).start(people[0].id, may_manage=False, interaction=2)

        found = []
        for hours in (23, 1, 1):
            await session.post("/playground/pass", json={"hours": hours})
            async with session.get("/playground/state", params={"person": ids[0]}) as answer:
                letters = json.dumps((await answer.json())["letters"])
            found.append(letters.count("your turn in"))
    await tables.close()
    bot.parts.drawing.close()
    await store.close()

    assert found[0] == 0
    assert found[-1] == 1
