"""Pictures are known by what they show: equal ones are drawn once, others never mixed up."""

import pickle
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache, partial

import pytest

from metrobot.arena.simulation import simulated
from metrobot.engine.record import dump
from metrobot.games.registry import TITLES
from metrobot.service.finished.replays import played_record, replay_play
from metrobot.service.model.play import Play, PlayerId, Status
from metrobot.service.model.snapshots import finished_turns, snapshots_after
from metrobot.service.play.lock_choice import draft_for
from metrobot.store.statements.finished import ReplayRow
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.pictures.lazy_pictures import hint_picture, picture_key
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.page import page
from metrobot.ui.pages.values import Picture
from metrobot.ui.turn.planner_page import planner_look
from metrobot.ui.words.catalogue import ENGLISH, words_for

STRANGER = PlayerId(99)
ANN, BOB = PlayerId(1), PlayerId(2)


@cache
def game(title: str) -> Play:
    record = simulated(TITLES[title], TITLES[title].ruleset(3, {}), "pictures", 1)
    row = ReplayRow(1, 1, 1, 1, dump(record), datetime(2026, 1, 1, tzinfo=UTC))
    return replay_play(played_record(TITLES, row), row, str)


def moments(title: str) -> list[Play]:
    """Return the game after each of its turns, as if it were read anew each time."""
    table = game(title)
    return list(snapshots_after(table, finished_turns(table)))


def board(table: Play, viewer: PlayerId | None = None, zoom: str | None = None) -> Picture:
    """Return the board in English as one person may see it."""
    return FRONTS[table.title.id].board(game_view_of(table, ENGLISH, viewer), ENGLISH, zoom=zoom)


def pictures(table: Play) -> Iterator[Picture]:
    front = FRONTS[table.title.id]
    for viewer in (None, ANN, BOB):
        game_view = game_view_of(table, ENGLISH, viewer)
        yield front.board(game_view, ENGLISH)
        yield front.closing_board(game_view, ENGLISH)
        yield front.changes(
            game_view, [table.summary(turn, viewer) for turn in table.turns_played], ENGLISH
        )
        for zoom in front.zooms(game_view, ENGLISH):
            yield front.board(game_view, ENGLISH, zoom=zoom.key)
        if viewer is not None and (hand := front.hand(game_view, ENGLISH).picture):
            yield hand
    for player in table.to_act():
        yield planner_look(front, table, draft_for(table, player.id), ENGLISH, None).picture


@pytest.mark.long
@pytest.mark.parametrize("title", FRONTS)
def test_every_picture_of_a_game_is_known_by_what_it_shows(title: str) -> None:
    """By values that can be compared and looked up; twice made, it is the same."""
    some = [table for table in moments(title)[::5] if table.status is Status.RUNNING]
    found = [[picture.key for picture in pictures(table)] for table in some]
    again = [[picture.key for picture in pictures(table)] for table in some]

    assert len(found) > 3
    assert all(same is not None for table in found for same in table)
    assert {same for table in found for same in table} == {s for table in again for s in table}


@pytest.mark.parametrize("title", FRONTS)
def test_every_picture_can_be_drawn_by_another_process(title: str) -> None:
    """By functions of the pictures and views alone: such a process is small, and knows no table."""
    table = moments(title)[4]
    hint = hint_picture(board(table), ENGLISH)
    sent = [pickle.dumps(picture.draw) for picture in (*pictures(table), hint)]

    assert pickle.loads(sent[-1])() == hint.draw()
    assert not any(b"metrobot.ui" in each or b"metrobot.service" in each for each in sent)


@pytest.mark.parametrize("title", FRONTS)
def test_whoever_looks_on_sees_the_picture_that_the_channel_shows(title: str) -> None:
    """However many do, in one language; another one has its own."""
    table = moments(title)[6]
    dutch = words_for("nl")
    other = FRONTS[title].board(game_view_of(table, dutch), dutch)

    assert board(table).key == board(table, STRANGER).key
    assert board(table).key != other.key or board(table).draw() == other.draw()


@pytest.mark.parametrize("title", FRONTS)
def test_pictures_of_two_moments_or_parts_differ(title: str) -> None:
    """Each turn has its own, and so has each part of the board."""
    early, late = moments(title)[3:5]
    zooms = FRONTS[title].zooms(game_view_of(late, ENGLISH), ENGLISH)
    found = [board(early), board(late), *(board(late, zoom=zoom.key) for zoom in zooms)]

    assert len({picture.key for picture in found}) == len(found)


@pytest.mark.parametrize("title", FRONTS)
def test_nobodys_hand_is_taken_for_anothers(title: str) -> None:
    """Equal pictures are drawn from equal views, and a view holds what its reader may know."""
    table = moments(title)[6]
    front = FRONTS[title]
    hands = [front.hand(game_view_of(table, ENGLISH, each), ENGLISH).picture for each in (ANN, BOB)]
    found = {hand.key for hand in hands if hand}

    assert len(found) == len([hand for hand in hands if hand])


def test_a_message_keeps_what_its_pictures_are_known_by() -> None:
    picture = board(moments("metrolijn")[2])
    (named,) = page(picture, tag="9").pictures

    assert named.key == picture.key is not None
    assert named.stem != picture.stem


def test_a_drawing_is_known_by_its_function_and_all_it_is_given() -> None:
    some = [partial(int, "11", base=base) for base in (2, 2, 8)]

    assert [picture_key(each) == picture_key(some[0]) for each in some] == [True, True, False]
    assert picture_key(partial(int, "11")) != picture_key(partial(float, "11"))
