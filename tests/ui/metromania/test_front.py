"""The front as the bot uses it: pictures that can be drawn, within Discord's limits."""

from functools import partial

from metrobot.ui.metromania import planner
from metrobot.ui.metromania.front import MetroManiaFront
from metrobot.ui.metromania.names import names_for
from metrobot.ui.metromania.pictures import planner_options
from metrobot.ui.metromania.steps import open_choices
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui import tables
from tests.ui.metromania.games import draft_at, game_view_at, plan, play

FRONT = MetroManiaFront()
size = partial(tables.size, most=200_000)


def test_the_board_can_be_drawn_at_start_and_end() -> None:
    game = play(4, 1)

    for events in (2, 40, len(game.log)):
        assert size(FRONT.board(game_view_at(game, events), ENGLISH))[0] >= 1000


def test_every_zoom_can_be_drawn() -> None:
    """Each part that is offered has a picture; strangers are offered the quarters."""
    game = play(2, 1, advanced=True)
    events = game.turn_starts()[9]
    game_view = game_view_at(game, events, 100)
    zooms = FRONT.zooms(game_view, ENGLISH)

    assert len(zooms) <= 24
    assert len(FRONT.zooms(game_view_at(game, events), ENGLISH)) == 4
    for zoom in zooms:
        assert size(FRONT.board(game_view, ENGLISH, zoom=zoom.key))


def test_a_planner_can_be_drawn_through_a_turn() -> None:
    game = play(3, 2)
    for number in (0, 8):
        events = game.turn_starts()[number]
        draft = draft_at(game, events)
        while True:
            page = FRONT.planner(game_view_at(game, events), plan(draft), ENGLISH, None)
            assert size(page.picture)[0] >= 1000
            if draft.is_turn_over:
                break
            draft = draft.then(0)


def test_numbers_on_the_picture_are_those_of_the_choices() -> None:
    game = play(4, 1)
    for events in game.turn_starts()[:-1]:
        draft = draft_at(game, events)
        page = FRONT.planner(game_view_at(game, events), plan(draft), ENGLISH, None)
        entries = [*page.buttons, *(choice for menu in page.menus for choice in menu.choices)]
        told = {int(c.label.split(" · ")[0]) for c in entries if c.label.split(" · ")[0].isdigit()}

        found = plan(draft)
        names, choices = names_for(game_view_at(game, events), ENGLISH), open_choices(found.options)
        look = planner.planner_tab(names, found, choices, None)
        options = planner_options(found.view, look.numbered)

        assert {option.number for option in options} == told


def test_a_hand_can_be_drawn() -> None:
    block = FRONT.hand(game_view_at(play(4, 1), 40, 114), ENGLISH)

    assert block.picture is not None
    assert size(block.picture)
    assert "Your destinations" in block.text


def test_the_finale_can_be_drawn() -> None:
    messages = FRONT.finale(game_view_at(play(4, 3)), ENGLISH)
    blocks = [block for message in messages for block in message]

    assert len(blocks) == 8
    assert all(block.picture is not None and size(block.picture) for block in blocks[:7])
    assert all(len(message) <= 9 for message in messages)


def test_file_names_tell_nothing() -> None:
    game = play(4, 1)
    events = game.turn_starts()[9]

    stem = FRONT.board(game_view_at(game, events, 100), ENGLISH).stem

    assert stem == f"metromania-7-{events}-board"


def test_the_last_board_does_not_give_the_count_away() -> None:
    """Before the trips are told, neither picture nor alt text names a winner or a final score."""
    game_view = game_view_at(play(4, 3))
    closing, counted = FRONT.closing_board(game_view, ENGLISH), FRONT.board(game_view, ENGLISH)
    stations = [company.station_points for company in game_view.view.companies]

    assert closing.draw() != counted.draw()
    assert all(f"{points}" in closing.alt for points in stations)
    assert closing.alt != counted.alt


def test_a_film_ends_with_the_trips_and_the_final_board() -> None:
    """The board before the count, Monday to Sunday, the winner; before the end a board alone."""
    game = play(4, 1)
    end = FRONT.film_end(game_view_at(game, len(game.log)), ENGLISH)
    drawn = [picture.draw() for picture in end]

    assert [picture.stem.split("-")[-1] for picture in end[1:-1]] == [*"abcdefs"]
    assert len(set(drawn)) == 9
    assert end[-1].draw() == FRONT.board(game_view_at(game, len(game.log)), ENGLISH).draw()
    assert len({size(picture) for picture in end}) == 1
    assert len(FRONT.film_end(game_view_at(game, 40), ENGLISH)) == 1
