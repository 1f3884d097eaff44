"""Notes of the signs on a picture, taken while it is drawn: texts, number discs, places.

The running bot takes no notes, at the cost of reading one variable for each stamp.
`make legible` and its test measure pictures by these notes.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from PIL import Image

from render.boxes import Box, moved, shared
from render.theme import Colour


class Role(StrEnum):
    """The purpose of a sign."""

    TEXT = "text"
    DISC = "disc"
    """The disc with the number of a choice."""
    SPOT = "spot"
    """A place or a thing on it, which no disc may hide."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign that people have to recognise.

    Attributes:
        role: its purpose.
        box: its box in px, from its stamp's anchor or on a picture.
        text: its text, rows joined by a space; empty if it has none.
        size: size of its letters, in px.
    """

    role: Role
    box: Box
    text: str = ""
    size: int = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """The function call that made a stamp, so that tests can ask for it.

    Attributes:
        make: the function.
        args: its positional arguments.
        named: its keyword arguments.
    """

    make: Callable[..., Any]
    args: tuple[Any, ...]
    named: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Put:
    """One thing that was put on a picture, over earlier ones.

    Attributes:
        box: its box in px, which may reach beyond the window.
        mask: mask of its box; None: it covers the whole box.
        window: the part of the picture in which it is visible.
        signs: the signs on it, in px of the picture.
        ink: its only colour; None if it has several.
        anchor: px of its anchor.
        shape: the call that made it; None for a part of a picture or a plain box.
    """

    box: Box
    mask: Image.Image | None
    window: Box
    signs: tuple[Sign, ...] = ()
    ink: Colour | None = None
    anchor: tuple[int, int] = (0, 0)
    shape: Shape | None = None

    def moved(self, x: int, y: int, window: Box) -> "Put":
        """Return the same on another image, visible only within a part of that."""
        return replace(
            self,
            box=moved(self.box, x, y),
            window=shared(moved(self.window, x, y), window),
            signs=tuple(replace(sign, box=moved(sign.box, x, y)) for sign in self.signs),
            anchor=(self.anchor[0] + x, self.anchor[1] + y),
        )


class Notes:
    """Notes of all that was put on some images, from back to front.

    An image may be laid on another one, cut, or reduced: its notes go with it. The last
    image that got notes in this way is the picture.
    """

    def __init__(self) -> None:
        # Images are held, so that none gets the id of one that is gone.
        self._sheets: dict[int, tuple[Image.Image, list[Put]]] = {}
        self._last: Image.Image | None = None

    @property
    def picture(self) -> tuple[Put, ...]:
        """Everything on the finished picture."""
        return () if self._last is None else tuple(self._of(self._last))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the finished picture, in px."""
        return (0, 0) if self._last is None else self._last.size

    def put(self, image: Image.Image, put: Put) -> None:
        """Note one thing on an image."""
        self._of(image).append(put)

    def bring(self, old: Image.Image, new: Image.Image, top_left: tuple[int, int]) -> None:
        """Move the notes of an image to another one, on which it lies or which it has become."""
        whole = (0, 0, *new.size)
        for put in self._sheets.pop(id(old), (old, []))[1]:
            self._of(new).append(put.moved(*top_left, whole))
        self._last = new

    def _of(self, image: Image.Image) -> list[Put]:
        return self._sheets.setdefault(id(image), (image, []))[1]


_NOTES: ContextVar[Notes | None] = ContextVar("notes", default=None)


@contextmanager
def noting() -> Iterator[Notes]:
    """Note everything that is drawn in the block; kept grounds are drawn anew in it."""
    notes = Notes()
    token = _NOTES.set(notes)
    try:
        yield notes
    finally:
        _NOTES.reset(token)


def is_noting() -> bool:
    """Return whether signs are noted."""
    return _NOTES.get() is not None


def note_put(image: Image.Image, box: Box, mask: Image.Image | None = None, **what: Any) -> None:
    """Note a thing that is put on an image, if signs are noted.

    Args:
        image: the image.
        box: box of the thing, in px.
        mask: mask of the box; None: it covers the whole box.
        what: other attributes of `Put`, in px from the image's corner.
    """
    notes = _NOTES.get()
    if notes is not None:
        notes.put(image, Put(box, mask, (0, 0, *image.size), **what))


def laid(part: Image.Image, image: Image.Image, top_left: tuple[int, int]) -> None:
    """Move the notes of an image to the one on which it was laid."""
    notes = _NOTES.get()
    if notes is not None:
        note_put(image, moved((0, 0, *part.size), *top_left))
        notes.bring(part, image, top_left)


def carried(old: Image.Image, new: Image.Image, top_left: tuple[int, int] = (0, 0)) -> Image.Image:
    """Return an image that another one has become, with the notes of that one.

    Args:
        old: the image before.
        new: the same image in other colours, or a part of it.
        top_left: px of the old image's top left corner on the new one.
    """
    notes = _NOTES.get()
    if notes is not None:
        notes.bring(old, new, top_left)
    return new
