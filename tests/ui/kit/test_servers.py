"""What is known of servers where no event tells: Discord is asked, seldom, and believed."""

from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from cachetools import TTLCache
from simcord.http import router

from metrobot.ui.kit import access, guilds
from tests import entrances
from tests.ui.stage import Stage, texts
from tests.ui.test_refusals import told


def asked(stage: Stage, path: str) -> int:
    """Return the number of GET requests to a path of Discord."""
    found = stage.env.http_requests
    return sum(each.method == "GET" and each.path == path for each in found)


async def elsewhere(stage: Stage) -> Any:
    """Start a game of Ann and Bob; return a channel in which Cat asks for it."""
    await stage.start(1)
    return stage.guild.create_text_channel("lounge")


async def test_a_server_is_asked_for_once_an_interaction(unheard: Stage) -> None:
    """However much has to be known of it; and once more for all others who play."""
    stage = unheard
    lounge = await elsewhere(stage)
    path = f"/guilds/{stage.guild.id}"
    before = asked(stage, path)
    await stage.people[0].slash(lounge, "game move")

    assert (await stage.table()).place.channel == lounge.id
    assert asked(stage, path) == before + 2


async def test_in_its_own_channel_a_press_asks_for_nothing_else(unheard: Stage) -> None:
    """Whether the bot is on the server is asked once; all else that is needed comes with it."""
    stage = unheard
    await stage.start(1)
    await stage.turn(0, "Take 1", "Stop")

    assert asked(stage, f"/guilds/{stage.guild.id}") == 1
    assert asked(stage, f"/channels/{stage.channel.id}") == 0


@pytest.mark.events
async def test_on_the_gateway_nothing_is_asked(stage: Stage) -> None:
    """It has told all there is."""
    lounge = await elsewhere(stage)
    await stage.people[0].slash(lounge, "game move")

    assert (await stage.table()).place.channel == lounge.id
    assert asked(stage, f"/guilds/{stage.guild.id}") == 0


async def test_a_channel_of_an_unknown_kind_hides_no_other(
    unheard: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A channel type that discord.py does not know is skipped."""
    stage = unheard
    await stage.people[0].slash(stage.channel, "game new", game="toy", thread=True)
    thread, lounge = stage.channel.threads[-1], stage.guild.create_text_channel("lounge")
    dispatch = router.dispatch

    def with_another(backend: Any, method: str, path: str, **rest: Any) -> Any:
        found = dispatch(backend, method, path, **rest)
        is_list = path == f"/guilds/{stage.guild.id}/channels"
        return [*found, {"id": "1", "type": 99}] if is_list else found

    monkeypatch.setattr(router, "dispatch", with_another)
    answer = await stage.people[2].slash(lounge, "game move", game="1")

    assert (await stage.table()).place.channel == thread.id
    assert "\u2068Ann\u2069" in told(answer)


@pytest.mark.events
@pytest.mark.parametrize(
    "denied",
    ["send_messages", "send_messages_in_threads", "view_channel", "attach_files", "add_reactions"],
)
async def test_in_a_thread_all_may_do_what_discord_py_says(stage: Stage, denied: str) -> None:
    """discord.py itself cannot say it where the thread's channel is in no cache."""
    await stage.people[0].slash(stage.channel, "game new", game="toy", thread=True)
    stage.take(denied)
    await stage.env.settle()
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    thread = guild.threads[-1]

    found = access.permissions_in(thread, thread.parent, guild.me)

    assert found == thread.permissions_for(guild.me)
    assert not getattr(found, denied)


async def test_a_thread_may_be_written_in_where_its_channel_may_not(unheard: Stage) -> None:
    """A board is moved there from elsewhere, though nothing of either is cached."""
    stage = unheard
    await stage.people[0].slash(stage.channel, "game new", game="toy", thread=True)
    thread, lounge = stage.channel.threads[-1], stage.guild.create_text_channel("lounge")
    await stage.people[0].slash(lounge, "game move")
    stage.take("send_messages")
    await stage.people[0].slash(lounge, "game move", channel=thread)
    there = (await stage.table()).place.channel
    await stage.env.advance_time(3601)  # so often in an hour nobody moves a game
    await stage.people[0].slash(lounge, "game move")
    stage.take("send_messages_in_threads")
    refused = await stage.people[0].slash(lounge, "game move", channel=thread)

    assert there == thread.id
    assert (await stage.table()).place.channel == lounge.id
    assert "send messages in threads" in told(refused)
    assert "attach files" in told(refused)


async def test_who_manages_a_server_is_asked_once_where_a_channel_is_gone(unheard: Stage) -> None:
    """An interaction names roles by number alone."""
    stage = unheard
    lounge, cat = await elsewhere(stage), stage.people[2]
    stage.env.backend.delete_channel(stage.channel.id)
    by_stranger = await cat.slash(lounge, "game move", game="1")
    crew = stage.guild.create_role("Crew", permissions=discord.Permissions(manage_channels=True))
    stage.env.backend.guilds[stage.guild.id].members[cat.id].role_ids.append(crew.id)
    before = asked(stage, f"/guilds/{stage.guild.id}/members/{cat.id}")
    await cat.slash(lounge, "game move", game="1")

    assert "There is no" in told(by_stranger)
    assert (await stage.table()).place.channel == lounge.id
    assert (before, asked(stage, f"/guilds/{stage.guild.id}/members/{cat.id}")) == (1, 2)


async def test_a_discord_that_does_not_tell_lets_nobody_see_more(unheard: Stage) -> None:
    stage = unheard
    lounge = await elsewhere(stage)
    stage.env.inject_error("GET", f"/guilds/{stage.guild.id}", status=500, code=0, times=None)

    assert "There is no" in told(await stage.people[2].slash(lounge, "game move", game="1"))
    assert (await stage.table()).place.channel == stage.channel.id


async def test_the_language_of_a_server_is_asked_for_once(unheard: Stage) -> None:
    """By a process that has heard nobody there, before it posts."""
    stage = unheard
    await stage.start(1)
    stage.env.backend.guilds[stage.guild.id].preferred_locale = "de"
    stage.bot.parts.languages._heard.clear()
    before = asked(stage, f"/guilds/{stage.guild.id}")
    await stage.finish()

    assert any("gewonnen" in texts(each) or "Du bist dran" in texts(each) for each in stage.public)
    assert asked(stage, f"/guilds/{stage.guild.id}") == before + 1


async def test_a_channel_that_may_not_be_read_is_asked_once_an_hour(unheard: Stage) -> None:
    """Each refusal counts against the bot."""
    stage, now = unheard, [0.0]
    links = stage.bot.parts.errors.lobby.links
    links.unreadable = TTLCache(9, links.unreadable.ttl, timer=lambda: now[0])
    await stage.start(1)
    path = f"/channels/{stage.channel.id}/messages/{stage.last.id}"
    stage.env.inject_error("GET", path, status=403, code=50001, times=None)
    before, found = asked(stage, path), list[int]()
    for passed in (0, 3599, 3601):
        now[0] = passed
        await stage.people[0].slash(stage.channel, "me games")
        found.append(asked(stage, path) - before)

    assert found == [1, 1, 2]


async def test_a_server_without_the_bot_is_asked_once_an_hour(unheard: Stage) -> None:
    stage = unheard
    village = stage.env.create_guild("Village", owner=stage.people[0].user)
    trains = village.create_text_channel("trains")
    ann = village.add_member(stage.people[0].user)
    await ann.slash(trains, "game new", game="toy")
    await stage.left(village.id)
    path, shown = f"/guilds/{village.id}", list[str]()
    before = asked(stage, path)
    for _ in range(2):
        answer = await stage.people[0].slash(stage.channel, "me games")
        shown.append(texts(answer.response))
    silent = asked(stage, path) - before
    stage.env.backend.faults.clear()
    await ann.slash(trains, "me games")
    shown.append(texts((await stage.people[0].slash(stage.channel, "me games")).response))

    assert silent <= 1
    assert ["other servers" in each for each in shown] == [False, False, True]


async def test_a_server_that_is_away_for_a_while_is_asked_for(stage: Stage) -> None:
    """The cached server is out of date by then."""
    cached = stage.bot.get_guild(stage.guild.id)
    if cached is not None:
        cached.unavailable = True
    found = await guilds.known_guild(stage.bot, stage.guild.id)

    assert entrances.is_http() is (cached is None)
    assert found is not None
    assert found.guild is not cached
    assert [each.name for each in found.fetched.values()] == ["metro"]
    assert found.me.guild_permissions.send_messages


async def test_discord_counts_nobody_for_us(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of members is read nowhere, and takes Discord time."""
    counted, fetch = list[bool](), discord.Client.fetch_guild

    async def noted(
        self: discord.Client, guild: int, /, *, with_counts: bool = True
    ) -> discord.Guild:
        counted.append(with_counts)
        return await fetch(self, guild, with_counts=with_counts)

    monkeypatch.setattr(discord.Client, "fetch_guild", noted)
    if (cached := stage.bot.get_guild(stage.guild.id)) is not None:
        cached.unavailable = True
    await guilds.known_guild(stage.bot, stage.guild.id)
    await guilds.fetch_guild(stage.bot, stage.guild.id)
    await guilds.is_removed(stage.bot, stage.guild.id)

    assert counted == [False] * 3


async def test_the_bot_is_removed_only_if_discord_says_so(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not await guilds.is_removed(stage.bot, stage.guild.id)
    assert await guilds.is_removed(stage.bot, 1)

    monkeypatch.setattr(discord.Client, "fetch_guild", AsyncMock(side_effect=TimeoutError))
    assert not await guilds.is_removed(stage.bot, 1)


async def test_whoever_is_no_member_is_not_there(stage: Stage) -> None:
    """Discord's answer decides, whether or not the server is known."""
    members = stage.bot.parts.members
    member = await members.member(stage.guild.id, stage.people[0].id)

    assert member is not None
    assert member.display_name == "Ann"
    assert await members.member(stage.guild.id, 1) is None
