"""/dig, /station and /pass on a simulated Discord, with the unmodified bot."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import simcord

from metrobot.service.model.play import Person, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from metrobot.store.store import Store
from metrobot.ui.app.build import make_bot
from metrobot.ui.app.fronts import FRONTS
from tests.databases import url_of
from tests.ui.stage import WORLD


@dataclass
class Stage:
    """Two people in one channel, with a game of MetrOmania begun.

    Attributes:
        env: the simulated Discord.
        channel: where they play.
        people: the first and the second to play.
        tables: the bot's service.
    """

    env: simcord.Env
    channel: simcord.ChannelHandle
    people: tuple[simcord.MemberActor, ...]
    tables: Tables

    async def table(self) -> Table:
        """Return the game as it stands."""
        return await self.tables.in_channel(self.channel.id)

    async def offered(self, option: str, text: str = "", **filled: Any) -> list[str]:
        """Return autocomplete's offers to the first player for an option of /dig."""
        found = await self.people[0].autocomplete(self.channel, "dig", option, text, **filled)
        return [choice["value"] for choice in found]

    async def typed(self, number: int, command: str, **options: Any) -> str:
        """Return all texts of the private answer to a command."""
        result = await self.people[number].slash(self.channel, command, **options)
        assert result.response is not None
        assert result.ephemeral
        return "\n".join(texts(result.response.components))


def texts(components: Any) -> Iterator[str]:
    """Yield all texts and labels of a message."""
    for part in components:
        yield from (str(part[name]) for name in ("content", "label") if part.get(name))
        yield from texts(part.get("components") or [])


@asynccontextmanager
async def begun(folder: Path) -> AsyncIterator[Stage]:
    """Run the bot with a game for two, who play in the order of joining."""
    store = await Store.open(url_of(folder / "test.db"))
    bot = make_bot(store, FRONTS)
    tables = bot.parts.tables
    try:
        async with simcord.run(bot, **WORLD) as env:
            guild = env.create_guild("Test")
            channel = guild.create_text_channel("metro")
            people = tuple(guild.add_member(env.create_user(name)) for name in ("anna", "ben"))
            ids = [Person(PlayerId(person.id), person.name) for person in people]
            await tables.lobbies.open(
                guild=guild.id, channel=channel.id, host=ids[0], title="metromania", capacity=2
            )
            await tables.lobbies.at(channel.id).join(ids[1], 11)
            await tables.lobbies.at(channel.id).choose(ids[0].id, "seating", "joined")
            await tables.lobbies.at(channel.id).start(ids[0].id, may_manage=False, interaction=12)
            await env.settle()
            yield Stage(env, channel, people, tables)
    finally:
        await tables.close()
        bot.parts.drawing.close()
        await store.close()


async def test_autocomplete_follows_what_is_filled_in(tmp_path: Path) -> None:
    """From the start on each option is offered for the tunnels filled in before it."""
    async with begun(tmp_path) as stage:
        starts = await stage.offered("to", "n2", line="solid")
        second = await stage.offered("to2", line="solid", to="N2-K5")
        sides = await stage.offered("beside2", line="solid", to="N2-K5", to2="J6")
        nonsense = await stage.offered("to2", line="solid", to="XX")
        striped = await stage.offered("to2", line="striped", to="S2-A7")

    assert starts == ["N2-K5", "N2-K4"]
    assert "B7" in striped
    assert "J6" in second
    assert "N2-K5" not in second
    assert sides
    assert set(sides) <= {"J5", "K6"}
    assert nonsense == []


async def test_a_whole_turn_can_be_typed(tmp_path: Path) -> None:
    """Three tunnels typed open the planner with the whole turn, ready to be confirmed."""
    async with begun(tmp_path) as stage:
        filled = {"line": "solid", "to": "N2-K5"}
        for suffix in ("2", "3"):
            filled[f"to{suffix}"] = (await stage.offered(f"to{suffix}", **filled))[0]
            filled[f"beside{suffix}"] = (await stage.offered(f"beside{suffix}", **filled))[0]
            letters = await stage.offered(f"place{suffix}", **filled)
            filled.update({f"place{suffix}": letter for letter in letters[:1]})
        text = await stage.typed(0, "dig", **filled)
        table = await stage.table()

    assert "3 tunnels on the solid line N2–K5" in text
    assert "Confirm" in text
    assert not any(line.points for c in table.view_for(None).companies for line in c.lines)


async def test_a_part_of_a_turn_goes_on_in_the_planner(tmp_path: Path) -> None:
    """After one tunnel typed the planner offers the next ones."""
    async with begun(tmp_path) as stage:
        text = await stage.typed(0, "dig", line="striped", to="s2-a7")

    assert "2 tunnels left" in text
    assert "\n1 B7" in text


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"line": "solid", "to": "nowhere"}, "no point or gate"),
        ({"line": "solid", "to": "N1-K6"}, "black gate"),
        ({"line": "solid", "to": "N2-K5", "to2": "K5"}, "You can dig to"),
        ({"line": "solid", "to": "N2-K5", "to2": "N4"}, "white gate"),
        ({"line": "solid", "to": "N2-K5", "to2": "A6"}, "not next to"),
        ({"line": "solid", "to": "N2-K5", "line2": "striped", "to2": "S2-A7"}, "§5.2"),
    ],
)
async def test_what_cannot_be_dug_is_refused_in_words(
    tmp_path: Path, options: dict[str, str], said: str
) -> None:
    """The refusal is private, names the rule or what would do, and nothing changes."""
    async with begun(tmp_path) as stage:
        before = (await stage.table()).revision
        text = await stage.typed(0, "dig", **options)
        after = (await stage.table()).revision

    assert said in text
    assert before == after


async def test_stations_and_passes_are_refused_in_words(tmp_path: Path) -> None:
    """At the start there is neither a station to place nor a reason to pass."""
    async with begun(tmp_path) as stage:
        station = await stage.typed(0, "station", line="solid", point="F6")
        give_up = await stage.typed(0, "pass")
        offered = await stage.people[0].autocomplete(
            stage.channel, "station", "point", "", line="solid"
        )

    assert "§8.1" in station
    assert "§4.2" in give_up
    assert offered == []


async def test_who_is_not_to_play_is_told_so(tmp_path: Path) -> None:
    """Out of turn a command is refused, and autocomplete offers nothing."""
    async with begun(tmp_path) as stage:
        text = await stage.typed(1, "dig", line="solid", to="N2-K5")
        offered = await stage.people[1].autocomplete(stage.channel, "dig", "to", "", line="solid")

    assert "anna" in text
    assert offered == []
