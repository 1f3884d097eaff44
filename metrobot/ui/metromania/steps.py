"""One open choice of a draft in words, with what it would do at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from metrobot.games.metromania.actions import Dig, PlaceStation
from metrobot.games.metromania.geometry import GATE_OF, TOUCHING, Point
from metrobot.games.metromania.summary import Effect
from metrobot.games.metromania.view import View
from metrobot.ui.metromania import directions
from metrobot.ui.metromania.names import Names, point


@dataclass(frozen=True, slots=True)
class OpenDig:
    """A tunnel that could be dug now.

    Attributes:
        index: among the plan's options.
        dig: the tunnel.
        effect: what it would do.
    """

    index: int
    dig: Dig
    effect: Effect


@dataclass(frozen=True, slots=True)
class OpenStation:
    """An intermediate station that could be placed now.

    Attributes:
        index: among the plan's options.
        station: where.
        effect: what it would do.
    """

    index: int
    station: PlaceStation
    effect: Effect


@dataclass(frozen=True, slots=True)
class OpenChoices:
    """All that is open in a draft, sorted by kind.

    Attributes:
        digs: tunnels of lines that are started.
        starts: first tunnels of lines.
        stations: intermediate stations.
        end: index of the choice that stops, passes or declines; None: not open.
    """

    digs: tuple[OpenDig, ...]
    starts: tuple[OpenDig, ...]
    stations: tuple[OpenStation, ...]
    end: int | None


def open_choices(options: Sequence[Effect]) -> OpenChoices:
    """Return a plan's options, sorted by kind."""
    digs, starts = list[OpenDig](), list[OpenDig]()
    stations, end = list[OpenStation](), None
    for index, effect in enumerate(options):
        match effect.action:
            case Dig() as dig:
                kind = starts if dig.start in GATE_OF else digs
                kind.append(OpenDig(index, dig, effect))
            case PlaceStation() as station:
                stations.append(OpenStation(index, station, effect))
            case _:
                end = index
    return OpenChoices(tuple(digs), tuple(starts), tuple(stations), end)


def dig_label(names: Names, step: OpenDig) -> list[str]:
    """Return a tunnel as parts of a label: where to, what it places, what it makes."""
    words, effect = names.words, step.effect
    parts = [place_label(names, step.dig)]
    if effect.placed is not None:
        parts.append(words.say("mm.label.places", letter=effect.placed.letter))
    if effect.built:
        count, points = len(effect.built), words.signed(effect.points)
        parts.append(words.count("mm.label.stations", count, points=points))
    return parts


def place_label(names: Names, dig: Dig) -> str:
    """Return a tunnel by its end and side, a first or last one by its gate."""
    if dig.start in GATE_OF:
        return names.words.say("mm.label.start", gate=point(dig.start), point=point(dig.end))
    if dig.end in GATE_OF:
        return names.words.say("mm.label.finish", gate=point(dig.end))
    side = directions.side(names.words, dig.start, dig.end, dig.cell)
    return names.words.say("mm.step.brief", point=point(dig.end), side=side)


def site_label(names: Names, view: View, option: OpenStation) -> list[str]:
    """Return an intermediate station as parts of a label: where, its points, what it touches."""
    at, points = option.station.point, option.effect.points
    touches = [spots_touched(names, view, at)] if points else []
    return [point(at), names.words.signed(points), *touches]


def spots_touched(names: Names, view: View, at: Point) -> str:
    """Return what a station on a point touches: its spots, in words."""
    listed = [view.grounds[cell] for cell in TOUCHING[at]]
    found = [names.ground(ground) for ground in listed if ground is not None]
    return names.words.listed(found) if found else names.words.say("mm.touch.nothing")
