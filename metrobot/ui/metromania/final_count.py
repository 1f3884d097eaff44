"""What a finished game came to, for its last picture."""

from datetime import date
from typing import Final

from metrobot.games.metromania.differences import Differences, differences
from metrobot.games.metromania.result import SUNDAY, WonBy
from metrobot.games.metromania.view import View
from metrobot.ui.words.catalogue import Words
from render.metromania.final_panel import FinalCount

_WON_BY: Final = {
    WonBy.POINTS: "mm.ending.points",
    WonBy.LINES: "mm.ending.lines",
    WonBy.TUNNELS: "mm.ending.tunnels",
    WonBy.NOTHING: "mm.ending.shared",
}


def ending_of(view: View, words: Words, day: date | None) -> FinalCount | None:
    """Return places, what points are made of, what decided and when; None before the count.

    Args:
        view: of the game.
        words: of the reader.
        day: on which it ended; None: not known.
    """
    if view.result is None:
        return None
    found = differences(view.result, [company.player for company in view.companies])
    parts = zip(found.kept, found.trips, strict=True)
    return FinalCount(
        places=found.places,
        parts=tuple(
            words.say("mm.ending.parts", lines=words.number(lines), trips=words.signed(trips))
            for lines, trips in parts
        ),
        decided=(words.say(_WON_BY[view.result.won_by]), *_swing(found, words)),
        day=words.day(day) if day is not None else "",
    )


def _swing(found: Differences, words: Words) -> tuple[str, ...]:
    """Return the trip that parted the players most."""
    if found.swing is None:
        return ()
    trip = words.say("mm.picture.sunday") if found.swing.trip == SUNDAY else found.swing.trip
    return (words.say("mm.ending.trip", trip=trip),)
