"""Pictures that are still to be drawn: what goes into them, and their alt texts."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from metrobot.engine.actors import Seat
from metrobot.engine.errors import Refusal
from metrobot.games.metromania.geometry import SIDE_NAMES
from metrobot.games.metromania.told import Turn
from metrobot.games.metromania.view import View
from metrobot.ui.frame.sketches import sketch
from metrobot.ui.metromania import parts
from metrobot.ui.metromania.alt import board_alt, planner_alt, trip_alt
from metrobot.ui.metromania.captions import captions
from metrobot.ui.metromania.cast import MetroPlan, MetroScene, plain_cast
from metrobot.ui.metromania.ending import ending_of
from metrobot.ui.metromania.hand import hand_alt
from metrobot.ui.metromania.steps import OpenDig, OpenStation
from metrobot.ui.pages.values import Sketch
from metrobot.ui.words.catalogue import Words
from render.metromania.area import Area, around, district
from render.metromania.board import board as draw_board
from render.metromania.changes import NOTHING, Changes, Played, changes
from render.metromania.hands import hand as draw_hand
from render.metromania.options import Option, PlannerOption, StationOption
from render.metromania.tall import tall_board as draw_tall
from render.metromania.topics import topic as draw_topic
from render.metromania.trips import trip as draw_trip
from render.metromania.zoom import draft as draw_draft
from render.metromania.zoom import zoomed as draw_part
from render.png import png


def board(scene: MetroScene, words: Words, zoom: str | None) -> Sketch:
    """Return the board with the last turn's changes, whole or a part of it."""
    if zoom is None:
        return _whole_board(scene, words, "board", _last_changes(scene))
    view, new = scene.view, _last_changes(scene)
    said, area = captions(words), _area(view, zoom)
    return sketch(
        scene.file(f"zoom-{zoom}"),
        _zoom_alt(scene, words, zoom),
        partial(draw_part, view, scene.names, said, area, changes=new),
    )


def board_since(
    scene: MetroScene, turns: Sequence[Turn], words: Words, what: str = "since"
) -> Sketch:
    """Return the whole board with all changes of some turns."""
    new = changes(turns[0].before, turns[-1].after, _played(turns[-1])) if turns else NOTHING
    return _whole_board(scene, words, what, new, turns)


def closing_board(scene: MetroScene, words: Words, turns: Sequence[Turn] = ()) -> Sketch:
    """Return the board of a game just over, its final count not yet told."""
    scene = replace(scene, view=replace(scene.view, result=None))
    if len(turns) > 1:
        return board_since(scene, turns, words, "end")
    return _whole_board(scene, words, "end", _last_changes(scene))


def _whole_board(
    scene: MetroScene,
    words: Words,
    what: str,
    new: Changes | None,
    turns: Sequence[Turn] = (),
) -> Sketch:
    """Return the whole board with some changes; tall for one person who plays."""
    said, ending = captions(words), ending_of(scene.view, words, scene.ended)
    draw = draw_tall if scene.seats else draw_board
    drawn = partial(draw, scene.view, scene.names, said, changes=new, ending=ending)
    return sketch(scene.file(what), board_alt(scene, words, turns), drawn)


def view_picture(view: View, names: Sequence[str], words: Words) -> bytes:
    """Return the PNG of a view alone, nothing of it marked as new."""
    ending = ending_of(view, words, None)
    return png(draw_board(view, tuple(names), captions(words), ending=ending))


def _last_changes(scene: MetroScene) -> Changes | None:
    """Return what the last turn changed."""
    last = scene.last
    if last is None:
        return None
    return changes(last.before, last.after, _played(last, is_watched=scene.is_watched))


def _played(turn: Turn, *, is_watched: bool = False) -> Played | None:
    """Return who played in a turn, and what it made."""
    return None if turn.seat is None else Played(turn.seat, turn.points, is_watched)


def _area(view: View, zoom: str) -> Area:
    """Return the part of the city with this key.

    Raises:
        Refusal: there is none that this observer may ask for.
    """
    if zoom.upper() in SIDE_NAMES:
        return district(zoom.upper())
    ends = parts.line_end(view, zoom)
    if ends is None:
        raise Refusal("mm.zoom.unknown")
    return around((ends,), 2)


def _zoom_alt(scene: MetroScene, words: Words, zoom: str) -> str:
    """Return the alt text of a part of the board."""
    names = {part.key: part.label for part in parts.zooms(plain_cast(scene, words), scene.view)}
    return words.say("mm.alt.zoom", part=names[zoom], rest=board_alt(scene, words))


def planner(
    scene: MetroScene, plan: MetroPlan, words: Words, numbered: Sequence[OpenDig | OpenStation]
) -> Sketch:
    """Return the picture of a draft, with the number of each choice that is shown."""
    options = planner_options(plan.view, numbered)
    drawn = partial(
        draw_draft, plan.turn.before, plan.view, scene.names, captions(words), options=options
    )
    return sketch(scene.file("plan"), planner_alt(words, options), drawn)


def planner_options(view: View, numbered: Sequence[OpenDig | OpenStation]) -> tuple[Option, ...]:
    """Return what is numbered on the picture."""
    seat = view.to_act
    if seat is None:
        return ()
    return tuple(_option(seat, n, each) for n, each in enumerate(numbered, start=1))


def _option(seat: Seat, number: int, open_choice: OpenDig | OpenStation) -> Option:
    """Return one choice as the picture shows it."""
    is_harmful = bool(open_choice.effect.risks)
    if isinstance(open_choice, OpenStation):
        place = open_choice.station
        return StationOption(number, seat, place.line, place.point, is_harmful)
    dig, built = open_choice.dig, open_choice.effect.built
    made = tuple(station.at for station in built)
    return PlannerOption(
        number, seat, dig.line, dig.start, dig.end, dig.cell, dig.letter, made, is_harmful
    )


def hand(scene: MetroScene, words: Words) -> Sketch:
    """Return the picture of the reader's destinations."""
    view, said = scene.view, captions(words)
    return sketch(
        scene.file("hand"),
        hand_alt(plain_cast(scene, words), view),
        partial(draw_hand, view, scene.names, said, view.seats),
    )


def trip(scene: MetroScene, words: Words, index: int) -> Sketch:
    """Return the picture of the routes of one trip, 0 for Monday to 6 for Sunday."""
    view, said = scene.public, captions(words)
    assert view.result is not None, "the game is over"
    done = view.result.trips[index]
    return sketch(
        scene.file(f"trip-{done.trip.lower()}"),
        trip_alt(plain_cast(scene, words), done),
        partial(draw_trip, view, scene.names, said, index),
    )


def topic(key: str, alt: str, words: Words) -> Sketch:
    """Return the small picture of a page of the rules that has one."""
    said = captions(words)
    return sketch(f"metromania-rules-{key}", alt, partial(draw_topic, key, said))
