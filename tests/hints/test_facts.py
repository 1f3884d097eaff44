"""Facts of turns: true by a second program, neither rare nor usual, and blind to all secrets."""

from collections import Counter
from dataclasses import replace
from importlib import import_module
from random import Random
from typing import Any, Final

import pytest

from metrobot.games.metromania import imagine, state, view
from metrobot.games.registry import TITLES
from metrobot.games.underground.board import CARDS
from metrobot.service.model.snapshots import REST, facts_between
from metrobot.ui.words.catalogue import words_for
from tests.hints.facts import RECOUNTS, kind_of, played, posted
from tests.titles import AGAINST_OTHERS

SEED: Final = "facts"
QUICK: Final = {"underground": "random"}
"""Who plays where fair computers take seconds for a game."""


def exchanged(secret: Any, dice: Random) -> Any:
    """Return a state with other hidden things: hands, the cards of a pile, their order."""
    if hasattr(secret, "hands"):
        markers = [marker for hand in secret.hands for marker in hand]
        dice.shuffle(markers)
        hands = [tuple(sorted(markers.pop() for _ in hand)) for hand in secret.hands]
        return replace(secret, hands=tuple(hands))
    if hasattr(secret, "pile"):
        return replace(secret, pile=frozenset(dice.sample(CARDS, len(secret.pile))))
    return replace(secret, turned=tuple(dice.sample(secret.turned, len(secret.turned))))


def check_law(name: str, games: int) -> Counter[str]:
    """Compare the facts of each turn with those after secrets were exchanged; return the kinds."""
    title, kinds = TITLES[name], Counter[str]()
    for number in range(games):
        dice = Random(number)
        players = title.player_counts[-1 - number % len(title.player_counts)]
        for turn in played(name, players, f"law {SEED}", number + 1, QUICK.get(name, "fair")):
            before, after = (
                title.view_for(exchanged(moment, dice)) for moment in (turn.before, turn.after)
            )
            # Byte for byte, in words' facts and in their order.
            assert repr(facts_between(title, before, after)) == repr(turn.facts)
            kinds.update(map(kind_of, turn.facts))
    return kinds


@pytest.mark.parametrize(
    ("name", "games"),
    [
        *((name, 1) for name in RECOUNTS),
        *(pytest.param(name, 200, marks=pytest.mark.long) for name in RECOUNTS),
    ],
)
def test_facts_hang_on_nothing_hidden(name: str, games: int) -> None:
    """Other hands, another pile, another order: neither a fact nor whether there is one differs."""
    assert len(check_law(name, games)) > 2


def test_what_could_tell_of_hands_is_not_looked_at() -> None:
    """The same facts come of views with any other blocked lines, and counts of them."""
    title, changed = TITLES["metromania"], 0
    for turn in played("metromania", 3, SEED, 5, "random"):
        views = [title.view_for(moment) for moment in (turn.before, turn.after)]
        others = [
            replace(each, companies=tuple(map(_turned, each.companies)), lines_done=9)
            for each in views
        ]
        changed += others != views

        assert facts_between(title, *others) == turn.facts
    assert changed > 10


def _turned(company: view.CompanyView) -> view.CompanyView:
    solid, striped = (
        replace(line, is_blocked=not line.is_blocked, can_finish=not line.can_finish)
        for line in company.lines
    )
    return replace(company, lines=(solid, striped))


def test_the_state_of_a_view_has_no_hidden_hand() -> None:
    title = TITLES["metromania"]
    turn = played("metromania", 4, SEED, 1, "random")[8]

    seen = imagine.seen_state(title.view_for(turn.after))
    assert isinstance(seen, state.State)
    assert not any(seen.hands)
    assert seen.lines == turn.after.lines


@pytest.mark.parametrize(
    ("name", "games", "level"),
    [
        *((name, 1, QUICK.get(name, "fair")) for name in RECOUNTS),
        *(pytest.param(name, 12, "fair", marks=pytest.mark.long) for name in RECOUNTS),
    ],
)
def test_no_fact_is_false_and_no_kind_comes_twice_in_three_posts(
    name: str, games: int, level: str
) -> None:
    """Another number, or another player, would be false; fair computers' posts often have one."""
    told = posts = 0
    for number in range(games):
        players = AGAINST_OTHERS[name] + number % 3
        turns = played(name, players, SEED, number + 1, level)
        kinds = [fact and kind_of(fact) for fact in posted(turns)]
        for n, kind in enumerate(kinds):
            assert kind is None or kind not in kinds[max(0, n - REST) : n]
        told, posts = told + len(kinds) - kinds.count(None), posts + len(kinds)
        lost = [str(f) for turn in turns for f in turn.facts if f.key == "fact.ml.lost"]
        assert [fact for fact, count in Counter(lost).items() if count > 1] == []
        for turn in turns:
            for fact in turn.facts:
                assert RECOUNTS[name](turn, fact) is not False, fact
                if fact.count is not None:
                    assert not RECOUNTS[name](turn, replace(fact, count=fact.count + 9)), fact
                # Several can come to that with a line in one round.
                if "seat" in fact.facts and not fact.key.endswith((".lost", ".one_left")):
                    seats = {n: {**fact.facts, "seat": n} for n in range(players)}
                    is_true = [RECOUNTS[name](turn, replace(fact, facts=seats[n])) for n in seats]
                    assert False in is_true, fact
    assert (0.25 if level == "fair" else 0.1) < told / posts < 0.67


@pytest.mark.parametrize("name", RECOUNTS)
def test_the_list_of_facts_is_closed(name: str) -> None:
    """At least eight, each with a recount and a sentence; none is of lines that are blocked."""
    kinds, words = TITLES[name].fact_kinds, words_for("en")
    prefix = {"metromania": "mm", "underground": "ou", "metrolijn": "ml"}[name]

    assert len(set(kinds)) == len(kinds) >= 8
    recounts = vars(import_module(f"tests.hints.{name}_facts"))
    assert all(f"_{kind}" in recounts for kind in kinds)
    assert {key for key in words.keys if key.startswith(f"fact.{prefix}.")} == {
        f"fact.{prefix}.{kind}" for kind in kinds
    }
