"""A message before its pictures are drawn: parts put into one of Discord's two forms.

A page is a layout: texts, pictures and buttons in any order; a phone's notification
shows nothing of it. A letter has its words in front, where a notification finds them,
then its pictures, then its buttons.
"""

import io
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Final, TypeAlias

import discord
from discord import ui

from metrobot.ui.pages.values import Aside, Block, Picture
from metrobot.ui.words.discord_limits import ALT_LIMIT, CONTENT_LIMIT, IN_A_ROW, TEXT_LIMIT
from metrobot.ui.words.player_names import SIGN
from metrobot.ui.words.text_length import (
    ELLIPSIS,
    clipped,
    described,
    ended,
    fitting_characters,
    phone_heights,
    sentences,
    utf16_length,
)

BOARD_ALT_LIMIT: Final = 940
"""Characters of a board's alternative text; the name of a part may come before it."""
FACT: Final = -1
"""Rank of what has changed the game: it yields last, and stands first in a description."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of a message.

    Attributes:
        text: without its end.
        rank: of a detail, 0 for the gravest; None: no detail.
    """

    text: str
    rank: int | None = None


def fit_lines(
    lines: Sequence[TextLine], limit: int, most: int | None = None
) -> tuple[str, list[str]]:
    """Join the lines for which there is room; return the others too.

    Details go first: those of the highest rank, and of one rank the last; then lines from the
    middle. The first line stays, cut only if it is longer than half of the room.
    An ellipsis stands for lines that a message has no room for; those that only a
    phone has no room for go without a sign, as a button below tells them.

    Args:
        lines: all there are.
        limit: characters in all.
        most: lines of a phone; only details make room for the others.
    """
    rows = dict(enumerate(lines))
    if rows:
        rows[0] = TextLine(clipped(rows[0].text, limit // 2))
    if most is not None:
        heights = dict(zip(rows, phone_heights(line.text for line in rows.values()), strict=True))
        while _details_of(rows) and sum(heights[place] for place in rows) > most:
            del rows[_least(rows)]
    others = [line.text for place, line in enumerate(lines) if place not in rows]
    rows = dict(enumerate(rows.values()))
    while utf16_length(_joined(rows)) > limit and len(rows) > 1:
        del rows[_least(rows)]
    return _joined(rows), others


def fitted_text(parts: Iterable["str | Detail"], limit: int = TEXT_LIMIT) -> str:
    """Join texts, without the details for which there is no room."""
    return fit_lines([line for part in parts for line in _lines(part)], limit)[0]


def _details_of(rows: Mapping[int, TextLine]) -> list[int]:
    """Return the places of details, the gravest first; the first line never counts as one."""
    details = [(line.rank, n) for n, line in rows.items() if line.rank is not None and n]
    return [place for _, place in sorted(details)]


def _least(rows: dict[int, TextLine]) -> int:
    """Return the place of the line that is left out next."""
    details, places = _details_of(rows), list(rows)
    return details[-1] if details else places[len(places) // 2]


def _joined(rows: dict[int, TextLine]) -> str:
    """Join lines, with an ellipsis for each gap between them."""
    texts, next_place = list[str](), 0
    for place, line in rows.items():
        texts += [ELLIPSIS] * (place != next_place)
        texts.append(line.text)
        next_place = place + 1
    return "\n".join(texts)


@dataclass(frozen=True, slots=True)
class Box:
    """Parts in a container of their own, which Discord draws a border around.

    Attributes:
        parts: what stands in it.
        colour: of its left edge, as 0xRRGGBB.
    """

    parts: tuple["Part", ...]
    colour: int | None = None


@dataclass(frozen=True, slots=True)
class Detail:
    """Optional text of a letter, whose lines go if it grows too long.

    Attributes:
        text: its lines, the gravest first.
        rank: of the first line among all details, 0 for the gravest; each further one ranks after.
    """

    text: str
    rank: int = 0


Part: TypeAlias = str | Detail | Picture | Aside | Box | ui.Item[Any]
"""Text, a picture, both side by side, a container of parts, or a row of buttons or a menu."""


@dataclass(frozen=True, slots=True)
class Page:
    """One message.

    Attributes:
        view: what Discord is to show; refers to the pictures by their names.
        pictures: the pictures, each with the name of its file.
        files: ready files beside them.
        parts: what it was made of.
        tag: made part of the file names.
    """

    view: ui.LayoutView
    pictures: tuple[Picture, ...] = ()
    files: tuple[discord.File, ...] = ()
    parts: tuple[Part, ...] = ()
    tag: str = ""


# A phone's notification shows `content` and nothing of a layout:
# docs/decisions/messages-in-two-forms.md.
@dataclass(frozen=True, slots=True)
class Letter:
    """One message whose words reach a phone: they stand before its pictures and buttons.

    Attributes:
        content: what it says, at most 2,000 characters.
        view: its buttons, at most five rows.
        pictures: the pictures, each with the name of its file.
        files: ready files beside them.
        parts: what it was made of.
        tag: made part of the file names.
        most: lines of a phone, beyond which details go; None: as many as there are.
    """

    content: str
    view: ui.View
    pictures: tuple[Picture, ...] = ()
    files: tuple[discord.File, ...] = ()
    parts: tuple[Part, ...] = ()
    tag: str = ""
    most: int | None = None


Post: TypeAlias = Page | Letter
"""A message in either form."""


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
    # Else discord.py would keep the view for presses to come; we answer them from their ids.
    view.stop()
    return Page(view, tuple(layout.pictures), files, parts, tag)


def file_page(text: str, name: str, data: bytes, *more: Part) -> Page:
    """Put a text, a file below it and further parts into a message."""
    attached: ui.Item[Any] = ui.File(f"attachment://{name}")
    return page(text, attached, *more, files=(discord.File(io.BytesIO(data), name),))


def letter(*parts: Part, tag: str = "", most: int | None = None) -> Letter:
    """Put parts into a message whose words reach a phone.

    Args:
        parts: texts from top to bottom, pictures, rows of buttons; frames are
            taken apart. The first text, which calls, never goes.
        tag: made part of the file names, so that no two messages share one.
        most: lines of a phone, beyond which details go into the description of the first
            picture; None: as many as there are.
    """
    names, view = _Layout(tag), ui.View(timeout=None)
    lines, rows = list[TextLine](), 0
    for part in _flat(parts):
        match part:
            case str() | Detail():
                lines += _lines(part) if lines else [TextLine(_text(part))]
            case Picture():
                names.named(part)
            case ui.ActionRow():
                for item in part.children:
                    item.row = rows
                    view.add_item(item)
                rows += 1
            case _:
                raise TypeError(f"no part of a letter: {part!r}")
    view.stop()
    content, others = fit_lines(lines, CONTENT_LIMIT, most)
    pictures = tuple(names.pictures)
    if others and pictures:
        # The gravest of them before all else that the picture says.
        gravest = [text for text in others if TextLine(text, FACT) in lines]
        rest = [text for text in others if text not in gravest]
        said = (*map(described, gravest), pictures[0].alt, *map(described, rest))
        alt = sentences(said, ALT_LIMIT)
        pictures = (replace(pictures[0], alt=alt), *pictures[1:])
    return Letter(content, view, pictures, parts=parts, tag=tag, most=most)


def _flat(parts: Sequence[Part]) -> Iterator[Part]:
    """Yield parts one after the other, boxes taken apart."""
    for part in parts:
        if isinstance(part, Box):
            yield from _flat(part.parts)
        else:
            yield part


def _lines(part: str | Detail) -> Iterator[TextLine]:
    first = part.rank if isinstance(part, Detail) else None
    lines = enumerate(_text(part).splitlines())
    return (TextLine(line, None if first is None else first + n) for n, line in lines)


def _text(part: str | Detail) -> str:
    return (part.text if isinstance(part, Detail) else part).strip()


def rows_of(buttons: Iterable[ui.Item[Any]]) -> Iterator[ui.ActionRow[Any]]:
    """Yield any number of buttons in rows of five."""
    items = list(buttons)
    for start in range(0, len(items), IN_A_ROW):
        yield ui.ActionRow(*items[start : start + IN_A_ROW])


def parts_of(blocks: Sequence[Block]) -> tuple[Part, ...]:
    """Return the texts and pictures of blocks, one after the other."""
    return tuple(part for block in blocks for part in (block.text, block.picture) if part)


def split_text(text: str, limit: int = TEXT_LIMIT - 100) -> Iterator[str]:
    """Cut a long text into messages, between lines as far as that goes."""
    while utf16_length(text) > limit:
        most = fitting_characters(text, limit)
        # Not at 0: Discord refuses an empty message.
        end = text.rfind("\n", 1, most)
        end = most if end < 0 else end
        yield text[:end]
        text = text[end:].lstrip("\n")
    if text:
        yield text


class _Layout:
    """Turns parts into Discord's items, counting text and naming pictures."""

    def __init__(self, tag: str) -> None:
        self.pictures = list[Picture]()
        self._tag = tag
        self._room = TEXT_LIMIT

    def items(self, parts: Sequence[Part]) -> Iterator[ui.Item[Any]]:
        """Return the items for these parts."""
        for part in parts:
            match part:
                case str() | Detail():
                    yield from self._text(_text(part))
                case Picture():
                    yield self._picture(part)
                case Aside():
                    copy = self.named(part.picture)
                    small = ui.Thumbnail[Any](f"attachment://{copy.stem}.png", description=copy.alt)
                    yield ui.Section(*self._text(part.text), accessory=small)
                case Box():
                    yield ui.Container(*self.items(part.parts), accent_colour=part.colour)
                case _:
                    yield part

    def _text(self, text: str) -> Iterator[ui.Item[Any]]:
        """Show a text, as much of it as there is room for."""
        length = utf16_length(text)
        if length > self._room:
            # Room for one unit would hold nothing but the ellipsis.
            text = clipped(text, self._room) if self._room > 1 else ""
        self._room = max(0, self._room - length)
        if text:
            yield ui.TextDisplay(text)

    def _picture(self, picture: Picture) -> ui.Item[Any]:
        copy = self.named(picture)
        media = discord.MediaGalleryItem(f"attachment://{copy.stem}.png", description=copy.alt)
        return ui.MediaGallery(media)

    def named(self, picture: Picture) -> Picture:
        """Add a picture under a name that is its own, its alt text cut to the limit."""
        # Discord's items name attachments by their files, so each file needs a name of its own.
        tags = [tag for tag in (self._tag, str(len(self.pictures) or "")) if tag]
        # Read aloud, the sign of computers is two words before each name.
        alt = clipped(ended(picture.alt.replace(f"{SIGN} ", "")), ALT_LIMIT)
        copy = replace(picture, stem="-".join((picture.stem, *tags)), alt=alt)
        self.pictures.append(copy)
        return copy


def with_news(post: Post, news: Sequence[Post]) -> Post:
    """Return a message that says and offers what other messages do, too."""
    parts = (*post.parts, *(part for other_post in news for part in other_post.parts))
    if isinstance(post, Page):
        return page(*parts, tag=post.tag, files=post.files)
    return letter(*parts, tag=post.tag, most=post.most)


def with_names(post: Post, names: Mapping[str, str]) -> Post:
    """Return a message in which names stand for mentions, which are in letters alone."""
    if isinstance(post, Page):
        return post
    text = post.content
    for mention, name in names.items():
        text = text.replace(mention, name)
    return replace(post, content=clipped(text, CONTENT_LIMIT))


def without_pictures(post: Post, missing: Collection[int], note: str) -> Post:
    """Return a message without some of its pictures, and with a line that says so.

    Args:
        post: the message, in either form.
        missing: indices into `post.pictures`; at least one.
        note: the line; it stands in the place of the first of them, in a letter last.
    """
    number, first = count(), min(missing)

    def remaining(part: Part) -> Part:
        if isinstance(part, Box):
            return replace(part, parts=tuple(map(remaining, part.parts)))
        if isinstance(part, Aside):
            return f"{part.text}\n{note}" if next(number) in missing else part
        if not isinstance(part, Picture) or (index := next(number)) not in missing:
            return part
        # A letter's call must stay its first line, so its note comes last.
        return note if index == first and isinstance(post, Page) else ""

    parts = tuple(map(remaining, post.parts))
    if isinstance(post, Page):
        return page(*parts, tag=post.tag, files=post.files)
    return letter(*parts, note, tag=post.tag, most=post.most)


def plain_text(post: Post, note: str) -> Letter:
    """Return the words of a message alone.

    Args:
        post: the message, in either form.
        note: says where to find what is left out; never cut.
    """
    first, _, rest = _words(post).partition("\n")
    return letter(first or note, Detail(rest), note if first else "")


def _words(post: Post) -> str:
    if isinstance(post, Letter):
        return post.content.strip()
    texts = (item for item in post.view.walk_children() if isinstance(item, ui.TextDisplay))
    return "\n".join(item.content for item in texts).strip()
