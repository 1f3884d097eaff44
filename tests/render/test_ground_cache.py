"""Grounds that were used lately are kept; others are drawn again."""

from PIL import Image

from render import theme
from render.ground_cache import Grounds
from render.underground.inks import PALETTE

SIZE = (40, 30)
ROOM_FOR_TWO = 2 * SIZE[0] * SIZE[1]


class Drawer:
    """Draws plain grounds and knows how often."""

    def __init__(self) -> None:
        self.count = 0
        self.grounds = Grounds(PALETTE, ROOM_FOR_TWO)

    def draw(self) -> Image.Image:
        """Draw a ground."""
        self.count += 1
        return Image.new("RGB", SIZE, theme.CARD)

    def of(self, key: str) -> Image.Image:
        """Return a ground."""
        return self.grounds.reduced(key, self.draw)


def test_a_kept_ground_is_the_very_same_image() -> None:
    drawer = Drawer()
    first = drawer.of("a"), drawer.of("b")

    assert (drawer.of("a"), drawer.of("b")) == first
    assert drawer.of("a") is first[0]
    assert drawer.count == 2


def test_the_one_used_longest_ago_makes_room() -> None:
    drawer = Drawer()
    a = drawer.of("a")
    b = drawer.of("b")
    assert drawer.of("a") is a
    drawer.of("c")

    assert drawer.of("a") is a
    assert drawer.of("b") is not b
    assert drawer.count == 4


def test_what_is_forgotten_is_drawn_again() -> None:
    drawer = Drawer()
    drawer.of("a")
    drawer.grounds.forget()
    drawer.of("a")

    assert drawer.count == 2


def test_a_fresh_copy_can_be_drawn_on() -> None:
    drawer = Drawer()
    first = drawer.grounds.fresh("a", drawer.draw)
    first.paste(theme.BAD, (0, 0, *SIZE))

    assert drawer.grounds.fresh("a", drawer.draw).getpixel((3, 3)) == theme.CARD
    assert drawer.count == 1
