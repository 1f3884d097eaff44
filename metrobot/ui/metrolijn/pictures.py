"""Pictures that are still to be drawn, each with its alt text."""

from collections.abc import Sequence
from functools import partial

from metrobot.engine.actors import Seat
from metrobot.engine.errors import Refusal
from metrobot.games.metrolijn.board import Station
from metrobot.games.metrolijn.told import Change, Ride, Round, changes
from metrobot.games.metrolijn.view import View
from metrobot.ui.frame.sketches import drawing, png_sketch
from metrobot.ui.metrolijn.alt import board_alt, count_alt, planner_alt, sheet_alt
from metrobot.ui.metrolijn.captions import captions
from metrobot.ui.metrolijn.cast import AnyScene, plain_cast
from metrobot.ui.metrolijn.menus import Offer
from metrobot.ui.metrolijn.parts import HALVES, seat_of
from metrobot.ui.pages.values import Sketch
from metrobot.ui.words.catalogue import Words
from render.metrolijn import Intent, draw_count, draw_half, draw_sheet, draw_sheets, draw_topic


def board(scene: AnyScene, words: Words, zoom: str | None) -> Sketch:
    """Return all sheets with the last round's changes, or one of them.

    Raises:
        Refusal: there is no such part.
    """
    last = scene.last
    if zoom is None:
        return _board(scene, words, "board", last.changes if last else (), last)
    seat, key = seat_of(scene.view, zoom.lower()), zoom.lower()
    if seat is None:
        raise Refusal("ml.zoom.unknown")
    return _half(scene, words, seat, key) if key in HALVES else _own(scene, words, seat, key)


def board_since(scene: AnyScene, turns: Sequence[Round], words: Words) -> Sketch:
    """Return all sheets with all that was marked in some rounds, the newest included."""
    new = changes(turns[0].before, scene.public) if turns else ()
    return _board(scene, words, "since", new, None)


def _board(
    scene: AnyScene, words: Words, what: str, new: Sequence[Change], last: Round | None
) -> Sketch:
    """Return all sheets, alone the one, with what is new on them.

    Args:
        scene: as it is now.
        words: of the reader.
        what: names the picture's file.
        new: on each sheet; none: nothing is marked as new.
        last: the round whose card is shown beside the open one.
    """
    view, people, said = scene.public, scene.names, captions(words)
    alt, file = board_alt(scene, words), scene.file(what)
    if view.is_alone:
        marked = _marked(new, Seat(0))
        return _sketch(
            file,
            alt,
            partial(draw_sheet, view, Seat(0), said, name=people[0], changed=marked),
        )
    card = last.card if last else None
    return _sketch(file, alt, partial(draw_sheets, view, people, said, new=tuple(new), ridden=card))


def _marked(new: Sequence[Change], seat: Seat) -> frozenset[Station]:
    """Return what was marked on one sheet."""
    return new[seat].marked if new else frozenset()


def sheet(scene: AnyScene, words: Words) -> Sketch:
    """Return the sheet of the reader, who plays."""
    return _own(scene, words, min(scene.view.seats), "sheet")


def _own(scene: AnyScene, words: Words, seat: Seat, what: str) -> Sketch:
    """Return one sheet with the last round's changes."""
    view, said, name = scene.view, captions(words), scene.names[seat]
    marked = _marked(scene.last.changes if scene.last else (), seat)
    return _sketch(
        scene.file(what),
        sheet_alt(plain_cast(scene, words), view, seat),
        partial(draw_sheet, view, seat, said, name=name, changed=marked),
    )


def _half(scene: AnyScene, words: Words, seat: Seat, key: str) -> Sketch:
    """Return half the map of one sheet with every name, and with the last round's changes."""
    view, said, name = scene.view, captions(words), scene.names[seat]
    marked = _marked(scene.last.changes if scene.last else (), seat)
    half = HALVES.index(key)
    return _sketch(
        scene.file(key),
        sheet_alt(plain_cast(scene, words), view, seat),
        partial(draw_half, view, seat, said, name=name, half=half, changed=marked),
    )


def view_picture(view: View, names: Sequence[str], words: Words) -> bytes:
    """Return the PNG of a view alone, nothing of it marked as new."""
    if view.result is not None:
        return draw_count(view, tuple(names), captions(words))
    return draw_sheets(view, tuple(names), captions(words))


def planner(scene: AnyScene, words: Words, offered: Offer) -> Sketch:
    """Return one's own sheet with just what a draft would mark, its lines lit up."""
    plan, said = offered.plan, captions(words)
    view, seat, would = plan.turn.after, plan.seat, intent_of(plan.turn.rides)
    name, lit = scene.names[seat], None if would else offered.line
    return _sketch(
        scene.file("plan"),
        planner_alt(plain_cast(scene, words), plan),
        partial(draw_sheet, view, seat, said, name=name, intent=would, lit=lit),
    )


def intent_of(rides: Sequence[Ride]) -> Intent | None:
    """Return what a draft would do, None while nothing is chosen."""
    if not rides:
        return None
    return Intent(
        lines=tuple(ride.line for ride in rides if ride.line is not None),
        crossed=frozenset(station for ride in rides for station in ride.crossed),
        numbers=tuple(ride.number for ride in rides if ride.number is not None),
    )


def count(scene: AnyScene, words: Words) -> Sketch:
    """Return all sheets with their score boxes."""
    view, people, said = scene.public, scene.names, captions(words)
    alt = count_alt(plain_cast(scene, words), view)
    date = "" if scene.ended is None else words.day(scene.ended)
    return _sketch(scene.file("count"), alt, partial(draw_count, view, people, said, date=date))


def topic(key: str, alt: str, words: Words) -> Sketch:
    """Return the small picture of a page of the rules that has one."""
    said = captions(words)
    return _sketch(f"metrolijn-rules-{key}", alt, partial(draw_topic, key, said))


def _sketch(stem: str, alt: str, draw: "partial[bytes]") -> Sketch:
    """Return a picture that is drawn when it is asked for, once for all who ask."""
    return png_sketch(stem, alt, draw, drawing(draw))
