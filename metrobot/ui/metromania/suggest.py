"""What autocomplete offers: what is legal now, given what is filled in already."""

from collections.abc import Sequence

from metrobot.games.metromania.actions import Dig, LineName
from metrobot.games.metromania.city import Marker
from metrobot.ui.frame.typed import AnyDraft, Suggestion, matching
from metrobot.ui.metromania import compass
from metrobot.ui.metromania.cast import Cast, point
from metrobot.ui.metromania.reading import (
    Typed,
    corner_name,
    is_beside,
    legal_digs,
    names_in,
    now,
    target,
)
from metrobot.ui.metromania.steps import open_choices, spots_touched


def targets(cast: Cast, draft: AnyDraft, line: LineName, text: str) -> list[Suggestion]:
    """Return where a line may go next."""
    digs = [dig for dig in legal_digs(draft) if dig.line is line]
    found: dict[str, str] = {}
    for dig in digs:
        where = compass.direction(cast.words, dig.start, dig.end)
        label = cast.words.say("mm.suggest.target", target=target(dig), direction=where)
        found.setdefault(target(dig), label)
    return matching(((label, value) for value, label in found.items()), text)


def sides(cast: Cast, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    """Return on which sides the typed tunnel may lie."""
    found: dict[str, str] = {}
    view = now(draft)
    for dig in _meant(draft, typed):
        side = compass.side(cast.words, dig.start, dig.end, dig.cell)
        ground = compass.ground_at(view, dig.cell)
        name = cast.ground(ground) if ground else cast.words.say("mm.suggest.blank")
        corner = corner_name(dig)
        label = cast.words.say("mm.suggest.side", corner=corner, side=side, ground=name)
        found.setdefault(corner, label)
    return matching(((label, value) for value, label in found.items()), text)


def letters(cast: Cast, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    """Return which markers the typed tunnel may place."""
    found: dict[str, str] = {}
    view = now(draft)
    for dig in _meant(draft, typed):
        ground = compass.ground_at(view, dig.cell)
        if dig.letter is not None and ground and is_beside(dig, typed.beside or "", cast.words):
            found[dig.letter] = cast.marker(Marker(dig.letter, ground))
    return matching(((label, value) for value, label in found.items()), text)


def stations(cast: Cast, draft: AnyDraft, line: LineName, text: str) -> list[Suggestion]:
    """Return where an intermediate station may be placed."""
    view, options = now(draft), draft.title.prospects(draft.state, draft.seat)
    found = [
        (
            cast.words.say(
                "mm.suggest.station",
                point=point(option.station.point),
                points=cast.words.signed(option.effect.points),
                touches=spots_touched(cast, view, option.station.point),
            ),
            point(option.station.point),
        )
        for option in open_choices(options).stations
        if option.station.line is line
    ]
    return matching(found, text)


def _meant(draft: AnyDraft, typed: Typed) -> Sequence[Dig]:
    """Return the legal tunnels that go where was typed."""
    wanted = {point(at) for at in names_in(typed.to)}
    return [
        dig
        for dig in legal_digs(draft)
        if dig.line is typed.line and wanted <= {point(dig.start), point(dig.end)}
        and point(dig.end) in wanted
    ]  # fmt: skip
