"""Harm is said before it is done: on labels, on the picture and before Confirm."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from metrobot.engine.draft import Draft
from metrobot.games.metromania.actions import Dig, LineName, PlaceStation
from metrobot.games.metromania.city import Ground, Marker
from metrobot.games.metromania.outlook.risks import Harm, Risk
from metrobot.games.metromania.summary import Effect
from metrobot.ui.metromania import draft_text, planner
from metrobot.ui.metromania.draft_text import harm_label, risk_texts
from metrobot.ui.metromania.names import Names, names_for
from metrobot.ui.metromania.pictures import planner_options
from metrobot.ui.metromania.steps import open_choices
from metrobot.ui.pages.values import Choice
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.extremes import LANGUAGES, words_in
from tests.ui.metromania.games import draft_at, game_view_at, plan, play

SOLID, STRIPED = LineName.SOLID, LineName.STRIPED
CAST = names_for(game_view_at(play(3, 1), 2), ENGLISH)


def offered(draft: Draft[Any, Any]) -> Iterator[tuple[Choice, Effect, bool]]:
    """Yield each button of a draft on all its tabs: what it does, whether the picture warns."""
    found = plan(draft)
    choices = open_choices(found.options)
    tabs = planner.planner_tab(CAST, found, choices, None).tabs
    keys: list[str | None] = [tab.key for tab in tabs]
    for key in keys or [None]:
        look = planner.planner_tab(CAST, found, choices, key)
        options = planner_options(found.view, look.numbered)
        for button, option in zip(planner.buttons(look), options, strict=False):
            yield button, found.options[button.index], option.is_harmful


@cache
def harmful() -> tuple[tuple[Draft[Any, Any], Effect, int], ...]:
    """Return drafts with a choice that does harm, and the choice's place."""
    return tuple(_harmful())


def _harmful() -> Iterator[tuple[Draft[Any, Any], Effect, int]]:
    for seed in range(4):
        game = play(3, seed)
        for events in game.turn_starts()[:-1]:
            draft = draft_at(game, events)
            for index, effect in enumerate(plan(draft).options):
                if effect.risks:
                    yield draft, effect, index


def line_of(effect: Effect) -> LineName:
    """Return the line that a choice is about."""
    assert isinstance(effect.action, Dig | PlaceStation)
    return effect.action.line


def test_a_harmful_choice_says_so_on_its_button_and_on_the_picture() -> None:
    """The gravest harm stands on the label; the picture marks just the harmful ones."""
    met = 0
    for draft in dict.fromkeys(draft for draft, _, _ in harmful()):
        for button, effect, is_marked in offered(draft):
            assert is_marked is bool(effect.risks)
            assert ("⚠" in button.label) is is_marked
            if effect.risks:
                said = harm_label(CAST, effect.risks[0], line_of(effect))
                assert button.label.split(" · ")[1] == said
                met += 1
    assert met > 20


def test_only_harm_has_the_sign_of_a_warning() -> None:
    """The state after a turn, such as a marker without a station, is told without one."""
    plain = 0
    for seed in range(3):
        game = play(3, seed)
        for events, later in pairwise(game.turn_starts()):
            draft = draft_at(game, events)
            for entry in game.log[events:later]:
                if not draft.is_turn_over:
                    draft = draft.then_action(entry.event.action)
            found = plan(draft)
            if not found.is_turn_over:
                continue
            look = planner.planner_tab(CAST, found, open_choices(()), None)
            rows = planner.text(look).splitlines()
            stands = [row for row in rows if "No station touches" in row]
            plain += len(stands)
            assert not any("⚠" in row for row in stands)
            harm = [*draft_text.warnings(CAST, found.turn)]
            assert [row for row in rows if "⚠" in row] == [f"⚠️ {each}" for each in harm][
                : len(harm)
            ]
    assert plain > 5


def test_before_confirm_the_gravest_harm_comes_first() -> None:
    """Directly below what the turn does, each with what it costs."""
    met = 0
    for draft, _, index in harmful():
        after = draft.then(index)
        if after.is_turn_over:
            found = plan(after)
            said = planner.text(planner.planner_tab(CAST, found, open_choices(()), None))
            first = next(row for row in said.splitlines() if "⚠️" in row)
            assert first == f"⚠️ {next(risk_texts(CAST, found.turn.risks))}"
            met += 1
    assert met > 0


@pytest.mark.parametrize(
    ("risk", "said"),
    [
        (
            Risk(Harm.DEAD_END, SOLID, keeps=(10, 5), finishable=1),
            "Station points you would keep: 5, not 10.",
        ),
        (
            Risk(Harm.NO_WAY, SOLID, is_final=True, finishable=1),
            "At most half of your station points would count.",
        ),
        (Risk(Harm.NO_WAY, SOLID), "Your station points would count for nothing."),
        (Risk(Harm.NO_SPOT, marker=Marker("D", Ground.HOME), penalty=6), "6"),
    ],
)
def test_what_harm_costs_is_said(risk: Risk, said: str) -> None:
    """Station points kept, or the points of a trip that fails."""
    assert said in next(risk_texts(CAST, [risk]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_harm_can_be_said(language: str) -> None:
    """On this line and on the other, for now and for ever, in each language."""
    names = Names(words_in(language), CAST.players, CAST.player_of, CAST.colours)
    for harm in (Harm.DEAD_END, Harm.NO_WAY, Harm.NOTHING_TO_SPARE):
        for is_final in (False, True):
            risk = Risk(harm, STRIPED, is_final=is_final)
            assert all("⚠" in harm_label(names, risk, line) for line in (SOLID, STRIPED))
            assert next(risk_texts(names, [risk]))
