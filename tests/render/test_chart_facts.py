"""What the picture of chances says, and a test for each fact that fails if it is drawn wrongly.

Each chance as an area in its player's colour, all of them together 100, with their letters; a
score as a line in its colour within a pale band of how sure it is; the scale; the numbers of the
turns that moved most above them; at each end a letter, whose it is and what it came to.
"""

import math
from itertools import accumulate, pairwise

import pytest
from PIL import Image

from render import chance_chart, theme
from render.canvas import ring_stamp
from render.chance_chart import (
    BAND,
    COLOURS,
    PALE,
    ChanceChart,
    Interval,
    Moment,
    PlayerCurve,
    _labelled,
)
from render.theme import blend
from tests.render.metromania.games import is_near, pixel
from tests.render.shown import Shown, shown

VALUES = ((0.2, 0.5, 0.7, 0.9, 0.6), (0.5, 0.3, 0.2, 0.05, 0.3), (0.3, 0.2, 0.1, 0.05, 0.1))
NAMES = ("Ada", "Bo", "Cy")
ENDS = (0.7, 0.25, 0.05)
"""Middles of the areas at the last position."""


def chart(
    values: tuple[tuple[float, ...], ...] = VALUES, *, is_share: bool = True, sure: float = 0.04
) -> ChanceChart:
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
    marks = (Moment(3, "Bartholomew-Maximilian", "+36%"), Moment(1, "Ada", "−4%"))
    return ChanceChart("Head", "Small", "Turns", strands, marks, is_share)


def drawn(chances: ChanceChart) -> tuple[Shown, Image.Image]:
    """Return a chart's contents, and its picture."""
    found: list[Image.Image] = []
    return shown(lambda: found.append(chance_chart.draw_chances(chances))), found[0].convert("RGB")


def spot(picture: Shown, position: int, value: float, last: int = 4) -> tuple[int, int]:
    """Return the spot of a value at a position, as the scales say."""
    percents = [t for t in picture.texts if t.text in ("0%", "100%")]
    high, low = (each.middle for each in sorted(percents, key=lambda t: t.box[1]))
    lefts = [t for t in picture.written("0") if t.box[1] > low[1]]
    (right,) = [t for t in picture.written(str(last)) if t.box[1] > low[1]]
    x = lefts[0].middle[0] + (right.middle[0] - lefts[0].middle[0]) * position / last
    return round(x), round(low[1] + (high[1] - low[1]) * value)


@pytest.mark.parametrize("scale", [1.0, 0.7, 1.2])
def test_chances_lie_on_each_other_and_fill_the_chart(scale: float) -> None:
    """Each as high as its share of all, the first player's at the top, whatever they add up to."""
    picture, image = drawn(chart(tuple(tuple(scale * v for v in own) for own in VALUES)))
    for position in range(5):
        column = [own[position] for own in VALUES]
        edges = [*accumulate((v / sum(column) for v in column), initial=0.0)]
        for n, (above, below) in enumerate(pairwise(edges)):
            if below - above > 0.15:
                x, y = spot(picture, position, 1 - (above + below) / 2)
                # Beside letters and lines of turns.
                inside = -24 if position == 4 else 24
                seen = [pixel(image, (x + inside, y + off)) for off in (-6, 0, 6)]

                assert any(is_near(colour, COLOURS[n]) for colour in seen)


@pytest.mark.parametrize("sure", [0.05, 0.07])
def test_areas_are_pale_beside_their_neighbours_as_far_as_they_are_unsure(sure: float) -> None:
    """The rest of each is as high as its interval's lower end."""
    picture, image = drawn(chart(sure=sure))
    # The one in the middle has two neighbours.
    for n, edge, way in ((0, 0.5, 1.0), (1, 0.5, -0.5), (1, 0.2, 0.5), (2, 0.2, -1.0)):
        pale = blend(COLOURS[n], theme.CARD, PALE)
        for share, is_unsure in ((0.5, True), (0.7, True), (1.4, False), (1.6, False)):
            x, y = spot(picture, 1, edge + way * sure * share)
            seen = [pixel(image, (x + dx, y)) for dx in (-5, 5)]

            assert any(is_near(colour, pale, 6) for colour in seen) is is_unsure


def test_the_letters_of_areas_stand_within_them() -> None:
    """Each on its own colour above and below its disc, if it is high enough anywhere."""
    picture, image = drawn(chart())
    right = spot(picture, 4, 0)[0]
    discs = [e for e in picture.stamped(ring_stamp) if e.at[0] < right and e.of["core"] in COLOURS]

    assert [e.of["core"] for e in discs] == list(COLOURS[:3])
    for each in discs:
        x, y = each.at
        for off in (-chance_chart.DISC - 2, chance_chart.DISC + 2):
            assert is_near(pixel(image, (x + 4, y + off)), each.of["core"])


def test_the_scales_of_values_and_turns_do_not_touch() -> None:
    """At the corner of both, 0% and 0 stand apart."""
    picture, _ = drawn(chart())
    (low,) = picture.written("0%")
    (first,) = [t for t in picture.written("0") if t.box[1] > low.box[1]]

    assert first.box[1] - low.box[3] > chance_chart.UNIT // 3


def score_spot(picture: Shown, position: int, value: float) -> tuple[int, int]:
    """Return the spot of a score on a scale from 0 to 20."""
    right = chance_chart.EDGE + chance_chart.SCALE_ROOM
    column = {t.text: t.middle[1] for t in picture.texts if t.box[2] < right and t.box[1] > 120}
    (last,) = picture.written("4")
    x = right + (last.middle[0] - right) * position / 4
    return round(x), round(column["0"] + (column["20"] - column["0"]) * value / 20)


def test_a_score_is_a_line_in_a_band_that_says_how_sure_it_is() -> None:
    """Pale between its lowest and its highest value, and nothing beyond."""
    own = (4.0, 10.0, 14.0, 17.0, 12.0)
    picture, image = drawn(chart((own,), is_share=False, sure=2))
    pale = blend(COLOURS[0], theme.CARD, BAND)
    for position, value in enumerate(own[1:-1], start=1):
        x, y = score_spot(picture, position, value)
        near = [pixel(image, (x + dx, y + dy)) for dx in (-2, 0, 2) for dy in (-3, 0, 3)]

        assert any(is_near(colour, COLOURS[0]) for colour in near)
        for off, is_within in ((-1.6, True), (1.6, True), (-3, False), (3, False)):
            x, y = score_spot(picture, position, value + off)
            seen = {pixel(image, (x + dx, y)) for dx in (-6, 6)}

            assert any(is_near(colour, pale, 6) for colour in seen) is is_within


def test_the_numbers_of_turns_stand_above_them() -> None:
    """The first mark is 1; ringed, a little apart where turns are close; below, what they did."""
    picture, _ = drawn(chart())
    every = [e for e in picture.stamped(ring_stamp) if e.of["core"] == theme.INK]
    rings, key = every[:2], every[2:]
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
    for ring, start, end in zip(key, ("3 · Barth", "1 · Ada"), ("… +36%", " −4%"), strict=True):
        near = [t for t in picture.texts if 0 < t.box[0] - ring.at[0] < 40]
        (said,) = [t.text for t in near if abs(t.middle[1] - ring.at[1]) < 8]
        assert (said[: len(start)], said[-len(end) :]) == (start, end)
    spots = [e.at[0] for e in close.stamped(ring_stamp) if e.of["core"] == theme.INK]
    assert abs(spots[0] - spots[1]) > 2 * chance_chart.DISC


def test_each_area_ends_with_its_letter_whose_it_is_and_what_it_came_to() -> None:
    """As high as the middle of its end, in the order of the areas."""
    picture, _ = drawn(chart())
    letters = {e.of["core"]: e.at for e in picture.stamped(ring_stamp) if e.of["core"] in COLOURS}

    for n in range(3):
        (name,) = picture.written(NAMES[n])
        (end,) = picture.written(f"{n} points")
        letter = min(picture.texts, key=lambda t: math.dist(t.middle, letters[COLOURS[n]]))

        assert letter.text == "KLM"[n]
        assert abs(letters[COLOURS[n]][1] - spot(picture, 4, ENDS[n])[1]) < 40
        assert letters[COLOURS[n]][0] < name.box[0]
        assert abs(letters[COLOURS[n]][1] - name.middle[1]) < 20
        assert 0 < end.box[1] - name.box[1] < 50
    assert letters[COLOURS[0]][1] < letters[COLOURS[1]][1] < letters[COLOURS[2]][1]


@pytest.mark.parametrize("values", [(0.0,) * 5, (0.1,) * 5, (1.0,) * 5])
def test_names_of_lines_that_end_together_stay_on_the_picture(values: tuple[float, ...]) -> None:
    """None over another one, none below the chart, none above it."""
    picture, _ = drawn(chart((values,) * 3))
    right = spot(picture, 4, 0)[0]
    discs = picture.stamped(ring_stamp)
    letters = [e.at[1] for e in discs if e.of["core"] in COLOURS and e.at[0] > right]
    top, bottom = spot(picture, 0, 1)[1], spot(picture, 0, 0)[1]

    assert len(set(letters)) == 3
    assert all(b - a > chance_chart.UNIT * 2 for a, b in pairwise(letters))
    assert top - 2 <= min(letters) <= max(letters) <= bottom + 2


def test_light_colours_have_dark_letters() -> None:
    picture, _ = drawn(chart())
    letters = {t.text: t.ink for t in picture.texts if t.text in "KLM"}
    luma = {c: 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] for c in COLOURS}

    assert letters == {
        "KLM"[n]: theme.INK if luma[COLOURS[n]] > 138 else theme.CARD for n in range(3)
    }


def test_points_have_a_scale_of_round_numbers_that_holds_them() -> None:
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
    picture, _ = drawn(chart())
    told = [t for t in picture.texts if t.text[:-1].isdecimal()]

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
    picture, image = drawn(chart(((0.5,) * 5,)))

    for position, is_marked in ((1, True), (2, False), (3, True)):
        x, top = spot(picture, position, 0.9)
        _, low = spot(picture, position, 0.3)
        column = [[pixel(image, (x + off, y)) for off in (-1, 0, 1)] for y in range(top, low)]
        marked = sum(any(is_near(each, theme.INK, 40) for each in row) for row in column)

        assert (marked > len(column) * 0.3) is is_marked
        assert marked < len(column) * 0.7
