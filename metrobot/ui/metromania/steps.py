"""One open choice of a draft in words, with what it would do at once."""

from dataclasses import dataclass
from typing import Any

from metrobot.engine.actions import Action
from metrobot.engine.draft import Draft
from metrobot.games.metromania.actions import Dig, PlaceStation
from metrobot.games.metromania.geometry import TOUCHING, Cell, Point
from metrobot.games.metromania.view import View
from metrobot.ui.metromania import compass
from metrobot.ui.metromania.cast import Cast, point
from metrobot.ui.metromania.turn import SPOT_GROUNDS, Turn, station_points, turn_of


@dataclass(frozen=True, slots=True)
class OpenDig:
    """A tunnel that could be dug now.

    Attributes:
        index: among the draft's open choices.
        dig: the tunnel.
        turn: what it alone would do.
    """

    index: int
    dig: Dig
    turn: Turn

    @property
    def is_start(self) -> bool:
        """Whether it starts its line."""
        return compass.start_gate(self.dig) is not None


@dataclass(frozen=True, slots=True)
class OpenStation:
    """An intermediate station that could be placed now.

    Attributes:
        index: among the draft's open choices.
        station: where.
    """

    index: int
    station: PlaceStation


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


def now(draft: Draft[Any, View]) -> View:
    """Return the preview that the maker of a draft sees now."""
    return preview(draft, draft.state)


def preview(draft: Draft[Any, View], state: object) -> View:
    """Return what the maker of a draft may see of one of its states."""
    view: View = draft.title.view_for(state, frozenset((draft.seat,)), preview=True)
    return view


def open_choices(draft: Draft[Any, View]) -> OpenChoices:
    """Return the open choices of a draft, sorted by kind."""
    actions = draft.open_choices
    view = now(draft)
    digs = [
        OpenDig(index, action, _tried(draft, view, action))
        for index, action in enumerate(actions)
        if isinstance(action, Dig)
    ]
    stations = tuple(
        OpenStation(index, action)
        for index, action in enumerate(actions)
        if isinstance(action, PlaceStation)
    )
    ends = [n for n, action in enumerate(actions) if not isinstance(action, Dig | PlaceStation)]
    return OpenChoices(
        digs=tuple(dig for dig in digs if not dig.is_start),
        starts=tuple(dig for dig in digs if dig.is_start),
        stations=stations,
        end=ends[0] if ends else None,
    )


def _tried(draft: Draft[Any, View], view: View, action: Action) -> Turn:
    """Return what one more action would do."""
    after = preview(draft, draft.title.apply(draft.state, draft.seat, action))
    return turn_of(draft.seat, view, after, (action,))


def dig_text(cast: Cast, step: OpenDig) -> str:
    """Return a tunnel in words: where to, on which side, on what, what it makes."""
    words, dig = cast.words, step.dig
    gate = compass.end_gate(dig)
    if gate is not None:
        where = words.say("mm.step.ends", gate=gate.name)
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
    if compass.end_gate(dig) is not None:
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
    words, found = cast.words, []
    if step.dig.letter is not None:
        spot = spot_name(cast, step.turn.before, step.dig.cell)
        found.append(words.say("mm.step.places", spot=spot, letter=step.dig.letter))
    if step.turn.built:
        where = words.listed([point(built.at) for built in step.turn.built])
        found.append(words.count("mm.step.makes", len(step.turn.built), points=where))
        points = step.turn.points
        found.append(words.signed(points) if points else words.say("mm.step.no_points"))
    return found


def spot_name(cast: Cast, view: View, cell: Cell) -> str:
    """Return the type of the spot on a cell."""
    ground = compass.ground_at(view, cell)
    return cast.ground(ground) if ground in SPOT_GROUNDS and ground is not None else ""


def station_text(cast: Cast, view: View, station: PlaceStation) -> str:
    """Return an intermediate station in words."""
    return cast.words.say(
        "mm.step.station",
        point=point(station.point),
        touches=spots_touched(cast, view, station.point),
        points=worth(cast, view, station.point),
    )


def spots_touched(cast: Cast, view: View, at: Point) -> str:
    """Return what a station on a point touches: its spots, in words."""
    names = [view.grounds[cell] for cell in TOUCHING[at]]
    found = [cast.ground(ground) for ground in names if ground is not None]
    return cast.words.listed(found) if found else cast.words.say("mm.touch.nothing")


def worth(cast: Cast, view: View, at: Point) -> str:
    """Return what a new station on a point would bring, signed."""
    return cast.words.signed(station_points(view, at))
