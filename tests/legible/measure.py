"""How legible a picture is, from what was noted while it was drawn."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Final

from PIL import Image

from render.signs import Box, Put, Role, Sign, moved, noting, shared
from render.text import CAP, SEEN

DESK: Final = 600
"""Px in which a picture's width is seen first on a desk; `SEEN` on a phone."""
HEIGHT: Final = 350
"""Px in which a picture that is taller than wide is seen first."""
HIDDEN: Final = 0.15
"""So much of a name or a spot may be covered."""
GONE: Final = 0.98
"""From this share on, what lies under a panel is not on the picture at all."""
HALF: Final = 128
"""From this value on, a mask covers."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What was found on one picture, or the worst of several.

    Attributes:
        at_400: cap height in px of the smallest letters on a phone.
        at_600: the same on a desk.
        covered: names of which too much is hidden.
        discs: spots and stations hidden by numbers, and numbers hidden by names.
        cut: texts that an edge or a panel cuts.
    """

    at_400: float
    at_600: float
    covered: int
    discs: int
    cut: int

    def worst(self, other: "Figures") -> "Figures":
        """Return the worse of two, figure by figure."""
        return Figures(
            min(self.at_400, other.at_400),
            min(self.at_600, other.at_600),
            max(self.covered, other.covered),
            max(self.discs, other.discs),
            max(self.cut, other.cut),
        )

    def within(self, bound: "Figures") -> bool:
        """Return whether no figure is worse than its bound."""
        return self.worst(bound) == bound

    def row(self) -> tuple[str, ...]:
        """Return the figures as a row of a table."""
        values = [getattr(self, each.name) for each in fields(self)]
        return tuple(f"{v:.2f}" if isinstance(v, float) else str(v) for v in values)


@dataclass(frozen=True, slots=True)
class Findings:
    """What is wrong with one picture, by name.

    Attributes:
        figures: of the picture.
        smallest: the text with the smallest letters.
        covered: names of which too much is hidden.
        cut: texts that an edge or a panel cuts.
    """

    figures: Figures
    smallest: str
    covered: tuple[str, ...]
    cut: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A sign as it is on a finished picture.

    Attributes:
        sign: with its box on the picture.
        window: where it can be seen.
        later: all that was put on the picture after it.
    """

    sign: Sign
    window: Box
    later: Sequence[Put]

    @property
    def is_name(self) -> bool:
        """Whether it is more than a number or the letter of a line."""
        return len(self.sign.text) > 1 and any(map(str.isalpha, self.sign.text))

    @property
    def shown(self) -> float:
        """Which share of it lies within the picture, clear of panels drawn later."""
        box = shared(self.sign.box, self.window)
        under = max((_area(shared(box, p.box)) for p in self.later if p.mask is None), default=0)
        return (_area(box) - under) / _area(self.sign.box)

    @property
    def is_drawn_again(self) -> bool:
        """Whether the same is drawn over it: the text again, another thing on its place."""
        middle, text = _middle(self.sign.box), self.sign.text
        return any(
            sign.role is self.sign.role and sign.text == text and _holds(sign.box, middle)
            for put in self.later
            for sign in put.signs
        )

    def hidden(self, does_hide: Callable[[Put], bool]) -> float:
        """Return which share of it some of the later things cover."""
        left, top, right, bottom = self.sign.box
        cover = Image.new("L", (right - left, bottom - top), 0)
        for put in self.later:
            if put.mask is not None and does_hide(put) and _area(shared(put.box, self.sign.box)):
                at = moved(put.box, -left, -top)[:2]
                cover.paste(255, at, put.mask.point(_SOLID))
        return cover.histogram()[255] / _area(self.sign.box)


_SOLID: Final = [255 * (value >= HALF) for value in range(256)]


def measured(draw: Callable[[], object]) -> Findings:
    """Return what is wrong with a picture, which is drawn for it."""
    with noting() as notes:
        draw()
    return findings(notes.picture, notes.size)


def findings(picture: Sequence[Put], size: tuple[int, int]) -> Findings:
    """Return what is wrong with what stands on a picture."""
    texts = list(_found(picture, Role.TEXT))
    nothing = Sign(Role.TEXT, (0, 0, 0, 0), "", size[0])
    smallest = min((each.sign for each in texts), key=lambda sign: sign.size, default=nothing)
    hidden, cuts = covered(texts), cut(texts)
    figures = Figures(
        at_400=_cap(smallest, scale(size, SEEN)),
        at_600=_cap(smallest, scale(size, DESK)),
        covered=len(hidden),
        discs=len(under_discs(picture)) + len(under_names(picture)),
        cut=len(cuts),
    )
    return Findings(figures, smallest.text, tuple(hidden), tuple(cuts))


def shown_texts(picture: Sequence[Put]) -> list[str]:
    """Return what is written on a picture, as far as it can be seen."""
    return [each.sign.text for each in _found(picture, Role.TEXT)]


def scale(size: tuple[int, int], width: int) -> float:
    """Return how much smaller a picture is seen first, where it may be this wide."""
    across = width / size[0]
    return min(across, HEIGHT / size[1]) if size[1] > size[0] else across


def covered(texts: Iterable[Found]) -> list[str]:
    """Return the names that other things hide too much of."""
    return [
        each.sign.text for each in texts if each.is_name and each.hidden(lambda put: True) > HIDDEN
    ]


def under_discs(picture: Sequence[Put]) -> list[Box]:
    """Return the boxes of spots and stations that numbers hide too much of."""
    return [each.sign.box for each in _found(picture, Role.SPOT) if each.hidden(_is_disc) > HIDDEN]


def under_names(picture: Sequence[Put]) -> list[Box]:
    """Return the boxes of numbers' discs that names hide too much of."""
    return [each.sign.box for each in _found(picture, Role.DISC) if each.hidden(_is_name) > HIDDEN]


def cut(texts: Iterable[Found]) -> list[str]:
    """Return the texts that an edge cuts, or a panel or card drawn over them."""
    return [each.sign.text for each in texts if each.shown < GONE]


def _found(picture: Sequence[Put], role: Role) -> Iterator[Found]:
    """Yield the signs of a role that are on the picture, each thing once."""
    for n, put in enumerate(picture):
        for sign in put.signs:
            found = Found(sign, put.window, picture[n + 1 :])
            if sign.role is role and found.shown > 1 - GONE and not found.is_drawn_again:
                yield found


def _cap(sign: Sign, scaled: float) -> float:
    """Return the height in px of a text's capitals on a picture of another size."""
    return round(sign.size * CAP * scaled, 2)


def _is_disc(put: Put) -> bool:
    """Return whether something is the disc of a number."""
    return any(sign.role is Role.DISC for sign in put.signs)


def _is_name(put: Put) -> bool:
    """Return whether something is a name."""
    return any(
        sign.role is Role.TEXT and len(sign.text) > 1 and any(map(str.isalpha, sign.text))
        for sign in put.signs
    )


def _area(box: Box) -> int:
    """Return how many px a box has."""
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def _middle(box: Box) -> tuple[int, int]:
    """Return the middle of a box."""
    return (box[0] + box[2]) // 2, (box[1] + box[3]) // 2


def _holds(box: Box, spot: tuple[int, int]) -> bool:
    """Return whether a spot lies in a box."""
    return box[0] <= spot[0] < box[2] and box[1] <= spot[1] < box[3]
