"""The games that this bot plays."""

from collections.abc import Mapping
from typing import Final

from metrobot.ui.front import Front

FRONTS: Final[Mapping[str, Front]] = {}
