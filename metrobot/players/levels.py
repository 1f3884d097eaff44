"""All computer players, by title and level."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from metrobot.players import random_player
from metrobot.players.contract import Player, RankingPlayer
from metrobot.players.explain import Explainer
from metrobot.players.metrolijn import easy as metrolijn_easy
from metrobot.players.metrolijn import fair as metrolijn_fair
from metrobot.players.metrolijn import reasons as metrolijn_reasons
from metrobot.players.metrolijn import strong as metrolijn_strong
from metrobot.players.metromania import easy as metromania_easy
from metrobot.players.metromania import fair as metromania_fair
from metrobot.players.metromania import first as metromania_first
from metrobot.players.metromania import reasons as metromania_reasons
from metrobot.players.metromania import strong as metromania_strong
from metrobot.players.underground import easy as underground_easy
from metrobot.players.underground import fair as underground_fair
from metrobot.players.underground import first as underground_first
from metrobot.players.underground import reasons as underground_reasons
from metrobot.players.underground import strong as underground_strong

LEVELS: Final = ("easy", "fair", "strong")
"""What people can choose, weakest first."""

RANDOM, BEGINNER, FIRST = "random", "beginner", "first"
"""Kinds that measure the others: any legal choice; points that are seen at once; the
first `fair` there was, so that no level gets weaker unseen."""

PLAYERS: Final[Mapping[str, Mapping[str, Player]]] = MappingProxyType(
    {
        "metrolijn": {
            RANDOM: random_player.choose,
            BEGINNER: metrolijn_easy.at_once,
            FIRST: metrolijn_fair.choose,
            "easy": metrolijn_easy.choose,
            "fair": metrolijn_fair.choose,
            "strong": metrolijn_strong.choose,
        },
        "metromania": {
            RANDOM: random_player.choose,
            BEGINNER: metromania_easy.at_once,
            FIRST: metromania_first.choose,
            "easy": metromania_easy.choose,
            "fair": metromania_fair.choose,
            "strong": metromania_strong.choose,
        },
        "underground": {
            RANDOM: random_player.choose,
            BEGINNER: underground_easy.at_once,
            FIRST: underground_first.choose,
            "easy": underground_easy.choose,
            "fair": underground_fair.choose,
            "strong": underground_strong.choose,
        },
    }
)
"""By title, by kind."""

ADVISERS: Final[Mapping[str, RankingPlayer]] = MappingProxyType(
    {
        "metrolijn": metrolijn_strong.ranked_choices,
        "metromania": metromania_strong.ranked_choices,
        "underground": underground_strong.ranked_choices,
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
