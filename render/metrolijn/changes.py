"""What a round changed on the sheets."""

from dataclasses import dataclass

from metrobot.games.metrolijn.board import Line, Station
from metrobot.games.metrolijn.view import SheetView


@dataclass(frozen=True, slots=True)
class Changes:
    """What is new on one sheet.

    Attributes:
        marked: stations marked since.
        windows: lines with a window filled since, and how many.
        finished: lines finished since.
    """

    marked: frozenset[Station] = frozenset()
    windows: tuple[tuple[Line, int], ...] = ()
    finished: tuple[Line, ...] = ()


NOTHING = Changes()


def changes(before: SheetView, after: SheetView) -> Changes:
    """Return what is new on a sheet since an earlier view of it."""
    counts = [len(b) - len(a) for a, b in zip(before.windows, after.windows, strict=True)]
    earned = zip(before.line_points, after.line_points, strict=True)
    return Changes(
        marked=after.marked - before.marked,
        windows=tuple((Line(ix), count) for ix, count in enumerate(counts) if count),
        finished=tuple(
            Line(ix) for ix, (old, new) in enumerate(earned) if old is None and new is not None
        ),
    )
