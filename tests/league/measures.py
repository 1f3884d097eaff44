"""Measures of how good a game was to play, whoever won: whether trains ran."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from metrobot.arena.match import PlayedGame
from metrobot.engine.actions import Action
from metrobot.engine.outcome import Outcome
from metrobot.games.metromania.result import Result as MetroManiaResult
from metrobot.games.registry import TITLES
from metrobot.games.underground.actions import Travel
from metrobot.service.finished.record_check import check_record

Share: TypeAlias = tuple[int, int]
"""A count, and the number that it is out of."""

MEASURES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "metrolijn": ("lines finished",),
        "metromania": ("trips possible", "lines finished", "scores below 0"),
        "underground": ("visits on foot",),
    }
)
"""Names of the measures, by title."""


def _of_metromania(_actions: Sequence[Action], _state: Any, outcome: Outcome) -> tuple[Share, ...]:
    """Return the possible trips, finished lines and scores below 0 (MM §12 to §14)."""
    assert isinstance(outcome, MetroManiaResult)
    finished = sum(company.finished for company in outcome.companies)
    return (
        _share(trip.minutes is not None for trip in outcome.trips),
        (finished, 2 * len(outcome.companies)),
        _share(score < 0 for score in outcome.scores),
    )


def _of_underground(actions: Sequence[Action], _state: Any, _outcome: Outcome) -> tuple[Share, ...]:
    """Return the visits that the passenger makes on foot alone (OU §6)."""
    visits = [each for each in actions if isinstance(each, Travel)]
    return (_share(not visit.colours for visit in visits),)


def _of_metrolijn(_actions: Sequence[Action], state: Any, _outcome: Outcome) -> tuple[Share, ...]:
    """Return the finished lines of the sheets (ML §6)."""
    lines = [each is not None for sheet in state.sheets for each in sheet.finished]
    return (_share(lines),)


def _share(each: Iterable[bool]) -> Share:
    found = list(each)
    return sum(found), len(found)


_MEASURED: Final[Mapping[str, Callable[[Sequence[Action], Any, Outcome], tuple[Share, ...]]]] = (
    MappingProxyType(
        {"metrolijn": _of_metrolijn, "metromania": _of_metromania, "underground": _of_underground}
    )
)
"""Functions that find the measures, by title, from actions, last state and outcome."""


@dataclass(slots=True)
class LeagueGame(PlayedGame):
    """Result of a game, and how good it was to play.

    Attributes:
        measures: as `MEASURES` names them; none of a game that was broken off.
        loop: seconds of a processor that a fixed loop took beside it; 0: nobody timed it.
    """

    measures: tuple[Share, ...] = ()
    loop: float = 0.0


def measured(game: PlayedGame) -> LeagueGame:
    """Return a game with its measures, for which its record is played again."""
    found: tuple[Share, ...] = ()
    if game.record is not None:
        end = check_record(TITLES, game.record)
        actions = [end.title.decode(each.kind, each.fields) for each in game.record.events]
        found = _MEASURED[end.title.id](actions, end.state, end.title.outcome(end.state))
    own = {each.name: getattr(game, each.name) for each in fields(game)}
    return LeagueGame(**{**own, "measures": found, "loop": min(loop() for _ in range(3))})


def loop() -> float:
    """Return the seconds of a processor that a fixed piece of Python takes."""
    start = time.process_time()
    sum(range(10**6))
    return time.process_time() - start
