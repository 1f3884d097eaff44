"""What the bot tells Discord when it starts, and what it asks of it."""

import discord
import pytest

from metrobot.store.store import Store
from metrobot.ui.app.build import make_bot
from tests.ui.stage import OWN, Shown, Stage, labels
from tests.ui.toy_front import ToyFront


def syncs(stage: Stage) -> list[str]:
    """Return the paths at which commands were registered, in order."""
    requests = stage.env.http_requests
    return [each.path for each in requests if each.method == "PUT" and "/commands" in each.path]


async def test_commands_are_registered_once(stage: Stage) -> None:
    before = len(syncs(stage))
    await stage.restart()

    assert before == 1
    assert len(syncs(stage)) == 1


async def test_changed_commands_are_registered_anew(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OWN, "toy", lambda *_: ())
    await stage.restart()

    assert len(syncs(stage)) == 2
    assert "take" not in stage.people[0].available_commands(stage.channel)


async def test_for_development_commands_go_to_one_server(stage: Stage) -> None:
    bot = make_bot(stage.store, stage.bot.parts.fronts, own=OWN, dev_guild=stage.guild.id)
    stage.bot.parts.drawing.close()
    stage.bot = bot
    await stage.env.restart_bot(bot)

    assert syncs(stage)[-1].endswith(f"/guilds/{stage.guild.id}/commands")


async def test_the_bot_asks_for_little(store: Store, toy_words: None) -> None:
    """Guilds only, no members, no messages, nobody mentioned unless named."""
    bot = make_bot(store, {"toy": ToyFront()}, own=OWN)
    await store.close()
    bot.parts.drawing.close()

    assert bot.intents == discord.Intents(guilds=True)
    assert bot._connection.member_cache_flags == discord.MemberCacheFlags.none()
    assert bot._connection.max_messages is None
    assert bot.allowed_mentions is not None
    assert bot.allowed_mentions.to_dict() == discord.AllowedMentions.none().to_dict()


async def test_what_was_left_unsaid_is_said_at_the_start(stage: Stage, lobby: Shown) -> None:
    """A board that could not be posted before is posted by the next process."""
    path = f"/channels/{stage.channel.id}/messages"
    stage.env.inject_error("POST", path, status=500, times=1)
    await stage.people[0].click(lobby, label="Start")
    before = len(stage.public)
    await stage.env.advance_time(10)
    await stage.restart()
    await stage.env.advance_time(60)

    assert before == 1
    assert len([each for each in stage.public if "Plan my turn" in labels(each)]) == 1


async def test_messages_leave_nothing_in_memory(pair: Stage) -> None:
    """Buttons are answered from their ids: no view is kept for a message."""
    await pair.turn(0, "Take 1", "Stop")

    kept = pair.bot._connection._view_store
    assert kept._synced_message_views == {}
    assert not any(kept._views.values())
    assert not kept._dynamic_items


async def test_a_changed_name_is_remembered(pair: Stage) -> None:
    pair.guild._guild.members[pair.people[0].id].nick = "Annie"
    await pair.people[0].slash(pair.channel, "board")

    assert [each.name for each in (await pair.table()).people] == ["Annie", "Bob"]
