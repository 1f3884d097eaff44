"""What London's planners, parts and pages of the rules say, and a test for each fact.

Planners: the number of each choice on its own link, in the colour of its piece, with what it
costs; where the passenger would go and why; what lies outside; whose turn it is.
"""

import math
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import (
    COLOURS,
    LINKS,
    STATION_NAMED,
    STATIONS,
    Colour,
    Station,
)
from metrobot.games.underground.forecast import likely_trips, sure_legs
from metrobot.games.underground.trips.passenger import Route
from metrobot.games.underground.view import View
from render import theme
from render.boxes import Box, grown, holds
from render.text.rows import rows_stamp
from render.underground import inks
from render.underground.changes import NOTHING, PlannerOption
from render.underground.examples import EXAMPLES
from render.underground.glyphs import (
    arrow_stamp,
    number_stamp,
    pointer_stamp,
    station_stamp,
    tick_stamp,
    token_stamp,
)
from render.underground.grid import AREAS, Grid
from render.underground.lines.tracks import _dashes_stamp, _stroke_stamp
from render.underground.lines.trips import ride_stamp, steps_stamp
from render.underground.panels.outlook import MOST_ROUTES, _fitting
from render.underground.topics import _view, draw_topic
from render.underground.zoom import SIZE, UNIT, _grid, _reached, draw_planner, zoomed
from tests.render.shown import Shown, Stamped, shown
from tests.render.underground.games import ENGLISH, views
from tests.render.underground.laws import Name, covered_stations
from tests.render.underground.test_parts import options_in

PEOPLE = ("Ada", "Bo", "Cy", "Dee", "Eve")


def planner(view: View, options: list[PlannerOption]) -> Shown:
    return shown(lambda: draw_planner(view, PEOPLE[: len(view.players)], ENGLISH, options))


def grid_of(view: View, options: list[PlannerOption]) -> Grid:
    return _grid(options, NOTHING, likely_trips(view))


FROM_EDGE = 56
"""Most px from the picture's edge to a name there, past its arrow."""
CASES = [(3, 3, 0), (3, 3, 2), (4, 4, 2), (5, 7, 0)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_number_lies_on_its_own_link(case: tuple[int, int, int]) -> None:
    """Ringed in the colour of its piece, on the way between the two stations."""
    view, options = options_in(*case)
    picture, grid = planner(view, options), grid_of(view, options)
    discs = picture.stamped(number_stamp)

    assert len(discs) == len(options)
    for option, disc in zip(options, discs, strict=True):
        (number,) = [
            each for each in picture.written(str(option.number)) if is_on(each.middle, disc)
        ]
        site = LINKS[option.link]
        (ax, ay), (bx, by) = grid.at(site.a), grid.at(site.b)
        around = math.dist((ax, ay), disc.at) + math.dist((bx, by), disc.at)

        assert number.ink == theme.CARD
        assert disc.of["colour"] == inks.LINES[option.colour]
        assert around < math.dist((ax, ay), (bx, by)) * 1.15


def is_on(at: tuple[int, int], disc: Stamped) -> bool:
    return math.dist(at, disc.at) < 6


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_choice_is_dashed_in_its_colour(case: tuple[int, int, int]) -> None:
    """On its link, and nothing else is."""
    view, options = options_in(*case)
    picture, grid = planner(view, options), grid_of(view, options)
    dashes = sorted((each.at, each.ink) for each in picture.stamped(_dashes_stamp))

    assert dashes == sorted((grid.middle(o.link), inks.LINES[o.colour]) for o in options)


def test_a_branch_has_two_tokens_below_its_number_and_harm_a_red_one() -> None:
    """A free piece has none, and a dark number."""
    view, options = options_in(3, 3, 2)
    told = [replace(each, harms=n == 1) for n, each in enumerate(options)]
    picture = planner(view, told)
    discs, coins = picture.stamped(number_stamp), picture.stamped(token_stamp)

    assert [each.of["core"] for each in discs] == [
        inks.HARM if each.harms else theme.INK for each in told
    ]
    assert {each.tokens for each in told} == {0, 2} or {each.tokens for each in told} == {2}
    for option, disc in zip(told, discs, strict=True):
        below = [
            each
            for each in coins
            if abs(each.at[0] - disc.at[0]) < 40 and 0 < each.at[1] - disc.at[1] < 60
        ]
        assert len(below) >= option.tokens
    assert len(coins) == sum(each.tokens for each in told)


@pytest.mark.parametrize("seed", [3, 4, 6])
def test_the_row_below_says_what_each_destination_costs(seed: int) -> None:
    """Its sign, links on foot in words, and by which lines; an arrow at the nearest.

    Where two are visited in one turn, each has its number there instead.
    """
    for view in [each for each in views(3, seed)[4:40:6] if sure_legs(each)]:
        legs = sure_legs(view)
        targets = [target for leg in legs for target in leg.targets]
        visits = [str(n) for n, leg in enumerate(legs, start=1) for _ in leg.targets]
        picture = planner(view, [])
        below = picture.after(next(box for box in picture.boxes(theme.PAGE) if box[1] == SIZE[1]))
        signs = below.stamped(station_stamp)
        arrows = [("", each.at) for each in below.stamped(arrow_stamp)]
        numbers = [(said.text, said.middle) for n in "12" for said in below.written(n)]
        marks = arrows + numbers

        assert [each.of["kind"] for each in signs] == [STATIONS[t.to].kind for t in targets]
        assert len(marks) == sum(target.is_best for target in targets) > 0
        for target, visit, sign in zip(targets, visits, signs, strict=True):
            said = [words for words, at in marks if 0 < sign.at[0] - at[0] < 70]
            walks = f"{target.cost.walks} on foot"
            words = walks if target.cost.walks or not target.cost.lines else ""
            words += "+" if words and target.cost.lines else ""

            assert said == [visit if len(legs) > 1 else ""] * target.is_best
            assert row_below(below, sign) in [words + ways for ways in told_routes(target.routes)]


def test_the_row_below_says_in_its_middle_that_nothing_is_open() -> None:
    """There is no destination, or the passenger has gone."""
    view = replace(views(3, 3)[4], open_cards=())
    gone = replace(view, passenger=None, visited=(STATION_NAMED["angel"],))
    for each, words in ((view, ENGLISH.no_destinations), (gone, ENGLISH.gone)):
        picture = planner(each, [])
        cards = [box for box in picture.boxes(theme.CARD) if box[1] >= SIZE[1]]
        (said,) = [text for text in picture.texts if text.text == words]

        assert any(abs(said.middle[1] - (box[1] + box[3]) / 2) < 6 for box in cards)


def row_below(picture: Shown, sign: Stamped) -> str:
    """Return the text in the lower row of a destination's card."""
    card = next(
        box
        for box in picture.boxes(theme.CARD)
        if box[0] < sign.at[0] < box[2] and box[1] < sign.at[1] < box[3]
    )
    inside = [
        each
        for each in picture.texts
        if is_within(card, each.middle) and each.middle[1] > (card[1] + 2 * card[3]) / 3
    ]
    return "".join(each.text for each in sorted(inside, key=lambda each: each.box[0]))


def is_within(box: Box, at: tuple[int, int]) -> bool:
    return box[0] < at[0] < box[2] and box[1] < at[1] < box[3]


def told_routes(routes: Iterable[Route]) -> list[str]:
    """Return the texts that may tell ways: one at least, two at most; more are counted."""
    ways = ["".join(COLOURS[colour].code for colour in route.colours) for route in routes]
    if not any(ways):
        return [""]
    counts = range(1, MOST_ROUTES + 1)
    return ["/".join(ways[:n]) + f"+{len(ways) - n}" * (len(ways) > n) for n in counts]


def test_what_lies_outside_is_named_at_the_edge_with_an_arrow_towards_it() -> None:
    """Each name once; the arrow points to where it is, and no station lies under the name."""
    found = 0
    for case in CASES:
        view, options = options_in(*case)
        picture, grid = planner(view, options), grid_of(view, options)
        arrows = picture.stamped(pointer_stamp)
        names = {" ".join(each.of["rows"]): each for each in picture.stamped(rows_stamp)}
        for arrow in arrows:
            name, text = min(names.items(), key=lambda each: apart(each[1], arrow))
            (station,) = [n for n, site in enumerate(STATIONS) if site.name == name]
            x, y = grid.at(Station(station))
            angle = math.degrees(math.atan2(arrow.at[1] - y, x - arrow.at[0]))
            turned = (arrow.of["angle"] - angle + 180) % 360 - 180

            assert UNIT / 4 < apart(text, arrow) < 2 * UNIT
            assert holds((0, 0, *SIZE), grown(text.box, 6))
            assert not holds(grown((0, 0, *SIZE), -FROM_EDGE), text.box)
            assert not (0 < x < SIZE[0] and 0 < y < SIZE[1])
            assert abs(turned) < 12
            assert not covered_stations(Name(Station(station), text.box, None), grid)
        found += len(arrows)
    assert found > 3


def apart(one: Stamped, other: Stamped) -> float:
    """Return the distance of a shape from another one's place."""
    (left, top, right, bottom), (x, y) = one.box, other.at
    return math.hypot(max(left - x, x - right, 0), max(top - y, y - bottom, 0))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_strip_says_whose_colours_they_are_and_whose_turn(players: int) -> None:
    """In turn order: dark, with a light name, whoever is to play."""
    view = replace(views(players, 7)[6], to_act=Seat(1))
    for draw in (
        lambda: draw_planner(view, PEOPLE[:players], ENGLISH, []),
        lambda: zoomed(view, PEOPLE[:players], ENGLISH, "centre"),
    ):
        picture = shown(draw)
        names = [picture.written(name)[-1] for name in PEOPLE[:players]]
        row = [each for each in picture.texts if each.middle[1] >= names[0].middle[1] - 6]
        sides = [16 + n * 1580 / players for n in range(players + 1)]
        told = [
            {each.text for each in row if low <= each.box[0] < high}
            for low, high in pairwise(sides)
        ]

        for player, found in zip(view.players, told, strict=True):
            assert found == {PEOPLE[player.seat], *(COLOURS[c].code for c in player.colours)}
        assert [each.ink == theme.CARD for each in names] == [n == 1 for n in range(players)]


def test_equally_near_destinations_have_or_between_them_and_a_way_each() -> None:
    """Nothing is decided, so both look alike; where nothing is open there is no such word."""
    seen = (view for seed in range(1, 9) for view in views(3, seed) if sure_legs(view))
    view = next(view for view in seen if not sure_legs(view)[0].is_sure)
    decided = next(v for v in views(3, 3)[4:] if all(leg.is_sure for leg in sure_legs(v)))
    stops = sure_legs(view)[0].stops

    assert len(planner(view, []).written(ENGLISH.either)) == len(stops) - 1 > 0
    assert [trip.route.to for trip in likely_trips(view)] == [*stops]
    assert planner(decided, []).written(ENGLISH.either) == []


def test_likely_trips_are_drawn_on_a_planner() -> None:
    """As steps and rides on the map: as on the board once they are made."""
    view = next(v for v in views(3, 3)[4:] if len(likely_trips(v)) == 2)
    picture, grid = planner(view, []), grid_of(view, [])
    wanted = {grid.middle(c.link): c.is_walk for trip in likely_trips(view) for c in trip.way}
    found = {each.at: False for each in picture.stamped(ride_stamp) if each.ink == inks.STEP}

    assert found | dict.fromkeys(picture.spots(steps_stamp), True) == wanted


def test_ways_to_equally_near_destinations_are_one_until_they_part() -> None:
    """Dots beside dots would clot."""
    seen = (view for seed in range(1, 9) for view in views(3, seed) if sure_legs(view))
    several = (view for view in seen if not sure_legs(view)[0].is_sure)
    trips = ((view, [trip.way for trip in likely_trips(view)[:2]]) for view in several)
    view, (one, other) = next(each for each in trips if each[1][0][:2] == each[1][1][:2])
    shared = [link for link, same in zip(one, other, strict=False) if link == same]
    picture, grid = planner(view, []), grid_of(view, [])
    steps = [each.at for make in (steps_stamp, ride_stamp) for each in picture.stamped(make)]

    # The casing of each is one of them.
    assert all(steps.count(grid.middle(crossing.link)) == 2 for crossing in shared)


def test_where_choices_lead_is_named_where_they_are_few() -> None:
    """The end that the line does not have yet; of many the numbers alone."""
    view, options = options_in(3, 3, 2)
    on_line = {option.colour: view.line(option.colour).stations for option in options}
    ends = [
        {LINKS[o.link].a, LINKS[o.link].b} - on_line[o.colour] or {LINKS[o.link].a, LINKS[o.link].b}
        for o in options
    ]
    many = [replace(options[0], number=n) for n in range(1, 14)]

    assert set(_reached(view, options)) == set().union(*ends)
    assert _reached(view, many) == []


@pytest.mark.parametrize("area", list(AREAS))
def test_a_part_shows_what_the_board_shows(area: str) -> None:
    view = views(4, 4)[20]
    picture = shown(lambda: zoomed(view, PEOPLE[:4], ENGLISH, area))  # type: ignore[arg-type]  # one of the parts
    found = [each.ink for each in picture.stamped(_stroke_stamp) if each.ink in inks.LINES]
    window = AREAS[area]  # type: ignore[index]  # as above
    inside = [
        inks.LINES[line.colour]
        for line in view.lines
        for link in line.track
        if window.holds(LINKS[link].a) and window.holds(LINKS[link].b)
    ]

    assert all(found.count(ink) >= inside.count(ink) > -1 for ink in inks.LINES)
    assert len(inside) > 3


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_a_page_of_the_rules_shows_its_example(name: str) -> None:
    """The cost of each choice, and a point beside each enclosed station."""
    example = EXAMPLES[name]
    picture = shown(lambda: draw_topic(name, ENGLISH))
    offers = example.offers
    free = [each for each in offers if not each[3]]

    assert len(picture.stamped(tick_stamp)) == len(free)
    assert len(picture.stamped(token_stamp)) == sum(each[3] for each in offers)
    assert len(picture.written("+1")) == len(example.enclosed)
    assert len(picture.stamped(_dashes_stamp)) == len(offers)


def test_a_page_of_the_rules_says_in_words_how_the_passenger_gets_there() -> None:
    """As planners do: walks in words, lines as their badges; nobody has to guess a sign."""
    picture = shown(lambda: draw_topic("passenger", ENGLISH))
    visits = sure_legs(_view(EXAMPLES["passenger"]))
    said = [each.text for each in picture.texts if "on foot" in each.text]
    walks = [t.cost.walks for visit in visits for t in visit.targets if t.cost.walks]

    assert walks
    assert said == [ENGLISH.on_foot.format(n=n) for n in walks]
    words = [each for each in picture.texts if "on foot" in each.text]
    targets = [t for visit in visits for t in visit.targets if t.cost.walks]
    for target, own in zip(targets, words, strict=True):
        (name,) = picture.written(STATIONS[target.to].name)
        assert math.dist(own.middle, name.middle) < 150


def test_as_many_routes_are_shown_as_fit() -> None:
    """At most two, with room for the number of the others."""
    routes = [(Colour(0), Colour(1)), (Colour(2),), (Colour(3),)]

    assert [_fitting(routes, 40, room, 30) for room in (40, 130, 250, 900)] == [0, 1, 2, 2]
    assert _fitting(routes[:1], 40, 100, 30) == 1
