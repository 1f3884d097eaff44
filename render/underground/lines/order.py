"""The order of lines side by side: chosen for few crossings at stations."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise, permutations
from math import atan2, pi
from typing import Final

from metrobot.games.underground.board import LINKS_AT, Colour, Link, Station
from render.underground.grid import legs, link_ends

Order = tuple[Colour, ...]
"""The colours on a link, from left to right for somebody who leaves its first end."""
Laid = Mapping[Link, Order]
"""The order of each link that has any pieces."""

# Narrower searches find a few more crossings, wider ones hardly fewer and take longer.
BEAM: Final = 24
"""Most orders that are followed up from one link to the next."""
CROSSING: Final = 100
"""Cost of a crossing, in steps to the side."""


@lru_cache(maxsize=64)
def ordered(pieces: frozenset[tuple[Colour, Link]]) -> Laid:
    """Return the order of lines on each link, for pieces as colours and links.

    Links are decided one after the other. Of orders that are equal on all links that can
    still matter, only the best is followed up.
    """
    on = dict[Link, list[Colour]]()
    for colour, link in sorted(pieces, key=lambda piece: (piece[1], piece[0])):
        on.setdefault(link, []).append(colour)
    alone = {link: tuple(colours) for link, colours in on.items()}
    shared = _in_reach([link for link in on if len(on[link]) > 1])
    last = {end: n for n, link in enumerate(shared) for end in link_ends(link)}
    beam: list[tuple[int, dict[Link, Order]]] = [(0, alone)]
    for n, link in enumerate(shared):
        ends = [end for end in link_ends(link) if last[end] == n]
        ahead = [item for item in shared[: n + 1] if any(last[end] > n for end in link_ends(item))]
        best = dict[tuple[Order, ...], tuple[int, dict[Link, Order]]]()
        for cost, orders in beam:
            for order in permutations(on[link]):
                trial = {**orders, link: order}
                whole = cost + sum(_cost(ports(end, trial)) for end in ends)
                key = tuple(trial[item] for item in ahead)
                if key not in best or whole < best[key][0]:
                    best[key] = whole, trial
        beam = sorted(best.values(), key=lambda state: state[0])[:BEAM]
    return beam[0][1]


def _in_reach(links: Sequence[Link]) -> list[Link]:
    """Return some links, each followed by one that it touches where there is any."""
    rest, chain = list(links), list[Link]()
    while rest:
        chain.append(rest.pop(0))
        neighbours = {neighbour for end in link_ends(chain[-1]) for neighbour in LINKS_AT[end]}
        rest.sort(key=lambda link: link not in neighbours)
    return chain


def ports(station: Station, laid: Laid) -> tuple[Order, ...]:
    """Return the lines that leave a station in each of eight directions, all clockwise."""
    orders: list[Order] = [()] * 8
    for link, (octant, is_first) in directions(station):
        if link in laid:
            orders[octant] = laid[link] if is_first else laid[link][::-1]
    return tuple(orders)


@cache
def directions(station: Station) -> tuple[tuple[Link, tuple[int, bool]], ...]:
    """Return the links of a station, each with its direction and whether it begins there.

    Directions are eighths of a turn, clockwise from east.
    """
    links = []
    for link in LINKS_AT[station]:
        is_first = link_ends(link)[0] == station
        x, y = legs(link)[0 if is_first else -1]
        angle = atan2(y, x) if is_first else atan2(-y, -x)
        links.append((link, (round(angle * 4 / pi) % 8, is_first)))
    return tuple(links)


def crossings(orders: Iterable[Order]) -> int:
    """Return the least number of crossings of the lines that meet at a station."""
    clockwise = [colour for order in orders for colour in order]
    count = 0
    for pair in combinations(sorted({c for c in clockwise if clockwise.count(c) > 1}), 2):
        passes = [colour for colour in clockwise if colour in pair]
        turns = sum(a != b for a, b in pairwise((passes[-1], *passes)))
        count += max(0, turns // 2 - 1)
    return count


@lru_cache(maxsize=4096)
def _cost(orders: tuple[Order, ...]) -> int:
    """Return the cost of orders at a station: crossings, and steps of lines to the side."""
    steps = 0
    for one, other in zip(orders[:4], orders[4:], strict=True):
        for colour in {*one} & {*other}:
            here, there = (2 * side.index(colour) - len(side) + 1 for side in (one, other))
            steps += abs(here + there)
    return CROSSING * crossings(orders) + steps
