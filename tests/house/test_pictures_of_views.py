"""Pictures are made from views and from what is printed on the board, never from states.

What `render` may take of the rules is named here and not by an import contract:
these know modules only, and the module of a view also makes views from states.
Whoever needs more for a picture has the rules work it out, as a value of a
view, of what is told of a turn, or of the outcome.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent.parent
GAMES: Final = "metrobot.games"
EVERYTHING: Final = frozenset({"*"})
PRINTED: Final = {
    "metrolijn.board": EVERYTHING,
    "metromania.actions": {"LineName", "STATIONS", "TUNNELS_PER_LINE"},
    "metromania.city": EVERYTHING,
    "metromania.geometry": EVERYTHING,
    "underground.board": EVERYTHING,
    "underground.turn.pieces": {"PAIR_POINTS", "RAIL_POINTS", "TERMINUS_POINTS"},
}
"""What is printed on boards and markers, and how many of each there are."""
SEEN: Final = {
    "metrolijn.view": {"SheetView", "View"},
    "metromania.view": {"CompanyView", "LineView", "PlacedMarker", "View"},
    "underground.view": {"SeatView", "View"},
    "underground.state": {"Phase", "SOURCES", "Source"},
}
"""Views, and what stands in them."""
TOLD: Final = {
    "metrolijn.line_state": {"LineState"},
    "metrolijn.outlook": {"Outlook"},
    "metrolijn.result": {"SheetCount"},
    "metrolijn.summary": {"Change"},
    "metromania.result": {
        *("Guilt", "MINUTES_PER_CHANGE", "Result", "RouteRide", "SUNDAY", "Section", "TripResult")
    },
    "metromania.summary": {"Turn"},
    "underground.forecast": {"Visit"},
    "underground.result": {"Result"},
    "underground.summary": {"Turn"},
    "underground.trips.passenger": {"Crossing", "Target", "Trip"},
    "underground.turn.flow": {"FEW_CARDS"},
}
"""Values that the rules make: of turns, of what lies ahead, of the end."""
WORKED_OUT: Final = {
    "metrolijn.line_state": {"line_state", "line_states"},
    "metrolijn.outlook": {"can_finish", "none_left", "outlooks"},
    "metrolijn.result": {"minus_of"},
    **{f"{title}.view": {"example_view"} for title in ("metrolijn", "metromania", "underground")},
    "underground.forecast": {"likely_trips", "sure_legs"},
}
"""Functions of the rules that make such values from views, outcomes or boards alone."""


def allowed() -> dict[str, frozenset[str]]:
    """Return the names that pictures may import, by module."""
    kinds = (PRINTED, SEEN, TOLD, WORKED_OUT)
    modules = {module for kind in kinds for module in kind}
    return {
        f"{GAMES}.{module}": frozenset[str]().union(*(kind.get(module, ()) for kind in kinds))
        for module in modules
    }


def taken(source: str) -> Iterator[tuple[str, str]]:
    """Yield a module's imports from the games: the module and the name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [(alias.name, "*") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [(node.module or "", alias.name) for alias in node.names]
        else:
            continue
        for module, name in names:
            if f"{module}.{name}.".startswith(f"{GAMES}.") or module == "metrobot":
                yield module, name


def is_allowed(module: str, name: str) -> bool:
    """Return whether pictures may take something."""
    names = allowed().get(module, frozenset())
    return name in names or names == EVERYTHING


def all_taken() -> set[tuple[str, str]]:
    """Return all that pictures take of the rules."""
    files = (ROOT / "render").rglob("*.py")
    return {each for file in files for each in taken(file.read_text(encoding="utf-8"))}


def test_pictures_take_nothing_of_the_rules_but_what_is_named_here() -> None:
    """A new name fails, whatever it is: say above why pictures may have it."""
    assert {each for each in all_taken() if not is_allowed(*each)} == set()


def test_all_that_is_named_here_is_taken() -> None:
    """A name that pictures no longer need has to go."""
    found = all_taken()
    named = {(module, name) for module, names in allowed().items() for name in names - EVERYTHING}

    assert named - found == set()
    assert allowed().keys() == {module for module, _ in found}


@pytest.mark.parametrize(
    "source",
    [
        "from metrobot.games.metrolijn.state import State",
        "from metrobot.games.underground.state import State",
        "from metrobot.games.metrolijn.view import view_for",
        "from metrobot.games.metrolijn.view import *",
        "from metrobot.games.metrolijn import turn",
        "from metrobot.games import registry",
        "from metrobot import games",
        "import metrobot.games.registry",
        "import metrobot.games.metrolijn.view as views",
        "def late():\n    from metrobot.games.metromania.title import MetroMania",
    ],
)
def test_whatever_way_it_is_taken_is_seen(source: str) -> None:
    """States, what makes views from them, and whole modules."""
    assert not all(is_allowed(*each) for each in taken(source))
