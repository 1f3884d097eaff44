"""Whom messages mention and name, and in which order: each page with people who are not meant."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

import pytest

from metrobot.service.membership.endings import END
from metrobot.service.membership.undo import UNDO
from metrobot.service.model.play import PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.store.statements.votes.ballots import Ballot
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.lobby.lobby_page import lobby_page, options_page
from metrobot.ui.lobby.lookouts import lookout_letter
from metrobot.ui.lobby.quick_games import call_page
from metrobot.ui.lobby.terms import terms_page
from metrobot.ui.pages.values import Zoom
from metrobot.ui.seats.seat_pages import lost_page, silent_page
from metrobot.ui.turn.ballot_messages import answers_text
from metrobot.ui.turn.board_buttons import WHOLE, board_page, cover_rows
from metrobot.ui.turn.pace_pages import up_page, wanted_page
from metrobot.ui.turn.undo import question_page
from metrobot.ui.turn.waiting_for import hints_taken, thinking
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.extremes import parts_of, said_in
from tests.ui.underground.games import play, table_at

FRONT: Final = FRONTS["underground"]
GAME: Final = play(5, 2)


def running(**changes: Mapping[str, Any]) -> Table:
    """Return a game of five in which Anna is awaited and a computer plays for Cara."""
    table = table_at(GAME, GAME.turn_starts()[5])
    late = table.position_of(table.to_call()[0].id)
    names = ("Anna", "Ben", "Cara", "Dirk", "Emma")
    people = [*table.people]
    for n, name in enumerate(names):
        at = (late + n) % len(people)
        cover = {"cover": "fair"} if name == "Cara" else {}
        people[at] = replace(people[at], name=name, **{**cover, **changes.get(name, {})})
    return replace(table, people=tuple(people), pace="tonight", hints=True)


def lobby(**changes: Mapping[str, Any]) -> Table:
    """Return a lobby of the same people, whose host is Ben."""
    table = running(Cara={"cover": None}, **changes)
    place = replace(table.place, host=id_of(table, "Ben"))
    return replace(table, place=place, status=Status.LOBBY, history=None, ruleset=None)


def id_of(table: Table, name: str) -> PlayerId:
    return next(person.id for person in table.people if person.name == name)


def ballot(table: Table, kind: str, agreed: str = "", objected: str = "", **payload: Any) -> Ballot:
    """Return Anna's question to all others, with answers of people by their first letters."""
    ids = {person.name[0]: person.id for person in table.people}
    return Ballot(
        id=1,
        game=table.id,
        kind=kind,
        payload=payload,
        opener=ids["A"],
        quorum=5,
        revision=None,
        message=None,
        until=table.turn_since + timedelta(days=1),
        voters=frozenset(ids.values()),
        agreed=frozenset(ids[each] for each in f"A{agreed}"),
        objected=frozenset(ids[each] for each in objected),
    )


def late(table: Table, kind: DeliveryKind, *names: str) -> Delivery:
    """Return the news about some people, Anna alone if nobody is named: their time is up."""
    players = tuple(id_of(table, name) for name in names or ("Anna",))
    return Delivery(1, table.id, kind, 1, table.revision, players[0], "n", players=players)


def named(table: Table, text: str) -> tuple[list[str], list[str]]:
    """Return the people mentioned and named in a text, in its order; turns are not read."""
    text = "\n".join(line for line in text.split("\n") if not line.startswith(">"))
    names = {str(person.id): person.name for person in table.people}
    mentions = [names[each] for each in re.findall(r"<@(\d+)>", text) if each in names]
    return mentions, [each for each in re.findall(r"\w+", text) if each in names.values()]


def undo_turn(table: Table) -> Ballot:
    """Return the question whether the last turn is taken back, with which Emma agrees."""
    return ballot(table, UNDO, agreed="E", turn=table.log[-1].turn)


PAGES: Final[Mapping[str, tuple[Table, Callable[[Table], Any], list[str], list[str]]]] = {
    "time is up": (
        running(),
        lambda t: up_page(t, late(t, DeliveryKind.TIME_UP), ENGLISH),
        ["Ben", "Dirk", "Emma"],
        ["Anna", "Anna", "Anna"],
    ),
    "time is wanted": (
        running(Emma={"cover": "easy"}),
        lambda t: wanted_page(t, late(t, DeliveryKind.TIME_WANTED), ENGLISH),
        ["Ben", "Dirk"],
        ["Anna"],
    ),
    "silence": (
        running(),
        lambda t: silent_page(t, late(t, DeliveryKind.SILENT), ENGLISH),
        ["Ben", "Dirk", "Emma"],
        ["Anna", "Anna"],
    ),
    "somebody has left": (
        running(),
        lambda t: silent_page(
            t, late(t, DeliveryKind.GONE), ENGLISH, {id_of(t, n) for n in ("Anna", "Ben")}
        ),
        ["Dirk", "Emma"],
        ["Anna", "Anna"],
    ),
    "a turn is taken back": (
        running(),
        lambda t: question_page(FRONT, t, undo_turn(t), ENGLISH),
        ["Ben", "Cara", "Dirk"],
        ["Anna", "Anna", "Emma"],
    ),
    "answers": (
        running(),
        lambda t: answers_text(t, ballot(t, END, agreed="EB", objected="DC"), ENGLISH),
        [],
        ["Anna", "Ben", "Emma", "Cara", "Dirk"],
    ),
    "a question is lost": (
        running(),
        lambda t: lost_page(t, ballot(t, END, objected="DBC"), ENGLISH),
        [],
        ["Ben", "Cara", "Dirk"],
    ),
    "hints": (
        running(Dirk={"hints": 2}, Ben={"hints": 1}),
        lambda t: hints_taken(t, ENGLISH),
        [],
        ["Ben", "Dirk"],
    ),
    "nobody thinks": (running(), lambda t: thinking(t, ENGLISH), [], []),
    "a computer thinks": (
        running(Anna={"cover": "fair"}),
        lambda t: thinking(t, ENGLISH),
        [],
        ["Anna"],
    ),
    "a lobby calls": (
        lobby(),
        lambda t: lookout_letter(t, [id_of(t, n) for n in ("Emma", "Anna")], ENGLISH),
        ["Emma", "Anna"],
        ["Ben"],
    ),
    "a game is played again": (
        lobby(),
        lambda t: call_page(t, running(), {id_of(t, "Cara")}, ENGLISH),
        ["Cara"],
        ["Ben", "Anna", "Dirk", "Emma"],
    ),
    "terms have changed": (
        lobby(Dirk={"asked": True}, Emma={"asked": True}, Anna={"asked": True}),
        lambda t: terms_page(t, late(t, DeliveryKind.TERMS, "Anna", "Cara", "Dirk"), ENGLISH),
        ["Anna", "Dirk"],
        [],
    ),
    "the lobby": (
        lobby(Dirk={"asked": True}),
        lambda t: lobby_page(t, ENGLISH),
        [],
        ["Anna", "Ben", "Cara", "Dirk", "Emma", "Ben", "Dirk"],
    ),
}
"""A page, and whom it mentions and names in this order; Anna sits where she is awaited."""


@pytest.mark.parametrize("which", PAGES)
def test_a_page_mentions_and_names_just_those_who_are_meant(which: str) -> None:
    """Not the one who does it, nor those a computer plays for or who have answered."""
    table, shown, mentions, names = PAGES[which]
    page = shown(table)
    text = page if isinstance(page, str) else said_in(page)

    assert named(table, text) == (mentions, names)


def test_nobody_is_offered_a_computer_for_who_keeps_nobody_waiting() -> None:
    others = {name: {"cover": "fair"} for name in ("Ben", "Dirk", "Emma")}
    for table, is_offered in ((running(), True), (running(**others), False)):
        assert bool(cover_rows(table, table.to_call()[:1], ENGLISH)) == is_offered


def test_a_host_can_remove_all_but_themselves() -> None:
    table = lobby()
    menus = [each for each in parts_of(options_page(table, ENGLISH)) if each["type"] == 3]
    shown = json.dumps([each for each in menus if "out." in json.dumps(each)], ensure_ascii=False)

    assert named(table, shown)[1] == [p.name for p in table.people if p.name != "Ben"]


@pytest.mark.parametrize("parts", [24, 25, 40])
def test_a_menu_of_parts_holds_as_many_as_discord_takes(
    parts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    zooms = [Zoom(str(n), f"Part {n}") for n in range(parts)]
    monkeypatch.setattr(type(FRONT), "zooms", lambda *_: zooms)
    page = board_page(FRONT, running(), ENGLISH, PlayerId(100))
    (menu,) = [each for each in parts_of(page) if each["type"] == 3]

    assert [each["value"] for each in menu["options"]] == [WHOLE, *map(str, range(24))]
