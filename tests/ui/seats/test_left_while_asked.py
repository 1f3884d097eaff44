"""Questions while somebody leaves the server: each closes or is carried out, and says so."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest

from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from tests.ui.seats.test_seats import question
from tests.ui.stage import Stage, labels, texts

HOUR = 3600.0


@dataclass(frozen=True)
class Row:
    """A question that stands open as somebody leaves the server.

    Attributes:
        ask: has it asked in a game of Ann, Bob and Cat.
        leaves: number of whoever leaves.
        said: what its message says then.
        holds: what is true of the table then.
    """

    ask: Callable[[Stage], Awaitable[Any]]
    leaves: int
    said: str
    holds: Callable[[Table], bool]


def ends(*agreeing: int, **options: Any) -> Callable[[Stage], Awaitable[None]]:
    """Return the asking of Ann whether the game is to end, or to rest, and whoever agrees."""

    async def ask(stage: Stage) -> None:
        command = "game status" if "pause" in options else "game end"
        await stage.people[0].slash(stage.channel, command, **options)
        for number in agreeing:
            await stage.people[number].click(question(stage), label="Agree")

    return ask


def offers(asker: int) -> Callable[[Stage], Awaitable[None]]:
    """Return the offer of Bob's seat to Dan, who accepts."""

    async def ask(stage: Stage) -> None:
        await stage.people[asker].slash(stage.channel, "game replace", seat="2", by=stage.people[3])
        if asker != 1:
            await stage.people[3].click(question(stage), label="Accept")

    return ask


def undoes(*agreeing: int) -> Callable[[Stage], Awaitable[None]]:
    """Return the asking of Ann for her turn, and whoever agrees."""

    async def ask(stage: Stage) -> None:
        await stage.turn(0, "Take 1", "Take 1")
        await stage.people[0].slash(stage.channel, "game undo")
        for number in agreeing:
            await stage.people[number].click(question(stage), label="Agree")

    return ask


def goes_on(table: Table) -> bool:
    """Return whether all sit as they sat, in a game that goes on."""
    names = [person.name for person in table.people]
    return table.status is Status.RUNNING and names == ["Ann", "Bob", "Cat"]


BY_ANN = "\u2068Ann\u2069, who asked this, has left this server"
ROWS = {
    "a newcomer who has accepted": Row(
        offers(0), 3, "Whoever was to take the seat has left this server", goes_on
    ),
    "who offers a seat": Row(offers(0), 0, BY_ANN, goes_on),
    "who asks for the end": Row(ends(1, result=True), 0, BY_ANN, goes_on),
    "the last who has not agreed to the end": Row(
        ends(1, result=True),
        2,
        "Agreed: \u2068Ann\u2069 and \u2068Bob\u2069.",
        lambda table: table.status is Status.OVER,
    ),
    "one of two who have not agreed to the end": Row(
        ends(result=True), 2, "Everyone has to agree.", goes_on
    ),
    "who asks for a pause": Row(ends(1, pause="3"), 0, BY_ANN, goes_on),
    "the last who has not agreed to a pause": Row(
        ends(1, pause="3"), 2, "Paused until", lambda table: table.rest_until is not None
    ),
    "who asks for a turn": Row(undoes(1), 0, BY_ANN, lambda table: bool(table.turns_played)),
    "the last who has not agreed to take a turn back": Row(
        undoes(1), 2, "Agreed: \u2068Bob\u2069.", lambda table: not table.turns_played
    ),
    "who gives their own seat": Row(
        offers(1), 1, "offers you a seat", lambda table: table.people[1].name == "Bob"
    ),
}
OPEN = ("one of two who have not agreed to the end", "who gives their own seat")
"""Questions that stay open, for those who are there."""


async def asked(stage: Stage, row: Row) -> Any:
    """Start a game of three, have somebody asked, and let somebody leave; return the question."""
    for name in ("Dan", "Eve"):
        stage.people.append(stage.guild.add_member(stage.env.create_user(name)))
    await stage.start(1, 2)
    await row.ask(stage)
    message = question(stage)
    stage.env.backend.remove_member(stage.guild.id, stage.people[row.leaves].id)
    return message


@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.parametrize("name", ROWS)
async def test_a_question_is_settled_within_the_hour_after_somebody_left(
    stage: Stage, name: str, restarts: bool
) -> None:
    """Without a press; one that others can still answer stays open."""
    row = ROWS[name]
    message = await asked(stage, row)
    if restarts:
        await stage.restart()
    await stage.env.advance_time(4 * HOUR)
    await stage.env.settle()

    shown = stage.env.backend.get_message(stage.channel.id, message.id)
    assert row.said in texts(shown)
    assert ("No" in labels(shown)) is (name in OPEN)
    assert row.holds(await stage.table())


async def test_the_seat_can_be_offered_anew_after_a_newcomer_left(stage: Stage) -> None:
    """The question about whoever has left keeps nobody out."""
    await asked(stage, ROWS["a newcomer who has accepted"])
    await stage.env.advance_time(4 * HOUR)
    await stage.people[2].slash(stage.channel, "game replace", seat="2", by=stage.people[4])
    await stage.people[4].click(question(stage), label="Accept")
    await stage.people[1].click(question(stage), label="Accept")
    await stage.env.settle()

    assert (await stage.table()).people[1].name == "Eve"


@pytest.mark.parametrize("label", ["Accept", "No"])
async def test_whoever_presses_first_is_told_that_a_newcomer_has_left(
    stage: Stage, label: str
) -> None:
    message = await asked(stage, ROWS["a newcomer who has accepted"])
    await stage.env.advance_time(11 * 60)
    await stage.people[1].click(message, label=label)
    await stage.env.settle()

    shown = stage.env.backend.get_message(stage.channel.id, message.id)
    assert "Whoever was to take the seat has left this server" in texts(shown)
    assert goes_on(await stage.table())


async def test_a_seat_that_was_given_passes_though_its_player_has_left(stage: Stage) -> None:
    message = await asked(stage, ROWS["who gives their own seat"])
    await stage.env.advance_time(4 * HOUR)
    await stage.people[3].click(message, label="Accept")
    await stage.env.settle()

    assert (await stage.table()).people[1].name == "Dan"
