"""Pictures that are still to be drawn, each with its alt text."""

from collections.abc import Callable, Sequence

from metrobot.engine.actors import Seat
from metrobot.engine.errors import Refusal
from metrobot.games.metrolijn.board import Station
from metrobot.games.metrolijn.view import View
from metrobot.service.table import PlayerId, Table
from metrobot.ui.frame.sketches import people_of, stem_of
from metrobot.ui.metrolijn.alt import board_alt, count_alt, planner_alt, sheet_alt
from metrobot.ui.metrolijn.captions import captions
from metrobot.ui.metrolijn.cast import plain_cast
from metrobot.ui.metrolijn.menus import Offer
from metrobot.ui.metrolijn.parts import PHONE, seat_of
from metrobot.ui.metrolijn.rounds import last_round
from metrobot.ui.metrolijn.steps import AnyDraft, now, tried
from metrobot.ui.metrolijn.topics import PICTURED
from metrobot.ui.pages.values import Sketch
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.lengths import clipped
from metrobot.ui.words.limits import ALT_LIMIT
from render.metrolijn import Plan, draw_count, draw_sheet, draw_sheets, draw_topic

NOTHING: frozenset[Station] = frozenset()


def board(table: Table, words: Words, viewer: PlayerId | None, zoom: str | None) -> Sketch:
    """Return all sheets with the last round's changes, or one of them.

    Raises:
        Refusal: there is no such part.
    """
    if zoom is not None:
        return _part(table, words, table.view_for(viewer), zoom.lower())
    view: View = table.view_for(None)
    if len(view.sheets) == 1:
        alt = board_alt(table, words)
        return _sheet(table, words, view, Seat(0), "board", alt=alt)
    people, said, done = people_of(table, words), captions(words), last_round(table)
    before = done.before if done else None
    return _sketch(
        stem_of(table, "board"),
        board_alt(table, words),
        lambda: draw_sheets(view, people, said, before=before),
    )


def board_since(table: Table, words: Words, since: int) -> Sketch:
    """Return all sheets with all that was marked since the beginning of a round."""
    view, before = table.view_for(None), table.before_turn(since)
    people, said, alt = people_of(table, words), captions(words), board_alt(table, words)
    stem = stem_of(table, "since")
    if len(view.sheets) == 1:
        changed = view.sheets[0].marked - before.sheets[0].marked
        return _sketch(
            stem,
            alt,
            lambda: draw_sheet(view, Seat(0), said, name=people[0], changed=changed),
        )
    return _sketch(stem, alt, lambda: draw_sheets(view, people, said, before=before))


def _part(table: Table, words: Words, view: View, zoom: str) -> Sketch:
    """Return one sheet, or one's own for a phone.

    Raises:
        Refusal: there is no such part.
    """
    seat = seat_of(view, zoom)
    if seat is None:
        raise Refusal("ml.zoom.unknown")
    return _sheet(table, words, view, seat, zoom, is_phone=zoom == PHONE)


def sheet(table: Table, words: Words, viewer: PlayerId) -> Sketch:
    """Return the sheet of a player."""
    view: View = table.view_for(viewer)
    return _sheet(table, words, view, min(view.seats), "sheet")


def _sheet(
    table: Table,
    words: Words,
    view: View,
    seat: Seat,
    stem: str,
    *,
    alt: str = "",
    is_phone: bool = False,
) -> Sketch:
    """Return one sheet with the last round's changes."""
    said, done, name = captions(words), last_round(table), people_of(table, words)[seat]
    changed = done.marked[seat] if done else NOTHING
    return _sketch(
        stem_of(table, stem),
        alt or sheet_alt(plain_cast(table, words), view, seat),
        lambda: draw_sheet(view, seat, said, name=name, changed=changed, phone=is_phone),
    )


def view_picture(view: View, names: Sequence[str], words: Words) -> bytes:
    """Return the PNG of a view alone, nothing of it marked as new."""
    if view.result is not None:
        return draw_count(view, tuple(names), captions(words))
    return draw_sheets(view, tuple(names), captions(words))


def planner(table: Table, words: Words, draft: AnyDraft, offered: Offer) -> Sketch:
    """Return one's own sheet with just what a draft would mark, its lines lit up."""
    view, said = now(draft), captions(words)
    seat, name, plan = draft.seat, people_of(table, words)[draft.seat], plan_of(draft)
    lit = None if plan else offered.line
    return _sketch(
        stem_of(table, "plan"),
        planner_alt(plain_cast(table, words), draft, offered),
        lambda: draw_sheet(view, seat, said, name=name, plan=plan, lit=lit),
    )


def plan_of(draft: AnyDraft) -> Plan | None:
    """Return what a draft would do, None while nothing is chosen."""
    rides = tried(draft)
    if not rides:
        return None
    return Plan(
        lines=tuple(ride.line for ride in rides if ride.line is not None),
        crossed=frozenset(station for ride in rides for station in ride.crossed),
        numbers=tuple(ride.number for ride in rides if ride.number is not None),
    )


def count(table: Table, words: Words) -> Sketch:
    """Return all sheets with their score boxes."""
    view, people, said = table.view_for(None), people_of(table, words), captions(words)
    alt = count_alt(plain_cast(table, words), view)
    return _sketch(stem_of(table, "count"), alt, lambda: draw_count(view, people, said))


def topic(words: Words, key: str) -> Sketch | None:
    """Return the small picture of a page of the rules, where there is one."""
    if key not in PICTURED:
        return None
    said = captions(words)
    alt = words.say(PICTURED[key])
    return _sketch(f"metrolijn-rules-{key}", alt, lambda: draw_topic(key, said))


def _sketch(stem: str, alt: str, draw: Callable[[], bytes]) -> Sketch:
    """Return a picture that is drawn when it is asked for."""
    return Sketch(stem=stem, alt=clipped(alt, ALT_LIMIT), draw=draw)
