"""What Discord's API answers: refused, limited, cut, silent; each told once, or given up."""

import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from typing import Any

import pytest

from tests.faults.ledger import check_said, check_stored, is_all_told
from tests.faults.loopback import Loopback
from tests.faults.parties import begun, party_at
from tests.faults.playing import Party
from tests.faults.process import Bot
from tests.faults.troubles import Cut, Trouble, cut, limited, refused, stalled
from tests.faults.world import until, usable

pytestmark = pytest.mark.faults
SOON = 6.0
"""Seconds within which something is told that nothing holds up."""
AGAIN = 15.0
"""Seconds within which something is told that failed once: 5 s, and what a busy machine adds."""
SLOW = 9
"""So many channels were once enough to stop all games, and one more."""


def stored_row(bot: Bot, party: Party, what: str, source: str) -> tuple[Any, ...]:
    """Return columns of the stored rows of a party's game; ("nothing",) if there are none."""
    # Before the game has started there may be no such row.
    query = f"SELECT {what} FROM {source} AND games.channel = ?"
    with closing(sqlite3.connect(f"file:{bot.database}?mode=ro", uri=True)) as connection:
        found: tuple[Any, ...] | None = connection.execute(query, (party.channel,)).fetchone()
    return found or ("nothing",)


def status(bot: Bot, party: Party) -> tuple[Any, ...]:
    """Return whether a game runs, and whether its place is lost."""
    return stored_row(bot, party, "games.status, games.lost IS NOT NULL", "games WHERE 1")


def start_told(bot: Bot, party: Party) -> str:
    """Return the status of the delivery of a game's first board."""
    source = "deliveries JOIN games ON games.id = deliveries.game WHERE kind = 'start'"
    return str(stored_row(bot, party, "deliveries.status", source)[0])


def posts(party: Party) -> int:
    """Return the number of messages that the bot has posted by itself in a channel."""
    return sum(said.channel == party.channel for said in party.discord.rest.said)


def has_posts(party: Party, count: int = 1) -> bool:
    """Return whether the bot has posted at least so many messages in a channel."""
    return posts(party) >= count


def is_met(trouble: Trouble) -> bool:
    return trouble.met > 0


def is_given_up(bot: Bot, party: Party) -> bool:
    """Return whether a game's first board will never be said."""
    return start_told(bot, party) == "dropped"


def is_told(bot: Bot, party: Party) -> bool:
    """Return whether nothing is left to be said, and the channel has heard something."""
    return is_all_told(bot.database) and has_posts(party)


def loud(bot: Bot) -> list[str]:
    """Return the lines of the log that ask for somebody's attention."""
    return [line for line in bot.log.splitlines() if " ERROR " in line or " WARNING " in line]


async def gathered(
    discord: Loopback, troubles: Sequence[Callable[[int], Trouble]], first: int = 0
) -> list[Party]:
    """Return parties with full lobbies; each has pressed Start and met its own trouble."""
    parties = [party_at(discord, first + number) for number in range(len(troubles))]
    for party in parties:
        await party.gather("underground")
    for party, trouble in zip(parties, troubles, strict=True):
        discord.rest.troubles.append(trouble(party.channel))
        party.press_start()
    return parties


async def test_an_interaction_that_is_gone_is_no_fault(discord: Loopback, bot: Bot) -> None:
    """Nothing in the log asks for attention but a second copy; the next press is answered."""
    party = await begun(discord, 0)
    board = party.board
    answering, editing = "/interactions/.*/callback", "/webhooks/.*/messages/@original"
    for method, path, answer, code in (
        ("POST", answering, 404, 10062),
        ("POST", answering, 400, 40060),
        ("PATCH", editing, 404, 10015),
        ("PATCH", editing, 401, 50027),
    ):
        gone = Trouble(method, path, 1, answer, {"code": code, "message": "gone"})
        discord.rest.troubles.append(gone)
        discord.press(party.people[0], board, usable(board, "board")[0]["custom_id"])
        await until(partial(is_met, gone), SOON, f"it is refused with {code}")
        assert usable(await party.look(party.people[0]), "zoom"), code
    assert "Traceback" not in bot.log, bot.log
    (copy,) = loud(bot)
    assert "Another copy of the bot" in copy


async def test_whoever_takes_no_direct_message_is_told_in_the_channel(
    discord: Loopback, bot: Bot
) -> None:
    """The first board stands there, then a word to each of them."""
    for number, (answer, code) in enumerate(((403, 50007), (403, 50278), (404, 10013))):
        body = {"code": code, "message": "no"}
        closed = Trouble("POST", "/users/@me/channels", None, answer, body)
        discord.rest.troubles = [closed]
        party = await begun(discord, number, "metromania")
        await until(partial(has_posts, party, 3), SOON, f"both are told after {code}")

        told = discord.world.messages(party.channel)[-2:]
        said = "".join(message.content for message in told)
        assert all(f"<@{person}>" in said for person in party.people), code
        assert closed.met == len(party.people), code


async def test_a_place_that_takes_nothing_is_lost_and_its_host_told_once(
    many: tuple[Loopback, Bot],
) -> None:
    """The games are kept; nothing is tried again at once."""
    discord, bot = many
    codes = {10003: 404, 50001: 403, 50013: 403, 50083: 400, 160005: 400, 50008: 400, 50024: 400}
    troubles = [
        partial(refused, status=answer, code=code, times=None) for code, answer in codes.items()
    ]
    parties = await gathered(discord, troubles)
    for party, code in zip(parties, codes, strict=True):
        host, other = party.people
        await until(partial(discord.world.direct, host), SOON, f"the host is told of {code}")
        assert (status(bot, party), start_told(bot, party)) == (("running", 1), "pending"), code
        assert len(discord.world.direct(host)) == 1, code
        assert not discord.world.direct(other), code
    assert all(trouble.met == 1 for trouble in discord.rest.troubles)


NEVER = (50035, 40005, 50006)
"""Codes with which Discord refuses a message for ever."""


async def test_what_is_refused_with_its_picture_is_said_as_text(
    discord: Loopback, bot: Bot
) -> None:
    """At once, so that nobody waits."""
    troubles = [partial(refused, status=400, code=code) for code in NEVER]
    parties = await gathered(discord, troubles)
    for party, code in zip(parties, NEVER, strict=True):
        await until(partial(has_posts, party), SOON, f"it is said as text after {code}")
        said = discord.world.messages(party.channel)[-1]
        assert said.content, code
        assert not said.attachments, code


async def test_what_is_always_refused_is_given_up_and_the_next_is_told(
    discord: Loopback, bot: Bot
) -> None:
    """A warning names game and code, and the host is told; the game goes on."""
    troubles = [partial(refused, status=400, code=code, times=2) for code in NEVER]
    parties = await gathered(discord, troubles)
    for party, code in zip(parties, NEVER, strict=True):
        await until(partial(is_given_up, bot, party), SOON, f"{code} is given up")
        number = stored_row(bot, party, "games.id", "games WHERE 1")[0]
        assert any(str(code) in line and f"game {number}" in line for line in loud(bot)), code

        await party.turn_unseen()
        await until(partial(is_told, bot, party), SOON, "it goes on")
        assert len(discord.world.direct(party.people[0])) == 1, f"{code}: the host is not told"


@pytest.mark.parametrize(
    ("trouble", "seconds"),
    [
        (lambda channel: refused(channel, 500, 0), SOON),
        (lambda channel: refused(channel, 502, 0), SOON),
        (lambda channel: refused(channel, 503, 0), AGAIN),
        (lambda channel: cut(channel, Cut.BEFORE), AGAIN),
        (lambda channel: cut(channel, Cut.AFTER), AGAIN),
        (lambda channel: limited(channel, 1.0), SOON),
    ],
    ids=["500", "502", "503", "cut before", "cut after", "429"],
)
async def test_a_fault_that_passes_delays_a_message_and_doubles_none(
    discord: Loopback, bot: Bot, trouble: Callable[[int], Trouble], seconds: float
) -> None:
    """It is tried again when it is due, and is there once."""
    (party,) = await gathered(discord, [trouble])
    await until(lambda: status(bot, party) == ("running", 0), SOON, "it begins")
    await until(lambda: is_all_told(bot.database), seconds, "it is told")
    await party.play(1)
    await until(lambda: is_all_told(bot.database), SOON, "the turn is told")

    assert [trouble.met for trouble in discord.rest.troubles] == [1]
    check_stored(bot.database, [party])
    check_said(discord, bot.database, [party])
    assert "Traceback" not in bot.log, bot.log


@pytest.mark.parametrize("slow", [lambda channel: limited(channel, 30), stalled])
async def test_slow_channels_hold_up_themselves_alone(
    many: tuple[Loopback, Bot], slow: Callable[[int], Trouble]
) -> None:
    """However many wait for a limit, or for an answer: the next one is told at once."""
    discord, _ = many
    quick = party_at(discord, SLOW)
    await quick.gather("underground")
    slow_ones = await gathered(discord, [slow] * SLOW)
    await until(
        lambda: sum(trouble.met for trouble in discord.rest.troubles) >= SLOW - 1,
        AGAIN,
        "they wait",
    )
    began = time.monotonic()
    quick.press_start()
    await until(lambda: posts(quick), SOON, "the quick one is told")

    print(f"\n{SLOW} slow channels: another was told after {time.monotonic() - began:.2f} s")
    assert not any(posts(party) for party in slow_ones)


@pytest.mark.parametrize("when", list(Cut))
@pytest.mark.parametrize("is_typed", [False, True], ids=["pressed", "typed"])
async def test_a_connection_that_is_cut_while_it_takes_an_answer_is_told_as_that(
    discord: Loopback, bot: Bot, when: Cut, is_typed: bool
) -> None:
    """Whether Discord had taken it by then or not; one line in the log, without a traceback."""
    party = await begun(discord, 0)
    person = party.people[0]
    discord.rest.troubles.append(Trouble("POST", "/interactions/.*", cut=when))
    if is_typed:
        answer = discord.command(person, party.channel, "game status")
    else:
        answer = discord.press(person, party.board, usable(party.board, "board")[0]["custom_id"])
    await until(lambda: answer.whole, SOON, "an answer")

    assert "Discord did not take my answer." in str(discord.answered(answer).components)
    assert [
        line.partition(": ")[2].split(" game=")[0].split(" inter")[0] for line in loud(bot)
    ] == ["Discord did not take an answer: ServerDisconnectedError"]
    assert "Traceback" not in bot.log
