"""Pictures that are still to be drawn, each with its alt text."""

from collections.abc import Callable, Sequence
from typing import get_args

from PIL import Image

from metrobot.engine.errors import Refusal
from metrobot.games.underground.view import View
from metrobot.service.table import Table
from metrobot.ui.front import Sketch
from metrobot.ui.pages import ALT_LIMIT, clipped
from metrobot.ui.underground.alt import board_alt, planner_alt
from metrobot.ui.underground.captions import captions
from metrobot.ui.underground.menus import Shown
from metrobot.ui.underground.parts import PARTS
from metrobot.ui.underground.steps import AnyDraft, drafted, now
from metrobot.ui.underground.topics import PICTURED
from metrobot.ui.underground.turn import Turn, last_turn
from metrobot.ui.words import Words
from render.png import png
from render.underground.area import Area
from render.underground.board import board as draw_board
from render.underground.changes import Changes, changes
from render.underground.options import PlannerOption
from render.underground.planner import planner as draw_planner
from render.underground.topics import topic as draw_topic
from render.underground.zoom import zoomed as draw_part


def _sketch(stem: str, alt: str, draw: Callable[[], Image.Image]) -> Sketch:
    """Return a picture that is drawn when it is asked for."""
    return Sketch(stem=stem, alt=clipped(alt, ALT_LIMIT), draw=lambda: png(draw()))


def _people(table: Table) -> tuple[str, ...]:
    """Return the players' names as they are: the pictures make them safe."""
    return tuple(person.name for person in table.people)


def _stem(table: Table, what: str) -> str:
    """Return a file name that tells nothing but the game and the revision."""
    return f"underground-{table.id}-{table.revision}-{what}"


def board(table: Table, words: Words, zoom: str | None) -> Sketch:
    """Return the board with the last turn's changes, whole or a part of it."""
    view, done = table.view_for(None), last_turn(table)
    new = turn_changes(done) if done else None
    people, said, alt = _people(table), captions(words), board_alt(table, words)
    if zoom is None:
        return _sketch(
            _stem(table, "board"), alt, lambda: draw_board(view, people, said, changes=new)
        )
    area = _area(zoom)
    name = words.say(dict(PARTS)[area])
    return _sketch(
        _stem(table, f"zoom-{area}"),
        words.say("ou.alt.zoom", part=name, rest=alt),
        lambda: draw_part(view, people, said, area, changes=new),
    )


def _area(zoom: str) -> Area:
    """Return the part of the map with this key.

    Raises:
        Refusal: there is none.
    """
    for area in get_args(Area):
        if area == zoom.lower():
            found: Area = area
            return found
    raise Refusal("ou.zoom.unknown")


def turn_changes(turn: Turn) -> Changes:
    """Return what a turn, or a part of it, has changed."""
    colours = [trip.route.colours for trip in turn.trips]
    return changes(turn.before, turn.after, colours=colours)


def view_picture(view: View, names: Sequence[str], words: Words) -> bytes:
    """Return the PNG of a view alone, nothing of it marked as new."""
    return png(draw_board(view, tuple(names), captions(words)))


def planner(table: Table, words: Words, draft: AnyDraft, look: Shown) -> Sketch:
    """Return the picture of a draft, with the number of each link that is offered."""
    view, said, new = now(draft), captions(words), turn_changes(drafted(draft))
    people, options = _people(table), planner_options(look)
    return _sketch(
        _stem(table, "plan"),
        planner_alt(words, look.pieces),
        lambda: draw_planner(view, people, said, options, changes=new),
    )


def planner_options(look: Shown) -> tuple[PlannerOption, ...]:
    """Return what is numbered on the picture."""
    return tuple(
        PlannerOption(n, piece.action.colour, piece.action.link, piece.cost)
        for n, piece in enumerate(look.pieces, start=1)
    )


def topic(words: Words, key: str) -> Sketch | None:
    """Return the small picture of a page of the rules, where there is one."""
    if key not in PICTURED:
        return None
    alt = words.say(PICTURED[key])
    return _sketch(f"underground-rules-{key}", alt, lambda: draw_topic(key))
