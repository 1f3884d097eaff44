"""A state that could be true: what a seat cannot see is drawn, and nothing else is changed."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

import pytest

from metrobot.engine.actors import Seat
from metrobot.engine.title import AnyTitle
from metrobot.games.metromania import imagine, setup
from metrobot.games.metromania.building import legality
from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.state import Phase, State
from tests.games import test_vacancies as vacancies
from tests.games.metrolijn import positions as metrolijn
from tests.games.metromania import play
from tests.games.metromania.boards import TITLE as METROMANIA
from tests.games.underground import positions as underground

Hands = tuple[tuple[Marker, ...], ...]

OPEN_GAMES: list[tuple[AnyTitle, Callable[[], Any]]] = [
    *(
        (METROMANIA, partial(play.played, players, options, "anything", seed))
        for players, options in play.RULESETS
        if options or players == 2
        for seed in range(2)
    ),
    *((underground.TITLE, partial(underground.game, 3, players)) for players in (2, 5)),
    *(
        (metrolijn.TITLE, partial(metrolijn.game, seed, players, map_, special=True))
        for seed, players, map_ in ((0, 1, "amsterdam"), (2, 4, "paris"))
    ),
]
"""Titles, each with how a game of it is played."""


def secret_states() -> list[State]:
    games = [
        play.played(players, (), policy, seed)
        for players in (3, 4)
        for policy in ("anything", "curl", "finish", "idle")
        for seed in range(2)
    ]
    return [state for game in games for state in game.states[::9]]


def observers(state: State) -> Iterator[frozenset[Seat]]:
    yield frozenset()
    yield from (frozenset({seat}) for seat in METROMANIA.seats(state))


@pytest.mark.parametrize(("title", "game"), OPEN_GAMES)
def test_where_nothing_is_hidden_the_truth_is_imagined(
    title: AnyTitle, game: Callable[[], Any]
) -> None:
    """By everybody, in every state but those where a hidden hand is still to be dealt."""
    for number, state in enumerate(game().states):
        seats = title.seats(state)
        for observed in (frozenset[Seat](), frozenset({seats[number % len(seats)]})):
            assert title.imagined(title.view_for(state, observed), random.Random(0)) == state


@pytest.mark.parametrize(("name", "players", "seed"), vacancies.GAMES)
def test_what_is_imagined_where_people_come_and_go_looks_like_the_truth(
    name: str, players: int, seed: int
) -> None:
    """Vacant seats and games ended by their players are imagined too."""
    title, _, states = vacancies.played(name, players, seed)
    for state in states[::5]:
        view = title.view_for(state, {Seat(0)})
        found = title.imagined(view, random.Random(seed))

        assert title.view_for(found, {Seat(0)}) == view
        assert title.vacant(found) == title.vacant(state)


@pytest.mark.long
def test_what_is_imagined_looks_like_the_truth() -> None:
    """The same view for whoever imagines, and the same legal actions of their own."""
    hidden = 0
    for number, state in enumerate(secret_states()):
        for seats in observers(state):
            view = METROMANIA.view_for(state, seats)
            found = METROMANIA.imagined(view, random.Random(number))
            hidden += found != state

            assert METROMANIA.view_for(found, seats) == view
            for seat in seats:
                assert METROMANIA.legal_actions(found, seat) == METROMANIA.legal_actions(
                    state, seat
                )
    assert hidden > 200


def conceivable(state: State, seat: Seat) -> set[Hands]:
    """Return the hands that a seat cannot tell from the truth, found by trying all of them."""
    view = METROMANIA.view_for(state, {seat})
    others = [other for other in METROMANIA.seats(state) if other != seat]
    pool = [marker for other in others for marker in state.hands[other]]
    found = set[Hands]()
    for hands in _shared(pool, [len(state.hands[other]) for other in others]):
        dealt = dict(zip(others, hands, strict=True)) | {seat: state.hands[seat]}
        twin = replace(state, hands=tuple(dealt[other] for other in METROMANIA.seats(state)))
        if METROMANIA.view_for(twin, {seat}) == view and _is_possible(twin):
            found.add(twin.hands)
    return found


def _shared(pool: list[Marker], sizes: list[int]) -> Iterator[Hands]:
    """Yield all ways to share markers out."""
    if not sizes:
        yield ()
        return
    for hand in combinations(sorted(pool), sizes[0]):
        rest = [marker for marker in pool if marker not in hand]
        for others in _shared(rest, sizes[1:]):
            yield (hand, *others)


def _is_possible(state: State) -> bool:
    """Return whether these hands could have been dealt, and led to where the game stands."""
    for seat, hand in enumerate(state.hands):
        placed = tuple(each.marker for each in state.placed if each.company == seat)
        lacking = {m for each in state.deeds.lacking[2 * seat : 2 * seat + 2] for m in each}
        if not setup.is_hand((*hand, *placed)) or lacking & set(hand):
            return False
    return bool(state.now.bonus) or legality.has_choice(state)


def test_every_possible_truth_and_no_other_can_come_up() -> None:
    compared = Counter[bool]()
    for state in secret_states()[::5]:
        if state.phase is not Phase.BUILDING or sum(map(len, state.hands)) > 8:
            continue
        for seat in METROMANIA.seats(state):
            found = imagine.possible_hands(METROMANIA.view_for(state, {seat}))

            assert len(set(found)) == len(found)
            assert set(found) == conceivable(state, seat)
            compared[len(found) > 1] += 1
    assert compared[True] > 15


def test_all_possible_truths_are_equally_likely() -> None:
    """By a chi-square on positions with few of them; the bound is that of one in a thousand."""
    bounds = {2: 10.83, 3: 13.82, 4: 16.27, 5: 18.47, 6: 20.52}
    tested = 0
    for state in secret_states():
        view = METROMANIA.view_for(state, {Seat(0)})
        count = len(imagine.possible_hands(view))
        if count not in bounds or tested == 4:
            continue
        dice, draws = random.Random(tested), 200 * count
        drawn = Counter(METROMANIA.imagined(view, dice).hands for _ in range(draws))
        expected = draws / count
        assert len(drawn) == count
        assert sum((n - expected) ** 2 / expected for n in drawn.values()) < bounds[count]
        tested += 1
    assert tested == 4


def test_the_same_dice_imagine_the_same_whatever_is_hidden() -> None:
    compared = 0
    for state in secret_states()[3::4]:
        if state.phase is not Phase.BUILDING:
            continue
        view = METROMANIA.view_for(state, {Seat(0)})
        twin = METROMANIA.imagined(view, random.Random("twin"))
        compared += twin != state
        other = METROMANIA.view_for(twin, {Seat(0)})

        assert METROMANIA.imagined(view, random.Random(5)) == METROMANIA.imagined(
            other, random.Random(5)
        )
    assert compared > 5
