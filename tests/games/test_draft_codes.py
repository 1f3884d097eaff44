"""Codes of drafts stand in the buttons of planners that are open while the bot is upgraded."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.draft import Draft, new_draft, read_draft
from metrobot.engine.title import AnyTitle
from metrobot.games.registry import TITLES

CODES = {
    "metromania": ("21f4:31.1.1", "9e96:1.2.3", "b315:4", "7760:1.3.3", "9c54:3"),
    "underground": (
        "bff8:281.219.161.102",
        "8527:16.5.13.7.0",
        "fac6:0.6.1.10",
        "006f:1.8.4.0",
        "8d2e:23.2.0.3.0",
    ),
    "metrolijn": ("bb15:42", "f929:36", "19cc:29", "ddfd:24", "f8df:23"),
}
"""Of turns of one game of each title, as releases have written them since 2026-11-23."""
EACH = 5
"""Of so many turns there are codes."""
APART = 4


def positions(title: AnyTitle) -> Iterator[tuple[Any, Seat]]:
    """Yield some positions of a game of two, each with who is awaited there."""
    dice, state = random.Random(title.id), title.initial_state(title.ruleset(2, {}))
    chosen = 0
    while chosen < EACH * APART:
        (actor, *_) = title.awaiting(state)
        if actor is CHANCE:
            draws = title.chance(state)
            state = title.apply(state, CHANCE, draws[dice.randrange(len(draws))])
            continue
        if chosen % APART == 0:
            yield state, actor
        draft = whole(title, state, actor)
        for action in draft.actions:
            state = title.apply(state, actor, action)
        chosen += 1


def whole(title: AnyTitle, state: Any, seat: Seat) -> Draft[Any, Any]:
    """Return a draft of a whole turn: now one of the first choices, now one of the last."""
    draft = new_draft(title, state, seat)
    while not draft.is_turn_over:
        count = len(draft.open_choices)
        draft = draft.then((7 * (len(draft.choices) + 1) + count // 2) % count)
    return draft


@pytest.mark.parametrize("name", TITLES)
def test_codes_of_drafts_are_those_of_earlier_releases(name: str) -> None:
    """A planner that was open goes on: the same choices in the same order, written the same way.

    Whoever has to change them takes the old codes in for a while, or refuses in
    words that the planner has to be opened again.
    """
    title = TITLES[name]
    found = [(state, seat, whole(title, state, seat)) for state, seat in positions(title)]

    assert tuple(draft.code for *_, draft in found) == CODES[name]
    for state, seat, draft in found:
        assert read_draft(title, state, seat, draft.code) == draft
