"""Points so far, windows left, and how near the end is."""

from collections.abc import Sequence
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.view import SheetView, View
from metrobot.ui.metrolijn.names import Names

FEW_WINDOWS: Final = 3
"""With so few windows left the end is near."""


def meter(names: Names, view: View) -> str:
    """Return windows left and points so far in one line."""
    words, left = names.words, [sheet.windows_left for sheet in view.sheets]
    points = ", ".join(
        words.say("ml.meter.points", name=names.name(sheet.seat), points=sheet.count.earned)
        for sheet in view.sheets
    )
    if len(set(left)) == 1:
        key = "ml.meter" if len(left) > 1 else "ml.meter.alone"
        return words.say(key, n=left[0], points=points)
    each = ", ".join(
        words.say("ml.meter.windows", name=names.name(Seat(seat)), n=n)
        for seat, n in enumerate(left)
    )
    return words.say("ml.meter.each", windows=each, points=points)


def score_line(names: Names, sheet: SheetView) -> str:
    """Return how a player stands: points by kind, empty stations, windows."""
    count, words = sheet.count, names.words
    return words.say(
        "ml.status.player",
        name=names.name(sheet.seat),
        score=count.score,
        lines=count.lines,
        transfers=count.transfers,
        empty=count.empty,
        minus=words.signed(-count.minus),
        windows=sheet.windows_left,
    )


def rest(names: Names, view: View, fresh: Sequence[Seat] | None = None) -> tuple[str, ...]:
    """Return how near the end is, if it is near, and who is through.

    Args:
        names: the people.
        view: of now.
        fresh: who alone is told to be through; None: all who are.
    """
    left = [sheet.windows_left for sheet in view.sheets]
    warnings = list[str]()
    if 0 < max(left) <= FEW_WINDOWS:
        warnings.append(names.words.count("ml.warning.windows", max(left)))
    through = [Seat(n) for n, windows in enumerate(left) if not windows] if fresh is None else fresh
    if through and any(left):
        listed = names.people(through)
        warnings.append(names.words.count("ml.warning.through", len(through), names=listed))
    return tuple(warnings)
