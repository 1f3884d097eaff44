"""Small pictures for the pages of the rules, drawn with the board's own layers."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Final

from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.engine.ruleset import Ruleset
from metrobot.games.underground.board import (
    COLOUR_NAMED,
    COLOURS,
    LINK_BETWEEN,
    LINKS,
    STATION_NAMED,
    Colour,
    Link,
    Station,
)
from metrobot.games.underground.forecast import sure_legs, sure_trips
from metrobot.games.underground.state import Phase
from metrobot.games.underground.view import LineView, View
from render import theme
from render.canvas import Canvas
from render.lettering import Weight
from render.underground.area import window_for
from render.underground.board import draw_map
from render.underground.changes import Changes
from render.underground.glyphs import number_stamp
from render.underground.ground import draw_ground
from render.underground.inks import PALETTE
from render.underground.options import PlannerOption
from render.underground.outlook import draw_costs
from render.underground.plan import Plan
from render.underground.planner import draw_tokens
from render.underground.scenes import SCENES, Scene

SIZE: Final = (1200, 800)
LARGEST: Final = 230
TOPICS: Final = tuple(SCENES)
"""The pages of the rules that have a picture."""


def topic(name: str) -> Image.Image:
    """Return the picture of one page of the rules.

    Raises:
        KeyError: it has no picture; see `TOPICS`.
    """
    scene = SCENES[name]
    plan = window_for(_seen(scene), SIZE).plan((0, 0, *SIZE), LARGEST)
    box = (-20, -20, SIZE[0] + 20, SIZE[1] + 20)
    canvas, view = Canvas(draw_ground(plan, SIZE, box)), _view(scene)
    changes = Changes(_pieces(scene.new), sure_trips(view))
    options = tuple(_offers(scene))
    draw_map(canvas, plan, view, changes, options)
    draw_costs(canvas, plan, sure_legs(view))
    draw_tokens(canvas, plan, view, options)
    for station in scene.enclosed:
        _point(canvas, plan, STATION_NAMED[station])
    return PALETTE.reduced(canvas.image)


def _seen(scene: Scene) -> set[Station]:
    """Return the stations that must be seen."""
    pieces = _pieces(scene.lines) | _pieces(scene.new)
    links = {link for _, link in pieces} | {option.link for option in _offers(scene)}
    ends = {station for link in links for station in (LINKS[link].a, LINKS[link].b)}
    named = (*scene.around, *scene.open_cards, scene.passenger)
    return ends | {STATION_NAMED[name] for name in named if name}


def _links(run: str) -> Iterator[Link]:
    """Yield the links of a run of stations."""
    for a, b in pairwise(run.split()):
        yield LINK_BETWEEN[frozenset((STATION_NAMED[a], STATION_NAMED[b]))]


def _pieces(runs: Mapping[str, Iterable[str]]) -> frozenset[tuple[Colour, Link]]:
    """Return the pieces of some runs."""
    return frozenset(
        (COLOUR_NAMED[name], link)
        for name, several in runs.items()
        for run in several
        for link in _links(run)
    )


def _offers(scene: Scene) -> Iterator[PlannerOption]:
    """Yield what could be laid."""
    for number, (name, a, b, tokens) in enumerate(scene.offers, start=1):
        (link,) = _links(f"{a} {b}")
        yield PlannerOption(number, COLOUR_NAMED[name], link, tokens)


def _view(scene: Scene) -> View:
    """Return a scene as a view."""
    pieces = _pieces(scene.lines) | _pieces(scene.new)
    return View(
        rules=Ruleset("underground", 5, ()),
        seats=frozenset(),
        symbols=(),
        lines=tuple(_line(Colour(ix), pieces) for ix in range(len(COLOURS))),
        players=(),
        passenger=STATION_NAMED[scene.passenger] if scene.passenger else None,
        open_cards=tuple(STATION_NAMED[name] for name in scene.open_cards),
        pile=0,
        visited=(),
        phase=Phase.BUILD,
        to_act=None,
        turn=0,
        done=0,
        trips=0,
        choices=(),
        result=None,
    )


def _line(colour: Colour, pieces: frozenset[tuple[Colour, Link]]) -> LineView:
    """Return one line of a scene."""
    track = frozenset(link for own, link in pieces if own == colour)
    return LineView(colour, Seat(0), track, COLOURS[colour].pieces - len(track), frozenset())


def _point(canvas: Canvas, plan: Plan, station: Station) -> None:
    """Draw that a station scores a point."""
    x, y = plan.at(station)
    at, radius = (x - plan.part(0.2), y - plan.part(0.2)), plan.part(0.14)
    canvas.stamp(number_stamp(radius, theme.GOOD), *at)
    canvas.text(at, "+1", round(radius * 1.1), ink=theme.CARD, weight=Weight.BOLD, anchor="mm")
