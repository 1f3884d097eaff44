"""Laws of how lines are drawn, held on boards of random games by what is drawn."""

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, islice, pairwise, product

import pytest
from PIL import Image

from metrobot.games.underground.board import (
    LINK_BETWEEN,
    LINKS,
    LINKS_AT,
    STATION_NAMED,
    Colour,
    Link,
    Station,
)
from metrobot.games.underground.view import View
from render import theme
from render.bends import HALF
from render.underground import inks
from render.underground.board import GRID, WIDTH, draw_board
from render.underground.changes import changes_between
from render.underground.grid import link_ends
from render.underground.labels.printed import RADIUS
from render.underground.lines.marks import along
from render.underground.lines.network import laid_on
from render.underground.lines.order import Laid, crossings, directions, ordered, ports
from render.underground.lines.tracks import (
    _stroke_stamp,
    centre_lane,
    half_width,
    joined,
    lane_way,
    reach_of,
)
from render.underground.lines.trips import ride_stamp
from render.underground.map.places import interchange_rings
from tests.render.shown import Shown, shown
from tests.render.underground.games import ENGLISH, PEOPLE, turns, views
from tests.render.underground.test_board import EMPTY

GAMES = [(players, seed) for players in (2, 3, 4, 5) for seed in (6, 7)]
MORE = 1.05
"""Of the fewest crossings that there can be, so many are drawn at most."""
STEP = 40
"""Degrees by which a bend turns at most from one of its straight parts to the next."""
PHONE = 400
STATION = [Station(n) for n in range(len(LINKS_AT))]

Line = tuple[tuple[float, float], ...]


@cache
def boards(players: int, seed: int) -> tuple[View, ...]:
    return views(players, seed)[9::13] + views(players, seed)[-1:]


def strokes(picture: Shown) -> dict[tuple[Colour, Link], Line]:
    """Return the path of each piece on a board, in px, from its link's first end."""
    links = {GRID.middle(Link(n)): Link(n) for n in range(len(LINKS))}
    found = dict[tuple[Colour, Link], Line]()
    for each in picture.stamped(_stroke_stamp):
        if each.ink in inks.LINES:
            x, y = each.at
            way = tuple((x + dx, y + dy) for dx, dy in lane_way(each.of["lane"], GRID.pitch))
            found[Colour(inks.LINES.index(each.ink)), links[each.at]] = way
    return found


def drawn(view: View) -> Shown:
    return shown(lambda: draw_board(view, PEOPLE[: len(view.players)], ENGLISH))


@cache
def boards_drawn(
    players: int, seed: int
) -> tuple[tuple[View, dict[tuple[Colour, Link], Line]], ...]:
    """Return boards of a random game, each with the path of each piece."""
    return tuple((view, strokes(drawn(view))) for view in boards(players, seed))


def slots(way: Line, link: Link) -> float:
    """Return the px by which a piece lies to the right of its link's middle, half-way along."""
    (((x, y), (ux, uy)),) = along(way, (0.5,))
    (((mx, my), _),) = along(lane_way(centre_lane(link), GRID.pitch), (0.5,))
    middle = GRID.middle(link)
    return (y - my - middle[1]) * ux - (x - mx - middle[0]) * uy


def turns_of(way: Line) -> list[float]:
    """Return the degrees by which a path turns from each of its parts to the next."""
    ways = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(way) if math.dist(a, b) > 0.5]
    return [abs((math.degrees(b - a) + 180) % 360 - 180) for a, b in pairwise(ways)]


def onward(found: dict[tuple[Colour, Link], Line], piece: tuple[Colour, Link]) -> list[list[Link]]:
    """Return the links in which the line of a piece goes on from each of its stations."""
    colour, own = piece
    return [
        [link for link in LINKS_AT[end] if link != own and (colour, link) in found]
        for end in link_ends(own)
    ]


@pytest.mark.few(2)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_lines_turn_in_round_bends_alone(game: tuple[int, int]) -> None:
    """Within links, and where two pieces meet; between bends they are level, upright or slanted.

    No station is off its line by more than its ring.
    """
    bent = 0
    for view, found in boards_drawn(*game):
        rings = interchange_rings(GRID, order_of(view))
        for (colour, link), way in found.items():
            (ax, ay), (bx, by) = max(pairwise(way), key=lambda part: math.dist(*part))
            angle = math.degrees(math.atan2(by - ay, bx - ax))
            assert abs((angle + 22.5) % 45 - 22.5) < 0.5
            assert max(turns_of(way), default=0) < STEP
            for end, others in zip(link_ends(link), onward(found, (colour, link)), strict=True):
                at = end_at(way, end)
                assert math.dist(at, GRID.at(end)) < rings.get(end, GRID.part(RADIUS))
                octants = dict(directions(end))
                for other in others if len(others) == 1 else ():
                    turn = (octants[link][0] - octants[other][0]) % 8
                    # A sharper turn would take the line off its station.
                    if turn in {2, 3, 5, 6}:
                        bent += 1
                        one, two = (
                            w if end_at(w, end) == w[0] else w[::-1]
                            for w in (way, found[colour, other])
                        )
                        assert math.dist(one[0], two[0]) < 1.5
                        assert max(turns_of((one[1], one[0], two[1])), default=0) < STEP
    assert bent > 10


def test_lines_side_by_side_keep_their_distance_round_bends() -> None:
    """Wherever two links meet at up to a right angle, at every spot of the bend; and all bend."""
    bends = 0
    for station, one, other in (
        (end, *pair) for end in STATION for pair in combinations(LINKS_AT[end], 2)
    ):
        count = min(LINKS[one].spaces, LINKS[other].spaces, 3)
        (octant, is_first), (away, begins) = (dict(directions(station))[n] for n in (one, other))
        if count == 1 or (octant - away) % 8 in {0, 1, 4, 7}:
            continue
        bends += 1
        order = tuple(map(Colour, range(count)))
        laid = {one: order, other: order if is_first is not begins else order[::-1]}
        ways = [lane_way(lane, GRID.pitch) for lane, _ in joined(laid)[one]]
        for left, right in pairwise(ways):
            gaps = [math.dist(a, b) for a, b in zip(left, right, strict=True)]
            assert len(gaps) > HALF
            assert max(gaps) - min(gaps) < 0.5
    assert bends > 20


@pytest.mark.few(2)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_same_lines_run_straight_through_a_station_without_a_hump(
    game: tuple[int, int],
) -> None:
    """Those that come in and go out on opposite links end where they go on."""
    seen = 0
    for _, found in boards_drawn(*game):
        on = defaultdict[Link, set[Colour]](set)
        for colour, link in found:
            on[link].add(colour)
        for station in STATION:
            for one, other in combinations([link for link in LINKS_AT[station] if link in on], 2):
                if on[one] == on[other] and is_straight(one, other, station):
                    seen += 1
                    for colour in on[one]:
                        ends = [end_at(found[colour, link], station) for link in (one, other)]
                        assert math.dist(*ends) < 1.5
    assert seen > 10


def is_straight(one: Link, other: Link, station: Station) -> bool:
    """Return whether two links leave a station in opposite directions."""
    octants = dict(directions(station))
    return (octants[one][0] - octants[other][0]) % 8 == 4


def end_at(way: Line, station: Station) -> tuple[float, float]:
    """Return the end of a piece that lies at a station."""
    return min(way[0], way[-1], key=lambda end: math.dist(end, GRID.at(station)))


@pytest.mark.few(2)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_lines_lie_in_the_order_that_crosses_least(game: tuple[int, int]) -> None:
    """From left to right as they were ordered, for all pieces that are drawn."""
    for view, found in boards_drawn(*game):
        laid = order_of(view)
        for link, order in laid.items():
            seen = sorted(order, key=lambda colour: slots(found[colour, link], link))
            assert tuple(seen) == order


def order_of(view: View) -> Laid:
    return ordered(frozenset((line.colour, link) for line in view.lines for link in line.track))


def all_crossings(laid: Laid) -> int:
    return sum(crossings(ports(station, laid)) for station in STATION)


def fewest(laid: Laid) -> int:
    """Return no more crossings than any order has: each pair of lines alone, by a full search."""
    return sum(_fewest(laid, pair) for pair in combinations(sorted({*sum(laid.values(), ())}), 2))


def _fewest(laid: Laid, pair: tuple[Colour, Colour]) -> int:
    pieces = {link: tuple(c for c in order if c in pair) for link, order in laid.items()}
    left = {link for link, order in pieces.items() if len(order) == 2}
    count = 0
    decided = set[Station]()
    while left:
        near = [left.pop()]
        for link in near:
            touching = {each for end in link_ends(link) for each in LINKS_AT[end]} & left
            left -= touching
            near += sorted(touching)
        ends = {end for link in near for end in link_ends(link)}
        decided |= ends
        count += min(
            sum(
                crossings(ports(end, {**pieces, **dict(zip(near, tried, strict=True))}))
                for end in ends
            )
            for tried in product((pair, pair[::-1]), repeat=len(near))
        )
    return count + sum(crossings(ports(s, pieces)) for s in STATION if s not in decided)


def test_hardly_more_lines_cross_than_must() -> None:
    laid = [order_of(view) for players in (3, 5) for view in boards(players, 6)]

    assert sum(map(all_crossings, laid)) <= MORE * sum(map(fewest, laid))


@pytest.mark.long
def test_hardly_more_lines_cross_than_must_on_200_boards() -> None:
    """At most one in twenty more than a full search finds."""
    laid = [
        order_of(view)
        for players in (2, 3, 4, 5)
        for seed in range(1, 8)
        for view in views(players, seed)[3::3]
    ]

    assert len(laid) >= 200
    assert sum(map(all_crossings, laid)) <= MORE * sum(map(fewest, laid))


LEVEL = [
    LINK_BETWEEN[frozenset((STATION_NAMED[a], STATION_NAMED[b]))]
    for a, b in (
        ("euston", "kings_cross_st_pancras"),
        ("great_portland_street", "euston"),
        ("bank", "aldgate"),
        ("kings_cross_st_pancras", "angel"),
    )
]


@pytest.mark.parametrize("link", LEVEL, ids=lambda link: str(LINKS[link].spaces))
def test_how_many_spaces_are_free_is_seen_on_a_phone(link: Link) -> None:
    """As many thin lines beside the pieces, in grey at 400 px, as there are free spaces."""
    spaces = LINKS[link].spaces
    for taken in range(min(spaces, len(EMPTY.lines)) + 1):
        lines = tuple(
            replace(line, track=frozenset([link] if n < taken else []))
            for n, line in enumerate(EMPTY.lines)
        )
        view = replace(EMPTY, lines=lines, passenger=None, open_cards=(), to_act=None)
        picture = draw_board(view, PEOPLE[:2], ENGLISH).convert("L")
        small = picture.resize(
            (PHONE, picture.height * PHONE // picture.width), Image.Resampling.BOX
        )
        assert thin_lines(small, link, taken) == spaces - taken


def thin_lines(small: Image.Image, link: Link, taken: int) -> int:
    """Return the dark spots on a cut across a level link, beside its pieces."""
    scale, (x, y) = PHONE / WIDTH, GRID.at(link_ends(link)[0])
    column = round((x + 0.27 * GRID.pitch) * scale)
    near = half_width(taken) * GRID.pitch if taken else -4
    far = (reach_of(taken, LINKS[link].spaces) + 0.03) * GRID.pitch
    rows = [row for row in range(small.height) if near + 3 < abs((row + 0.5) / scale - y) < far]
    dark = [row for row in rows if small.tobytes()[row * PHONE + column] < 238]
    return sum(row - 1 not in dark for row in dark)


@pytest.mark.few(2)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_passengers_way_is_one_smooth_line(game: tuple[int, int]) -> None:
    """From link to link without a gap, and without a corner but for the sharpest turns."""
    corners = seen = 0
    for turn in turns(*game)[4::13]:
        new = changes_between([turn])
        people = PEOPLE[: len(turn.after.players)]
        picture = shown(lambda: draw_board(turn.after, people, ENGLISH, changes=new))  # noqa: B023 -- called at once
        parts = iter([each for each in picture.stamped(ride_stamp) if each.ink == theme.CARD])
        for trip in turn.trips:
            ways = [
                [
                    (each.at[0] + dx * GRID.pitch, each.at[1] + dy * GRID.pitch)
                    for dx, dy in each.of["way"]
                ]
                for each in islice(parts, len(trip.way))
            ]
            assert all(math.dist(a[-1], b[0]) < 2 for a, b in pairwise(ways))
            assert math.dist(ways[0][0], GRID.at(trip.start)) < 1
            assert math.dist(ways[-1][-1], GRID.at(trip.route.to)) < 1
            turned = list(turnings([spot for way in ways for spot in way[:-1]]))
            corners += sum(angle > 60 for angle in turned)
            seen += len(ways)
    assert seen > 5
    assert corners <= seen * 0.1


def turnings(line: list[tuple[float, float]]) -> Iterator[float]:
    """Yield the degrees by which a line turns at each of its spots."""
    for (ax, ay), (bx, by), (cx, cy) in zip(line, line[1:], line[2:], strict=False):
        angle = math.atan2(cy - by, cx - bx) - math.atan2(by - ay, bx - ax)
        yield abs(math.degrees((angle + math.pi) % (2 * math.pi) - math.pi))


@pytest.mark.parametrize("station", STATION)
def test_a_links_direction_at_a_station_leads_towards_its_other_end(station: Station) -> None:
    """Eighths of a turn, clockwise from east, on the map as it is drawn."""
    x, y = GRID.at(station)
    for link, (octant, is_first) in directions(station):
        ends = link_ends(link)
        to_x, to_y = GRID.at(ends[1] if is_first else ends[0])
        ahead = math.cos(octant * math.pi / 4), math.sin(octant * math.pi / 4)

        assert ends[0 if is_first else 1] == station
        # A link may have a bend: within it, not away from its end.
        assert (to_x - x) * ahead[0] + (to_y - y) * ahead[1] > 0.5 * math.hypot(to_x - x, to_y - y)


def test_a_ring_where_lines_meet_is_wider_than_its_station() -> None:
    """And than the pieces that lie side by side there."""
    for players, seed in GAMES[:2]:
        for view in boards(players, seed):
            laid = laid_on(view)
            for station, radius in interchange_rings(GRID, laid).items():
                sides = [len(laid[link]) for link in LINKS_AT[station] if link in laid]
                assert radius > GRID.part(RADIUS)
                assert radius > half_width(max(sides)) * GRID.pitch


def test_crossings_are_counted_all_around_a_station() -> None:
    red, blue = (Colour(0),), (Colour(1),)

    assert crossings([red, blue, red, blue]) == 1
    assert crossings([red, red, blue, blue]) == 0
    assert crossings([red, red, blue, blue, red, blue]) == 1
