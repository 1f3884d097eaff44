"""Who cannot act in a channel: as Discord says, kept for a while, and never taken for granted."""

from datetime import datetime, timedelta
from typing import Any

import discord
import pytest
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from metrobot.ui.kit.access import who_are_shut_out, who_cannot_act
from tests.ui.lobby.test_open_seats import VIEW
from tests.ui.stage import Stage


def hide(stage: Stage, number: int, *, deny: int = VIEW) -> None:
    """Hide the channel from somebody, or show it again."""
    hidden = Overwrite(stage.people[number].id, OverwriteType.MEMBER, allow=VIEW - deny, deny=deny)
    stage.env.backend.set_overwrite(stage.channel.id, hidden)


def silence(stage: Stage, number: int, hours: float | None) -> datetime | None:
    """Put somebody into Discord's time-out, or let them out of it; return its end."""
    until = None if hours is None else discord.utils.utcnow() + timedelta(hours=hours)
    member = stage.env.backend.get_member(stage.guild.id, stage.people[number].id)
    member.timed_out_until = until.isoformat() if until else None
    return until


async def unable(stage: Stage) -> dict[int, datetime | None]:
    """Return the numbers of those who cannot act in the channel, each with the end of that."""
    ids = [person.id for person in stage.people[:3]]
    members = stage.bot.parts.members
    found = await who_cannot_act(members, stage.guild.id, stage.channel.id, ids)
    return {number: found[each] for number, each in enumerate(ids) if each in found}


async def blind(stage: Stage) -> set[int]:
    return {number for number, end in (await unable(stage)).items() if end is None}


async def test_who_may_not_view_a_channel_cannot_see_it(stage: Stage) -> None:
    """By roles and overwrites; for ten minutes nobody is asked again."""
    hide(stage, 1)
    assert await blind(stage) == {1}
    asked = len(stage.env.http_requests)
    hide(stage, 1, deny=0)
    assert await blind(stage) == {1}
    assert len(stage.env.http_requests) == asked
    await stage.env.advance_time(timedelta(minutes=11).total_seconds())

    assert await blind(stage) == set()


@pytest.mark.parametrize("error", [TimeoutError, OSError])
async def test_of_whom_discord_does_not_tell_it_is_taken_that_they_see_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, error: Any
) -> None:
    """A silent Discord must not stop a clock, nor the answer to a press."""

    async def fails(*_: object) -> None:
        raise error

    hide(stage, 1)
    monkeypatch.setattr(stage.bot.parts.members, "member_of", fails)
    assert await blind(stage) == set()
    monkeypatch.undo()

    assert await blind(stage) == {1}


@pytest.mark.parametrize("hours", [3, -3])
async def test_the_same_look_tells_of_time_outs(stage: Stage, hours: float) -> None:
    """Also of one that is over, for ten minutes; a hidden channel stays the stronger reason."""
    hide(stage, 2)
    silence(stage, 2, hours)
    until = silence(stage, 1, hours)
    assert await unable(stage) == {1: until, 2: None}
    asked = len(stage.env.http_requests)
    silence(stage, 1, None)
    assert await unable(stage) == {1: until, 2: None}
    assert len(stage.env.http_requests) == asked
    await stage.env.advance_time(timedelta(minutes=11).total_seconds())

    assert await unable(stage) == {2: None}


async def test_no_time_out_takes_the_right_to_write(stage: Stage) -> None:
    """Else a question about the channel would tell others of it."""
    silence(stage, 1, 3)
    ids = [person.id for person in stage.people[:3]]

    asked = (stage.bot.parts.members, stage.guild.id, stage.channel.id, ids)
    assert await who_are_shut_out(*asked) == {}


async def test_whoever_may_do_everything_is_never_in_one(stage: Stage) -> None:
    """Discord lets administrators press, though a moderator has named an end before."""
    everything = discord.Permissions(administrator=True)
    role = stage.guild.create_role("Boss", permissions=everything)
    stage.env.backend.get_member(stage.guild.id, stage.people[1].id).role_ids.append(role.id)
    silence(stage, 1, 3)

    assert await unable(stage) == {}
