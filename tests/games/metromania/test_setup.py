"""What chance can draw, and in which order it is numbered."""

from itertools import combinations, permutations, product

import pytest

from metrobot.games.metromania.actions import BuildCity
from metrobot.games.metromania.city import LETTERS, MARKERS, Marker, city_of, grounds
from metrobot.games.metromania.setup import CityDraws, deals, is_city
from metrobot.games.metromania.title import MetroMania
from metrobot.games.registry import TITLES
from tests.games.metromania.boards import TITLE, fresh, rules

DRAWS = CityDraws()


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (0, "D1/0 D2/0 D3/0 D4/0 D5/0 D6/0"),
        (1, "D1/0 D2/0 D3/0 D4/0 D5/0 D6/1"),
        (243, "D1/1 D2/0 D3/0 D4/0 D5/0 D6/0"),
        (728, "D1/2 D2/2 D3/2 D4/2 D5/2 D6/2"),
        (729, "D1/0 D2/0 D3/0 D4/0 D6/0 D5/0"),
        (729 * 120, "D2/0 D1/0 D3/0 D4/0 D5/0 D6/0"),
        (720 * 729 - 1, "D6/2 D5/2 D4/2 D3/2 D2/2 D1/2"),
    ],
)
def test_cities_are_numbered_by_districts_then_by_turns(number: int, expected: str) -> None:
    """The rank of the districts' order counts 729 each, sextant 0 turns slowest."""
    assert " ".join(f"{p.district}/{p.rotation}" for p in DRAWS[number].layout) == expected


def test_every_order_comes_once() -> None:
    orders = [tuple(p.district for p in DRAWS[rank * 729].layout) for rank in range(720)]

    assert orders == list(permutations(["D1", "D2", "D3", "D4", "D5", "D6"]))


def test_draws_are_a_sequence() -> None:
    assert list(DRAWS[:2]) == [DRAWS[0], DRAWS[1]]
    assert DRAWS[-1] == DRAWS[720 * 729 - 1]
    with pytest.raises(IndexError):
        DRAWS[720 * 729]


def test_every_city_drawn_is_legal() -> None:
    assert all(is_city(DRAWS[number].layout) for number in range(0, len(DRAWS), 4001))
    assert not is_city(DRAWS[0].layout[:5])


def test_cities_compare_by_their_layout() -> None:
    assert city_of(DRAWS[5].layout) == city_of(DRAWS[5].layout) != city_of(DRAWS[6].layout)
    assert len(grounds(DRAWS[5].layout)) == 150


def test_all_deals_for_four() -> None:
    """As many as a search through all ways to hand out each type."""
    by_type = [[m for m in MARKERS if m.spot == spot] for spot in "LRW"]
    legal = 0
    for orders in product(*(permutations(markers) for markers in by_type)):
        legal += all(len({m.letter for m in hand}) == 3 for hand in zip(*orders, strict=True))

    assert len(deals(4)) == len(set(deals(4))) == legal


def has_four_letters(hand: tuple[Marker, ...]) -> bool:
    """Return whether all letters differ and no type is missing."""
    return len({m.letter for m in hand}) == 4 and len({m.spot for m in hand}) == 3


def test_all_deals_for_three() -> None:
    """As many as a search through all ways to make three hands of four."""
    hands = {frozenset(h) for h in combinations(MARKERS, 4) if has_four_letters(h)}
    legal = sum(
        frozenset(MARKERS) - one - two in hands
        for one, two in product(hands, hands)
        if not one & two
    )

    assert len(deals(3)) == len(set(deals(3))) == legal


def test_what_chance_may_draw_is_what_it_may_do() -> None:
    state = TITLE.initial_state(rules(4))

    assert len(TITLE.chance(state)) == 720 * 729
    assert isinstance(TITLE.chance(state)[0], BuildCity)
    assert TITLE.chance(fresh(4)) == deals(4)
    assert len(TITLE.chance(fresh(4, hands="strict"))) == 0
    assert LETTERS == "ABCDEF"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_is_told_his_destinations(players: int) -> None:
    """Open ones too: they are easily forgotten."""
    assert TITLE.deals_hands(rules(players))


def test_the_title_is_registered() -> None:
    assert {key: type(title) for key, title in TITLES.items()}["metromania"] is MetroMania
