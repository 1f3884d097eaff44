"""Asking people by name to join a lobby, and their No."""

from typing import Any

import pytest
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from metrobot.ui.pages.ids import PressKind
from tests.ui.lobby.test_open_seats import VIEW, newcomer
from tests.ui.stage import Shown, Stage, ids, labels, texts
from tests.ui.test_deliveries import posts
from tests.ui.test_refusals import in_direct_message, told

ASK, NO = "Ask somebody", "No"


async def asked(stage: Stage, player: Any, number: int = 0) -> str:
    """Choose somebody in the menu under the lobby; return the answer."""
    answer = await stage.people[number].click(stage.public[0], label=ASK)
    menu = answer.followups[0]
    custom_id = next(each for each in ids(menu) if f":{PressKind.ASK}:" in each)
    chosen = await stage.people[number].select(menu, [player], custom_id=custom_id)
    await stage.env.settle()
    if chosen.followups:
        return texts(chosen.followups[0])
    return texts(again_shown(stage, menu))


def again_shown(stage: Stage, menu: Shown) -> Shown:
    """Return a menu as it is now."""
    return type(menu)(stage.env, stage.env.backend.get_message(stage.channel.id, menu.id))


async def test_who_never_played_is_mentioned_and_says_no_there(stage: Stage) -> None:
    """Nobody else's No counts, and nobody is written to."""
    await stage.lobby()
    zoe = stage.people[newcomer(stage)]
    said = await asked(stage, zoe)

    assert said.startswith(f"<@{zoe.id}> is asked.")
    assert stage.last.content.startswith(f"<@{zoe.id}>, \u2068Ann\u2069 asks whether you will play")
    assert posts(stage, stage.channel.id)[-1]["allowed_mentions"]["users"] == [zoe.id]
    assert labels(stage.last) == ["Join", NO]
    assert stage.direct(zoe) == []
    other = await stage.people[1].click(stage.last, label=NO)
    own = await zoe.click(stage.last, label=NO)
    assert "Nobody has asked you" in texts(other.response)
    assert "cannot ask you by name for a week" in texts(own.response)


async def test_who_is_reminded_by_letter_says_no_there(stage: Stage) -> None:
    """With a link to the lobby; no other button works in a letter."""
    bob = stage.people[1]
    await bob.slash(stage.channel, "me settings", reminders="direct")
    await stage.lobby()
    assert "is asked" in await asked(stage, bob)

    (letter,) = stage.direct(bob)
    assert letter.content.startswith("\u2068Ann\u2069 asks whether you will play Counters.")
    assert labels(letter) == ["To the game", NO]
    assert len(stage.public) == 1
    no = next(each for each in ids(letter) if f":{PressKind.DECLINE}:" in each)
    for custom_id, said in (
        (no.replace(PressKind.DECLINE, PressKind.ASK), "channels of a server"),
        (no.replace("mb1:1:", "mb1:99:"), "Nobody has asked you"),
        (no, "for a week"),
    ):
        answer = in_direct_message(stage, 3, {"custom_id": custom_id, "component_type": 2}, 1)
        await stage.env.settle()
        assert said in told(answer)


async def test_a_letter_that_is_not_taken_becomes_a_mention(stage: Stage) -> None:
    bob = stage.people[1]
    await bob.slash(stage.channel, "me settings", reminders="direct")
    await stage.lobby()
    stage.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
    await asked(stage, bob)

    assert [each.id for each in stage.last.mentions] == [bob.id]


async def test_a_letter_that_comes_late_reaches_nobody_who_sleeps_or_has_left(stage: Stage) -> None:
    """Discord could not be reached until then."""
    for number in (1, 2):
        await stage.people[number].slash(stage.channel, "me settings", reminders="direct")
    await stage.lobby()
    stage.env.inject_error("POST", "/users/@me/channels", status=503, times=9)
    for number in (1, 2):
        assert "is asked" in await asked(stage, stage.people[number])
    await stage.people[1].slash(stage.channel, "me away", until="5")
    await stage.depart(2)
    await stage.env.advance_time(1300)

    assert await stage.store.outbox.every_pending() == ()
    assert [stage.direct(stage.people[number]) for number in (1, 2)] == [[], []]


@pytest.mark.parametrize("reason", ["away", "never", "off", "hidden", "blocked"])
async def test_nobody_learns_why_somebody_is_left_in_peace(stage: Stage, reason: str) -> None:
    await stage.lobby()
    bob, options = stage.people[1], {"never": {"reminders": "never"}, "off": {"asked": "off"}}
    if reason in options:
        await bob.slash(stage.channel, "me settings", **options[reason])
    elif reason == "away":
        await bob.slash(stage.channel, "me away", until="5")
    elif reason == "hidden":
        hidden = Overwrite(bob.id, OverwriteType.MEMBER, allow=0, deny=VIEW)
        stage.env.backend.set_overwrite(stage.channel.id, hidden)
    else:
        await stage.store.blocks.add("person", bob.id, stage.env.now())
        await stage.bot.parts.tables.blocks.load()

    assert (await asked(stage, bob)).startswith(f"<@{bob.id}> cannot be asked now. Nobody is told")
    assert len(stage.public) == 1
    assert stage.direct(bob) == []


async def test_only_who_is_in_a_lobby_asks_and_no_bots(stage: Stage, lobby: Shown) -> None:
    """Also a guest; a stranger is told how to join, and who is in it is not asked."""
    stranger = await stage.people[2].click(lobby, label=ASK)
    bot = stage.guild.add_member(stage.env.create_user("Robo", bot=True))

    assert "You are not in this lobby" in texts(stranger.followups[0])
    assert "Bots don’t play here" in await asked(stage, bot, 1)
    assert "Nobody is asked to a lobby twice" in await asked(stage, stage.people[0], 1)
    assert "is asked" in await asked(stage, stage.people[2], 1)
