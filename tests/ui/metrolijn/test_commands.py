"""Metrolijn on a simulated Discord: the planner, /ride behind a lock, whole games."""

import random
from pathlib import Path

import pytest

from metrobot.games.metrolijn.board import WHOLE_IDS, map_named
from metrobot.service.model.play import Status
from metrobot.service.model.snapshots import finished_turns
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.turn.public_pages import turn_report
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.limits import walk
from tests.ui.stage import Shown, Stage, alts, labels, on_discord, raw, texts
from tests.ui.turn.presses import lines_of

pytestmark = pytest.mark.usefixtures("quick_pictures")

FRONT = {"metrolijn": FRONTS["metrolijn"]}


def choices(message: Shown) -> list[str]:
    parts = walk(raw(message))
    return [part["label"] for part in parts if ":try:" in part.get("custom_id", "")]


async def opened(stage: Stage, *joining: int, **options: str) -> None:
    """Open a lobby with options, let people join, and start."""
    await stage.people[0].slash(stage.channel, "game new", game="metrolijn", **options)
    for number in joining:
        await stage.people[number].click(stage.last, label="Join")
    await stage.seated_as_joined()
    await stage.begin()


def board(stage: Stage) -> Shown:
    """Return the newest public message with Choose."""
    return [m for m in stage.public if "Choose" in labels(m)][-1]


async def planner(stage: Stage, number: int) -> Shown:
    return (await stage.people[number].click(board(stage), label="Choose")).response


async def pick(stage: Stage, number: int, message: Shown, entry: int) -> Shown:
    """Press one of the buttons that choose; return the planner as it is then."""
    buttons = choices(message)
    return await stage.press(number, message, buttons[entry % len(buttons)])


async def choose(stage: Stage, number: int, entry: int) -> None:
    """Choose whole and lock."""
    message = await planner(stage, number)
    done = {"Lock", "Confirm"}
    while not done & set(labels(message)):
        message = await pick(stage, number, message, entry)
        entry = 0  # after a special station: one more line, not another number of crosses
    await stage.press(number, message, *(done & set(labels(message))))


async def test_a_round_is_locked_changed_and_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line, fewer crosses, another line; Lock, Change; the last lock shows all."""
    deal(monkeypatch, 0)
    async with on_discord(tmp_path / "games.db", fronts=FRONT) as stage:
        await opened(stage, 1, map="berlin")
        asked, buttons = texts(board(stage)), labels(board(stage))
        message = await pick(stage, 0, await planner(stage, 0), 0)
        chosen = texts(message)
        message = await pick(stage, 0, message, 0)
        locked = await stage.press(0, message, "Lock")
        waiting = texts(board(stage))
        message = await stage.press(0, locked, "Change")
        changing = texts(message)
        await stage.press(0, await pick(stage, 0, message, 1), "Lock")
        before = len((await stage.table()).log)
        await stage.restart()
        await choose(stage, 1, 0)
        report = texts(board(stage))

    assert "Round 1: **" in asked
    assert buttons[:2] == ["Choose", "My sheet"]
    assert "➡️ A S1" in chosen
    assert "Locked: " in waiting
    assert "B U2" in changing
    assert before == 1
    assert "C U3" in report
    assert "**1.** Card **" in report
    assert "Round 2: **" in report


async def test_my_sheet_is_shown_in_private(tmp_path: Path) -> None:
    async with on_discord(tmp_path / "games.db", fronts=FRONT) as stage:
        await opened(stage, 1)
        button = (await stage.people[1].click(board(stage), label="My sheet")).response
        typed = (await stage.people[1].slash(stage.channel, "hand")).response

    assert "Your sheet" in texts(button)
    assert texts(button) == texts(typed)


def deal(monkeypatch: pytest.MonkeyPatch, place: int) -> None:
    """Draw the card at a place among those left each time: first a 3, last the F."""
    monkeypatch.setattr(
        "metrobot.service.model.chance.draw_index", lambda *ranges: place % ranges[-1]
    )


async def test_a_typed_ride_takes_the_place_of_what_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a lock another choice may be typed; it counts once it is locked too."""
    deal(monkeypatch, 0)
    async with on_discord(tmp_path / "games.db", fronts=FRONT) as stage:
        await opened(stage, 1, map="berlin")
        await choose(stage, 0, 0)
        typed = (await stage.people[0].slash(stage.channel, "ride", line="I")).response
        chosen = texts(typed)
        await stage.press(0, typed, "Lock")
        (action,) = (await stage.table()).sealed.values()

    assert "I U8" in chosen
    assert action[0].line == "I"  # type: ignore[attr-defined]


@pytest.mark.few(2)
@pytest.mark.parametrize("map_", [*WHOLE_IDS, "berlin-night", "paris-dawn"])
async def test_a_game_alone_is_played_to_its_end(tmp_path: Path, map_: str) -> None:
    """Card after card in one private message; the channel has one board, then the rank (ML §8)."""
    async with on_discord(tmp_path / "games.db", fronts=FRONT) as stage:
        await opened(stage, map=map_)
        chooser, rounds, longest = random.Random(map_), 0, 0
        message = await planner(stage, 0)
        while (await stage.table()).status is Status.RUNNING:
            rounds += 1
            if rounds == 9:
                await stage.restart()
            while "Confirm" not in labels(message):
                message = await pick(stage, 0, message, chooser.randrange(12))
            message = await stage.press(0, message, "Confirm")
            longest = max(longest, sum(lines_of(text) for text in said_in(message)))
            assert alts(message)
        table, posts = await stage.table(), [texts(message) for message in stage.public]

    assert rounds >= map_named(map_).windows
    assert longest <= 12
    assert "That was the last turn" in texts(message)
    assert sum("Card **" in text for text in posts) == 1
    assert not any("### The final count" in text for text in posts)  # the picture has it
    assert any("🚇" in text for text in posts[-2:])
    assert all(len(text) <= 4000 for text in posts)
    assert table.rules["map"] == map_


def said_in(message: Shown) -> list[str]:
    """Return the texts of a message."""
    return [part["content"] for part in walk(raw(message)) if part["type"] == 10]


@pytest.mark.long
async def test_three_with_special_stations_play_to_the_end(tmp_path: Path) -> None:
    """Everybody in every round while they have a window; then the count (ML §9)."""
    async with on_discord(tmp_path / "games.db", fronts=FRONT) as stage:
        await opened(stage, 1, 2, map="berlin", special="true")
        chooser = random.Random(4)
        while (table := await stage.table()).status is Status.RUNNING:
            for person in table.to_act():
                number = [member.id for member in stage.people].index(person.id)
                await choose(stage, number, chooser.randrange(12))
        posts = [texts(message) for message in stage.public]
        turns = finished_turns(table)
        reports = [turn_report(FRONT["metrolijn"], table, turn, ENGLISH) for turn in turns]

    assert any("★" in line for report in reports for line in report.lines)
    assert any("🏆" in text for text in posts)
    assert all(len(text) <= 4000 for text in posts)
    assert table.view_for(None).result is not None
