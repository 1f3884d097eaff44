"""Every picture of random games can be drawn: a slice of `make undrawn`."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.draft import Draft, new_draft
from metrobot.engine.log import Event
from metrobot.games.registry import TITLES
from metrobot.service.model.history import LoggedEvent
from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import draft_view_of, game_view_of
from metrobot.ui.words.catalogue import ENGLISH
from render import png
from render.metromania.glyphs import number_stamp
from tests.fuzz.__main__ import main
from tests.fuzz.pictures import NOW, Course, Tour
from tests.games.replaying import replay_log
from tests.render.shown import shown
from tests.ui.tables import table_of

GOLDEN = Path(__file__).parents[1] / "golden" / "planners.jsonl"
"""Drafts whose planners once could not be drawn, one a line: the game's events, the choices."""
FULL = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]
SLICE = [Course(title, 10_000 + number) for title in TITLES for number in range(2)]
SHARE = 0.1
TITLE = min(TITLES)


def planned(row: dict[str, Any]) -> tuple[Table, Draft[Any, Any]]:
    """Return a game and the draft of whoever is to act, as a line of the file names them."""
    title = TITLES[row["title"]]
    rules = title.ruleset(row["players"], row["options"])
    events = [
        Event(n, CHANCE if who == "chance" else Seat(int(who)), title.decode(kind, fields))
        for n, (who, kind, fields) in enumerate(row["events"], start=1)
    ]
    log = [LoggedEvent(each.seq, each, 1, NOW) for each in events]
    state = replay_log(title, rules, events)
    table = table_of(title, rules, log, state, names=("Ada", "Bo", "Cy", "Di"), now=NOW)
    draft = new_draft(title, state, table.seats_to_act()[0])
    for choice in row["choices"]:
        draft = draft.then(choice)
    return table, draft


@pytest.mark.parametrize("row", FULL, ids=lambda row: f"{len(row['events'])}-{row['choices']}")
def test_a_planner_without_room_shows_every_number(row: dict[str, Any]) -> None:
    """Numbers that have no place of their own stand over something else, none outside."""
    table, draft = planned(row)
    front = FRONTS[row["title"]]
    game_view = game_view_of(table, ENGLISH, table.person_at(draft.seat).id)
    plan = draft_view_of(draft, replaces=front.replaces)
    first = front.planner(game_view, plan, ENGLISH, None)
    groups = (None, *(each.key for each in (*first.tabs, *first.groups)))

    for look in (front.planner(game_view, plan, ENGLISH, group) for group in groups):
        discs = shown(partial(_drawn, look.picture)).stamped(number_stamp)
        places = {each.at for each in discs}
        assert discs
        assert len(places) == len(discs), "no number hides another one"
        assert all(0 < x < 1000 and 0 < y < 1000 for x, y in places)


def _drawn(picture: Any) -> bytes:
    drawn: bytes = picture.draw()
    return drawn


@pytest.mark.long
@pytest.mark.parametrize("course", SLICE, ids=lambda each: f"{each.title}-{each.seed}")
def test_pictures_of_random_games_can_be_drawn(course: Course) -> None:
    """Planners with their groups, boards, parts, Since, hints, trips and finals."""
    tour = Tour(course, SHARE)
    tour.go()

    assert sum(tour.drawn.values()) > 0
    assert list(map(str, tour.failures)) == []


@pytest.mark.long
def test_the_search_prints_its_figures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Kinds of pictures, games, failures, seconds of a processor."""
    arguments = ("--games", "2", "--share", "0.02", "--jobs", "1", TITLE)
    monkeypatch.setattr("sys.argv", ["tests.fuzz", *arguments])
    code, said = main(), capsys.readouterr().out

    assert code == 0
    assert f"{TITLE}, planner | " in said
    assert f"2 games (2 of {TITLE}), " in said
    assert said.rstrip().endswith(" s of a processor")


def test_a_picture_that_cannot_be_drawn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> bytes:
        raise AssertionError("no room")

    monkeypatch.setattr(png, "encoded", fails)
    tour = Tour(Course(TITLE, 7), 0.01)
    tour.go()

    assert len(tour.failures) > 0
    assert all("AssertionError: no room (test_pictures.py:" in str(e) for e in tour.failures)
    assert str(tour.failures[0]).startswith(f"{TITLE} 7, event ")


@pytest.mark.long
def test_a_course_is_the_same_each_time() -> None:
    one, other = (Tour(Course(TITLE, 3), 0.02) for _ in range(2))
    one.go()
    other.go()

    assert one.drawn == other.drawn
    assert one._table.log == other._table.log
