"""Pictures that are still to be drawn: what goes into them, and their alt texts."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from metrobot.engine.actors import Seat
from metrobot.engine.errors import Refusal
from metrobot.games.metromania.geometry import SIDE_NAMES
from metrobot.games.metromania.summary import Turn
from metrobot.games.metromania.view import View
from metrobot.ui.frame.lazy_pictures import lazy_picture
from metrobot.ui.metromania import parts
from metrobot.ui.metromania.alt import board_alt, planner_alt, trip_alt
from metrobot.ui.metromania.captions import captions
from metrobot.ui.metromania.final_count import ending_of
from metrobot.ui.metromania.hand import hand_alt
from metrobot.ui.metromania.names import MetroDraftView, MetroGameView, plain_names
from metrobot.ui.metromania.steps import OpenDig, OpenStation
from metrobot.ui.pages.values import Picture
from metrobot.ui.words.catalogue import Words
from render.metromania.area import Area, around, district
from render.metromania.board import draw_board
from render.metromania.changes import NOTHING, Changes, LastPlayer, changes_between
from render.metromania.hands import draw_hand
from render.metromania.options import Option, PlannerOption, StationOption
from render.metromania.tall import tall_board as draw_tall
from render.metromania.topics import draw_topic
from render.metromania.trips import draw_trip
from render.metromania.zoom import draw_draft
from render.metromania.zoom import zoomed as draw_part
from render.png import png_of


def board_picture(game_view: MetroGameView, words: Words, zoom: str | None) -> Picture:
    """Return the board with the last turn's changes, whole or a part of it."""
    if zoom is None:
        return _whole_board(game_view, words, "board", _last_changes(game_view))
    view, new = game_view.view, _last_changes(game_view)
    said, area = captions(words), _area(view, zoom)
    return lazy_picture(
        game_view.file(f"zoom-{zoom}"),
        _zoom_alt(game_view, words, zoom),
        partial(draw_part, view, game_view.names, said, area, changes=new),
    )


def board_since(
    game_view: MetroGameView, turns: Sequence[Turn], words: Words, what: str = "since"
) -> Picture:
    """Return the whole board with all changes of some turns."""
    new = (
        changes_between(turns[0].before, turns[-1].after, _played(turns[-1])) if turns else NOTHING
    )
    return _whole_board(game_view, words, what, new, turns)


def closing_board(game_view: MetroGameView, words: Words, turns: Sequence[Turn] = ()) -> Picture:
    """Return the board of a game just over, its final count not yet told."""
    game_view = replace(game_view, view=replace(game_view.view, result=None))
    if len(turns) > 1:
        return board_since(game_view, turns, words, "end")
    return _whole_board(game_view, words, "end", _last_changes(game_view))


def _whole_board(
    game_view: MetroGameView,
    words: Words,
    what: str,
    new: Changes | None,
    turns: Sequence[Turn] = (),
) -> Picture:
    """Return the whole board with some changes; tall for one person who plays."""
    said, ending = captions(words), ending_of(game_view.view, words, game_view.ended)
    draw = draw_tall if game_view.seats else draw_board
    drawn = partial(draw, game_view.view, game_view.names, said, changes=new, ending=ending)
    return lazy_picture(game_view.file(what), board_alt(game_view, words, turns), drawn)


def view_picture(view: View, names: Sequence[str], words: Words) -> bytes:
    """Return the PNG of a view alone, nothing of it marked as new."""
    ending = ending_of(view, words, None)
    return png_of(draw_board(view, tuple(names), captions(words), ending=ending))


def _last_changes(game_view: MetroGameView) -> Changes | None:
    """Return what the last turn changed."""
    last = game_view.last
    if last is None:
        return None
    return changes_between(last.before, last.after, _played(last, is_watched=game_view.is_watched))


def _played(turn: Turn, *, is_watched: bool = False) -> LastPlayer | None:
    """Return who played in a turn, and what it made."""
    return None if turn.seat is None else LastPlayer(turn.seat, turn.points, is_watched)


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


def _zoom_alt(game_view: MetroGameView, words: Words, zoom: str) -> str:
    """Return the alt text of a part of the board."""
    names = {
        part.key: part.label for part in parts.zooms(plain_names(game_view, words), game_view.view)
    }
    return words.say("mm.alt.zoom", part=names[zoom], rest=board_alt(game_view, words))


def planner_picture(
    game_view: MetroGameView,
    draft_view: MetroDraftView,
    words: Words,
    numbered: Sequence[OpenDig | OpenStation],
) -> Picture:
    """Return the picture of a draft, with the number of each choice that is shown."""
    options = planner_options(draft_view.view, numbered)
    drawn = partial(
        draw_draft,
        draft_view.turn.before,
        draft_view.view,
        game_view.names,
        captions(words),
        options=options,
    )
    return lazy_picture(game_view.file("plan"), planner_alt(words, options), drawn)


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


def hand_picture(game_view: MetroGameView, words: Words) -> Picture:
    """Return the picture of the reader's destinations."""
    view, said = game_view.view, captions(words)
    return lazy_picture(
        game_view.file("hand"),
        hand_alt(plain_names(game_view, words), view),
        partial(draw_hand, view, game_view.names, said, view.seats),
    )


def trip_picture(game_view: MetroGameView, words: Words, index: int) -> Picture:
    """Return the picture of the routes of one trip, 0 for Monday to 6 for Sunday."""
    view, said = game_view.public, captions(words)
    assert view.result is not None, "the game is over"
    done = view.result.trips[index]
    return lazy_picture(
        game_view.file(f"trip-{done.trip.lower()}"),
        trip_alt(plain_names(game_view, words), done),
        partial(draw_trip, view, game_view.names, said, index),
    )


def topic_picture(key: str, alt: str, words: Words) -> Picture:
    """Return the small picture of a page of the rules that has one."""
    said = captions(words)
    return lazy_picture(f"metromania-rules-{key}", alt, partial(draw_topic, key, said))
