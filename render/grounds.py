"""Grounds: what never changes in a picture, drawn once and kept packed.

In the palette's colours, and packed on top of that: a large ground takes some
50 kB instead of 2 to 4 MB, and is unpacked in a few milliseconds. The very last
ones are at hand unpacked.
"""

import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

from PIL import Image

from render.palette import Palette
from render.signs import carried, is_noting

LEVEL: Final = 1
"""Of packing: more takes longer for little."""
AT_HAND: Final = 6_000_000
"""Bytes that unpacked grounds take."""

_Packed = tuple[tuple[int, int], bytes]


class Grounds:
    """The grounds lately used, as many as fit into some bytes, one at the least."""

    def __init__(self, palette: Palette, most_bytes: int) -> None:
        self._palette = palette
        self._most = most_bytes
        self._kept: OrderedDict[Hashable, _Packed] = OrderedDict()
        self._at_hand: OrderedDict[Hashable, Image.Image] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def weight(self) -> int:
        """How many bytes all that are kept take."""
        return sum(len(packed) for _, packed in self._kept.values())

    def fresh(self, key: Hashable, draw: Callable[[], Image.Image]) -> Image.Image:
        """Return a copy of a ground, in RGB, to draw on.

        Args:
            key: names it.
            draw: draws it, where it is not kept.
        """
        if is_noting():  # what stands on it has to be noted as well
            drawn = self._palette.reduced(draw())
            return carried(drawn, drawn.convert("RGB"))
        with self._lock:
            ready = self._at_hand.get(key)
        if ready is None:
            ready = self._unpacked(key, draw)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            self._at_hand[key] = ready
            self._at_hand.move_to_end(key)
            while len(self._at_hand) > 1 and self._taken > AT_HAND:
                self._at_hand.popitem(last=False)
        return ready.convert("RGB")

    @property
    def _taken(self) -> int:
        """How many bytes the unpacked ones take."""
        return sum(image.width * image.height for image in self._at_hand.values())

    def _unpacked(self, key: Hashable, draw: Callable[[], Image.Image]) -> Image.Image:
        """Return a ground in the palette's colours; it is packed and kept where it is not yet."""
        with self._lock:
            kept = self._kept.get(key)
        if kept is None:
            drawn = self._palette.reduced(draw())
            self._keep(key, (drawn.size, zlib.compress(drawn.tobytes(), LEVEL)))
            return drawn
        size, packed = kept
        image = Image.frombytes("P", size, zlib.decompress(packed))
        image.putpalette(self._palette.flat)
        return image

    def _keep(self, key: Hashable, packed: _Packed) -> None:
        """Keep a ground, and let the oldest go where there are too many."""
        with self._lock:
            self._kept[key] = packed
            while len(self._kept) > 1 and self.weight > self._most:
                self._kept.popitem(last=False)

    def forget(self) -> None:
        """Keep none any longer."""
        with self._lock:
            self._kept.clear()
            self._at_hand.clear()
