"""The front as the bot uses it: pictures that can be drawn, within Discord's limits."""

from dataclasses import replace
from datetime import date

import pytest

from metrobot.engine.errors import Refusal
from metrobot.games.underground.actions import Build
from metrobot.games.underground.board import STATIONS
from metrobot.ui.kit.views import draft_view_of
from metrobot.ui.underground.front import UndergroundFront
from metrobot.ui.underground.menus import shown_choices
from metrobot.ui.underground.pictures import planner_options
from metrobot.ui.underground.steps import open_choices
from metrobot.ui.words.catalogue import ENGLISH
from render.underground import inks
from render.underground.glyphs import stop_stamp
from render.underground.grid import AREAS, WHOLE
from render.underground.lines.tracks import _round_stamp, _stroke_stamp
from render.underground.lines.trips import ride_stamp, steps_stamp
from tests.render.shown import shown
from tests.ui.tables import size
from tests.ui.underground.games import draft_at, game_view_at, play, table_at

FRONT = UndergroundFront()


def test_the_board_can_be_drawn_at_start_and_end() -> None:
    """The board is 1,600 px wide and at most 400 kB."""
    game = play(5, 1)

    for events in (2, game.turn_starts()[14], len(game.log)):
        assert size(FRONT.board(game_view_at(game, events), ENGLISH))[0] == 1600


def test_a_final_board_marks_nothing_of_the_last_turn() -> None:
    """Neither whole nor in part; it names what is told beside it."""
    game = play(3, 1)
    game_view = game_view_at(game, len(game.log))

    assert game_view.last is not None
    assert game_view.last.pieces or game_view.last.trips
    for zoom in (None, "centre"):
        picture = shown(FRONT.board(game_view, ENGLISH, zoom=zoom).draw)
        pale = [each for each in picture.stamped(_stroke_stamp) if each.ink in inks.PALE]
        marks = (_round_stamp, stop_stamp, ride_stamp, steps_stamp)

        assert [each for make in marks for each in picture.stamped(make)] == []
        assert pale == []
    whole = shown(FRONT.board(game_view, ENGLISH).draw)
    for piece in game_view.last.pieces:
        assert whole.written(STATIONS[piece.end].name)


def test_every_zoom_can_be_drawn() -> None:
    """Each of the five parts has a picture, the same for all who only watch."""
    events = play(3, 1).turn_starts()[20]
    game_view = game_view_at(play(3, 1), events)
    zooms = FRONT.zooms(game_view, ENGLISH)

    corners = ["north-west", "north-east", "south-west", "south-east"]
    assert [zoom.key for zoom in zooms] == ["centre", *corners]
    for zoom in zooms:
        picture = FRONT.board(game_view, ENGLISH, zoom=zoom.key)
        assert size(picture)
        assert picture == FRONT.board(game_view_at(play(3, 1), events), ENGLISH, zoom=zoom.key)


def test_a_part_that_is_no_larger_than_the_board_is_not_offered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither in the list, from which buttons and commands take their choices, nor when typed."""
    game_view = game_view_at(play(3, 1), play(3, 1).turn_starts()[20])
    monkeypatch.setitem(AREAS, "centre", WHOLE)

    assert "centre" not in [zoom.key for zoom in FRONT.zooms(game_view, ENGLISH)]
    with pytest.raises(Refusal, match=r"ou\.zoom\.unknown"):
        FRONT.board(game_view, ENGLISH, zoom="centre")


def test_own_lines_stand_out_on_private_pictures() -> None:
    """Boards, parts and what was missed show the reader's lines wider; the channel's board none."""
    game = play(3, 1)
    events = game.turn_starts()[20]
    everybody, own = game_view_at(game, events), game_view_at(game, events, 100)
    turns = [table_at(game).summary(n) for n in range(4, 9)]

    assert own.seats
    private, public = (
        (
            FRONT.board(game_view, ENGLISH),
            FRONT.board(game_view, ENGLISH, zoom="centre"),
            FRONT.changes(game_view, turns, ENGLISH),
        )
        for game_view in (own, everybody)
    )
    for one, other in zip(private, public, strict=True):
        assert one.draw() != other.draw()


def test_a_turn_that_is_watched_again_is_about_who_played() -> None:
    """Its picture differs from that of the running game."""
    game_view = game_view_at(play(3, 1), play(3, 1).turn_starts()[9])
    watched = replace(game_view, is_watched=True)

    assert FRONT.board(watched, ENGLISH).draw() != FRONT.board(game_view, ENGLISH).draw()


def test_the_final_board_tells_the_day() -> None:
    """It shows the day on which the game ended, as the game view says."""
    game_view = game_view_at(play(3, 1), len(play(3, 1).log))
    one, other = (replace(game_view, ended=date(2026, 2, day)) for day in (3, 4))

    assert FRONT.board(one, ENGLISH).draw() != FRONT.board(other, ENGLISH).draw()


@pytest.mark.parametrize("turn", [0, 15])
def test_a_planner_can_be_drawn_through_a_turn(turn: int) -> None:
    game = play(3, 2)
    events = game.turn_starts()[turn]
    draft = draft_at(game, events)
    while True:
        page = FRONT.planner(game_view_at(game, events), draft_view_of(draft), ENGLISH, None)
        assert size(page.picture)[0] >= 1600
        if draft.is_turn_over:
            break
        draft = draft.then(0)


def test_numbers_on_the_picture_are_those_of_buttons_and_menus() -> None:
    """Each link of a button or menu has its number on the picture, and no other is there.

    Menus of a colour's first piece, which may go anywhere, name their links alone.
    """
    game = play(4, 1)
    for events in game.turn_starts()[:-1]:
        draft, game_view = draft_at(game, events), game_view_at(game, events)
        draft_view = draft_view_of(draft)
        for group in (None, "r", "b_e", "zz"):
            page = FRONT.planner(game_view, draft_view, ENGLISH, group)
            entries = [*page.buttons, *(choice for menu in page.menus for choice in menu.choices)]
            told = {
                int(c.label.split(" · ")[0]): draft.open_choices[c.index]
                for c in entries
                if isinstance(draft.open_choices[c.index], Build) and c.label[0].isdigit()
            }

            options = planner_options(
                shown_choices(draft_view.view, open_choices(draft_view.options), group)
            )

            assert {o.number: Build(o.colour, o.link) for o in options} == told


def test_what_the_last_turn_did_is_marked() -> None:
    """Its pieces and trips, or those of several turns; nothing before the first."""
    game = play(3, 1)
    views = [game_view_at(game, game.turn_starts()[turn]) for turn in (0, 9)]
    first, later = (FRONT.board(game_view, ENGLISH) for game_view in views)
    without = FRONT.board(replace(views[1], last=None), ENGLISH)
    several = FRONT.changes(views[1], [table_at(game).summary(n) for n in range(4, 9)], ENGLISH)

    assert views[0].last is None
    assert len({picture.draw() for picture in (first, later, without, several)}) == 4


def test_the_final_picture_of_a_record_can_be_drawn() -> None:
    """As `replay --png` asks for it."""
    table = table_at(play(2, 1))

    assert FRONT.view_picture(table.view_for(None), ("A", "B"), ENGLISH)[:4] == b"\x89PNG"


def test_file_names_tell_nothing() -> None:
    game_view = game_view_at(play(3, 1), 30)

    assert FRONT.board(game_view, ENGLISH).stem == "underground-7-30-board"
