"""The examples in the small pictures of the rules."""

from dataclasses import dataclass
from typing import Final


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

    lines: tuple[str, ...]
    show: str
    stations: str = ""
    new: int = 0
    new_stations: str = ""
    good: tuple[str, ...] = ()
    bad: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()
    caption: str = ""
    is_good: bool = True


_AROUND_F6: Final = "E5 E6 E7 F5 F7 G5 G6 D6 G4"
_FREE_ROW_F: Final = "F3 F4/G3 F5/G4 F6/G5 F7/G6 F8/G7 F9/G8"
_SHOW_ROW: Final = "F4 F9 D6 G8"
_TO_F6: Final = "D6 E6/D7 F6/E7"
_FORWARD: Final = ("F6 G6/G5", "F6 F7/G6", "F6 G5/F5")
_SHARP: Final = ("F6 E7/F7", "F6 F5/E6")

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "goal": (
        Example(
            ("F3 F4/G3 F5/G4 F6/G5 F7/G6 G7/G6 G8/H7", _TO_F6),
            "F3 G8 D6 H6",
            stations="F4 F6 G7",
            markers=("A-R E5 F4 F5", "A-W G7 G8 F8"),
        ),
    ),
    "digging": (
        Example(
            ("D4 D5/E4 E5/D6 E6/F5 F6/E7",),
            "D5 E4 E7 G6 F7",
            new=3,
            good=("F6 G6/G5", "F6 F7/G6"),
            caption="legal",
        ),
    ),
    "angle": (
        Example((_TO_F6,), _AROUND_F6, good=_FORWARD, bad=_SHARP, caption="illegal", is_good=False),
        Example((_TO_F6,), _AROUND_F6, stations="F6", good=_FORWARD + _SHARP, caption="legal"),
    ),
    "meeting": (
        Example(
            (_FREE_ROW_F, _TO_F6),
            _SHOW_ROW,
            stations="F6",
            new=1,
            new_stations="F6",
            caption="station",
        ),
    ),
    "alongside": (
        Example(
            (_FREE_ROW_F, _TO_F6 + " F7/E7 F8/E8"),
            _SHOW_ROW,
            stations="F6",
            new=2,
            caption="no_new_station",
        ),
    ),
    "split": (
        Example(
            (_FREE_ROW_F, _TO_F6 + " F7/E7 F8/E8 G8/G7"),
            _SHOW_ROW,
            stations="F6 F8",
            new=1,
            new_stations="F8",
            caption="station",
        ),
    ),
    "start": (Example(("N2 K5/K4", "N4 K3/K2 J3/J4"), "K2 K6 N4 N2 J2 J6", caption="start_gate"),),
    "ending": (
        Example(
            ("H5 I5/H6 J5/I6 K5/J6 N1/K6",),
            "N1 N2 K6 H5 J6",
            stations="J5",
            new=1,
            caption="end_gate",
        ),
    ),
    "intermediate": (
        Example(
            ("E3 E4/D4 E5/F4 F5/E6 F6/G5 F7/E7 F8/G7",),
            "E4 F8 D6 G6",
            stations="E4 F6 F8",
            new_stations="F6",
            caption="station",
        ),
    ),
    "destinations": (
        Example(
            ("G7 G6/H6 G5/H5",),
            "G7 G5 H7 F6 I5",
            stations="G5",
            markers=("A-R G5 G6 H5",),
            caption="placed",
        ),
        Example(
            ("G7 G6/H6 G5/H5",),
            "G7 G5 H7 F6 I5",
            markers=("A-R G5 G6 H5",),
            caption="unserved",
            is_good=False,
        ),
    ),
}
"""Examples by the page of the bot's rules that they illustrate."""
