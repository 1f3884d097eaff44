"""Reminders on Discord: who is called, where, how often, and what they are told."""

import re
from typing import Any

import discord

from metrobot.service.ports import Helpers
from tests.thinking.here import Here
from tests.ui.limits import walk
from tests.ui.stage import Shown, Stage, again, labels, raw, texts

HOUR = 3600
DAY = 24 * HOUR


def reminders(stage: Stage) -> list[discord.Message]:
    """Return all reminders in the channel."""
    return [message for message in stage.public if texts(message).startswith("⏰")]


def direct_reminders(stage: Stage, number: int) -> list[Any]:
    """Return all reminders that somebody got by direct message."""
    sent = stage.direct(stage.people[number])
    return [message for message in sent if texts(message).startswith("⏰")]


async def test_a_silent_player_is_called_in_the_channel(stage: Stage, board: Shown) -> None:
    """By mention, and nobody else, with since when, a link to the board, and the way on."""
    table = await stage.table()
    await stage.env.advance_time(DAY + HOUR)

    (message,) = reminders(stage)
    ann = stage.people[0]
    since = discord.utils.format_dt(table.turn_since, "R")
    assert texts(message).startswith(f"⏰ {ann.mention}, it’s your turn in Counters.")
    assert f"/{table.place.channel}/{board.id})" in texts(message)
    assert since in texts(message)
    assert "Waiting for you: \u2068Bob\u2069." in texts(message)
    stored = stage.env.backend.get_message(stage.channel.id, message.id)
    assert set(stored.ping_user_ids) == {ann.id}
    assert labels(message) == ["Plan my turn", "Since my last turn", "Let a computer play"]


async def test_the_reminder_leads_to_the_planner(pair: Stage) -> None:
    await pair.env.advance_time(DAY + HOUR)
    planner = await pair.people[0].click(reminders(pair)[0], label="Plan my turn")

    assert planner.ephemeral
    assert "Take 1" in labels(planner.response)


async def test_who_wants_it_so_is_reminded_in_private(pair: Stage) -> None:
    """With a link, since no game is played in direct messages; the channel hears nothing."""
    await pair.people[0].slash(pair.channel, "me settings", reminders="direct")
    await pair.env.advance_time(DAY + HOUR)

    (message,) = direct_reminders(pair, 0)
    urls = [each["url"] for each in walk(raw(message)) if each.get("url")]
    assert urls == [
        f"https://discord.com/channels/{pair.guild.id}/{pair.channel.id}/{pair.newest_board().id}"
    ]
    assert reminders(pair) == []


async def test_who_is_away_is_left_alone_and_everybody_sees_it(pair: Stage) -> None:
    """In the status, on the board, under the next turn; until they are back."""
    await pair.people[1].slash(pair.channel, "me away", until="5")
    await pair.turn(0, "Take 1", "Take 1")
    away = re.compile(r"\u2068Bob\u2069 is away until <t:\d+:D>")
    status = await pair.people[0].slash(pair.channel, "game status")
    board = await pair.people[0].slash(pair.channel, "board")
    assert all(away.search(texts(m)) for m in (pair.last, status.response, board.response))

    await pair.env.advance_time(3 * DAY)
    await pair.env.advance_time(3 * DAY - HOUR)
    # They are back, and have the day that everybody has.
    assert reminders(pair) == []
    await pair.env.advance_time(2 * HOUR)
    assert len(reminders(pair)) == 1
    status = await pair.people[0].slash(pair.channel, "game status")
    assert not away.search(texts(status.response))


async def test_the_host_chooses_the_interval(pair: Stage) -> None:
    """Told in the details of the status; others may not."""
    refused = await pair.people[1].slash(pair.channel, "game reminders", after="0")
    answer = await pair.people[0].slash(pair.channel, "game reminders", after="6")
    status = (await pair.people[1].slash(pair.channel, "game status")).response
    await pair.people[1].click(status, label="Details")
    await pair.env.advance_time(7 * HOUR)

    assert "Ann" in texts(refused.response)
    assert "**after 6 hours**" in texts(answer.response)
    assert "Reminders: after 6 hours." in texts(again(pair, status))
    assert len(reminders(pair)) == 1


async def test_the_interval_can_be_chosen_in_the_lobby(joined: Stage) -> None:
    await joined.people[0].slash(joined.channel, "game reminders", after="0")
    await joined.people[0].click(joined.last, label="Start")
    await joined.env.advance_time(3 * DAY)

    assert reminders(joined) == []


async def test_intervals_are_suggested_and_others_refused(pair: Stage) -> None:
    found = await pair.people[0].autocomplete(pair.channel, "game reminders", "after", "day")
    refused = await pair.people[0].slash(pair.channel, "game reminders", after="1000")

    assert [(each["name"], each["value"]) for each in found][:2] == [
        ("after 1 day", "24"),
        ("after 2 days", "48"),
    ]
    assert "none, after 6 hours" in texts(refused.response)


async def test_intervals_can_be_typed_as_the_list_shows_them(pair: Stage) -> None:
    told = [
        texts((await pair.people[0].slash(pair.channel, "game reminders", after=after)).response)
        for after in ("12 hours", "24 hours", "After 7 days", "48h", "none", "7", "hours")
    ]

    assert [re.findall(r"\*\*(after .*|none)\*\*", each) for each in told] == [
        ["after 12 hours"],
        ["after 1 day"],
        ["after 7 days"],
        ["after 2 days"],
        ["none"],
        [],
        [],
    ]


def pinged(stage: Stage, message: discord.Message) -> set[int]:
    """Return the ids of the people that a message has pinged."""
    return set(stage.env.backend.get_message(stage.channel.id, message.id).ping_user_ids)


async def test_the_end_calls_all_people_of_the_game(pair: Stage) -> None:
    """In the last message, once: who made no last move would not hear of it."""
    before = len(pair.public)
    await pair.finish()

    called = [pinged(pair, message) for message in pair.public[before:]]
    assert called[-1] == {person.id for person in pair.people[:2]}
    assert "of Counters is over" in texts(pair.last)


async def test_quiet_hours_and_wishes_hold_at_the_end(pair: Stage) -> None:
    """People asleep or without reminders are named and not pinged."""
    await pair.people[0].slash(
        pair.channel, "me settings", zone="UTC", quiet_from="0:00", quiet_until="23:59"
    )
    await pair.people[1].slash(pair.channel, "me settings", reminders="never")
    await pair.finish()

    assert pinged(pair, pair.last) == set()
    assert all(person.mention in texts(pair.last) for person in pair.people[:2])


async def test_the_others_can_let_a_computer_play(pair: Stage) -> None:
    """They are called on the third day of silence, and no more once that is done."""
    await pair.env.advance_time(3 * DAY + HOUR)
    (told,) = [message for message in pair.public if "has been waiting for" in texts(message)]
    pair.bot.parts.tables.bot_turns.helpers = Helpers(Here())
    asked = (await pair.people[1].click(told, label="Let a computer play")).response
    answer = await pair.surely(1, asked)
    await pair.env.advance_time(4 * DAY)

    assert texts(told).startswith(f"{pair.people[1].mention}: Counters has been waiting for ")
    assert pinged(pair, told) == {pair.people[1].id}
    assert "A computer plays there now" in texts(answer)
    assert (await pair.table()).people[0].cover == "fair"
    assert sum("has been waiting for" in texts(message) for message in pair.public) == 1


async def test_status_and_games_offer_a_computer_too(pair: Stage) -> None:
    """From the third day on, to those who wait."""
    asked = [(number, name) for number in (0, 1) for name in ("game status", "me games")]
    offered = list[bool]()
    for hours in (0, 3 * 24 + 1):
        await pair.env.advance_time(hours * HOUR)
        for number, name in asked:
            shown = (await pair.people[number].slash(pair.channel, name)).response
            offered.append(any("omputer" in each for each in labels(shown)))

    assert offered == [False] * 6 + [True] * 2


async def test_a_computer_plays_for_nobody_who_has_played(pair: Stage) -> None:
    """The button stands in an old message; nobody waits for them any more."""
    await pair.env.advance_time(DAY + HOUR)
    (message,) = reminders(pair)
    await pair.turn(0, "Take 1", "Take 1")
    late = (await pair.people[1].click(message, label="Let a computer play")).response

    assert "Nobody is waiting for this seat any more" in texts(late)
