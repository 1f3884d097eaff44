"""The games that this bot plays."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from metrobot.ui.kit.front import Front
from metrobot.ui.kit.typed_turns import AnyCommand, MakeTurns
from metrobot.ui.metrolijn.commands import commands as metrolijn_commands
from metrobot.ui.metrolijn.front import MetrolijnFront
from metrobot.ui.metromania.commands import commands as metromania_commands
from metrobot.ui.metromania.front import MetroManiaFront
from metrobot.ui.underground.commands import commands as underground_commands
from metrobot.ui.underground.front import UndergroundFront
from metrobot.ui.words.catalogue import ENGLISH

Commands: TypeAlias = Callable[[MakeTurns], Sequence[AnyCommand]]
"""Function that makes a game's own slash commands."""

_ALL: Final[tuple[tuple[Front, Commands], ...]] = (
    (MetroManiaFront(), metromania_commands),
    (UndergroundFront(), underground_commands),
    (MetrolijnFront(), metrolijn_commands),
)
FRONTS: Final[Mapping[str, Front]] = {front.title.id: front for front, _ in _ALL}
"""Fronts by the ids of their titles, in the order of `/game new`."""
COMMANDS: Final[Mapping[str, Commands]] = {front.title.id: own for front, own in _ALL}
"""Makers of each title's commands, by the title's id."""


def draw_final(title: str, view: Any, names: Sequence[str]) -> bytes:
    """Return the PNG of a spectator's view of a game that was played elsewhere."""
    return FRONTS[title].view_picture(view, names, ENGLISH)
