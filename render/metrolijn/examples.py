"""The examples in the small pictures of the rules."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_suffix(".toml")
FINISHED: Final = (("A", True, False), ("E", True, True), ("I", False, True), ("G", False, False))
"""Lines on the page on points: letter, whether finished, whether another was first."""


@dataclass(frozen=True, slots=True)
class Example:
    """One ride, taken from the examples of the rules.

    Attributes:
        map_id: id of the map.
        line: letter of the chosen line.
        windows: values in its windows, that of this ride last.
        crossed: ids of stations with a cross, separated by spaces.
        would: ids of the stations that get a cross in this ride.
        number: id of the station that gets a transfer number in this ride; may be empty.
        seen: ids of more stations that must be visible.
        has_row: whether the line's row stands below, with its points.
    """

    map_id: str
    line: str
    windows: Sequence[str]
    crossed: str = ""
    would: str = ""
    number: str = ""
    seen: str = ""
    has_row: bool = False


EXAMPLES: Final = {
    page: Example(**fields) for page, fields in tomllib.loads(FILE.read_text("utf-8")).items()
}
"""Examples by the page of the rules that they illustrate."""
