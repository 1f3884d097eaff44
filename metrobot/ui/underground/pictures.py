"""Pictures that are still to be drawn, each with its alt text."""

from collections.abc import Sequence
from typing import get_args

from metrobot.engine.errors import Refusal
from metrobot.games.underground.view import View
from metrobot.service.table import Table
from metrobot.ui.frame.sketches import people_of, sketch, stem_of
from metrobot.ui.pages.values import Sketch
from metrobot.ui.underground.alt import board_alt, planner_alt
from metrobot.ui.underground.captions import captions
from metrobot.ui.underground.menus import Shown
from metrobot.ui.underground.parts import PARTS
from metrobot.ui.underground.steps import AnyDraft, drafted, now
from metrobot.ui.underground.topics import PICTURED
from metrobot.ui.underground.turn import Turn, last_turn, turns_from
from metrobot.ui.words.catalogue import Words
from render.png import png
from render.underground.area import Area
from render.underground.board import board as draw_board
from render.underground.changes import Changes, changes
from render.underground.options import PlannerOption
from render.underground.planner import planner as draw_planner
from render.underground.topics import topic as draw_topic
from render.underground.zoom import zoomed as draw_part


def board(table: Table, words: Words, zoom: str | None) -> Sketch:
    """Return the board with the last turn's changes, whole or a part of it."""
    view, done = table.view_for(None), last_turn(table)
    new = turn_changes(done) if done else None
    people, said, alt = people_of(table, words), captions(words), board_alt(table, words)
    if zoom is None:
        return sketch(
            stem_of(table, "board"), alt, lambda: draw_board(view, people, said, changes=new)
        )
    area = _area(zoom)
    name = words.say(dict(PARTS)[area])
    return sketch(
        stem_of(table, f"zoom-{area}"),
        words.say("ou.alt.zoom", part=name, rest=alt),
        lambda: draw_part(view, people, said, area, changes=new),
    )


def board_since(table: Table, words: Words, since: int) -> Sketch:
    """Return the whole board with all changes since the beginning of a turn."""
    view, turns = table.view_for(None), turns_from(table, since)
    used = [trip.route.colours for turn in turns for trip in turn.trips]
    before = turns[0].before if turns else None
    new = changes(before, view, colours=used)
    people, said = people_of(table, words), captions(words)
    return sketch(
        stem_of(table, "since"),
        board_alt(table, words),
        lambda: draw_board(view, people, said, changes=new),
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
    people, options = people_of(table, words), planner_options(look)
    return sketch(
        stem_of(table, "plan"),
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
    return sketch(f"underground-rules-{key}", alt, lambda: draw_topic(key))
