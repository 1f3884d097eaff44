"""What the picture of chances says, and a test for each fact that fails if it is drawn wrongly.

Each line at its values, in its colour and its dashes, within a pale band of how sure it is; the
scale; the numbers of the turns that moved most above them; at each line's end its letter, whose
it is and what it came to.
"""

import math
from itertools import pairwise

import pytest
from PIL import Image

from render import chance_chart, theme
from render.canvas import ring_stamp
from render.chance_chart import (
    BAND,
    COLOURS,
    DASHES,
    ChanceChart,
    Interval,
    PlayerCurve,
    _dashed,
    _labelled,
)
from render.theme import blend
from tests.render.metromania.games import is_near, pixel
from tests.render.shown import Shown, shown

VALUES = ((0.2, 0.5, 0.7, 0.9, 0.6), (0.5, 0.3, 0.2, 0.05, 0.3), (0.3, 0.2, 0.1, 0.05, 0.1))
NAMES = ("Ada", "Bo", "Cy")


def chart(
    values: tuple[tuple[float, ...], ...] = VALUES, *, is_share: bool = True, sure: float = 0.04
) -> ChanceChart:
    """Return a chart of these values."""
    strands = tuple(
        PlayerCurve(
            name=NAMES[n],
            letter="KLM"[n],
            colour=COLOURS[n],
            points=tuple(Interval(value, value - sure, value + sure) for value in own),
            end=f"{n} points",
        )
        for n, own in enumerate(values)
    )
    return ChanceChart("Head", "Small", "Turns", strands, (3, 1), is_share)


def drawn(chances: ChanceChart) -> tuple[Shown, Image.Image]:
    """Return a chart's contents, and its picture."""
    found: list[Image.Image] = []
    picture = shown(lambda: found.append(chance_chart.draw_chances(chances)))
    return picture, found[0].convert("RGB")


def spot(picture: Shown, position: int, value: float, last: int = 4) -> tuple[int, int]:
    """Return the spot of a value at a position, as the scales say."""
    low, high = (picture.written(text)[0].middle for text in ("0%", "100%"))
    lefts = [t for t in picture.written("0") if t.box[1] > low[1]]
    (right,) = [t for t in picture.written(str(last)) if t.box[1] > low[1]]
    x = lefts[0].middle[0] + (right.middle[0] - lefts[0].middle[0]) * position / last
    return round(x), round(low[1] + (high[1] - low[1]) * value)


def test_each_line_runs_through_its_values() -> None:
    """In its colour, where the scales say that they are."""
    for n, own in enumerate(VALUES[:1]):
        picture, image = drawn(chart((own,)))
        for position, value in enumerate(own):
            x, y = spot(picture, position, value)
            near = [pixel(image, (x + dx, y + dy)) for dx in (-2, 0, 2) for dy in (-3, 0, 3)]

            assert any(is_near(colour, COLOURS[n]) for colour in near)


def test_a_band_says_how_sure_a_line_is() -> None:
    """Pale between its lowest and its highest value, and nothing beyond."""
    picture, image = drawn(chart((VALUES[0],), sure=0.1))
    pale = blend(COLOURS[0], theme.CARD, BAND)
    for position, value in enumerate(VALUES[0][1:-1], start=1):
        for off, is_within in ((-0.08, True), (0.08, True), (-0.15, False), (0.15, False)):
            x, y = spot(picture, position, value + off)
            seen = {pixel(image, (x + dx, y)) for dx in (-6, 6)}

            assert any(is_near(colour, pale, 6) for colour in seen) is is_within


@pytest.mark.parametrize("number", range(len(DASHES)))
def test_dashes_take_turns_with_gaps(number: int) -> None:
    """So far drawn and so far left out as the line's own pattern says, around corners too."""
    way = [(0.0, 0.0), (300.0, 0.0), (300.0, 400.0)]
    parts = list(_dashed(way, DASHES[number]))
    along = [
        (math.dist((0, 0), a) if a[1] == 0 else 300 + a[1], (b[0] if b[1] == 0 else 300 + b[1]))
        for a, b in parts
    ]
    pattern = [length * chance_chart.SMOOTH for length in DASHES[number]] or [700]
    wanted, at = list[float](), 0.0
    for n in range(99):
        if n % 2 == 0 and at < 700:
            wanted.append(at)
        at += pattern[n % len(pattern)] if DASHES[number] else 700

    starts = [start for start, _ in along if not any(abs(start - end) < 0.01 for _, end in along)]
    assert starts == pytest.approx(wanted)
    assert sum(end - start for start, end in along) <= 700.01


def test_the_numbers_of_turns_stand_above_them() -> None:
    """The first mark is 1; ringed, a little apart where turns are close."""
    picture, _ = drawn(chart())
    rings = [e for e in picture.stamped(ring_stamp) if e.of["core"] == theme.INK]
    told = {
        text.text: ring.at
        for ring in rings
        for text in picture.texts
        if math.dist(text.middle, ring.at) < 6
    }

    assert set(told) == {"1", "2"}
    assert abs(told["1"][0] - spot(picture, 3, 1)[0]) < 3
    assert abs(told["2"][0] - spot(picture, 1, 1)[0]) < 3
    assert all(at[1] < spot(picture, 0, 1)[1] for at in told.values())
    close, _ = drawn(chart((tuple(n / 100 for n in range(90)),)))
    spots = [e.at[0] for e in close.stamped(ring_stamp) if e.of["core"] == theme.INK]
    assert abs(spots[0] - spots[1]) > 2 * chance_chart.DISC


def test_each_line_ends_with_its_letter_whose_it_is_and_what_it_came_to() -> None:
    """As high as its last value, the highest first."""
    picture, _ = drawn(chart())
    letters = {e.of["core"]: e.at for e in picture.stamped(ring_stamp) if e.of["core"] in COLOURS}

    for n, own in enumerate(VALUES):
        (name,) = picture.written(NAMES[n])
        (end,) = picture.written(f"{n} points")
        letter = min(picture.texts, key=lambda t: math.dist(t.middle, letters[COLOURS[n]]))

        assert letter.text == "KLM"[n]
        assert abs(letters[COLOURS[n]][1] - spot(picture, 4, own[-1])[1]) < 40
        assert letters[COLOURS[n]][0] < name.box[0]
        assert abs(letters[COLOURS[n]][1] - name.middle[1]) < 20
        assert 0 < end.box[1] - name.box[1] < 50
    assert letters[COLOURS[0]][1] < letters[COLOURS[1]][1] < letters[COLOURS[2]][1]


@pytest.mark.parametrize("values", [(0.0,) * 5, (0.1,) * 5, (1.0,) * 5])
def test_names_of_lines_that_end_together_stay_on_the_picture(values: tuple[float, ...]) -> None:
    """None over another one, none below the chart, none above it."""
    picture, _ = drawn(chart((values,) * 3))
    letters = [e.at[1] for e in picture.stamped(ring_stamp) if e.of["core"] in COLOURS]
    top, bottom = spot(picture, 0, 1)[1], spot(picture, 0, 0)[1]

    assert len(set(letters)) == 3
    assert all(b - a > chance_chart.UNIT * 2 for a, b in pairwise(letters))
    assert top - 2 <= min(letters) <= max(letters) <= bottom + 2


def test_light_colours_have_dark_letters() -> None:
    """And dark ones light letters."""
    picture, _ = drawn(chart())
    letters = {t.text: t.ink for t in picture.texts if t.text in "KLM"}
    luma = {c: 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] for c in COLOURS}

    assert letters == {
        "KLM"[n]: theme.INK if luma[COLOURS[n]] > 138 else theme.CARD for n in range(3)
    }


def test_points_have_a_scale_of_round_numbers_that_holds_them() -> None:
    """From nothing, or below it where points are."""
    for values, scale in (
        ((3.0, 8.0, 12.0, 14.0, 15.0), ["0", "5", "10", "15", "20"]),
        ((3.0, 8.0, 33.0, 34.0, 25.0), ["0", "10", "20", "30", "40"]),
        ((3.0, -8.0, 3.0, 4.0, 5.0), ["-20", "-10", "0", "10", "20"]),
    ):
        picture, _ = drawn(chart((values,), is_share=False))
        right = chance_chart.EDGE + chance_chart.SCALE_ROOM
        column = [t for t in picture.texts if right - 40 < t.box[2] < right and t.box[1] > 120]
        told = [t.text for t in sorted(column, key=lambda t: -t.box[1])]

        assert told == scale


def test_chances_have_a_scale_in_quarters() -> None:
    """In percent, the highest above."""
    picture, _ = drawn(chart())
    told = [t for t in picture.texts if t.text.endswith("%")]

    assert [t.text for t in sorted(told, key=lambda t: t.box[1])] == [
        "100%",
        "75%",
        "50%",
        "25%",
        "0%",
    ]


@pytest.mark.parametrize("count", [2, 5, 9, 10, 17, 40, 80, 300])
def test_turns_are_named_evenly_and_the_last_one_too(count: int) -> None:
    """At most nine or so, none so close to the last one that they touch."""
    told = list(_labelled(count))
    steps = {b - a for a, b in pairwise(told[:-1])}

    assert told[0] == 0
    assert told[-1] == count - 1
    assert len(steps) <= 1
    assert len(told) <= 10
    assert told[-1] - told[-2] >= 0.7 * max(steps, default=1)


def test_marked_turns_have_a_dashed_line_through_the_chart() -> None:
    """Others have none."""
    picture, image = drawn(chart(((0.05,) * 5,)))

    for position, is_marked in ((1, True), (2, False), (3, True)):
        x, top = spot(picture, position, 0.9)
        _, low = spot(picture, position, 0.3)
        column = [[pixel(image, (x + off, y)) for off in (-1, 0, 1)] for y in range(top, low)]
        marked = sum(any(is_near(each, theme.FAINT_INK, 40) for each in row) for row in column)

        assert (marked > len(column) * 0.3) is is_marked
        assert marked < len(column) * 0.7
