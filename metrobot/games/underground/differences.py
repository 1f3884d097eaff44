"""The sources of points in which the players of a finished game differ most.

Source: OU §7.3.
"""

from typing import Final

from metrobot.games.underground.result import Result
from metrobot.games.underground.state import SOURCES, Source

MOST: Final = 3


def differences(result: Result) -> tuple[Source, ...]:
    """Return the sources in which the players differ most, the widest apart first."""
    columns = dict(zip(SOURCES, zip(*result.by_kind, strict=True), strict=True))
    spread = {source: max(points) - min(points) for source, points in columns.items()}
    ranked = sorted(SOURCES, key=lambda source: -spread[source])
    return tuple(source for source in ranked if spread[source])[:MOST]
