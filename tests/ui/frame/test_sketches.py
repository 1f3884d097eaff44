"""Pictures are known by what they show: equal ones are drawn once, others never mixed up."""

import pickle
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache, partial

import pytest

from metrobot.engine.record import dump
from metrobot.games.registry import TITLES
from metrobot.service.moments import after_each, finished_turns
from metrobot.service.replays import kept
from metrobot.service.sealing import begun
from metrobot.service.simulation import simulated
from metrobot.service.table import PlayerId, Status, Table
from metrobot.store.replays import ReplayRow
from metrobot.ui.frame.scene import scene_of
from metrobot.ui.frame.sketches import drawing, hinted_sketch
from metrobot.ui.fronts import FRONTS
from metrobot.ui.pages.page import page
from metrobot.ui.pages.values import Sketch
from metrobot.ui.turn.plannerpage import look_at
from metrobot.ui.words.catalogue import ENGLISH, words_for

STRANGER = PlayerId(99)
ANN, BOB = PlayerId(1), PlayerId(2)


@cache
def game(title: str) -> Table:
    """Return a whole random game of three."""
    record = simulated(TITLES[title], TITLES[title].ruleset(3, {}), "sketches", 1)
    row = ReplayRow(1, 1, 1, 1, dump(record), datetime(2026, 1, 1, tzinfo=UTC))
    return kept(TITLES, row, str)


def moments(title: str) -> list[Table]:
    """Return the game after each of its turns, as if it were read anew each time."""
    table = game(title)
    return list(after_each(table, finished_turns(table)))


def board(table: Table, viewer: PlayerId | None = None, zoom: str | None = None) -> Sketch:
    """Return the board in English as one person may see it."""
    return FRONTS[table.title.id].board(scene_of(table, ENGLISH, viewer), ENGLISH, zoom=zoom)


def sketches(table: Table) -> Iterator[Sketch]:
    """Yield all kinds of pictures of a game under way."""
    front = FRONTS[table.title.id]
    for viewer in (None, ANN, BOB):
        scene = scene_of(table, ENGLISH, viewer)
        yield front.board(scene, ENGLISH)
        yield front.closing_board(scene, ENGLISH)
        yield front.changes(
            scene, [table.told(turn, viewer) for turn in table.turns_played], ENGLISH
        )
        for zoom in front.zooms(scene, ENGLISH):
            yield front.board(scene, ENGLISH, zoom=zoom.key)
        if viewer is not None and (hand := front.hand(scene, ENGLISH).sketch):
            yield hand
    for player in table.to_act():
        yield look_at(front, table, begun(table, player.id), ENGLISH, None).sketch


@pytest.mark.long
@pytest.mark.parametrize("title", FRONTS)
def test_every_picture_of_a_game_is_known_by_what_it_shows(title: str) -> None:
    """By values that can be compared and looked up; twice made, it is the same."""
    some = [table for table in moments(title)[::5] if table.status is Status.RUNNING]
    found = [[sketch.same for sketch in sketches(table)] for table in some]
    again = [[sketch.same for sketch in sketches(table)] for table in some]

    assert len(found) > 3
    assert all(same is not None for table in found for same in table)
    assert {same for table in found for same in table} == {s for table in again for s in table}


@pytest.mark.parametrize("title", FRONTS)
def test_every_picture_can_be_drawn_by_another_process(title: str) -> None:
    """By functions of the pictures and views alone: such a process is small, and knows no table."""
    table = moments(title)[4]
    hint = hinted_sketch(board(table), ENGLISH)
    sent = [pickle.dumps(sketch.draw) for sketch in (*sketches(table), hint)]

    assert pickle.loads(sent[-1])() == hint.draw()
    assert not any(b"metrobot.ui" in each or b"metrobot.service" in each for each in sent)


@pytest.mark.parametrize("title", FRONTS)
def test_whoever_looks_on_sees_the_picture_that_the_channel_shows(title: str) -> None:
    """However many do, in one language; another one has its own."""
    table = moments(title)[6]
    dutch = words_for("nl")
    other = FRONTS[title].board(scene_of(table, dutch), dutch)

    assert board(table).same == board(table, STRANGER).same
    assert board(table).same != other.same or board(table).draw() == other.draw()


@pytest.mark.parametrize("title", FRONTS)
def test_pictures_of_two_moments_or_parts_differ(title: str) -> None:
    """Each turn has its own, and so has each part of the board."""
    early, late = moments(title)[3:5]
    zooms = FRONTS[title].zooms(scene_of(late, ENGLISH), ENGLISH)
    found = [board(early), board(late), *(board(late, zoom=zoom.key) for zoom in zooms)]

    assert len({sketch.same for sketch in found}) == len(found)


@pytest.mark.parametrize("title", FRONTS)
def test_nobodys_hand_is_taken_for_anothers(title: str) -> None:
    """Equal pictures are drawn from equal views, and a view holds what its reader may know."""
    table = moments(title)[6]
    front = FRONTS[title]
    hands = [front.hand(scene_of(table, ENGLISH, each), ENGLISH).sketch for each in (ANN, BOB)]
    found = {hand.same for hand in hands if hand}

    assert len(found) == len([hand for hand in hands if hand])


def test_a_message_keeps_what_its_pictures_are_known_by() -> None:
    """Only their names become its own."""
    sketch = board(moments("metrolijn")[2])
    (named,) = page(sketch, tag="9").sketches

    assert named.same == sketch.same is not None
    assert named.stem != sketch.stem


def test_a_drawing_is_known_by_its_function_and_all_it_is_given() -> None:
    """Also by what is given by name."""
    some = [partial(int, "11", base=base) for base in (2, 2, 8)]

    assert [drawing(each) == drawing(some[0]) for each in some] == [True, True, False]
    assert drawing(partial(int, "11")) != drawing(partial(float, "11"))
