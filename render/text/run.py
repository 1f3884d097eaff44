"""Runs: parts of a line that are written at once, by a typeface or as a drawn robot's head."""

from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw, ImageFont

ROBOT: Final = "\N{ROBOT FACE}"
"""Character that is drawn as this sign; no typeface here has it."""
ADVANCE: Final = 0.98
"""Distance from its left end to that of the next letter, in sizes."""
_HEAD: Final = (0.06, -0.56, 0.92, 0.06)
"""Left, top, right and bottom of the head from the baseline, in sizes."""
_EARS: Final = (0.0, -0.36, 0.98, -0.12)
_MAST: Final = (0.45, -0.74, 0.53, -0.5)
_KNOB: Final = (0.4, -0.84, 0.58, -0.66)
_EYES: Final = ((0.22, -0.42, 0.41, -0.23), (0.57, -0.42, 0.76, -0.23))
_MOUTH: Final = (0.28, -0.14, 0.7, -0.05)
_OVERSAMPLE: Final = 4

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Robot:
    """The sign in one size, with the methods of a typeface.

    Attributes:
        size: size of the letters beside it, in px.
    """

    size: int

    def getlength(self, text: str) -> float:
        """Return the length of a run of signs, in px."""
        return ADVANCE * self.size * len(text)

    def getbbox(self, text: str) -> Box:
        """Return the box of a run of signs from the start of its baseline, in px."""
        return 0.0, _KNOB[1] * self.size, self.getlength(text), _HEAD[3] * self.size

    def draw(self, mask: Image.Image, start: tuple[float, float], text: str) -> None:
        """Draw a run of signs into a mask, with its baseline starting at a spot."""
        width, height = round(self.getlength("-")) + 2, round(self.size * 0.9) + 2
        head = self._head(width, height)
        for n in range(len(text)):
            left = round(start[0] + self.getlength("-" * n))
            mask.paste(255, (left, round(start[1] + _KNOB[1] * self.size)), head)

    def _head(self, width: int, height: int) -> Image.Image:
        large = Image.new("L", (width * _OVERSAMPLE, height * _OVERSAMPLE), 0)
        pen, corner = ImageDraw.Draw(large), self.size * _OVERSAMPLE * 0.14
        for part in (_EARS, _HEAD):
            pen.rounded_rectangle(self._enlarged(part), corner, fill=255)
        pen.rectangle(self._enlarged(_MAST), fill=255)
        pen.ellipse(self._enlarged(_KNOB), fill=255)
        for eye in _EYES:
            pen.ellipse(self._enlarged(eye), fill=0)
        pen.rectangle(self._enlarged(_MOUTH), fill=0)
        return large.reduce(_OVERSAMPLE)

    def _enlarged(self, part: Box) -> Box:
        """Return the box of a part of the head, in enlarged px from the top left."""
        scale = self.size * _OVERSAMPLE
        left, top, right, bottom = part
        return (left * scale, (top - _KNOB[1]) * scale, right * scale, (bottom - _KNOB[1]) * scale)


Face = ImageFont.FreeTypeFont | Robot
"""A typeface, or the drawn sign of a computer."""


@dataclass(frozen=True, slots=True)
class Run:
    """A part of a line that is written at once.

    Attributes:
        text: its characters, in the order that the typeface expects.
        face: its typeface.
        direction: direction for a typeface that joins letters; None: left to right, unjoined.
    """

    text: str
    face: Face
    direction: str | None = None

    @property
    def length(self) -> float:
        """Its length, in px."""
        if isinstance(self.face, Robot):
            return self.face.getlength(self.text)
        return self.face.getlength(self.text, direction=self.direction)

    @property
    def box(self) -> Box:
        """Its box from the start of its baseline, in px."""
        if isinstance(self.face, Robot):
            return self.face.getbbox(self.text)
        return self.face.getbbox(self.text, anchor="ls", direction=self.direction)

    def write(self, mask: Image.Image, start: tuple[int, int]) -> None:
        """Write it into a mask, with its baseline starting at a spot."""
        if isinstance(self.face, Robot):
            self.face.draw(mask, start, self.text)
        else:
            pen = ImageDraw.Draw(mask)
            pen.text(start, self.text, 255, self.face, anchor="ls", direction=self.direction)
