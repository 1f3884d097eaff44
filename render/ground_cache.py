"""Cache of grounds: the unchanging parts of pictures, in the palette's colours."""

import threading
from collections.abc import Callable, Hashable

from cachetools import LRUCache
from PIL import Image

from render.palette import Palette
from render.signs import is_noting


# One byte a pixel, in the palette's colours, is a third of an RGB image
# (docs/decisions/fast-pictures.md).
class Grounds:
    """Cache of the grounds used last, bounded in bytes; safe in several threads.

    Args:
        palette: the colours of the grounds.
        most_bytes: bytes that all take together, one a pixel.
    """

    def __init__(self, palette: Palette, most_bytes: int) -> None:
        self._palette = palette
        self._kept: LRUCache[Hashable, Image.Image] = LRUCache(
            most_bytes, getsizeof=lambda image: image.width * image.height
        )
        self._lock = threading.Lock()

    def fresh(self, key: Hashable, draw: Callable[[], Image.Image]) -> Image.Image:
        """Return a copy of a ground, in RGB, to draw on."""
        # A kept ground has no signs, so it is drawn anew while signs are noted.
        if is_noting():
            return self._palette.rendered(draw())
        return self.reduced(key, draw).convert("RGB")

    def reduced(self, key: Hashable, draw: Callable[[], Image.Image]) -> Image.Image:
        """Return a ground in the palette's colours, not to be drawn on.

        Args:
            key: the ground's key.
            draw: draws it, in any colours, if it is not kept.
        """
        with self._lock:
            kept = self._kept.get(key)
        if kept is not None:
            return kept
        # Outside the lock: two threads may draw one ground, but none waits for another's drawing.
        drawn = self._palette.reduced(draw())
        with self._lock:
            self._kept[key] = drawn
        return drawn

    def forget(self) -> None:
        """Forget all grounds."""
        with self._lock:
            self._kept.clear()
