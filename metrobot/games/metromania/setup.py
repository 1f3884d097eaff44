"""The hands and the city: fixed tables, and all that chance can draw.

The draws of a chance event are numbered, so that others can check a dealing
(`docs/record.md` describes how a number is drawn):

- City: number = rank * 3**6 + rotations. `rank` is that of the order of the
  districts among all orders of D1 to D6, lexicographic, from 0; `rotations` is
  read in base 3, sextant 0 first.
- Deal: all legal deals in lexicographic order, company 0 first, each hand
  sorted by the names of its markers.

Source: MM §1.1, §3.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import factorial
from typing import Final, overload

from metrobot.engine.ruleset import Ruleset
from metrobot.games.metromania.actions import BuildCity, DealMarkers
from metrobot.games.metromania.city import (
    DISTRICTS,
    LEFT,
    MARKER_NAMED,
    MARKERS,
    RIGHT,
    SPOTS,
    Layout,
    Marker,
    Placement,
)

Hand = tuple[Marker, ...]
Hands = tuple[Hand, ...]

_NAMES: Final = tuple(sorted(DISTRICTS))
_ORDERS: Final = factorial(6)
_TURNS: Final = 3**6


class CityDraws(Sequence[BuildCity]):
    """All 6! x 3^6 cities, each created on demand (MM §1.1)."""

    def __len__(self) -> int:
        return _ORDERS * _TURNS

    @overload
    def __getitem__(self, index: int) -> BuildCity: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[BuildCity]: ...

    def __getitem__(self, index: int | slice) -> BuildCity | Sequence[BuildCity]:
        """Return one city, or a list of them."""
        # A range takes negative numbers and slices as any sequence does.
        numbers = range(len(self))[index]
        if isinstance(numbers, range):
            return [BuildCity(_layout(number)) for number in numbers]
        return BuildCity(_layout(numbers))


def _layout(number: int) -> Layout:
    rank, turns = divmod(number, _TURNS)
    left, placements = list(_NAMES), []
    for sextant in range(len(_NAMES)):
        later = len(_NAMES) - 1 - sextant
        place, rank = divmod(rank, factorial(later))
        rotation = turns // 3**later % 3
        placements.append(Placement(left.pop(place), rotation))
    return tuple(placements)


def is_city(layout: Layout) -> bool:
    """Return whether a layout has each district once, turned 0 to 2 times (MM §1.1)."""
    names = sorted(placement.district for placement in layout)
    return names == list(_NAMES) and all(p.rotation in (0, 1, 2) for p in layout)


def deals(players: int) -> tuple[DealMarkers, ...]:
    """Return all legal deals for three or four players, in their fixed order (MM §3.2)."""
    return _deals(players)[0]


def is_deal(players: int, deal: DealMarkers) -> bool:
    """Return whether the rules allow this deal (MM §3.2)."""
    return deal in _deals(players)[1]


@lru_cache(maxsize=2)
def _deals(players: int) -> tuple[tuple[DealMarkers, ...], frozenset[DealMarkers]]:
    hands = ways_to_deal(MARKERS, [(12 // players, is_hand)] * players)
    actions = tuple(map(DealMarkers, hands))
    # The set lets `is_deal` answer without a search.
    return actions, frozenset(actions)


def ways_to_deal(
    left: Hand, companies: Sequence[tuple[int, Callable[[Hand], bool]]]
) -> Iterator[Hands]:
    """Yield every way to deal these markers.

    Args:
        left: the markers.
        companies: for each the size of its hand, and whether it may hold one.
    """
    if not companies:
        yield ()
        return
    size, may_hold = companies[0]
    for hand in combinations(left, size):
        # Hands that a company cannot hold are dropped before the others' are listed.
        if may_hold(hand):
            rest = tuple(marker for marker in left if marker not in hand)
            for others in ways_to_deal(rest, companies[1:]):
                yield (hand, *others)


def is_hand(hand: Hand) -> bool:
    """Return whether all letters differ and each type is there, at most one of them twice.

    Source: MM §3.2.
    """
    letters = {marker.letter for marker in hand}
    return len(letters) == len(hand) and {marker.spot for marker in hand} == set(SPOTS)


def _named(*hands: str) -> Hands:
    return tuple(tuple(sorted(MARKER_NAMED[name] for name in hand.split())) for hand in hands)


_STRICT: Final = {
    3: _named("A-R D-R B-W C-L", "C-R A-W E-W F-L", "F-R D-W B-L E-L"),
    4: _named("A-R B-W C-L", "D-R A-W E-L", "F-R E-W B-L", "C-R D-W F-L"),
}


def fixed_hands(rules: Ruleset) -> Hands:
    """Return the hands of a game in which none are drawn.

    Source: MM §3.3 (two players), §3.4 (advanced), §3.5 (strict).
    """
    if rules["advanced"]:
        return LEFT[:3], RIGHT[:3], LEFT[3:], RIGHT[3:]
    return (LEFT, RIGHT) if rules.players == 2 else _STRICT[rules.players]
