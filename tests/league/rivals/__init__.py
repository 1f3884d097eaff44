"""Opponents with one idea each, for measuring the levels; nobody meets them at a table."""

from collections.abc import Mapping
from typing import Final

from metrobot.players.contract import Player
from tests.league.rivals import metrolijn, metromania, underground

RIVALS: Final[Mapping[str, Mapping[str, Player]]] = {
    "metrolijn": metrolijn.RIVALS,
    "metromania": metromania.RIVALS,
    "underground": underground.RIVALS,
}
"""Opponents by title and name."""
