"""Computers at a running game: they cover seats, take vacant ones, and give them back."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import simcord

from metrobot.service.ports import Helpers
from metrobot.store.store import Store
from metrobot.ui.app.build import make_bot
from metrobot.ui.words.player_names import SIGN
from tests.thinking.here import Here
from tests.ui.fixtures import simulated
from tests.ui.seats.test_seats import leave, question, vacancy
from tests.ui.stage import OWN, TOYS, Stage, ids, labels, texts


async def at_once(_: float) -> None:
    """Take no time."""


@pytest.fixture
async def env(store: Store, toy_words: None) -> AsyncIterator[simcord.Env]:
    """Return a simulated Discord with the bot on it, and computers that think at once."""
    bot = make_bot(store, TOYS, own=OWN, helpers=Helpers(Here(), pause=at_once))
    async with simulated(bot) as world:
        yield world


async def settled(stage: Stage) -> None:
    """Wait until computers have played, and all messages are sent."""
    await stage.bot.parts.tables.bot_turns.settled()
    await stage.env.settle()


async def replace_by(stage: Stage, number: int, seat: str, **by: Any) -> Any:
    """Type /game replace; return the answer."""
    person = stage.people[number]
    return (await person.slash(stage.channel, "game replace", seat=seat, **by)).response


async def test_a_computer_covers_the_seat_of_its_owner(pair: Stage) -> None:
    """The owner needs nobody's vote for it; the channel is told, and the computer plays."""
    answer = await replace_by(pair, 0, "1", computer="easy")
    await settled(pair)

    table = await pair.table()
    assert "A computer plays there now" in texts(answer)
    assert table.people[0].cover == "easy"
    assert table.people[0].id == pair.people[0].id
    told = next(texts(m) for m in pair.public if "A computer (easy) plays for" in texts(m))
    assert "plays for \u2068Ann\u2069" in told or f"<@{pair.people[0].id}>" in told
    assert [person.id for person in table.to_act()] == [pair.people[1].id]
    assert f"<@{pair.people[1].id}>, it’s your turn" in pair.last.content


async def test_the_owner_comes_back_by_a_button(pair: Stage) -> None:
    """It stands below boards and in the status, and answers in private."""
    await replace_by(pair, 0, "1", computer="easy")
    await settled(pair)
    status = (await pair.people[0].slash(pair.channel, "game status")).response
    others = (await pair.people[1].slash(pair.channel, "game status")).response
    board = pair.newest_board()
    answer = await pair.people[0].click(board, label="I’m back")
    assert "](https://discord.com/" in texts(answer.response)
    assert " https://discord.com/" not in texts(answer.response)

    assert "I’m back" in labels(status)
    assert "I’m back" not in labels(others)
    assert "I’m back" in labels(board)
    assert answer.ephemeral
    assert "Welcome back" in texts(answer.response)
    assert (await pair.table()).people[0].cover is None
    assert any("is back" in texts(m) for m in pair.public)


async def test_who_is_not_covered_is_told_so(pair: Stage) -> None:
    """An old button changes nothing; nobody else comes back for somebody."""
    await replace_by(pair, 0, "1", computer="easy")
    await settled(pair)
    board = pair.newest_board()
    await pair.people[0].click(board, label="I’m back")
    again = await pair.people[0].click(board, label="I’m back")
    stranger = await pair.people[2].click(board, label="I’m back")

    assert "No computer is playing for you" in texts(again.response)
    assert "not in this game" in texts(stranger.response)


async def test_a_turn_of_ones_own_ends_the_cover(trio: Stage) -> None:
    await replace_by(trio, 1, "2", computer="easy")
    await trio.people[1].click(trio.newest_board(), label="Plan my turn")

    assert (await trio.table()).people[1].cover is None


async def test_the_others_decide_about_the_seat_of_somebody_else_after_a_day(trio: Stage) -> None:
    """They are asked as for a newcomer, and told the level; the computer is not asked."""
    await trio.env.advance_time(24 * 3600)
    answer = await replace_by(trio, 1, "1", computer="strong")
    asked = question(trio)
    before = (await trio.table()).people[0].cover
    await trio.people[2].click(asked, label="Agree")

    assert "The question is in the channel" in texts(answer)
    assert "a computer (strong) play for" in texts(asked)
    assert "<@-" not in texts(asked)
    assert before is None
    assert (await trio.table()).people[0].cover == "strong"


async def test_a_computer_takes_a_vacant_seat_until_somebody_wants_it(pair: Stage) -> None:
    """The others are told who it is, with the button that takes the seat from it."""
    await leave(pair, 1)
    said = texts(vacancy(pair))
    await replace_by(pair, 0, "2", computer="fair")
    offered = vacancy(pair)
    await settled(pair)
    computer = (await pair.table()).people[1]
    await pair.people[2].click(offered, label="Take seat 2")
    await pair.people[0].click(question(pair), label="Agree")
    await settled(pair)

    assert "let a computer play there" in said
    assert computer.is_computer
    assert f"\u2068{SIGN} {computer.name}\u2069 (fair) plays in the seat" in texts(offered)
    assert (await pair.table()).people[1].id == pair.people[2].id


async def test_a_seat_is_for_a_person_or_for_a_computer(pair: Stage) -> None:
    """Naming both, or neither for somebody else’s, leads to a question which of them."""
    neither = await replace_by(pair, 0, "2")
    both = await replace_by(pair, 0, "2", by=pair.people[2], computer="easy")

    for answer in (neither, both):
        assert "a person (`by:`)" in texts(answer)
    assert (await pair.table()).people[1].id == pair.people[1].id


async def test_a_game_against_a_computer_is_played_in_the_channel(stage: Stage) -> None:
    """Each turn of the person is followed by one message, with the computer's turns in it."""
    lobby = await stage.lobby()
    menu = next(each for each in ids(lobby) if ":computer:" in each)
    await stage.people[0].select(lobby, ["add.easy.0"], custom_id=menu)
    await stage.seated_as_joined()
    await stage.people[0].click(stage.public[0], label="Start")
    await settled(stage)
    posted = len(stage.public)
    await stage.turn(0, "Take 1", "Take 1")
    await settled(stage)

    assert len(stage.public) == posted + 1
    assert f"<@{stage.people[0].id}>, it’s your turn" in stage.last.content
    assert f"{SIGN} Brunel\u2069 played" in stage.last.content
    assert labels(stage.last)[0] == "Plan my turn"
