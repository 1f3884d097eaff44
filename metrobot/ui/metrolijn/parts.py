"""What can be looked at alone: each sheet, and one's own for a phone."""

from collections.abc import Iterator
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.view import View
from metrobot.ui.metrolijn.cast import Cast
from metrobot.ui.pages.values import Zoom

PHONE: Final = "phone"
SHEET: Final = "sheet"


def zooms(cast: Cast, view: View) -> Iterator[Zoom]:
    """Yield the parts that somebody may ask for: their own sheet first."""
    if view.seats:
        yield Zoom(PHONE, cast.words.say("ml.zoom.phone"))
    for seat in sorted(
        (Seat(n) for n in range(len(view.sheets))), key=lambda s: s not in view.seats
    ):
        yield Zoom(f"{SHEET}{seat}", cast.words.say("ml.zoom.sheet", name=cast.name(seat)))


def seat_of(view: View, zoom: str) -> Seat | None:
    """Return whose sheet a part shows, None where there is no such part."""
    if zoom == PHONE:
        return min(view.seats, default=None)
    number = zoom.removeprefix(SHEET)
    if not zoom.startswith(SHEET) or not number.isdecimal() or int(number) >= len(view.sheets):
        return None
    return Seat(int(number))
