"""The examples in the small pictures of the rules."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True, slots=True)
class Example:
    """A small position that illustrates a rule.

    Attributes:
        lines: lines of the companies in turn order, as `topics` reads them; a third and
            fourth are the striped ones of the first two companies.
        stations: points of stations, separated by spaces.
        show: points that must be visible.
        new: number of new tunnels at the end of the last line.
        new_stations: points of new stations.
        good: legal tunnels, as "F6 G6/G5".
        bad: illegal tunnels.
        markers: markers with the corners of their cells, as "A-R F4 F5 G4".
        caption: name of the caption below; empty: none.
        is_good: whether the sign beside the caption is a tick.
    """

    lines: Sequence[str]
    show: str
    stations: str = ""
    new: int = 0
    new_stations: str = ""
    good: Sequence[str] = ()
    bad: Sequence[str] = ()
    markers: Sequence[str] = ()
    caption: str = ""
    is_good: bool = True


EXAMPLES: Final = {
    page: tuple(Example(**fields) for fields in several)
    for page, several in tomllib.loads(FILE.read_text("utf-8")).items()
}
"""Examples by the page of the bot's rules that they illustrate."""
