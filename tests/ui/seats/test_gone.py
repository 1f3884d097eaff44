"""People who leave the server, as those who are there meet it on Discord."""

from typing import Any

import discord
import pytest

from metrobot.service.model.play import Status
from metrobot.ui.seats.seat_commands import COVER_LEVEL
from tests.ui.stage import Stage, labels, texts


def question(stage: Stage) -> Any:
    """Return the newest message that asks people."""
    return next(m for m in reversed(stage.public) if "No" in labels(m))


async def test_the_others_are_told_at_once_and_can_let_a_computer_play(pair: Stage) -> None:
    """Instead of a reminder that would reach nobody."""
    await pair.depart(0)
    await pair.env.advance_time(25 * 3600)
    await pair.env.settle()
    told = pair.last
    asked = (await pair.people[1].click(told, label=labels(told)[0])).response
    await pair.surely(1, asked)

    assert "waiting for \u2068Ann\u2069, who left this server" in texts(told)
    assert not any("has been waiting" in texts(message) for message in pair.public)
    assert (await pair.table()).people[0].cover == COVER_LEVEL


async def test_the_others_are_told_in_the_minute_in_which_the_turn_passes(pair: Stage) -> None:
    """From then on nothing mentions whoever has left: it would reach nobody."""
    await pair.depart(1)
    await pair.turn(0, "Take 1", "Stop")
    told = pair.last
    await pair.people[0].slash(pair.channel, "game status")
    await pair.env.settle()
    notices = [m for m in pair.public if "who left this server" in texts(m)]
    await pair.people[0].click(told, label=labels(told)[0])

    assert [m.id for m in notices] == [told.id]
    assert f"<@{pair.people[1].id}>" not in texts(pair.last)


async def test_a_newcomer_who_leaves_after_accepting_loses_the_seat(trio: Stage) -> None:
    """The last vote closes the question, and does not fail."""
    dan = trio.guild.add_member(trio.env.create_user("Dan"))
    await trio.people[1].slash(trio.channel, "game replace", seat="3", by=dan)
    asked = question(trio)
    await dan.click(asked, label="Accept")
    trio.env.backend.remove_member(trio.guild.id, dan.id)
    await trio.people[2].click(asked, label="Accept")

    assert "has left this server" in texts(next(m for m in trio.public if m.id == asked.id))
    assert not labels(next(m for m in trio.public if m.id == asked.id))
    assert (await trio.table()).has(trio.people[2].id)


async def test_a_seat_is_offered_to_nobody_who_is_not_there(pair: Stage) -> None:
    """Discord takes the id of anybody."""
    away = pair.env.create_user("Dan")

    answer = await pair.people[0].slash(pair.channel, "game replace", seat="1", by=away)

    assert "not on this server" in texts(answer.response)


async def test_whoever_may_write_there_ends_what_all_have_left(pair: Stage) -> None:
    """And no host follows another who has gone, with a post each time."""
    await pair.depart(0, 1)
    before = len(pair.public)
    refused = await pair.people[2].slash(pair.channel, "game reminders", after="6")
    sure = (await pair.people[2].slash(pair.channel, "game cancel")).response
    await pair.people[2].click(sure, label=labels(sure)[0])

    assert "Everyone who plays in this game has left" in texts(refused.response)
    assert [texts(m) for m in pair.public[before:] if "host" in texts(m)] == []
    assert (await pair.table()).status is Status.CANCELLED


async def test_who_is_there_is_asked_once_and_only_told_by_discord(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever Discord does not tell of is taken to be there; a press tells too."""
    members, guild = stage.bot.parts.members, stage.guild.id
    ann, bob = stage.people[0].id, stage.people[1].id
    asked, fetch = list[int](), discord.Guild.fetch_member

    async def noted(self: discord.Guild, person: int, /) -> discord.Member:
        asked.append(person)
        return await fetch(self, person)

    monkeypatch.setattr(discord.Guild, "fetch_member", noted)
    stage.env.inject_error("GET", f"/guilds/{guild}/members/{bob}", status=500, times=None)

    found = [await members.gone(guild, [ann, bob, 77, 0]) for _ in range(2)]
    members.note(guild, 77)

    assert found == [{77}, {77}]
    assert await members.gone(guild, [77]) == frozenset()
    assert (asked.count(ann), asked.count(77)) == (1, 1)
