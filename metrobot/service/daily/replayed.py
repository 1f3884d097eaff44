"""Replaying a run from its deeds and its dealing."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from metrobot.engine.actors import Seat
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import AnyTitle
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.service.model import history as histories
from metrobot.service.model.chance import Dealing
from metrobot.service.model.history import History

TITLE: Final[AnyTitle] = Metrolijn()
"""The rules of all lines."""
ALONE: Final = Seat(0)
"""The only seat of a run."""


def rules_on(map_: str) -> Ruleset:
    """Return the rules of a line on a network or map: one person, all else as usual."""
    return TITLE.ruleset(1, {"map": map_})


def replayed(
    map_: str, deeds: Iterable[Iterable[Mapping[str, Any]]], dealing: Dealing, moment: datetime
) -> History:
    """Return the history of a run, replayed from its deeds.

    Args:
        map_: id of the network or map.
        deeds: turn by turn.
        dealing: decides the cards.
        moment: time of all its events.
    """
    history = histories.new_history(TITLE, rules_on(map_)).settled(dealing, moment)
    for deed in deeds:
        history = history.followed(deed, dealing, moment)
    return history
