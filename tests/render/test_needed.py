"""What everybody has to find on a picture, whatever else stands there or is left out."""

from collections.abc import Iterable
from typing import Any

import pytest

from metrobot.games.metromania.geometry import GATES
from metrobot.games.underground.board import COLOURS, STATIONS
from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.words.catalogue import COMPLETE, ENGLISH, words_for
from render.metromania.panel import lines_closed
from render.signs import noting
from tests.legible.kinds import MANY, Course, tables
from tests.legible.measure import shown_texts

NAMES = 3
"""So many letters of a long name are left at least."""


def texts_of(picture: Any) -> list[str]:
    """Return what is written on a picture, where it can be seen."""
    with noting() as notes:
        picture.draw()
    return shown_texts(notes.picture)


def board(table: Table) -> list[str]:
    """Return what is written on a board as everybody sees it."""
    return texts_of(FRONTS[table.title.id].board(game_view_of(table, ENGLISH), ENGLISH))


def courses(title: str) -> list[Course]:
    """Return the games of a title that are looked at: one of each number of players."""
    return list({each.players: each for each in MANY if each.title == title}.values())


def each_of(title: str) -> pytest.MarkDecorator:
    """Let a test look at each of these games."""
    return pytest.mark.parametrize("course", courses(title), ids=lambda c: str(c.players))


def missing(wanted: Iterable[str], texts: list[str]) -> list[str]:
    """Return what is not written."""
    return [each for each in wanted if each not in texts]


def unnamed(table: Table, texts: list[str]) -> list[str]:
    """Return whose name stands nowhere, not even shortened."""
    people = [person.name for person in table.people]
    return [name for name in people if not any(t.startswith(name[:NAMES]) for t in texts)]


@pytest.mark.parametrize("language", COMPLETE)
def test_the_end_meter_of_metromania_is_not_cut(language: str) -> None:
    """Whatever the language, its words fit."""
    words = words_for(language)
    for table in tables(courses("metromania")[0], is_brief=True)[:2]:
        texts = texts_of(FRONTS["metromania"].board(game_view_of(table, words), words))
        view = table.view_for(None)
        count = f"{lines_closed(view)}/{view.lines_needed}"
        closed = f"{words.say('mm.picture.lines_done')} {count}"

        assert not missing([words.say("mm.picture.stations_left"), closed], texts)


@each_of("metromania")
def test_a_board_of_metromania_names_people_points_and_gates(course: Course) -> None:
    """Gates always, and the names of new stations; the scores are the companies'."""
    for table in tables(course, is_brief=True):
        texts, view = board(table), table.view_for(None)
        scores = [str(company.station_points) for company in view.companies]

        assert missing([gate.name for gate in GATES], texts) == []
        assert unnamed(table, texts) == []
        assert view.result is not None or missing(scores, texts) == []


@each_of("underground")
def test_a_board_of_london_names_people_points_and_destinations(course: Course) -> None:
    """Where the passenger is and may go, where the lines of whose turn it is end."""
    for table in tables(course, is_brief=True):
        texts, view = board(table), table.view_for(None)
        own = () if view.to_act is None else view.players[view.to_act].colours
        ends = {end for colour in own for end in view.line(colour).ends}
        open_now = set(view.open_cards) | {view.passenger} if view.passenger is not None else set()
        laid = [COLOURS[line.colour].code for line in view.lines if line.track]
        places = [" ".join(STATIONS[at].label_lines) for at in ends | open_now]

        assert missing(places, texts) == []
        assert missing(laid, texts) == []
        assert unnamed(table, texts) == []
        assert missing([str(player.score) for player in view.players], texts) == []


@each_of("metrolijn")
def test_a_board_of_metrolijn_names_people_points_and_lines(course: Course) -> None:
    """Every sheet's owner, what was won and may be lost, the card, and the lines just taken."""
    for table in tables(course, is_brief=True):
        texts, view, last = board(table), table.view_for(None), game_view_of(table, ENGLISH).last
        over, counts = view.result is not None, [sheet.count for sheet in view.sheets]
        scores = [str(each.score if over else each.earned) for each in counts]
        scores += [] if over else [f"-{each.minus}" for each in counts]
        scores = [score.replace("-", "\N{MINUS SIGN}") for score in scores]
        texts += " ".join(texts).split()
        taken = [line for change in last.changes for line, _ in change.windows] if last else []
        card = [view.card.id] if view.card and view.card.id in {"3", "4", "5", "6"} else []

        assert missing([view.map.lines[line].letter for line in taken], texts) == []
        assert missing(card, texts) == []
        assert unnamed(table, texts) == []
        assert missing(scores, texts) == []


@each_of("metrolijn")
def test_ones_own_sheet_shows_what_its_windows_hold(course: Course) -> None:
    """Every value that was written into a line."""
    table = tables(course, is_brief=True)[1]
    game_view = game_view_of(table, ENGLISH, table.people[-1].id)
    sheet = game_view.view.sheets[-1]
    picture = FRONTS["metrolijn"].hand(game_view, ENGLISH).picture
    values = {value for window in sheet.windows for value in window}

    assert values
    assert missing(values, texts_of(picture)) == []
