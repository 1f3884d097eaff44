"""Who cannot see a channel: as Discord says, kept for a while, and never taken for granted."""

from datetime import timedelta
from typing import Any

import pytest
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from metrobot.ui.kit.access import who_are_blind
from tests.ui.lobby.test_open_seats import VIEW
from tests.ui.stage import Stage


def hide(stage: Stage, number: int, *, deny: int = VIEW) -> None:
    """Hide the channel from somebody, or show it again."""
    hidden = Overwrite(stage.people[number].id, OverwriteType.MEMBER, allow=VIEW - deny, deny=deny)
    stage.env.backend.set_overwrite(stage.channel.id, hidden)


async def blind(stage: Stage) -> set[int]:
    """Return the numbers of those who cannot see the channel."""
    ids = [person.id for person in stage.people[:3]]
    members = stage.bot.parts.members
    found = await who_are_blind(members, stage.guild.id, stage.channel.id, ids)
    return {number for number, each in enumerate(ids) if each in found}


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
