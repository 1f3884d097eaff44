"""Small pictures for the pages of the rules, drawn with the board's own layers."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Final

from PIL import Image

from metrobot.games.underground.board import (
    COLOUR_NAMED,
    COLOURS,
    LINK_BETWEEN,
    STATION_NAMED,
    Colour,
    Link,
    Station,
)
from metrobot.games.underground.forecast import likely_trips, sure_legs
from metrobot.games.underground.view import View, example_view
from render import theme
from render.canvas import Canvas
from render.text.lettering import least_size
from render.underground.board import Scene, draw_map, draw_names
from render.underground.captions import Captions
from render.underground.changes import Changes, NewStretch, PlannerOption
from render.underground.examples import EXAMPLES, Example
from render.underground.glyphs import number_stamp
from render.underground.grid import Grid, link_ends, window_for
from render.underground.inks import PALETTE
from render.underground.labels.plates import Sort
from render.underground.map.discs import RIM, draw_costs_of, spread
from render.underground.map.ground import draw_ground
from render.underground.panels.outlook import draw_ways

SIZE: Final = (1200, 800)
SCALES: Final = tuple(range(230, 80, -10))
"""Possible pitches in px, the largest first."""
UNIT: Final = round(least_size(SIZE[0]) * 1.15)
"""Size of the letters."""
POINT: Final = 0.14
"""Radius of the disc of a point, in pitches."""
TOPICS: Final = tuple(EXAMPLES)
"""Pages of the rules that have a picture."""


def draw_topic(name: str, captions: Captions) -> Image.Image:
    """Return the picture of one page of the rules.

    Raises:
        KeyError: the page has no picture; see `TOPICS`.
    """
    example = EXAMPLES[name]
    window = _stations(*example.around, *example.open_cards, example.passenger)
    grid = window_for(_ends(example) | window, SIZE).grid((0, 0, *SIZE), SCALES)
    box = (-20, -20, SIZE[0] + 20, SIZE[1] + 20)
    canvas, view = Canvas(draw_ground(grid, SIZE, box)), _view(example)
    changes = Changes((NewStretch(pieces=_pieces(example.new), trips=likely_trips(view)),))
    options = tuple(_offers(example))
    scene = Scene((4, 4, SIZE[0] - 4, SIZE[1] - 4), changes, options)
    map_style = draw_map(canvas, grid, view, scene, UNIT)
    draw_costs_of(canvas, spread(grid, map_style.room, view, options, UNIT))
    for box in draw_ways(canvas, grid, sure_legs(view), UNIT, captions):
        map_style.room.put(box)
    for station in example.enclosed:
        map_style.room.disc(_point_at(grid, station), grid.part(POINT) * RIM)
    further = sorted(_ends(example) | _stations(*example.enclosed, example.passenger))
    sorts = dict.fromkeys(view.open_cards, Sort.OPEN) | dict.fromkeys(further, Sort.NAMED)
    draw_names(canvas, grid, map_style, sorts, UNIT)
    for station in example.enclosed:
        centre, radius = _point_at(grid, station), grid.part(POINT)
        canvas.stamp(number_stamp(radius, theme.GOOD), *centre)
        canvas.letter(centre, "+1", round(radius * 1.1), theme.CARD)
    return PALETTE.reduced(canvas.image)


def _stations(*names: str) -> set[Station]:
    return {STATION_NAMED[name] for name in names if name}


def _ends(example: Example) -> set[Station]:
    links = {link for _, link in _pieces(example.lines) | _pieces(example.new)}
    links |= {option.link for option in _offers(example)}
    return {end for link in links for end in link_ends(link)}


def _links(run: str) -> Iterator[Link]:
    for a, b in pairwise(run.split()):
        yield LINK_BETWEEN[frozenset((STATION_NAMED[a], STATION_NAMED[b]))]


def _pieces(runs: Mapping[str, Iterable[str]]) -> frozenset[tuple[Colour, Link]]:
    return frozenset(
        (COLOUR_NAMED[name], link)
        for name, several in runs.items()
        for run in several
        for link in _links(run)
    )


def _offers(example: Example) -> Iterator[PlannerOption]:
    for number, (name, a, b, tokens) in enumerate(example.offers, start=1):
        (link,) = _links(f"{a} {b}")
        yield PlannerOption(number, COLOUR_NAMED[name], link, tokens)


def _view(example: Example) -> View:
    pieces = _pieces(example.lines) | _pieces(example.new)
    tracks = [
        frozenset(link for own, link in pieces if own == colour) for colour in range(len(COLOURS))
    ]
    passenger = STATION_NAMED[example.passenger] if example.passenger else None
    open_cards = tuple(STATION_NAMED[name] for name in example.open_cards)
    return example_view(tracks, passenger, open_cards)


def _point_at(grid: Grid, station: str) -> tuple[int, int]:
    """Return the px of the point of an enclosed station."""
    x, y = grid.at(STATION_NAMED[station])
    return x - grid.part(0.3), y - grid.part(0.3)
