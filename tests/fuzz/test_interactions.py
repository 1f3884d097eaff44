"""Thousands of strange presses and commands: each is answered, and none moves for others."""

import logging
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
import simcord
from simcord import interactions
from simcord.backend import serializers

from metrobot.engine.record import dump, load
from metrobot.games.registry import TITLES
from metrobot.service.finished.record_check import check_record
from metrobot.service.model.errors import TableError
from metrobot.service.model.play import GameId
from metrobot.service.model.table import Table
from metrobot.store.schema.rows import NOBODY
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.pictures.drawing import Drawing
from tests.fuzz.presses import PRESS, TYPING, Strange, ids_of, strange
from tests.ui.discord_game import quick_draw
from tests.ui.stage import Stage, on_discord

AT_ONCE = 20
"""So many are under way at the same moment."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Drawing, "draw", quick_draw)


async def _games(stage: Stage) -> None:
    """Start a game of each title in a channel of its own, and open a lobby in another."""
    for title in FRONTS:
        channel = stage.guild.create_text_channel(title)
        await stage.people[0].slash(channel, "game new", game=title)
        await stage.people[1].slash(channel, "game join")
        await stage.people[0].slash(channel, "game start")
    await stage.people[0].slash(stage.channel, "game new", game=next(iter(FRONTS)))


def _messages(stage: Stage) -> list[Any]:
    """Return the messages of the bot that have buttons or menus."""
    backend = stage.env.backend
    return [
        each
        for channel in list(backend.messages)
        if channel in {c.id for c in backend.channels.values() if c.guild_id == stage.guild.id}
        for each in backend.messages[channel].values()
        if each.components
    ]


def _sent(stage: Stage, person: Any, source: Any, one: Strange) -> simcord.InteractionResult:
    """Send one interaction to the bot, from where a message stands."""
    backend = stage.env.backend
    record, payload = interactions.base_payload(
        backend,
        type=one.type,
        channel_id=source.channel_id,
        guild_id=stage.guild.id,
        user_id=person.id,
        data=one.data,
    )
    if one.type == PRESS:
        shown: dict[str, Any] = dict(serializers.message_payload(backend, source))
        item = {"type": 2, "style": 1, "label": "x", "custom_id": one.data["custom_id"]}
        if one.data["component_type"] == 3:
            options = [{"label": "x", "value": "x"}]
            item = {"type": 3, "custom_id": one.data["custom_id"], "options": options}
        shown["components"] = [*shown["components"], {"type": 1, "components": [item]}]
        payload["message"] = shown
        record.source_message_id = source.id
    backend.emit("INTERACTION_CREATE", payload)
    return simcord.InteractionResult(stage.env, record)


async def _tables(stage: Stage) -> dict[int, Table]:
    found = dict[int, Table]()
    for number in range(1, 500):
        try:
            found[number] = await stage.bot.parts.tables.by_id(GameId(number))
        except TableError:
            break
    return found


def _check_moves(before: Mapping[int, Table], after: Mapping[int, Table], who: set[int]) -> None:
    """Check that only those have moved who have pressed or typed, and as the rules allow."""
    for number, table in after.items():
        old = before.get(number)
        if old is None or table.ruleset is None or table.revision == old.revision:
            continue
        for logged in table.log[len(old.log) :]:
            if isinstance(logged.event.actor, int):
                # A vacant seat does what is fixed, by itself.
                assert table.person_at(logged.event.actor).id in {*who, NOBODY}
        check_record(TITLES, load(dump(table.record())))


async def _check(stage: Stage, seed: int, count: int) -> Counter[str]:
    """Send many interactions, some at a time, and look at what has come of them."""
    rng, found = Random(seed), Counter[str]()
    commands = [
        {**each, "id": str(number)}
        for number, each in enumerate(
            (command.to_dict(stage.bot.tree) for command in stage.bot.tree.get_commands()), 10**17
        )
    ]
    before = await _tables(stage)
    for _ in range(count // AT_ONCE):
        sources = _messages(stage)[-60:]
        seen = [each for source in sources for each in ids_of(source.components)]
        sent = list[tuple[Strange, simcord.InteractionResult]]()
        who = set[int]()
        for _ in range(AT_ONCE):
            person, one = rng.choice(stage.people), strange(rng, seen, commands)
            sent.append((one, _sent(stage, person, rng.choice(sources), one)))
            who.add(person.id)
        await stage.env.settle()
        for one, answer in sent:
            assert answer.acknowledged or one.type == TYPING, one
            found[f"{one.type} {answer.acknowledged}"] += 1
        after = await _tables(stage)
        _check_moves(before, after, who)
        before = after
    return found


def _is_of_other_form(record: logging.LogRecord) -> bool:
    """Return whether Discord refused a page of components in a message without such."""
    error = record.exc_info[1] if record.exc_info else None
    return isinstance(error, discord.HTTPException) and "components_v2" in error.text


async def _run(path: Path, seed: int, count: int, caplog: pytest.LogCaptureFixture) -> None:
    """Send a number of interactions to a bot with some games."""
    caplog.set_level(logging.ERROR)
    async with on_discord(path, 3, FRONTS) as stage:
        stage.foreseen = (Exception,)  # what is told in a sentence is in order
        await _games(stage)
        found = await _check(stage, seed, count)

    assert [record for record in caplog.records if not _is_of_other_form(record)] == []
    assert found.total() == count
    assert len(found) >= 3


async def test_strange_interactions_are_answered_and_move_for_nobody_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """400, twenty at a time: each press and command has an answer, and nothing is logged."""
    await _run(tmp_path / "games.db", 1, 400, caplog)


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(2, 12))
async def test_ten_thousand_strange_interactions_do_no_harm(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    await _run(tmp_path / "games.db", seed, 1_000, caplog)
