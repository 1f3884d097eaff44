"""The status of a game: progress, the nearness of the end, and one person's stakes."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from metrobot.games.metromania.geometry import cell_name
from metrobot.games.metromania.options import cancels_shared_trips
from metrobot.games.metromania.result import EndedBy
from metrobot.games.metromania.summary import Turn
from metrobot.games.metromania.view import CompanyView, LineView, PlacedMarker, View
from metrobot.ui.metromania.names import MetroGameView, Names, names_for, point
from metrobot.ui.pages.values import Brief
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import keyed

ENDED_BY: Final = keyed("mm.ended", EndedBy)
_KEEPS: Final = ("mm.stake.keeps_none", "mm.stake.keeps_half", "mm.stake.keeps_all")
_HANDS: Final = keyed("mm.opening.hands", ("secret", "open", "strict"))


def meter(names: Names, view: View) -> str:
    """Return the end meter in one line (MM §11.1)."""
    return names.words.say(
        "mm.meter", done=view.lines_closed, needed=view.lines_needed, stock=view.stock
    )


def end_warnings(names: Names, view: View) -> Iterator[str]:
    """Yield warnings of the end of building, which comes suddenly (MM §11.1, §11.2, §16)."""
    words, able = names.words, (each.seat for each in view.companies if each.may_end_building)
    # The turns of a company that nobody runs are skipped.
    near = [seat for seat in able if seat not in view.vacant]
    if view.result is not None or view.to_act is None:
        return
    if view.ended_by is not None:
        reason, listed = words.say(ENDED_BY[view.ended_by]), names.companies(view.last_turns)
        yield words.say("mm.warning.last_turns", reason=reason, names=listed)
        return
    if view.is_line_from_end:
        yield words.say("mm.warning.one_line")
    if view.is_stock_low and view.stock > 0:
        yield words.count("mm.warning.stock", view.stock)
    if near:
        yield words.say("mm.warning.second_line", names=names.companies(near))


def _marker_warnings(names: Names, unserved: Iterable[PlacedMarker]) -> Iterator[str]:
    """Yield the placed markers that have no station yet, all in one line (MM §13.4, §16)."""
    items = [
        names.words.say(
            "mm.warning.unserved_item",
            marker=names.marker(placed.marker),
            name=names.short(placed.company),
            cell=cell_name(placed.cell),
        )
        for placed in unserved
    ]
    if items:
        yield names.words.say("mm.warning.unserved", items=names.words.listed(items))


def new_unserved(names: Names, turn: Turn) -> Iterator[str]:
    """Yield the markers that a turn has left without a station, unless building is over."""
    if turn.after.to_act is not None:
        new = [each for each in turn.after.unserved if each not in turn.before.unserved]
        yield from _marker_warnings(names, new)


def blocked_changes(names: Names, turn: Turn) -> Iterator[str]:
    """Yield the lines newly blocked, and those freed (MM §11.3), unless building is over."""
    if turn.after.to_act is not None:
        yield from blocked_line_names(names, turn)
        yield from _said(names, "mm.warning.freed", turn.freed)


def blocked_line_names(names: Names, turn: Turn) -> Iterator[str]:
    """Return the lines that a turn has blocked (MM §11.3)."""
    return _said(names, "mm.warning.blocked", turn.newly_blocked)


def _said(names: Names, key: str, lines: Sequence[LineView]) -> Iterator[str]:
    for line in lines:
        where = point(line.points[-1]) if line.points else names.words.say("mm.line.unstarted")
        yield names.words.say(key, line=names.line(line.company, line.name), where=where)


def opening(game_view: MetroGameView, words: Words) -> Sequence[str]:
    """Return the introduction at the start of a game, line by line."""
    names, view = names_for(game_view, words), game_view.public
    lines = [
        words.say(
            "mm.opening.company",
            place=company.seat + 1,
            name=names.company(company.seat),
            colour=names.colour(company.seat),
            letter=names.letter(company.seat),
        )
        for company in view.companies
    ]
    lines.append(
        # The option is for three or four people: two always have strict hands.
        words.say(_HANDS["strict" if view.rules.players == 2 else str(view.rules["hands"])])
    )
    if view.rules["station_points"] == "flat":
        lines.append(words.say("mm.opening.flat"))
    if cancels_shared_trips(view.rules):
        lines.append(words.say("mm.opening.cancel"))
    return lines


def status(game_view: MetroGameView, words: Words) -> Sequence[str]:
    """Return the status of the game and the reader's stakes, line by line."""
    names, view = names_for(game_view, words), game_view.view
    if view.result is not None:
        return (*final(names, view), *(score_line(names, view, c) for c in view.companies))
    return (
        *to_do(names, view),
        meter(names, view),
        *(score_line(names, view, company) for company in view.companies),
        *end_warnings(names, view),
        *_marker_warnings(names, view.unserved),
        *stakes(names, view),
    )


def to_do(names: Names, view: View) -> tuple[str, ...]:
    """Return the company on turn and its task."""
    if view.to_act is None:
        return ()
    key = "mm.status.last_turn" if view.ended_by is not None else "mm.status.turn"
    name, colour = names.company(view.to_act), names.colour(view.to_act)
    return (names.words.say(key, name=name, colour=colour),)


def final(names: Names, view: View) -> tuple[str, ...]:
    """Return the winners and all scores; nothing while the game goes on."""
    if view.result is None:
        return ()
    words, winners = names.words, view.result.winners
    scores = words.each("mm.status.score", name=names.players, points=view.result.scores)
    over = words.count("mm.status.over", len(winners), names=names.people(winners))
    return (over, words.listed(scores))


def score_line(names: Names, view: View, company: CompanyView) -> str:
    """Return one company: points, lines, and its markers if others may see them."""
    words = names.words
    found = words.count(
        "mm.status.company",
        company.hand_size,
        name=names.company(company.seat),
        colour=names.colour(company.seat),
        points=company.station_points,
        lines=words.listed([line_status(names, line) for line in company.lines]),
    )
    # The reader's own markers are told with what is at stake.
    if not company.hand or company.seat in view.seats:
        return found
    return words.say("mm.status.company_open", company=found, markers=names.markers(company.hand))


def line_status(names: Names, line: LineView) -> str:
    """Return one line's state, without its owner."""
    name = names.own_line(line.name)
    if not line.points:
        key = "mm.line.state_unstarted_blocked" if line.is_blocked else "mm.line.state_unstarted"
        return names.words.say(key, line=name)
    if line.is_finished:
        return names.words.say("mm.line.state_finished", line=name, gate=point(line.points[-1]))
    key = "mm.line.state_blocked" if line.is_blocked else "mm.line.state_open"
    return names.words.count(key, line.tunnels_left, line=name, point=point(line.points[-1]))


def stakes(names: Names, view: View) -> Iterator[str]:
    """Yield the observer's stakes: lines, markers, points (MM §12, §13.4)."""
    for company in (each for each in view.companies if each.seat in view.seats):
        words, name = names.words, names.company(company.seat)
        kept, points = company.kept_points, company.station_points
        if points:
            yield words.say(_KEEPS[company.finished], name=name, kept=kept, all=points)
        if company.hand:
            yield words.say("mm.stake.hand", name=name, markers=names.markers(company.hand))
        missing = [placed.marker for placed in view.unserved if placed.company == company.seat]
        if missing:
            yield words.say("mm.stake.unserved", name=name, markers=names.markers(missing))


def brief(game_view: MetroGameView, words: Words) -> Brief:
    """Return the task, everybody's station points, and the end meter."""
    names, view = names_for(game_view, words), game_view.public
    companies = [names.company(company.seat) for company in view.companies]
    parts = ", ".join(scores(words, companies, view))
    points = words.say("mm.brief.points", parts=parts)
    return Brief(words.say("mm.brief.task"), (points, meter(names, view)))


def scores(words: Words, companies: Iterable[str], view: View) -> list[str]:
    """Return the station points of each company, by its name."""
    points = (company.station_points for company in view.companies)
    return words.each("mm.status.score", name=companies, points=points)
