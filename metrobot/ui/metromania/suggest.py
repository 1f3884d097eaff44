"""What autocomplete offers: what is legal now, given what is filled in already."""

from collections.abc import Sequence

from metrobot.games.metromania.actions import Dig, LineName
from metrobot.games.metromania.city import Marker
from metrobot.ui.frame.typed_turns import AnyDraft, Suggestion, matching
from metrobot.ui.metromania import directions
from metrobot.ui.metromania.names import Names, point
from metrobot.ui.metromania.steps import open_choices, spots_touched
from metrobot.ui.metromania.typed_facts import (
    Typed,
    corner_name,
    is_beside,
    legal_digs,
    names_in,
    now,
    typed_target,
)


def target_choices(names: Names, draft: AnyDraft, line: LineName, text: str) -> list[Suggestion]:
    """Return where a line may go next."""
    digs = [dig for dig in legal_digs(draft) if dig.line is line]
    found: dict[str, str] = {}
    for dig in digs:
        where = directions.direction(names.words, dig.start, dig.end)
        label = names.words.say("mm.suggest.target", target=typed_target(dig), direction=where)
        found.setdefault(typed_target(dig), label)
    return matching(((label, value) for value, label in found.items()), text)


def side_choices(names: Names, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    """Return on which sides the typed tunnel may lie."""
    found: dict[str, str] = {}
    view = now(draft)
    for dig in _meant(draft, typed):
        side = directions.side(names.words, dig.start, dig.end, dig.cell)
        ground = directions.ground_at(view, dig.cell)
        name = names.ground(ground) if ground else names.words.say("mm.suggest.blank")
        corner = corner_name(dig)
        label = names.words.say("mm.suggest.side", corner=corner, side=side, ground=name)
        found.setdefault(corner, label)
    return matching(((label, value) for value, label in found.items()), text)


def marker_choices(names: Names, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    """Return which markers the typed tunnel may place."""
    found: dict[str, str] = {}
    view = now(draft)
    for dig in _meant(draft, typed):
        ground = directions.ground_at(view, dig.cell)
        if dig.letter is not None and ground and is_beside(dig, typed.beside or "", names.words):
            found[dig.letter] = names.marker(Marker(dig.letter, ground))
    return matching(((label, value) for value, label in found.items()), text)


def station_choices(names: Names, draft: AnyDraft, line: LineName, text: str) -> list[Suggestion]:
    """Return where an intermediate station may be placed."""
    view, options = now(draft), draft.title.prospects(draft.state, draft.seat)
    found = [
        (
            names.words.say(
                "mm.suggest.station",
                point=point(option.station.point),
                points=names.words.signed(option.effect.points),
                touches=spots_touched(names, view, option.station.point),
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
