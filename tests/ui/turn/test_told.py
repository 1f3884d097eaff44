"""Every turn is told: its line with points and total in the post, all the rest a press away."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from metrobot.engine.draft import new_draft
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.pages.page import Letter, Post, TextLine, fit_lines, page
from metrobot.ui.pages.values import TurnReport
from metrobot.ui.turn.log_page import log_parts, since_parts
from metrobot.ui.turn.planner_page import planner_look, planner_page
from metrobot.ui.turn.public_pages import board_in_words, report_text, told_turn, turn_page
from metrobot.ui.words.catalogue import Words, words_for
from metrobot.ui.words.text_length import described, utf16_length
from tests.titles import GAMES, SETTINGS, arguments
from tests.ui.extremes import LANGUAGES, odd
from tests.ui.limits import walk

TURNS = 5
"""Turns of each game that are looked at."""
FACT_SIGN = "⚡"
LONG = 1500
"""Characters of turns' lines that may have no room in a message, beside its call and warnings."""
PLAYED = [n for n, (_, players, _) in enumerate(SETTINGS) if players > 1]


def tables(number: int, seed: int) -> Iterator[Table]:
    """Yield a random game after some of its turns, now with odd names, and after the last one."""
    title, players, options = SETTINGS[number]
    source = GAMES[title]
    game = source.play(players, seed, **arguments(options))
    starts = game.turn_starts()[1:]
    for n, events in enumerate([*Random(seed).sample(starts[:-1], TURNS), starts[-1]]):
        table = source.table_at(game, events)
        yield odd(table) if n % 2 else table


def posted(table: Table, turns: tuple[int, ...], words: Words) -> Post:
    """Return the message that tells of turns, the newest included."""
    told = Delivery(
        *(1, table.id, DeliveryKind.TURNS, turns[0], table.revision, None, "n"), turns=turns
    )
    return turn_page(FRONTS[table.title.id], table, told, words)


def said_by(shown: Post) -> str:
    if isinstance(shown, Letter):
        return shown.content
    raw: Any = shown.view.to_components()  # type: ignore[no-untyped-call]  # of discord.py
    return "\n".join(each["content"] for each in walk(raw) if each["type"] == 10)


def totals(table: Table, turn: int) -> list[int]:
    """Return the totals that the line of a turn has to tell: of those who acted."""
    after = table.summary(turn).after
    if table.title.is_simultaneous:
        return [sheet.count.earned for sheet in after.sheets]
    seat = table.summary(turn).seat
    return [
        after.companies[seat].station_points
        if hasattr(after, "companies")
        else after.players[seat].score
    ]


def reports(table: Table, turns: tuple[int, ...], words: Words) -> list[TurnReport]:
    return [told_turn(FRONTS[table.title.id], table, turn, words) for turn in turns]


@pytest.mark.few(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", PLAYED)
def test_each_turns_line_is_in_the_post_whatever_else_has_room(number: int, language: str) -> None:
    """With its number, points and totals: of one turn, or of several in one post."""
    words = words_for(language)
    for table in tables(number, number):
        played = finished_turns(table)
        for count in (1, min(4, len(played))):
            turns = tuple(played[-count:])
            told = reports(table, turns, words)
            shown = posted(table, turns, words)
            text = said_by(shown)
            assert isinstance(shown, Letter)
            facts = [line for line in text.splitlines() if line.startswith(FACT_SIGN)]
            assert len(facts) <= 1
            # Of several turns it is one of a turn that still holds.
            assert set(facts) <= {report.fact for report in told}
            assert utf16_length(shown.content) <= 2000
            assert all(len(picture.alt) <= 1000 for picture in shown.pictures)
            missing = [report for report in told if report.headline not in text]
            if missing:
                # Their lines alone have no room in a message: the oldest are counted, in /game log.
                assert missing == told[: len(missing)]
                assert sum(utf16_length(report.headline) for report in told) > LONG
                assert words.count("since.older", len(missing)) in text
            for turn, report in zip(turns, told, strict=True):
                assert report in missing or text.count(report.headline) == 1
                assert report.headline.startswith(f"**{played.index(turn) + 1}.**")
                found = list(map(int, re.findall(r"\((?:합계 )?(-?\d+)점?\)", report.headline)))
                for total in totals(table, turn):
                    assert total in found, report.headline
            assert all(line in text for line in told[-1].warnings[:1])


@pytest.mark.few(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", PLAYED)
def test_nothing_is_dropped_without_being_a_press_away(number: int, language: str) -> None:
    """Since tells the whole turn, to whoever played it too; nothing stands in text and in alt."""
    words = words_for(language)
    for table in tables(number, number):
        front, turn = FRONTS[table.title.id], finished_turns(table)[-1]
        (report,) = reports(table, (turn,), words)
        shown = posted(table, (turn,), words)
        # The board after the last turn stands in the message of the end.
        alt = shown.pictures[0].alt if shown.pictures else ""
        for line in (*report.lines, *report.warnings):
            assert not (line in said_by(shown) and described(line) in alt)
        assert described(report.headline) not in alt
        # What has changed the game stays longest of all details, and else begins the description.
        if report.fact and report.fact not in said_by(shown):
            assert alt.startswith(described(report.fact))
        assert said_by(shown).count(FACT_SIGN) == (
            report.fact in said_by(shown) and bool(report.fact)
        )
        for person in table.people:
            since = said_by(page(*since_parts(front, table, words, person.id)))
            assert report_text(report, words) in since
            assert board_in_words(front, table, person.id, words).startswith(report.fact)
        log = said_by(page(*log_parts(front, table, words, 0)))
        assert report.headline in log
        assert report.fact in log
        if not table.people[0].name.startswith("*"):
            assert all(line in log for line in report.lines)


def test_twenty_turns_of_people_with_long_names_fit_a_message() -> None:
    """The newest have their lines; how many are older is said, with where to read them."""
    number = next(n for n in PLAYED if SETTINGS[n][:2] == ("underground", 5))
    table = list(tables(number, 1))[-1]
    people = (Person(PlayerId(10**18 + n), "*" * 32) for n in range(5))
    table, turns = replace(table, people=tuple(people)), tuple(finished_turns(table)[-20:])
    words = words_for("en")
    told, text = reports(table, turns, words), said_by(posted(table, turns, words))
    kept = [report.headline in text for report in told]

    assert kept == sorted(kept)
    assert 3 <= sum(kept) < 20
    assert f"{20 - sum(kept)} earlier turns: see" in text


def test_the_gravest_details_stay_whichever_turn_they_are_of() -> None:
    """The last details of each turn go before the first ones of any; the others are returned."""
    lines = [TextLine("call")]
    for turn in "ab":
        lines += [TextLine(turn), *(TextLine(f"{turn}{rank}", rank) for rank in (1, 2, 3))]

    assert fit_lines(lines, 2000, 6) == ("call\na\na1\na2\nb\nb1", ["a3", "b2", "b3"])
    assert fit_lines(lines, 2000, 1) == ("call\na\nb", ["a1", "a2", "a3", "b1", "b2", "b3"])


@pytest.mark.few(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_a_planner_always_has_its_first_line_and_the_last_turns(number: int, language: str) -> None:
    """The place of one's line and what was just placed; alone, the turn before as well."""
    title, words, dice = SETTINGS[number][0], words_for(language), Random(number)
    front = FRONTS[title]
    for table in tables(number, number):
        if table.status is Status.OVER:
            continue
        draft: Any = new_draft(table.title, table.state, table.seats_to_act()[0])
        news = "A headline\n" + "\n".join(20 * ["a detail"])
        while True:
            look = planner_look(front, table, draft, words, None)
            shown = planner_page(front, table, draft, words, news=news)
            text, first = said_by(shown), look.text.partition("\n")[0]
            assert first in text
            assert text.startswith("A headline\n")
            if draft.is_turn_over or not draft.open_choices:
                break
            draft = draft.then(dice.randrange(len(draft.open_choices)))
