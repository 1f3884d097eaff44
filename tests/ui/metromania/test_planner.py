"""The planner: within Discord's limits at every draft, and true to the rules."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from metrobot.engine.draft import Draft
from metrobot.games.metromania.actions import LINE_NAMES, Dig, LineName
from metrobot.games.metromania.geometry import POINT_NAMES
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.metromania import planner
from metrobot.ui.metromania.names import names_for
from metrobot.ui.metromania.steps import OpenChoices, Tab, open_choices, shown_of
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.metromania.games import Played, draft_at, game_view_at, plan, play

SETTINGS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (2, {"advanced": True}),
    (3, {}),
    (4, {}),
)


@cache
def drafts() -> tuple[tuple[Played, Draft[Any, Any]], ...]:
    """Return drafts of all lengths, whole turns among them."""
    return tuple(_drafts())


def _drafts() -> Iterator[tuple[Played, Draft[Any, Any]]]:
    chooser = Random(4)
    for players, options in SETTINGS:
        for seed in range(2):
            game = play(players, seed, **options)
            for events in game.turn_starts()[:-1]:
                draft = draft_at(game, events)
                while draft.open_choices:
                    yield game, draft
                    draft = draft.then(chooser.randrange(len(draft.open_choices)))
                yield game, draft


def choices_of(draft: Draft[Any, Any]) -> OpenChoices:
    """Return the open choices of a draft, sorted by kind."""
    return open_choices(plan(draft).options)


def look(game: Played, draft: Draft[Any, Any], group: str | None = None) -> dict[str, Any]:
    """Return the parts of the planner for a draft."""
    found = planner.planner_tab(
        names_for(game_view_at(game, 2), ENGLISH), plan(draft), choices_of(draft), group
    )
    return {
        "text": planner.text(found),
        "instruction": planner.instruction(found),
        "buttons": planner.buttons(found),
        "menus": planner.menus(found),
        "tabs": found.tabs,
    }


@pytest.mark.long
def test_every_open_choice_is_offered_once() -> None:
    for game, draft in drafts():
        found = look(game, draft)
        looks = [look(game, draft, tab.key) for tab in found["tabs"]] or [found]
        offered = [b.index for shown in looks for b in shown["buttons"]]
        offered += [c.index for shown in looks for menu in shown["menus"] for c in menu.choices]
        end = choices_of(draft).end
        wanted = sorted(range(len(draft.open_choices)))
        assert sorted(set(offered)) == wanted
        assert all(offered.count(index) == 1 for index in wanted if index != end)


def test_labels_say_what_the_rules_tell() -> None:
    """Each button has its number, where its tunnel leads, its marker, stations and harm."""
    met = 0
    for game, draft in drafts():
        options = plan(draft).options
        for number, button in enumerate(look(game, draft)["buttons"], start=1):
            action, effect = draft.open_choices[button.index], options[button.index]
            if isinstance(action, Dig):
                assert button.label.startswith(f"{number} · ")
                assert (f"place {action.letter}" in button.label) == (action.letter is not None)
                parts = button.label.split(" · ")
                harm = [part for part in parts if "⚠" in part]
                assert parts[1 : 1 + len(harm)] == harm
                others = " · ".join(part for part in parts if part not in harm)
                assert ("station" in others) == bool(effect.built)
                assert ("⚠" in button.label) == bool(effect.risks)
                met += 1

    assert met > 1000


def test_the_tab_stays_with_the_line() -> None:
    """After a choice the tab that was asked for is shown, or that of its line."""
    draft = draft_at(play(3, 4), next(with_station()))
    found, names = plan(draft), names_for(game_view_at(play(3, 4)), ENGLISH)
    keys = [each.key for each in planner.planner_tab(names, found, choices_of(draft), None).offers]

    for key in keys:
        shown = planner.planner_tab(names, found, choices_of(draft), key).open_tab
        assert shown is not None
        assert shown.key == key
    # The one asked for is gone.
    digs = planner.planner_tab(names, found, choices_of(draft), None).offers[0].digs
    offers = [Tab(line.value, line, "", "", digs) for line in LineName]
    assert shown_of(offers, "striped_station", None) is offers[1]
    assert shown_of(offers, None, LineName.STRIPED) is offers[1]


def test_the_end_of_a_turn_is_summed_up() -> None:
    for game, draft in drafts():
        if draft.is_turn_over and any(isinstance(action, Dig) for action in draft.actions):
            found = look(game, draft)
            assert "Nobody sees this until" in found["instruction"]
            assert (found["buttons"], found["menus"]) == ((), ())


@pytest.mark.parametrize("ending", ["This ends building", "Stop here"])
@pytest.mark.long
def test_rare_words_are_met(ending: str) -> None:
    """Random drafts come upon the end of building and upon stopping."""
    texts = [
        found["text"] + " ".join(button.label for button in found["buttons"])
        for found in (look(game, draft) for game, draft in drafts())
    ]

    assert any(ending in text for text in texts)


def crowded(digs: int, stations: int) -> OpenChoices:
    """Return more choices than any board is likely to give, for both lines."""
    draft = draft_at(play(3, 4), next(with_station()))
    choices = choices_of(draft)
    tunnels = [
        replace(choices.digs[0], index=n, dig=replace(choices.digs[0].dig, line=line))
        for n, line in enumerate([LINE_NAMES[n % 2] for n in range(digs)])
    ]
    sites = [
        replace(
            choices.stations[0],
            index=digs + n,
            station=replace(choices.stations[0].station, line=LINE_NAMES[n % 2]),
        )
        for n in range(stations)
    ]
    return OpenChoices(tuple(tunnels), (), tuple(sites), None)


def with_station() -> Iterator[int]:
    """Yield the events after which both tunnels and intermediate stations are open."""
    game = play(3, 4)
    for events in game.turn_starts()[:-1]:
        choices = choices_of(draft_at(game, events))
        if choices.digs and choices.stations:
            yield events


def test_too_many_tunnels_go_into_a_menu() -> None:
    """Beyond 20 buttons a menu goes on with the numbers of the picture."""
    names = names_for(game_view_at(play(3, 4)), ENGLISH)
    found = plan(draft_at(play(3, 4), next(with_station())))
    looked = planner.planner_tab(names, found, crowded(50, 6), "solid")

    buttons, (menu,) = planner.buttons(looked), planner.menus(looked)

    assert [each.key for each in looked.tabs] == [
        "solid",
        "striped",
        "solid_station",
        "striped_station",
    ]
    labels = [each.label for each in (*buttons, *menu.choices)]
    assert [int(label.split(" · ")[0]) for label in labels] == list(range(1, 26))


def test_a_tunnel_that_places_a_marker_says_so_on_its_button() -> None:
    """So two tunnels to one point can be told apart."""
    met = set[bool]()
    for game, draft in drafts():
        digs = {each.index: each for each in choices_of(draft).digs}
        for choice in look(game, draft)["buttons"]:
            if (dig := digs.get(choice.index)) is not None:
                placed, (_, *rest) = dig.effect.placed, choice.short.split()
                assert placed is None or rest[-1] == placed.letter or len(choice.short) > 6
                assert placed is not None or rest[-1] == POINT_NAMES[dig.dig.end]
                met.add(placed is not None)

    assert met == {True, False}


def test_a_newcomer_hears_what_it_is_about() -> None:
    """By the hand before the first choice; then what two tunnels to one point are."""
    front, (_, draft) = FRONTS["metromania"], drafts()[0]
    said = front.newcomer(plan(draft), 0, ENGLISH)
    hand = plan(draft).view.companies[draft.seat].hand or ()
    counts = Counter(str(marker.spot) for marker in hand)
    letters = [f"{spot} ({counts[spot]}×)"[: 1 + 5 * (counts[spot] > 1)] for spot in "RWL"]
    letters = [letter for letter in letters if counts[letter[0]]]
    assert said == ENGLISH.say("mm.first.aim", letters=tuple(letters))

    later = [front.newcomer(plan(draft), 1, ENGLISH) for _, draft in drafts()[:20]]
    assert set(later) == {"", ENGLISH.say("mm.first.sides")}
