"""What autocomplete offers: what is possible now, with what it would do."""

from metrobot.ui.frame.typed_turns import Suggestion, matching
from metrobot.ui.metrolijn.menus import line_notes, station_hint
from metrobot.ui.metrolijn.ride_text import direction_text, station_list
from metrobot.ui.metrolijn.steps import OpenRide, fullest
from metrobot.ui.metrolijn.typed import Typed, TypedRound, direction_meant, line_meant, way_code
from metrobot.ui.words.discord_limits import CHOICE_LIMIT
from metrobot.ui.words.text_length import clipped


def line_choices(pad: TypedRound, text: str) -> list[Suggestion]:
    """Return the lines with an empty window, each with what it would mark."""
    found = dict[str, str]()
    for each in fullest(pad.rides):
        if each.ride.line is not None:
            label = pad.names.words.say(
                "ml.suggest.line",
                line=pad.names.line(each.ride.line),
                notes=", ".join(line_notes(pad.names, each.ride)),
            )
            found.setdefault(pad.names.map.lines[each.ride.line].letter, label)
    return matching(((label, letter) for letter, label in found.items()), text)


def way_choices(pad: TypedRound, typed: Typed, text: str) -> list[Suggestion]:
    """Return both ways round the ring that was typed; nothing for other lines."""
    line = line_meant(pad, typed.line)
    directions = [each.ride.direction for each in fullest(pad.rides) if each.ride.line == line]
    found = [
        (direction_text(pad.names, line, direction), way_code(direction))
        for direction in directions
        if direction is not None
    ]
    return matching(found, text)


def count_choices(pad: TypedRound, typed: Typed) -> list[tuple[str, int]]:
    """Return how many stations of the typed line can be crossed, all of them first."""
    line = line_meant(pad, typed.line)
    way = (line, direction_meant(pad, line, typed.direction))
    return [
        (clipped(_count(pad, each), CHOICE_LIMIT), len(each.ride.marked))
        for each in pad.rides
        if each.ride.way == way
    ]


def _count(pad: TypedRound, each: OpenRide) -> str:
    """Return a number of stations with their names."""
    words, marked = pad.names.words, each.ride.marked
    if not marked:
        return words.say("ml.suggest.none")
    return words.say("ml.suggest.count", n=len(marked), stations=station_list(pad.names, marked))


def station_choices(pad: TypedRound, text: str) -> list[Suggestion]:
    """Return the empty stations that a free ride may cross, those that finish a line first."""
    found = [
        (pad.names.station(each.ride.crossed[0]), station_hint(pad.names, each.ride))
        for each in pad.rides
        if each.ride.line is None and each.ride.crossed
    ]
    labels = (
        (pad.names.words.say("ml.suggest.station", station=name, notes=notes), name)
        for name, notes in sorted(found, key=lambda pair: (-len(pair[1]), pair[0]))
    )
    return matching(labels, text)
