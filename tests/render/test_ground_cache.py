"""Grounds that were used lately are ready; others are packed, and not drawn again."""

from PIL import Image

from render import theme
from render.ground_cache import AT_HAND, Grounds
from render.underground.inks import PALETTE

SMALL, LARGE = (40, 30), (2000, AT_HAND // 4000)
"""Of the large ones two may be ready, with nothing beside them."""


class Drawer:
    """Draws plain grounds and knows how often."""

    def __init__(self) -> None:
        self.count = 0
        self.grounds = Grounds(PALETTE, 10_000_000)

    def of(self, key: str, size: tuple[int, int]) -> Image.Image:
        """Return a ground."""

        def draw() -> Image.Image:
            self.count += 1
            return Image.new("RGB", size, theme.HALO)

        return self.grounds.reduced(key, draw)


def test_small_grounds_are_ready_side_by_side() -> None:
    """The very same images, as long as all take little."""
    drawer = Drawer()
    first = [drawer.of(key, SMALL) for key in "abcde"]

    assert [drawer.of(key, SMALL) for key in "abcde"] == first
    assert all(drawer.of(key, SMALL) is ground for key, ground in zip("abcde", first, strict=True))
    assert drawer.count == 5


def test_the_least_lately_used_large_ones_are_packed_and_come_back_as_they_were() -> None:
    """Whoever was asked for again stays."""
    drawer = Drawer()
    a, b = drawer.of("a", LARGE), drawer.of("b", LARGE)
    assert drawer.of("a", LARGE) is a
    drawer.of("c", LARGE)

    assert drawer.of("a", LARGE) is a
    again = drawer.of("b", LARGE)
    assert again is not b
    assert again.convert("RGB").tobytes() == b.convert("RGB").tobytes()
    assert drawer.count == 3


def test_one_is_ready_however_large_it_is() -> None:
    """Until another one takes its place."""
    drawer = Drawer()
    huge = (3000, AT_HAND // 1000)
    first = drawer.of("a", huge)

    assert drawer.of("a", huge) is first
    drawer.of("b", SMALL)
    assert drawer.of("a", huge) is not first
    assert drawer.count == 2


def test_what_is_forgotten_is_drawn_again() -> None:
    """Packed or ready."""
    drawer = Drawer()
    drawer.of("a", SMALL)
    assert drawer.grounds.weight > 0
    drawer.grounds.forget()
    drawer.of("a", SMALL)

    assert drawer.count == 2


def test_a_fresh_copy_can_be_drawn_on() -> None:
    """Without a trace on the next one."""
    drawer = Drawer()
    drawer.of("a", SMALL)
    first = drawer.grounds.fresh("a", lambda: Image.new("RGB", SMALL, theme.HALO))
    first.paste(theme.BAD, (0, 0, *SMALL))
    second = drawer.grounds.fresh("a", lambda: Image.new("RGB", SMALL, theme.HALO))

    assert second.getpixel((3, 3)) == theme.HALO
    assert drawer.count == 1
