"""What nobody tells of is noticed: a channel that is gone, a server that has removed the bot."""

from typing import Any

import discord
import pytest

from metrobot.engine.log import CorruptLogError
from metrobot.service.model.table import CHANNEL_GONE
from metrobot.ui.app.server_check import AT_ONCE, EVERY, ServerCheck
from metrobot.ui.seats.seat_ballots import SeatBallots
from tests.service.stage import FakeClock
from tests.ui.stage import REST, Stage, labels, texts


async def looked(stage: Stage) -> None:
    """Let so much time pass that the bot has looked."""
    await stage.env.settle()
    await stage.env.advance_time(REST.total_seconds())


async def test_a_channel_that_is_gone_is_noticed(unheard: Stage) -> None:
    """Before anything is to be said there; the host is told once."""
    stage = unheard
    await stage.start(1)
    stage.env.backend.delete_channel(stage.channel.id)
    for _ in range(2):
        await looked(stage)

    told = [texts(m) for m in stage.direct(stage.people[0]) if "is on hold" in texts(m)]
    assert (await stage.table()).place.lost == CHANNEL_GONE
    assert len(told) == 1
    assert "Town" in told[0]


async def test_a_thread_that_is_gone_is_noticed(unheard: Stage) -> None:
    """Threads are in no list of channels."""
    stage = unheard
    await stage.people[0].slash(stage.channel, "game new", game="toy", thread=True)
    await looked(stage)
    before = (await stage.table()).place.lost
    stage.env.backend.delete_channel(stage.channel.threads[-1].id)
    await looked(stage)

    assert before is None
    assert (await stage.table()).place.lost == CHANNEL_GONE


@pytest.mark.events
async def test_an_empty_thread_is_put_away_at_the_next_start(stage: Stage) -> None:
    """It was killed between making one and storing its game; threads of games stay open.

    Over HTTP nobody tells which threads there are.
    """
    await stage.people[0].slash(stage.channel, "game new", game="toy", thread=True)
    kept = (await stage.table()).place.channel
    threads: Any = stage.env.backend.channels
    threads[kept].last_message_id = None
    parent: Any = stage.bot.get_channel(stage.channel.id)
    made = await parent.create_thread(name="Counters", type=discord.ChannelType.public_thread)
    await stage.restart()
    await stage.env.settle()
    found = {each: bool(threads[each].thread_metadata.archived) for each in (kept, made.id)}

    assert found == {kept: False, made.id: True}


async def test_a_server_that_has_removed_the_bot_is_noticed(unheard: Stage) -> None:
    """And one that has invited it again, whose games go on."""
    stage = unheard
    await stage.start(1)
    await stage.left(stage.guild.id)
    await looked(stage)
    lost, path = (await stage.table()).place.lost, f"/guilds/{stage.guild.id}"
    before = len([each for each in stage.env.http_requests if each.path == path])
    await looked(stage)
    after = len([each for each in stage.env.http_requests if each.path == path])
    stage.env.backend.faults.clear()
    await stage.turn(0, "Take 3", "Stop")
    await looked(stage)

    assert lost == "removed"
    assert after == before  # for an hour nobody asks again
    assert (await stage.table()).place.lost is None
    assert "Plan my turn" in labels(stage.last)


async def test_a_discord_that_does_not_answer_takes_no_place_away(unheard: Stage) -> None:
    stage = unheard
    await stage.start(1)
    path = f"/guilds/{stage.guild.id}/channels"
    for status, code in ((500, 0), (403, 40001)):
        stage.env.inject_error("GET", path, status=status, code=code, times=None)
        await looked(stage)
        stage.env.backend.faults.clear()

    assert (await stage.table()).place.lost is None


async def test_what_breaks_in_a_round_holds_up_nothing_else(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Each round still delivers messages and looks at servers."""
    looks = list[str]()

    async def broken(*_: object) -> None:
        raise CorruptLogError("one game of all")

    async def look(_: ServerCheck) -> None:
        looks.append("looked")

    stage.foreseen = (CorruptLogError,)
    monkeypatch.setattr(SeatBallots, "look_at_due", broken)
    monkeypatch.setattr(ServerCheck, "look", look)
    await stage.start(1)
    path = f"/channels/{stage.channel.id}/messages"
    stage.env.inject_error("POST", path, status=503, times=1)
    await stage.turn(0, "Take 3", "Stop")
    unsaid = await stage.store.outbox.pending(1)
    await looked(stage)

    assert len(unsaid) == 1
    assert await stage.store.outbox.pending(1) == ()
    assert looks
    assert "one game of all" in caplog.text


async def test_a_few_servers_are_looked_at_at_once_and_none_too_often(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after another, and then from the first again."""
    asked, guilds, clock = list[int](), list(range(1, 2 * AT_ONCE)), FakeClock()
    parts = stage.bot.parts
    places = parts.tables.channels
    ours = (parts.tables, parts.absent, parts.connection, parts.members)
    sweeping = ServerCheck(*ours, clock)

    async def servers_after(guild: int, most: int) -> tuple[int, ...]:
        return tuple([each for each in guilds if each > guild][:most])

    async def channels_in(guild: int) -> dict[int, str | None]:
        return {}

    async def server_now(_: object, guild: int) -> None:
        asked.append(guild)

    monkeypatch.setattr(places, "servers_after", servers_after)
    monkeypatch.setattr(places, "channels_in", channels_in)
    monkeypatch.setattr("metrobot.ui.app.server_check.current_guild", server_now)
    for _ in range(7):
        await sweeping.look()
        clock.advance(EVERY.total_seconds() / 2)

    first, rest = guilds[:AT_ONCE], guilds[AT_ONCE:]
    assert asked == [*first, *rest, *first, *rest]
