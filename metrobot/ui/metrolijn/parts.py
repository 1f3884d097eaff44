"""What can be looked at alone: half a map with every name, and each sheet."""

from collections.abc import Iterator
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.view import View
from metrobot.ui.metrolijn.names import Names
from metrobot.ui.pages.values import Zoom

HALVES: Final = ("left", "right")
"""Of one's own sheet; for who does not play, of the first one."""
SHEET: Final = "sheet"


def zooms(names: Names, view: View) -> Iterator[Zoom]:
    """Yield the parts that somebody may ask for; one's own sheet as a whole has its button."""
    said = (names.words.say("ml.zoom.left"), names.words.say("ml.zoom.right"))
    for half, name in zip(HALVES, said, strict=True):
        yield Zoom(half, name)
    own = min(view.seats, default=None)
    for seat in map(Seat, range(len(view.sheets))):
        if seat != own and not view.is_alone:
            yield Zoom(f"{SHEET}{seat}", names.words.say("ml.zoom.sheet", name=names.name(seat)))


def seat_of(view: View, zoom: str) -> Seat | None:
    """Return whose sheet a part shows, None where there is no such part."""
    if zoom in HALVES:
        return min(view.seats, default=Seat(0))
    number = zoom.removeprefix(SHEET)
    if not zoom.startswith(SHEET) or not number.isdecimal() or int(number) >= len(view.sheets):
        return None
    return Seat(int(number))
