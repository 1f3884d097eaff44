"""What somebody did, or would do, on their sheet: in one line."""

from collections.abc import Iterator, Sequence
from typing import Final

from metrobot.games.metrolijn.board import Line, Station
from metrobot.games.metrolijn.riding import CLOCKWISE
from metrobot.games.metrolijn.told import Ending, Ride
from metrobot.ui.metrolijn.cast import Cast
from metrobot.ui.metrolijn.steps import towards

MOST_NAMED: Final = 3
"""So many stations are named one by one."""


def ride_text(cast: Cast, ride: Ride, *, whole: bool = False) -> str:
    """Return what one action did: A Noord-Zuidlijn: crosses at Noord and Rokin.

    Args:
        cast: the people.
        ride: what was done.
        whole: name all stations, however many.
    """
    words = cast.words
    if ride.line is None:
        return _free(cast, ride.crossed)
    line = cast.line(ride.line)
    if ride.number is not None:
        station, value = ride.number
        facts = {"line": line, "station": cast.station(station), "value": value}
        return words.say("ml.ride.number", points=ride.points, **facts)
    if not ride.crossed:
        return words.say("ml.ride.nothing", line=line)
    return words.count(
        "ml.ride.crosses",
        len(ride.crossed),
        line=line,
        stations=named(cast, ride.crossed, whole=whole),
    )


def with_specials(cast: Cast, ride: Ride, said: str) -> str:
    """Return what was done with the special stations that it met, if it met any (ML §9.1)."""
    if not ride.specials:
        return said
    return cast.words.say("ml.round.special", ride=said, stations=cast.stations(ride.specials))


def _free(cast: Cast, crossed: Sequence[Station]) -> str:
    """Return what a free ride did."""
    if not crossed:
        return cast.words.say("ml.ride.free_given_up")
    return cast.words.say("ml.ride.free", station=cast.station(crossed[0]))


def named(cast: Cast, stations: Sequence[Station], *, whole: bool = False) -> str:
    """Return stations by name; of many only the first and the last."""
    if whole or len(stations) <= MOST_NAMED:
        return cast.stations(stations)
    first, last = cast.station(stations[0]), cast.station(stations[-1])
    return cast.words.say("ml.ride.to", first=first, last=last)


def direction_text(cast: Cast, line: Line, direction: int) -> str:
    """Return a way round a ring: clockwise, towards Jungfernheide."""
    key = "ml.way.clockwise" if direction == CLOCKWISE else "ml.way.counter"
    return cast.words.say(key, station=cast.station(towards(cast.map, line, direction)))


def finishing_texts(cast: Cast, lines: Sequence[Ending]) -> Iterator[str]:
    """Yield the lines that are finished, each with its points."""
    for each in lines:
        key = "ml.finishes.first" if each.pay.is_first else "ml.finishes.later"
        yield cast.words.count(key, each.pay.points, line=cast.line(each.line))


def finishing_brief(cast: Cast, lines: Sequence[Ending]) -> str:
    """Return the letters of the lines that are finished, and the points of all together."""
    letters = ", ".join(cast.map.lines[each.line].letter for each in lines)
    points = cast.words.signed(sum(each.pay.points for each in lines))
    return cast.words.say("ml.finishes.brief", lines=letters, points=points)
