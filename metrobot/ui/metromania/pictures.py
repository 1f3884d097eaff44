"""Pictures to be drawn on demand, each with its words and its alt text."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache, partial
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.engine.errors import Refusal
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.geometry import Point
from metrobot.games.metromania.options import COLOUR_COUNT, colours_of
from metrobot.games.metromania.result import SUNDAY, WonBy, differences
from metrobot.games.metromania.summary import Turn
from metrobot.games.metromania.view import LineView, View
from metrobot.ui.kit.pictures.lazy_pictures import lazy_picture, prepared
from metrobot.ui.kit.pictures.picture_words import captions_of, played_caption, won_caption
from metrobot.ui.metromania.alt import board_alt, planner_alt, trip_alt
from metrobot.ui.metromania.board_text import hand_alt
from metrobot.ui.metromania.names import (
    DAYS,
    LETTERS_ON_MAP,
    MetroDraftView,
    MetroGameView,
    plain_names,
)
from metrobot.ui.metromania.steps import OpenDig, OpenStation
from metrobot.ui.pages.values import Picture, Zoom
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import keyed
from render.metromania.area import Area, around, quarter
from render.metromania.board import draw_board
from render.metromania.captions import Captions
from render.metromania.changes import (
    Changes,
    LastPlayer,
    Option,
    PlannerOption,
    StationOption,
    changes_between,
    changes_of,
)
from render.metromania.hands import draw_hand
from render.metromania.panels.trip_table import FinalCount
from render.metromania.topics import draw_topic
from render.metromania.trip import draw_trip
from render.metromania.zoom import draw_planner, enlarges
from render.metromania.zoom import zoomed as draw_part
from render.png import png_of
from render.theme import LIVERIES

_DAYS: Final = keyed(
    "mm.picture", ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
)
QUARTERS: Final = (
    ("nw", "mm.zoom.quarter_nw"),
    ("ne", "mm.zoom.quarter_ne"),
    ("sw", "mm.zoom.quarter_sw"),
    ("se", "mm.zoom.quarter_se"),
)
"""Key (the corner in small letters) and name of each quarter."""
LARGER: Final = 1.4
"""Least enlargement, as a phone shows it, of a part over the board."""
_WON_BY: Final = {WonBy.LINES: "mm.ending.lines", WonBy.TUNNELS: "mm.ending.tunnels"}


# There are few languages, and every picture needs its words.
@lru_cache(maxsize=128)
def captions(words: Words, colours: tuple[int, ...] = tuple(range(COLOUR_COUNT))) -> Captions:
    """Return all words for the pictures, with letters and shades of each company's colour."""
    say = words.say
    return captions_of(
        Captions,
        "mm",
        words,
        days=tuple(map(say, _DAYS.values())),
        whole_days=tuple(_title(say(key)) for key in DAYS.values()),
        letters=tuple(LETTERS_ON_MAP[colour] for colour in colours),
        liveries=tuple(LIVERIES[colour] for colour in colours),
        played=played_caption(words),
        built=say("mm.brief.points", parts="{parts}"),
        ends=say("mm.trip.ends", a="{a}", b="{b}"),
        nearest=say("mm.picture.nearest", n="{n}"),
        scored_own=say("mm.picture.scored_own", spot="{spot}"),
        park=say("mm.ground.park"),
        lake=say("mm.ground.lake"),
    )


def captions_for(view: View, words: Words) -> Captions:
    """Return the words of the pictures of a game, in the colours of its companies."""
    return captions(words, colours_of(view.rules))


def _title(word: str) -> str:
    # `str.capitalize` would make the other letters small.
    return word[:1].upper() + word[1:]


def zooms(game_view: MetroGameView, words: Words) -> list[Zoom]:
    """Return the parts on offer: the observer's own line ends first, then the quarters."""
    names, view = plain_names(game_view, words), game_view.view
    own_ends = [
        Zoom(line_key(line), names.line(line.company, line.name)) for line in started_lines(view)
    ]
    parts = [*own_ends, *(Zoom(key, names.words.say(name)) for key, name in QUARTERS)]
    return [part for part in parts if enlarges(_area(view, part.key)) >= LARGER]


def started_lines(view: View) -> list[LineView]:
    """Return the observer's own lines that have an end to look at."""
    return [line for line in view.lines if line.company in view.seats and line.points]


def line_key(line: LineView) -> str:
    """Return the key of a line's end: company and line."""
    return f"{line.company}{'a' if line.name is LineName.SOLID else 'b'}"


def line_end(view: View, key: str) -> Point | None:
    """Return the end of one of the observer's own lines, given its key."""
    ends = [line.points[-1] for line in started_lines(view) if line_key(line) == key]
    return ends[0] if ends else None


def _ending_of(view: View, words: Words, day: date | None) -> FinalCount | None:
    """Return the parts of the points, what decided and the day; None before the count."""
    if view.result is None:
        return None
    diff = differences(view.result, [company.player for company in view.companies])
    notes, result = list[str](), view.result
    if diff.swing is not None:
        trip = words.say("mm.picture.sunday") if diff.swing.trip == SUNDAY else diff.swing.trip
        notes.append(words.say("mm.ending.trip", trip=trip))
    if day is not None:
        notes.append(words.day(day))
    merit = words.say(_WON_BY[result.won_by]) if result.won_by in _WON_BY else ""
    return FinalCount(
        parts=tuple(
            words.say("mm.ending.parts", lines=words.number(lines), trips=words.signed(trips))
            for lines, trips in zip(diff.kept, diff.trips, strict=True)
        ),
        won=won_caption(words, result.scores, merit),
        notes=tuple(notes),
    )


@prepared
def board_picture(game_view: MetroGameView, words: Words, *, zoom: str | None = None) -> Picture:
    """Return the board with the last turn's changes, whole or a part of it."""
    if zoom is None:
        return _whole_board(game_view, words, "board", _last_changes(game_view))
    view, changes = game_view.view, _last_changes(game_view)
    labels, area = captions_for(view, words), _area(view, zoom)
    parts = {part.key: part.label for part in zooms(game_view, words)}
    return lazy_picture(
        game_view.file(f"zoom-{zoom}"),
        words.say("mm.alt.zoom", part=parts[zoom], rest=board_alt(game_view, words)),
        partial(draw_part, view, game_view.names, labels, area, changes=changes),
    )


@prepared
def board_since(
    game_view: MetroGameView, turns: Sequence[Turn], words: Words, what: str = "since"
) -> Picture:
    """Return the whole board with all changes of some turns, without the final count."""
    new = changes_of(turns, _played(turns[-1]) if turns else None)
    return _whole_board(_uncounted(game_view), words, what, new, turns)


@prepared
def closing_board(game_view: MetroGameView, words: Words, turns: Sequence[Turn] = ()) -> Picture:
    """Return the board of a finished game, without the final count."""
    if len(turns) > 1:
        return board_since(game_view, turns, words, "end")
    return _whole_board(_uncounted(game_view), words, "end", _last_changes(game_view))


def _uncounted(game_view: MetroGameView) -> MetroGameView:
    # The result comes after this picture, trip by trip.
    return replace(game_view, view=replace(game_view.view, result=None))


def _whole_board(
    game_view: MetroGameView,
    words: Words,
    what: str,
    changes: Changes | None,
    turns: Sequence[Turn] = (),
) -> Picture:
    """Return the whole board with some changes."""
    view, names = game_view.view, game_view.names
    labels = captions_for(view, words)
    ending = _ending_of(view, words, game_view.ended)
    drawing = partial(draw_board, view, names, labels, changes=changes, ending=ending)
    return lazy_picture(game_view.file(what), board_alt(game_view, words, turns), drawing)


def view_picture(view: View, names: Sequence[str], words: Words) -> bytes:
    """Return a view as PNG, without highlights."""
    ending = _ending_of(view, words, None)
    return png_of(draw_board(view, tuple(names), captions_for(view, words), ending=ending))


def _last_changes(game_view: MetroGameView) -> Changes | None:
    if (last := game_view.last) is None:
        return None
    return changes_between(last.before, last.after, _played(last, is_watched=game_view.is_watched))


def _played(turn: Turn, *, is_watched: bool = False) -> LastPlayer | None:
    return None if turn.seat is None else LastPlayer(turn.seat, turn.points, is_watched)


def _area(view: View, zoom: str) -> Area:
    if zoom in dict(QUARTERS):
        return quarter(zoom.upper())
    ends = line_end(view, zoom)
    if ends is None:
        raise Refusal("mm.zoom.unknown")
    return around((ends,), 2)


@prepared
def planner_picture(
    game_view: MetroGameView,
    draft_view: MetroDraftView,
    words: Words,
    numbered: Sequence[OpenDig | OpenStation],
) -> Picture:
    """Return the picture of a draft, with the number of each choice that is shown."""
    options = planner_options(draft_view.view, numbered)
    before, after, people = draft_view.turn.before, draft_view.view, game_view.names
    new, seat = changes_between(before, after), before.to_act
    labels = captions_for(after, words)
    drawing = partial(draw_planner, after, people, labels, options, changes=new, seat=seat)
    alt = planner_alt(plain_names(game_view, words), draft_view.turn, options)
    return lazy_picture(game_view.file("plan"), alt, drawing)


def planner_options(view: View, numbered: Sequence[OpenDig | OpenStation]) -> tuple[Option, ...]:
    """Return the numbered choices for the picture."""
    if (seat := view.to_act) is None:
        return ()
    return tuple(_option(seat, n, choice) for n, choice in enumerate(numbered, start=1))


def _option(seat: Seat, number: int, open_choice: OpenDig | OpenStation) -> Option:
    is_harmful = bool(open_choice.effect.risks)
    if isinstance(open_choice, OpenStation):
        place = open_choice.station
        return StationOption(number, seat, place.line, place.point, is_harmful)
    dig, built = open_choice.dig, open_choice.effect.built
    new_stations = tuple(station.at for station in built)
    return PlannerOption(
        number, seat, dig.line, dig.start, dig.end, dig.cell, dig.letter, new_stations, is_harmful
    )


@prepared
def hand_picture(game_view: MetroGameView, words: Words) -> Picture:
    """Return the picture of the reader's destinations."""
    view, labels = game_view.view, captions_for(game_view.view, words)
    return lazy_picture(
        game_view.file("hand"),
        hand_alt(plain_names(game_view, words), view),
        partial(draw_hand, view, game_view.names, labels, view.seats),
    )


@prepared
def trip_picture(
    game_view: MetroGameView, words: Words, index: int, *, is_whole: bool = False
) -> Picture:
    """Return the picture of the routes of one trip, 0 for Monday to 6 for Sunday.

    Args:
        game_view: of a game that is over.
        words: of the reader.
        index: of the trip.
        is_whole: whether to show the whole city, placed as on the board.
    """
    view, labels = game_view.public, captions_for(game_view.public, words)
    assert view.result is not None, "the game is not over"
    trip = view.result.trips[index]
    return lazy_picture(
        game_view.file(f"trip-{trip.trip.lower()}"),
        trip_alt(plain_names(game_view, words), trip),
        partial(draw_trip, view, game_view.names, labels, index, is_whole=is_whole),
    )


def film_end(game_view: MetroGameView, words: Words) -> list[Picture]:
    """Return the last pictures of a film: the board, the seven trips once counted, the result."""
    result, final = game_view.public.result, board_picture(game_view, words)
    if result is None:
        return [final]
    trips = range(len(result.trips))
    trip_pictures = [trip_picture(game_view, words, index, is_whole=True) for index in trips]
    return [closing_board(game_view, words), *trip_pictures, final]


@prepared
def topic_picture(key: str, alt: str, words: Words) -> Picture:
    """Return the small picture of a page of the rules that has one."""
    return lazy_picture(f"metromania-rules-{key}", alt, partial(draw_topic, key, captions(words)))
