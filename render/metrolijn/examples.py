"""The examples in the small pictures of the rules."""

from dataclasses import dataclass
from typing import Final


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
"""Examples by the page of the rules that they illustrate."""

FINISHED: Final = (("A", True, False), ("E", True, True), ("I", False, True), ("G", False, False))
"""Lines on the page on points: letter, whether finished, whether another was first."""
