"""`/game replay`: step by step, after a restart, as a moving picture; what is public only."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from metrobot.engine.errors import Refusal
from metrobot.service.finished.replays import ReplayKey
from metrobot.ui.replays import animations
from metrobot.ui.replays.animations import AnimationMaker
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.replays.stage import files, frames, menu, way
from tests.ui.stage import TOYS, Stage, again, alts, ids, labels, on_discord, texts

ON = ("Play on from here", "The same deal", "What if")


async def finished(stage: Stage) -> None:
    """Play a toy game to its end."""
    await stage.start(1)
    await stage.finish()


async def test_a_finished_game_is_shown_from_its_first_turn(stage: Stage, turns: int) -> None:
    answer = await stage.people[2].slash(stage.channel, "game replay")
    shown = answer.response

    assert answer.ephemeral
    assert f"Turn 1 of {turns}" in texts(shown)
    assert len(alts(shown)) == len(files(stage, shown)) == 1
    assert labels(shown) == ["Next", "Last", "Animation", "Review", "As a page", *ON]


async def test_one_steps_through_all_turns_and_back(stage: Stage, turns: int) -> None:
    person = stage.people[2]
    shown = (await person.slash(stage.channel, "game replay")).response
    seen = [files(stage, shown)[0]]
    for number in range(2, turns + 1):
        await person.click(shown, custom_id=way(shown, "on"))
        shown = again(stage, shown)
        assert f"Turn {number} of {turns}" in texts(shown)
        seen.append(files(stage, shown)[0])

    assert seen[0] != seen[-1]
    # The heap may have left nothing to choose in the last turn.
    on = ON if "What if" in labels(shown) else ON[:-1]
    assert labels(shown) == ["First", "Previous", "Animation", "Review", "As a page", *on]
    for name, number in (("back", turns - 1), ("first", 1), ("last", turns)):
        await person.click(shown, custom_id=way(shown, name))
        shown = again(stage, shown)
        assert f"Turn {number} of {turns}" in texts(shown)


async def test_one_jumps_to_a_turn(stage: Stage, turns: int) -> None:
    person = stage.people[2]
    shown = (await person.slash(stage.channel, "game replay")).response
    custom_id, values = menu(shown, "turn")
    await person.select(shown, [values[-2]], custom_id=custom_id)

    assert len(values) == turns
    assert f"Turn {turns - 1} of {turns}" in texts(again(stage, shown))


async def test_a_replay_goes_on_after_a_restart(stage: Stage, turns: int) -> None:
    person = stage.people[2]
    shown = (await person.slash(stage.channel, "game replay")).response
    await person.click(shown, custom_id=way(shown, "on"))
    await stage.restart()
    await person.click(again(stage, shown), custom_id=way(again(stage, shown), "on"))

    assert f"Turn 3 of {turns}" in texts(again(stage, shown))


async def test_a_public_replay_is_everybodys(stage: Stage, turns: int) -> None:
    await stage.people[0].slash(stage.channel, "game replay", public=True)
    shown = stage.last
    await stage.people[2].click(shown, custom_id=way(shown, "on"))

    assert stage.last.id == shown.id
    assert f"Turn 2 of {turns}" in texts(stage.last)


async def test_whoever_turns_a_public_replay_leaves_its_language(over: Stage) -> None:
    person = over.people[2]
    await over.people[0].slash(over.channel, "game replay", public=True)
    public = over.last
    await person.slash(over.channel, "me language", language="de")
    private = (await person.slash(over.channel, "game replay")).response
    for shown in (public, private):
        await person.click(shown, custom_id=way(shown, "on"))

    assert "2 taken" in texts(over.last)
    assert "2 genommen" in texts(again(over, private))


async def test_the_end_of_a_game_offers_replay_and_there_the_animation(
    stage: Stage, turns: int
) -> None:
    said = len(stage.public)
    replay = await stage.people[2].click(stage.last, label="Replay")
    film = await stage.people[2].click(replay.response, label="Animation")

    assert f"Turn 1 of {turns}" in texts(replay.response)
    assert [frames(data) for data in files(stage, film.response)] == [turns]
    assert (replay.ephemeral, film.ephemeral) == (True, True)
    assert len(stage.public) == said


async def test_a_film_has_a_frame_for_each_turn(stage: Stage, turns: int) -> None:
    """It comes with its alt text, for all if they are to see it."""
    await stage.people[0].slash(stage.channel, "game replay", public=True, animation=True)
    (data,) = files(stage, stage.last)

    assert frames(data) == turns
    assert data.startswith(b"GIF89a")
    assert alts(stage.last)[0].startswith(f"A moving picture of the board after each of {turns}")


async def test_a_running_game_is_shown_as_far_as_it_is(pair: Stage) -> None:
    """Its newest finished turn first; there is more to see once it has gone on."""
    await pair.turn(0, "Take 1", "Take 1")
    await pair.turn(1, "Take 1", "Take 1")
    shown = (await pair.people[2].slash(pair.channel, "game replay")).response
    before = texts(shown)
    await pair.turn(0, "Take 1", "Take 1")
    await pair.people[2].click(shown, custom_id=way(shown, "back"))

    assert "Turn 2 of 2" in before
    assert "Turn 1 of 3" in texts(again(pair, shown))


async def test_a_game_without_a_finished_turn_says_so(pair: Stage) -> None:
    answers = [
        await pair.people[0].slash(pair.channel, "game replay", animation=animation)
        for animation in (False, True)
    ]

    said = ENGLISH.say("replay.no_turn_yet")
    assert [texts(answer.response) for answer in answers] == [said, said]


@pytest.mark.parametrize("number", [7, 1])
async def test_a_game_that_is_not_here_is_refused(over: Stage, number: int) -> None:
    other = over.env.create_guild("Village", owner=over.env.create_user("Elder"))
    channel = other.create_text_channel("metro")
    guest = other.add_member(over.env.create_user("Guest"))
    answer = await guest.slash(channel, "game replay", game=number, public=True)

    assert texts(answer.response).startswith(ENGLISH.say("table.none_here"))
    assert answer.ephemeral


async def test_an_older_game_is_offered_by_name(stage: Stage, turns: int) -> None:
    await stage.start(1)
    offered = await stage.people[2].autocomplete(stage.channel, "game replay", "game", "")
    answer = await stage.people[2].slash(stage.channel, "game replay", game=offered[0]["value"])

    assert [each["value"] for each in offered] == [1]
    assert f"Turn 1 of {turns}" in texts(answer.response)


async def test_a_lobby_has_nothing_to_look_back_on(joined: Stage) -> None:
    answer = await joined.people[0].slash(joined.channel, "game replay")

    assert texts(answer.response) == ENGLISH.say("table.not_started")


@pytest.mark.parametrize("command", ["game replay", "game log", "game export"])
async def test_a_game_that_was_given_up_is_named(pair: Stage, command: str) -> None:
    """Instead of saying that there is none; what shows it works."""
    await pair.turn(0, "Take 1", "Take 1")
    await pair.people[0].slash(pair.channel, "game cancel")
    await pair.people[1].click(pair.last, label="Agree")
    answer = await pair.people[0].slash(pair.channel, command)
    shown = await pair.people[0].slash(pair.channel, "game replay", game=1)

    assert "Counters, was given up. `/game replay` `game:1`" in texts(answer.response)
    assert "Turn 1 of 1" in texts(shown.response)


async def test_unreadable_buttons_are_refused(stage: Stage, turns: int) -> None:
    """An id that no replay of ours has leads nowhere, or to the nearest turn."""
    shown = (await stage.people[2].slash(stage.channel, "game replay", public=True)).response
    unknown = stage.forge(stage.people[2], stage.last, "mb1:1:9:step:x-1-on")
    await stage.env.settle()
    stage.forge(stage.people[2], stage.last, "mb1:1:9:step:h-999-on")
    await stage.env.settle()

    assert texts(unknown.followups[0]) == ENGLISH.say("frame.unknown_press")
    assert f"Turn {turns} of {turns}" in texts(stage.last)
    assert len(set(ids(shown))) == len(ids(shown))


async def test_nobody_has_two_animations_made_at_once(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, turns: int
) -> None:
    person = stage.people[2]
    message = (await person.click(stage.last, label="Replay")).response
    custom_id = next(each for each in ids(message) if ":film:" in each)
    made, check_free = AnimationMaker._made, AnimationMaker.check_free
    refused = asyncio.Event()

    async def until_refused(maker: AnimationMaker, *asked: Any) -> bytes:
        """Make a film once the other press is refused, however slow that is."""
        await refused.wait()
        return await made(maker, *asked)

    def noted(maker: AnimationMaker, asking: int) -> None:
        """Refuse as ever, and tell so."""
        try:
            check_free(maker, asking)
        except Refusal:
            refused.set()
            raise

    monkeypatch.setattr(AnimationMaker, "_made", until_refused)
    monkeypatch.setattr(AnimationMaker, "check_free", noted)
    presses = [stage.emit(person, message, custom_id) for _ in range(2)]
    await stage.env.settle()
    third = await person.click(message, label="Animation")

    said = [texts(each.response) for each in (*presses, third)]
    assert said.count(ENGLISH.say(ReplayKey.BUSY)) == 1
    assert frames(files(stage, third.response)[0]) == turns


async def test_a_film_that_cannot_be_small_enough_is_refused(
    tmp_path: Path, toy_words: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a sentence that says what is possible; nobody is kept waiting for it later."""
    async with on_discord(tmp_path / "games.db", 3, TOYS) as stage:
        await finished(stage)
        replay = (await stage.people[2].click(stage.last, label="Replay")).response
        monkeypatch.setattr(animations, "MOST_BYTES", 600)
        answer = await stage.people[2].click(replay, label="Animation")
        monkeypatch.setattr(animations, "MOST_BYTES", 8_000_000)
        later = await stage.people[2].click(replay, label="Animation")

    assert texts(answer.response).startswith("This game is too long for an animation")
    assert later.response.attachments
