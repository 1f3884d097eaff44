"""Points so far, windows left, and how near the end is."""

from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.view import SheetView, View
from metrobot.ui.metrolijn.cast import Cast
from metrobot.ui.metrolijn.sheets import windows_left

FEW_WINDOWS: Final = 3
"""With so few windows left the end is near."""


def meter(cast: Cast, view: View) -> str:
    """Return windows left and points so far in one line."""
    words, left = cast.words, [windows_left(view, sheet.seat) for sheet in view.sheets]
    points = ", ".join(
        words.say("ml.meter.points", name=cast.name(sheet.seat), points=earned(sheet))
        for sheet in view.sheets
    )
    if len(set(left)) == 1:
        key = "ml.meter" if len(left) > 1 else "ml.meter.alone"
        return words.say(key, n=left[0], points=points)
    each = ", ".join(
        words.say("ml.meter.windows", name=cast.name(Seat(seat)), n=n)
        for seat, n in enumerate(left)
    )
    return words.say("ml.meter.each", windows=each, points=points)


def earned(sheet: SheetView) -> int:
    """Return the points for lines and transfers; what is empty counts at the end."""
    return sheet.count.lines + sheet.count.transfers


def score_line(cast: Cast, view: View, sheet: SheetView) -> str:
    """Return how a player stands: points by kind, empty stations, windows."""
    count, words = sheet.count, cast.words
    return words.say(
        "ml.status.player",
        name=cast.name(sheet.seat),
        score=count.score,
        lines=count.lines,
        transfers=count.transfers,
        empty=count.empty,
        minus=words.signed(-count.minus),
        windows=windows_left(view, sheet.seat),
    )


def rest(cast: Cast, view: View, before: View | None = None) -> tuple[str, ...]:
    """Return how near the end is, if it is near, and who is through.

    Args:
        cast: the people.
        view: of now.
        before: tell those alone who were not through by then.
    """
    left: list[int] = [windows_left(view, sheet.seat) for sheet in view.sheets]
    warnings = list[str]()
    if 0 < max(left) <= FEW_WINDOWS:
        warnings.append(cast.words.count("ml.warning.windows", max(left)))
    through = [Seat(n) for n, windows in enumerate(left) if not windows]
    if before is not None:
        through = [seat for seat in through if windows_left(before, seat)]
    if through and any(left):
        names = cast.people(through)
        warnings.append(cast.words.count("ml.warning.through", len(through), names=names))
    return tuple(warnings)
