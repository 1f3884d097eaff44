"""What one person may cause in an hour: messages in the channel, and mentions, by every way."""

import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from metrobot.service.model.play import PlayerId
from metrobot.service.people.ledger import Account
from tests.ui.seats.test_seats import leave, question, vacancy
from tests.ui.stage import Stage, labels, on_discord, texts

MOST = 5
EVE = 4
TRIES = 20
Attempt = Callable[[Stage], Awaitable[Any]]


async def offer_again(stage: Stage) -> Any:
    """Offer Bob's seat to Eve once more as the host."""
    eve = stage.people[EVE]
    return await stage.people[0].slash(stage.channel, "game replace", seat="2", by=eve)


async def end_and_object(stage: Stage) -> Any:
    """Ask to end the game as Bob, and say no."""
    asked = await stage.people[1].slash(stage.channel, "game end", result=False)
    if "No" in labels(question_or_last(stage)):
        await stage.people[1].click(question(stage), label="No")
    return asked


async def undo_and_withdraw(stage: Stage) -> Any:
    """Ask for Ann's turn back, and withdraw."""
    asked = await stage.people[0].slash(stage.channel, "game undo")
    shown = next((m for m in reversed(stage.public) if "Withdraw" in labels(m)), None)
    if shown is not None:
        await stage.people[0].click(shown, label="Withdraw")
    return asked


async def claim_and_decline(stage: Stage) -> Any:
    """Ask for the vacant seat as Eve, and say no."""
    asked = await stage.people[EVE].click(vacancy(stage), label="Take seat 2")
    if "No" in labels(question_or_last(stage)):
        await stage.people[EVE].click(question(stage), label="No")
    return asked


async def move_to_and_fro(stage: Stage) -> Any:
    """Move the game to another channel, or back, as the host."""
    is_here = (await stage.table()).place.channel == stage.channel.id
    to = stage.guild.create_text_channel("other") if is_here else stage.channel
    return await stage.people[0].slash(to, "game move")


def question_or_last(stage: Stage) -> Any:
    """Return the newest question, or the newest message where there is none."""
    return next((m for m in reversed(stage.public) if "No" in labels(m)), stage.last)


WAYS: dict[str, Attempt] = {
    "a seat is offered again": offer_again,
    "the end is asked for and objected to": end_and_object,
    "an undo is asked for and withdrawn": undo_and_withdraw,
    "a seat is claimed and declined": claim_and_decline,
    "a game is moved to and fro": move_to_and_fro,
}


def caused(stage: Stage, before: int) -> tuple[int, int]:
    """Return the number of messages posted in channels since, and of people they pinged."""
    direct = {str(each) for each in stage.env.backend.dm_channels.values()}
    sent = [
        each.json or {}
        for each in stage.env.http_requests[before:]
        if each.method == "POST"
        and (found := re.fullmatch(r"/channels/(\d+)/messages", each.path))
        and found[1] not in direct
    ]
    return len(sent), sum(len(each["allowed_mentions"].get("users", ())) for each in sent)


@pytest.mark.parametrize("way", WAYS)
async def test_one_person_causes_few_messages_and_mentions(
    tmp_path: Path, toy_words: None, way: str
) -> None:
    """Twenty tries within the hour; the refusal says when it works again."""
    async with on_discord(tmp_path / "games.db", people=5) as stage:
        await stage.start(1, 2, 3)
        if way == "a seat is claimed and declined":
            await leave(stage, 1)
        elif way == "an undo is asked for and withdrawn":
            await stage.turn(0, "Take 1", "Stop")
        before, told = len(stage.env.http_requests), list[str]()
        for _ in range(TRIES):
            answer = await WAYS[way](stage)
            told += [texts(each) for each in (answer.response, *answer.followups) if each]
        posts, pings = caused(stage, before)

    assert 1 <= posts <= MOST
    assert pings <= MOST
    assert "<t:" in told[-1]


MOST_OF_A_GAME, ROUNDS = 12, 5


@pytest.mark.long
async def test_the_people_of_one_game_cause_as_much_as_its_account_has(
    tmp_path: Path, toy_words: None
) -> None:
    """However many ask, by every way in turn; nobody else on the server is charged for it."""
    async with on_discord(tmp_path / "games.db", people=5) as stage:
        await stage.start(1, 2, 3)
        await stage.turn(0, "Take 1", "Stop")
        before, channel = len(stage.env.http_requests), stage.channel
        for number in range(ROUNDS):
            person = stage.people[number % 4]
            await person.slash(
                channel, "game replace", seat=str(number % 4 + 1), by=stage.people[4]
            )
            await stage.people[(number + 1) % 4].slash(channel, "game end", result=False)
            await person.slash(channel, "game status", pause="2099-01-01")
            await undo_and_withdraw(stage)
            await end_and_object(stage)
        posts, _ = caused(stage, before)
        span = (datetime.now(UTC) - timedelta(days=1), datetime.now(UTC) + timedelta(days=1))
        charged = await stage.store.charges.within(stage.guild.id, Account.SERVER_POSTS, span)

    assert MOST <= posts <= MOST_OF_A_GAME
    assert charged == []


async def test_time_that_is_given_without_posts_left_is_told_in_the_next_message(
    tmp_path: Path, toy_words: None
) -> None:
    """In the same message as the turn: it costs no other."""
    async with on_discord(tmp_path / "games.db", people=3) as stage:
        await stage.lobby(1, 2)
        await stage.seated_as_joined()
        await stage.choose(stage.public[0], "pace", "slow")
        await stage.ok(1, 2)
        await stage.begin()
        ledger, table = stage.bot.parts.tables.ledger, await stage.table()
        for number in range(MOST_OF_A_GAME):
            async with ledger.asking(PlayerId(1000 + number), table.id):
                pass
        before, status = (
            len(stage.public),
            await stage.people[1].slash(stage.channel, "game status"),
        )
        give = next(each for each in labels(status.response) if each.startswith("+"))
        await stage.people[1].click(status.response, label=give)
        count = len(stage.public)
        await stage.turn(0, "Take 1", "Stop")

        assert count == before
        assert len(stage.public) == before + 1
        assert "gives \u2068Ann\u2069" in texts(stage.last)
