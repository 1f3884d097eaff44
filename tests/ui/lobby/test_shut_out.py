"""A running game goes where not all who play can see it only if they agree."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from tests.ui.kit.test_sight import silence
from tests.ui.lobby.test_put_aside import put_aside
from tests.ui.stage import Shown, Stage, labels, on_discord, texts


def closed(stage: Stage, *numbers: int, write: bool = False) -> Any:
    """Return a new channel that some people cannot see, or in which they cannot write."""
    taken = discord.Permissions(**{"send_messages" if write else "view_channel": True}).value
    channel = stage.guild.create_text_channel("other")
    for number in numbers:
        deny = Overwrite(stage.people[number].id, OverwriteType.MEMBER, allow=0, deny=taken)
        stage.env.backend.set_overwrite(channel.id, deny)
    return channel


async def moving(stage: Stage, channel: Any, number: int = 0) -> str:
    """Type /game move in a channel; return the answer."""
    return texts((await stage.people[number].slash(channel, "game move")).response)


async def listed(stage: Stage, number: int) -> Shown:
    """Return somebody's list of games, asked for in the channel of the stage."""
    return (await stage.people[number].slash(stage.channel, "me games")).response


@pytest.mark.parametrize("write", [False, True])
async def test_who_cannot_see_or_write_there_is_asked(trio: Stage, write: bool) -> None:
    """In the present channel, by a mention; with their yes it goes, without a second press."""
    new = closed(trio, 1, write=write)
    said = await moving(trio, new)
    assert "Not moved yet: \u2068Bob\u2069" in said
    assert (await trio.table()).place.channel == trio.channel.id
    question = trio.last
    assert [each.id for each in question.mentions] == [trio.people[1].id]
    assert new.mention in texts(question)
    await trio.people[2].click(question, label="Agree")
    assert (await trio.table()).place.channel == trio.channel.id
    await trio.people[1].click(question, label="Agree")

    assert (await trio.table()).place.channel == new.id


async def test_with_a_no_it_stays_where_all_see_it(pair: Stage) -> None:
    await moving(pair, closed(pair, 1))
    question = pair.last
    await pair.people[1].click(question, label="No")

    assert (await pair.table()).place.channel == pair.channel.id
    assert "\u2068Bob\u2069 said no" in texts(pair.last)
    assert labels(pair.last) == []


@pytest.mark.parametrize("is_asked", [False, True])
async def test_who_has_left_the_server_keeps_no_game_where_it_is(
    trio: Stage, is_asked: bool
) -> None:
    """Neither asked before, nor in the ten minutes in which it is known what they could see."""
    new = closed(trio, 1)
    await moving(trio, new)
    if not is_asked:
        await trio.people[0].click(trio.last, label="Withdraw")
    trio.env.backend.remove_member(trio.guild.id, trio.people[1].id)
    if is_asked:
        await trio.env.advance_time(4 * 3600)
        await trio.env.settle()
    else:
        members = trio.bot.parts.members
        members._gone.clear()
        assert "Done" in await moving(trio, new)

    assert (await trio.table()).place.channel == new.id


async def test_where_all_who_play_see_it_nobody_is_asked(pair: Stage) -> None:
    """Whoever does not play is no reason to."""
    new = closed(pair, 2)

    assert "Done" in await moving(pair, new)
    assert (await pair.table()).place.channel == new.id


async def test_a_lobby_waits_for_nobody_whom_its_host_may_remove(joined: Stage) -> None:
    said = await moving(joined, closed(joined, 1))

    assert "\u2068Bob\u2069 cannot see that channel" in said
    assert len(joined.public) == 1


@pytest.mark.usefixtures("toy_words")
async def test_nothing_but_the_waits_tells_of_a_time_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Of nobody who plays: neither messages, nor others' pages, nor the log differ."""
    seen = list[tuple[Sequence[str], ...]]()
    for hours in (None, 3):
        caplog.clear()
        async with on_discord(tmp_path / f"{hours}.db", entropy=lambda: bytes(32)) as stage:
            await stage.start(1, 2)
            for number in (0, 1):
                silence(stage, number, hours)
            new, reader = stage.guild.create_text_channel("other"), stage.people[2]
            asked = [(new, "game move"), (new, "game status"), (new, "game log")]
            await stage.bot.parts.tables.channels.channels_lost([stage.channel.id], "permission")
            answers = [(await reader.slash(*each)).response for each in asked]
            await stage.bot.parts.tables.looks.sweep()
            shown = [*stage.public, *new.history(viewer=reader)]
            letters = [each for person in stage.people for each in stage.direct(person)]
            logged = [record.getMessage() for record in caplog.records]
            seen.append(
                (*([texts(each) for each in part] for part in (answers, shown, letters)), logged)
            )

    assert "Done" in seen[0][0][0]
    assert seen[0] == seen[1]


@pytest.mark.parametrize("how", ["lost", "put aside"])
async def test_without_a_channel_they_are_asked_by_direct_message(pair: Stage, how: str) -> None:
    """They answer in the list of their games, which they can open anywhere on the server."""
    new = closed(pair, 1)
    if how == "lost":
        await pair.bot.parts.tables.channels.channels_lost([pair.channel.id], "permission")
        said = await moving(pair, new)
    else:
        await put_aside(pair)
        pair.env.backend.delete_channel(pair.channel.id)
        games = (await pair.people[0].slash(new, "me games")).response
        said = texts((await pair.people[0].click(games, label=labels(games)[0])).response)
        pair.channel = pair.guild.create_text_channel("third")
    assert "by direct message" in said
    assert (await pair.table()).place.channel not in (new.id, pair.channel.id) or how == "lost"
    assert "`/me games`" in texts(pair.direct(pair.people[1])[-1])
    games = await listed(pair, 1)
    assert new.mention in texts(games)
    assert "Agree" not in labels(await listed(pair, 0))
    await pair.people[1].click(games, label="Agree")

    after = await pair.table()
    assert (after.place.channel, after.aside_at, after.place.lost) == (new.id, None, None)
    assert "Agree" not in labels(await listed(pair, 1))


async def test_other_questions_of_a_game_that_was_put_aside_rest(pair: Stage) -> None:
    """Nobody acts in it before it goes on."""
    await pair.people[0].slash(pair.channel, "game cancel")
    question = pair.last
    await put_aside(pair)
    answer = (await pair.people[1].click(question, label="Agree")).followups[-1]

    assert "was put aside" in texts(answer)
    assert (await pair.table()).aside_at is not None


async def test_what_discord_does_not_tell_in_time_holds_up_no_game(pair: Stage) -> None:
    """Whoever it says nothing of counts as seeing the channel."""
    new = closed(pair, 1)
    path = f"/guilds/{pair.guild.id}/members/{pair.people[1].id}"
    pair.env.inject_error("GET", path, status=503, code=0, times=None)

    assert "Done" in await moving(pair, new)
