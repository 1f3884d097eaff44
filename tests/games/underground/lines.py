"""Random lines, such as could be built or wilder."""

import random
from collections import deque

from metrobot.games.underground.board import LINKS, LINKS_AT, STATIONS, Link, Station, other_end

Track = frozenset[Link]


def stations_of(track: Track) -> frozenset[Station]:
    """Return the stations of a line."""
    return frozenset(s for link in track for s in (LINKS[link].a, LINKS[link].b))


def grown(chooser: random.Random, pieces: int, track: Track = frozenset()) -> Track:
    """Return a line with more links, each touching it."""
    links = set(track or {Link(chooser.randrange(len(LINKS)))})
    for _ in range(pieces):
        near = {link for station in stations_of(frozenset(links)) for link in LINKS_AT[station]}
        links.add(chooser.choice(sorted(near - links)))
    return frozenset(links)


def toured(chooser: random.Random, stops: int) -> Track:
    """Return a line around some stations and back to the first, so that it has loops."""
    tour = chooser.sample([Station(number) for number in range(len(STATIONS))], stops)
    links = set[Link]()
    for start, to in zip(tour, [*tour[1:], tour[0]], strict=True):
        links |= way(chooser, start, to)
    return frozenset(links)


def way(chooser: random.Random, start: Station, to: Station) -> set[Link]:
    """Return the links of one of the short ways between two stations."""
    came: dict[Station, Link | None] = {to: None}
    queue = deque(came)
    while start not in came:
        at = queue.popleft()
        for link in chooser.sample(LINKS_AT[at], len(LINKS_AT[at])):
            if (other := other_end(link, at)) not in came:
                came[other] = link
                queue.append(other)
    links = set[Link]()
    while (step := came[start]) is not None:
        links.add(step)
        start = other_end(step, start)
    return links
