"""What tests of every title go through, from the registry: a further title needs no line here."""

import builtins
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from metrobot.engine.title import AnyTitle
from metrobot.games.registry import TITLES

FEWEST: Final = {id_: min(title.player_counts) for id_, title in TITLES.items()}
"""The smallest number of players of each title."""
MOST: Final = {id_: max(title.player_counts) for id_, title in TITLES.items()}
"""The largest number of players of each title."""
AGAINST_OTHERS: Final = {id_: max(2, players) for id_, players in FEWEST.items()}
"""The smallest number of players of each title with whom nobody is alone."""

SMALLEST: Final = tuple(FEWEST.items())
LARGEST: Final = tuple(MOST.items())
SIZES: Final = tuple((id_, each) for id_, title in TITLES.items() for each in title.player_counts)
"""Each title with each number of players."""


MOST_VALUES: Final = 5
"""Of an option of many values the first so many are tried, and the last."""


def _variants(title: AnyTitle) -> list[tuple[str, int, dict[str, Any]]]:
    """Return a title with each number of players, and with each other value of an option."""
    plain = [(title.id, players, dict[str, Any]()) for players in title.player_counts]
    chosen = [
        (title.id, min(option.players, default=max(title.player_counts)), {option.name: value})
        for option in title.options
        for value in dict.fromkeys((*option.values[1:MOST_VALUES], option.values[-1]))
    ]
    return plain + chosen


SETTINGS: Final = tuple(setting for title in TITLES.values() for setting in _variants(title))
"""Id, number of players, options: every size as it is, and every other value of each option."""


def arguments(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as `play` of a title's games takes them: `map` is `map_` there."""
    return {name + "_" * hasattr(builtins, name): value for name, value in options.items()}


def modules(package: str, name: str) -> Mapping[str, Any]:
    """Return a module that each title has in a folder of its own: `<package>.<title>.<name>`."""
    return {id_: import_module(f"{package}.{id_}.{name}") for id_ in TITLES}


GAMES: Final = modules("tests.ui", "games")
"""How each title is played at random and shown: its module `tests/ui/<title>/games.py`."""
