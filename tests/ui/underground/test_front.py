"""The front as the frame uses it: pictures that can be drawn, within Discord's limits."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from metrobot.engine.errors import Refusal
from metrobot.games.underground.actions import Build
from metrobot.service.table import PlayerId
from metrobot.ui.pages.values import Sketch
from metrobot.ui.underground.front import UndergroundFront
from metrobot.ui.underground.menus import shown
from metrobot.ui.underground.pictures import planner_options, turn_changes
from metrobot.ui.underground.steps import now, open_choices
from metrobot.ui.underground.turn import last_turn
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.underground.games import draft_at, play, table_at

FRONT = UndergroundFront()


def size(sketch: Sketch) -> tuple[int, int]:
    """Return the size of a drawn picture; it must be small enough to post."""
    data = sketch.draw()
    assert len(data) <= 400_000
    assert 0 < len(sketch.alt) <= 1000
    return Image.open(io.BytesIO(data)).size


def test_the_board_can_be_drawn_at_start_and_end() -> None:
    """The board is at least 2,000 px wide and at most 400 kB."""
    game = play(5, 1)

    for events in (2, game.turn_starts()[14], len(game.log)):
        assert size(FRONT.board(table_at(game, events), ENGLISH))[0] >= 2000


def test_every_zoom_can_be_drawn() -> None:
    """Each of the five parts has a picture, the same for everybody."""
    table = table_at(play(3, 1), play(3, 1).turn_starts()[20])
    zooms = FRONT.zooms(table, ENGLISH, None)

    assert [zoom.key for zoom in zooms] == ["centre", "west", "east", "north", "south"]
    for zoom in zooms:
        sketch = FRONT.board(table, ENGLISH, viewer=PlayerId(100), zoom=zoom.key)
        assert size(sketch)
        assert sketch == FRONT.board(table, ENGLISH, zoom=zoom.key)


def test_an_unknown_zoom_is_refused() -> None:
    """A part that is not offered has a clear refusal."""
    with pytest.raises(Refusal) as caught:
        FRONT.board(table_at(play(3, 1), 9), ENGLISH, zoom="moon")

    assert ENGLISH.has(caught.value.key)


@pytest.mark.parametrize("turn", [0, 15])
def test_a_planner_can_be_drawn_through_a_turn(turn: int) -> None:
    """The empty plan, each step, and the whole turn have pictures."""
    game = play(3, 2)
    events = game.turn_starts()[turn]
    draft = draft_at(game, events)
    while True:
        page = FRONT.planner(table_at(game, events), draft, ENGLISH, None)
        assert size(page.sketch)[0] >= 1600
        if draft.is_turn_over:
            break
        draft = draft.then(0)


def test_numbers_on_the_picture_are_those_of_the_menus() -> None:
    """Each link of a menu has its number on the picture, and no other is there."""
    game = play(4, 1)
    for events in game.turn_starts()[:-1]:
        draft = draft_at(game, events)
        for group in (None, "r", "b_e", "zz"):
            page = FRONT.planner(table_at(game, events), draft, ENGLISH, group)
            entries = [choice for menu in page.menus for choice in menu.choices]
            told = {int(c.label.split(" · ")[0]): draft.open_choices[c.index] for c in entries}

            options = planner_options(shown(now(draft), open_choices(draft), group))

            assert {o.number: Build(o.colour, o.link) for o in options} == told


def test_what_the_last_turn_did_is_marked() -> None:
    """Its pieces and trips, with the colours that were really ridden."""
    game = play(3, 1)
    table = table_at(game, game.turn_starts()[9])
    done = last_turn(table)
    assert done is not None

    new = turn_changes(done)

    assert len(new.pieces) == len(done.pieces)
    assert [trip.colours for trip in new.trips] == [t.route.colours for t in done.trips]


def test_the_final_picture_of_a_record_can_be_drawn() -> None:
    """As `replay --png` asks for it."""
    table = table_at(play(2, 1))

    assert FRONT.view_picture(table.view_for(None), ("A", "B"), ENGLISH)[:4] == b"\x89PNG"


def test_pages_of_the_rules_are_ready() -> None:
    """Each page has its own key, a name and a text; their pictures can be drawn."""
    topics = FRONT.topics(ENGLISH)

    assert len({topic.key for topic in topics}) == len(topics)
    assert all(size(topic.sketch) for topic in topics if topic.sketch is not None)


def test_file_names_tell_nothing() -> None:
    """A file is named after the game, its revision and what it shows."""
    table = table_at(play(3, 1), 30)

    assert FRONT.board(table, ENGLISH).stem == "underground-7-30-board"


def test_nothing_is_shown_in_the_lobby() -> None:
    """Before the start there are no parts to look at, and nothing to say."""
    lobby = replace(table_at(play(3, 1), 30), state=None, ruleset=None)

    assert FRONT.zooms(lobby, ENGLISH, None) == ()
    assert FRONT.status(lobby, ENGLISH, None) == ()
