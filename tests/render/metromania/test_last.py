"""What a watched turn shows, and the last picture."""

from dataclasses import replace

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.metromania.geometry import Point
from metrobot.games.metromania.view import View
from render.metromania.board import draw_board
from render.metromania.changes import Changes, LastPlayer, changes_between
from render.metromania.panels.trip_table import FinalCount, rows_of
from render.signs import noting
from tests.legible.measure import shown_texts
from tests.render.metromania.boards import late
from tests.render.metromania.games import views
from tests.render.metromania.words import ENGLISH, PEOPLE

ENDING = FinalCount(
    ("first", "second", "third", "fourth"), "Most points", ("Decisive trip: B", "22 November 2026")
)
NUMBERED = ((6, Seat(1), (Point(0),)),)


def counted(players: int) -> View:
    """Return a game that is over, in which the third and the fourth share a place."""
    view = views(players, 3)[-1]
    assert view.result is not None
    return replace(view, result=replace(view.result, places=(2, 1, 3, 3)[:players]))


def texts_of(
    view: View, *, is_watched: bool = False, ending: FinalCount | None = None
) -> list[str]:
    """Return the texts on a board on which the second company has just played."""
    played = LastPlayer(Seat(1), 3, is_watched)
    with noting() as notes:
        draw_board(
            view, PEOPLE, ENGLISH, changes=changes_between(view, view, played), ending=ending
        )
    return shown_texts(notes.picture)


def test_who_played_stands_below_who_is_to_play() -> None:
    view = replace(late(), to_act=Seat(0), ended_by=None)
    now, watched = texts_of(view), texts_of(view, is_watched=True)

    assert any(text.endswith("played: +3") for text in now)
    assert "Ada Lovelace" in now
    assert any(text.endswith("played: +3") for text in watched)
    assert "Ada Lovelace · to act" in watched


@pytest.mark.parametrize(
    ("to_act", "numbered", "is_named"),
    [(None, NUMBERED, True), (None, (), False), (Seat(0), NUMBERED, False)],
)
def test_numbers_of_turns_are_named_where_no_turn_is_to_come(
    to_act: Seat | None, numbered: tuple[tuple[int, Seat, tuple[Point]], ...], is_named: bool
) -> None:
    """By that of the last player, where it stands on the map as well."""
    view = replace(views(2, 3)[-1], result=None, turn=6, to_act=to_act)
    changes = Changes(played=LastPlayer(Seat(1), 3), numbered=numbered)
    with noting() as notes:
        draw_board(view, PEOPLE, ENGLISH, changes=changes)
    (text,) = (text for text in shown_texts(notes.picture) if text.endswith("played: +3"))

    assert text.startswith("Turn 6 · ") is is_named


def test_the_last_picture_has_places_what_decided_and_the_day() -> None:
    """In words that come from outside; shared places too."""
    texts = texts_of(counted(4), ending=ENDING)

    assert {*ENDING.parts, *ENDING.notes, ENDING.won, "1", "2", "3"} <= set(texts)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_players_row_of_the_last_picture_holds_together(players: int) -> None:
    """The parts of its points stand close below the name, however few play."""
    with noting() as notes:
        draw_board(counted(players), PEOPLE, ENGLISH, ending=ENDING)
    signs = [sign for put in notes.picture for sign in put.signs if sign.text]
    places = [sign for sign in signs if sign.text in {"1", "2", "3"}]
    parts = [sign for sign in signs if sign.text in ENDING.parts]

    assert len(parts) == players
    for part in parts:
        assert any(0 < part.box[1] - place.box[3] < 2 * part.size for place in places)


def test_a_trip_that_could_not_be_made_has_its_cross_below_its_letter() -> None:
    """So the table is higher by what the crosses take."""
    view = views(4, 3)[-1]
    assert view.result is not None
    made = [replace(trip, minutes=9) for trip in view.result.trips]

    assert rows_of(view) > 5
    assert rows_of(replace(view, result=replace(view.result, trips=tuple(made)))) == 5


def test_a_person_with_two_companies_is_one_person() -> None:
    """The name stands once, with the sum of both."""
    view = views(2, 3, advanced=True)[-6]
    texts = texts_of(replace(view, to_act=None))
    sums = [
        sum(company.station_points for company in view.companies if company.player == player)
        for player in range(2)
    ]

    assert texts.count("Ada Lovelace") == 1
    assert set(map(str, sums)) <= set(texts)


def test_the_count_of_lines_ends_where_building_ends() -> None:
    assert replace(late(), lines_done=7, lines_needed=5).lines_closed == 5


def test_an_impossible_trip_tells_what_is_in_reach() -> None:
    """From each end; nothing of a trip that can be made."""
    result = views(4, 3)[-1].result

    assert result is not None
    for trip in result.trips:
        assert len(trip.reached) == (2 if trip.minutes is None else 0)
        if trip.minutes is None:
            assert not trip.reached[0] & trip.reached[1]
