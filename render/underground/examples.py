"""The examples in the small pictures of the rules, as names of stations."""

from dataclasses import dataclass, field
from typing import Final

from metrobot.games.underground.board import BRANCH_COST


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

    lines: dict[str, tuple[str, ...]]
    offers: tuple[tuple[str, str, str, int], ...] = ()
    new: dict[str, tuple[str, ...]] = field(default_factory=dict)
    enclosed: tuple[str, ...] = ()
    passenger: str = ""
    open_cards: tuple[str, ...] = ()
    around: tuple[str, ...] = ()


_RED: Final = "ealing_broadway acton white_city shepherds_bush goldhawk_road hammersmith"

EXAMPLES: Final = {
    "goal": Example(
        lines={
            "red": ("notting_hill_gate marble_arch bond_street oxford_circus",),
            "blue": ("oxford_circus tottenham_court_road holborn bank",),
        },
        passenger="marble_arch",
        open_cards=("bank",),
        around=("baker_street", "green_park"),
    ),
    "branch": Example(
        lines={"red": (_RED,)},
        offers=(
            ("red", "shepherds_bush", "paddington", BRANCH_COST),
            ("red", "hammersmith", "earls_court", 0),
        ),
        around=("marylebone",),
    ),
    "loop": Example(
        lines={"blue": ("holborn tottenham_court_road oxford_circus piccadilly_circus",)},
        new={"blue": ("piccadilly_circus leicester_square",)},
        offers=(("blue", "leicester_square", "holborn", 0),),
        around=("bond_street", "kings_cross_st_pancras", "charing_cross"),
    ),
    "enclosed": Example(
        lines={
            "green": (
                "bond_street baker_street great_portland_street euston tottenham_court_road "
                "leicester_square charing_cross westminster green_park",
            )
        },
        new={"green": ("green_park bond_street",)},
        enclosed=("oxford_circus", "piccadilly_circus"),
    ),
    "passenger": Example(
        lines={
            "blue": ("victoria green_park oxford_circus",),
            "yellow": ("baker_street oxford_circus tottenham_court_road holborn",),
        },
        passenger="pimlico",
        open_cards=("holborn", "bank"),
        around=("baker_street",),
    ),
}
"""Examples by the page of the rules that they illustrate."""
