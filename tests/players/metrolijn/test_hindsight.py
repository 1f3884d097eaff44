"""The most that was found with all cards known: reached by the rules, never below good play."""

import random
from collections.abc import Callable, Iterable, Sequence
from heapq import nlargest

import pytest

from metrobot.engine.actors import CHANCE
from metrobot.games.metrolijn.actions import TurnUp
from metrobot.games.metrolijn.board import MAP_IDS, map_named
from metrobot.games.metrolijn.state import State
from metrobot.players.contract import Budget
from metrobot.players.metrolijn import hindsight
from metrobot.players.metrolijn.bit_sheet import BitSheet, Move, pay_table_of
from metrobot.players.metrolijn.hindsight import best_known
from metrobot.players.metrolijn.levels import NOTHING, choose_strong, full_choices
from tests.games.metrolijn.positions import FIRST, TITLE, new

Chooser = Callable[[State], int]
Sheet = tuple[float, int, tuple[int, ...], int]
"""As the search has them: looks, marks, empty windows, transfer numbers."""
NETWORKS = tuple(id_ for id_ in MAP_IDS if "-" in id_)


def finished(map_: str, cards: Iterable[str], choose: Chooser) -> State:
    """Return the end of a game alone on these cards, each choice made by a function."""
    state = new(map=map_)
    for card in cards:
        if TITLE.is_over(state):
            break
        state = TITLE.apply(state, CHANCE, TurnUp(card))
        state = TITLE.apply(state, FIRST, TITLE.legal_actions(state, FIRST)[choose(state)])
    return state


def dealt(map_: str, seed: int) -> list[str]:
    """Return the cards of a game alone, from the first to the one that ends it."""
    dice, state, found = random.Random(seed), new(map=map_), list[str]()
    while not TITLE.is_over(state):
        drawn = dice.choice(TITLE.chance(state))
        assert isinstance(drawn, TurnUp)
        found.append(drawn.card)
        state = TITLE.apply(state, CHANCE, drawn)
        state = TITLE.apply(state, FIRST, TITLE.legal_actions(state, FIRST)[0])
    return found


def strong(dice: random.Random, playouts: int | None = None) -> Chooser:
    """Return a function that chooses as the strong computer does, from its own view."""

    def choose(state: State) -> int:
        view, legal = TITLE.view_for(state, {FIRST}), TITLE.legal_actions(state, FIRST)
        return choose_strong(view, legal, Budget(playouts), dice).index

    return choose


def course(map_: str, cards: Sequence[str], width: int) -> list[Move]:
    """Return the choices of the best sheet that a beam of this width finds."""
    table = pay_table_of(TITLE.view_for(new(map=map_), frozenset()), 0)
    windows = tuple(line.windows for line in map_named(map_).lines)
    found: list[tuple[Sheet, list[Move]]] = [((0.0, 0, windows, 0), [])]
    for card in cards:
        after = dict[tuple[int, tuple[int, ...]], tuple[Sheet, list[Move]]]()
        for sheet, path in found:
            for each in hindsight._after(table, sheet, card):
                kept = after.get(each[1:3])
                if kept is None or kept[0][0] < each[0]:
                    after[each[1:3]] = each, [*path, step(sheet, each)]
        found = nlargest(width, after.values(), key=lambda each: each[0][0])
    ends = [(BitSheet(marked, list(free), n), path) for (_, marked, free, n), path in found]
    return max(ends, key=lambda each: table.score(each[0]))[1]


def step(before: Sheet, after: Sheet) -> Move:
    """Return the choice by which one sheet becomes another."""
    filled = [line for line, (a, b) in enumerate(zip(before[2], after[2], strict=True)) if a != b]
    return (filled[0] if filled else -1, after[1] & ~before[1], after[3] - before[3])


@pytest.mark.parametrize("map_", [*NETWORKS[::4], MAP_IDS[0]])
def test_what_was_found_is_reached_by_the_rules(map_: str) -> None:
    """Each choice of the best course is legal when its card comes, and the score is the game's."""
    cards = dealt(map_, 7)
    moves = course(map_, cards, 60)

    def follow(state: State) -> int:
        view, legal = TITLE.view_for(state, {FIRST}), TITLE.legal_actions(state, FIRST)
        places = {move: place for place, move in full_choices(view.map, legal)}
        return places[moves[state.round - 1]]

    end = finished(map_, cards, follow)
    assert TITLE.is_over(end)
    assert len(moves) == len(cards) == end.round
    assert TITLE.outcome(end).scores[0] == best_known(map_, cards, 60)


@pytest.mark.parametrize("seed", range(3))
def test_the_strong_computer_finds_no_more_than_was_found(seed: int) -> None:
    map_ = NETWORKS[seed * 7]
    cards = dealt(map_, seed)
    end = finished(map_, cards, strong(random.Random(seed), 60))

    assert TITLE.is_over(end)
    assert best_known(map_, cards, 600) >= TITLE.outcome(end).scores[0]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_the_strong_computer_finds_no_more_at_full_strength(seed: int) -> None:
    """On four networks, as a line of the day is judged."""
    map_ = NETWORKS[seed * 5]
    cards = dealt(map_, 100 + seed)
    end = finished(map_, cards, strong(random.Random(seed)))

    assert best_known(map_, cards) >= TITLE.outcome(end).scores[0]


def test_who_looks_at_more_sheets_finds_no_less_at_first() -> None:
    """A wider beam may lose a sheet later on, but here it only gains."""
    map_ = NETWORKS[0]
    cards = dealt(map_, 3)
    found = [best_known(map_, cards, width) for width in (1, 10, 100, 1000)]

    assert found[-1] >= found[0]
    assert found[-1] == max(found)


def test_whoever_has_only_free_rides_left_has_a_sheet_all_the_same() -> None:
    """With all stations crossed there is nothing more to be had; the score stands."""
    map_ = NETWORKS[0]
    stations = len(map_named(map_).stations)
    crossed = best_known(map_, ["F"] * stations, 5)

    assert best_known(map_, ["F"] * (stations + 3), 5) == crossed
    assert crossed == sum(line.first_points for line in map_named(map_).lines)
    assert NOTHING == (-1, 0, 0)
