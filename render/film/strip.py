"""Strips: the pictures of a game one after the other, for a page that draws them itself.

Most pictures differ little from the one before, and hold no more than that. All files are
lossless: WebP or PNG, whichever is smaller.
"""

import base64
import io
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from PIL import Image, ImageChops

from render.palette import SIZE
from render.png import encoded

EVERY: Final = 16
"""Pictures after which one is whole in any case, so that a page draws few for a step back."""
_EFFORT: Final = 20
"""Quality of lossless WebP: 50 takes twice as long and saves a sixth."""


_BLANK: Final = encoded(Image.new("P", (1, 1), SIZE))
"""A picture that shows nothing."""


class Strip:
    """Maker of a strip.

    Attributes:
        data: the strip once it is made, as JSON in ASCII without `<`: for each picture its width
            and height, where its file goes, whether that hides all before it, and the file.
    """

    def __init__(self, draws: Iterable[Callable[[], bytes]]) -> None:
        """Begin a strip.

        Args:
            draws: return the PNG bytes of each picture, as `render.png` writes them; nothing
                where the one before, or none, is to stand.
        """
        self.data: bytes | None = None
        self._draws = draws
        self._png = _BLANK
        self._last: Image.Image | None = None

    def steps(self) -> Iterator[None]:
        """Draw one picture a step; the strip is finished after the last step."""
        made = list[dict[str, Any]]()
        for number, draw in enumerate(self._draws):
            self._png = draw() or self._png
            made.append(self._part(self._png, is_whole=number % EVERY == 0))
            yield
        self.data = json.dumps(made, separators=(",", ":")).encode()

    def _part(self, png: bytes, *, is_whole: bool) -> dict[str, Any]:
        with Image.open(io.BytesIO(png)) as file:
            picture = file.copy()
        previous, self._last = self._last, picture
        top_left, part = (0, 0), picture
        if previous is not None and not is_whole and _look(previous) == ("P", *_look(picture)[1:]):
            top_left, part = _changes(previous, picture)
        return {"size": picture.size, "at": top_left, "whole": part is picture, "file": _file(part)}


def _look(picture: Image.Image) -> tuple[Any, ...]:
    return picture.mode, picture.size, picture.getpalette()


def _changes(before: Image.Image, now: Image.Image) -> tuple[tuple[int, int], Image.Image]:
    """Return the place and the px of a picture's changes, see-through in between."""
    numbers = (Image.frombytes("L", image.size, image.tobytes()) for image in (before, now))
    differs = ImageChops.difference(*numbers).point(lambda value: 255 if value else 0)
    # A file cannot be empty, even if nothing has changed.
    box = differs.getbbox() or (0, 0, 1, 1)
    part = now.copy()
    # The first colour of the corners is quite see-through.
    part.paste(SIZE, (0, 0), ImageChops.invert(differs))
    return box[:2], part.crop(box)


def _file(part: Image.Image) -> str:
    """Return a picture's file as an address that holds all of it."""
    png, webp = io.BytesIO(), io.BytesIO()
    part.save(png, "PNG")
    part.convert("RGBA").save(webp, "WEBP", lossless=True, quality=_EFFORT, method=1)
    kind, file = min(("webp", webp), ("png", png), key=lambda candidate: candidate[1].tell())
    return f"data:image/{kind};base64,{base64.b64encode(file.getvalue()).decode()}"
