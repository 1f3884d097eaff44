"""Corrections where simcord's page reads markdown otherwise than Discord does."""

import contextlib
import re
from collections.abc import Iterator
from typing import Final

from simcord.preview import _markdown

_ITEM: Final = re.compile(r" *(?:[*-]|\d+\.) +\S")
_FENCE: Final = "```"


@contextlib.contextmanager
def lists_as_on_discord() -> Iterator[None]:
    """Let lists on simcord's page end where they end on Discord, while the context lasts."""
    theirs = _markdown._discord_multiline_quotes

    def ours(text: str) -> str:
        return theirs(lists_ended(text))

    _markdown._discord_multiline_quotes = ours
    try:
        yield
    finally:
        _markdown._discord_multiline_quotes = theirs


def lists_ended(text: str) -> str:
    """Return a text with an empty line after each list.

    On Discord the first line that is neither an item nor indented ends a list.
    CommonMark, by which simcord reads, takes it into the last item unless an
    empty line stands between.
    """
    lines, in_list, in_code = list[str](), False, False
    for line in text.split("\n"):
        is_item = not in_code and _ITEM.match(line) is not None
        if in_list and not is_item and line and not line.startswith(" "):
            lines.append("")
            in_list = False
        lines.append(line)
        in_list = is_item or (in_list and bool(line))
        in_code ^= line.count(_FENCE) % 2 == 1
    return "\n".join(lines)
