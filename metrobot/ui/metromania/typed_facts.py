"""What people mean by what they type: points, sides, letters."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from metrobot.engine.errors import Refusal
from metrobot.games.metromania.actions import Dig, LineName, PlaceStation
from metrobot.games.metromania.geometry import GATE_OF, POINT_NAMED, POINT_NAMES, Point
from metrobot.games.metromania.view import View
from metrobot.ui.frame.typed_turns import AnyDraft
from metrobot.ui.metromania.directions import is_left, third_corner
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name

_NAME: Final = re.compile(r"(?:NE|NW|SE|SW|[A-KNS])\d{1,2}")
_LEFT: Final = ("left", "l")
_RIGHT: Final = ("right", "r")


class TypedKey(StrEnum):
    """Keys of what is wrong with a typed tunnel or station; facts beside them."""

    NO_POINT = "mm.typed.no_point"
    """text: what was typed."""
    NO_SIDE = "mm.typed.no_side"
    """text: what was typed; legal: what would do."""
    NO_MARKER = "mm.typed.no_marker"
    """text: what was typed; legal: the letters that would do."""
    WHICH_SIDE = "mm.typed.which_side"
    """point: where to; legal: third corners of the cells."""
    WHICH_MARKER = "mm.typed.which_marker"
    """point: where to; legal: letters."""
    WHICH_START = "mm.typed.which_start"
    """point: where to; legal: gate and point of each start."""
    REFUSED = "mm.typed.refused"
    """reason: the sentence of the rule; legal: where the line may go."""
    STATION_REFUSED = "mm.typed.station_refused"
    """reason: the sentence of the rule; legal: where a station may be placed."""
    NO_STATION = "mm.typed.no_station"
    """reason: the sentence of the rule; the line can have no station now."""
    REFUSED_ALL = "mm.typed.refused_all"
    """reason: the sentence of the rule; the line can go nowhere."""


@dataclass(frozen=True, slots=True)
class Typed:
    """One tunnel as typed.

    Attributes:
        line: of the two.
        to: a point or gate; two names where a line starts: N2-K5.
        beside: third corner of the cell, or left or right; None: whatever is legal.
        place: letter of the marker; None: whatever is legal.
    """

    line: LineName
    to: str
    beside: str | None = None
    place: str | None = None


def names_in(text: str) -> tuple[Point, ...]:
    """Return the one or two points that a text names.

    Raises:
        Refusal: it names none, or one that there is not.
    """
    names = _NAME.findall(text.upper())
    points = [POINT_NAMED[name] for name in names if name in POINT_NAMED]
    if not 1 <= len(points) <= 2 or len(points) != len(names):
        raise Refusal(TypedKey.NO_POINT, text=shown_name(text))
    return tuple(points)


def legal_digs(draft: AnyDraft) -> list[Dig]:
    """Return the tunnels that are open now."""
    return [action for action in draft.open_choices if isinstance(action, Dig)]


def legal_stations(draft: AnyDraft) -> list[PlaceStation]:
    """Return the intermediate stations that are open now."""
    return [action for action in draft.open_choices if isinstance(action, PlaceStation)]


def now(draft: AnyDraft) -> View:
    """Return the preview that the maker of a draft sees now."""
    view: View = draft.title.view_for(draft.state, frozenset((draft.seat,)), preview=True)
    return view


def goes(dig: Dig, points: Sequence[Point]) -> bool:
    """Return whether a tunnel goes to the one point typed, or from the first to the second."""
    if len(points) == 2:
        return (dig.start, dig.end) == tuple(points)
    return dig.end == points[0]


def typed_target(dig: Dig) -> str:
    """Return what to type as `to` of a tunnel."""
    names = POINT_NAMES[dig.start], POINT_NAMES[dig.end]
    return "-".join(names) if dig.start in GATE_OF else names[1]


def corner_name(dig: Dig) -> str:
    """Return the name of the third corner of a tunnel's cell."""
    return POINT_NAMES[third_corner(dig.start, dig.end, dig.cell)]


def is_beside(dig: Dig, text: str, words: Words) -> bool:
    """Return whether a tunnel lies on the side that was typed.

    Args:
        dig: the tunnel.
        text: left or right, in English or as the reader calls it, or a third
            corner; nothing: either side.
        words: of the reader.
    """
    wanted = text.strip().casefold()
    if wanted in (*_LEFT, words.say("mm.side.left").casefold()):
        return is_left(dig.start, dig.end, dig.cell)
    if wanted in (*_RIGHT, words.say("mm.side.right").casefold()):
        return not is_left(dig.start, dig.end, dig.cell)
    return not wanted or corner_name(dig).casefold() == wanted


def beside(digs: Sequence[Dig], text: str | None, words: Words) -> list[Dig]:
    """Return the tunnels on the side that was typed.

    Raises:
        Refusal: there is none.
    """
    found = [dig for dig in digs if is_beside(dig, text or "", words)]
    if not found:
        legal = tuple(dict.fromkeys(corner_name(dig) for dig in digs))
        raise Refusal(TypedKey.NO_SIDE, text=shown_name((text or "").strip()), legal=legal)
    return found


def placing(digs: Sequence[Dig], text: str | None) -> list[Dig]:
    """Return the tunnels that place the marker that was typed.

    Raises:
        Refusal: there is none.
    """
    if text is None or not text.strip():
        return list(digs)
    found = [dig for dig in digs if dig.letter == text.strip().upper()[:1]]
    if not found:
        legal = tuple(dig.letter for dig in digs if dig.letter is not None) or ("–",)
        raise Refusal(TypedKey.NO_MARKER, text=shown_name(text), legal=legal)
    return found
