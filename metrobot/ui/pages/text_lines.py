"""Lines of a text that may be too long for its place: which of them stay."""

from collections.abc import Sequence
from dataclasses import dataclass

from metrobot.ui.words.text_length import ELLIPSIS, clipped, utf16_length


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line.

    Attributes:
        text: without its end.
        is_detail: whether it goes before others do.
    """

    text: str
    is_detail: bool = False


def fit_lines(lines: Sequence[TextLine], limit: int) -> str:
    """Return as many whole lines as fit, an ellipsis where some are missing.

    Details go first, the last of them before the others; then lines from the
    middle. The first line stays, cut only if it is longer than half of the room.
    """
    kept = dict(enumerate(lines))
    if kept:
        kept[0] = TextLine(clipped(kept[0].text, limit // 2))
    while utf16_length(_joined(kept)) > limit and len(kept) > 1:
        del kept[_least(kept)]
    return _joined(kept)


def _least(kept: dict[int, TextLine]) -> int:
    """Return the place of the line that can be spared most easily."""
    details = [at for at, line in kept.items() if line.is_detail and at]
    places = list(kept)
    return details[-1] if details else places[len(places) // 2]


def _joined(kept: dict[int, TextLine]) -> str:
    """Return lines with an ellipsis in place of those between them that are gone."""
    said, expected = list[str](), 0
    for at, line in kept.items():
        said += [ELLIPSIS] * (at != expected)
        said.append(line.text)
        expected = at + 1
    return "\n".join(said)
