"""What is noted of a picture while it is drawn."""

from PIL import Image

from render import theme
from render.canvas import Canvas, disc_stamp
from render.metromania.board import draw_board
from render.palette import COMMON
from render.signs import Role, Sign, noting
from tests.render.metromania.boards import late
from tests.render.metromania.words import ENGLISH, PEOPLE

WHITE = (255, 255, 255)


def blank(width: int = 200, height: int = 100) -> Canvas:
    return Canvas(Image.new("RGB", (width, height), WHITE))


def test_a_text_is_noted_where_its_ink_lies() -> None:
    """Its sign has text and size; its box is just the px that are not white."""
    canvas = blank()
    with noting() as notes:
        canvas.text((20, 50), "F6", 30)
        COMMON.reduced(canvas.image)
    ((sign,),) = (each.signs for each in notes.picture)
    ink = Image.eval(canvas.image.convert("L"), lambda value: 255 - value).getbbox()

    assert (sign.role, sign.text, sign.size) == (Role.TEXT, "F6", 30)
    assert ink is not None
    assert all(abs(a - b) <= 1 for a, b in zip(sign.box, ink, strict=True))


def test_what_covers_is_noted_in_order() -> None:
    """Stamps with their masks, boxes without one; all that follows a text may hide it."""
    canvas = blank()
    with noting() as notes:
        canvas.text((20, 50), "F6", 30)
        canvas.stamp(disc_stamp(10, theme.BAD).known_as(Role.DISC), 30, 40)
        canvas.box((0, 0, 200, 20), theme.INK)
        COMMON.reduced(canvas.image)
    text, disc, box = notes.picture

    assert [each.mask is None for each in (text, disc, box)] == [False, False, True]
    assert disc.signs == (Sign(Role.DISC, disc.box),)
    assert (box.box, box.signs) == ((0, 0, 200, 20), ())


def test_what_stands_on_a_part_goes_with_it() -> None:
    """At its new place, and seen only within the part; the part covers what lay there."""
    part, whole = blank(60, 40), blank()
    with noting() as notes:
        part.text((50, 30), "Bank", 20)
        whole.lay(part.image, (100, 10))
        COMMON.reduced(whole.image)
    cover, text = notes.picture

    assert (cover.box, cover.mask) == ((100, 10, 160, 50), None)
    assert text.window == (100, 10, 160, 50)
    assert text.signs[0].box[0] > 140
    assert text.signs[0].box[2] > 160


def test_kept_grounds_are_noted_as_well() -> None:
    """A second drawing notes what the first one did, names on the ground included."""
    view = late()
    found = []
    for _ in range(2):
        with noting() as notes:
            picture = draw_board(view, PEOPLE, ENGLISH)
        found.append([sign for each in notes.picture for sign in each.signs])
        assert notes.size == picture.size
    spots = [sign for sign in found[0] if sign.role is Role.SPOT]

    assert found[0] == found[1]
    assert len(spots) > 30
    assert {"N1", "F"} <= {sign.text for sign in found[0]}


def test_nothing_is_noted_of_other_pictures() -> None:
    canvas = blank()
    canvas.text((20, 50), "F6", 30)
    with noting() as notes:
        pass
    canvas.text((20, 50), "F6", 30)

    assert notes.picture == ()
    assert notes.size == (0, 0)
