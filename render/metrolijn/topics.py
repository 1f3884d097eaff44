"""Small pictures for the pages of the rules, drawn with the sheet's own layers."""

from dataclasses import replace
from typing import Final

from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import Line, Map, Station, map_named
from metrobot.games.metrolijn.result import SheetCount, minus_of
from metrobot.games.metrolijn.view import View, example_view
from render import theme
from render.boxes import Box, meet
from render.canvas import Canvas
from render.metrolijn import inks
from render.metrolijn.captions import SheetWords
from render.metrolijn.examples import EXAMPLES, FINISHED, Example
from render.metrolijn.labels.map_text import few, letter_box
from render.metrolijn.labels.map_text import spots as letter_spots
from render.metrolijn.labels.names import EDGE
from render.metrolijn.layout import Layout, laid_out
from render.metrolijn.map.ground import NOTHING, Emphasis, Intent, draw_map
from render.metrolijn.panels.rows import Ledger, draw_whole_row
from render.metrolijn.whole import write_title
from render.png import png_of
from render.signs import carried

CELL: Final = 96
SHEET_CELL: Final = 72
BOX: Final = 0.3
LABEL: Final = 0.22
SHEET_LABEL: Final = 0.4
PLAYERS: Final = 2
ROW: Final = 108
GAP: Final = 10
SCORING: Final = "scoring"
TOPICS: Final = (*EXAMPLES, SCORING)
"""Pages of the rules that have a picture."""


def draw_topic(name: str, words: SheetWords) -> bytes:
    """Return the picture of one page of the rules, as PNG.

    Raises:
        KeyError: the page has no picture; see `TOPICS`.
    """
    if name == SCORING:
        return png_of(inks.PALETTE.reduced(_scoring(words)))
    example = EXAMPLES[name]
    layout, view, line = _layout(example), _view(example), _line(example)
    look = Emphasis(intent=_intent(example), lit=(line,), named=_seen(example))
    picture = draw_map(view, view.sheets[0], layout, look)
    window = _window(example, layout)
    picture = carried(picture, picture.crop(window), (-window[0], -window[1]))
    whole = _with_row(picture, view, line) if example.has_row else picture
    return png_of(inks.PALETTE.reduced(whole))


def _layout(example: Example) -> Layout:
    if example.has_row:
        return laid_out(example.map_id, SHEET_CELL, label=SHEET_LABEL, is_chosen=True)
    return laid_out(example.map_id, CELL, box=BOX, label=LABEL, is_chosen=True)


def _with_row(picture: Image.Image, view: View, line: Line) -> Image.Image:
    wide, tall = picture.size
    canvas = Canvas(Image.new("RGB", (wide, tall + ROW + 2 * GAP), theme.PAGE))
    canvas.lay(picture, (0, 0))
    box = (GAP, tall + GAP, wide - GAP, tall + GAP + ROW)
    draw_whole_row(Ledger(canvas, view, view.sheets[0], NOTHING), box, line)
    return canvas.image


def _stations(map_: Map, ids: str) -> frozenset[Station]:
    named = {site.id: Station(ix) for ix, site in enumerate(map_.stations)}
    return frozenset(named[id_] for id_ in ids.split())


def _line(example: Example) -> Line:
    letters = [line.letter for line in map_named(example.map_id).lines]
    return Line(letters.index(example.line))


def _intent(example: Example) -> Intent:
    map_ = map_named(example.map_id)
    numbers = tuple((s, map_.stations[s].lines) for s in _stations(map_, example.number))
    would = _stations(map_, example.would)
    return Intent((_line(example),) if would or numbers else (), would, numbers)


def _view(example: Example) -> View:
    map_, line, intent = map_named(example.map_id), _line(example), _intent(example)
    windows = tuple(tuple(example.windows) if ix == line else () for ix in range(len(map_.lines)))
    crossed = _stations(map_, example.crossed) | intent.crossed
    return example_view(example.map_id, crossed, windows, intent.numbers)


def _window(example: Example, layout: Layout) -> Box:
    """Return the visible part of an example's sheet, in px."""
    map_ = layout.map
    stations = _seen(example)
    spots = [map_.stations[station].at for station in stations]
    left, top, right, bottom = map_.lines[_line(example)].wagon
    spots += [(left, top), (right, bottom)]
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    start, end = (min(xs) - 0.5, min(ys) - 0.5), (max(xs) + 1.9, max(ys) + 0.7)
    width, height = layout.size
    (x0, y0), (x1, y1) = layout.at(start), layout.at(end)
    window = max(0, x0), max(0, y0), min(width, x1), min(height, y1)
    texts = [name.box for name in few(layout, stations, frozenset((_line(example),)))]
    texts += [letter_box(layout, centre) for _, centre in letter_spots(layout)]
    texts += [layout.wagon(line) for line in map_.lines]
    return _whole(window, texts)


def _whole(window: Box, texts: list[Box]) -> Box:
    """Return a window grown until it cuts through no text."""
    left, top, right, bottom = window
    for box in texts:
        if meet(window, box):
            left, top = min(left, box[0] - EDGE), min(top, box[1] - EDGE)
            right, bottom = max(right, box[2] + EDGE), max(bottom, box[3] + EDGE)
    grown = (max(0, left), max(0, top), right, bottom)
    # A window that grew may touch further texts.
    return grown if grown == window else _whole(grown, texts)


def _seen(example: Example) -> frozenset[Station]:
    ids = " ".join((example.crossed, example.would, example.number, example.seen))
    return _stations(map_named(example.map_id), ids)


def _scoring(words: SheetWords) -> Image.Image:
    """Draw the points of the rules' example, with lines that are finished or gone."""
    map_ = map_named("amsterdam")
    letters = [line.letter for line in map_.lines]
    sites = dict(zip(letters, map_.lines, strict=True))
    complete = [sites[letter] for letter, is_done, _ in FINISHED if is_done]
    gone_letters = [letter for letter, _, is_taken in FINISHED if is_taken]
    crossed = frozenset(station for line in complete for station in line.stations)
    windows = tuple(("5", "4") if site in complete else ("4",) for site in map_.lines)
    view = example_view("amsterdam", crossed, windows, gone=gone_letters)
    count = SheetCount(lines=18, transfers=22, empty=9, minus=minus_of(9, PLAYERS))
    view = replace(view, sheets=(replace(view.sheets[0], count=count),))
    canvas = Canvas(Image.new("RGB", (900, 144 + len(FINISHED) * (ROW + GAP)), theme.PAGE))
    title = (10, 10, 890, 134)
    canvas.card(title)
    write_title(canvas, title, view, Seat(0), words, is_final=True)
    ledger = Ledger(canvas, view, view.sheets[0], NOTHING)
    for n, (letter, _, _) in enumerate(FINISHED):
        top = 144 + n * (ROW + GAP)
        box = (10, top, 890, top + ROW)
        draw_whole_row(ledger, box, Line(letters.index(letter)))
    return canvas.image
