"""The examples in the small pictures of the rules, as names of stations."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True, slots=True)
class Example:
    """One small board.

    Attributes:
        lines: for each colour, by its id, the runs of its line, station after station.
        offers: pieces that could be laid: colour, one end, other end, cost in tokens.
        new: runs that were laid just now, for each colour.
        enclosed: stations that score a point for being enclosed.
        passenger: station of the passenger; empty: none.
        open_cards: open destinations.
        around: more stations that must be visible.
    """

    lines: Mapping[str, Sequence[str]]
    offers: Sequence[tuple[str, str, str, int]] = ()
    new: Mapping[str, Sequence[str]] = field(default_factory=dict)
    enclosed: Sequence[str] = ()
    passenger: str = ""
    open_cards: Sequence[str] = ()
    around: Sequence[str] = ()


EXAMPLES: Final = {
    page: Example(**fields) for page, fields in tomllib.loads(FILE.read_text("utf-8")).items()
}
"""Examples by the page of the rules that they illustrate."""
