"""Play again: the same game with the same options, and its people called once."""

import pytest

from metrobot.service.model.play import Status
from tests.ui.stage import Shown, Stage, labels, texts


@pytest.fixture
async def end(stage: Stage) -> Shown:
    """Play a game of three with an option of its own to its end; return its last message."""
    with stage.env.time_context():
        await stage.choose(await stage.lobby(), "colour", "blue")
        for number in (1, 2):
            await stage.people[number].click(stage.last, label="Join")
        await stage.people[0].click(stage.last, label="Start")
        await stage.finish()
    return stage.last


async def test_play_again_opens_a_lobby_with_the_same_options(stage: Stage, end: Shown) -> None:
    before = await stage.table(1)
    await stage.people[1].click(end, label="Play again")

    table, (lobby, call) = await stage.table(2), stage.public[-2:]
    assert (table.status, table.place.host) == (Status.LOBBY, stage.people[1].id)
    assert (table.options, table.seating) == (before.options, before.seating)
    assert table.options["colour"] == "blue"
    assert "(1 of 3)" in texts(lobby)
    assert call.content[:100].startswith(
        "\u2068Bob\u2069 wants to play Counters again. Press **Join**."
    )
    assert {each.id for each in call.mentions} == {stage.people[n].id for n in (0, 2)}
    assert labels(call) == ["Join"]


async def test_play_again_commits_anew_before_anybody_joins(stage: Stage, end: Shown) -> None:
    """The new lobby shows the start of a commitment of its own; its salt comes after that."""
    before = await stage.table(1)
    await stage.people[1].click(end, label="Play again")
    committed, (lobby, call) = await stage.table(2), stage.public[-2:]
    shown = texts(lobby)
    await stage.people[2].click(call, label="Join")
    await stage.people[1].click(lobby, label="Start")
    begun = await stage.table(2)

    assert committed.commitment != before.commitment
    assert f"the fingerprint begins with {committed.commitment[:16]}." in shown
    assert committed.salt == ()
    assert (begun.commitment, len(begun.salt)) == (committed.commitment, 2)


async def test_play_again_allows_hints_where_they_were_allowed(stage: Stage) -> None:
    """It is one of the options that are the same."""
    await stage.press(0, await stage.options(await stage.lobby()), "Allow hints")
    await stage.people[1].click(stage.last, label="Join")
    await stage.people[0].click(stage.last, label="Start")
    await stage.finish()
    await stage.people[1].click(stage.last, label="Play again")

    assert (await stage.table(2)).hints
    assert "hints allowed" in texts(stage.public[-2])


async def test_join_under_the_call_is_seen_in_the_lobby(stage: Stage, end: Shown) -> None:
    await stage.people[1].click(end, label="Play again")
    await stage.people[2].click(stage.last, label="Join")

    lobby, call = stage.public[-2:]
    assert "Cat" in texts(lobby)
    assert labels(call) == ["Join"]


async def test_nobody_is_called_twice(stage: Stage, end: Shown) -> None:
    """A second lobby after the same game names people, and mentions none."""
    await stage.people[1].click(end, label="Play again")
    await stage.cancel_lobby(stage.public[-2], 1)
    await stage.people[1].click(end, label="Play again")

    assert "Ann" in stage.last.content
    assert "Cat" in stage.last.content
    assert stage.last.mentions == []


async def test_whoever_has_left_the_server_is_not_called(stage: Stage, end: Shown) -> None:
    """They are named; the call is not charged for them."""
    await stage.depart(0)
    await stage.people[1].click(end, label="Play again")

    call = stage.last
    assert [each.id for each in call.mentions] == [stage.people[2].id]
    assert "\u2068Ann\u2069" in texts(call)


async def test_a_call_that_discord_does_not_take_comes_later(stage: Stage, end: Shown) -> None:
    path = f"/channels/{stage.channel.id}/messages"
    stage.env.inject_error("POST", path, status=503, times=1)
    await stage.people[1].click(end, label="Play again")
    lobby = stage.last
    await stage.env.advance_time(60)

    assert "(1 of 3)" in texts(lobby)
    assert stage.public[-2:] == [lobby, stage.last]
    assert {each.id for each in stage.last.mentions} == {stage.people[n].id for n in (0, 2)}


async def test_one_game_a_channel_holds_for_playing_again(stage: Stage, end: Shown) -> None:
    await stage.people[1].click(end, label="Play again")
    said = len(stage.public)
    answer = await stage.people[2].click(end, label="Play again")

    assert answer.ephemeral
    assert "unfinished" in texts(answer.response) or "already" in texts(answer.response)
    assert len(stage.public) == said


@pytest.mark.parametrize("permission", ["attach_files", "send_messages"])
async def test_playing_again_needs_permissions(stage: Stage, permission: str, end: Shown) -> None:
    stage.take(permission)
    answer = await stage.people[1].click(end, label="Play again")

    assert "the permission to" in texts(answer.response)
    assert len(stage.public) == stage.public.index(end) + 1


async def test_a_game_under_way_is_not_played_again(stage: Stage, board: Shown) -> None:
    table = await stage.table()
    answer = stage.forge(stage.people[1], board, f"mb1:{table.id}:{table.revision}:again:")
    await stage.env.settle()

    assert answer.ephemeral
    assert (await stage.table()).status is Status.RUNNING
