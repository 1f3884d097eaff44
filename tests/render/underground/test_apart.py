"""Signs that mean two things are told apart by everybody: by colour, or by a mark or shape."""

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image

from metrobot.games.underground.board import COLOURS, STATIONS, Colour, Station, StationKind
from render import theme
from render.boxes import Box
from render.underground import inks
from render.underground.board import GRID, WIDTH, draw_board
from render.underground.lines.marks import MARKS
from render.underground.lines.network import lettered
from tests.render.test_theme import contrast
from tests.render.underground.games import ENGLISH, PEOPLE, TITLE
from tests.render.underground.test_board import EMPTY, link, with_track
from tests.render.vision import ENOUGH, distance, nearest

PHONE = 400
CLEAR = 18
"""By so much of 255 two patterns differ in grey, each taken from its own mean."""
ENDS = (link("acton", "ealing_broadway"), link("acton", "white_city"))
SHAPES = {
    (StationKind.EXPRESS, StationKind.REGULAR): "diamond, circle",
    (StationKind.TERMINUS, StationKind.CONNECTION): "square with a bar, circle with a symbol",
    (StationKind.TERMINUS, StationKind.START): "square with a bar, circle with a ring",
    (StationKind.NATIONAL_RAIL, StationKind.START): "hexagon with rails, circle with a ring",
    (StationKind.NATIONAL_RAIL, StationKind.CONNECTION): "hexagon with rails, circle with a symbol",
    (StationKind.TERMINUS, StationKind.NATIONAL_RAIL): "square with a bar, hexagon with rails",
    (StationKind.CONNECTION, StationKind.START): "circle with a symbol, circle with a ring",
}
"""What tells kinds of stations apart whose colours may not."""


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
        ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
        ((90.8027, -2.0831, 1.441), (91.1528, -1.6435, 0.0447), 1.4441),
    ],
)
def test_distances_are_those_of_the_published_table(
    one: tuple[float, float, float], other: tuple[float, float, float], wanted: float
) -> None:
    """Sharma, Wu and Dalal 2005, some of their pairs."""
    assert distance(one, other) == pytest.approx(wanted, abs=0.0001)


def on_phone(colour: Colour) -> Image.Image:
    """Return the board with one line of two pieces, in grey as wide as a phone shows it."""
    view = replace(with_track(EMPTY, colour, *ENDS), to_act=None)
    picture = draw_board(view, PEOPLE, ENGLISH).convert("RGB").convert("L")
    return picture.resize((PHONE, round(picture.height * PHONE / WIDTH)), Image.Resampling.BOX)


def part(picture: Image.Image, box: Box) -> list[int]:
    """Return each spot's lightness in a part, less the mean of the part."""
    left, top, right, bottom = (round(side * PHONE / WIDTH) for side in box)
    spots = list(picture.crop((left, top, right, bottom)).tobytes())
    mean = sum(spots) // len(spots)
    return [spot - mean for spot in spots]


def apart(one: list[int], other: list[int]) -> int:
    """Return by how much two patterns differ at the spot where they differ most."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def pattern(colour: Colour) -> list[int]:
    """Return the lightness pattern of the piece without a letter, along its middle."""
    (_, named), *_ = lettered((colour, each) for each in ENDS)
    (bare,) = (each for each in ENDS if each != named)
    x, y = GRID.middle(bare)
    return part(on_phone(colour), (x - 24, y - 14, x + 24, y + 14))


def letter(colour: Colour) -> list[int]:
    (_, named), *_ = lettered((colour, each) for each in ENDS)
    x, y = GRID.middle(named)
    return part(on_phone(colour), (x - 16, y - 16, x + 16, y + 16))


ALL = [Colour(ix) for ix in range(len(COLOURS))]
MIXED_UP = [
    pair for pair in combinations(ALL, 2) if nearest(*(inks.LINES[each] for each in pair)) < ENOUGH
]


@pytest.mark.parametrize(
    ("one", "other"), MIXED_UP, ids=[f"{COLOURS[a].id}-{COLOURS[b].id}" for a, b in MIXED_UP]
)
def test_lines_that_somebody_mixes_up_have_marks(one: Colour, other: Colour) -> None:
    """The marks of the two differ, and in grey at 400 px they look different."""
    first, second = (MARKS.get(COLOURS[each].id) for each in (one, other))

    assert first != second
    assert apart(pattern(one), pattern(other)) >= CLEAR


def test_pale_lines_differ_by_colour_or_by_the_kind_of_their_mark() -> None:
    """For every kind of eye, as lines in full colour do."""
    kinds = [MARKS[COLOURS[each].id][0] if COLOURS[each].id in MARKS else None for each in ALL]
    alike = [
        (COLOURS[a].id, COLOURS[b].id)
        for a, b in combinations(ALL, 2)
        if kinds[a] == kinds[b] and nearest(inks.PALE[a], inks.PALE[b]) < ENOUGH
    ]

    assert alike == []


def test_letters_differ_in_grey() -> None:
    seen = {colour: letter(colour) for colour in ALL}

    assert all(apart(seen[a], seen[b]) >= CLEAR for a, b in combinations(ALL, 2))


def test_lines_stand_out_from_the_map() -> None:
    """By their colour; white by the dark rim and its mark."""
    pale = [each for each in ALL if nearest(inks.LINES[each], inks.MAP) < ENOUGH]

    assert [COLOURS[each].id for each in pale] == ["white"]
    assert MARKS["white"][1] == theme.INK
    assert contrast(theme.INK, inks.MAP) >= 3


def test_what_is_new_stands_out_on_every_ground() -> None:
    """Its contour of ink differs by 3 : 1 from what it lies against, old lines included."""
    grounds = (inks.MAP, inks.THAMES, theme.PAGE, theme.CARD)
    assert all(contrast(theme.INK, ground) >= 3 for ground in grounds)


@pytest.mark.parametrize("ground", [inks.MAP, inks.THAMES], ids=["map", "river"])
def test_everything_thin_is_seen_on_the_map(ground: theme.Colour) -> None:
    """Empty spaces, rims of old lines and of ghosts, the passenger's ways: 3 : 1 each."""
    faint = (inks.SPACE_EDGE, inks.PALE_INK, inks.STEP, inks.OLD_STEP, theme.INK, theme.SOFT_INK)
    assert {ink: contrast(ink, ground) for ink in faint if contrast(ink, ground) < 3} == {}


def test_numbers_that_are_nothing_are_seen_on_their_cards() -> None:
    """Lines without pieces, and no tokens: 3 : 1 as well."""
    assert contrast(theme.FAINT_INK, theme.CARD) >= 3


@pytest.mark.parametrize(("one", "other"), list(combinations(StationKind, 2)), ids=str)
def test_kinds_of_stations_are_told_apart(one: StationKind, other: StationKind) -> None:
    """By their colour, or by the shape that is named for the pair, in grey at 400 px."""
    if nearest(inks.KINDS[one], inks.KINDS[other]) >= ENOUGH:
        return
    assert (one, other) in SHAPES or (other, one) in SHAPES
    first, second = (station(each) for each in (one, other))
    assert apart(first, second) >= CLEAR


def station(kind: StationKind) -> list[int]:
    bare = replace(with_track(EMPTY, ALL[0]), open_cards=())
    picture = draw_board(bare, PEOPLE, ENGLISH).convert("RGB").convert("L")
    picture = picture.resize((PHONE, round(picture.height * PHONE / WIDTH)), Image.Resampling.BOX)
    at = next(n for n, site in enumerate(STATIONS) if site.kind is kind)
    x, y = GRID.at(Station(at))
    left, top = round(x * PHONE / WIDTH) - 5, round(y * PHONE / WIDTH) - 5
    spots = list(picture.crop((left, top, left + 10, top + 10)).tobytes())
    mean = sum(spots) // len(spots)
    return [spot - mean for spot in spots]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ways_in_several_turns_tell_by_their_colour_who_played(players: int) -> None:
    """Every player has a colour of their own for them, for each kind of eye."""
    view = TITLE.view_for(TITLE.initial_state(TITLE.ruleset(players, {})))
    standing = [
        next(inks.WAYS[each] for each in player.colours if COLOURS[each].id in inks.STANDING)
        for player in view.players
    ]

    assert min(nearest(*pair) for pair in combinations(standing, 2)) > ENOUGH
    assert all(contrast(way, inks.MAP) >= 3 for way in standing)
