"""Shapes that are drawn once and kept."""

from PIL import Image

from render.canvas import Canvas, disc_stamp
from render.metromania.tracks import Ink, Leg, piece
from render.stamps import MOST_BYTES, SHELF, Drawing, Shelf, Stamp
from render.theme import COMPANIES, Colour
from tests.render.games import pixel

RED = (200, 0, 0)


def plain(side: int) -> Stamp:
    """Return a square of one colour."""
    return Stamp(RED, Image.new("L", (side, side), 255), 0, 0)


def test_stamp_is_drawn_once() -> None:
    """The second time the very same stamp comes from the shelf."""
    assert disc_stamp(17, RED) is disc_stamp(17, RED)
    assert disc_stamp(17, RED) is not disc_stamp(18, RED)


def test_shelf_throws_the_oldest_away() -> None:
    """A full shelf forgets what was not used for longest."""
    shelf = Shelf(3 * plain(10).weight)
    first = shelf.get("a", lambda: plain(10))
    shelf.get("b", lambda: plain(10))
    shelf.get("c", lambda: plain(10))
    shelf.get("a", lambda: plain(10))
    shelf.get("d", lambda: plain(10))

    assert shelf.get("a", lambda: plain(10)) is first
    assert shelf.size == 3 * plain(10).weight


def test_shelf_never_holds_too_much() -> None:
    """The bytes of all stamps stay within the shelf's limit."""
    shelf = Shelf(5000)
    for n in range(50):
        shelf.get(n, lambda: plain(20))

    assert shelf.size <= 5000
    assert SHELF.size <= MOST_BYTES


def test_sketch_has_smooth_edges() -> None:
    """A disc's mask holds more than full and empty."""
    drawing = Drawing(10, RED)
    drawing.disc((0, 0), 10, RED)
    mask = drawing.stamp().mask

    assert mask.getextrema() == (0, 255)
    assert len(set(mask.tobytes())) > 5


def test_stamp_outside_the_picture_is_cut_off() -> None:
    """What lies beyond the edge is not drawn, and is no error."""
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
    """The picture is the same either way, and the shelf counts what they take."""
    shelf = Shelf(MOST_BYTES)

    def slanting() -> Stamp:
        drawing = Drawing(150, RED)
        drawing.stroke([(-150, -90), (150, 90)], 9, RED)
        return drawing.stamp()

    pictures, stamps = list[bytes](), [shelf.get("line", slanting) for _ in range(3)]
    for stamp in stamps:
        canvas = Canvas(Image.new("RGB", (400, 300), (9, 9, 9)))
        canvas.stamp(stamp, 200, 150)
        pictures.append(canvas.image.tobytes())

    assert [len(stamp.parts) > 1 for stamp in stamps] == [False, True, True]
    assert len(set(pictures)) == 1
    assert shelf.size == stamps[-1].weight < stamps[0].weight / 3
    assert stamps[-1].mask.tobytes() == stamps[0].mask.tobytes()


def test_lines_of_all_companies_share_their_shapes() -> None:
    """A second company's line over the same points draws nothing anew."""
    before = Leg(0, 1), Leg(1, 1)


    def masks(colour: Colour) -> list[Image.Image | None]:
        stamps = piece(*before, 96, Ink(colour, is_striped=True))
        return [mask for stamp in stamps for _, mask in stamp.parts]

    for colour in COMPANIES:  # large ones are in strips from the second time on
        masks(colour)
    first, *others = map(masks, COMPANIES)

    assert all(one is other for row in others for one, other in zip(row, first, strict=True))
