"""Where a game stands, who plays what, and what is at stake for one person."""

from collections.abc import Sequence
from typing import Final

from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.options import cancels_shared_trips
from metrobot.games.metromania.view import CompanyView, LineView, View
from metrobot.ui.metromania.meter import end_warnings, marker_warnings, meter
from metrobot.ui.metromania.names import MetroGameView, Names, names_for, point
from metrobot.ui.words.catalogue import Words

_KEEPS: Final = ("mm.stake.keeps_none", "mm.stake.keeps_half", "mm.stake.keeps_all")


def opening(game_view: MetroGameView, words: Words) -> Sequence[str]:
    """Return what everybody is told when the game starts, line by line."""
    names, view = names_for(game_view, words), game_view.public
    return (
        *(_introduction(names, company) for company in view.companies),
        words.say(_hands_key(view)),
        *((words.say("mm.opening.flat"),) if view.rules["station_points"] == "flat" else ()),
        *_two_player_note(words, view),
    )


def _introduction(names: Names, company: CompanyView) -> str:
    """Return who plays which company in which colour."""
    return names.words.say(
        "mm.opening.company",
        place=company.seat + 1,
        name=names.company(company.seat),
        colour=names.colour(company.seat),
        letter=names.letter(company.seat),
    )


def _hands_key(view: View) -> str:
    """Return the key of the sentence that says who knows which destinations."""
    if view.rules.players == 2:
        return "mm.opening.hands_strict"
    return {
        "secret": "mm.opening.hands_secret",
        "open": "mm.opening.hands_open",
        "strict": "mm.opening.hands_strict",
    }[str(view.rules["hands"])]


def _two_player_note(words: Words, view: View) -> tuple[str, ...]:
    """Return what is special with two people (MM §13.5)."""
    return (words.say("mm.opening.cancel"),) if cancels_shared_trips(view.rules) else ()


def status(game_view: MetroGameView, words: Words) -> Sequence[str]:
    """Return where the game stands, and what is at stake for the reader, line by line."""
    names, view = names_for(game_view, words), game_view.view
    if view.result is not None:
        return (*final(names, view), *(score_line(names, view, c) for c in view.companies))
    return (
        *to_do(names, view),
        meter(names, view),
        *(score_line(names, view, company) for company in view.companies),
        *end_warnings(names, view),
        *marker_warnings(names, view),
        *stakes(names, view),
    )


def to_do(names: Names, view: View) -> tuple[str, ...]:
    """Return whose turn it is and what can be done."""
    if view.to_act is None:
        return ()
    key = "mm.status.last_turn" if view.ended_by is not None else "mm.status.turn"
    name, colour = names.company(view.to_act), names.colour(view.to_act)
    return (names.words.say(key, name=name, colour=colour),)


def final(names: Names, view: View) -> tuple[str, ...]:
    """Return who has won and all scores; nothing while the game goes on."""
    if view.result is None:
        return ()
    listed = [names.players[player] for player in view.result.winners]
    scores = [
        names.words.say("mm.status.score", name=name, points=points)
        for name, points in zip(names.players, view.result.scores, strict=True)
    ]
    return (
        names.words.count("mm.status.over", len(listed), names=names.words.listed(listed)),
        names.words.listed(scores),
    )


def score_line(names: Names, view: View, company: CompanyView) -> str:
    """Return one company: points, lines, and its markers where others may see them."""
    words = names.words
    found = words.count(
        "mm.status.company",
        company.hand_size,
        name=names.company(company.seat),
        colour=names.colour(company.seat),
        points=company.station_points,
        lines=words.listed([line_status(names, line) for line in company.lines]),
    )
    if not company.hand or company.seat in view.seats:
        return found
    return words.say("mm.status.company_open", company=found, markers=_listed(names, company.hand))


def line_status(names: Names, line: LineView) -> str:
    """Return how one line stands, without its owner."""
    name = names.own_line(line.name)
    if not line.points:
        key = "mm.line.state_unstarted_blocked" if line.is_blocked else "mm.line.state_unstarted"
        return names.words.say(key, line=name)
    if line.is_finished:
        return names.words.say("mm.line.state_finished", line=name, gate=point(line.points[-1]))
    key = "mm.line.state_blocked" if line.is_blocked else "mm.line.state_open"
    return names.words.count(key, line.tunnels_left, line=name, point=point(line.points[-1]))


def stakes(names: Names, view: View) -> tuple[str, ...]:
    """Return what is at stake for the observer: lines, markers, points.

    Source: MM §12, §13.4.
    """
    own = [company for company in view.companies if company.seat in view.seats]
    return tuple(line for company in own for line in _stake(names, view, company))


def _stake(names: Names, view: View, company: CompanyView) -> list[str]:
    """Return what is at stake for one company."""
    words, name = names.words, names.company(company.seat)
    kept, points = company.kept_points, company.station_points
    found = [words.say(_KEEPS[company.finished], name=name, kept=kept, all=points)]
    if company.hand:
        found.append(words.say("mm.stake.hand", name=name, markers=_listed(names, company.hand)))
    missing = [placed.marker for placed in view.unserved if placed.company == company.seat]
    if missing:
        found.append(words.say("mm.stake.unserved", name=name, markers=_listed(names, missing)))
    return found


def _listed(names: Names, markers: Sequence[Marker]) -> str:
    """Return markers in a row."""
    return names.words.listed([names.marker(marker) for marker in markers])
