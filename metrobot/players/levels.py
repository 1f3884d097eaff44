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
"""What people can choose, weakest first."""

RANDOM, BEGINNER, FIRST = "random", "beginner", "first"
"""Kinds that measure the others: any legal choice; points that are seen at once; the
first `fair` there was, so that no level gets weaker unseen."""

PLAYERS: Final[Mapping[str, Mapping[str, Player]]] = MappingProxyType(
    {
        "metrolijn": {
            RANDOM: random_player.choose_random,
            BEGINNER: metrolijn.at_once,
            FIRST: metrolijn.choose_fair,
            "easy": metrolijn.choose_easy,
            "fair": metrolijn.choose_fair,
            "strong": metrolijn.choose_strong,
        },
        "metromania": {
            RANDOM: random_player.choose_random,
            BEGINNER: metromania.at_once,
            FIRST: metromania.choose_first,
            "easy": metromania.choose_easy,
            "fair": metromania.choose_fair,
            "strong": metromania.choose_strong,
        },
        "underground": {
            RANDOM: random_player.choose_random,
            BEGINNER: underground.at_once,
            FIRST: underground.choose_first,
            "easy": underground.choose_easy,
            "fair": underground.choose_fair,
            "strong": underground.choose_strong,
        },
    }
)
"""By title, by kind."""

ADVISERS: Final[Mapping[str, RankingPlayer]] = MappingProxyType(
    {
        "metrolijn": metrolijn.ranked_choices,
        "metromania": metromania.ranked_choices,
        "underground": underground.ranked_choices,
    }
)
"""What finds hints, by title: the strong player."""

EXPLAINERS: Final[Mapping[str, Explainer]] = MappingProxyType(
    {
        "metrolijn": metrolijn_reasons.reasons,
        "metromania": metromania_reasons.reasons,
        "underground": underground_reasons.reasons,
    }
)
"""What says why a turn is good, by title."""
