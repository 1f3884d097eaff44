"""What stands on a picture, noted while it is drawn: texts, number discs, places.

The running bot notes nothing, which costs it one look at a variable for each
stamp. `make legible` and its test measure pictures by these notes.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from PIL import Image

from render.theme import Colour

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in px."""


class Role(StrEnum):
    """What a sign is there for."""

    TEXT = "text"
    DISC = "disc"
    """With the number of a choice."""
    SPOT = "spot"
    """A place or a thing on it, which no disc may hide."""


@dataclass(frozen=True, slots=True)
class Sign:
    """Something that people have to recognise.

    Attributes:
        role: what it is there for.
        box: px that it takes: from its stamp's anchor, or on a picture.
        text: what is written, rows joined by a space; empty where nothing is.
        size: of the letters, in px.
    """

    role: Role
    box: Box
    text: str = ""
    size: int = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """What a stamp shows, so that tests can ask for it.

    Attributes:
        make: draws it.
        args: that it was drawn by.
        named: those given by their names.
    """

    make: Callable[..., Any]
    args: tuple[Any, ...]
    named: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Put:
    """One thing that was put on a picture and covers what lay there before.

    Attributes:
        box: px that it takes; they may reach beyond the window.
        mask: how much of its box it covers; None: all.
        window: the part of the picture in which it is seen.
        signs: what stands on it, in px of the picture.
        ink: its one colour; None where it has several.
        at: px of its anchor.
        shape: what it shows; None where that is a part of the picture, or a plain box.
    """

    box: Box
    mask: Image.Image | None
    window: Box
    signs: tuple[Sign, ...] = ()
    ink: Colour | None = None
    at: tuple[int, int] = (0, 0)
    shape: Shape | None = None

    def moved(self, x: int, y: int, window: Box) -> "Put":
        """Return the same on another image, where it is seen within a part of that."""
        return replace(
            self,
            box=moved(self.box, x, y),
            window=shared(moved(self.window, x, y), window),
            signs=tuple(replace(sign, box=moved(sign.box, x, y)) for sign in self.signs),
            at=(self.at[0] + x, self.at[1] + y),
        )


def moved(box: Box, x: int, y: int) -> Box:
    """Return a box elsewhere."""
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y


def shared(one: Box, other: Box) -> Box:
    """Return what two boxes have in common; without it, left and right, or top and bottom, meet."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    return left, top, max(left, min(one[2], other[2])), max(top, min(one[3], other[3]))


def meet(one: Box, other: Box) -> bool:
    """Return whether two boxes share any px."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


class Notes:
    """All that was put on some images, from back to front.

    An image may go into another one, be cut, or change its colours: what stands
    on it goes with it. The last one that anything went to is the picture.
    """

    def __init__(self) -> None:
        # Images are held, so that no other one gets the id of one that is gone.
        self._sheets: dict[int, tuple[Image.Image, list[Put]]] = {}
        self._last: Image.Image | None = None

    @property
    def picture(self) -> tuple[Put, ...]:
        """What stands on the finished picture."""
        return () if self._last is None else tuple(self._of(self._last))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the finished picture, in px."""
        return (0, 0) if self._last is None else self._last.size

    def put(self, image: Image.Image, put: Put) -> None:
        """Note one thing on an image."""
        self._of(image).append(put)

    def bring(self, old: Image.Image, new: Image.Image, at: tuple[int, int]) -> None:
        """Note that an image lies on another one, or has become it."""
        whole = (0, 0, *new.size)
        for put in self._sheets.pop(id(old), (old, []))[1]:
            self._of(new).append(put.moved(*at, whole))
        self._last = new

    def _of(self, image: Image.Image) -> list[Put]:
        """Return what stands on an image, to be added to."""
        return self._sheets.setdefault(id(image), (image, []))[1]


_NOTES: ContextVar[Notes | None] = ContextVar("notes", default=None)


@contextmanager
def noting() -> Iterator[Notes]:
    """Note all that is drawn until the end; kept grounds are drawn anew meanwhile."""
    notes = Notes()
    token = _NOTES.set(notes)
    try:
        yield notes
    finally:
        _NOTES.reset(token)


def is_noting() -> bool:
    """Return whether anything is noted."""
    return _NOTES.get() is not None


def note_put(image: Image.Image, box: Box, mask: Image.Image | None = None, **what: Any) -> None:
    """Note what is put on an image, if anybody notes.

    Args:
        image: as large as what can be seen of it.
        box: px that it takes.
        mask: how much of them it covers; None: all.
        what: the rest that is known of it, as `Put` has it, seen from the image's corner.
    """
    notes = _NOTES.get()
    if notes is not None:
        notes.put(image, Put(box, mask, (0, 0, *image.size), **what))


def laid(part: Image.Image, image: Image.Image, at: tuple[int, int]) -> None:
    """Note that an image was laid on another one, with all that stands on it."""
    notes = _NOTES.get()
    if notes is not None:
        note_put(image, moved((0, 0, *part.size), *at))
        notes.bring(part, image, at)


def carried(old: Image.Image, new: Image.Image, at: tuple[int, int] = (0, 0)) -> Image.Image:
    """Return the image that another one has become, all signs noted on it.

    Args:
        old: the image before.
        new: the same in other colours, or a part of it.
        at: where the old one's top left corner would be on the new one.
    """
    notes = _NOTES.get()
    if notes is not None:
        notes.bring(old, new, at)
    return new
