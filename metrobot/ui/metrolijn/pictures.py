"""Pictures to be drawn on demand, each with its words and its alt text."""

from collections.abc import Sequence
from datetime import date
from functools import lru_cache, partial
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.engine.errors import Refusal
from metrobot.games.metrolijn.board import WHOLE_IDS, Station, map_named
from metrobot.games.metrolijn.result import WonBy
from metrobot.games.metrolijn.summary import Change, Ride, Round, sheet_changes
from metrobot.games.metrolijn.view import View
from metrobot.ui.kit.pictures.lazy_pictures import png_picture, prepared
from metrobot.ui.kit.pictures.picture_words import captions_of, won_caption
from metrobot.ui.metrolijn.alt import board_alt, count_alt, planner_alt, sheet_alt, since_alt
from metrobot.ui.metrolijn.finale import rank
from metrobot.ui.metrolijn.menus import RideChoices
from metrobot.ui.metrolijn.names import AnyGameView, plain_names
from metrobot.ui.pages.values import Picture, Zoom
from metrobot.ui.words.catalogue import Words
from render.metrolijn.captions import SheetWords
from render.metrolijn.map.ground import Intent
from render.metrolijn.sheets import draw_count, draw_sheets, draw_since
from render.metrolijn.topics import draw_topic
from render.metrolijn.whole import draw_half, draw_sheet

_LINES: Final = [line for map_id in WHOLE_IDS for line in map_named(map_id).lines]
MOST_STATIONS: Final = max(len(line.stations) for line in _LINES)
MOST_WINDOWS: Final = max(line.windows for line in _LINES)
HALVES: Final = ("left", "right")
"""Keys of the halves of one's own sheet, or of the first one for spectators."""
SHEET: Final = "sheet"


# There are few languages, and every picture needs its words.
@lru_cache(maxsize=32)
def captions(words: Words) -> SheetWords:
    """Return all words for the pictures."""
    to_go = tuple(words.count("ml.picture.to_go", n) for n in range(MOST_STATIONS + 1))
    windows = tuple(words.count("ml.picture.windows", n) for n in range(MOST_WINDOWS + 1))
    by = words.say("ml.picture.by", left="{left}", means="{means}")
    return captions_of(SheetWords, "ml", words, by=by, to_go=to_go, windows=windows)


def zooms(game_view: AnyGameView, words: Words) -> list[Zoom]:
    """Return the parts on offer: the halves of one sheet, the reader's own if they play, others.

    One's own whole sheet has a button of its own.
    """
    names, view = plain_names(game_view, words), game_view.view
    parts = list[Zoom]()
    for half, key in zip(HALVES, ("ml.zoom.left", "ml.zoom.right"), strict=True):
        parts.append(Zoom(half, words.say(key)))
    own_seat = min(view.seats, default=None)
    for seat in map(Seat, range(len(view.sheets))):
        if seat != own_seat and not view.is_alone:
            parts.append(
                Zoom(f"{SHEET}{seat}", words.say("ml.zoom.sheet", name=names.players[seat]))
            )
    return parts


def seat_of(view: View, zoom: str) -> Seat | None:
    """Return the seat whose sheet a part shows, or None if there is no such part."""
    if zoom in HALVES:
        return min(view.seats, default=Seat(0))
    # Keys come from outside, so anything may stand in them.
    number = zoom.removeprefix(SHEET)
    if not zoom.startswith(SHEET) or not number.isdecimal() or int(number) >= len(view.sheets):
        return None
    return Seat(int(number))


@prepared
def board_picture(game_view: AnyGameView, words: Words, *, zoom: str | None = None) -> Picture:
    """Return all sheets with the last round's changes, or one of them.

    Raises:
        Refusal: there is no such part.
    """
    last = game_view.last
    # After the end the whole board is the final count.
    if zoom is None and game_view.public.result is not None:
        return count_picture(game_view, words)
    if zoom is None:
        return _board(game_view, words, "board", last.changes if last else (), last)
    seat, key = seat_of(game_view.view, zoom.lower()), zoom.lower()
    if seat is None:
        raise Refusal("ml.zoom.unknown")
    return _own(game_view, words, seat, key)


@prepared
def board_since(game_view: AnyGameView, turns: Sequence[Round], words: Words) -> Picture:
    """Return all sheets with all marks of some rounds, the newest included."""
    view, people = game_view.public, game_view.names
    new = sheet_changes(turns[0].before, view) if turns else ()
    if not new:
        return _board(game_view, words, "since", (), None)
    rounds = tuple((turn.number, turn.changes) for turn in turns)
    won = _won(view, words, game_view.ended) if view.result is not None else ""
    draw = partial(
        draw_since, view, people, captions(words), new=tuple(new), rounds=rounds, won=won
    )
    if view.is_alone:
        draw = _alone(game_view, words, new)
    return png_picture(game_view.file("since"), since_alt(game_view, new, words), draw)


def _board(
    game_view: AnyGameView, words: Words, what: str, new: Sequence[Change], last: Round | None
) -> Picture:
    """Return all sheets, or the only one, with their news."""
    view, people, labels = game_view.public, game_view.names, captions(words)
    alt, file = board_alt(game_view, words), game_view.file(what)
    if view.is_alone:
        return png_picture(file, alt, _alone(game_view, words, new))
    card = last.card if last else None
    return png_picture(
        file, alt, partial(draw_sheets, view, people, labels, new=tuple(new), ridden=card)
    )


def _alone(game_view: AnyGameView, words: Words, new: Sequence[Change]) -> "partial[bytes]":
    """Return the drawing of the one sheet of a game alone, with its news."""
    view, (name,), changes = game_view.public, game_view.names, _marked(new, Seat(0))
    return partial(draw_sheet, view, Seat(0), captions(words), name=name, changed=changes)


def _marked(new: Sequence[Change], seat: Seat) -> frozenset[Station]:
    return new[seat].marked if new else frozenset()


@prepared
def sheet_picture(game_view: AnyGameView, words: Words) -> Picture:
    """Return the sheet of the reader, who must be a player."""
    return _own(game_view, words, min(game_view.view.seats), SHEET)


def _own(game_view: AnyGameView, words: Words, seat: Seat, key: str) -> Picture:
    view, labels, name = game_view.view, captions(words), game_view.names[seat]
    changes = _marked(game_view.last.changes if game_view.last else (), seat)
    draw = partial(draw_sheet, view, seat, labels, name=name, changed=changes)
    if key in HALVES:
        half = HALVES.index(key)
        draw = partial(draw_half, view, seat, labels, name=name, half=half, changed=changes)
    return png_picture(
        game_view.file(key), sheet_alt(plain_names(game_view, words), view, seat), draw
    )


def view_picture(view: View, names: Sequence[str], words: Words) -> bytes:
    """Return a view as PNG, without highlights."""
    people, labels = tuple(names), captions(words)
    if view.result is not None:
        alone = (rank(view, words),) if view.is_alone else ()
        return draw_count(view, people, labels, won=_won(view, words, None), alone=alone)
    if view.is_alone:
        return draw_sheet(view, Seat(0), labels, name=people[0])
    return draw_sheets(view, people, labels)


@prepared
def planner_picture(game_view: AnyGameView, words: Words, choices: RideChoices) -> Picture:
    """Return one's own sheet with only the draft's marks, its lines lit."""
    draft_view, labels = choices.draft_view, captions(words)
    view, seat, would = draft_view.turn.after, draft_view.seat, intent_of(draft_view.turn.rides)
    name, lit = game_view.names[seat], None if would else choices.line
    # Once a station is chosen, numbers of others would drown its mark.
    each_open = () if choices.instead else choices.numbered
    numbered = tuple((offer.ride.crossed[0], number) for number, offer in each_open)
    draw = partial(draw_sheet, view, seat, labels, name=name, intent=would, lit=lit)
    return png_picture(
        game_view.file("plan"),
        planner_alt(plain_names(game_view, words), draft_view),
        partial(draw, offered=numbered),
    )


def intent_of(rides: Sequence[Ride]) -> Intent | None:
    """Return the marks of a draft, None while nothing is chosen."""
    if not rides:
        return None
    return Intent(
        lines=tuple(ride.line for ride in rides if ride.line is not None),
        crossed=frozenset(station for ride in rides for station in ride.crossed),
        numbers=tuple(ride.number for ride in rides if ride.number is not None),
    )


@prepared
def count_picture(game_view: AnyGameView, words: Words) -> Picture:
    """Return all sheets with their score boxes."""
    view, people, labels = game_view.public, game_view.names, captions(words)
    alt = count_alt(plain_names(game_view, words), view, game_view.so_far)
    won = _won(view, words, game_view.ended)
    draw = partial(draw_count, view, people, labels, won=won)
    if view.is_alone:
        draw = partial(draw, alone=(rank(view, words), game_view.so_far))
    return png_picture(game_view.file("count"), alt, draw)


def _won(view: View, words: Words, day: date | None) -> str:
    """Return the line above the winners, or that the game is over where somebody played alone."""
    counts, labels = [sheet.count for sheet in view.sheets], captions(words)
    merit = labels.over if view.is_alone else ""
    if view.result is not None and view.result.won_by is WonBy.EMPTY:
        fewest = min(count.empty for count in counts if count.score == max(c.score for c in counts))
        merit = f"{labels.fewest}: {fewest}"
    return won_caption(words, [count.score for count in counts], merit, day)


@prepared
def topic_picture(key: str, alt: str, words: Words) -> Picture:
    """Return the small picture of a page of the rules that has one."""
    return png_picture(f"metrolijn-rules-{key}", alt, partial(draw_topic, key, captions(words)))
