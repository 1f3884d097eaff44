"""All games that can be played, by their ids."""

from types import MappingProxyType
from typing import Final

from metrobot.engine.title import Titles
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.games.metromania.title import MetroMania
from metrobot.games.underground.title import Underground

TITLES: Final[Titles] = MappingProxyType(
    {title.id: title for title in (MetroMania(), Underground(), Metrolijn())}
)
