"""A lobby changes after somebody sat down: the mention, OK, Start, the lobby and /game status."""

from typing import Any

import pytest

from metrobot.service.model.play import Status
from metrobot.ui.pages.ids import PressId, PressKind
from tests.ui.people.test_languages import manager
from tests.ui.stage import Shown, Stage, ids, labels, texts


def called(message: Any) -> list[int]:
    """Return the ids of the people whom a message mentions."""
    return sorted(each.id for each in message.mentions)


async def answer(stage: Stage, number: int, message: Shown, label: str) -> str:
    """Press a button; return the private answer."""
    return texts((await stage.people[number].click(message, label=label)).followups[-1])


async def test_who_sat_down_before_is_called_and_agrees_under_the_mention(stage: Stage) -> None:
    """Start names them until then; the lobby too, with an OK of its own."""
    lobby = await stage.lobby(1, 2)
    await stage.choose(lobby, "pace", "tonight_at_once")
    mention = stage.last
    assert called(mention) == [person.id for person in stage.people[1:3]]
    assert "Pace: tonight (10 minutes), then a computer plays" in texts(mention)
    assert labels(mention) == ["OK", "Leave"]
    assert "Still to press **OK**: \u2068Bob\u2069 and \u2068Cat\u2069." in texts(stage.public[0])
    assert "OK" in labels(stage.public[0])
    refused = await answer(stage, 0, stage.public[0], "Start")
    assert "\u2068Bob\u2069 and \u2068Cat\u2069" in refused
    assert "you agree to everything" in await answer(stage, 1, mention, "OK")
    assert "\u2068Bob\u2069" not in await answer(stage, 0, stage.public[0], "Start")
    await stage.people[2].click(stage.public[0], label="OK")
    assert "OK" not in labels(stage.public[0])
    await stage.people[0].click(stage.public[0], label="Start")

    assert (await stage.table()).status is Status.RUNNING
    assert len([each for each in stage.public if "has changed" in texts(each)]) == 1


async def test_an_old_ok_shows_what_has_changed_since(stage: Stage, lobby: Shown) -> None:
    """The answer has an OK to that, which is as good as that of the lobby."""
    await stage.choose(lobby, "pace", "slow")
    mention = stage.last
    await stage.choose(lobby, "colour", "blue")
    shown = (await stage.people[1].click(mention, label="OK")).followups[-1]
    assert "Colour: blue" in texts(shown)
    assert "Pace: slow" in texts(shown)
    shown = await stage.press(1, shown, "OK")

    assert "you agree to everything" in texts(shown)
    assert stage.last.id == mention.id
    await stage.people[0].click(stage.public[0], label="Start")
    assert (await stage.table()).status is Status.RUNNING


async def test_status_has_the_ok_of_whoever_is_asked(stage: Stage) -> None:
    await stage.choose(await stage.lobby(1), "pace", "slow")
    found = [
        labels((await stage.people[number].slash(stage.channel, "game status")).response)
        for number in (0, 1)
    ]

    assert ["OK" in each for each in found] == [False, True]


async def test_what_is_taken_back_before_a_restart_is_said_by_nobody(stage: Stage) -> None:
    """The mention that was still to come is settled without a word."""
    lobby = await stage.lobby(1)
    path = f"/channels/{stage.channel.id}/messages"
    stage.env.inject_error("POST", path, status=500, code=0, times=None)
    await stage.choose(lobby, "pace", "slow")
    await stage.choose(lobby, "pace", "none")
    await stage.restart()
    stage.env.backend.faults.clear()
    await stage.env.advance_time(3600)

    assert len(stage.public) == 1
    assert (await stage.bot.parts.store.outbox.every_pending()) == ()


async def test_ratings_that_are_turned_off_are_told_in_open_lobbies(joined: Stage) -> None:
    """Their messages show it, and its host is asked as well; the game says that it counts not."""
    await rate(joined)
    assert called(joined.last) == [person.id for person in joined.people[:2]]
    assert "no ratings" in texts(joined.public[0])
    await joined.ok(0, 1)
    await joined.people[0].click(joined.public[0], label="Start")
    board = next(each for each in joined.public if "Plan my turn" in labels(each))
    await rate(joined)
    status = (await joined.people[1].slash(joined.channel, "game status")).response

    assert "does not count on the leaderboard" in texts(board)
    assert "does not count on the leaderboard" in texts(status)


async def rate(stage: Stage) -> None:
    """Turn the switch for ratings as a manager does."""
    boss = manager(stage)
    shown = (await boss.slash(stage.channel, "server games")).response
    await boss.click(shown, custom_id=next(each for each in ids(shown) if "server:ratings" in each))


@pytest.mark.parametrize("computer", [False, True])
async def test_the_first_message_says_whether_a_game_counts(hosted: Stage, computer: bool) -> None:
    """Among people it does; with computers no rating changes."""
    if computer:
        table = await hosted.table()
        lobby = hosted.bot.parts.tables.lobbies.at(table.place.channel)
        await lobby.add_computer(table.place.host, "easy")
    await hosted.people[1].click(hosted.last, label="Join")
    await hosted.people[0].click(hosted.public[0], label="Start")
    board = next(each for each in hosted.public if "Plan my turn" in labels(each))

    said = "changes no rating" if computer else "This game counts on the leaderboard."
    assert said in texts(board)


async def test_buttons_of_lobbies_of_the_last_release_still_answer(stage: Stage) -> None:
    """Their Start names who is missing; an OK of another lobby, or of none, agrees to nothing."""
    lobby = await stage.lobby(1)
    old = next(each for each in ids(lobby) if ":start:" in each)
    await stage.choose(lobby, "pace", "slow")
    refused = stage.forge(stage.people[0], lobby, old)
    strange = stage.forge(stage.people[1], lobby, str(PressId(1, 0, PressKind.OK, "x:é")))
    nobody = stage.forge(stage.people[2], lobby, str(PressId(1, 0, PressKind.OK)))
    await stage.env.settle()

    assert "\u2068Bob\u2069" in texts(refused.followups[-1])
    assert "This is how it is by now" in texts(strange.followups[-1])
    assert "You are not in this lobby" in texts(nobody.followups[-1])
    assert (await stage.table()).status is Status.LOBBY


async def test_play_again_asks_whoever_joins_for_nothing(stage: Stage) -> None:
    """It opens with the pace of the last game, which they find."""
    await stage.choose(await stage.lobby(), "pace", "slow")
    await stage.people[1].click(stage.last, label="Join")
    await stage.people[0].click(stage.public[0], label="Start")
    await stage.finish()
    await stage.people[1].click(stage.last, label="Play again")
    await stage.people[0].click(stage.last, label="Join")
    table = await stage.table(2)

    assert table.pace == "slow"
    assert [person.asked for person in table.people] == [False, False]
