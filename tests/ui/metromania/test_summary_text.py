"""Numbers in the words are those of the rules: planner, turn messages and final count."""

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from metrobot.engine.draft import Draft
from metrobot.ui.metromania import finale, narration, planner
from metrobot.ui.metromania.names import MetroDraftView, Names, names_for
from metrobot.ui.metromania.steps import OpenChoices, open_choices
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.metromania.games import TITLE, Played, draft_at, game_view_at, plan, play, table_at

SETTINGS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (2, {"advanced": True}),
    (3, {"station_points": "flat"}),
    (4, {}),
)
FEW = range(40, 41)
MANY = range(50, 58)
SIGNED = re.compile(r"(?<!\w)[+−]\d+")


def games(seeds: range) -> Iterator[Played]:
    """Yield games of each setting."""
    for seed in seeds:
        for players, options in SETTINGS:
            yield play.__wrapped__(players, seed, **options)


def signed(text: str) -> list[str]:
    """Return the points that a text speaks of, in order."""
    return SIGNED.findall(text)


def says(*points: int) -> list[str]:
    """Return points other than nothing as texts write them."""
    return [ENGLISH.signed(number) for number in points if number]


def hold_reports(game: Played) -> None:
    """Compare each turn's message with the station points before and after it, by station."""
    for first, end in pairwise(game.turn_starts()):
        before, after = game.states[first], game.states[end]
        turn = table_at(game, end).summary(game.log[first].turn)
        report = narration.report(game_view_at(game, end), turn, ENGLISH)
        seat = before.active
        won = after.station_points[seat] - before.station_points[seat]
        (said,) = [line for line in report.lines if signed(line)] or [""]

        # Of a single station without a tunnel the headline says all.
        assert signed(said) == says(*(station.points for station in turn.built if turn.digs))
        assert signed(report.headline) == says(won)
        assert report.headline.endswith(f" ({after.station_points[seat]})")


def drafts(game: Played, chooser: Random) -> Iterator[Draft[Any, Any]]:
    """Yield drafts of some turns of a game, step by step."""
    for events in game.turn_starts()[:-1:4]:
        draft = draft_at(game, events)
        while draft.open_choices:
            yield draft
            draft = draft.then(chooser.randrange(len(draft.open_choices)))
        yield draft


def hold_plan(names: Names, draft: Draft[Any, Any]) -> None:
    """Compare a planner's page with the true score of each choice, and of all so far."""
    found = plan(draft)
    choices = open_choices(found.options)
    text = planner.text(planner.planner_tab(names, found, choices, None))
    had, has = (state.station_points[draft.seat] for state in (draft.base, draft.state))
    rows = [row for row in text.splitlines() if "Station points this turn" in row]
    if rows or has != had:
        assert signed(rows[0])[-1:] == says(has - had)
    for index, said in _said_of(names, found, choices).items():
        after = TITLE.apply(draft.state, draft.seat, draft.open_choices[index])
        assert signed(said) == says(after.station_points[draft.seat] - has)


def _said_of(names: Names, found: MetroDraftView, choices: OpenChoices) -> dict[int, str]:
    """Return the planner's label of each choice, on all its tabs."""
    keys = [None, *(tab.key for tab in planner.planner_tab(names, found, choices, None).tabs)]
    looks = [planner.planner_tab(names, found, choices, key) for key in keys]
    entries = [
        each
        for look in looks
        for each in (
            *planner.buttons(look),
            *(each for menu in planner.menus(look) for each in menu.choices),
        )
    ]
    return {each.index: each.label for each in entries}


def hold_count(game: Played) -> None:
    """Compare the final count with the rules', by trip and company, best first."""
    game_view = game_view_at(game)
    names, view = names_for(game_view, ENGLISH), game_view.view
    result = TITLE.outcome(game.states[-1])
    for trip in result.trips:
        text, line = finale.trip_result_text(names, trip), finale.trip_line(names, trip)
        assert sorted(signed(text)) == sorted(signed(line)) == sorted(says(*trip.points))
        if trip.minutes is not None:
            assert str(trip.minutes) in re.findall(r"\d+", text.splitlines()[0])
    table = finale.table_text(names, view)
    assert all(ENGLISH.signed(score) in table for score in result.scores)
    rows = [row for row in table.splitlines() if row.startswith("- ")]
    seats = [
        n
        for person in result.order
        for n, owner in enumerate(game_view.player_of)
        if owner == person
    ]
    for seat, row in zip(seats, rows, strict=True):
        trips = [trip.points[seat] for trip in result.trips]
        assert signed(row) == says(sum(trips), *trips)
        assert str(result.companies[seat].line_points) in re.findall(r"\d+", row)


def hold(game: Played) -> None:
    """Compare all that is said of a game with the rules."""
    hold_reports(game)
    hold_count(game)
    names = names_for(game_view_at(game, 2), ENGLISH)
    for draft in drafts(game, Random(len(game.log))):
        hold_plan(names, draft)


def test_numbers_in_the_words_are_those_of_the_rules() -> None:
    """On a few games, each station, turn, trip and total."""
    for game in games(FEW):
        hold(game)


@pytest.mark.long
def test_numbers_in_the_words_are_those_of_the_rules_in_many_games() -> None:
    for game in games(MANY):
        hold(game)
