"""What nobody else is asked about: who cannot undo it is asked whether they are sure, and told."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest

from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from tests.ui.seats.test_newcomers import handed_over, with_computer
from tests.ui.seats.test_seats import leave, question
from tests.ui.stage import Stage, again, ids, labels, texts

LATE = 121.0
"""Seconds after which nobody can say any more that they are sure."""
HOURS = 3600.0


@dataclass(frozen=True)
class Row:
    """Something that nobody else is asked about.

    Attributes:
        before: plays up to it.
        asks: by person 0; returns what they are answered.
        price: what the question says that it costs; empty: nothing is asked.
        told: what is said once it is done.
        is_done: whether it is done at a table.
    """

    before: Callable[[Stage], Awaitable[object]]
    asks: Callable[[Stage], Awaitable[Any]]
    price: str
    told: str
    is_done: Callable[[Table], bool]


def typed(command: str, **options: Any) -> Callable[[Stage], Awaitable[Any]]:
    """Return the typing of a command by person 0."""

    async def ask(stage: Stage) -> Any:
        return (await stage.people[0].slash(stage.channel, command, **options)).response

    return ask


def pressed(label: str) -> Callable[[Stage], Awaitable[Any]]:
    """Return the press of a public button by person 0."""

    async def ask(stage: Stage) -> Any:
        found = next(m for m in reversed(stage.public) if label in labels(m))
        return (await stage.people[0].click(found, label=label)).response

    return ask


async def beside_computers(stage: Stage) -> None:
    await with_computer(stage, is_open=True)


async def others_left(stage: Stage) -> None:
    """Start a game of two, one of whom leaves the server."""
    await stage.start(1)
    await stage.depart(1)


async def managing(stage: Stage) -> None:
    """Let somebody manage the channel of a game that all others have left."""
    await others_left(stage)
    stage.let_manage(0)


async def with_newcomer(stage: Stage) -> None:
    """Let a newcomer sit down where a computer played, beside one who began the game."""
    await with_computer(stage, is_open=True)
    seats = (await stage.people[1].slash(stage.channel, "game seats")).response
    await stage.people[1].click(seats, label="Take seat 2")
    await stage.env.settle()


async def silent(stage: Stage) -> None:
    """Let a player be silent for three days, whose opponent is the host."""
    await stage.start(1)
    await stage.turn(0, "Take 1", "Take 1")
    await stage.env.advance_time(73 * HOURS)


async def waiting(stage: Stage) -> None:
    """Let the host be silent for three days, whose only opponent is not."""
    await stage.start(1)
    stage.people[0], stage.people[1] = stage.people[1], stage.people[0]
    await stage.env.advance_time(73 * HOURS)


async def vacated(stage: Stage) -> None:
    await stage.start(1)
    await leave(stage, 1)


async def taken_over(stage: Stage) -> None:
    """Let a newcomer sit in a place whose player may have it back, as person 0 is."""
    await handed_over(stage)
    stage.people[0], stage.people[1] = stage.people[1], stage.people[0]


async def played(stage: Stage) -> None:
    """Play a turn beside a computer, of which the newest person could ask for it back."""
    await beside_computers(stage)
    await stage.turn(0, "Take 1", "Take 1")


def is_over(table: Table) -> bool:
    """Return whether a game has ended, and counts as it stands."""
    return table.status is Status.OVER


def is_cancelled(table: Table) -> bool:
    """Return whether a game has ended without a result."""
    return table.status is Status.CANCELLED


def is_covered(at: int) -> Callable[[Table], bool]:
    """Return whether a computer plays at a place, for its owner or of its own."""
    return lambda table: table.people[at].played_by is not None


END, GIVE_UP = typed("game end", result=True), typed("game end", result=False)
CANCEL, RESIGN = typed("game cancel"), typed("game resign")
ENDED, GIVEN_UP = "You have ended the game. It is counted", "The game is cancelled."
COVERS = "A computer plays there now."
COVER = typed("game replace", seat="2", computer="easy")
COVERED = "If a computer still plays for \u2068Bob\u2069 at the end, they come last"
ROWS = {
    "end beside computers": Row(beside_computers, END, "counts for nobody", ENDED, is_over),
    "give up beside computers": Row(
        beside_computers, GIVE_UP, "counts for nobody", GIVEN_UP, is_cancelled
    ),
    "end beside newcomers": Row(with_newcomer, END, "counts for nobody", ENDED, is_over),
    "cancel beside newcomers": Row(
        with_newcomer, CANCEL, "counts for nobody", GIVEN_UP, is_cancelled
    ),
    "end where the others have left": Row(
        others_left, END, "counts if round 5 is over", ENDED, is_over
    ),
    "give up where the others have left": Row(
        others_left, GIVE_UP, "comes last in it if round 3 is over", GIVEN_UP, is_cancelled
    ),
    "cancel beside computers": Row(
        beside_computers, CANCEL, "There will be no result", GIVEN_UP, is_cancelled
    ),
    "cancel as a manager where the others have left": Row(
        managing, CANCEL, "There will be no result", GIVEN_UP, is_cancelled
    ),
    "leave": Row(
        lambda stage: stage.start(1),
        RESIGN,
        "comes last in it",
        "You have left the game.",
        lambda table: table.people[0].is_vacant,
    ),
    "cover who has left": Row(others_left, COVER, COVERED, COVERS, is_covered(1)),
    "cover who is silent": Row(silent, COVER, "the secret hand", COVERS, is_covered(1)),
    "cover the host": Row(
        waiting, typed("game replace", seat="1", computer="fair"), "(fair)", COVERS, is_covered(0)
    ),
    "cover by a button": Row(
        silent,
        pressed("Let a computer play"),
        "Only \u2068Bob\u2069 can end",
        COVERS,
        is_covered(1),
    ),
    "give back to a computer": Row(
        with_newcomer,
        pressed("Take the seat back"),
        "costs nothing on the leaderboard",
        "the seat has gone back",
        is_covered(1),
    ),
    "cover oneself": Row(
        lambda stage: stage.start(1),
        typed("game replace", seat="1", computer="easy"),
        "",
        COVERS,
        is_covered(0),
    ),
    "a computer in a vacant seat": Row(vacated, COVER, "", COVERS, is_covered(1)),
    "take back one's own seat": Row(
        taken_over,
        pressed("Take the seat back"),
        "",
        "the seat has gone back",
        lambda table: table.people[1].name == "Bob",
    ),
    "take back a turn": Row(
        played, typed("game undo"), "", "taken back", lambda table: not table.turns_played
    ),
}
ASKING = {name: row for name, row in ROWS.items() if row.price}


async def says_no(stage: Stage, answer: Any) -> bool:
    """Return whether an answer speaks of a question, though nobody is asked one."""
    return "question for everyone else" in texts(answer) or any(
        "Agree" in labels(message) for message in stage.public
    )


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if not row.price])
async def test_what_can_be_undone_is_done_and_said(stage: Stage, name: str) -> None:
    row = ROWS[name]
    await row.before(stage)
    answer = await row.asks(stage)
    await stage.env.settle()

    assert row.is_done(await stage.table())
    assert row.told in texts(answer)
    assert not await says_no(stage, answer)


@pytest.mark.parametrize("name", ASKING)
async def test_what_cannot_be_undone_is_asked_and_then_said(stage: Stage, name: str) -> None:
    """With its price: of one person, for two minutes, after a restart as well."""
    row = ASKING[name]
    await row.before(stage)
    asked = await row.asks(stage)
    question = texts(asked)
    (sure,) = (each for each in ids(asked) if str(stage.people[0].id) in each)
    others = stage.forge(stage.people[2], asked, sure)
    await stage.env.settle()
    before = await stage.table()
    await stage.env.advance_time(LATE)
    late = await stage.surely(0, asked)
    said_late = texts(late)
    after = await stage.table()
    await stage.restart()
    told = await stage.surely(0, late)
    await stage.env.settle()

    assert row.price in question
    assert "you come last" not in question, "that is so only where others still play"
    assert others.followups
    assert not row.is_done(before)
    assert "more than two minutes ago, so nothing was done" in said_late
    assert row.price in said_late
    assert not row.is_done(after)
    assert row.is_done(await stage.table())
    assert row.told in texts(told)
    assert not labels(told)
    assert not await says_no(stage, told)


@pytest.mark.parametrize("change", ["played", "left", "taken back"])
async def test_who_is_sure_of_an_older_board_is_asked_anew_and_told_what_changed(
    trio: Stage, change: str
) -> None:
    """Nothing is done before they are sure of the present one."""
    if change == "taken back":
        await trio.turn(0, "Take 1", "Take 1")
    asked = (await trio.people[1].slash(trio.channel, "game resign")).response
    if change == "played":
        await trio.turn(0, "Take 1", "Take 1")
    elif change == "left":
        await leave(trio, 2)
    else:
        await trio.people[0].slash(trio.channel, "game undo")
        for number in (1, 2):
            await trio.people[number].click(trio.last, label="Agree")
        await trio.env.settle()
    anew = await trio.surely(1, asked)
    said, before = texts(anew), await trio.table()
    await trio.surely(1, anew)

    told = {
        "played": "\u2068Ann\u2069 played.",
        "left": "Somebody has left the game or sat down.",
        "taken back": "A turn was taken back.",
    }
    assert "moved on since you were asked, so nothing was done" in said
    assert told[change] in said
    assert "Your seat becomes vacant" in said
    assert before.people[1].name == "Bob"
    assert (await trio.table()).people[1].is_vacant


@pytest.mark.parametrize(
    "arg",
    [
        "",
        "end",
        "end.{0}",
        "end.{0}.x",
        "end..{2}",
        "end.{1}.{2}",
        "end.{0}.{3}",
        "sure.{0}.{2}",
        "cover.{0}.{2}",
        "cover.{0}.{2}.9.easy",
        "cover.{0}.{2}.0.divine",
    ],
)
async def test_a_forged_yes_does_nothing_and_says_why(stage: Stage, arg: str) -> None:
    """Not whole, of somebody else, or for longer than anybody was ever asked."""
    await beside_computers(stage)
    asked = await END(stage)
    now = int(stage.bot.parts.tables.clock.now().timestamp())
    made = arg.format(stage.people[0].id, stage.people[1].id, now + 60, now + 9_999)
    table = await stage.table()
    answer = stage.forge(stage.people[0], asked, f"mb1:1:{table.revision}:sure:{made}")
    await stage.env.settle()

    assert answer.followups or "nothing was done" in texts(again(stage, asked))
    assert (await stage.table()).status is Status.RUNNING


async def test_a_yes_on_a_public_message_is_forged(stage: Stage) -> None:
    """Each was made for one reader."""
    await beside_computers(stage)
    sure = next(each for each in ids(await END(stage)) if ":sure:" in each)
    answer = stage.forge(stage.people[0], stage.newest_board(), sure)
    await stage.env.settle()

    assert answer.followups
    assert (await stage.table()).status is Status.RUNNING


async def test_a_yes_of_an_older_release_is_asked_anew(pair: Stage) -> None:
    """It said neither whom it asks, nor until when."""
    asked = await RESIGN(pair)
    old = f"mb1:1:{(await pair.table()).revision}:resign:"
    pair.forge(pair.people[0], asked, old)
    await pair.env.settle()
    before = await pair.table()
    await pair.surely(0, asked)

    assert not before.people[0].is_vacant
    assert (await pair.table()).people[0].is_vacant


async def test_who_is_sure_once_somebody_is_back_asks_them(stage: Stage) -> None:
    """The answer says that a question is in the channel, and it is."""
    await others_left(stage)
    asked = await END(stage)
    stage.bot.parts.members.note(stage.guild.id, stage.people[1].id)
    told = await stage.surely(0, asked)

    assert "The question for everyone else is in the channel." in texts(told)
    assert "Agree" in labels(question(stage))
    assert (await stage.table()).status is Status.RUNNING
