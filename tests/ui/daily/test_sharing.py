"""The strip that tells nothing of the cards, and the sheet that is shown once all is over."""

import re
from dataclasses import replace
from typing import Any

import discord
import pytest
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from metrobot.games.metrolijn.board import MAP_IDS, map_named
from metrobot.service.daily.line import Line
from metrobot.service.daily.runs import Run
from metrobot.service.daily.streaks import Streak
from metrobot.service.model.play import PlayerId
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.service.people.ledger import Account
from metrobot.ui.daily import line_words
from metrobot.ui.daily.paper_page import shared_letter
from metrobot.ui.words.catalogue import COMPLETE, words_for
from tests.ui.daily.line_stage import (
    answered,
    begun,
    done,
    forged,
    home,
    is_planner,
    pass_days,
    said,
    valued,
)
from tests.ui.limits import length
from tests.ui.stage import REST, Stage, alts, ids, labels, pictures, texts

LONGEST = 40
SQUARES = re.compile("[🟩🟨⬛]+")


async def shared(stage: Stage, number: int = 0, channel: Any = None, **options: Any) -> Any:
    """Open /daily and press Share here; return the answer."""
    where = channel or stage.channel
    page = (await stage.person(number).slash(where, "daily", **options)).response
    return await stage.person(number).click(page, label="Share here")


def strip_of(message: Any) -> str:
    """Return a strip: what stands after the name."""
    _, _, strip = texts(message).partition("\n")
    return strip


async def posted(stage: Stage) -> list[Any]:
    """Return the charges to Ann for posts."""
    now = stage.env.now()
    within = (now.replace(year=2025), now)
    ann = stage.person(0).id
    return list(await stage.store.charges.within(ann, Account.POSTS, within))


async def test_a_strip_is_short_lines_that_tell_nothing_of_the_cards(stage: Stage) -> None:
    """Number, points against par, squares in order, each on a line; no letter of a line."""
    run = await done(stage)
    await valued(stage, 1, par=33)
    await shared(stage)
    (message,) = stage.public
    strip = strip_of(message)
    (squares,) = SQUARES.findall(strip)

    assert "\u2068Ann\u2069" in texts(message)
    assert all(length(each) <= LONGEST for each in strip.split("\n"))
    head, points, *_ = strip.split("\n")
    assert head == "Line 1"
    assert points.endswith("par")
    assert "".join(sorted(squares, key="🟩🟨⬛".index)) == squares
    assert len(squares) == len(map_named(run.line.map).lines)
    counts = [str(squares.count(sign)) for sign in "🟩🟨⬛"]
    assert re.findall(r"\d+", strip.split("\n")[-1]) == counts
    assert not re.search(r"\b[A-J]\b", strip)
    assert "*" not in strip
    assert "`" not in strip
    assert pictures(message) == []
    assert labels(message) == ["Play", "Standings"]


@pytest.mark.parametrize("code", [None, 10008, 50001])
async def test_without_a_par_a_strip_does_without_until_it_comes(
    played: Stage, code: int | None
) -> None:
    """It need not wait, and the same message says it then; one that is gone does not come again."""
    page = await home(played)
    await played.person(0).click(page, label="Share here")
    before = played.last
    if code:
        played.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=code)
    await played.restart()
    await valued(played, 1, par=33)
    await played.env.advance_time(REST.total_seconds() + 60)
    (after,) = played.public
    again = await played.person(0).click(page, label="Share here")

    assert "par" not in strip_of(before).lower().replace("paris", "")
    assert after.id == before.id
    assert (" par\n" in strip_of(after)) is (code is None)
    assert labels(after) == ["Play", "Standings"]
    assert "already" in answered(again)
    assert await played.store.outbox.pending(channel=played.channel.id) == ()


async def test_a_strip_tells_of_a_streak(played: Stage) -> None:
    await shared(played)
    await pass_days(played)
    await done(played)
    await shared(played)
    first, second = played.public

    assert "🔥" not in strip_of(first)
    assert "\n🔥 2\n" in strip_of(second)


@pytest.mark.parametrize("language", COMPLETE)
async def test_the_longest_strip_is_short_in_each_language(stage: Stage, language: str) -> None:
    """The largest numbers, on each map: four lines, each for the width of a phone."""
    run, words = await done(stage), words_for(language)
    for map_ in MAP_IDS:
        row = replace(run.line.row, number=39_999, map=map_, par=-100)
        longest = Run(Line(row, is_closed=False), replace(run.row, score=-100), run.play)
        strip = line_words.strip(longest, Streak(9_999), words)
        assert all(length(each) <= LONGEST for each in strip.split("\n")), strip


async def test_one_strip_a_person_line_and_server(stage: Stage) -> None:
    """Not in another channel either, nor after a restart; another person's is their own."""
    other = stage.guild.create_text_channel("other")
    await done(stage, 0)
    await done(stage, 1)
    await shared(stage)
    again = await shared(stage)
    there = await shared(stage, channel=other)
    await stage.restart()
    later = await shared(stage)
    await shared(stage, 1)

    for answer in (again, there, later):
        assert "already" in answered(answer)
    assert len(stage.public) == 2
    assert len(await posted(stage)) == 1


async def test_many_presses_at_once_post_one_strip(played: Stage) -> None:
    page = await home(played)
    custom_id = next(each for each in ids(page) if "share!" in each)
    for _ in range(8):
        played.emit(played.person(0), page, custom_id)
    await played.env.settle()

    assert len(played.public) == 1
    assert len(await posted(played)) == 1


async def test_who_may_not_write_here_shares_nothing_here(stage: Stage) -> None:
    """Though the bot might: it says so, charges nothing, notes nothing."""
    await done(stage)
    denied = discord.Permissions(send_messages=True).value
    backend = stage.env.backend
    backend.set_overwrite(
        stage.channel.id, Overwrite(stage.person(0).id, OverwriteType.MEMBER, allow=0, deny=denied)
    )
    answer = await shared(stage)
    refused = stage.public
    backend.set_overwrite(
        stage.channel.id, Overwrite(stage.person(0).id, OverwriteType.MEMBER, allow=0, deny=0)
    )
    await shared(stage)

    assert "you may not write there yourself" in answered(answer)
    assert refused == []
    assert len(stage.public) == 1
    assert len(await posted(stage)) == 1


async def test_where_the_bot_may_not_write_it_says_so(played: Stage) -> None:
    played.take("send_messages")

    assert "send messages" in answered(await shared(played))
    assert played.public == []
    assert await posted(played) == []


async def test_where_the_bot_is_no_member_a_line_is_played_and_not_shared(played: Stage) -> None:
    """What cannot be posted is not offered; an older page says so, with the link that helps."""
    before = await home(played)
    await played.left(played.guild.id)
    await played.env.advance_time(11 * 60)
    after, planner = await home(played), await begun(played, 1)
    answer = await played.person(0).click(before, label="Share here")
    strip = await forged(played, 0, after, "mb1:1:0:line:share!")

    assert "Share here" in labels(before)
    assert "Standings" in labels(after)
    assert "Share here" not in labels(after)
    assert is_planner(planner)
    assert "scope=bot" in answered(answer)
    assert "scope=bot" in strip
    assert await posted(played) == []


async def test_a_strip_that_discord_does_not_take_comes_later(played: Stage) -> None:
    """The person who shares is told so in private, and it stands there once."""
    page = await home(played)
    path = f"/channels/{played.channel.id}/messages"
    played.env.inject_error("POST", path, status=503, times=1)
    answer = await played.person(0).click(page, label="Share here")
    before = played.public
    again = await played.person(0).click(page, label="Share here")
    await played.env.advance_time(60)

    assert "as soon as Discord takes it" in answered(answer)
    assert before == []
    assert "already" in answered(again)
    assert len(played.public) == 1
    assert len(await posted(played)) == 1


async def test_nothing_is_shared_of_a_line_that_is_not_finished(stage: Stage) -> None:
    page = await home(stage)

    assert "Share here" not in labels(page)
    assert "finished this line" in await forged(stage, 0, page, "mb1:1:0:line:share!")
    assert stage.public == []


# --- the sheet ---


async def test_a_sheet_is_shown_once_the_line_is_over(played: Stage) -> None:
    """Not before: crosses tell the cards. Then with a picture that has a text."""
    early = await home(played)
    refused = await forged(played, 0, early, "mb1:1:0:line:show!")
    ended = await _after(played, 1.2)
    over = await _after(played, 0.1)
    await played.person(0).click(over, label="Show my sheet")
    (message,) = played.public

    assert "Show my sheet" not in labels(early)
    assert "Show my sheet" not in labels(ended)
    assert "still open" in refused
    assert "\u2068Ann\u2069" in said(message)
    assert len(pictures(message)) == 1
    assert len(alts(message)[0]) > 50


async def _after(stage: Stage, days: float) -> Any:
    """Return the page of line 1 after some time."""
    await pass_days(stage, days)
    return await home(stage, line=1)


async def test_six_posts_in_an_hour_are_too_many(played: Stage) -> None:
    """Five sheets are shown, the sixth is refused kindly, as a strip would be; later it works."""
    page = await _after(played, 1.3)
    for _ in range(5):
        await played.person(0).click(page, label="Show my sheet")
    sixth = await played.person(0).click(page, label="Show my sheet")
    strip = await played.person(0).click(page, label="Share here")
    posts = len(played.public)
    await played.env.advance_time(3601)
    await played.person(0).click(page, label="Share here")

    assert posts == 5
    for answer in (sixth, strip):
        assert "<t:" in answered(answer)
    assert len(played.public) == 6
    assert SQUARES.search(texts(played.last))


async def test_nobody_shows_anothers_sheet(played: Stage) -> None:
    """The button shows one's own, whoever's page it stood on."""
    page = await _after(played, 1.3)
    answer = await forged(played, 1, page, next(each for each in ids(page) if "show!" in each))

    assert "finished this line" in answer
    assert played.public == []


async def test_no_sheet_is_posted_while_the_line_is_open(stage: Stage) -> None:
    """Whatever was stored, by a clock that was ahead; nor a strip of what is not finished."""
    run, daily = await done(stage), stage.bot.parts.tables.daily
    for kind, number in ((DeliveryKind.SHEET, run.line.number), (DeliveryKind.STRIP, 2)):
        player = PlayerId(stage.person(0).id)
        told = Delivery(1, None, kind, number, 0, player, "nonce")
        assert await shared_letter(daily, told, "Ann", words_for("en")) is None


async def test_what_is_posted_mentions_nobody(stage: Stage) -> None:
    stage.people.append(stage.guild.add_member(stage.env.create_user("@everyone <@1>")))
    await done(stage, 3)
    page = await home(stage, 3)
    await stage.person(3).click(page, label="Share here")

    assert not stage.env.backend.get_message(stage.channel.id, stage.last.id).ping_user_ids
    assert "@everyone" not in stage.last.content
