"""What the small pictures of the rules show."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Example:
    """A ride, after the examples of the rules.

    Attributes:
        map_id: of the map.
        line: letter of the line that is chosen.
        windows: what is written into its windows, the one of this ride last.
        crossed: ids of stations with a cross, apart by spaces.
        would: ids of those that get one now.
        number: id of the station that gets a transfer number now; none if empty.
        seen: ids of more stations that must be seen.
        has_row: whether the line's row stands below, with its points.
    """

    map_id: str
    line: str
    windows: tuple[str, ...]
    crossed: str = ""
    would: str = ""
    number: str = ""
    seen: str = ""
    has_row: bool = False


EXAMPLES: Final = {
    "goal": Example(
        "madrid",
        "G",
        ("4", "3"),
        crossed="aeropuerto-t4 feria-de-madrid mar-de-cristal colombia nuevos-ministerios",
        seen="tetuan",
        has_row=True,
    ),
    "number": Example(
        "amsterdam",
        "A",
        ("6",),
        crossed="centraal-station",
        would="noord noorderpark",
        seen="rokin nieuwezijds-kolk nieuwmarkt muziekgebouw",
    ),
    "express": Example(
        "amsterdam",
        "A",
        ("3",),
        crossed="centraal-station",
        would="noord noorderpark rokin",
        seen="nieuwezijds-kolk nieuwmarkt muziekgebouw",
    ),
    "transfer": Example(
        "amsterdam",
        "A",
        ("4", "+"),
        crossed="noord noorderpark",
        number="centraal-station",
        seen="rokin nieuwezijds-kolk nieuwmarkt muziekgebouw",
    ),
    "ring": Example(
        "berlin",
        "G",
        ("3", "3"),
        crossed="westend jungfernheide westhafen",
        would="messe-nord westkreuz heidelberger-platz",
        seen="bundesplatz wedding",
    ),
}
"""By the page that they stand on."""

FINISHED: Final = (("A", True, False), ("E", True, True), ("I", False, True), ("G", False, False))
"""Lines of the page on points: letter, whether finished, by another before."""
