"""Grounds: what never changes in a picture, drawn once and kept in the palette's colours."""

import threading
from collections.abc import Callable, Hashable

from cachetools import LRUCache
from PIL import Image

from render.palette import Palette
from render.signs import carried, is_noting


# A byte a pixel, in the palette's colours, is a third of what Pillow draws on
# (docs/decisions/fast-pictures.md).
class Grounds:
    """The grounds used last, as many as fit into some bytes; safe in several threads.

    Args:
        palette: the colours that they have.
        most_bytes: that all take together, a byte a px.
    """

    def __init__(self, palette: Palette, most_bytes: int) -> None:
        self._palette = palette
        self._kept: LRUCache[Hashable, Image.Image] = LRUCache(most_bytes, getsizeof=_area)
        self._lock = threading.Lock()

    def fresh(self, key: Hashable, draw: Callable[[], Image.Image]) -> Image.Image:
        """Return a copy of a ground, in RGB, to draw on.

        Args:
            key: names it.
            draw: draws it, where it is not kept.
        """
        if is_noting():  # what stands on it has to be noted as well
            drawn = self._palette.reduced(draw())
            return carried(drawn, drawn.convert("RGB"))
        return self.reduced(key, draw).convert("RGB")

    def reduced(self, key: Hashable, draw: Callable[[], Image.Image]) -> Image.Image:
        """Return a ground in the palette's colours, not to be drawn on.

        Args:
            key: names it.
            draw: draws it, in any colours, where it is not kept.
        """
        with self._lock:
            kept = self._kept.get(key)
        if kept is not None:
            return kept
        drawn = self._palette.reduced(draw())
        with self._lock:
            self._kept[key] = drawn
        return drawn

    def forget(self) -> None:
        """Keep none any longer."""
        with self._lock:
            self._kept.clear()


def _area(image: Image.Image) -> int:
    """Return how many px an image has."""
    return image.width * image.height
