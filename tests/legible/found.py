"""What stands on a finished picture: signs with what was put over them, and strokes."""

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from PIL import Image

from render.boxes import Box, moved, shared
from render.signs import Put, Role, Sign
from render.theme import Colour

GONE: Final = 0.98
"""From this share on, what lies under a panel is not on the picture at all."""
HALF: Final = 128
"""From this value on, a mask covers."""
LINES: Final = {"stroke_stamp", "bar_stamp", "bend_stamp"}
"""Names of the functions that draw lines, their casings too, and..."""
LEADERS: Final = {"leader_stamp"}
"""...what joins a number or a name to its place."""


@dataclass(frozen=True, slots=True)
class Found:
    """A sign as it is on a finished picture.

    Attributes:
        sign: with its box on the picture.
        window: where it can be seen.
        later: all that was put on the picture after it.
        ink: its one colour; None where it has several.
    """

    sign: Sign
    window: Box
    later: Sequence[Put]
    ink: Colour | None = None

    @property
    def is_read(self) -> bool:
        """Whether it is more than a number: a name, or the letter of a line."""
        return any(map(str.isalpha, self.sign.text))

    @property
    def shown(self) -> float:
        """Share of it that lies within the picture, clear of panels drawn later."""
        box = shared(self.sign.box, self.window)
        under = max((area(shared(box, p.box)) for p in self.later if p.mask is None), default=0)
        return (area(box) - under) / area(self.sign.box)

    @property
    def is_drawn_again(self) -> bool:
        """Whether the same is drawn over it: the text again, another thing on its place."""
        spot, text = middle(self.sign.box), self.sign.text
        return any(
            sign.role is self.sign.role and sign.text == text and holds(sign.box, spot)
            for put in self.later
            for sign in put.signs
        )

    def hidden(self, does_hide: Callable[[Put], bool]) -> float:
        """Return the share of it that some of the later things cover."""
        left, top, right, bottom = self.sign.box
        cover = Image.new("L", (right - left, bottom - top), 0)
        for put in self.later:
            if put.mask is not None and does_hide(put) and area(shared(put.box, self.sign.box)):
                at = moved(put.box, -left, -top)[:2]
                cover.paste(255, at, put.mask.point(_SOLID))
        return cover.histogram()[255] / area(self.sign.box)


_SOLID: Final = [255 * (value >= HALF) for value in range(256)]


def found_on(picture: Sequence[Put], role: Role) -> Iterator[Found]:
    """Yield the signs of a role that are on the picture, each thing once."""
    for n, put in enumerate(picture):
        for sign in put.signs:
            found = Found(sign, put.window, picture[n + 1 :], put.ink)
            if sign.role is role and found.shown > 1 - GONE and not found.is_drawn_again:
                yield found


def strokes(picture: Sequence[Put], names: AbstractSet[str]) -> Iterator[tuple[int, Put]]:
    """Yield the strokes drawn by functions of these names, with their places in the picture."""
    for n, put in enumerate(picture):
        if put.shape is not None and put.shape.make.__name__.removeprefix("_") in names:
            yield n, put


def area(box: Box) -> int:
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def middle(box: Box) -> tuple[int, int]:
    return (box[0] + box[2]) // 2, (box[1] + box[3]) // 2


def holds(box: Box, spot: tuple[int, int]) -> bool:
    return box[0] <= spot[0] < box[2] and box[1] <= spot[1] < box[3]
