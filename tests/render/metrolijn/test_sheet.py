"""The picture of one sheet, and of half a map with every name."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations, product

import pytest
from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import MAP_IDS, WHOLE_IDS, Line, Station, map_named
from metrobot.games.metrolijn.view import SheetView, View
from render import theme
from render.boxes import Box, grown
from render.metrolijn import inks, whole
from render.metrolijn.glyphs import box_stamp, contour_reach
from render.metrolijn.labels.lit_names import placed_names
from render.metrolijn.labels.map_text import few, radius_of, spots
from render.metrolijn.layout import Layout
from render.metrolijn.lines.tracks import ARROW, arrows, coupling, on_leg, track_legs
from render.metrolijn.map import ground as ground_layer
from render.metrolijn.map.ground import Emphasis, Intent, draw_map
from render.metrolijn.sheets import shared_layout
from render.metrolijn.whole import (
    GAP,
    PHONE,
    STRIP,
    TALLEST,
    TOP,
    draw_half,
    draw_sheet,
    half_layout,
    phone_layout,
)
from render.signs import noting
from render.text.lettering import least_size
from render.text.rows import rows_stamp
from tests.legible.measure import shown_texts
from tests.render.metrolijn.games import ENGLISH, opened, views
from tests.render.metromania.games import count, difference, is_near, pixel
from tests.render.shown import shown
from tests.render.test_theme import contrast

ADA = Seat(0)
NETWORK_IDS = tuple(id_ for id_ in MAP_IDS if id_ not in WHOLE_IDS)
AMSTERDAM = map_named("amsterdam")
EMPTY = views("amsterdam", 2, 1)[0]
LAYOUT = phone_layout("amsterdam")
A, G = (Line("ABCDEFGHIJ".index(letter)) for letter in "AG")


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def station(id_: str) -> Station:
    found = AMSTERDAM.station_named(id_)
    assert found is not None
    return found


ROKIN, NOORD, RAI = station("rokin"), station("noord"), station("rai")


def with_sheet(view: View, **changes: object) -> View:
    """Return a view of which Ada's sheet is another."""
    sheet = replace(view.sheets[0], **changes)  # type: ignore[arg-type]  # fields of a sheet
    return replace(view, sheets=(sheet, *view.sheets[1:]))


def drawn(view: View, **how: object) -> Image.Image:
    return opened(draw_sheet(view, ADA, ENGLISH, **how))  # type: ignore[arg-type]  # keywords


def spot(at: tuple[float, float], layout: Layout = LAYOUT) -> tuple[int, int]:
    """Return the spot of a place of the map in the whole picture."""
    return round(at[0]) + (PHONE - layout.size[0]) // 2, round(at[1]) + TOP


def around(which: Station, reach: int = 22) -> Box:
    x, y = spot(LAYOUT.at(AMSTERDAM.stations[which].at))
    return x - reach, y - reach, x + reach, y + reach


@pytest.mark.few(4)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_sheet_is_large_and_small_enough(map_id: str) -> None:
    """Empty, half way and full, a sheet and its halves have their width and at most 200 kB."""
    shown = views(map_id, 1, 4, special=True)
    for view in (shown[0], shown[len(shown) // 2], shown[-1]):
        new = view.sheets[0].marked
        files = [draw_sheet(view, ADA, ENGLISH, name="Ada", changed=new)]
        files += [
            draw_half(view, ADA, ENGLISH, name="Ada", half=half, changed=new) for half in (0, 1)
        ]

        assert {opened(file).width for file in files} == {PHONE}
        assert max(map(len, files)) <= 200_000


@pytest.mark.few(4)
@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_names_lie_on_nothing_else(map_id: str, half: int) -> None:
    layout = half_layout(map_id, half)
    boxes = [name.box for name in placed_names(layout)]
    sites = [site for site in layout.map.stations if layout.shows(site.at)]
    solid = [layout.station(site.at) for site in sites]
    solid += [layout.wagon(line) for line in layout.map.lines]
    lines = map(Line, range(len(layout.map.lines)))
    ends = [coupling(layout, line) for line in lines]
    middles = [(round((ax + bx) / 2), round((ay + by) / 2)) for (ax, ay), (bx, by) in ends]
    solid += [(x - 1, y - 1, x + 1, y + 1) for x, y in middles]

    assert not [pair for pair in product(boxes, solid) if meet(*pair)]
    assert not [pair for pair in combinations(boxes, 2) if meet(*pair)]
    assert all(box[0] >= 0 and box[2] <= layout.size[0] for box in boxes)


@pytest.mark.few(4)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_both_halves_have_every_name_whole(map_id: str) -> None:
    """Each station is on one of them, with its line's wagon; letters can be read on a phone."""
    layouts = [half_layout(map_id, half) for half in (0, 1)]
    written = [_letters("".join(name.rows)) for layout in layouts for name in placed_names(layout)]

    assert sorted(written) == sorted(_letters(site.name) for site in layouts[0].map.stations)
    assert min(layout.label for layout in layouts) >= least_size(PHONE)
    for layout in layouts:
        assert layout.size[1] + STRIP + GAP <= TALLEST
        edges = {0, layout.size[0]}
        boxes = [layout.wagon(line) for line in layout.map.lines]
        boxes += [layout.station(site.at) for site in layout.map.stations]
        assert not [box for box in boxes if any(box[0] < edge < box[2] for edge in edges)]
        for line in layout.map.lines:
            is_here = layout.shows(layout.map.stations[line.stations[0]].at)
            assert is_here == (0 < layout.wagon(line)[0] < layout.size[0])


@pytest.mark.few(4)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_few_names_are_large_and_clear_of_what_counts(map_id: str) -> None:
    """On a phone all names of a line that is lit are there, whole, and hide nothing of it."""
    layout = phone_layout(map_id)
    for number, line in enumerate(layout.map.lines):
        stations = frozenset(line.stations)
        names = few(layout, stations, frozenset([Line(number)]))
        boxes = [name.box for name in names]
        solid = [layout.station(layout.map.stations[each].at) for each in stations]
        solid.append(layout.wagon(line))
        written = {_letters("".join(name.rows)) for name in names}

        assert written == {_letters(layout.map.stations[each].name) for each in stations}
        assert not [pair for pair in product(boxes, solid) if meet(*pair)]
        assert not [pair for pair in combinations(boxes, 2) if meet(*pair)]
        assert all(box[0] >= 0 and box[2] <= layout.size[0] for box in boxes)
    assert layout.label >= least_size(PHONE)


def _letters(name: str) -> str:
    """Return a name without spaces, and without what joins its rows."""
    return name.replace(" ", "").replace("-", "")


@pytest.mark.few(4)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_phone_sheet_is_no_taller_than_wide(map_id: str) -> None:
    """A taller one would be fitted into the height, and be seen smaller."""
    view = views(map_id, 2, 1)[5]
    picture = drawn(view, changed=view.sheets[0].marked)

    assert picture.height <= picture.width == PHONE


def test_a_sheet_without_a_lit_line_names_no_station() -> None:
    """Some names would look like a fault, and there is no room for all: halves have them."""
    names = {_letters(site.name) for site in AMSTERDAM.stations}
    texts = {
        _letters(each.text) for each in shown(lambda: drawn(views("amsterdam", 3, 4)[12])).texts
    }

    assert texts & names == set()


@pytest.mark.few(4)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_a_free_ride_has_room_for_the_name_of_any_station(map_id: str) -> None:
    """On sheets that light only the lines that stop there."""
    layout = phone_layout(map_id)
    for own in map(Station, range(0, len(layout.map.stations), 4)):
        assert few(layout, frozenset([own]), frozenset(layout.map.lines_at(own)))


def test_names_of_two_lit_lines_that_would_clash_are_left_out() -> None:
    """The earlier of two names without other places stands alone."""
    lit = tuple(Line("ABCDEFGHIJ".index(letter)) for letter in "EI")
    picture = shown(lambda: drawn(EMPTY, intent=Intent(lit, frozenset(), ())))
    served = {each for line in lit for each in AMSTERDAM.lines[line].stations}
    names = {_letters(AMSTERDAM.stations[each].name) for each in served}
    boxes = [each.box for each in picture.texts if _letters(each.text) in names]
    written = [each for each in picture.stamped(rows_stamp) if not each.of["is_halo"]]

    assert len(written) == len(served) - 1
    assert [pair for pair in combinations(boxes, 2) if meet(*pair)] == []


@pytest.mark.parametrize("map_id", ["berlin", "madrid"])
@pytest.mark.parametrize(
    "layout_for", [phone_layout, partial(half_layout, half=0), partial(half_layout, half=1)]
)
def test_letters_stand_clear_of_arrows(map_id: str, layout_for: Callable[[str], Layout]) -> None:
    """No letter of a track lies under an arrow of a ring (ML §5)."""
    layout = layout_for(map_id)
    lines = map(Line, range(len(layout.map.lines)))
    found = [arrow.centre for line in lines for arrow in arrows(layout, line)]
    apart = radius_of(layout) + layout.part(ARROW / 2)
    near = [
        (at, arrow)
        for (_, at), arrow in product(spots(layout), found)
        if max(abs(at[0] - arrow[0]), abs(at[1] - arrow[1])) < apart
    ]

    assert len(found) == 2
    assert near == []


def with_contour(layout: Layout, at: tuple[float, float]) -> Box:
    """Return the box of a station that is new."""
    return grown(layout.station(at), contour_reach(layout.half))


@pytest.mark.few(4)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_letters_stand_on_the_tracks(map_id: str) -> None:
    """Every line has its letter there, clear of contours and letters; on halves, of names too."""
    layout = phone_layout(map_id)
    lines = [line for line, _ in spots(layout)]
    places = [at for _, at in spots(layout)]
    radius = radius_of(layout)
    on_names = [
        at
        for half in (half_layout(map_id, n) for n in (0, 1))
        for (_, at), name in product(spots(half), placed_names(half))
        if name.box[0] < at[0] < name.box[2] and name.box[1] < at[1] < name.box[3]
    ]

    on_contours = [
        at
        for each in (layout, *(half_layout(map_id, n) for n in (0, 1)))
        for (_, at), site in product(spots(each), each.map.stations)
        if meet(grown((*at, *at), radius_of(each)), with_contour(each, site.at))
    ]

    assert min(lines.count(Line(ix)) for ix in range(len(layout.map.lines))) >= 1
    assert on_contours == []
    assert min(max(abs(a - c), abs(b - d)) for (a, b), (c, d) in combinations(places, 2)) >= radius
    assert on_names == []


@pytest.mark.few(4)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_each_line_has_its_colour_from_end_to_end(map_id: str) -> None:
    view, layouts = views(map_id, 1, 1)[0], [half_layout(map_id, half) for half in (0, 1)]
    layouts.append(phone_layout(map_id))
    pictures = [draw_map(view, view.sheets[0], layout, Emphasis()) for layout in layouts]
    missed = [
        (site.letter, leg)
        for ix, site in enumerate(map_named(map_id).lines)
        for leg in track_legs(map_id, Line(ix))
        if not any(
            0 <= at[0] < picture.width and is_near(pixel(picture, at), inks.LINES[site.colour])
            for picture, layout in zip(pictures, layouts, strict=True)
            for at in (_whole_px(on_leg(layout, leg, n / 50)) for n in range(10, 41))
        )
    ]

    assert missed == []


def _whole_px(at: tuple[float, float]) -> tuple[int, int]:
    """Return the px that holds a place."""
    return round(at[0]), round(at[1])


def test_same_view_gives_the_same_bytes() -> None:
    first = draw_sheet(EMPTY, ADA, ENGLISH)
    draw_sheet(views("paris", 1, 2)[4], ADA, ENGLISH)
    ground_layer.kept.forget()

    assert draw_sheet(EMPTY, ADA, ENGLISH) == first


def test_crosses_and_numbers_are_told_apart() -> None:
    view = with_sheet(EMPTY, crossed=frozenset([ROKIN]), numbers=((RAI, 2),))
    before, after = drawn(EMPTY), drawn(view)
    middle = pixel(after, spot(LAYOUT.at(AMSTERDAM.stations[ROKIN].at)))

    assert is_near(pixel(before, spot(LAYOUT.at(AMSTERDAM.stations[ROKIN].at))), inks.BOX)
    assert is_near(middle, theme.INK)
    assert count(after.crop(around(RAI, 15)), inks.FILLED) > 200
    assert count(after.crop(around(ROKIN, 15)), inks.FILLED) == 0
    assert difference(before.crop(around(NOORD)), after.crop(around(NOORD))) is None


def test_intent_is_neither_empty_nor_made() -> None:
    """Stations to be marked have another colour and shape; their line is bright, others dim."""
    made = with_sheet(EMPTY, crossed=frozenset([NOORD, RAI]))
    intent = Intent((A,), frozenset([NOORD]), ())
    plain, planned = drawn(made), drawn(made, intent=intent)
    leg = track_legs("amsterdam", G)[0]
    track = spot(on_leg(LAYOUT, leg, 0.3))
    colour = AMSTERDAM.lines[G].colour

    assert count(plain, inks.WOULD) == 0
    assert count(planned.crop(around(NOORD, 27)), inks.WOULD) > 300
    assert count(planned.crop(around(RAI)), inks.WOULD) == 0
    assert is_near(pixel(plain, track), inks.LINES[colour])
    assert is_near(pixel(planned, track), inks.DIMMED[colour])
    assert is_near(
        pixel(planned, spot(on_leg(LAYOUT, track_legs("amsterdam", A)[-1], 0.3))),
        inks.LINES[AMSTERDAM.lines[A].colour],
    )


def test_a_free_ride_lights_up_the_lines_at_its_station() -> None:
    """And names it, alone; a free ride given up leaves every line bright."""
    view = with_sheet(EMPTY, crossed=frozenset([NOORD]))
    intents = [Intent((), own, ()) for own in (frozenset([NOORD]), frozenset[Station]())]
    picture, bare = (drawn(view, intent=intent) for intent in intents)
    names = {_letters(site.name) for site in AMSTERDAM.stations}
    texts = [_letters(e.text) for e in shown(lambda: drawn(view, intent=intents[0])).texts]
    legs = (track_legs("amsterdam", A)[-1], track_legs("amsterdam", G)[0])
    tracks = [spot(on_leg(LAYOUT, leg, 0.3)) for leg in legs]
    colours = [inks.LINES[AMSTERDAM.lines[line].colour] for line in (A, G)]

    assert is_near(pixel(picture, tracks[0]), colours[0])
    assert not is_near(pixel(picture, tracks[1]), colours[1])
    assert is_near(pixel(bare, tracks[1]), colours[1])
    assert [text for text in texts if text in names] == ["Noord"]
    assert count(picture.crop(around(NOORD, 27)), inks.WOULD) > 300


def test_lit_line_is_bright_and_others_dim() -> None:
    picture = drawn(EMPTY, lit=G)
    own = spot(on_leg(LAYOUT, track_legs("amsterdam", G)[0], 0.3))
    other = spot(on_leg(LAYOUT, track_legs("amsterdam", A)[-1], 0.3))

    assert is_near(pixel(picture, own), inks.LINES[AMSTERDAM.lines[G].colour])
    assert is_near(pixel(picture, other), inks.DIMMED[AMSTERDAM.lines[A].colour])


def test_last_round_is_framed() -> None:
    view = with_sheet(EMPTY, crossed=frozenset([ROKIN, RAI]))
    plain, framed = drawn(view), drawn(view, changed=frozenset([ROKIN]))
    rims = [count(picture.crop(around(ROKIN, 36)), theme.INK) for picture in (plain, framed)]

    still = [count(picture.crop(around(RAI, 36)), theme.INK) for picture in (plain, framed)]

    assert rims[1] > rims[0] + 300
    assert still[1] == still[0]


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_all_rows_have_their_lines_names_or_none(map_id: str, players: int) -> None:
    """Amsterdam’s have no room beside their points."""
    view = views(map_id, players, 3)[0]
    with noting() as notes:
        draw_sheet(view, Seat(0), ENGLISH, name="Anna")
    names = {site.name.split()[0] for site in view.map.lines}
    is_long = max(map(len, names)) > 5

    assert names & {*shown_texts(notes.picture)} == (set() if is_long else names)


def test_stars_only_with_the_option() -> None:
    plain, starred = (
        drawn(views("amsterdam", 1, 1, special=special)[0]) for special in (False, True)
    )
    special = sum(site.is_special for site in AMSTERDAM.stations)

    assert count(starred, inks.STAR) - count(plain, inks.STAR) > special * 200


def test_a_star_has_one_point_up_and_two_down() -> None:
    fill = box_stamp(30, (), theme.INK, inks.MAP, is_special=True).fill
    assert isinstance(fill, Image.Image)
    rows = [
        [x for x in range(fill.width) if fill.getpixel((x, y)) == inks.STAR]
        for y in range(fill.height)
    ]
    top, *_, bottom = filter(None, rows)

    assert max(top) - min(top) < 9
    assert max(bottom) - min(bottom) > 9


def test_sheet_shows_nothing_of_other_sheets() -> None:
    view = views("berlin", 3, 2)[9]
    empty = views("berlin", 3, 2)[0]
    other = replace(view, sheets=(view.sheets[0], *empty.sheets[1:]), seats=frozenset([Seat(1)]))
    sheets: tuple[SheetView, ...] = other.sheets

    assert sheets[1] != view.sheets[1]
    assert draw_sheet(view, ADA, ENGLISH) == draw_sheet(other, ADA, ENGLISH)
    assert draw_half(view, ADA, ENGLISH, name="", half=1) == draw_half(
        other, ADA, ENGLISH, name="", half=1
    )


@pytest.mark.few(4)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_every_line_has_a_row_of_its_own_below_the_map(map_id: str) -> None:
    view = views(map_id, 1, 1)[0]
    boxes = [box for _, box in whole._row_boxes(view, PHONE, 0)]

    assert len(boxes) == len(view.map.lines)
    assert not [(a, b) for a, b in combinations(boxes, 2) if meet(a, b)]
    assert all(0 <= box[0] < box[2] <= PHONE for box in boxes)
    assert max(box[3] for box in boxes) <= whole.ROWS * (whole.ROW + whole.GAP)


@pytest.mark.few(4)
@pytest.mark.parametrize("map_id", NETWORK_IDS)
def test_letters_of_a_network_are_no_smaller_than_those_of_its_map(map_id: str) -> None:
    """On a sheet, on half of one, and on the board of so many people."""
    own, other = phone_layout(map_id), phone_layout(map_id.split("-", maxsplit=1)[0])
    assert own.cell >= other.cell
    assert own.label >= other.label
    for half in (0, 1):
        labels = [half_layout(m, half).label for m in (map_id, map_id.split("-", maxsplit=1)[0])]
        assert labels[0] >= labels[1]
    for room in range(650, 901, 50):
        layouts = [shared_layout(m, room, 8) for m in (map_id, map_id.split("-", maxsplit=1)[0])]
        assert layouts[0].half >= layouts[1].half


def test_letters_are_legible_on_lines_and_boxes() -> None:
    pairs = [(inks.LINES[code], ink) for code, ink in inks.LINE_INKS.items()]

    assert min(contrast(*pair) for pair in pairs) > 3
    assert contrast(theme.INK, inks.MAP) > 7
    assert contrast(inks.WOULD, inks.WOULD_GROUND) > 4.5


def test_palette_holds_all_colours() -> None:
    assert {*inks._roles(), *inks._edges()} == set(inks.PALETTE.colours)
