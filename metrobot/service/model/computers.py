"""Computers that sit at tables: who they are.

A computer is known by its id, which is below those of all people and always
the same: one for each name and level. So nothing has to be stored of it but
where it sits. What it plays is decided elsewhere (`metrobot/players`).
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from metrobot.store.schema.rows import COMPUTERS

LEVELS: Final = ("easy", "fair", "strong")
"""How strong a computer may be, weakest first."""
NAMES: Final = ("Brunel", "Beck", "Pearson", "Yerkes", "Stanley", "Holden", "Pick", "Fulgence")
"""Their names, of people who built or drew undergrounds; each comes once in a game.

The order never changes: ids follow from it.
"""
_SPAN: Final = 1000
"""Ids set aside for each level."""


class ComputerName(str):
    """The name of a computer, known from people's: whoever shows it puts a sign before it."""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer that may sit at a table.

    Attributes:
        id: as other players have one.
        level: one of `LEVELS`.
        name: a proper name, the same in all languages.
    """

    id: int
    level: str
    name: ComputerName


def _made(level: int, name: int) -> Computer:
    """Return the computer of a level and a name, both by their places."""
    return Computer(COMPUTERS - level * _SPAN - name, LEVELS[level], ComputerName(NAMES[name]))


_ALL: Final = {
    computer.id: computer
    for computer in (
        _made(level, name) for level in range(len(LEVELS)) for name in range(len(NAMES))
    )
}


def computer_of(player: int) -> Computer | None:
    """Return the computer that has an id; None: it is a person's, or nobody's."""
    return _ALL.get(player)


def free_computer(level: str, taken: Collection[int]) -> Computer | None:
    """Return a computer of a level for a table; None if all are there.

    Args:
        level: one of `LEVELS`.
        taken: ids of all who sit there; no name comes twice.
    """
    names = {found.name for found in map(computer_of, taken) if found is not None}
    free = (each for each in _ALL.values() if each.level == level and each.name not in names)
    return next(free, None)
