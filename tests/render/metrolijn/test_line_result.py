"""What the picture of a result says, and a test for each fact that fails where it is wrong.

Whose it is and of which line; points of people and levels on one scale; a tile for each line, in
its colour once it is finished; the marks of the sheet.
"""

from dataclasses import replace
from functools import partial
from itertools import combinations

import pytest

from metrobot.games.metrolijn.view import View
from render import theme
from render.canvas import disc_stamp
from render.metrolijn import inks
from render.metrolijn.glyphs import cross_stamp
from render.metrolijn.line_result import SCALE, LineResult, draw_result
from render.text.lettering import SEEN, SEEN_HEIGHT
from tests.legible.bounds import GOAL
from tests.legible.measure import measured
from tests.render.metrolijn.games import opened, views
from tests.render.shown import Shown, shown

TOLD = LineResult(
    line="Line 3 · Berlin, night lines",
    headline="Ada: 4 points, on par",
    levels=((4, "par 4"), (21, "best 21"), (-6, "easy −6"), (3, "fair 3")),
    people=((4, "Ada"), (-9, "Bo"), (12, "Cy"), (13, "Dee"), (12, "Eve")),
    player="Player",
    done="1 of 7 lines",
    empty="9 empty stations",
)


def drawn(view: View, result: LineResult = TOLD) -> Shown:
    return shown(lambda: draw_result(view, result))


def last(map_id: str = "berlin-night") -> View:
    """Return the end of a game alone."""
    return views(map_id, 1, 4)[-1]


def test_everybodys_points_stand_on_one_scale() -> None:
    """From the lowest to the highest; the first person's disc alone is in colour."""
    middle = (SCALE[1] + SCALE[3]) // 2
    discs = [
        e for e in drawn(last()).stamped(disc_stamp) if e.at[1] == middle and e.of["radius"] == 14
    ]
    own = [e.at[0] for e in discs if e.of["colour"] == inks.PEOPLE[0]]
    spots = {points: 70 + (1130 - 70) * (points + 9) / 30 for points, _ in TOLD.people}

    assert len(discs) == len(TOLD.people)
    assert own == [pytest.approx(spots[4], abs=2)]
    assert sorted(e.at[0] for e in discs) == [
        pytest.approx(spots[points], abs=2) for points, _ in sorted(TOLD.people)
    ]


def test_words_on_the_scale_do_not_run_into_each_other() -> None:
    """Par and whose sheet it is come first; without room others are left out, never these."""
    picture = drawn(last())
    on_scale = [t for t in picture.texts if SCALE[1] < t.middle[1] < SCALE[3]]

    assert {"par 4", "best 21", "easy −6", "Ada", "Bo"} <= {t.text for t in on_scale}
    assert "fair 3" not in {t.text for t in on_scale}
    for one, other in combinations(on_scale, 2):
        assert not one.is_beside(other) or one.box[2] < other.box[0] or other.box[2] < one.box[0]
    assert all(SCALE[0] < t.box[0] < t.box[2] < SCALE[2] for t in on_scale)


@pytest.mark.parametrize("map_id", ["berlin-night", "paris"])
def test_a_line_has_a_tile_in_its_colour_once_it_is_finished(map_id: str) -> None:
    """Others are pale; the sheet has all its marks."""
    view = last(map_id)
    lines = view.map.lines
    paid = tuple(view.offers[0] if n == 1 else None for n in range(len(lines)))
    stations = frozenset(lines[1].stations) | view.sheets[0].crossed
    view = replace(view, sheets=(replace(view.sheets[0], paid=paid, crossed=stations, numbers=()),))
    picture = drawn(view)
    tiles = [t for t in picture.texts if t.size == 44]
    finished = {line.letter for line in lines if set(line.stations) <= stations}

    assert [t.text for t in tiles] == [line.letter for line in lines]
    for line, tile in zip(lines, tiles, strict=True):
        ground = inks.LINES[line.colour] if line.letter in finished else theme.QUIET_CARD
        boxes = [b for b in picture.boxes(ground) if b[1] < tile.middle[1] < b[3]]
        assert any(b[0] < tile.middle[0] < b[2] for b in boxes)
    assert len(picture.stamped(cross_stamp)) >= len(stations)


@pytest.mark.parametrize("map_id", ["berlin-night", "paris"])
def test_a_result_is_no_taller_than_clients_show_it(map_id: str) -> None:
    """Also if nobody else has played, and before the computers have."""
    alone = replace(TOLD, levels=(), people=TOLD.people[:1])
    file = draw_result(last(map_id), alone)
    image = opened(file)

    assert image.height / image.width <= SEEN_HEIGHT / SEEN
    assert measured(partial(draw_result, last(map_id), TOLD)).figures.within(GOAL)
    assert {TOLD.line, TOLD.headline, TOLD.done, TOLD.empty} <= {
        t.text for t in drawn(last(map_id), alone).texts
    }
