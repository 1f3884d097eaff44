"""What autocomplete offers: what is legal now, given what is filled in already."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from metrobot.engine.draft import Draft
from metrobot.games.metromania.actions import Dig, LineName
from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.view import View
from metrobot.ui.metromania import compass
from metrobot.ui.metromania.cast import Cast, point
from metrobot.ui.metromania.reading import (
    Typed,
    corner_name,
    legal_digs,
    legal_stations,
    names_in,
    target,
)
from metrobot.ui.metromania.steps import now, spots_touched, worth
from metrobot.ui.words.lengths import clipped
from metrobot.ui.words.limits import CHOICE_LIMIT

MOST: Final = 25

Suggestion = tuple[str, str]
"""What the reader sees, and what is filled in."""


def targets(cast: Cast, draft: Draft[Any, View], line: LineName, text: str) -> list[Suggestion]:
    """Return where a line may go next."""
    digs = [dig for dig in legal_digs(draft) if dig.line is line]
    found: dict[str, str] = {}
    for dig in digs:
        where = compass.direction(cast.words, dig.start, dig.end)
        label = cast.words.say("mm.suggest.target", target=target(dig), direction=where)
        found.setdefault(target(dig), label)
    return _matching(((label, value) for value, label in found.items()), text)


def sides(cast: Cast, draft: Draft[Any, View], typed: Typed, text: str) -> list[Suggestion]:
    """Return on which sides the typed tunnel may lie."""
    found: dict[str, str] = {}
    for dig in _meant(draft, typed):
        side = compass.side(cast.words, dig.start, dig.end, dig.cell)
        ground = compass.ground_at(now(draft), dig.cell)
        name = cast.ground(ground) if ground else cast.words.say("mm.suggest.blank")
        corner = corner_name(dig)
        label = cast.words.say("mm.suggest.side", corner=corner, side=side, ground=name)
        found.setdefault(corner, label)
    return _matching(((label, value) for value, label in found.items()), text)


def letters(cast: Cast, draft: Draft[Any, View], typed: Typed, text: str) -> list[Suggestion]:
    """Return which markers the typed tunnel may place."""
    found: dict[str, str] = {}
    for dig in _meant(draft, typed):
        ground = compass.ground_at(now(draft), dig.cell)
        if dig.letter is None or ground is None:
            continue
        if typed.beside and typed.beside.upper() not in (corner_name(dig), ""):
            continue
        found[dig.letter] = cast.marker(Marker(dig.letter, ground))
    return _matching(((label, value) for value, label in found.items()), text)


def stations(cast: Cast, draft: Draft[Any, View], line: LineName, text: str) -> list[Suggestion]:
    """Return where an intermediate station may be placed."""
    view = now(draft)
    found = [
        (
            cast.words.say(
                "mm.suggest.station",
                point=point(station.point),
                points=worth(cast, view, station.point),
                touches=spots_touched(cast, view, station.point),
            ),
            point(station.point),
        )
        for station in legal_stations(draft)
        if station.line is line
    ]
    return _matching(found, text)


def _meant(draft: Draft[Any, View], typed: Typed) -> Sequence[Dig]:
    """Return the legal tunnels that go where was typed."""
    wanted = {point(at) for at in names_in(typed.to)}
    return [
        dig
        for dig in legal_digs(draft)
        if dig.line is typed.line and wanted <= {point(dig.start), point(dig.end)}
        and point(dig.end) in wanted
    ]  # fmt: skip


def _matching(items: Iterable[Suggestion], text: str) -> list[Suggestion]:
    """Return the suggestions that hold what was typed so far, as many as Discord takes."""
    wanted = text.strip().casefold()
    found = [
        (clipped(label, CHOICE_LIMIT), value)
        for label, value in items
        if wanted in label.casefold()
    ]
    return found[:MOST]
