"""Turns of computers in a row: one message, one picture, each turn in words."""

from dataclasses import replace

import pytest

from metrobot.games.registry import TITLES
from metrobot.service.model.computers import free_computer
from metrobot.service.model.play import Departed, Person, PlayerId, Status
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.pages.page import Letter, Page
from metrobot.ui.turn.public_pages import start_page, turn_page, turn_report
from metrobot.ui.turn.status_page import details_page, status_page
from metrobot.ui.words.player_names import SIGN
from tests.titles import LARGEST
from tests.ui.extremes import LANGUAGES, course, faults, said_in, words_in

ANN = PlayerId(7)
TABLES = [each for each in LARGEST if not TITLES[each[0]].is_simultaneous]


def with_computers(table: Table, level: str = "fair") -> Table:
    """Return a table at which the person to move plays against computers."""
    awaited = table.people.index(table.to_act()[0]) if table.to_act() else 0
    people = list[Person]()
    for place in range(len(table.people)):
        computer = free_computer(level, [person.id for person in people])
        assert computer is not None
        if place == awaited:
            people.append(Person(ANN, "Ann"))
        else:
            people.append(Person(PlayerId(computer.id), computer.name))
    return replace(table, people=tuple(people), place=replace(table.place, host=ANN), computed=True)


def told(table: Table, count: int) -> tuple[Delivery, tuple[int, ...]]:
    """Return the delivery of the last turns of a table, and which these are."""
    turns = tuple(finished_turns(table)[-count:])
    row = Delivery(1, table.id, DeliveryKind.TURNS, turns[0], table.revision, None, "n")
    return replace(row, turns=turns), turns


@pytest.mark.few
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_one_message_tells_all_turns(title: str, players: int, language: str) -> None:
    """Each has its headline; one picture shows what they changed, and its text tells them too."""
    front, words = FRONTS[title], words_in(language)
    table = with_computers(course(title, players)[-6])
    delivery, turns = told(table, players)
    shown = turn_page(front, table, delivery, words)

    assert isinstance(shown, Letter)
    headlines = [turn_report(front, table, turn, words).headline for turn in turns]
    assert all(headline in shown.content for headline in headlines)
    assert len(shown.pictures) == 1
    for place, person in enumerate(table.people):
        assert person.name in shown.pictures[0].alt, place
    assert not faults(shown)


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_only_the_person_is_called(title: str, players: int) -> None:
    """Computers are named first as having played, with their signs, and never mentioned."""
    table = with_computers(course(title, players)[-6])
    shown = turn_page(FRONTS[title], table, told(table, players)[0], words_in("en"))
    first = shown.content.splitlines()[0] if isinstance(shown, Letter) else ""

    assert first.startswith(f"<@{ANN}>, it’s your turn")
    assert f"{SIGN} Beck" in first
    assert "Ann" not in first
    assert "<@-" not in said_in(shown)


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_what_comes_late_is_told_in_words(title: str, players: int) -> None:
    """All turns in one message, without the board: a newer one shows it."""
    table = with_computers(course(title, players)[-6])
    delivery, turns = told(table, players)
    shown = turn_page(FRONTS[title], table, replace(delivery, revision=1), words_in("en"))

    assert isinstance(shown, Page)
    assert not shown.pictures
    for turn in turns:
        headline = turn_report(FRONTS[title], table, turn, words_in("en")).headline
        assert headline in said_in(shown)


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_the_last_turns_of_a_game_are_told_with_its_board(title: str, players: int) -> None:
    """With all that they changed, before anything is counted."""
    table = with_computers(course(title, players)[-1])
    delivery, turns = told(table, players)
    shown = turn_page(FRONTS[title], table, delivery, words_in("en"))

    assert table.status is Status.OVER
    assert len(turns) > 1
    assert len(shown.pictures) == 1
    assert not faults(shown)


@pytest.mark.parametrize(("title", "players"), LARGEST)
def test_a_computer_that_is_awaited_thinks(title: str, players: int) -> None:
    """The first board and the status say so, and ask nobody for anything."""
    table = next(each for each in course(title, players) if each.to_act())
    words = words_in("en")
    people = with_computers(table).people
    beck = next(person for person in people if person.is_computer)
    table = replace(table, people=tuple(replace(beck, name=each.name) for each in people))
    board = start_page(FRONTS[title], table, words)
    status = status_page(FRONTS[title], table, words, ANN)

    assert "thinking" in board.content
    assert "Turn started" not in board.content
    assert "thinking" in said_in(status)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_status_tells_the_levels(language: str) -> None:
    """Of computers with seats of their own, and of those who cover somebody's."""
    words = words_in(language)
    table = with_computers(course("underground", 5)[-6], "strong")
    covered = tuple(
        replace(person, cover="easy") if person.id == ANN else person for person in table.people
    )
    text = said_in(
        details_page(FRONTS["underground"], replace(table, people=covered), words, ANN, "")
    )

    assert words.say("computer.level.strong") in text
    assert f"Ann {SIGN}" in text
    assert words.say("computer.level.easy") in text


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_a_turn_names_whoever_played_it(title: str, players: int) -> None:
    """Also after somebody else has come into that place: each of the two their own turns."""
    table = course(title, players)[-6]
    place, turns = table.people.index(table.to_act()[0]), finished_turns(table)
    own = [
        each
        for each in table.log
        if each.turn in turns
        and isinstance(each.event.actor, int)
        and table.player_of[each.event.actor] == place
    ]
    newest = min(each.revision for each in own if each.turn == own[-1].turn)
    before = Departed(place, newest, Person(PlayerId(99), "Zoe"))
    table = replace(table, departed=(before,))
    first, last = (
        turn_report(FRONTS[title], table, each.turn, words_in("en")).headline
        for each in (own[0], own[-1])
    )

    assert "Zoe" in first
    assert "Zoe" not in last
