"""A part of a line of text that is written at once."""

from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

from render.robot import Box, Robot

Face = ImageFont.FreeTypeFont | Robot
"""What a run of a text is written with."""


@dataclass(frozen=True, slots=True)
class Run:
    """A part of a line that is written at once.

    Attributes:
        text: in the order in which the typeface takes it.
        face: what it is written with.
        direction: for a typeface that joins letters; None: as they stand.
    """

    text: str
    face: Face
    direction: str | None = None

    @property
    def length(self) -> float:
        """How far it reaches, in px."""
        if isinstance(self.face, Robot):
            return self.face.getlength(self.text)
        return self.face.getlength(self.text, direction=self.direction)

    @property
    def box(self) -> Box:
        """What it covers as seen from the start of its baseline."""
        if isinstance(self.face, Robot):
            return self.face.getbbox(self.text)
        return self.face.getbbox(self.text, anchor="ls", direction=self.direction)

    def write(self, mask: Image.Image, at: tuple[int, int]) -> None:
        """Write it into a mask, the baseline beginning here."""
        if isinstance(self.face, Robot):
            self.face.draw(mask, at, self.text)
        else:
            pen = ImageDraw.Draw(mask)
            pen.text(at, self.text, 255, self.face, anchor="ls", direction=self.direction)
