"""The hard parts once more, slowly and in other ways than the code under test.

Of the code only what is printed on the board is used.
"""

import math
from collections import deque
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations

from metrobot.games.underground.board import LINKS, STATIONS, Colour, Link, Station

Track = frozenset[Link]
HalfEdge = tuple[Station, Station]


@cache
def _ways(track: Track) -> Mapping[Station, tuple[Station, ...]]:
    """Return for each station the stations one piece away."""
    sites = [LINKS[link] for link in sorted(track)]
    pairs = [(site.a, site.b) for site in sites] + [(site.b, site.a) for site in sites]
    return {Station(at): tuple(b for a, b in pairs if a == at) for at in range(len(STATIONS))}


def _neighbours(station: Station, track: Track) -> tuple[Station, ...]:
    """Return the stations one piece away."""
    return _ways(track)[station]


# --- the passenger, by trying every route ---

Choice = tuple[Station, frozenset[Colour]]
ALL: Track = frozenset(Link(number) for number in range(len(LINKS)))


def passenger_choices(
    start: Station, destinations: Sequence[Station], tracks: Mapping[Colour, Track]
) -> tuple[int, set[Choice]]:
    """Return the least walking, and the choices with fewest lines among it.

    Every route is followed piece by piece and walk by walk, with the set of
    colours used so far: first all that walk nothing, then all that walk one
    link, and so on until some of them have arrived.
    """
    walked, layer = 0, _ridden({(start, frozenset())}, tracks)
    while not (arrived := {(at, used) for at, used in layer if at in destinations}):
        seen = layer
        steps = {(to, used) for at, used in layer for to in _neighbours(at, ALL)}
        layer, walked = _ridden(steps - seen, tracks), walked + 1
    fewest = min(len(used) for _, used in arrived)
    return walked, {(at, used) for at, used in arrived if len(used) == fewest}


def _ridden(
    places: set[tuple[Station, frozenset[Colour]]], tracks: Mapping[Colour, Track]
) -> set[tuple[Station, frozenset[Colour]]]:
    """Return all places that can be reached by riding from some places, themselves included."""
    found, waiting = set(places), list(places)
    while waiting:
        at, used = waiting.pop()
        for colour, track in tracks.items():
            for to in _neighbours(at, track):
                place = (to, used | {colour})
                if place not in found:
                    found.add(place)
                    waiting.append(place)
    return found


# --- where pieces may go, by the sections of the rules ---


def legal_pieces(
    tracks: Sequence[Track], colours: Sequence[tuple[Colour, int]], tokens: int
) -> list[tuple[Colour, Link]]:
    """Return the legal pieces, colour by colour, the links of each in rising order.

    Args:
        tracks: the links of every colour.
        colours: the own ones, each with how many pieces it has in all.
        tokens: in hand.
    """
    return [
        (colour, link)
        for colour, pieces in colours
        for link in map(Link, range(len(LINKS)))
        if len(tracks[colour]) < pieces and _may_lie(tracks, colour, link, tokens)
    ]


def _may_lie(tracks: Sequence[Track], colour: Colour, link: Link, tokens: int) -> bool:
    """Return whether one more piece of a colour may be laid on a link."""
    site, there = LINKS[link], [number for number, track in enumerate(tracks) if link in track]
    if colour in there or len(there) >= site.spaces:
        return False
    at_ends = [len(_neighbours(station, tracks[colour])) for station in (site.a, site.b)]
    is_free = not tracks[colour] or 1 in at_ends
    return is_free or (any(at_ends) and tokens >= 2)


# --- enclosed stations, by the faces of the drawing ---


def enclosed(track: Track) -> set[Station]:
    """Return the stations inside a block of a line and not on that block."""
    return {station for block in blocks(track) for station in _inside(block)}


def blocks(track: Track) -> list[Track]:
    """Return the parts of a line in which any two links lie on a common simple cycle.

    Two links at a station do if and only if their other ends are still
    connected without that station; further ones do if a chain of such pairs
    joins them. Links on no cycle are left out.
    """
    found: list[set[Link]] = []
    for one, other in combinations(sorted(track), 2):
        if _share_a_cycle(one, other, track):
            near = [block for block in found if block & {one, other}]
            found = [block for block in found if block not in near]
            found.append({one, other}.union(*near))
    return [frozenset(block) for block in found]


def _share_a_cycle(one: Link, other: Link, track: Track) -> bool:
    """Return whether two links meet at a station and lie on a common simple cycle."""
    ends, others = ({LINKS[link].a, LINKS[link].b} for link in (one, other))
    if len(ends & others) != 1:
        return False
    (start,), (to,), (without,) = ends - others, others - ends, ends & others
    seen, waiting = {start, without}, [start]
    while waiting:
        for near in _neighbours(waiting.pop(), track):
            if near not in seen:
                seen.add(near)
                waiting.append(near)
    return to in seen


def _inside(block: Track) -> set[Station]:
    """Return the stations inside a block and not on it.

    The plane is cut into faces by walking around each with the hand on the
    wall. The face with negative area is the outside: it goes around all that
    is inside.
    """
    (outside,) = (face for face in _faces(block) if _area(face) < 0)
    on_block = {station for link in block for station in (LINKS[link].a, LINKS[link].b)}
    stations = set(map(Station, range(len(STATIONS)))) - on_block
    return {station for station in stations if _winding(station, outside)}


def _faces(track: Track) -> list[list[HalfEdge]]:
    """Return the faces as closed walks."""
    pairs = [(LINKS[link].a, LINKS[link].b) for link in sorted(track)]
    left = dict.fromkeys([*pairs, *((b, a) for a, b in pairs)])
    faces = []
    while left:
        half, face = next(iter(left)), list[HalfEdge]()
        while half in left:
            del left[half]
            face.append(half)
            half = _next_half(half, track)
        faces.append(face)
    return faces


def _next_half(half: HalfEdge, track: Track) -> HalfEdge:
    """Return the next half-edge around a face: the first turn from the way back."""
    came, at = half
    back = _angle(at, came)
    to = min(_neighbours(at, track), key=lambda n: (back - _angle(at, n)) % math.tau or math.tau)
    return at, to


def _angle(a: Station, b: Station) -> float:
    (ax, ay), (bx, by) = STATIONS[a].at, STATIONS[b].at
    return math.atan2(by - ay, bx - ax)


def _area(face: Sequence[HalfEdge]) -> float:
    """Return twice the signed area of a face, 0 of a tree's."""
    corners = [(*STATIONS[a].at, *STATIONS[b].at) for a, b in face]
    return round(sum(ax * by - bx * ay for ax, ay, bx, by in corners), 6)


def _winding(station: Station, face: Sequence[HalfEdge]) -> int:
    """Return the number of times a face goes around a station that is not on it."""
    x, y = STATIONS[station].at
    turned = 0.0
    for a, b in face:
        (ax, ay), (bx, by) = STATIONS[a].at, STATIONS[b].at
        turn = math.atan2(by - y, bx - x) - math.atan2(ay - y, ax - x)
        turned += (turn + math.pi) % math.tau - math.pi
    return round(turned / math.tau)


def shortest_loop_around(station: Station) -> int:
    """Return the links of the shortest loop that encloses a station, 0 if none does.

    A loop encloses it if it crosses a ray from it an odd number of times; the
    shortest such walk is a loop.
    """
    lengths = [_odd_walk(Station(at), station) for at in range(len(STATIONS)) if at != station]
    return min((length for length in lengths if length), default=0)


def _odd_walk(start: Station, inside: Station) -> int:
    """Return the links of the shortest odd walk back to a station, 0 if there is none."""
    steps = {(start, False): 0}
    queue = deque(steps)
    while queue:
        at, odd = queue.popleft()
        for to in _neighbours(at, ALL):
            place = (to, odd ^ _crosses(at, to, inside))
            if to != inside and place not in steps:
                steps[place] = steps[at, odd] + 1
                queue.append(place)
    return steps.get((start, True), 0)


def _crosses(a: Station, b: Station, station: Station) -> bool:
    """Return whether a link crosses the ray to the right of a station."""
    (ax, ay), (bx, by), (x, y) = STATIONS[a].at, STATIONS[b].at, STATIONS[station].at
    if (ay > y) == (by > y):
        return False
    return x < ax + (y - ay) * (bx - ax) / (by - ay)
