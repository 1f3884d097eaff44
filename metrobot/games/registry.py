"""All games that can be played, by their ids."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from metrobot.engine.title import Title
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.games.metromania.title import MetroMania
from metrobot.games.underground.title import Underground

TITLES: Final[Mapping[str, Title[Any, Any]]] = MappingProxyType(
    {title.id: title for title in (MetroMania(), Underground(), Metrolijn())}
)
