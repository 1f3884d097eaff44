"""The games that this bot plays."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from metrobot.ui.frame.front import Front
from metrobot.ui.metrolijn.front import MetrolijnFront
from metrobot.ui.metromania.front import MetroManiaFront
from metrobot.ui.underground.front import UndergroundFront
from metrobot.ui.words.catalogue import ENGLISH

_ALL: Final[tuple[Front, ...]] = (
    MetroManiaFront(),
    UndergroundFront(),
    MetrolijnFront(),
)
FRONTS: Final[Mapping[str, Front]] = {front.title.id: front for front in _ALL}
"""How each title shows itself, by the title's id, in the order of `/game new`."""


def draw_final(title: str, view: Any, names: Sequence[str]) -> bytes:
    """Return the PNG of a spectator's view of a game that was played elsewhere.

    Args:
        title: id of the game title.
        view: of the title's own kind.
        names: of the players, in turn order.
    """
    return FRONTS[title].view_picture(view, names, ENGLISH)
