"""Pictures that are still to be drawn, each with its alt text."""

from collections.abc import Sequence
from functools import partial
from typing import get_args

from metrobot.engine.actors import Seat
from metrobot.engine.errors import Refusal
from metrobot.games.underground.told import Turn
from metrobot.games.underground.view import View
from metrobot.ui.frame.front import AnyPlan, AnyScene
from metrobot.ui.frame.sketches import sketch
from metrobot.ui.pages.values import Sketch
from metrobot.ui.underground.alt import board_alt, planner_alt
from metrobot.ui.underground.captions import captions
from metrobot.ui.underground.cast import plain_cast
from metrobot.ui.underground.menus import Shown
from metrobot.ui.underground.parts import PARTS
from metrobot.ui.words.catalogue import Words
from render.png import png
from render.underground.area import Area
from render.underground.board import board as draw_board
from render.underground.changes import changes
from render.underground.options import PlannerOption
from render.underground.planner import draft as draw_draft
from render.underground.topics import topic as draw_topic
from render.underground.zoom import zoomed as draw_part


def board(scene: AnyScene, words: Words, zoom: str | None) -> Sketch:
    """Return the board with the last turn's changes, whole or a part of it."""
    if zoom is None:
        turns = () if scene.last is None else (scene.last,)
        return board_since(scene, turns, words, "board")
    area, view, said = _area(zoom), scene.public, captions(words)
    new = changes(() if scene.last is None else (scene.last,))
    name, alt = words.say(dict(PARTS)[area]), board_alt(scene, words)
    return sketch(
        scene.file(f"zoom-{area}"),
        words.say("ou.alt.zoom", part=name, rest=alt),
        partial(draw_part, view, scene.names, said, area, changes=new, own=own_seats(scene)),
    )


def board_since(
    scene: AnyScene, turns: Sequence[Turn], words: Words, stem: str = "since"
) -> Sketch:
    """Return the whole board with all changes of some turns."""
    view, said = scene.public, captions(words)
    new = changes(turns, is_replay=scene.is_watched)
    ended = "" if scene.ended is None else words.day(scene.ended)
    return sketch(
        scene.file(stem),
        board_alt(scene, words, turns),
        partial(
            draw_board, view, scene.names, said, changes=new, own=own_seats(scene), ended=ended
        ),
    )


def own_seats(scene: AnyScene) -> frozenset[Seat]:
    """Return the seats whose lines are drawn wider: the reader's."""
    return scene.seats


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


def view_picture(view: View, names: Sequence[str], words: Words) -> bytes:
    """Return the PNG of a view alone, nothing of it marked as new."""
    return png(draw_board(view, tuple(names), captions(words)))


def planner(scene: AnyScene, words: Words, plan: AnyPlan, look: Shown) -> Sketch:
    """Return the picture of a draft, with the number of each link that is offered."""
    alt, options = planner_alt(plain_cast(scene, words), plan, look.pieces), planner_options(look)
    drawn = partial(draw_draft, plan.turn, plan.view, scene.names, captions(words), options)
    return sketch(scene.file("plan"), alt, drawn)


def planner_options(look: Shown) -> tuple[PlannerOption, ...]:
    """Return what is numbered on the picture: of a first piece, which may go anywhere, the best."""
    pieces = look.on_buttons if look.is_first else look.pieces
    return tuple(
        PlannerOption(n, piece.colour, piece.link, piece.cost, harms=piece.strands)
        for n, piece in enumerate(pieces.values(), start=1)
    )


def topic(key: str, alt: str, words: Words) -> Sketch:
    """Return the small picture of a page of the rules that has one."""
    del words  # only names stand on them, which are the same in every language
    return sketch(f"underground-rules-{key}", alt, partial(draw_topic, key))
