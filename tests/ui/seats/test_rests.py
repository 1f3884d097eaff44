"""Pausing a game, as people do it on Discord."""

import re

import pytest

from tests.ui.seats.test_seats import question
from tests.ui.seats.test_sure import silent
from tests.ui.stage import Stage, ids, labels, texts


async def paused(stage: Stage, typed: str = "3") -> str:
    """Let Ann ask for a pause; return what she is told."""
    asked = await stage.people[0].slash(stage.channel, "game status", pause=typed)
    return texts(asked.response)


async def test_all_agree_to_a_pause_and_see_it(pair: Stage) -> None:
    """In the question, in `/game status` and in `/me games`, until somebody plays."""
    answer = await paused(pair, "3 days")
    asked = question(pair)
    await pair.people[1].click(asked, label="Agree")
    status = (await pair.people[1].slash(pair.channel, "game status")).response
    mine = (await pair.people[1].slash(pair.channel, "me games")).response

    closed = pair.env.backend.get_message(pair.channel.id, asked.id)
    assert f"/{asked.id}" in answer
    assert closed.content.startswith("\u2068Ann\u2069 asks to pause Counters until <t:")
    assert all(
        "💤 Paused until <t:" in said for said in (closed.content, *map(texts, (status, mine)))
    )
    await pair.env.advance_time(3 * 24 * 3600 + 60)
    over = (await pair.people[1].slash(pair.channel, "game status")).response
    assert "Paused" not in texts(over)


async def test_the_first_no_closes_the_question_of_a_pause(trio: Stage) -> None:
    await paused(trio)
    asked = question(trio)
    agree = next(each for each in ids(asked) if each.endswith(".yes"))
    await trio.people[2].click(asked, label="No")
    late = trio.forge(trio.people[1], asked, agree)
    await trio.env.settle()

    closed = trio.env.backend.get_message(trio.channel.id, asked.id)
    assert closed.content == "\u2068Cat\u2069 said no, so nothing changes."
    assert labels(closed) == []
    assert "This vote is over" in texts(late.followups[0])


@pytest.mark.parametrize("typed", ["0", "31", "2020-01-01"])
async def test_a_pause_that_is_too_long_or_past_is_refused(pair: Stage, typed: str) -> None:
    assert "at most 30 days from now" in await paused(pair, typed)


async def test_a_pause_needs_a_game_with_others_and_a_date(hosted: Stage) -> None:
    """What is no date is refused as elsewhere; a lobby cannot pause."""
    waiting = await paused(hosted)
    await hosted.people[1].click(hosted.last, label="Join")
    await hosted.people[0].click(hosted.last, label="Start")
    wrong = await paused(hosted, "some day")
    stranger = await hosted.people[2].slash(hosted.channel, "game status", pause="3")

    assert "not started" in waiting
    assert "some day" in wrong
    assert "You’re not in this game" in texts(stranger.response)


# --- when something comes up ---


async def test_what_helps_is_behind_a_button_of_the_status(pair: Stage) -> None:
    """A pause of some days, one's own seat for somebody else, to leave: nothing is only typed."""
    status = (await pair.people[0].slash(pair.channel, "game status")).response
    assert status is not None
    opened = await pair.people[0].click(status, label="Something came up")
    ways = opened.followups[0] if opened.followups else opened.response
    assert ways is not None
    pause, offer = (next(i for i in ids(ways) if f":{kind}" in i) for kind in ("pause", "offer"))
    await pair.people[0].select(ways, ["3"], custom_id=pause)
    asked = texts(pair.last)
    await pair.people[0].select(ways, [pair.people[2]], custom_id=offer)

    assert "pause" in asked.lower()
    assert pair.people[2].mention in texts(pair.last)
    assert "Leave the game" in labels(ways)


async def test_the_seat_of_who_is_silent_is_offered_from_the_message_that_says_so(
    stage: Stage,
) -> None:
    """By whoever plays, to whom they choose; others are told in private."""
    await silent(stage)
    post, label = stage.last, "Seat to someone else"
    ways = (await stage.people[0].click(post, label=label)).response
    stranger = (await stage.people[2].click(post, label=label)).response
    assert ways is not None
    (offer,) = (each for each in ids(ways) if re.search(r":offer:\d", each))
    await stage.people[0].select(ways, [stage.people[2]], custom_id=offer)

    assert "not in this game" in texts(stranger)
    assert stage.people[2].mention in texts(stage.last)
    assert "Bob" in texts(stage.last)


async def test_only_who_plays_is_offered_that(pair: Stage) -> None:
    """Whoever looks on has nothing to pause or to give away; a forged press is told so."""
    shown = (await pair.people[2].slash(pair.channel, "game status")).response
    assert shown is not None

    assert "Something came up" not in labels(shown)
