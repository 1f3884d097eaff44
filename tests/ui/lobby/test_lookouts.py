"""/me lookout, the call under a new lobby, and Call again."""

from datetime import timedelta
from typing import Any

import discord
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from metrobot.service.membership.lookouts import AGAIN
from tests.ui.lobby.test_open_seats import VIEW, newcomer, seats
from tests.ui.stage import Shown, Stage, ids, labels, texts
from tests.ui.test_deliveries import posts


async def look_out(stage: Stage, number: int, **options: Any) -> Shown:
    return (await stage.people[number].slash(stage.channel, "me lookout", **options)).response


async def test_a_new_lobby_calls_those_who_asked(stage: Stage) -> None:
    """In words that reach a phone; nobody else is mentioned."""
    assert "for Counters" in texts(await look_out(stage, 1, on=True))
    await look_out(stage, 2, on=True, game="toy")
    await stage.lobby()

    lobby, call = stage.public
    assert "(1 of 3)" in texts(lobby)
    assert call.content.startswith("\u2068Ann\u2069 is looking for players for Counters.")
    assert {each.id for each in call.mentions} == {stage.people[n].id for n in (1, 2)}
    assert labels(call) == ["Join", "Don’t call me"]
    allowed = posts(stage, stage.channel.id)[-1]["allowed_mentions"]
    assert allowed["parse"] == []
    assert sorted(allowed["users"]) == sorted(stage.people[n].id for n in (1, 2))
    await stage.people[1].click(call, label="Join")
    assert "Bob" in texts(stage.public[0])


async def test_a_seat_is_offered_to_all_while_its_player_plays_on(stage: Stage) -> None:
    """In the list, and by a call whose button goes on working; typed again, it is taken back."""
    number = newcomer(stage)
    await stage.start(1, 2)
    await look_out(stage, number, on=True)
    first = (await stage.people[1].slash(stage.channel, "game replace")).response
    await stage.env.advance_time(7300)
    call = stage.last
    listed = await seats(stage, number)
    kept = (await stage.people[1].slash(stage.channel, "game replace", seat="2")).response
    late = (await stage.people[number].click(call, label="Take seat 2")).response
    await stage.people[1].slash(stage.channel, "game replace", seat="Bob")
    asked = (await stage.people[number].click(listed, label="Take seat 2")).response

    assert "Your seat is on offer" in texts(first)
    assert "comes last in it" in texts(first)
    assert call.content.startswith("\u2068Bob\u2069 is looking for someone to play on")
    assert [user.id for user in call.mentions] == [stage.people[number].id]
    assert "seat 2 goes to whoever plays on in it" in texts(listed)
    assert "no longer on offer" in texts(kept)
    assert "taken" in texts(late)
    assert "The players are asked in the channel" in texts(asked)
    assert "gives up this seat and plays on" in stage.last.content


async def test_one_press_under_a_call_ends_them(stage: Stage) -> None:
    await look_out(stage, 1, on=True)
    await stage.lobby()
    answer = await stage.people[1].click(stage.last, label="Don’t call me")

    assert "You are not called on this server" in texts(answer.response)
    assert "You are not called" in texts(await look_out(stage, 1))


async def test_who_cannot_see_the_channel_or_is_gone_is_not_called(stage: Stage) -> None:
    await look_out(stage, 1, on=True)
    await look_out(stage, 2, on=True)
    hidden = Overwrite(stage.people[1].id, OverwriteType.MEMBER, allow=0, deny=VIEW)
    stage.env.backend.set_overwrite(stage.channel.id, hidden)
    await stage.depart(2)
    newcomer(stage)
    await stage.lobby()

    assert len(stage.public) == 1


async def test_a_lobby_in_a_thread_calls_too(stage: Stage) -> None:
    await look_out(stage, 1, on=True)
    await stage.people[0].slash(stage.channel, "game new", game="toy", thread=True)

    table = await stage.table()
    said = stage.env.backend.messages[table.place.channel].values()
    assert any("looking for players" in each.content for each in said)
    assert not any("looking for players" in each.content for each in stage.public)


async def test_a_private_game_and_one_against_a_computer_call_nobody(stage: Stage) -> None:
    """Nobody could join them."""
    await look_out(stage, 1, on=True)
    answer = (await stage.people[0].slash(stage.channel, "board")).response
    await stage.press(0, answer, "Counters")

    assert [each for each in stage.public if "looking for" in each.content] == []


async def test_a_host_calls_again_once_two_hours_are_over(stage: Stage, new_lobby: Shown) -> None:
    assert "Call again" not in labels(await stage.options(new_lobby))
    await look_out(stage, 1, on=True)
    await stage.env.advance_time(AGAIN.total_seconds() + 1)
    menus = await stage.options(new_lobby)
    answer = await stage.people[0].click(menus, label="Call again")
    assert "Calling one person." in texts(answer.response)
    assert [each.id for each in stage.last.mentions] == [stage.people[1].id]

    answer = await stage.people[0].click(menus, label="Call again")
    assert "can call once more, two hours after" in texts(answer.response)
    assert "Call again" not in labels(await stage.options(new_lobby))


async def test_a_host_who_may_not_write_there_calls_nobody(stage: Stage, new_lobby: Shown) -> None:
    """The bot would mention people in their name."""
    await look_out(stage, 1, on=True)
    await stage.env.advance_time(AGAIN.total_seconds() + 1)
    menus = await stage.options(new_lobby)
    stage.mute(0)
    await stage.people[0].click(menus, label="Call again")

    assert stage.public == [new_lobby]


async def test_call_again_is_the_hosts_and_says_when_nobody_is_there(stage: Stage) -> None:
    lobby = await stage.lobby()
    await stage.env.advance_time(AGAIN.total_seconds() + 1)
    menus = await stage.options(lobby)
    call = next(each for each in ids(menus) if ":call:" in each)
    theirs = stage.forge(stage.people[1], lobby, call)
    await stage.env.settle()

    assert "Ann" in texts(theirs.response)
    answer = await stage.people[0].click(menus, label="Call again")
    assert "Nobody can be called now" in texts(answer.response)


async def test_who_sleeps_by_the_time_of_a_late_call_is_not_notified(stage: Stage) -> None:
    """Discord could not be reached until their quiet hours had begun."""
    await look_out(stage, 1, on=True)
    path = f"/channels/{stage.channel.id}/messages"
    stage.env.inject_error("POST", path, status=503, times=1)
    await stage.lobby()
    until = (discord.utils.utcnow() + timedelta(days=2)).date().isoformat()
    await stage.people[1].slash(stage.channel, "me away", until=until)
    await stage.env.advance_time(60)

    assert "looking for players" in stage.last.content
    assert posts(stage, stage.channel.id)[-1]["allowed_mentions"].get("users", []) == []


async def test_who_wants_no_reminders_is_told_that_no_call_comes(stage: Stage) -> None:
    await stage.people[1].slash(stage.channel, "me settings", reminders="never")

    assert "so no call reaches you" in texts(await look_out(stage, 1, on=True))
    assert "There is no game" in texts(await look_out(stage, 1, on=True, game="chess"))


async def test_an_empty_list_of_seats_offers_to_be_called(stage: Stage) -> None:
    """With one press, which the answer's button takes back."""
    shown = (await stage.people[0].slash(stage.channel, "game seats")).response
    assert shown is not None
    wanted = await stage.people[0].click(shown, label="Call me when a table opens")
    titles = await stage.store.lookouts.titles_of(stage.guild.id, stage.people[0].id)
    answer = wanted.followups[0] if wanted.followups else wanted.response
    assert answer is not None
    await stage.people[0].click(answer, label="Don’t call me")

    assert titles == ("toy",)
    assert await stage.store.lookouts.titles_of(stage.guild.id, stage.people[0].id) == ()
