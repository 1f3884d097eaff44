"""One open choice of a draft in words, with what it would do at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from metrobot.games.metromania.actions import Dig, PlaceStation
from metrobot.games.metromania.geometry import GATE_OF, TOUCHING, Point
from metrobot.games.metromania.told import Effect
from metrobot.games.metromania.view import View
from metrobot.ui.metromania import compass
from metrobot.ui.metromania.cast import Cast, point


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


def dig_text(cast: Cast, step: OpenDig) -> str:
    """Return a tunnel in words: where to, on which side, on what, what it makes."""
    words, dig = cast.words, step.dig
    if dig.end in GATE_OF:
        where = words.say("mm.step.ends", gate=point(dig.end))
    else:
        where = words.say(
            "mm.step.to",
            direction=compass.direction(words, dig.start, dig.end),
            point=point(dig.end),
            side=compass.side(words, dig.start, dig.end, dig.cell),
        )
    return _with_effects(cast, step, where)


def brief_dig_text(cast: Cast, step: OpenDig) -> str:
    """Return a tunnel in as few words as can be."""
    return _with_effects(cast, step, short_label(cast, step.dig))


def short_label(cast: Cast, dig: Dig) -> str:
    """Return a tunnel by its end and side."""
    if dig.end in GATE_OF:
        return point(dig.end)
    side = compass.side(cast.words, dig.start, dig.end, dig.cell)
    return cast.words.say("mm.step.brief", point=point(dig.end), side=side)


def _with_effects(cast: Cast, step: OpenDig, where: str) -> str:
    """Return a place with what digging there does."""
    effects = effects_of(cast, step)
    if not effects:
        return where
    return cast.words.say("mm.step.effects", where=where, effects=", ".join(effects))


def effects_of(cast: Cast, step: OpenDig) -> list[str]:
    """Return what a tunnel does at once: marker, stations, points."""
    words, found, effect = cast.words, [], step.effect
    if effect.placed is not None:
        spot = cast.ground(effect.placed.spot)
        found.append(words.say("mm.step.places", spot=spot, letter=effect.placed.letter))
    if effect.built:
        where = words.listed([point(built.at) for built in effect.built])
        found.append(words.count("mm.step.makes", len(effect.built), points=where))
        points = effect.points
        found.append(words.signed(points) if points else words.say("mm.step.no_points"))
    return found


def station_text(cast: Cast, view: View, option: OpenStation) -> str:
    """Return an intermediate station in words."""
    return cast.words.say(
        "mm.step.station",
        point=point(option.station.point),
        touches=spots_touched(cast, view, option.station.point),
        points=cast.words.signed(option.effect.points),
    )


def spots_touched(cast: Cast, view: View, at: Point) -> str:
    """Return what a station on a point touches: its spots, in words."""
    names = [view.grounds[cell] for cell in TOUCHING[at]]
    found = [cast.ground(ground) for ground in names if ground is not None]
    return cast.words.listed(found) if found else cast.words.say("mm.touch.nothing")
