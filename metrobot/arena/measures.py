"""How good a game was to play, whoever won: whether trains ran."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from metrobot.engine.log import Event
from metrobot.engine.outcome import Outcome
from metrobot.games.metromania.result import Result as MetroManiaResult
from metrobot.games.underground.actions import Travel

Share: TypeAlias = tuple[int, int]
"""So many of so many."""

MEASURES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "metrolijn": ("lines finished",),
        "metromania": ("trips possible", "lines finished", "scores below 0"),
        "underground": ("visits on foot",),
    }
)
"""What is measured, by title."""


def _of_metromania(_events: Sequence[Event], _state: Any, outcome: Outcome) -> tuple[Share, ...]:
    """Return how many trips are possible, lines finished and scores below 0 (MM §12 to §14)."""
    assert isinstance(outcome, MetroManiaResult)
    finished = sum(company.finished for company in outcome.companies)
    return (
        _share(trip.minutes is not None for trip in outcome.trips),
        (finished, 2 * len(outcome.companies)),
        _share(score < 0 for score in outcome.scores),
    )


def _of_underground(events: Sequence[Event], _state: Any, _outcome: Outcome) -> tuple[Share, ...]:
    """Return how many visits the passenger makes on foot alone (OU §6)."""
    visits = [event.action for event in events if isinstance(event.action, Travel)]
    return (_share(not visit.colours for visit in visits),)


def _of_metrolijn(_events: Sequence[Event], state: Any, _outcome: Outcome) -> tuple[Share, ...]:
    """Return how many lines of the sheets are finished (ML §6)."""
    lines = [each is not None for sheet in state.sheets for each in sheet.finished]
    return (_share(lines),)


def _share(each: Iterable[bool]) -> Share:
    """Return how many are true, of how many."""
    found = list(each)
    return sum(found), len(found)


MEASURED: Final[Mapping[str, Callable[[Sequence[Event], Any, Outcome], tuple[Share, ...]]]] = (
    MappingProxyType(
        {"metrolijn": _of_metrolijn, "metromania": _of_metromania, "underground": _of_underground}
    )
)
"""By title: what finds it, from the events of a game that is over, its end and its result."""
