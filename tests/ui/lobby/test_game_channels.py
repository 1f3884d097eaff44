"""Threads, channels that are lost, and games that move: on a simulated Discord."""

from typing import Any
from unittest.mock import create_autospec

import discord
import pytest

from metrobot.service.model.play import Status
from metrobot.ui.lobby.threads import open_thread
from tests.ui.stage import Shown, Stage, labels, texts


def in_channel(channel: Any) -> list[Any]:
    return [m for m in channel.history() if not m.flags.ephemeral]


def there(stage: Stage, channel: Any) -> Stage:
    """Return the stage with its people in another channel."""
    stage.channel = channel
    return stage


async def thread_of(stage: Stage) -> Any:
    """Open a game in a thread of its own; return the thread."""
    await stage.people[0].slash(stage.channel, "game new", game="toy", thread=True)
    return stage.channel.threads[-1]


async def test_a_game_gets_a_thread_of_its_own(stage: Stage) -> None:
    asked = await stage.people[0].slash(stage.channel, "game new", game="toy", thread=True)

    thread = stage.channel.threads[-1]
    assert thread.name == "Counters with \u2068Ann\u2069"
    assert thread.mention in texts(asked.response)
    assert "Join" in labels(in_channel(thread)[-1])
    await stage.people[1].slash(stage.channel, "game new", game="toy")
    assert "Join" in labels(stage.last)


async def test_a_whole_game_is_played_in_a_thread(stage: Stage) -> None:
    thread = await thread_of(stage)
    channel = there(stage, thread).channel
    await stage.people[1].click(stage.last, label="Join")
    await stage.people[0].click(in_channel(channel)[-1], label="Start")
    await stage.restart()

    await stage.finish()

    assert (await stage.table()).status is Status.OVER
    assert "has won" in "\n".join(map(texts, in_channel(channel)))


async def test_a_lobby_in_a_thread_commits_to_the_dealing(stage: Stage) -> None:
    """As any other: the commitment before anybody joins and after; the salt stands elsewhere."""
    thread = await thread_of(stage)
    lobby = in_channel(thread)[0]
    start = f"the fingerprint begins with {(await stage.table()).commitment[:16]}."
    before = texts(lobby)
    await stage.people[1].click(lobby, label="Join")
    await stage.people[0].click(lobby, label="Start")
    salt, after = (await stage.table()).salt, texts(in_channel(thread)[0])

    assert before.endswith(start)
    assert after.endswith(start)
    assert not any(part in after for part in salt)


async def test_a_server_full_of_threads_is_told_so(stage: Stage) -> None:
    """Nothing is stored, and nothing is the bot's fault."""
    path = f"/channels/{stage.channel.id}/threads"
    stage.env.inject_error("POST", path, status=400, code=160006, times=1)
    asked = await stage.people[0].slash(stage.channel, "game new", game="toy", thread=True)

    assert "as many open threads as Discord allows" in texts(asked.response)
    assert await stage.bot.parts.tables.channels.channels_in(stage.guild.id) == {}


@pytest.mark.parametrize(
    ("status", "code", "said"),
    [
        (500, 0, "hiccup"),
        (403, 0, "hiccup"),
        (403, 40003, "hiccup"),
        (400, 50999, "50999"),
        (404, 10003, "10003"),
    ],
)
async def test_whatever_discord_answers_to_a_request_has_its_sentence(
    stage: Stage, status: int, code: int, said: str
) -> None:
    """Passing faults may be tried again; unknown ones are told with their codes."""
    stage.foreseen = (discord.HTTPException,)
    path = f"/channels/{stage.channel.id}/threads"
    stage.env.inject_error("POST", path, status=status, code=code, times=6)
    asked = await stage.people[0].slash(stage.channel, "game new", game="toy", thread=True)

    assert said in texts(asked.response)
    assert "my fault" not in texts(asked.response)


@pytest.mark.parametrize(
    ("is_news", "kind"),
    [(True, discord.ChannelType.news_thread), (False, discord.ChannelType.public_thread)],
)
async def test_a_thread_is_of_the_type_that_its_channel_holds(
    is_news: bool, kind: discord.ChannelType
) -> None:
    channel = create_autospec(discord.TextChannel, instance=True)
    channel.is_news.return_value = is_news
    await open_thread(channel, "A game")

    assert channel.create_thread.await_args.kwargs["type"] is kind


async def test_a_thread_within_a_thread_is_refused(stage: Stage) -> None:
    """Discord knows none; the sentence says what to do."""
    thread = await thread_of(stage)

    refused = await stage.people[1].slash(thread, "game new", game="toy", thread=True)

    assert "can only be opened in a text channel" in texts(refused.response)


async def test_a_wrong_number_of_seats_opens_no_thread(stage: Stage) -> None:
    """All else is looked at first."""
    refused = await stage.people[0].slash(
        stage.channel, "game new", game="toy", seats=5, thread=True
    )

    assert "You asked for 5" in texts(refused.response)
    assert stage.channel.threads == []


async def test_a_missing_permission_for_threads_is_named(stage: Stage) -> None:
    stage.take("create_public_threads")

    refused = await stage.people[0].slash(stage.channel, "game new", game="toy", thread=True)

    assert "create public threads" in texts(refused.response)
    await stage.people[0].slash(stage.channel, "game new", game="toy")
    assert "Join" in labels(stage.last)


async def test_a_game_outlives_its_channel(pair: Stage) -> None:
    """The host is told by direct message, once, and the game goes on elsewhere."""
    before = await pair.table()
    pair.env.backend.delete_channel(pair.channel.id)
    await pair.env.settle()
    await pair.env.advance_time(7200)
    told = [texts(m) for m in pair.direct(pair.people[0])]

    new = pair.guild.create_text_channel("other")
    await pair.people[0].slash(new, "game move")

    assert [text for text in told if "is on hold" in text] == told[-1:]
    assert "`/game move`" in told[-1]
    assert pair.direct(pair.people[1])[1:] == []
    after = await pair.table()
    assert (after.state, after.place.channel, after.place.lost) == (before.state, new.id, None)
    board = in_channel(new)[-1]
    assert "continues here" in texts(board)
    assert "Plan my turn" in labels(board)


async def test_an_end_that_could_not_be_told_is_told_elsewhere(pair: Stage) -> None:
    pair.env.backend.delete_channel(pair.channel.id)
    await pair.env.settle()
    await pair.finish()
    new = pair.guild.create_text_channel("other")

    await pair.people[0].slash(new, "game move")

    assert (await pair.table()).status is Status.OVER
    assert "has won" in "\n".join(map(texts, in_channel(new)))


@pytest.mark.parametrize("is_host", [True, False])
async def test_who_may_move_a_game(pair: Stage, is_host: bool) -> None:
    """The host; the others only once its place is lost."""
    new = pair.guild.create_text_channel("other")

    answer = await pair.people[0 if is_host else 1].slash(new, "game move", game="1")

    assert ((await pair.table()).place.channel == new.id) is is_host
    assert ("Done" in texts(answer.response)) is is_host


async def test_a_move_leaves_a_note_and_old_buttons_work(stage: Stage, board: Shown) -> None:
    new = stage.guild.create_text_channel("other")
    await stage.people[0].slash(new, "game move")

    planner = (await stage.people[0].click(board, label="Plan my turn")).response

    assert "continues in" in texts(stage.last)
    assert new.mention in texts(stage.last)
    assert "Confirm" in str(planner.components)


async def test_a_lobby_moves_too(joined: Stage) -> None:
    new = joined.guild.create_text_channel("other")

    await joined.people[0].slash(new, "game move")

    shown = next(each for each in in_channel(new) if "Join" in labels(each))
    await joined.people[2].click(shown, label="Join")
    table = await joined.table()
    assert [person.name for person in table.people] == ["Ann", "Bob", "Cat"]
    assert table.place.channel == new.id


async def test_a_channel_with_a_game_takes_no_other(pair: Stage) -> None:
    new = pair.guild.create_text_channel("other")
    await pair.people[0].slash(new, "game new", game="toy")

    refused = await pair.people[0].slash(new, "game move", game="1")

    assert (await pair.table()).place.channel == pair.channel.id
    assert "https://discord.com/channels/" in texts(refused.response)


async def test_a_channel_can_be_named_from_the_old_one(pair: Stage) -> None:
    new = pair.guild.create_text_channel("other")

    await pair.people[0].slash(pair.channel, "game move", channel=new)

    assert (await pair.table()).place.channel == new.id


async def test_with_several_games_one_has_to_be_chosen(pair: Stage) -> None:
    """The list names them by title, channel and people."""
    second = pair.guild.create_text_channel("second")
    await pair.people[0].slash(second, "game new", game="toy")
    new = pair.guild.create_text_channel("other")

    refused = await pair.people[0].slash(new, "game move")
    offered = await pair.people[0].autocomplete(new, "game move", "game", "")

    assert "not sure which game" in texts(refused.response)
    assert sorted(choice["value"] for choice in offered) == ["1", "2"]
    assert all("Counters in" in choice["name"] for choice in offered)


async def test_a_server_that_removed_the_bot_finds_its_games_again(pair: Stage) -> None:
    """They are kept, and nothing is posted into the void."""
    await pair.bot.parts.tables.channels.server_lost(pair.guild.id, "removed")
    lost = await pair.table()
    await pair.bot.parts.tables.channels.recheck(pair.guild.id)
    await pair.turn(0, "Take 3", "Stop")

    assert lost.place.lost == "removed"
    assert (lost.status, (await pair.table()).place.lost) == (Status.RUNNING, None)


@pytest.mark.parametrize(
    ("status", "lost"),
    [(403, "removed"), (404, "removed"), (200, "permission"), (503, "permission")],
)
async def test_a_removal_that_no_event_tells_of_is_named(
    pair: Stage, status: int, lost: str
) -> None:
    """Discord refuses a post alike where a permission is missing and where the bot is not."""
    path = f"/channels/{pair.channel.id}/messages"
    pair.env.inject_error("POST", path, status=403, code=50001, times=None)
    if status != 200:
        code = {403: 50001, 404: 10004}.get(status, 0)
        place = f"/guilds/{pair.guild.id}"
        pair.env.inject_error("GET", place, status=status, code=code, times=None)
    await pair.turn(0, "Take 3", "Stop")

    assert (await pair.table()).place.lost == lost


async def test_a_locked_thread_is_told_and_found_again(pair: Stage) -> None:
    """Discord refuses posts there until somebody unlocks it."""
    path = f"/channels/{pair.channel.id}/messages"
    pair.env.inject_error("POST", path, status=400, code=160005, message="locked", times=None)
    await pair.turn(0, "Take 3", "Stop")
    lost = await pair.table()
    pair.env.backend.faults.clear()

    pair.env.backend.announce_channel_update(pair.channel.id)
    await pair.noticed()

    told = [texts(m) for m in pair.direct(pair.people[0])]
    assert lost.place.lost == "locked"
    assert "Its thread was locked" in told[-1]
    assert (await pair.table()).place.lost is None
    assert "Plan my turn" in labels(pair.last)


@pytest.mark.events
async def test_a_permission_that_is_still_missing_is_not_tried(pair: Stage) -> None:
    """Other changes on the server cost no refused post; the permission brings the board."""
    pair.take("send_messages")
    await pair.turn(0, "Take 3", "Stop")
    path = f"/channels/{pair.channel.id}/messages"
    before = len([each for each in pair.env.http_requests if each.path == path])
    for _ in range(5):
        pair.env.backend.announce_channel_update(pair.channel.id)
        await pair.env.settle()
    silent = len([each for each in pair.env.http_requests if each.path == path]) - before
    lost = (await pair.table()).place.lost
    pair.take("use_external_emojis")  # and gives back the other one
    pair.env.backend.announce_channel_update(pair.channel.id)
    await pair.env.settle()

    assert (silent, lost) == (0, "permission")
    assert (await pair.table()).place.lost is None
    assert "Plan my turn" in labels(pair.last)


@pytest.mark.parametrize("is_archived", [True, False])
async def test_a_thread_that_is_unlocked_is_found_again(
    stage: Stage, is_archived: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that Discord has put aside, which the bot does not know any more."""
    thread = await thread_of(stage)
    there(stage, thread)
    await stage.bot.parts.tables.channels.channels_lost([thread.id], "locked")
    looked = list[tuple[int, int | None]]()

    async def look_again(guild: int, known: int | None = None) -> None:
        looked.append((guild, known))

    monkeypatch.setattr(stage.bot.parts.tables.channels, "recheck", look_again)
    for is_locked in (True, False):
        metadata = {"locked": is_locked, "archived": is_archived, "auto_archive_duration": 60}
        data = {"id": str(thread.id), "type": 11, "guild_id": str(stage.guild.id)}
        payload: Any = {**data, "parent_id": "1", "thread_metadata": metadata}
        await stage.bot.on_raw_thread_update(discord.RawThreadUpdateEvent(payload))

    assert looked == [(stage.guild.id, None), (stage.guild.id, thread.id)]
