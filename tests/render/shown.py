"""What a picture shows, as tests ask for it: shapes, their places and colours, and texts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from inspect import signature, unwrap
from typing import Any, Final

from render.boxes import Box
from render.signs import Put, Role, Shape, noting
from render.theme import Colour
from tests.legible.found import GONE, Found

NEAR: Final = 4
"""Px by which what stands on one line may be higher or lower."""


@dataclass(frozen=True, slots=True)
class Stamped:
    """A shape on a picture.

    Attributes:
        at: px of its anchor.
        ink: its one colour; None where it has several.
        of: what it was drawn by, by the names of the arguments.
        box: px that it takes.
    """

    at: tuple[int, int]
    ink: Colour | None
    of: dict[str, Any]
    box: Box


@dataclass(frozen=True, slots=True)
class Written:
    """A text on a picture.

    Attributes:
        text: what is written.
        box: px that it takes.
        size: of its letters.
        ink: their colour; None where they are part of a shape.
    """

    text: str
    box: Box
    size: int
    ink: Colour | None

    @property
    def middle(self) -> tuple[int, int]:
        """Px of its middle."""
        return (self.box[0] + self.box[2]) // 2, (self.box[1] + self.box[3]) // 2

    def is_beside(self, other: "Written") -> bool:
        """Return whether two texts stand on one line."""
        return min(self.box[3], other.box[3]) - max(self.box[1], other.box[1]) > NEAR


@dataclass(frozen=True)
class Shown:
    """A picture that was drawn."""

    puts: Sequence[Put]

    def stamped(self, make: Callable[..., Any]) -> list[Stamped]:
        """Return the shapes that a function drew, from back to front."""
        drawn = unwrap(make)
        return [
            Stamped(put.anchor, put.ink, _bound(drawn, shape), put.box)
            for put in self.puts
            if (shape := put.shape) is not None and shape.make is drawn
        ]

    def after(self, box: Box) -> "Shown":
        """Return the picture's things put on it after a plain box."""
        last = max(n for n, put in enumerate(self.puts) if put.mask is None and put.box == box)
        return Shown(self.puts[last + 1 :])

    def spots(self, make: Callable[..., Any]) -> set[tuple[int, int]]:
        """Return the spots of a function's shapes."""
        return {each.at for each in self.stamped(make)}

    def boxes(self, ink: Colour) -> list[Box]:
        """Return the plain boxes of a colour."""
        return [put.box for put in self.puts if put.mask is None and put.ink == ink]

    @cached_property
    def texts(self) -> list[Written]:
        """All that is written, as far as it can be seen."""
        return [
            Written(sign.text, sign.box, sign.size, put.ink)
            for n, put in enumerate(self.puts)
            for sign in put.signs
            if sign.role is Role.TEXT
            and Found(sign, put.window, self.puts[n + 1 :]).shown > 1 - GONE
        ]

    def written(self, text: str) -> list[Written]:
        """Return the places of a text."""
        return [each for each in self.texts if each.text == text]

    def right_of(self, one: Written) -> list[str]:
        """Return the texts to the right of a text on its line, from left to right."""
        beside = [each for each in self.texts if each.is_beside(one) and each.box[0] > one.box[2]]
        return [each.text for each in sorted(beside, key=lambda each: each.box[0])]


def shown(draw: Callable[[], object]) -> Shown:
    with noting() as notes:
        draw()
    return Shown(notes.picture)


def _bound(make: Callable[..., Any], shape: Shape) -> dict[str, Any]:
    """Return the arguments that a shape was drawn by, defaults included."""
    found = signature(make).bind(*shape.args, **shape.named)
    found.apply_defaults()
    return dict(found.arguments)
