"""Since my last turn: what one has missed, in words and in one picture."""

import threading
from dataclasses import replace
from typing import Any

import pytest
from discord import ui

from metrobot.engine.log import applied
from metrobot.games.registry import TITLES
from metrobot.service.model.play import PlayerId
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.page import Page, page
from metrobot.ui.turn import log_page
from metrobot.ui.turn.log_page import MOST_TURNS, since_parts, turns_since
from metrobot.ui.words.catalogue import ENGLISH
from tests.titles import GAMES
from tests.ui.stage import Stage, alts, labels, texts


async def missed(stage: Stage, number: int) -> Any:
    """Press the button beside the newest board; return the private answer."""
    answer = await stage.people[number].click(stage.newest_board(), label="Since my last turn")
    assert answer.ephemeral
    return answer.response


async def test_each_turn_since_ones_own_is_told(trio: Stage) -> None:
    await trio.turn(0, "Take 1", "Take 1")
    await trio.turn(1, "Take 1", "Take 1")
    await trio.turn(2, "Take 1", "Take 1")
    message = await missed(trio, 0)

    said = texts(message)
    assert said.index("**2.** Turn 1: 2 taken") < said.index("**3.** Turn 2: 2 taken")
    assert "Turn 0" not in said
    assert len(alts(message)) == 1
    assert "Waiting for \u2068Ann\u2069" in said
    assert labels(message) == ["Plan my turn"]


async def test_right_behind_ones_own_turn_nothing_has_happened(pair: Stage) -> None:
    await pair.turn(0, "Take 1", "Take 1")
    message = await missed(pair, 0)

    assert "Nothing has happened since then." in texts(message)
    assert len(alts(message)) == 1


async def test_who_has_not_played_yet_is_told_all(pair: Stage) -> None:
    await pair.turn(0, "Take 1", "Take 1")

    assert "**1.** Turn 0: 2 taken" in texts(await missed(pair, 1))
    assert "**1.** Turn 0: 2 taken" in texts(await missed(pair, 2))


async def test_old_buttons_tell_the_newest(pair: Stage) -> None:
    await pair.turn(0, "Take 1", "Take 1")
    board = pair.newest_board()
    await pair.turn(1, "Take 1", "Take 1")
    await pair.restart()
    answer = await pair.people[0].click(board, label="Since my last turn")

    assert "**2.** Turn 1: 2 taken" in texts(answer.response)


async def test_the_status_leads_there_too(pair: Stage) -> None:
    status = await pair.people[1].slash(pair.channel, "game status")

    ways = ["Plan ahead", "Details", "Board", "Turns so far", "Since my last turn"]
    assert labels(status.response) == [*ways, "Something came up"]


async def test_what_plays_a_game_again_keeps_nobody_waiting(
    pair: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Since my last turn, the log and its pages are made beside the event loop."""
    for number in range(3):
        await pair.turn(number % 2, "Take 1", "Take 1")
    monkeypatch.setattr(log_page, "TURNS_A_PAGE", 2)
    threads, tell = set[threading.Thread](), Table.summaries

    def noted(table: Table, *given: Any) -> list[Any]:
        threads.add(threading.current_thread())
        return tell(table, *given)

    monkeypatch.setattr(Table, "summaries", noted)
    await missed(pair, 2)
    answer = await pair.people[2].slash(pair.channel, "game log")
    await pair.people[2].click(answer.response, label="Older")

    assert threads
    assert threading.main_thread() not in threads


TURN_BY_TURN = [title for title in GAMES if not TITLES[title].is_simultaneous]
"""Titles in whose rounds all play at once have tests of their own."""


def table_of(title: str, events: int) -> Table:
    """Return the table after a number of events of a game of three people."""
    games = GAMES[title]
    made: Table = games.table_at(games.play(3, 5), events)
    return made


def texts_of(shown: Page) -> str:
    items = shown.view.walk_children()
    return "\n".join(item.content for item in items if isinstance(item, ui.TextDisplay))


@pytest.mark.parametrize("title", TURN_BY_TURN)
def test_a_long_absence_is_cut_short(title: str) -> None:
    """The newest turns, and how many are older; within Discord's limits."""
    table = table_of(title, 60)
    turns = turns_since(table, PlayerId(1))
    said = texts_of(page(*since_parts(FRONTS[title], table, ENGLISH, PlayerId(1))))

    assert turns == finished_turns(table)
    assert len(turns) > MOST_TURNS
    assert f"{len(turns) - MOST_TURNS} earlier turns" in said
    assert len(said) <= 4000


@pytest.mark.parametrize("title", TURN_BY_TURN)
def test_a_player_is_told_what_came_behind_his_last_turn(title: str) -> None:
    """Each player is told all later turns and none of their own."""
    table = table_of(title, 60)
    for person in table.people:
        seats = table.seats_of(person.id)
        turns = turns_since(table, person.id)
        actors = {logged.event.actor for logged in table.log if logged.turn in turns}
        before = {logged.turn for logged in table.log if logged.event.actor in seats}
        before &= set(finished_turns(table))

        assert not actors & seats
        assert list(turns) == [n for n in finished_turns(table) if n > max(before)]
    assert {len(turns_since(table, person.id)) for person in table.people} > {0}


@pytest.mark.parametrize("title", TURN_BY_TURN)
def test_all_turns_are_told_in_one_pass(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The result is the same as telling each by itself, which replays the game each time."""
    table, count = table_of(title, 60), list[object]()

    def counting(*given: Any) -> Any:
        count.append(given)
        return applied(*given)

    turns = table.turns_played
    told = {
        player: [table.summary(turn, player) for turn in turns] for player in (None, PlayerId(1))
    }
    monkeypatch.setattr("metrobot.engine.log.applied", counting)
    for player, each in told.items():
        count.clear()
        fresh = replace(table)
        assert fresh.summaries(turns, player) == each
        assert len(count) <= len(table.log)

    count.clear()
    page(*since_parts(FRONTS[title], replace(table), ENGLISH, PlayerId(1)))
    assert len(count) <= 3 * len(table.log)


@pytest.mark.parametrize("title", TURN_BY_TURN)
def test_one_picture_marks_all_changes(title: str) -> None:
    """It is neither the plain board nor that with the last turn's changes alone."""
    table = table_of(title, 40)
    front, turns = FRONTS[title], finished_turns(table)
    game_view = game_view_of(table, ENGLISH)
    told = [table.summary(turn) for turn in turns]
    last = front.board(game_view, ENGLISH).draw()
    many = front.changes(game_view, told[-3:], ENGLISH).draw()
    most = front.changes(game_view, told, ENGLISH).draw()

    assert len({last, many, most}) == 3


@pytest.mark.parametrize("title", TURN_BY_TURN)
def test_no_turns_mark_no_changes(title: str) -> None:
    table = table_of(title, 40)
    front = FRONTS[title]

    plain = front.view_picture(table.view_for(None), [p.name for p in table.people], ENGLISH)
    assert front.changes(game_view_of(table, ENGLISH), (), ENGLISH).draw() == plain
