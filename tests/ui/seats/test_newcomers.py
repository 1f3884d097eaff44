"""Newcomers and absences as people meet them on Discord: late hands, ways back, Still away."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from metrobot.service.model.play import Status
from metrobot.store.parts import PreferenceStore
from metrobot.store.statements.people import PreferenceRow
from tests.ui.seats.test_seats import question, resigned
from tests.ui.stage import Stage, labels, texts


async def handed_over(stage: Stage) -> Any:
    """Let Bob, whose turn it is not, hand his seat to Cat; return the message that says so."""
    await stage.start(1)
    await stage.people[1].slash(stage.channel, "game replace", seat="2", by=stage.people[2])
    await stage.people[2].click(question(stage), label="Accept")
    await stage.env.settle()
    return next(m for m in stage.public if "Take the seat back" in labels(m))


async def with_computer(stage: Stage, *, is_open: bool = False) -> None:
    """Start a game of Ann and a computer."""
    await stage.lobby()
    lobby = stage.bot.parts.tables.lobbies.at(stage.channel.id)
    await lobby.add_computer(stage.people[0].id, "easy")
    await stage.seated_as_joined()
    if is_open:
        options = await stage.options(stage.last)
        assert "Let anyone take computers’ seats" in labels(options)
        options = await stage.press(0, options, "Let anyone take computers’ seats")
        assert "Ask about computers’ seats" in labels(options)
        assert "anyone may take computers’ seats" in texts(stage.last)
    await stage.people[0].click(stage.last, label="Start")


async def test_a_newcomers_hand_waits_for_their_first_turn(stage: Stage) -> None:
    await handed_over(stage)
    early = (await stage.people[2].slash(stage.channel, "hand")).response
    await stage.turn(0, "Take 1", "Take 1")
    still = (await stage.people[2].slash(stage.channel, "hand")).response
    await stage.plan(2, stage.newest_board())
    then = (await stage.people[2].slash(stage.channel, "hand")).response

    assert texts(early) == texts(still)
    assert "when you begin your first turn" in texts(early)
    assert texts(then) != texts(early)
    assert not stage.direct(stage.people[2])


async def test_who_sat_there_takes_the_seat_back_by_one_press(stage: Stage) -> None:
    """After a restart too; once the newcomer has seen the hand they are told why not."""
    told = await handed_over(stage)
    assert f"<@{stage.people[1].id}> can take the seat back" in texts(told)
    await stage.restart()
    early = await stage.people[0].click(told, label="Take the seat back")
    answer = await stage.people[1].click(told, label="Take the seat back")
    late = await stage.people[1].click(told, label="Take the seat back")

    assert "stays as it is" in texts(early.response)
    assert "the seat has gone back" in texts(answer.response)
    assert "stays as it is" in texts(late.response)
    assert (await stage.table()).people[1].id == stage.people[1].id


async def test_a_player_alone_gives_a_seat_back_to_a_computer(stage: Stage) -> None:
    """Sure as they are, where anybody could take it; the stranger has to ask the next time."""
    await with_computer(stage, is_open=True)
    row = (await stage.people[1].slash(stage.channel, "game seats")).response
    await stage.people[1].click(row, label="Take seat 2")
    await stage.env.settle()
    told = next(m for m in stage.public if "Take the seat back" in labels(m))
    assert "most of the players can give the seat back" in texts(told)

    sure = (await stage.people[0].click(told, label="Take the seat back")).response
    await stage.surely(0, sure)
    again = await stage.people[1].click(row, label="Take seat 2")

    assert (await stage.table()).people[1].is_computer
    assert "If nobody objects" in texts(again.response)


async def test_two_players_vote_about_a_newcomer(joined: Stage) -> None:
    lobby = joined.bot.parts.tables.lobbies.at(joined.channel.id)
    await lobby.add_computer(joined.people[0].id, "easy")
    await joined.seated_as_joined()
    await joined.ok(1)
    await joined.begin()
    seats = (await joined.people[2].slash(joined.channel, "game seats")).response
    await joined.people[2].click(seats, label="Take seat 3")
    for number in (0, 1):
        await joined.people[number].click(question(joined), label="Agree")
    await joined.env.settle()
    told = next(m for m in joined.public if "Take the seat back" in labels(m))
    await joined.people[0].click(told, label="Take the seat back")
    await joined.env.settle()
    asked = question(joined)
    assert re.search("instead of .*Cat.*, who has not played yet", texts(asked))
    assert "Votes: 1 of 2." in texts(asked)
    assert "secret hand" not in texts(asked)

    await joined.people[1].click(asked, label="Agree")

    assert (await joined.table()).people[2].is_computer


async def test_who_plays_with_a_newcomer_alone_ends_the_game(stage: Stage) -> None:
    """Without anybody being asked, by /game cancel as well."""
    await with_computer(stage, is_open=True)
    seats = (await stage.people[1].slash(stage.channel, "game seats")).response
    await stage.people[1].click(seats, label="Take seat 2")
    await stage.people[1].slash(stage.channel, "me away", until="30")

    sure = (await stage.people[0].slash(stage.channel, "game cancel")).response
    await stage.surely(0, sure)

    assert (await stage.table()).status is Status.CANCELLED


async def test_an_act_anywhere_ends_an_absence_and_says_so_once(pair: Stage) -> None:
    """With a button that sets it again; what is only looked at ends none."""
    await pair.people[0].slash(pair.channel, "me away", until="5")
    await pair.people[0].slash(pair.channel, "board")
    planner = await pair.plan(0, pair.newest_board(), "Take 1", "Take 1")
    assert (await pair.table()).people[0].away_until is not None

    pressed = await pair.people[0].click(planner, label="Confirm")

    (told,) = [each for each in pressed.followups if "Still away" in labels(each)]
    assert (await pair.table()).people[0].away_until is None
    await pair.press(0, told, "Still away")
    assert (await pair.table()).people[0].away_until is not None
    await pair.turn(1, "Take 1", "Take 1")
    asked = await pair.people[0].slash(pair.channel, "game end", result=False)
    assert any("Still away" in labels(each) for each in asked.followups)
    again = await pair.people[0].slash(pair.channel, "game join")
    assert not any("Still away" in labels(each) for each in again.followups)


async def test_confirm_reads_no_preferences_of_who_is_there(
    pair: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until another process stores an absence: the next act ends it all the same."""
    ann, readers, of = pair.people[0], list[int](), PreferenceStore.of

    async def noted(store: PreferenceStore, players: Sequence[int]) -> dict[int, PreferenceRow]:
        readers.extend(players)
        return await of(store, players)

    planner = await pair.plan(0, pair.newest_board(), "Take 1", "Take 1")
    with monkeypatch.context() as patch:
        patch.setattr(PreferenceStore, "of", noted)
        await pair.press(0, planner, "Confirm")
        await pair.env.settle()
    assert ann.id not in readers

    await pair.turn(1, "Take 1", "Take 1")
    planner = await pair.plan(0, pair.newest_board(), "Take 1", "Take 1")
    now = pair.bot.parts.tables.clock.now()
    away = PreferenceRow(away_until=now + timedelta(days=5))
    await pair.store.preferences.save(ann.id, "Ann", away, now)
    pair.store.signals.changed("people")  # as the database tells
    pressed = await ann.click(planner, label="Confirm")

    assert any("Still away" in labels(each) for each in pressed.followups)
    assert (await pair.table()).people[0].away_until is None


async def test_a_seat_that_was_left_is_taken_back_by_nobody(stage: Stage) -> None:
    """Whoever left it has left; the table has agreed to the newcomer."""
    await resigned(stage, 1, 1)
    free = next(m for m in stage.public if "Take seat 2" in labels(m))
    await stage.people[2].click(free, label="Take seat 2")
    await stage.people[0].click(question(stage), label="Agree")
    await stage.env.settle()

    assert (await stage.table()).has(stage.people[2].id)
    assert not any("Take the seat back" in labels(m) for m in stage.public)
