"""Grounds: what never changes in a picture, drawn once and kept packed.

In the palette's colours, and packed on top of that: a large ground takes some
50 kB instead of 1 to 2 MB, and is unpacked in a few milliseconds. The very last
ones are at hand unpacked.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

from PIL import Image

from render.lately import Lately
from render.packed_image import PackedImage
from render.palette import Palette
from render.signs import carried, is_noting

AT_HAND: Final = 3_000_000
"""Bytes that the unpacked grounds of a title take, one at the least."""


class Grounds:
    """The grounds lately used, as many as fit into some bytes, one at the least."""

    def __init__(self, palette: Palette, most_bytes: int) -> None:
        self._palette = palette
        self._kept = Lately[PackedImage](most_bytes)
        self._at_hand: OrderedDict[Hashable, Image.Image] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def weight(self) -> int:
        """How many bytes all that are packed take."""
        return self._kept.weight

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
            ready = self._at_hand.get(key)
        if ready is None:
            ready = self._unpacked(key, draw)
        with self._lock:
            self._kept.get(key)  # it was used
            self._at_hand[key] = ready
            self._at_hand.move_to_end(key)
            while len(self._at_hand) > 1 and self._taken > AT_HAND:
                self._at_hand.popitem(last=False)
        return ready

    @property
    def _taken(self) -> int:
        """How many bytes the unpacked ones take."""
        return sum(image.width * image.height for image in self._at_hand.values())

    def _unpacked(self, key: Hashable, draw: Callable[[], Image.Image]) -> Image.Image:
        """Return a ground in the palette's colours; it is packed and kept where it is not yet."""
        with self._lock:
            packed = self._kept.get(key)
        if packed is None:
            drawn = self._palette.reduced(draw())
            with self._lock:
                self._kept.keep(key, PackedImage.of(drawn))
            return drawn
        ground = packed.image()
        ground.putpalette(self._palette.flat)
        return ground

    def forget(self) -> None:
        """Keep none any longer."""
        with self._lock:
            self._kept.clear()
            self._at_hand.clear()
