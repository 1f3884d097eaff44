"""All computer players, by title and level."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from metrobot.players import random_player
from metrobot.players.contract import Player, RankingPlayer
from metrobot.players.explain import Explainer
from metrobot.players.metrolijn import levels as metrolijn
from metrobot.players.metrolijn import reasons as metrolijn_reasons
from metrobot.players.metromania import levels as metromania
from metrobot.players.metromania import reasons as metromania_reasons
from metrobot.players.underground import levels as underground
from metrobot.players.underground import reasons as underground_reasons

LEVELS: Final = ("easy", "fair", "strong")
"""Levels that people can choose, weakest first."""

RANDOM, BEGINNER, FIRST = "random", "beginner", "first"
"""Levels that measure the others: any legal choice; the most points at once; the first
`fair` there was, so that no level gets weaker unseen."""

_LEVELS: Final = {"metrolijn": metrolijn, "metromania": metromania, "underground": underground}

PLAYERS: Final[Mapping[str, Mapping[str, Player]]] = MappingProxyType(
    {
        title: {
            RANDOM: random_player.choose_random,
            BEGINNER: levels.at_once,
            FIRST: levels.choose_first,
            "easy": levels.choose_easy,
            "fair": levels.choose_fair,
            "strong": levels.choose_strong,
        }
        for title, levels in _LEVELS.items()
    }
)
"""All computer players, by title and level."""

ADVISERS: Final[Mapping[str, RankingPlayer]] = MappingProxyType(
    {title: levels.ranked_choices for title, levels in _LEVELS.items()}
)
"""The ranking players that find hints, by title: `strong`."""

EXPLAINERS: Final[Mapping[str, Explainer]] = MappingProxyType(
    {
        "metrolijn": Explainer(metrolijn_reasons.reasons, metrolijn_reasons.cost),
        "metromania": Explainer(
            metromania_reasons.reasons, metromania_reasons.cost, metromania_reasons.sacrifice
        ),
        "underground": Explainer(
            underground_reasons.reasons, underground_reasons.cost, underground_reasons.sacrifice
        ),
    }
)
"""The functions that explain turns, by title."""
