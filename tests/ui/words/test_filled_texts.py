"""Texts as they are filled: games with awkward names, a vacant seat, one player and many."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import pytest

from metrobot.engine.draft import Draft, new_draft
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.lobby.lobby_page import lobby_page, options_page
from metrobot.ui.pages.page import Letter, Post, page
from metrobot.ui.turn.log_page import since_parts
from metrobot.ui.turn.planner_page import planner_page
from metrobot.ui.turn.public_pages import over_pages, present_page, turn_report
from metrobot.ui.turn.status_page import status_page
from metrobot.ui.words.catalogue import COMPLETE, Words, words_for
from tests.titles import FEWEST, GAMES, MOST
from tests.ui.limits import walk

NAMES: Final = ("Jan-Willem", "Inés", "민수", "Ann7", "O. P", "x", "Zoë", "Ada", "É")
VACANT: Final = Person(PlayerId(0), "")
SIZES: Final = tuple(dict.fromkeys((*FEWEST.items(), *MOST.items())))
FAULTS: Final = {
    "two full stops": re.compile(r"(?<![.…])\.[\u2069*_]*\s?\.(?!\.)"),
    "a number with the other form": re.compile(
        r"(?<![\d.,+\-−–:])1 "
        r"(players|points|tokens|stations|pieces|links|tunnels|turns|lines|cards)\b"
    ),
    "a particle in brackets": re.compile(r"[은이을와](/|\()[는가를과]\)?|\(으\)로"),
    "a place to fill": re.compile(r"\{[a-z_]+\}"),
    "two spaces": re.compile(r"\S  \S"),
    "a space before a sign": re.compile(r"[\w\u2069] [,;](\s|$)"),
}


def tables(title: str, players: int) -> Iterator[Table]:
    """Yield a random game at its start, in its middle and at its end, with and without a gap."""
    source = GAMES[title]
    game = source.play(players, 5)
    starts = game.turn_starts()
    for at in (starts[0], starts[len(starts) // 2], starts[-2], None):
        table = source.table_at(game, at)
        named = tuple(
            replace(person, name=name) for person, name in zip(table.people, NAMES, strict=False)
        )
        yield replace(table, people=named)
        if players > 1 and at is not None:
            yield replace(table, people=(*named[:-1], VACANT))


def posts(table: Table, words: Words) -> Iterator[Post]:
    """Yield the messages that people are shown of a game."""
    front, reader = FRONTS[table.title.id], table.people[0].id
    lobby = replace(table, status=Status.LOBBY, history=None, ruleset=None, revision=0)
    yield lobby_page(lobby, words)
    yield options_page(lobby, words)
    yield status_page(front, table, words, reader)
    yield page(*since_parts(front, table, words, reader))
    if table.status is Status.OVER:
        yield from over_pages(front, table, words)
        return
    yield present_page(front, table, words)
    seats = [seat for seat in table.seats_to_act() if not table.person_at(seat).is_vacant]
    if seats:
        draft: Draft[Any, Any] = new_draft(table.title, table.state, seats[0])
        yield planner_page(front, table, draft, words)
        while not draft.is_turn_over:
            draft = draft.then(len(draft.open_choices) // 2)
        yield planner_page(front, table, draft, words)


def said(table: Table, words: Words) -> Iterator[str]:
    """Yield all texts on a game, line by line: words, labels, alternative texts."""
    front = FRONTS[table.title.id]
    game_view = game_view_of(table, words, table.people[0].id)
    yield from front.status(game_view, words)
    yield from front.opening(game_view, words)
    yield front.board_text(game_view, words)
    for turn in finished_turns(table)[-4:]:
        report = turn_report(front, table, turn, words)
        yield from (report.headline, *report.lines, *report.warnings, report.meter)
    for post in posts(table, words):
        yield from _said_in(post)


def _said_in(post: Post) -> Iterator[str]:
    """Yield the words of a message."""
    if isinstance(post, Letter):
        yield post.content
    for part in walk(post.view.to_components()):
        for name in ("content", "label", "placeholder", "description"):
            if isinstance(part.get(name), str):
                yield part[name]
    yield from (picture.alt for picture in post.pictures)


@pytest.mark.few
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize(("title", "players"), SIZES)
def test_texts_are_whole_sentences(title: str, players: int, language: str) -> None:
    """No sign twice, no number with the wrong form, nothing left to fill."""
    words, found = words_for(language), set[tuple[str, str]]()
    for table in tables(title, players):
        for text in said(table, words):
            for line in text.splitlines():
                faults = (name for name, fault in FAULTS.items() if fault.search(line))
                found.update((fault, line) for fault in faults)

    assert found == set()


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("It is over..", "two full stops"),
        ("1 players", "a number with the other form"),
        ("민수을(를) 기다려요", "a particle in brackets"),
        ("{name} plays", "a place to fill"),
    ],
)
def test_faults_are_noticed(line: str, fault: str) -> None:
    assert [name for name, each in FAULTS.items() if each.search(line)] == [fault]
