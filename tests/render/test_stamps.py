"""Shapes that are drawn once and kept."""

from itertools import product
from typing import Any

import pytest
from PIL import Image

from render.canvas import Canvas, disc_stamp
from render.masks import whole
from render.metromania.glyphs import pill
from render.metromania.lines import tracks
from render.metromania.lines.tracks import Ink, TrackLeg, piece, way
from render.stamps import MOST_BYTES, STAMPS, Drawing, Flip, Stamp, kept
from render.theme import COMPANIES, Colour
from tests.render.metromania.games import pixel

RED = (200, 0, 0)


def plain(side: int) -> Stamp:
    return Stamp(RED, whole(Image.new("L", (side, side), 255)), 0, 0)


def test_stamp_is_drawn_once() -> None:
    assert disc_stamp(17, RED) is disc_stamp(17, RED)
    assert disc_stamp(17, RED) is not disc_stamp(18, RED)


def test_no_more_stamps_are_kept_than_fit() -> None:
    """Each counts by its area in px."""
    assert STAMPS.currsize == sum(stamp.weight for stamp in STAMPS.values())
    assert STAMPS.currsize <= MOST_BYTES
    assert plain(20).weight > plain(10).weight


def test_sketch_has_smooth_edges() -> None:
    drawing = Drawing(10, RED)
    drawing.disc((0, 0), 10, RED)
    mask = drawing.stamp().mask

    assert mask.getextrema() == (0, 255)
    assert len(set(mask.tobytes())) > 5


def test_stamp_outside_the_picture_is_cut_off() -> None:
    canvas = Canvas(Image.new("RGB", (20, 20), (9, 9, 9)))
    for at in ((-90, 5), (5, -90), (90, 5), (5, 90), (0, 10)):
        canvas.stamp(disc_stamp(8, RED), *at)

    assert pixel(canvas.image, (2, 10)) == RED
    assert pixel(canvas.image, (18, 10)) == (9, 9, 9)


def test_a_shape_of_one_colour_keeps_no_colours() -> None:
    """Its mask is all there is, and a second ink shares it."""
    drawing = Drawing(10, RED)
    drawing.disc((0, 0), 10, RED)
    stamp = drawing.stamp()

    assert stamp.fill == RED
    assert stamp.inked((0, 0, 200)).mask is stamp.mask


def test_a_second_colour_lies_over_the_first() -> None:
    """And the first one stays where the second one is not."""
    drawing = Drawing(10, RED)
    drawing.disc((0, 0), 10, RED)
    drawing.disc((0, 0), 5, (0, 0, 200))
    canvas = Canvas(Image.new("RGB", (40, 40), (9, 9, 9)))
    canvas.stamp(drawing.stamp(), 20, 20)

    assert pixel(canvas.image, (20, 20)) == (0, 0, 200)
    assert pixel(canvas.image, (20, 13)) == RED


def test_a_large_shape_is_pasted_in_strips_from_the_second_time_on() -> None:
    """The picture is the same either way, and less is kept."""

    @kept
    def slanting() -> Stamp:
        drawing = Drawing(150, RED)
        drawing.stroke([(-150, -90), (150, 90)], 9, RED)
        return drawing.stamp()

    pictures, stamps = list[bytes](), [slanting() for _ in range(3)]
    for stamp in stamps:
        canvas = Canvas(Image.new("RGB", (400, 300), (9, 9, 9)))
        canvas.stamp(stamp, 200, 150)
        pictures.append(canvas.image.tobytes())

    assert [len(stamp.cover.parts) > 1 for stamp in stamps] == [False, True, True]
    assert len(set(pictures)) == 1
    assert stamps[-1].weight < stamps[0].weight / 3
    assert stamps[-1].mask.tobytes() == stamps[0].mask.tobytes()


LEGS = [TrackLeg(direction, side) for direction in range(6) for side in (1, -1)]
NONE = [None]


@pytest.mark.parametrize("edge", [60, 74, 130])
def test_pieces_that_mirror_each_other_lie_where_they_belong(edge: int) -> None:
    """Along their ways, as if each were drawn by itself."""
    ends = [(leg, after) for leg in (None, *LEGS) for after in (*LEGS, None) if leg or after]
    for before, after in ends:
        if before and after and (after.direction - before.direction) % 6 in {2, 3, 4}:
            continue
        stamp = next(piece(before, after, edge, Ink(RED, is_striped=True)))
        path, mask = way(before, after, edge), stamp.mask
        box = (stamp.left, stamp.top, stamp.left + mask.width, stamp.top + mask.height)
        for at, low, high in ((0, box[0], box[2]), (1, box[1], box[3])):
            reach = [spot[at] for spot in path]
            assert abs(min(reach) - low) < 0.16 * edge
            assert abs(max(reach) - high) < 0.16 * edge
        for x, y in path[1:-1]:
            assert mask.getpixel((round(x) - stamp.left, round(y) - stamp.top)) == 255


def test_of_pieces_that_mirror_each_other_one_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are its shape, flipped: of 12 that end at a point 3, of 144 over one 24."""
    drawn, ink = list[Drawing](), Ink(RED, is_striped=False)

    def drawing(*sizes: Any) -> Drawing:
        drawn.append(Drawing(*sizes))
        return drawn[-1]

    monkeypatch.setattr(tracks, "Drawing", drawing)
    for before, after, count in ((NONE, LEGS, 3), (LEGS, NONE, 3), (LEGS, LEGS, 27)):
        for legs in product(before, after):
            next(piece(*legs, 62, ink))
        assert len(drawn) == count
    one, other = (next(piece(None, TrackLeg(*leg), 62, ink)) for leg in ((1, 1), (2, -1)))

    assert one.mask.transpose(Flip.FLIP_LEFT_RIGHT).tobytes() == other.mask.tobytes()
    assert (other.left, other.top) == (-one.left - one.mask.width, one.top)


def test_a_shape_twice_flipped_is_itself() -> None:
    """With its anchor; also one that is not even."""
    stamp = Stamp(RED, whole(Image.frombytes("L", (3, 2), bytes(range(6)))), -2, 5)
    for flip in (Flip.FLIP_LEFT_RIGHT, Flip.FLIP_TOP_BOTTOM, Flip.ROTATE_180):
        once, twice = stamp.flipped(flip), stamp.flipped(flip).flipped(flip)

        assert (twice.mask.tobytes(), twice.left, twice.top) == (stamp.mask.tobytes(), -2, 5)
        assert once.mask.tobytes() != stamp.mask.tobytes()
    upside = stamp.flipped(Flip.ROTATE_180)
    assert (upside.mask.tobytes(), upside.left, upside.top) == (bytes((5, 4, 3, 2, 1, 0)), -1, -7)


@pytest.mark.parametrize("wide", [41, 60, 77])
def test_a_pill_is_as_wide_as_it_is_asked_to_be(wide: int) -> None:
    """And its ends are those of a narrow one."""
    mask = pill(wide, 30, RED, RED)[0].mask
    narrow = pill(36 + wide % 2, 30, RED, RED)[0].mask

    assert abs(mask.width - wide) <= 1
    assert mask.height == narrow.height
    for ours, theirs in ((0, 0), (mask.width - 15, narrow.width - 15)):
        end = mask.crop((ours, 0, ours + 15, mask.height))
        assert end.tobytes() == narrow.crop((theirs, 0, theirs + 15, mask.height)).tobytes()


def test_lines_of_all_companies_share_their_shapes() -> None:
    before = TrackLeg(0, 1), TrackLeg(1, 1)

    def masks(colour: Colour) -> list[Image.Image | None]:
        stamps = piece(*before, 96, Ink(colour, is_striped=True))
        return [mask for stamp in stamps for _, mask in stamp.cover.parts]

    for colour in COMPANIES:  # large ones are in strips from the second time on
        masks(colour)
    first, *others = map(masks, COMPANIES)

    assert all(one is other for row in others for one, other in zip(row, first, strict=True))
