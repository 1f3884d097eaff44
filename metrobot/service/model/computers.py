"""Computers that sit at tables: who they are.

Each name and level has one id, which is below the ids of all people and never
changes. So only the seat of a computer is stored. What it plays is decided
elsewhere (`metrobot/players`).
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from metrobot.store.schema.rows import COMPUTERS

LEVELS: Final = ("easy", "fair", "strong")
"""Levels of computers, weakest first."""
NEWCOMERS_WIN: Final = {
    "metrolijn": {2: 67, 3: 40, 4: 38, 5: 30, 6: 21, 7: 22, 8: 22},
    "metromania": {2: 63, 3: 34, 4: 27},
    "underground": {2: 74, 3: 51, 4: 37, 5: 35},
}
"""Share of games, in percent, that newcomers win against easy computers alone.

By title and number of players, as `docs/players.md` has it.
"""
NAMES: Final = ("Brunel", "Beck", "Pearson", "Yerkes", "Stanley", "Holden", "Pick", "Fulgence")
"""Names of computers, of people who built or drew undergrounds; each comes once in a game.

The order never changes: ids follow from it.
"""
_SPAN: Final = 1000
"""Ids reserved for each level."""


class ComputerName(str):
    """Name of a computer; whoever shows it puts a sign before it."""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer that may sit at a table.

    Attributes:
        id: in the place of a user's id.
        level: one of `LEVELS`.
        name: a proper name, the same in all languages.
    """

    id: int
    level: str
    name: ComputerName


_ALL: Final = {
    (number := COMPUTERS - index * _SPAN - place): Computer(number, level, ComputerName(name))
    for index, level in enumerate(LEVELS)
    for place, name in enumerate(NAMES)
}


computer_of: Final = _ALL.get
"""Return the computer with an id; None if it belongs to a person or to nobody."""


def free_computer(level: str, ids: Collection[int]) -> Computer | None:
    """Return a computer of a level for a table; None if all are there.

    Args:
        level: one of `LEVELS`.
        ids: ids of all who sit there; no name comes twice.
    """
    names = {computer.name for computer in map(computer_of, ids) if computer is not None}
    free = (
        computer
        for computer in _ALL.values()
        if computer.level == level and computer.name not in names
    )
    return next(free, None)
