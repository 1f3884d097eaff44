"""What autocomplete offers: what is possible now, with what it would do."""

from collections.abc import Iterable
from typing import Final

from metrobot.games.metrolijn.board import CardKind
from metrobot.ui.metrolijn.cast import Cast
from metrobot.ui.metrolijn.menus import line_notes, offer, station_hint
from metrobot.ui.metrolijn.ridewords import direction_text, named
from metrobot.ui.metrolijn.steps import AnyDraft, OpenRide, card_of, fullest, now, open_rides
from metrobot.ui.metrolijn.typed import Typed, direction_meant, line_meant, way_code
from metrobot.ui.words.lengths import clipped
from metrobot.ui.words.limits import CHOICE_LIMIT

MOST: Final = 25

Suggestion = tuple[str, str]
"""What the reader sees, and what is filled in."""


def lines(cast: Cast, draft: AnyDraft, text: str) -> list[Suggestion]:
    """Return the lines with an empty window, each with what it would mark."""
    found = dict[str, str]()
    for each in fullest(open_rides(draft)):
        if each.ride.line is not None:
            letter = cast.map.lines[each.ride.line].letter
            found.setdefault(letter, _line(cast, draft, each))
    return _matching(((label, letter) for letter, label in found.items()), text)


def _line(cast: Cast, draft: AnyDraft, each: OpenRide) -> str:
    """Return a line with what choosing it would do."""
    assert each.ride.line is not None  # no free ride is asked for
    notes = ", ".join(line_notes(cast, draft, each))
    return cast.words.say("ml.suggest.line", line=cast.line(each.ride.line), notes=notes)


def ways(cast: Cast, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    """Return both ways round the ring that was typed; nothing for other lines."""
    line = line_meant(cast, draft, typed.line)
    found = [
        (direction_text(cast, now(draft), line, each.direction), way_code(each.direction))
        for each in fullest(open_rides(draft))
        if each.ride.line == line and each.direction is not None
    ]
    return _matching(found, text)


def counts(cast: Cast, draft: AnyDraft, typed: Typed) -> list[tuple[str, int]]:
    """Return how many stations of the typed line can be crossed, all of them first."""
    line = line_meant(cast, draft, typed.line)
    way = (line, direction_meant(cast, draft, line, typed.direction))
    return [
        (clipped(_count(cast, each), CHOICE_LIMIT), len(each.ride.marked))
        for each in open_rides(draft)
        if each.way == way
    ]


def _count(cast: Cast, each: OpenRide) -> str:
    """Return a number of stations with their names."""
    marked = each.ride.marked
    if not marked:
        return cast.words.say("ml.suggest.none")
    return cast.words.say("ml.suggest.count", n=len(marked), stations=named(cast, marked))


def stations(cast: Cast, draft: AnyDraft, text: str) -> list[Suggestion]:
    """Return the empty stations that a free ride may cross, those that finish a line first."""
    if card_of(now(draft)).kind is not CardKind.FREE:
        return []
    offered = offer(draft, None)
    found = [
        (cast.station(each.ride.crossed[0]), station_hint(cast, offered, each))
        for each in offered.rides
        if each.ride.crossed
    ]
    labels = (
        (cast.words.say("ml.suggest.station", station=name, notes=notes), name)
        for name, notes in sorted(found, key=lambda pair: (-len(pair[1]), pair[0]))
    )
    return _matching(labels, text)


def _matching(items: Iterable[Suggestion], text: str) -> list[Suggestion]:
    """Return the suggestions that hold what was typed so far, as many as Discord takes."""
    wanted = text.strip().casefold()
    found = [
        (clipped(label, CHOICE_LIMIT), value)
        for label, value in items
        if wanted in label.casefold()
    ]
    return found[:MOST]
