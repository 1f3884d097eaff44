"""What one sheet says, and a test for each fact that fails where it is drawn wrongly.

Sheets, their halves and planners: crosses, numbers and values where the view has them, what is
new and what a draft would do apart from them; of each line what is left and what it pays; the
points; the card of the round and those to come. All sheets together: `test_count_facts.py`.
"""

import math
from collections import Counter
from dataclasses import replace

import pytest
from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import MAP_IDS, CardKind, Line, map_named
from metrobot.games.metrolijn.line_state import line_states
from metrobot.games.metrolijn.result import Pay, pay_of
from metrobot.games.metrolijn.view import View
from render import theme
from render.canvas import Canvas
from render.metrolijn import inks
from render.metrolijn.glyphs import (
    _plate,
    arrow_stamp,
    box_stamp,
    cross_stamp,
    filled_stamp,
    lettered_stamp,
    medal_stamp,
    points_stamp,
    ring_around_stamp,
    strike_stamp,
    value_stamp,
    would_stamp,
    written_stamp,
)
from render.metrolijn.labels.map_text import draw_letters, spots
from render.metrolijn.layout import Layout, halves
from render.metrolijn.lines.tracks import arrows, letter_stamp, on_leg, track_legs
from render.metrolijn.map.ground import Intent, window_at
from render.metrolijn.sheets import draw_sheets
from render.metrolijn.whole import (
    GAP,
    HEAD,
    PHONE,
    STRIP,
    TOP,
    _row_boxes,
    draw_half,
    draw_sheet,
    half_layout,
    phone_layout,
)
from tests.render.metrolijn.games import ENGLISH, views
from tests.render.shown import Shown, shown

ADA = Seat(0)
NAMES = ("Ada", "Bo", "Cy")


def sheet(view: View, **how: object) -> Shown:
    return shown(lambda: draw_sheet(view, ADA, ENGLISH, name="Ada", **how))  # type: ignore[arg-type]  # keywords


def layout_of(view: View) -> Layout:
    return phone_layout(str(view.rules["map"]))


def spot(layout: Layout, at: tuple[float, float], top: int = TOP) -> tuple[int, int]:
    """Return the spot on the picture of a spot of the layout; halves lie where they are cut."""
    room, first = PHONE - layout.size[0], halves(layout.map_id)[0]
    left = room // 2 if layout.cut is None else room if layout.cut == first else 0
    return round(at[0]) + left, round(at[1]) + top


def late(map_id: str) -> View:
    """Return a view in which much is marked."""
    games = (views(map_id, 3, seed) for seed in range(4, 20))
    stages = (game[len(game) * 2 // 3] for game in games)
    return next(view for view in stages if view.sheets[0].numbers and view.sheets[0].crossed)


@pytest.mark.few(4)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_crosses_and_numbers_stand_in_their_stations(map_id: str) -> None:
    """On the whole sheet, and on its halves as far as they show them."""
    view = late(map_id)
    own, sites = view.sheets[0], view.map.stations
    pictures = [(sheet(view), layout_of(view), TOP)]
    for half in (0, 1):
        picture = shown(lambda: draw_half(view, ADA, ENGLISH, name="Ada", half=half))  # noqa: B023 -- called at once
        pictures.append((picture, half_layout(map_id, half), STRIP))
    for picture, layout, top in pictures:
        at = {n: spot(layout, layout.at(site.at), top) for n, site in enumerate(sites)}
        crosses = {e.at for e in picture.stamped(cross_stamp) if e.of["half"] == layout.half}
        numbers = {(at[n], str(number)) for n, number in own.numbers if 0 < at[n][0] < PHONE}
        written = {
            (place, text.text)
            for place, _ in numbers
            for text in picture.texts
            if math.dist(text.middle, place) < layout.half / 2
        }

        assert crosses == {at[n] for n in own.crossed if -20 < at[n][0] < PHONE + 20}
        assert written == numbers
        assert not [
            each
            for each in picture.stamped(box_stamp)
            if each.box[0] < 0 < each.box[2] or each.box[0] < PHONE < each.box[2]
        ]


def test_what_is_new_has_a_glow_and_what_would_be_marked_has_dashes() -> None:
    """A station that would be marked shows that alone, though the view has it."""
    view = late("amsterdam")
    own, layout = view.sheets[0], layout_of(view)
    new, planned, other, *_ = sorted(own.crossed)
    (numbered, number), *_ = own.numbers
    intent = Intent((), frozenset([planned]), ((numbered, number),))
    picture = sheet(view, intent=intent, changed=frozenset([new, planned]))
    at = {n: spot(layout, layout.at(site.at)) for n, site in enumerate(view.map.stations)}
    plates = Counter((each.at, each.ink) for each in picture.stamped(_plate))
    crosses = {each.at: each.of["core"] for each in picture.stamped(cross_stamp)}

    assert plates == Counter([(at[new], theme.INK), (at[new], inks.MAP)])
    assert picture.spots(would_stamp) == {at[planned], at[numbered]}
    assert crosses[at[planned]] == inks.WOULD_GROUND
    assert crosses[at[new]] is crosses[at[other]] is None
    assert [
        text.ink for text in picture.written(str(number)) if close(text.middle, at[numbered])
    ] == [inks.WOULD]


def test_stations_of_a_free_ride_have_their_numbers() -> None:
    """Each in dashes, so that nobody takes it for marked."""
    view = late("amsterdam")
    layout, line = layout_of(view), next(each for each in line_states(view, ADA) if each.empty)
    offered = tuple((station, number) for number, station in enumerate(line.empty, 1))
    picture = sheet(view, lit=line.line, offered=offered)
    at = {n: spot(layout, layout.at(site.at)) for n, site in enumerate(view.map.stations)}

    assert picture.spots(would_stamp) == {at[station] for station in line.empty}
    for station, number in offered:
        inks_there = [t.ink for t in picture.written(str(number)) if close(t.middle, at[station])]
        assert inks_there == [inks.WOULD]


def close(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return math.dist(one, other) < 8


@pytest.mark.few(4)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_windows_hold_their_values_in_order(map_id: str) -> None:
    """Beside the map in the line's wagon, and in its row below; a draft's last ones apart."""
    view = late(map_id)
    layout, own = layout_of(view), view.sheets[0]
    line = next(Line(n) for n, values in enumerate(own.windows) if len(values) > 1)
    intent = Intent((line,), frozenset(), ())
    picture = sheet(view, intent=intent)
    foot = TOP + layout.size[1]
    seen = picture.stamped(value_stamp)
    in_rows = sorted((e for e in seen if e.at[1] > foot), key=lambda e: (e.at[1] // 90, e.at[0]))
    wanted = [
        (spot(layout, window_at(layout, Line(ix), n)), value, is_planned)
        for ix, values in enumerate(own.windows)
        for n, value in enumerate(values)
        for is_planned in [ix == line and n == len(values) - 1]
    ]
    found = [(e.at, e.of["value"], e.of["looks"][1] == inks.WOULD) for e in seen if e.at[1] < foot]

    assert sorted(found) == sorted(wanted)
    assert [(e.of["value"], e.of["looks"][1] == inks.WOULD) for e in in_rows] == [
        each[1:] for each in wanted
    ]


def test_lines_off_a_draft_are_quiet() -> None:
    """Their values, and marks on stations that no chosen line serves."""
    view = late("amsterdam")
    own, layout = view.sheets[0], layout_of(view)
    line = next(Line(n) for n, values in enumerate(own.windows) if values)
    picture = sheet(view, lit=line)
    served = view.map.lines[line].stations
    at = {n: spot(layout, layout.at(site.at)) for n, site in enumerate(view.map.stations)}
    crosses = {each.at: each.of["colour"] for each in picture.stamped(cross_stamp)}
    foot = TOP + layout.size[1]
    values = [each for each in picture.stamped(value_stamp) if each.at[1] < foot]
    ours = {spot(layout, window_at(layout, line, n)) for n in range(9)}

    assert {n: crosses[at[n]] for n in own.crossed} == {
        n: theme.INK if n in served else inks.GONE for n in own.crossed
    }
    assert {e.at in ours: e.of["looks"][1] for e in values} == {
        True: theme.INK,
        False: theme.FAINT_INK,
    }


@pytest.mark.few(4)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_each_row_has_its_lines_letter_and_what_is_left(map_id: str) -> None:
    """Ten rows in the order of the map; green where a line is finished."""
    view = late(map_id)
    picture, states = sheet(view), line_states(view, ADA)
    badges = picture.stamped(lettered_stamp)
    left = sorted(
        (e for e in picture.stamped(filled_stamp) if e.at[1] > TOP + layout_of(view).size[1]),
        key=lambda e: (e.at[1] // 90, e.at[0]),
    )

    assert [e.of["letter"] for e in badges] == [line.letter for line in view.map.lines]
    assert [e.of["code"] for e in badges] == [line.colour for line in view.map.lines]
    assert [e.of["rim"] for e in left] == [
        theme.INK if state.empty else theme.GOOD for state in states
    ]
    for box, state in zip(left, states, strict=True):
        right = [t for t in picture.texts if 0 < t.box[0] - box.at[0] < 60 and close_y(t, box)]
        assert right[0].text == str(len(state.empty))


def close_y(text: object, box: object) -> bool:
    return bool(abs(text.middle[1] - box.at[1]) < 8)  # type: ignore[attr-defined]  # both have it


def test_points_that_are_gone_are_struck_and_those_earned_ringed() -> None:
    """The first ones in a diamond at the left, later ones in a square; each sign on its own."""
    view = views("amsterdam", 2, 1)[0]
    site, rest = view.map.lines[0], (None,) * 9
    first, later = (pay_of(site, 2, done) for done in (None, 1))
    cases: list[tuple[Pay | None, Pay, list[bool], list[bool]]] = [
        (None, first, [], []),
        (None, later, [True], []),
        (first, later, [False], [True]),
        (later, later, [True], [False]),
    ]
    for paid, offer, struck, ringed in cases:
        own = replace(view.sheets[0], paid=(paid, *rest))
        offers = (offer, *view.offers[1:])
        picture = sheet(replace(view, sheets=(own, *view.sheets[1:]), offers=offers))
        kinds = {e.at: e.of["is_first"] for e in picture.stamped(points_stamp)}
        own_row = sorted(kinds, key=lambda at: (at[1], at[0]))[:2]

        assert [kinds[at] for at in own_row] == [True, False]
        assert [kinds[each.at] for each in picture.stamped(strike_stamp)] == struck
        assert [kinds[each.at] for each in picture.stamped(ring_around_stamp)] == ringed


def test_points_stand_in_their_own_shapes() -> None:
    """The first one's points in the diamond, later ones' in the square; alone no square."""
    for view in (views("berlin", 2, 3)[0], views("berlin", 1, 3)[0]):
        picture = sheet(view)
        shapes = picture.stamped(points_stamp)
        told = [
            (each.of["is_first"], next(t.text for t in picture.texts if close(t.middle, each.at)))
            for each in shapes
        ]
        wanted = [
            pair
            for line in view.map.lines
            for pair in ((False, str(line.later_points)), (True, str(line.first_points)))
            if pair[0] or not view.is_alone
        ]

        assert told == wanted


def test_the_title_has_name_points_and_what_they_are_made_of() -> None:
    """Won so far, large; at the end all of it, with a medal for who has won; nobody wins alone."""
    for view in (late("paris"), views("paris", 3, 4)[-1], views("paris", 1, 4)[-1]):
        for own in view.sheets:
            picture = shown(lambda: draw_sheet(view, own.seat, ENGLISH, name="Ada"))  # noqa: B023 -- called at once
            count, result = own.count, view.result
            score = str(count.earned if result is None else count.score)
            (name,) = picture.written("Ada")
            has_won = result is not None and own.seat in result.winners and not view.is_alone

            assert picture.right_of(name)[0] == score.replace("-", "\N{MINUS SIGN}")
            assert picture.written(f"Empty \N{MINUS SIGN}{count.minus}")
            assert picture.written(f"Lines {count.lines}  ·  Transfers +{count.transfers}")
            assert bool(picture.stamped(medal_stamp)) is has_won


def test_the_head_has_the_rounds_card_and_the_cards_to_come() -> None:
    kinds = set[CardKind]()
    for view in views("berlin", 2, 5)[:24:3]:
        picture = shown(lambda: draw_sheets(view, NAMES[:2], ENGLISH))  # noqa: B023 -- called at once
        assert view.card is not None
        card, kinds = view.card, kinds | {view.card.kind}
        word = {
            CardKind.NUMBER: "Number",
            CardKind.EXPRESS: "Express",
            CardKind.TRANSFER: "Transfer",
            CardKind.FREE: "Free ride",
        }[card.kind]
        head = [e for e in picture.stamped(written_stamp) if e.at[1] < GAP + HEAD]
        told = [e.of["text"] for e in sorted(head, key=lambda e: e.at[0])]
        crosses = [e for e in picture.stamped(cross_stamp) if e.at[1] < GAP + HEAD]
        every = [card, *view.left]

        assert picture.written(word)
        assert picture.written(f"Round {view.round}")
        assert told == [
            "+" if each.kind is CardKind.TRANSFER else each.id
            for each in every
            if each.kind is not CardKind.FREE
        ]
        assert len(crosses) == sum(each.kind is CardKind.FREE for each in every)
    assert len(kinds) > 2


def test_without_a_card_the_head_has_the_round_or_that_the_game_is_over() -> None:
    first, *_, last = views("amsterdam", 2, 1)
    waiting, over = sheet(replace(first, card=None)), sheet(last)

    assert waiting.written(f"Round {first.round}")
    assert not waiting.written("Game over")
    assert over.written("Game over")
    assert not over.written(f"Round {last.round}")


def test_the_card_that_was_ridden_stands_before_the_next() -> None:
    shown_views = views("berlin", 2, 5)
    numbered = [v for v in shown_views if v.card and v.card.kind is CardKind.NUMBER]
    view, ridden = numbered[1], numbered[0].card
    picture = shown(lambda: draw_sheets(view, NAMES[:2], ENGLISH, ridden=ridden))
    assert view.card is not None
    assert ridden is not None
    first, second = sorted(picture.stamped(written_stamp), key=lambda e: e.at[0])[:2]
    (word,) = picture.written("Last")

    assert (first.of["text"], second.of["text"]) == (ridden.id, view.card.id)
    assert first.of["half"] < second.of["half"]
    assert word.box[2] < first.at[0]


@pytest.mark.few(4)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_rings_have_an_arrow_each_way(map_id: str) -> None:
    """Both point away from where the ring begins, along its first leg and against its last."""
    view = views(map_id, 2, 1)[0]
    layout, picture = layout_of(view), sheet(view)
    heads = {e.at: e.of["way"] for e in picture.stamped(arrow_stamp)}
    rings = [Line(n) for n, line in enumerate(view.map.lines) if line.is_ring]

    assert len(heads) == 2 * len(rings)
    for line in rings:
        begin = view.map.stations[view.map.lines[line].stations[0]].at
        ends = {}
        for leg in (track_legs(map_id, line)[0], track_legs(map_id, line)[-1]):
            (ax, ay), (bx, by) = sorted((leg.a, leg.b), key=lambda at: at != begin)
            ends[((bx > ax) - (bx < ax), (by > ay) - (by < ay))] = leg
        assert {arrow.way for arrow in arrows(layout, line)} == set(ends)
        for arrow in arrows(layout, line):
            x, y = spot(layout, arrow.centre)
            bx, by = spot(layout, layout.at(begin))
            assert heads[x, y] == arrow.way
            assert (x - bx) * arrow.way[0] + (y - by) * arrow.way[1] > 0


@pytest.mark.few(4)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_letters_on_tracks_are_those_of_their_lines(map_id: str) -> None:
    layout = half_layout(map_id, 0)
    every = frozenset(map(Line, range(len(layout.map.lines))))

    def draw() -> None:
        canvas = Canvas(Image.new("RGB", layout.size, inks.MAP))
        draw_letters(canvas, layout, every)
        inks.PALETTE.reduced(canvas.image)

    picture = shown(draw)
    discs = picture.stamped(letter_stamp)
    places = {at: line for line, at in spots(layout)}

    assert discs
    for disc in discs:
        site = map_named(map_id).lines[places[disc.at]]
        (letter,) = [each for each in picture.texts if close(each.middle, disc.at)]
        legs = track_legs(map_id, places[disc.at])

        assert (letter.text, letter.ink) == (site.letter, inks.LINE_INKS[site.colour])
        assert disc.of["colour"] == inks.LINES[site.colour]
        assert (
            min(math.dist(disc.at, on_leg(layout, leg, n / 40)) for leg in legs for n in range(41))
            < layout.cell * 0.2
        )


@pytest.mark.few(4)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_a_terminus_has_the_colours_of_the_lines_that_end_there(map_id: str) -> None:
    view = views(map_id, 2, 1)[0]
    layout, lines = layout_of(view), view.map.lines
    ends = {e.at: e.of["ends"] for e in sheet(view).stamped(box_stamp)}

    for n, site in enumerate(view.map.stations):
        assert ends[spot(layout, layout.at(site.at))] == tuple(
            inks.LINES[each.colour] for each in lines if not each.is_ring and each.stations[-1] == n
        )


@pytest.mark.parametrize("map_id", ["berlin-night", "paris"])
def test_lines_fill_their_rows(map_id: str) -> None:
    """Also with fewer in the second: no hole is left at its end."""
    boxes = [box for _, box in _row_boxes(views(map_id, 1, 4)[3], 1200, 900)]

    assert len(boxes) == len(views(map_id, 1, 4)[3].map.lines)
    for top in {box[1] for box in boxes}:
        assert max(box[2] for box in boxes if box[1] == top) == pytest.approx(1190, abs=1)
