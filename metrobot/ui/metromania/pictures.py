"""Pictures that are still to be drawn: what goes into them, and their alt texts."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from metrobot.engine.draft import Draft
from metrobot.engine.errors import Refusal
from metrobot.games.metromania.geometry import SIDE_NAMES
from metrobot.games.metromania.view import View
from metrobot.service.table import PlayerId, Table
from metrobot.ui.frame.sketches import people_of, sketch, stem_of
from metrobot.ui.metromania import parts
from metrobot.ui.metromania.alt import board_alt, planner_alt, trip_alt
from metrobot.ui.metromania.captions import captions
from metrobot.ui.metromania.cast import plain_cast
from metrobot.ui.metromania.hand import hand_alt
from metrobot.ui.metromania.planner import numbers
from metrobot.ui.metromania.steps import OpenChoices, now, preview
from metrobot.ui.metromania.topics import PICTURED
from metrobot.ui.metromania.turn import last_turn
from metrobot.ui.pages.values import Sketch
from metrobot.ui.words.catalogue import Words
from render.metromania.area import Area, around, district
from render.metromania.board import board as draw_board
from render.metromania.changes import Changes, changes
from render.metromania.hands import hand as draw_hand
from render.metromania.options import Option, PlannerOption, StationOption
from render.metromania.topics import topic as draw_topic
from render.metromania.trips import trip as draw_trip
from render.metromania.zoom import planner as draw_planner
from render.metromania.zoom import zoomed as draw_part
from render.png import png


def board(table: Table, words: Words, viewer: PlayerId | None, zoom: str | None) -> Sketch:
    """Return the board with the last turn's changes, whole or a part of it."""
    view, new = table.view_for(viewer), last_changes(table)
    people, said = people_of(table, words), captions(words)
    if zoom is None:
        return _whole_board(table, words, view, "board")
    area = _area(view, zoom)
    return sketch(
        stem_of(table, f"zoom-{zoom}"),
        _zoom_alt(table, words, view, zoom),
        lambda: draw_part(view, people, said, area, changes=new),
    )


def board_since(table: Table, words: Words, viewer: PlayerId | None, since: int) -> Sketch:
    """Return the whole board with all changes since the beginning of a turn."""
    view = table.view_for(viewer)
    new = changes(table.before_turn(since), table.view_for(None))
    people, said = people_of(table, words), captions(words)
    return sketch(
        stem_of(table, "since"),
        board_alt(table, words, view),
        lambda: draw_board(view, people, said, changes=new),
    )


def closing_board(table: Table, words: Words) -> Sketch:
    """Return the board of a game just over, its final count not yet told."""
    return _whole_board(table, words, replace(table.view_for(None), result=None), "end")


def _whole_board(table: Table, words: Words, view: View, what: str) -> Sketch:
    """Return the whole board with the last turn's changes."""
    people, said, new = people_of(table, words), captions(words), last_changes(table)
    return sketch(
        stem_of(table, what),
        board_alt(table, words, view),
        lambda: draw_board(view, people, said, changes=new),
    )


def view_picture(view: View, names: Sequence[str], words: Words) -> bytes:
    """Return the PNG of a view alone, nothing of it marked as new."""
    return png(draw_board(view, tuple(names), captions(words)))


def last_changes(table: Table) -> Changes | None:
    """Return what the last turn changed, as everybody may see it."""
    done = last_turn(table)
    return changes(done.before, done.after) if done else None


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


def _zoom_alt(table: Table, words: Words, view: View, zoom: str) -> str:
    """Return the alt text of a part of the board."""
    names = {part.key: part.label for part in parts.zooms(plain_cast(table, words), view)}
    return words.say("mm.alt.zoom", part=names[zoom], rest=board_alt(table, words, view))


def planner(table: Table, words: Words, draft: Draft[Any, View], choices: OpenChoices) -> Sketch:
    """Return the picture of a draft, with the number of each choice."""
    view, said = now(draft), captions(words)
    new = changes(preview(draft, draft.base), view)
    people, options = people_of(table, words), planner_options(view, choices)
    return sketch(
        stem_of(table, "plan"),
        planner_alt(words, options),
        lambda: draw_planner(view, people, said, options, changes=new),
    )


def planner_options(view: View, choices: OpenChoices) -> tuple[Option, ...]:
    """Return what is numbered on the picture, each number once."""
    number = numbers(choices, view)
    seat = view.to_act
    if seat is None:
        return ()
    found: dict[int, Option] = {}
    for station in choices.stations:
        if station.index in number:
            place = station.station
            n = number[station.index]
            found[n] = StationOption(n, seat, place.line, place.point)
    for tunnel in (*choices.digs, *choices.starts):
        if tunnel.index in number:
            n, dig = number[tunnel.index], tunnel.dig
            made = tuple(built.at for built in tunnel.turn.built)
            option = PlannerOption(
                n, seat, dig.line, dig.start, dig.end, dig.cell, dig.letter, made
            )
            found.setdefault(n, option)
    return tuple(found[n] for n in sorted(found))


def hand(table: Table, words: Words, player: PlayerId) -> Sketch:
    """Return the picture of the destinations of one person."""
    view, people, said = table.view_for(player), people_of(table, words), captions(words)
    return sketch(
        stem_of(table, "hand"),
        hand_alt(plain_cast(table, words), view),
        lambda: draw_hand(view, people, said, view.seats),
    )


def trip(table: Table, words: Words, index: int) -> Sketch:
    """Return the picture of the routes of one trip, 0 for Monday to 6 for Sunday."""
    view, people, said = table.view_for(None), people_of(table, words), captions(words)
    done = view.result.trips[index]
    return sketch(
        stem_of(table, f"trip-{done.trip.lower()}"),
        trip_alt(plain_cast(table, words), view, done),
        lambda: draw_trip(view, people, said, index),
    )


def topic(words: Words, key: str) -> Sketch | None:
    """Return the small picture of a page of the rules, where there is one."""
    if key not in PICTURED:
        return None
    said = captions(words)
    alt = words.say(PICTURED[key])
    return sketch(f"metromania-rules-{key}", alt, lambda: draw_topic(key, said))
