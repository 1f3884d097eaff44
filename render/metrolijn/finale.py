"""The picture of the end: the winner, the parts of each score, and the winning sheet."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from PIL import Image

from metrobot.games.metrolijn.result import WonBy
from metrobot.games.metrolijn.view import View
from render import theme
from render.banner import BannerPlayer, draw_banner
from render.boxes import Box
from render.canvas import Canvas
from render.metrolijn import glyphs, inks
from render.metrolijn.captions import SheetWords
from render.metrolijn.inset import Inset
from render.metrolijn.layout import Layout
from render.metrolijn.map.ground import draw_ground, kept
from render.metrolijn.map.sheet import Emphasis, draw_marked
from render.metrolijn.panels.person import PAD, WIDE, Person, people_of
from render.metrolijn.panels.tally import Entry, draw_tally, tally_height
from render.metrolijn.sheets import GAP, HEAD, MAP
from render.metrolijn.whole import TALLEST, phone_layout
from render.png import png_of
from render.text.lettering import Weight, with_minus

TITLE: Final = 56
"""Px above the winning sheet for its owner's name, unless one person played alone."""


def draw_count(view: View, names: Sequence[str], words: SheetWords, *, date: str = "") -> bytes:
    """Return the winner, the parts of each score and the best sheet, as PNG.

    Args:
        view: view of a game that is over, or of one counted now.
        names: names of the players, in the order of their seats.
        words: words in the reader's language.
        date: date of the game's end, in the reader's language; empty: none.
    """
    people = _by_place(people_of(view, names, words))
    layout = _layout(people)
    is_special = bool(view.rules["special"])
    ground = partial(_ground, layout, len(people), is_special=is_special)
    canvas = Canvas(kept.fresh(("count", layout, len(people), is_special), ground))
    _draw_winner(canvas, (GAP, GAP, WIDE - GAP, GAP + HEAD), people, date)
    draw_tally(canvas, _tally(len(people)), people, _legend(words))
    _draw_best(canvas, layout, people)
    return png_of(inks.PALETTE.reduced(canvas.image))


def _by_place(people: list[Person]) -> list[Person]:
    """Return people with their places, the best first; equal ones share a place."""
    placed = zip(people, people[0].view.places, strict=True)
    return sorted((replace(each, place=at) for each, at in placed), key=lambda each: each.place)


def _tally(people: int) -> Box:
    return GAP, HEAD + 2 * GAP, WIDE - GAP, HEAD + 2 * GAP + tally_height(people)


def _layout(people: Sequence[Person]) -> Layout:
    """Return the layout of the winning sheet, in the room left by the bars."""
    room = TALLEST - _tally(len(people))[3] - _title(len(people)) - 2 * GAP
    return phone_layout(str(people[0].view.rules["map"]), min(MAP, room))


def _ground(layout: Layout, people: int, *, is_special: bool) -> Image.Image:
    tally = _tally(people)
    top = tally[3] + GAP
    size = (WIDE, top + _title(people) + layout.size[1] + GAP)
    canvas = Canvas(Image.new("RGB", size, theme.PAGE))
    canvas.card(tally)
    canvas.box((0, top, WIDE, size[1] - GAP), inks.MAP)
    draw_ground(_map_in(canvas, layout, people), layout, is_special=is_special)
    return canvas.image


def _map_in(canvas: Canvas, layout: Layout, people: int) -> Canvas:
    top = _tally(people)[3] + GAP + _title(people)
    return Inset(canvas.image, (WIDE - layout.size[0]) // 2, top)


def _title(people: int) -> int:
    """Return the px of the title above the sheet."""
    return TITLE if people > 1 else 0


def _draw_best(canvas: Canvas, layout: Layout, people: Sequence[Person]) -> None:
    """Draw the sheet of the winner, or of the first of several, with their name."""
    best = people[0]
    # Alone, the banner and the bars already have the name.
    if not best.view.is_alone:
        _write_best(canvas, best, _tally(len(people))[3] + GAP + TITLE // 2)
    draw_marked(_map_in(canvas, layout, len(people)), best.view, best.sheet, layout, Emphasis())


def _write_best(canvas: Canvas, best: Person, y: int) -> None:
    """Write the name of the sheet's owner, with a medal for a winner."""
    x = GAP + PAD
    if best.view.has_won(best.sheet.seat):
        canvas.stamp(glyphs.medal_stamp(20), x + 20, y)
        x += 52
    canvas.text((x, y), best.name, 34, weight=Weight.BOLD, anchor="lm", room=WIDE - x - PAD)


def _legend(words: SheetWords) -> tuple[Entry, ...]:
    points = glyphs.points_stamp(14, inks.BOX, theme.INK, is_first=True)
    number = glyphs.written_stamp(14, inks.FILLED, "+", 26)
    empty = glyphs.filled_stamp(14, inks.BOX, theme.INK)
    return (((points,), words.lines), ((number,), words.transfers), ((empty,), words.empty))


def _draw_winner(canvas: Canvas, box: Box, people: Sequence[Person], date: str) -> None:
    """Draw the winners' names, the parts of the score or the tie-break, and the date."""
    best, words, result = people[0], people[0].words, people[0].view.result
    count = best.sheet.count
    won = f"{words.lines} {count.lines}", f"{words.transfers} +{count.transfers}"
    parts: tuple[str, ...] = (*won, f"{words.empty} \N{MINUS SIGN}{count.minus}")
    if result is not None and result.won_by is WonBy.EMPTY:
        parts = (f"{words.fewest}: {count.empty}",)
    winners = [person for person in people if person.place == 1]
    word = words.over if best.view.is_alone else words.winner
    small, names = (
        "  ·  ".join(filter(None, (word, *parts, date))),
        ", ".join(person.name for person in winners),
    )
    is_one = best.is_coloured and len(winners) == 1
    ground = best.colour if is_one else theme.INK
    ink = theme.COMPANY_INKS[best.sheet.seat] if is_one else theme.CARD
    said = f"{with_minus(count.score)}  {names}"
    draw_banner(canvas, box, 26, BannerPlayer(said, small, ground, ink))
