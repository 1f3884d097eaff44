"""The front as the bot uses it: pictures that can be drawn, within Discord's limits."""

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import MAP_IDS
from metrobot.service.model.play import PlayerId
from metrobot.ui.kit.views import draft_view_of, game_view_of
from metrobot.ui.metrolijn import pictures
from metrobot.ui.metrolijn.front import MetrolijnFront
from metrobot.ui.metrolijn.names import names_for
from metrobot.ui.turn.waiting_for import pushed
from metrobot.ui.words.catalogue import ENGLISH
from render.metrolijn.whole import draw_sheet
from tests.ui.metrolijn.games import draft_at, play, table_at
from tests.ui.tables import size

FRONT = MetrolijnFront()


@pytest.mark.few(4)
@pytest.mark.parametrize("map_", MAP_IDS)
@pytest.mark.parametrize("players", [1, 3, 8])
def test_the_board_can_be_drawn_through_a_game(players: int, map_: str) -> None:
    """At the start, in the middle and at the end, on every map."""
    game = play(players, 1, map_)
    starts = game.turn_starts()

    for events in (starts[0], starts[12], len(game.log)):
        assert size(FRONT.board(game_view_of(table_at(game, events), ENGLISH), ENGLISH))[0] == 1200


def test_alone_the_board_is_the_whole_sheet() -> None:
    """There is no other one to stand beside it: 2,000 px wide or more."""
    game = play(1, 1)

    game_view = game_view_of(table_at(game, game.turn_starts()[3]), ENGLISH)

    assert size(FRONT.board(game_view, ENGLISH))[0] == 1200


def test_every_zoom_can_be_drawn() -> None:
    """Both halves with every name, and each sheet; one's own as a whole has its button."""
    game = play(3, 3, "berlin", special=True)
    table = table_at(game, game.turn_starts()[9])
    game_view = game_view_of(table, ENGLISH, PlayerId(107))
    keys = [zoom.key for zoom in FRONT.zooms(game_view, ENGLISH)]

    assert keys == ["left", "right", "sheet0", "sheet2"]
    for key in keys:
        assert size(FRONT.board(game_view, ENGLISH, zoom=key))
    strangers = [zoom.key for zoom in FRONT.zooms(game_view_of(table, ENGLISH), ENGLISH)]
    assert strangers == ["left", "right", "sheet0", "sheet1", "sheet2"]


def test_after_the_end_the_board_is_the_count_and_a_sheet_is_still_a_sheet() -> None:
    """The winner stands in the text of the one, whose sheet it is in that of the other."""
    game = play(2, 3)
    game_view = game_view_of(table_at(game, len(game.log)), ENGLISH)
    whole, own = (FRONT.board(game_view, ENGLISH, zoom=zoom) for zoom in (None, "sheet1"))

    assert whole.alt == pictures.count_picture(game_view, ENGLISH).alt
    assert own.alt != whole.alt


@pytest.mark.parametrize("card", [0, 5, 11, 17])
def test_a_planner_can_be_drawn(card: int) -> None:
    game = play(3, 3, "madrid", special=True)
    events = game.turn_starts()[card]
    draft = draft_at(game, events)
    for each in (draft, draft.then(0)):
        game_view = game_view_of(table_at(game, events), ENGLISH)
        page = FRONT.planner(game_view, draft_view_of(each, replaces=True), ENGLISH, None)
        assert size(page.picture)[0] == 1200


def test_my_sheet_can_be_drawn() -> None:
    game = play(3, 3, "paris")
    table = table_at(game, game.turn_starts()[9])
    block = FRONT.hand(game_view_of(table, ENGLISH, PlayerId(114)), ENGLISH)

    assert block.picture is not None
    assert size(block.picture)[0] == 1200
    assert "Cara" in block.text


def test_the_final_count_can_be_drawn() -> None:
    """For one to eight; as `replay --png` asks for it too."""
    for players in (1, 2, 8):
        table = table_at(play(players, 1))
        closing = FRONT.closing(game_view_of(table, ENGLISH), ENGLISH)
        assert closing.picture is not None
        assert size(closing.picture)
        assert "🚇" in closing.winner or players > 1
        png = FRONT.view_picture(table.view_for(None), ["A"] * players, ENGLISH)
        assert png[:4] == b"\x89PNG"


def test_a_game_played_alone_elsewhere_is_shown_as_its_sheet() -> None:
    """Not as a map that says how many of one person have each station."""
    table = table_at(play(1, 3), play(1, 3).turn_starts()[9])
    view, said = table.view_for(None), pictures.captions(ENGLISH)

    assert FRONT.view_picture(view, ["A"], ENGLISH) == draw_sheet(view, Seat(0), said, name="A")


def test_what_the_last_round_did_is_marked() -> None:
    """On every sheet just what its owner has marked."""
    game = play(3, 3)
    starts = game.turn_starts()
    before, game_view = (game_view_of(table_at(game, starts[n]), ENGLISH) for n in (8, 9))
    assert game_view.last is not None

    sheets = zip(game_view.view.sheets, before.view.sheets, game_view.last.changes, strict=True)
    for sheet, old, change in sheets:
        assert change.marked == sheet.marked - old.marked


def test_file_names_tell_nothing() -> None:
    game = play(3, 3)
    events = game.turn_starts()[4]
    game_view, draft = game_view_of(table_at(game, events), ENGLISH), draft_at(game, events).then(3)

    assert FRONT.board(game_view, ENGLISH).stem == f"metrolijn-7-{events}-board"
    page = FRONT.planner(game_view, draft_view_of(draft, replaces=True), ENGLISH, None)
    assert page.picture.stem == f"metrolijn-7-{events}-plan"


def test_a_call_begins_with_the_new_card() -> None:
    """It is what a phone shows of the message; the round that is over comes after it."""
    game = play(3, 3)
    table = table_at(game, game.turn_starts()[1])
    game_view = game_view_of(table, ENGLISH)
    names = names_for(game_view, ENGLISH)

    said = pushed(FRONT, table, game_view, "Round 1.", ENGLISH)

    assert said.startswith(f"Round 2: **{names.card(table.view_for(None).card)}**. Choose now in ")
    assert said.splitlines()[-1] == "Round 1."
