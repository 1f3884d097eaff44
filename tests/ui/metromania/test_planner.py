"""The planner: within Discord's limits at every draft, and true to the rules."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from metrobot.engine.draft import Draft
from metrobot.games.metromania.actions import LINE_NAMES, Dig
from metrobot.ui.metromania import planner
from metrobot.ui.metromania.cast import cast_of
from metrobot.ui.metromania.planner import MOST_BUTTONS, MOST_MENUS
from metrobot.ui.metromania.steps import OpenChoices, open_choices
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.metromania.games import Played, draft_at, plan, play, scene_at

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
    """Return what the planner offers for a draft."""
    looked = plan(draft)
    cast, choices, view = cast_of(scene_at(game, 2), ENGLISH), choices_of(draft), looked.view
    groups, menus = planner.grouped(cast, choices, view, group)
    return {
        "text": planner.text(cast, looked, choices),
        "buttons": planner.buttons(cast, choices, view),
        "menus": menus,
        "groups": groups,
    }


def test_every_draft_fits_into_a_message() -> None:
    """Texts, buttons and menus keep to Discord's limits."""
    for game, draft in drafts():
        found = look(game, draft)
        assert len(found["text"]) <= planner.TEXT_LIMIT
        assert len(found["buttons"]) <= MOST_BUTTONS
        assert len(found["menus"]) <= MOST_MENUS
        assert all(1 <= len(button.label) <= 80 for button in found["buttons"])
        for menu in found["menus"]:
            assert 1 <= len(menu.choices) <= 25
            assert len(menu.prompt) <= 150
            assert all(len(choice.label) <= 100 for choice in menu.choices)
            assert all(len(choice.hint) <= 100 for choice in menu.choices)


def test_every_open_choice_is_offered_once() -> None:
    """Buttons and menus, over all groups, offer just the draft's open choices."""
    for game, draft in drafts():
        found = look(game, draft)
        offered = [button.index for button in found["buttons"]]
        looks = [look(game, draft, group.key) for group in found["groups"]] or [found]
        offered += [c.index for shown in looks for menu in shown["menus"] for c in menu.choices]
        assert sorted(offered) == list(range(len(draft.open_choices)))


def test_ids_of_the_longest_draft_fit() -> None:
    """The id of a button holds the draft's code, at most 100 characters."""
    longest = max(len(draft.code) for _, draft in drafts())

    assert len("mb1::::") + 18 + 9 + len("menu") + len("0:~station") + longest <= 100


def test_numbers_in_words_are_those_of_the_buttons() -> None:
    """Each numbered line of the text speaks of the tunnel on the button of that number."""
    met = 0
    for game, draft in drafts():
        found, choices = look(game, draft), choices_of(draft)
        for number, option in enumerate(choices.digs, start=1):
            row = next(r for r in found["text"].splitlines() if r.startswith(f"**{number}:**"))
            label = next(
                (b.label for b in found["buttons"] if b.index == option.index), str(number)
            )
            assert label.split(" · ")[0] == str(number)
            action = draft.open_choices[option.index]
            assert isinstance(action, Dig)
            assert action.letter is None or f"places {action.letter}" in row
            assert ("station" in row) == bool(option.effect.built)
            met += 1

    assert met > 1000


def test_the_end_of_a_turn_is_summed_up() -> None:
    """A whole turn says its points and that nobody has seen it yet."""
    for game, draft in drafts():
        if draft.is_turn_over and any(isinstance(action, Dig) for action in draft.actions):
            found = look(game, draft)
            assert "Nobody sees this until" in found["text"]
            assert (found["buttons"], found["menus"]) == ((), ())


@pytest.mark.parametrize("ending", ["This ends building", "Stop here"])
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
    """Yield where in a game tunnels and intermediate stations are open."""
    game = play(3, 4)
    for events in game.turn_starts()[:-1]:
        choices = choices_of(draft_at(game, events))
        if choices.digs and choices.stations:
            yield events


def test_too_many_tunnels_go_into_menus() -> None:
    """Beyond 20 buttons each line has a menu, numbered as on the picture."""
    view = plan(draft_at(play(3, 4), next(with_station()))).view
    cast, choices = cast_of(scene_at(play(3, 4)), ENGLISH), crowded(28, 0)

    groups, menus = planner.grouped(cast, choices, view, None)

    assert planner.buttons(cast, choices, view) == ()
    assert groups == ()
    labels = [choice.label for menu in menus for choice in menu.choices]
    assert sorted(int(label.split(" · ")[0]) for label in labels) == list(range(1, 29))


def test_too_many_menus_are_grouped() -> None:
    """With four menus a group is chosen first; each shows its own choices."""
    view = plan(draft_at(play(3, 4), next(with_station()))).view
    cast, choices = cast_of(scene_at(play(3, 4)), ENGLISH), crowded(28, 6)

    groups, digs = planner.grouped(cast, choices, view, None)
    _, stations = planner.grouped(cast, choices, view, planner.STATION_GROUP)

    assert [group.key for group in groups] == [planner.DIG_GROUP, planner.STATION_GROUP]
    indices = [choice.index for menu in (*digs, *stations) for choice in menu.choices]
    assert sorted(indices) == list(range(34))


def test_the_longest_list_of_tunnels_is_shortened() -> None:
    """What would be too long in full words is said in brief."""
    draft = draft_at(play(3, 4), next(with_station()))
    cast = cast_of(scene_at(play(3, 4)), ENGLISH)

    text = planner.text(cast, plan(draft), crowded(120, 0))

    assert len(text) <= planner.TEXT_LIMIT
    assert " side" not in text
    assert "**120:**" in text
