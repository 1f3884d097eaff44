"""How legible a picture is, from what was noted while it was drawn."""

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from math import ceil
from typing import Final

from PIL import Image

from render.boxes import Box, moved, shared
from render.signs import Put, Role, Sign, noting
from render.text.graphemes import ELLIPSIS
from render.text.lettering import CAP, SEEN
from tests.legible import contrast
from tests.legible.found import GONE, HALF, LEADERS, Found, area, found_on, holds, strokes

HEIGHT: Final = 500
"""Px that a phone gives a picture's height at most, where its width is `SEEN`."""
WHOLE: Final = 16
"""So many letters of a text that was cut short are enough to know it by; each about so wide..."""
LETTER: Final = 0.56
"""...in sizes."""
HIDDEN: Final = 0.15
"""So much of a name or a spot may be covered."""
END: Final = 8
"""Px from a leader's end within which lies what it leads to."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of one picture, or the worst of several.

    Attributes:
        at_400: cap height in px of the smallest letters on a phone.
        kilobytes: of the file.
        covered: names and single letters of which too much is hidden.
        discs: spots and stations hidden by numbers, and numbers hidden by names.
        cut: texts that an edge or a panel cuts.
        short: texts with an ellipsis after fewer letters than are enough.
        leaders: lines from numbers or names to their places that run through something else.
        contrast: of the faintest letters or line with their ground, 1 to 21.
    """

    at_400: float
    kilobytes: int
    covered: int
    discs: int
    cut: int
    short: int
    leaders: int
    contrast: float

    def worst(self, other: "Figures") -> "Figures":
        """Return the worse of two, figure by figure."""
        return Figures(
            min(self.at_400, other.at_400),
            max(self.kilobytes, other.kilobytes),
            max(self.covered, other.covered),
            max(self.discs, other.discs),
            max(self.cut, other.cut),
            max(self.short, other.short),
            max(self.leaders, other.leaders),
            min(self.contrast, other.contrast),
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
    """Faults of one picture, by name.

    Attributes:
        figures: of the picture.
        smallest: the text with the smallest letters.
        covered: names of which too much is hidden.
        cut: texts that an edge or a panel cuts.
        short: texts with an ellipsis after few letters.
        crossed: what leaders run through.
        faintest: the letters with the least contrast, or the ink of a line.
    """

    figures: Figures
    smallest: str
    covered: tuple[str, ...]
    cut: tuple[str, ...]
    short: tuple[str, ...]
    crossed: tuple[str, ...]
    faintest: str


def measured(draw: Callable[[], object]) -> Findings:
    """Draw a picture; return its faults."""
    with noting() as notes:
        drawn = draw()
    if not isinstance(drawn, bytes):
        image = drawn if isinstance(drawn, Image.Image) else Image.new("RGB", notes.size)
        return findings(notes.picture, image.convert("RGB"), 0)
    with Image.open(io.BytesIO(drawn)) as file:
        image = file.convert("RGBA").convert("RGB")
    above, whole = image.height - notes.size[1], (0, 0, *image.size)  # with a hint's band
    return findings([put.moved(0, above, whole) for put in notes.picture], image, len(drawn))


def findings(picture: Sequence[Put], image: Image.Image, length: int) -> Findings:
    """Return the faults of a picture."""
    size = image.size
    texts = list(found_on(picture, Role.TEXT))
    nothing = Sign(Role.TEXT, (0, 0, 0, 0), "", size[0])
    smallest = min((each.sign for each in texts), key=lambda sign: sign.size, default=nothing)
    hidden, cuts, shorts = covered(texts), cut(texts), short(texts)
    crossed = through(picture)
    faint, faintest = contrast.faintest(picture, texts, image)
    figures = Figures(
        at_400=_cap(smallest, scale(size)),
        kilobytes=ceil(length / 1000),
        covered=len(hidden),
        discs=len(under_discs(picture)) + len(under_names(picture)),
        cut=len(cuts),
        short=len(shorts),
        leaders=len(crossed),
        contrast=round(faint, 2),
    )
    return Findings(
        figures,
        smallest.text,
        tuple(hidden),
        tuple(cuts),
        tuple(shorts),
        through(picture),
        faintest,
    )


def shown_texts(picture: Sequence[Put]) -> list[str]:
    """Return the texts of a picture that can be seen."""
    return [each.sign.text for each in found_on(picture, Role.TEXT)]


def scale(size: tuple[int, int]) -> float:
    """Return the factor by which a phone first shrinks a picture."""
    return min(SEEN / size[0], HEIGHT / size[1])


def covered(texts: Iterable[Found]) -> list[str]:
    """Return the names that other things hide too much of."""
    return [
        each.sign.text for each in texts if each.is_read and each.hidden(lambda put: True) > HIDDEN
    ]


def under_discs(picture: Sequence[Put]) -> list[Box]:
    """Return the boxes of spots and stations that numbers hide too much of."""
    return [
        each.sign.box for each in found_on(picture, Role.SPOT) if each.hidden(_is_disc) > HIDDEN
    ]


def under_names(picture: Sequence[Put]) -> list[Box]:
    """Return the boxes of numbers' discs that names hide too much of."""
    return [
        each.sign.box for each in found_on(picture, Role.DISC) if each.hidden(_is_name) > HIDDEN
    ]


def short(texts: Iterable[Found]) -> list[str]:
    """Return the texts of which an ellipsis leaves too few letters."""
    signs = (each.sign for each in texts if each.sign.text.endswith(ELLIPSIS))
    # The letter that had no more room may have been as wide as its size.
    return [each.text for each in signs if _wide(each) + each.size < WHOLE * LETTER * each.size]


def cut(texts: Iterable[Found]) -> list[str]:
    """Return the texts that an edge cuts, or a panel or card drawn over them."""
    return [each.sign.text for each in texts if each.shown < GONE]


def through(picture: Sequence[Put]) -> tuple[str, ...]:
    """Return the names, numbers and places that leaders run through beside their own ends."""
    others = [each for role in Role for each in found_on(picture, role)]
    return tuple(
        each.sign.text or str(each.sign.role)
        for _, put in strokes(picture, LEADERS)
        for each in others
        if _runs_through(put, each.sign.box)
    )


def _runs_through(leader: Put, box: Box) -> bool:
    """Return whether a leader crosses the inner part of a thing that is neither end of it."""
    (x, y), mask = leader.anchor, leader.mask
    ends = (x, y), (leader.box[0] + leader.box[2] - x, leader.box[1] + leader.box[3] - y)
    near = (box[0] - END, box[1] - END, box[2] + END, box[3] + END)
    if mask is None or any(holds(near, end) for end in ends):
        return False
    across, down = (box[2] - box[0]) // 5, (box[3] - box[1]) // 5
    inner = (box[0] + across, box[1] + down, box[2] - across, box[3] - down)
    both = shared(inner, leader.box)
    part = mask.crop(moved(both, -leader.box[0], -leader.box[1]))
    return area(both) > 0 and max(part.tobytes(), default=0) >= HALF


def _cap(sign: Sign, scaled: float) -> float:
    """Return the height in px of a text's capitals on a picture of another size."""
    return round(sign.size * CAP * scaled, 2)


def _is_disc(put: Put) -> bool:
    return any(sign.role is Role.DISC for sign in put.signs)


def _is_name(put: Put) -> bool:
    return any(
        sign.role is Role.TEXT and len(sign.text) > 1 and any(map(str.isalpha, sign.text))
        for sign in put.signs
    )


def _wide(sign: Sign) -> int:
    """Return the length of a text in px."""
    return sign.box[2] - sign.box[0]
