"""Runs: parts of a line of text that are written at once."""

from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

from render.text.robot import Box, Robot

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

    def write(self, mask: Image.Image, at: tuple[int, int]) -> None:
        """Write it into a mask, with its baseline starting at a spot."""
        if isinstance(self.face, Robot):
            self.face.draw(mask, at, self.text)
        else:
            pen = ImageDraw.Draw(mask)
            pen.text(at, self.text, 255, self.face, anchor="ls", direction=self.direction)
