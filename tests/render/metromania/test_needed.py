"""What everybody has to find on a picture of MetrOmania, whatever else stands there."""

from collections import Counter

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.metromania.geometry import GATES
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.words.catalogue import COMPLETE, words_for
from tests.legible.kinds import Course, tables
from tests.render.needed import board, courses, each_of, missing, texts_of, unnamed


@pytest.mark.parametrize("language", COMPLETE)
def test_the_end_meter_of_metromania_is_not_cut(language: str) -> None:
    words = words_for(language)
    for table in tables(courses("metromania")[0], is_brief=True)[:2]:
        texts = texts_of(FRONTS["metromania"].board(game_view_of(table, words), words))
        view = table.view_for(None)
        count = f"{view.lines_closed}/{view.lines_needed}"
        closed = f"{words.say('mm.picture.lines_done')} {count}"

        assert not missing([words.say("mm.picture.stations_left"), closed], texts)


@each_of("metromania")
def test_a_board_of_metromania_names_people_points_and_gates(course: Course) -> None:
    """Gates always, and the names of new stations; the scores are of all companies of a player."""
    for table in tables(course, is_brief=True):
        texts, view = board(table), table.view_for(None)
        points = Counter[int]()
        for seat, company in enumerate(view.companies):
            points[table.title.player_of(table.rules, Seat(seat))] += company.station_points
        scores = [str(count) for count in points.values()]

        assert missing([gate.name for gate in GATES], texts) == []
        assert unnamed(table, texts) == []
        assert view.result is not None or missing(scores, texts) == []
