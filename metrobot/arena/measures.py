"""Measures of how good a game was to play, whoever won: whether trains ran."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from metrobot.engine.log import Event
from metrobot.engine.outcome import Outcome
from metrobot.games.metromania.result import Result as MetroManiaResult
from metrobot.games.underground.actions import Travel

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


def _of_metromania(_events: Sequence[Event], _state: Any, outcome: Outcome) -> tuple[Share, ...]:
    """Return the possible trips, finished lines and scores below 0 (MM §12 to §14)."""
    assert isinstance(outcome, MetroManiaResult)
    finished = sum(company.finished for company in outcome.companies)
    return (
        _share(trip.minutes is not None for trip in outcome.trips),
        (finished, 2 * len(outcome.companies)),
        _share(score < 0 for score in outcome.scores),
    )


def _of_underground(events: Sequence[Event], _state: Any, _outcome: Outcome) -> tuple[Share, ...]:
    """Return the visits that the passenger makes on foot alone (OU §6)."""
    visits = [event.action for event in events if isinstance(event.action, Travel)]
    return (_share(not visit.colours for visit in visits),)


def _of_metrolijn(_events: Sequence[Event], state: Any, _outcome: Outcome) -> tuple[Share, ...]:
    """Return the finished lines of the sheets (ML §6)."""
    lines = [each is not None for sheet in state.sheets for each in sheet.finished]
    return (_share(lines),)


def _share(each: Iterable[bool]) -> Share:
    found = list(each)
    return sum(found), len(found)


MEASURED: Final[Mapping[str, Callable[[Sequence[Event], Any, Outcome], tuple[Share, ...]]]] = (
    MappingProxyType(
        {"metrolijn": _of_metrolijn, "metromania": _of_metromania, "underground": _of_underground}
    )
)
"""Functions that find the measures, by title, from events, last state and outcome."""
