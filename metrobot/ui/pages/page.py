"""A message before its pictures are drawn: parts put into a layout within its limits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import discord
from discord import ui

from metrobot.ui.pages.values import Block, Sketch
from metrobot.ui.words.lengths import clipped, fitting, length
from metrobot.ui.words.limits import ALT_LIMIT, TEXT_LIMIT

BOARD_ALT_LIMIT: Final = 940
"""Of a board's alternative text: which part of it is shown may be said before."""


@dataclass(frozen=True, slots=True)
class Box:
    """Parts in a frame of their own.

    Attributes:
        parts: what stands in it.
        colour: of its left edge, as 0xRRGGBB.
    """

    parts: tuple["Part", ...]
    colour: int | None = None


Part: TypeAlias = str | Sketch | Box | ui.Item[Any]
"""Text, a picture, a frame of parts, or a row of buttons or a menu."""


@dataclass(frozen=True, slots=True)
class Page:
    """One message.

    Attributes:
        view: what Discord is to show; refers to the pictures by their names.
        sketches: the pictures, each with the name of its file.
        files: ready files beside them.
    """

    view: ui.LayoutView
    sketches: tuple[Sketch, ...] = ()
    files: tuple[discord.File, ...] = ()


def page(*parts: Part, tag: str = "", files: tuple[discord.File, ...] = ()) -> Page:
    """Put parts into a message.

    Args:
        parts: from top to bottom; empty texts are left out, and what is beyond
            the limit of a message is cut.
        tag: made part of the file names, so that no two messages share one.
        files: that some of the parts refer to.
    """
    layout = _Layout(tag)
    view = ui.LayoutView(timeout=None)
    for item in layout.items(parts):
        view.add_item(item)
    return Page(view, tuple(layout.sketches), files)


def parts_of(blocks: Sequence[Block]) -> tuple[Part, ...]:
    """Return the texts and pictures of blocks, one after the other."""
    return tuple(part for block in blocks for part in (block.text, block.sketch) if part)


def split_text(text: str, limit: int = TEXT_LIMIT - 100) -> Iterator[str]:
    """Cut a long text into messages, between lines as far as that goes."""
    while length(text) > limit:
        most = fitting(text, limit)
        at = text.rfind("\n", 1, most)
        at = most if at < 0 else at
        yield text[:at]
        text = text[at:].lstrip("\n")
    if text:
        yield text


class _Layout:
    """Makes Discord's items of parts, counting text and naming pictures."""

    def __init__(self, tag: str) -> None:
        self.sketches = list[Sketch]()
        self._tag = tag
        self._room = TEXT_LIMIT

    def items(self, parts: Sequence[Part]) -> Iterator[ui.Item[Any]]:
        """Return the items for these parts."""
        for part in parts:
            match part:
                case str():
                    yield from self._text(part)
                case Sketch():
                    yield self._picture(part)
                case Box():
                    inside = list(self.items(part.parts))
                    yield ui.Container(*inside, accent_colour=part.colour)
                case _:
                    yield part

    def _text(self, text: str) -> Iterator[ui.Item[Any]]:
        """Show a text, as much of it as there is room for."""
        shown = clipped(text.strip(), self._room) if self._room > 1 else ""
        self._room -= length(shown)
        if shown:
            yield ui.TextDisplay(shown)

    def _picture(self, sketch: Sketch) -> ui.Item[Any]:
        """Refer to a picture by a name that is its own."""
        tags = [tag for tag in (self._tag, str(len(self.sketches) or "")) if tag]
        alt = clipped(sketch.alt, ALT_LIMIT)
        named = Sketch("-".join((sketch.stem, *tags)), alt, sketch.draw)
        self.sketches.append(named)
        media = discord.MediaGalleryItem(f"attachment://{named.stem}.png", description=named.alt)
        return ui.MediaGallery(media)
