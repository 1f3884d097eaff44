"""An action on a sheet in one line, done or planned."""

from collections.abc import Iterator, Sequence
from typing import Final

from metrobot.games.metrolijn.board import Line, Station
from metrobot.games.metrolijn.legality import CLOCKWISE
from metrobot.games.metrolijn.summary import LineFinish, Ride
from metrobot.ui.metrolijn.names import Names
from metrobot.ui.metrolijn.steps import towards

MOST_NAMED: Final = 2
"""Most stations that are named one by one."""


def ride_text(names: Names, ride: Ride, *, whole: bool = False) -> str:
    """Return one action: A Noord-Zuidlijn: crosses at Noord and Rokin.

    Args:
        names: the people.
        ride: the action.
        whole: whether to name all stations, however many.
    """
    words = names.words
    if ride.line is None:
        return _free(names, ride.crossed)
    line = names.line(ride.line)
    if ride.number is not None:
        station, value = ride.number
        facts = {"line": line, "station": names.station(station), "value": value}
        place = place_on(names, ride.line, station)
        return words.say("ml.ride.number", points=ride.points, place=place, **facts)
    if not ride.crossed:
        return words.say("ml.ride.nothing", line=line)
    return words.count(
        "ml.ride.crosses",
        len(ride.crossed),
        line=line,
        places=place_list(names, ride.line, ride.crossed),
        stations=station_list(names, ride.crossed, whole=whole),
    )


def with_specials(names: Names, ride: Ride, text: str) -> str:
    """Return an action's text with the special stations that it marked (ML §9.1)."""
    stars = names.words.listed([_star(names, ride, station) for station in ride.specials])
    return names.words.say("ml.round.special", ride=text, stations=stars)


def _star(names: Names, ride: Ride, station: Station) -> str:
    name = names.station(station)
    if ride.line is None:
        return name
    return names.words.say("ml.round.star", station=name, place=place_on(names, ride.line, station))


def _free(names: Names, crossed: Sequence[Station]) -> str:
    if not crossed:
        return names.words.say("ml.ride.free_given_up")
    station = crossed[0]
    stops = [
        names.words.say(
            "ml.ride.place", place=place_on(names, line, station), line=names.map.lines[line].letter
        )
        for line in names.map.lines_at(station)
    ]
    return names.words.say("ml.ride.free", station=names.station(station), places=", ".join(stops))


def place_on(names: Names, line: Line, station: Station) -> int:
    """Return a station's place on a line, counted from the wagon: 1 is the first.

    It helps to find the station where a picture has no room for its name.
    """
    return names.map.lines[line].stations.index(station) + 1


def place_list(names: Names, line: Line, stations: Sequence[Station]) -> str:
    """Return the places of stations on a line: 4–7, or 4, 6–7, or 1, 16–15."""
    rows = list[list[int]]()
    for place in (place_on(names, line, station) for station in stations):
        if rows and place - rows[-1][-1] in _steps(rows[-1]):
            rows[-1].append(place)
        else:
            rows.append([place])
    return ", ".join("–".join(map(str, dict.fromkeys((row[0], row[-1])))) for row in rows)


def _steps(row: Sequence[int]) -> tuple[int, ...]:
    """Return the possible differences to a row's next place: 1 or -1, once known only one."""
    return (1, -1) if len(row) == 1 else (row[1] - row[0],)


def station_list(names: Names, stations: Sequence[Station], *, whole: bool = False) -> str:
    """Return stations by name; if there are many, only the first and the last."""
    if whole or len(stations) <= MOST_NAMED:
        return names.stations(stations)
    first, last = names.station(stations[0]), names.station(stations[-1])
    return names.words.say("ml.ride.to", first=first, last=last)


def direction_text(names: Names, line: Line, direction: int) -> str:
    """Return a way round a ring: clockwise, towards Jungfernheide."""
    key = "ml.way.clockwise" if direction == CLOCKWISE else "ml.way.counter"
    return names.words.say(key, station=names.station(towards(names.map, line, direction)))


def finishing_texts(names: Names, lines: Sequence[LineFinish]) -> Iterator[str]:
    """Yield the lines that are finished, each with its points."""
    for finish in lines:
        key = "ml.finishes.first" if finish.pay.is_first else "ml.finishes.later"
        yield names.words.count(key, finish.pay.points, line=names.line(finish.line))


def finishing_brief(names: Names, lines: Sequence[LineFinish]) -> str:
    """Return the letters of the lines that are finished, and their points together."""
    letters = ", ".join(names.map.lines[finish.line].letter for finish in lines)
    points = names.words.signed(sum(finish.pay.points for finish in lines))
    return names.words.say("ml.finishes.brief", lines=letters, points=points)
