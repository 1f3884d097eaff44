"""The slash commands /dig, /station and /pass."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Literal

from metrobot.games.metromania.actions import Dig, LineName
from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.title import MetroMania
from metrobot.ui.kit.typed_turns import (
    AnyCommand,
    AnyDraft,
    MakeTurns,
    Suggestion,
    TypedTurn,
    TypedTurns,
    matching,
    typed_command,
)
from metrobot.ui.metromania.names import Names, direction, ground_at, plain_names, point, side_name
from metrobot.ui.metromania.steps import open_choices, spots_touched
from metrobot.ui.metromania.typed import (
    Typed,
    after_all,
    corner_name,
    is_beside,
    legal_digs,
    names_in,
    now,
    then_pass,
    then_station,
    typed_target,
)
from metrobot.ui.pages.ids import Press


def target_choices(names: Names, draft: AnyDraft, line: LineName, text: str) -> list[Suggestion]:
    """Suggest the next points and gates of a line."""
    digs = [dig for dig in legal_digs(draft) if dig.line is line]
    found: dict[str, str] = {}
    for dig in digs:
        where = direction(names.words, dig.start, dig.end)
        label = names.words.say("mm.suggest.target", target=typed_target(dig), direction=where)
        found.setdefault(typed_target(dig), label)
    return matching(((label, value) for value, label in found.items()), text)


def side_choices(names: Names, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    """Suggest the sides for the typed tunnel."""
    found: dict[str, str] = {}
    view = now(draft)
    for dig in _meant(draft, typed):
        side = side_name(names.words, dig.start, dig.end, dig.cell)
        ground = ground_at(view, dig.cell)
        name = names.ground(ground) if ground else names.words.say("mm.suggest.blank")
        corner = corner_name(dig)
        label = names.words.say("mm.suggest.side", corner=corner, side=side, ground=name)
        found.setdefault(corner, label)
    return matching(((label, value) for value, label in found.items()), text)


def marker_choices(names: Names, draft: AnyDraft, typed: Typed, text: str) -> list[Suggestion]:
    """Suggest the markers that the typed tunnel may place."""
    found: dict[str, str] = {}
    view = now(draft)
    for dig in _meant(draft, typed):
        ground = ground_at(view, dig.cell)
        if dig.letter is not None and ground and is_beside(dig, typed.beside or "", names.words):
            found[dig.letter] = names.marker(Marker(dig.letter, ground))
    return matching(((label, value) for value, label in found.items()), text)


def station_suggestions(
    names: Names, draft: AnyDraft, line: LineName, text: str
) -> list[Suggestion]:
    """Suggest the points for an intermediate station."""
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
    wanted = {point(at) for at in names_in(typed.to)}
    return [
        dig
        for dig in legal_digs(draft)
        if dig.line is typed.line and wanted <= {point(dig.start), point(dig.end)}
        and point(dig.end) in wanted
    ]  # fmt: skip


LineChoice = Literal["solid", "striped"]
SUFFIXES = ("", "2", "3")
"""Suffixes of the options of the first, second and third tunnel."""


def commands(turns: MakeTurns) -> Sequence[AnyCommand]:
    """Return the game's slash commands."""
    slash = turns(MetroMania.id, "mm.typed.other_game")
    return [_dig_command(slash), _station_command(slash), _pass_command(slash)]


def _dig_command(slash: TypedTurns) -> AnyCommand:
    @typed_command("dig", "mm.command.dig", **_dig_descriptions())
    async def dig(  # noqa: PLR0917 -- discord.py reads the options from the parameters
        ix: Press,
        line: LineChoice,
        to: str,
        beside: str | None = None,
        place: str | None = None,
        to2: str | None = None,
        beside2: str | None = None,
        place2: str | None = None,
        line2: LineChoice | None = None,
        to3: str | None = None,
        beside3: str | None = None,
        place3: str | None = None,
        line3: LineChoice | None = None,
    ) -> None:
        typed = await slash.begin(ix)
        rows = (
            (line, to, beside, place),
            (line2, to2, beside2, place2),
            (line3, to3, beside3, place3),
        )
        await slash.show(ix, typed, after_all(typed.draft, tunnels_of(rows), typed.words))

    for number, suffix in enumerate(SUFFIXES):
        for option, lister in (
            ("to", _targets),
            ("beside", side_choices),
            ("place", marker_choices),
        ):
            slash.suggest(dig, f"{option}{suffix}", partial(_suggested, number, lister))
    return dig


def _dig_descriptions() -> dict[str, str]:
    keys = {
        "line": "mm.command.line",
        "to": "mm.command.to",
        "beside": "mm.command.beside",
        "place": "mm.command.place",
    }
    more = {f"{name}{suffix}": key for suffix in SUFFIXES[1:] for name, key in keys.items()}
    again = "mm.command.line_again"
    return {**keys, **more, "line2": again, "line3": again}


Row = Sequence[str | None]
"""Line, to, beside and place of one tunnel, as far as filled in."""


def tunnels_of(rows: Iterable[Row]) -> list[Typed]:
    """Return the tunnels that are filled in; a line given once holds for the next ones."""
    found: list[Typed] = []
    line = LineName.SOLID
    for given, to, beside, place in rows:
        if not to:
            break
        line = LineName(given) if given else line
        found.append(Typed(line, to, beside, place))
    return found


def _rows(filled: Any, most: int) -> list[Row]:
    names = ("line", "to", "beside", "place")
    return [[getattr(filled, name + suffix, None) for name in names] for suffix in SUFFIXES[:most]]


def _line_of(filled: Any, number: int) -> LineName:
    lines = [getattr(filled, f"line{suffix}", None) for suffix in SUFFIXES[: number + 1]]
    # While options are still being typed, anything may stand in them.
    given = [line for line in lines if line in set(LineName)]
    return LineName(given[-1]) if given else LineName.SOLID


Lister = Callable[[Names, AnyDraft, Typed, str], Sequence[Suggestion]]


def _suggested(number: int, lister: Lister, typed: TypedTurn, text: str) -> Sequence[Suggestion]:
    """Suggest values for an option of one tunnel, after the tunnels before it are tried."""
    # A tunnel goes on from those typed before it, so these are tried first.
    draft = after_all(typed.draft, tunnels_of(_rows(typed.filled, number)), typed.words)
    names = plain_names(typed.game_view, typed.words)
    return lister(names, draft, _half_typed(typed.filled, number), text)


def _targets(names: Names, draft: AnyDraft, typed: Typed, text: str) -> Sequence[Suggestion]:
    return target_choices(names, draft, typed.line, text)


def _half_typed(filled: Any, number: int) -> Typed:
    suffix = SUFFIXES[number]
    to, beside = (getattr(filled, f"{name}{suffix}", None) for name in ("to", "beside"))
    return Typed(_line_of(filled, number), to or "", beside)


def _station_command(slash: TypedTurns) -> AnyCommand:
    @typed_command(
        "station", "mm.command.station", line="mm.command.station_line", point="mm.command.point"
    )
    async def station(ix: Press, line: LineChoice, point: str) -> None:
        typed = await slash.begin(ix)
        await slash.show(ix, typed, then_station(typed.draft, LineName(line), point, typed.words))

    def points(typed: TypedTurn, text: str) -> Sequence[Suggestion]:
        names = plain_names(typed.game_view, typed.words)
        return station_suggestions(names, typed.draft, _line_of(typed.filled, 0), text)

    slash.suggest(station, "point", points)
    return station


def _pass_command(slash: TypedTurns) -> AnyCommand:
    """Return /pass, for turns in which the rules leave that choice."""

    @typed_command("pass", "mm.command.pass")
    async def give_up(ix: Press) -> None:
        typed = await slash.begin(ix)
        await slash.show(ix, typed, then_pass(typed.draft, typed.words))

    return give_up
