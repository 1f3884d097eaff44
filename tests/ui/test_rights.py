"""Who may see which game, and who may have the bot post where."""

from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord
from discord import app_commands
from simcord import interactions
from simcord.backend import serializers
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from metrobot.engine.record import dump
from metrobot.service.model.play import Status
from metrobot.store.statements.finished import ReplayRow
from metrobot.ui.app.command_tree import commands_of
from metrobot.ui.kit import handlers
from metrobot.ui.pages.args import BranchArg
from metrobot.ui.pages.ids import PressId, PressKind, ReplaySource
from tests.ui.stage import Stage, ids, labels, let_manage
from tests.ui.test_refusals import told

NO_GAME = 10**17
"""A number that no game has."""
VIEW = discord.Permissions(view_channel=True).value
ARGS = dict.fromkeys(
    (PressKind.BRANCH, PressKind.BRANCH_BEGIN, PressKind.BRANCH_OUT),
    str(BranchArg(ReplaySource.HERE, 0)),
)
"""Arguments of the ids that need more than where a game is kept."""
OF_GAMES = {
    kind: arg
    for rule in handlers._PRESSES.values()
    for kind in rule.kinds
    if rule.of_game(PressId(1, 0, kind, arg := ARGS.get(kind, str(ReplaySource.HERE))))
}
"""Kinds of presses on messages of games, each with an argument."""


async def pressed(stage: Stage, number: int, message: Any, custom_id: str) -> str:
    """Return the private answer to a button that no message has."""
    answer = stage.forge(stage.people[number], message, custom_id)
    await stage.env.settle()
    return told(answer)


def denied(stage: Stage, channel: Any, **permissions: bool) -> None:
    """Take permissions in a channel from all people; the bot keeps them."""
    taken, backend = discord.Permissions(**permissions).value, stage.env.backend
    for whom, kind, allow, deny in (
        (stage.guild.id, OverwriteType.ROLE, 0, taken),
        (backend.bot_user.id, OverwriteType.MEMBER, taken, 0),
    ):
        backend.set_overwrite(channel.id, Overwrite(whom, kind, allow=allow, deny=deny))


def let_in(stage: Stage, channel: Any, person: Any) -> None:
    """Let somebody see a channel that is closed to others."""
    overwrite = Overwrite(person.id, OverwriteType.MEMBER, allow=VIEW, deny=0)
    stage.env.backend.set_overwrite(channel.id, overwrite)


def elsewhere(stage: Stage) -> Stage:
    """Return the same bot on another server, with one person there."""
    guild = stage.env.create_guild("Far", owner=stage.env.create_user("Zed"))
    channel = guild.create_text_channel("far")
    zoe = guild.add_member(stage.env.create_user("Zoe"))
    return replace(stage, guild=guild, channel=channel, people=[zoe])


async def closed(stage: Stage) -> Any:
    """Start a game of Ann and Bob in a channel that Cat may not see; return an open channel."""
    await stage.start(1)
    lounge = stage.guild.create_text_channel("lounge")
    denied(stage, stage.channel, view_channel=True)
    await stage.people[0].slash(lounge, "game new", game="toy")
    return lounge


async def test_games_of_other_servers_are_not_there(pair: Stage) -> None:
    """No button tells more of one than of a number that no game has."""
    far = elsewhere(pair)
    await far.people[0].slash(far.channel, "game new", game="toy")
    lobby = far.channel.history()[-1]
    before = await pair.table()

    for kind, arg in OF_GAMES.items():
        of_theirs, of_none = [
            await pressed(far, 0, lobby, f"mb1:{number}:0:{kind}:{arg}") for number in (1, NO_GAME)
        ]

        assert of_theirs == of_none, kind
        assert "no game" in of_theirs, kind
        assert await pair.table() == before, kind


async def test_games_of_closed_channels_are_not_there(stage: Stage) -> None:
    """Whoever may not see the channel learns nothing by an old button elsewhere."""
    lounge = await closed(stage)
    there = replace(stage, channel=lounge)
    lobby = lounge.history()[-1]

    for kind, arg in OF_GAMES.items():
        of_theirs, of_none = [
            await pressed(there, 2, lobby, f"mb1:{number}:0:{kind}:{arg}")
            for number in (1, NO_GAME)
        ]

        assert of_theirs == of_none, kind
        assert "no game" in of_theirs, kind


async def test_who_plays_or_may_see_the_channel_sees_the_game(stage: Stage) -> None:
    lounge = await closed(stage)
    there, lobby = replace(stage, channel=lounge), lounge.history()[-1]
    by_player = await pressed(there, 1, lobby, "mb1:1:0:since:")
    by_stranger = await pressed(there, 2, lobby, "mb1:1:0:since:")
    let_in(stage, stage.channel, stage.people[2])
    by_guest = await pressed(there, 2, lobby, "mb1:1:0:since:")

    assert "no game" not in by_player
    assert "no game" in by_stranger
    assert "no game" not in by_guest


@pytest.mark.parametrize("command", ["game replay", "game move"])
async def test_no_command_tells_of_games_that_are_not_there(stage: Stage, command: str) -> None:
    """Neither from another server nor of a closed channel; nor who plays there."""
    lounge = await closed(stage)
    far = elsewhere(stage)

    said = []
    for person, channel in ((far.people[0], far.channel), (stage.people[2], lounge)):
        for number in (1, NO_GAME // 100):
            game = str(number) if command == "game move" else number
            said.append(told(await person.slash(channel, command, game=game)))

    assert len(set(said)) == 1
    assert "no game" in said[0]


async def test_the_list_for_a_move_names_only_what_may_be_seen(stage: Stage) -> None:
    lounge = await closed(stage)
    managing = discord.Permissions(manage_channels=True).value
    overwrite = Overwrite(stage.people[2].id, OverwriteType.MEMBER, allow=managing, deny=0)
    stage.env.backend.set_overwrite(lounge.id, overwrite)
    far = elsewhere(stage)

    by_manager = await stage.people[2].autocomplete(lounge, "game move", "game", "")
    from_afar = await far.people[0].autocomplete(far.channel, "game move", "game", "")

    assert [each["value"] for each in by_manager] == ["2"]
    assert from_afar == []


async def test_who_manages_one_channel_moves_no_game_of_another(pair: Stage) -> None:
    """The right counts where the game is."""
    lounge = pair.guild.create_text_channel("lounge")
    managing = discord.Permissions(manage_channels=True).value
    overwrite = Overwrite(pair.people[2].id, OverwriteType.MEMBER, allow=managing, deny=0)
    pair.env.backend.set_overwrite(lounge.id, overwrite)

    assert "\u2068Ann\u2069" in told(await pair.people[2].slash(lounge, "game move", game="1"))
    assert (await pair.table()).place.channel == pair.channel.id


async def test_a_game_in_a_private_thread_is_there_for_its_members(pair: Stage) -> None:
    """Whoever may see the channel need not see the thread."""
    backend = pair.env.backend
    made = backend.create_thread(
        pair.channel.id, "secret", pair.people[0].id, type=discord.ChannelType.private_thread.value
    )
    for member in (backend.bot_user, pair.people[1]):
        backend.add_thread_member(made.id, member.id)
    await pair.env.settle()
    thread = next(each for each in pair.channel.threads if each.id == made.id)
    await pair.people[0].slash(pair.channel, "game move", channel=thread)
    board = pair.last

    by_stranger = await pressed(pair, 2, board, "mb1:1:0:since:")
    backend.add_thread_member(made.id, pair.people[2].id)
    by_member = await pressed(pair, 2, board, "mb1:1:0:since:")

    assert (await pair.table()).place.channel == made.id
    assert "no game" in by_stranger
    assert "no game" not in by_member


async def test_imported_replays_of_other_servers_are_gone(over: Stage) -> None:
    table, far = await over.table(), elsewhere(over)
    row = ReplayRow(0, 7, 8, 9, dump(table.record()), table.created_at)
    number = await over.store.finished.store_replay(row, 1_000_000)
    await far.people[0].slash(far.channel, "game new", game="toy")
    lobby = far.channel.history()[-1]

    of_theirs, of_none = [
        await pressed(far, 0, lobby, f"mb1:{each}:0:replay:{ReplaySource.IMPORTED}")
        for each in (number, NO_GAME)
    ]

    assert of_theirs == of_none


# --- posting in somebody's name ---


async def test_nobody_moves_a_game_to_where_they_may_not_write(pair: Stage) -> None:
    """Though the bot might; neither named nor by typing there."""
    news = pair.guild.create_text_channel("news")
    denied(pair, news, send_messages=True)

    named = await pair.people[0].slash(pair.channel, "game move", channel=news)
    there = await pair.people[0].slash(news, "game move")

    for answer in (named, there):
        assert "you may not write there yourself" in told(answer)
        assert "send messages" in told(answer)
    assert (await pair.table()).place.channel == pair.channel.id


@pytest.mark.parametrize("right", ["create_public_threads", "send_messages_in_threads"])
async def test_nobody_opens_a_thread_who_may_not(stage: Stage, right: str) -> None:
    """The bot is no way around it."""
    denied(stage, stage.channel, **{right: True})

    answer = await stage.people[0].slash(stage.channel, "game new", game="toy", thread=True)

    assert "you may not write there yourself" in told(answer)
    assert stage.channel.threads == []


@pytest.mark.parametrize(
    ("command", "filled"),
    [
        ("game new", {"game": "toy"}),
        ("game import", {"file": ("game.json", b"{}")}),
        ("game replay", {"public": True}),
        ("leaderboard", {"everybody": True}),
    ],
)
async def test_nobody_has_posted_what_they_may_not_write(
    stage: Stage, command: str, filled: dict[str, Any]
) -> None:
    """A new lobby, a record, a replay or a leaderboard for all."""
    if command in ("game replay", "leaderboard"):
        await stage.start(1)
        await stage.finish()
    denied(stage, stage.channel, send_messages=True)
    before = len(stage.public)

    answer = await stage.people[0].slash(stage.channel, command, **filled)

    assert "you may not write there yourself" in told(answer)
    assert len(stage.public) == before


async def test_nobody_plays_again_where_they_may_not_write(over: Stage) -> None:
    """The button of an old game opens no lobby there."""
    denied(over, over.channel, send_messages=True)

    answer = await over.people[0].click(over.last, label="Play again")

    assert "you may not write there yourself" in told(answer)
    assert (await over.bot.parts.tables.in_channel(over.channel.id)).id == 1


async def test_discord_offers_places_with_messages_alone(stage: Stage) -> None:
    """Neither categories nor forums, which hold none."""
    move = next(c for c in commands_of(stage.bot.tree) if c.qualified_name == "game move")
    assert isinstance(move, app_commands.Command)
    option = next(each for each in move.parameters if each.name == "channel")

    assert {kind.name for kind in option.channel_types} == {
        *("text", "news", "voice", "stage_voice"),
        *("public_thread", "private_thread", "news_thread"),
    }


@pytest.mark.parametrize("kind", ["category", "forum"])
async def test_a_place_without_messages_is_refused(pair: Stage, kind: str) -> None:
    """Nothing moves even if a client sends one all the same."""
    guild, backend = pair.guild, pair.env.backend
    place = (
        guild.create_category("all") if kind == "category" else guild.create_forum_channel("all")
    )
    channel = dict(serializers.channel_payload(backend, backend.get_channel(place.id)))
    data = {
        "id": "1",
        "name": "game",
        "type": 1,
        "resolved": {"channels": {str(place.id): {**channel, "permissions": str(VIEW)}}},
        "options": [
            {
                "type": 1,
                "name": "move",
                "options": [{"type": 7, "name": "channel", "value": str(place.id)}],
            }
        ],
    }
    record, payload = interactions.base_payload(
        backend,
        type=2,
        channel_id=pair.channel.id,
        guild_id=guild.id,
        user_id=pair.people[0].id,
        data=data,
    )
    backend.emit("INTERACTION_CREATE", payload)
    await pair.env.settle()

    assert "nobody can post messages there" in told(simcord.InteractionResult(pair.env, record))
    assert (await pair.table()).place.channel == pair.channel.id


async def test_a_private_thread_without_the_bot_is_found_before_anything_is_stored(
    pair: Stage,
) -> None:
    backend = pair.env.backend
    made = backend.create_thread(
        pair.channel.id, "secret", pair.people[0].id, type=discord.ChannelType.private_thread.value
    )
    await pair.env.settle()
    thread = next(each for each in pair.channel.threads if each.id == made.id)

    pair.take("manage_threads")
    opened = await pair.people[0].slash(thread, "game new", game="toy")
    moved = await pair.people[0].slash(thread, "game move", game="1")

    for answer in (opened, moved):
        assert "I am not in that private thread" in told(answer)
    assert (await pair.table()).place.channel == pair.channel.id
    assert not await pair.store.games.unfinished(thread.id)


# --- commands and buttons ---


async def test_a_server_without_the_bot_is_told_so(stage: Stage) -> None:
    """Somebody has brought it for themselves alone."""

    def alone(name: str, payload: Any) -> None:
        if name == "INTERACTION_CREATE":
            payload["authorizing_integration_owners"] = {"1": str(stage.people[0].id)}

    stage.env.backend.subscribers.insert(0, alone)

    answer = await stage.people[0].slash(stage.channel, "game new", game="toy")

    assert "I am not on this server" in told(answer)
    assert not await stage.store.games.unfinished(stage.channel.id)


async def test_a_server_with_the_commands_alone_is_told_how_to_invite_the_bot(stage: Stage) -> None:
    """Commands and buttons that post say so; those that one person reads work."""
    await stage.lobby()
    await stage.left(stage.guild.id)
    await stage.env.advance_time(11 * 60)
    opened = await stage.people[0].slash(stage.channel, "game new", game="toy")
    joined = await stage.people[1].click(stage.last, label="Join")
    read = [
        await stage.people[0].slash(stage.channel, path)
        for path in ("help", "rules", "tutorial", "me privacy", "me forget")
    ]

    link = f"guild_id={stage.guild.id}"
    for answer in (opened, joined):
        assert "scope=bot" in told(answer)
        assert "permissions=309237681152" in told(answer)
        assert link in told(answer)
    assert not any(link in told(answer) for answer in read)
    assert len((await stage.table()).people) == 1


async def test_whoever_has_just_invited_the_bot_need_not_wait(unheard: Stage) -> None:
    """Also over HTTP, where no event tells that it is there."""
    stage, errors = unheard, unheard.env.inject_error
    errors("GET", f"/guilds/{stage.guild.id}", status=403, code=50001, times=1)
    before = await stage.people[0].slash(stage.channel, "game new", game="toy")
    await stage.env.advance_time(15)
    after = await stage.people[0].slash(stage.channel, "game new", game="toy")

    assert "scope=bot" in told(before)
    assert "Join" in labels(stage.last)
    assert not after.followups


async def test_the_language_of_a_server_is_for_those_who_manage_it(stage: Stage) -> None:
    """Giving everybody the command on a server does not change that."""
    group = next(each for each in await stage.bot.tree.fetch_commands() if each.name == "server")
    stage.guild.set_command_permissions(group, {stage.people[0]: True})
    before = stage.bot.parts.readers.public_words(None, stage.guild.id).say("language.name")

    answer = await stage.people[0].slash(stage.channel, "server language", language="nl")

    assert "manage this server" in told(answer)
    assert stage.bot.parts.readers.public_words(None, stage.guild.id).say("language.name") == before


async def test_buttons_of_a_lobby_act_on_that_lobby(stage: Stage) -> None:
    """Wherever it has gone, and whatever is in the channel now."""
    old = await stage.lobby(1)
    new = stage.guild.create_text_channel("other")
    await stage.people[0].slash(new, "game move", game="1")
    await stage.people[1].slash(stage.channel, "game new", game="toy")

    await stage.people[2].click(old, label="Join")
    await stage.people[1].click(old, label="Leave")
    first, second = await stage.table(1), await stage.table(2)
    await stage.people[0].click(old, label="Start")

    assert [person.name for person in first.people] == ["Ann", "Cat"]
    assert [person.name for person in second.people] == ["Bob"]
    assert (await stage.table(1)).status is Status.RUNNING
    assert (await stage.table(2)).status is Status.LOBBY


async def test_sure_cancels_the_game_that_was_asked_about(pair: Stage) -> None:
    """Not the one that has come into its channel since."""
    pair.let_manage(0)
    asked = (await pair.people[0].slash(pair.channel, "game cancel")).response
    new = pair.guild.create_text_channel("other")
    let_manage(pair.env, new, pair.people[0])
    await pair.people[0].slash(new, "game move", game="1")
    await pair.people[0].slash(pair.channel, "game new", game="toy")

    await pair.people[0].click(asked, label=labels(asked)[0])

    assert (await pair.table(1)).status is Status.CANCELLED
    assert (await pair.table(2)).status is Status.LOBBY


async def test_the_way_on_from_an_old_button_leads_to_its_own_game(stage: Stage) -> None:
    """Not to the one that is in the channel now."""
    old = await stage.start(1)
    new = stage.guild.create_text_channel("other")
    await stage.people[0].slash(new, "game move", game="1")
    await stage.people[2].slash(stage.channel, "game new", game="toy")
    await stage.people[0].click(old, label="Plan my turn")
    answer = stage.forge(stage.people[0], old, "mb1:1:99:plan:")
    await stage.env.settle()

    assert all(each.startswith("mb1:1:") for each in ids(answer.response))
