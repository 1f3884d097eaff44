"""The games that this bot plays."""

from collections.abc import Mapping
from typing import Final

from metrobot.ui.front import Front
from metrobot.ui.metromania.front import MetroManiaFront

_ALL: Final[tuple[Front, ...]] = (MetroManiaFront(),)
FRONTS: Final[Mapping[str, Front]] = {front.title.id: front for front in _ALL}
"""How each title shows itself, by the title's id, in the order of `/game new`."""
