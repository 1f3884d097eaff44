"""Names of places in a message: which of them cannot be found in its pictures or in words."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from metrobot.games.metrolijn.board import map_named
from metrobot.games.metromania.geometry import POINT_NAMES
from metrobot.games.underground.board import STATIONS
from metrobot.service.model.play import Play
from metrobot.ui.pages.page import Letter, Post
from metrobot.ui.underground.menus import AREAS
from metrobot.ui.words.catalogue import ENGLISH
from render.signs import noting
from tests.legible.measure import shown_texts
from tests.ui.limits import walk

_TEXT, _BUTTON, _SELECT = 10, 2, 3
"""Discord's numbers of components."""
_NUMBERED: Final = re.compile(r"(\d+) · ")
"""Beginning of a choice with a number on a disc of the picture."""
_TURN: Final = re.compile(r"\*\*(\d+)\.\*\* ")
"""Beginning of a turn with a number on tags of the picture."""
_POINT: Final = re.compile(r"([A-K])(\d+)")
_BUILT: Final = "🛤️"
_PLACE: Final = re.compile(r"\(stations? \d[^)]*|\(\d+\)")
"""The place of a station on its line, counted from the wagon."""
_LINE: Final = re.compile(r"(?<!\w)[A-J](?!\w)")
"""The letter of a line."""
_MARKUP: Final = re.compile(r"[*_\\]")


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, or the label of something that can be pressed.

    Attributes:
        text: of it.
        above: what names the group in which it stands: a menu's prompt, or the
            number of the turn that is told; empty where there is none.
        is_label: whether it can be pressed.
    """

    text: str
    above: str = ""
    is_label: bool = False


@dataclass(frozen=True, slots=True)
class Lost:
    """A name that cannot be found."""

    name: str
    text: str


def lost(table: Play, post: Post) -> list[Lost]:
    """Return the names in a message that stand neither in its pictures nor are told in words.

    Alternative texts stand for the pictures, and are not looked at. A message
    without a picture has nothing to be found in.
    """
    if not post.pictures:
        return []
    written = texts_of(post.pictures)
    return [
        Lost(name, said.text)
        for said in said_in(post)
        for name in named_in(said.text, names_of(table))
        if not is_found(table, said, name, written)
    ]


def texts_of(pictures: Sequence[Any]) -> frozenset[str]:
    """Return the visible texts on some pictures; for cells their corners too."""
    found = set[str]()
    for picture in pictures:
        with noting() as notes:
            picture.draw()
        found.update(shown_texts(notes.picture))
    return frozenset(found.union(*(text.split("·") for text in found)))


def said_in(post: Post) -> Iterator[Said]:
    """Yield the sentences of a message, line by line, and its labels."""
    if isinstance(post, Letter):
        yield from _lines(post.content)
    raw: Any = post.view.to_components()
    for part in walk(list(raw)):
        if part["type"] == _TEXT:
            yield from _lines(part["content"])
        elif part["type"] == _BUTTON and part.get("label"):
            yield Said(part["label"], is_label=True)
        elif part["type"] == _SELECT and not _is_of_turns(part):
            for option in part["options"]:
                text = f"{option['label']}\n{option.get('description') or ''}"
                yield Said(text, part.get("placeholder") or "", is_label=True)


def _is_of_turns(menu: dict[str, Any]) -> bool:
    """Return whether a menu leads to other turns: what it says is found on their pictures."""
    return menu.get("placeholder") == ENGLISH.say("replay.turn_menu")


def _lines(text: str) -> Iterator[Said]:
    """Yield the lines of a text, each with the number of the turn it tells of."""
    turn = ""
    for line in text.splitlines():
        begun = _TURN.match(line)
        turn = begun[1] if begun else turn
        yield Said(line, turn)


def names_of(table: Play) -> tuple[str, ...]:
    """Return the names of the places on a game's map."""
    if table.title.id == "metromania":
        return POINT_NAMES
    if table.title.id == "underground":
        return tuple(site.name for site in STATIONS)
    assert table.ruleset is not None
    sites = map_named(str(table.ruleset["map"])).stations
    return tuple(site.name for site in sites)


@cache
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that finds names as whole words, the longest first."""
    longest = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])")


def named_in(text: str, names: tuple[str, ...]) -> list[str]:
    """Return the names of places in a text."""
    return _pattern(names).findall(_MARKUP.sub("", text))


def is_found(table: Play, said: Said, name: str, written: Collection[str]) -> bool:
    """Return whether a place can be found: written, by its number, or told in words."""
    if name in written:
        return True
    number = _NUMBERED.match(said.text) if said.is_label else None
    if number is not None and number[1] in written:
        return True
    told = {"metromania": _on_rim, "underground": _in_london, "metrolijn": _on_line}
    return told[table.title.id](table, said, name, written)


def _on_rim(_: Play, __: Said, name: str, written: Collection[str]) -> bool:
    """Return whether the letter and the number of a point stand on the rim."""
    point = _POINT.fullmatch(name)
    return point is not None and {point[1], point[2]} <= set(written)


def _in_london(_: Play, said: Said, name: str, written: Collection[str]) -> bool:
    """Return whether the number of the turn that built there, or the part of London, is told."""
    if said.is_label:
        return said.above in {ENGLISH.say(area) for _, area in AREAS}
    # A turn's line begins with the ends of what was laid, and goes on with the passenger.
    laid = said.text.partition(";")[0] if _TURN.match(said.text) else ""
    if said.above in written and (said.text.startswith(_BUILT) or name in laid):
        return True
    return (
        re.search(rf"{re.escape(name)},? (?:in the centre|just \w+ of it)", said.text) is not None
    )


def _on_line(table: Play, said: Said, name: str, written: Collection[str]) -> bool:
    """Return whether it is told which station of which line it is."""
    if "★ on the sheet" in said.text:
        return True
    text = _MARKUP.sub("", said.text)
    lines = [letter for letter in _LINE.findall(text) if letter in written]
    if lines and (said.is_label or text.startswith("👉")):
        return True  # a line goes on at its first empty station: so the planner says
    return bool(lines) and (bool(_PLACE.search(text)) or _is_whole_line(table, lines[0], text))


def _is_whole_line(table: Play, letter: str, text: str) -> bool:
    """Return whether all stations of a line are told in their order."""
    assert table.ruleset is not None
    map_ = map_named(str(table.ruleset["map"]))
    line = next(site for site in map_.lines if site.letter == letter)
    names = [map_.stations[station].name for station in line.stations]
    return named_in(text.partition(":")[2], names_of(table)) == names
