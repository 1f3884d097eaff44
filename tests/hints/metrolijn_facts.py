"""What a fact of Metrolijn says, recounted from the sheets."""

from typing import Any, Final

from metrobot.engine.actors import Seat
from metrobot.engine.sentence import Sentence
from metrobot.games.metrolijn.board import DECK, Station
from metrobot.games.metrolijn.state import State
from tests.games.metrolijn.finishing import Search, TooLongError
from tests.games.metrolijn.reference import Referee

MOST: Final = 30_000
"""Positions that a search looks at before it gives up."""


def is_true(turn: Any, fact: Sentence) -> bool | None:
    """Return whether the sheets before and after a round bear a fact out; None: undecided."""
    kind = fact.key.removeprefix("fact.ml.")
    verdict: bool | None = globals()[f"_{kind}"](
        turn.before, turn.after, dict(fact.facts), fact.count
    )
    return verdict


def _lacking(state: State, seat: int, line: int) -> set[Station]:
    return set(state.map.lines[line].stations) - state.sheets[seat].marked


def _finishers(before: State, after: State, line: int) -> tuple[int, ...]:
    seats = range(len(after.sheets))
    return tuple(n for n in seats if _lacking(before, n, line) and not _lacking(after, n, line))


def _pays_first(before: State, line: int) -> bool:
    return all(_lacking(before, n, line) for n in range(len(before.sheets)))


def _together(before: State, after: State, facts: dict[str, Any], count: int) -> bool:
    line = facts["line"]
    is_first = _pays_first(before, line) and after.map.lines[line].first_points == count
    return (
        is_first and len(facts["seats"]) > 1 and _finishers(before, after, line) == facts["seats"]
    )


def _short(before: State, after: State, facts: dict[str, Any], count: int) -> bool:
    line, seats = facts["line"], range(len(after.sheets))
    short = tuple(n for n in seats if len(_lacking(after, n, line)) == 1)
    is_first = _pays_first(before, line) and after.map.lines[line].first_points == count
    is_so = _finishers(before, after, line) == facts["seats"] and bool(facts["seats"])
    return is_first and is_so and short == facts["others"] != ()


def _later(before: State, after: State, facts: dict[str, Any], count: int) -> bool:
    line, site = facts["line"], after.map.lines[facts["line"]]
    points = (site.first_points, site.later_points) == (facts["first"], count)
    return (
        points
        and not _pays_first(before, line)
        and _finishers(before, after, line) == facts["seats"]
    )


def _can(state: State, seat: int, line: int) -> bool | None:
    """Return whether a player can still finish a line; None: it was not decided."""
    sheet, lacking, sites = state.sheets[seat], _lacking(state, seat, line), state.map.lines
    empty = [site.windows - len(n) for site, n in zip(sites, sheet.windows, strict=True)]
    helped = {at for n, site in enumerate(sites) if n != line and empty[n] for at in site.stations}
    # At most: six stations a window, those on other lines, and a free ride after each 6.
    free = sum(empty) if not state.rules["special"] else len(lacking)
    if len(lacking) > 6 * empty[line] + len(lacking & helped) + free:
        return False
    try:
        return line in Search(state, Seat(seat), MOST).finished
    except TooLongError:
        return None


def _lost(before: State, after: State, facts: dict[str, Any], count: int) -> bool | None:
    now = _can(after, facts["seat"], facts["line"])
    is_so = len(_lacking(after, facts["seat"], facts["line"])) == count > 0
    return None if now is None else is_so and not now


def _only(before: State, after: State, facts: dict[str, Any], count: int) -> bool | None:
    able = [_can(after, seat, facts["line"]) for seat in range(len(after.sheets))]
    is_so = after.map.lines[facts["line"]].first_points == count and _pays_first(
        after, facts["line"]
    )
    if None in able:
        return None
    return is_so and tuple(n for n, can in enumerate(able) if can) == facts["seats"]


_nobody = _only


def _one_left(before: State, after: State, facts: dict[str, Any], count: int) -> bool:
    seat, line = facts["seat"], facts["line"]
    was, now = (_lacking(state, seat, line) for state in (before, after))
    options = {"map": after.rules["map"], "special": after.rules["special"]}
    referee = Referee({"players": len(after.sheets), "options": options})
    paper, ids = referee.papers[seat], [site.id for site in after.map.stations]
    paper.marked = dict.fromkeys((ids[n] for n in after.sheets[seat].marked), 0)
    for site, filled in zip(after.map.lines, after.sheets[seat].windows, strict=True):
        paper.free[site.letter] -= len(filled)
    deck = list(DECK)
    for card in after.turned:
        deck.remove(card)
    if not now:
        return False
    cards, last = 0, ids[min(now)]
    for referee.card in (card.id for card in deck):
        marks = ((each.get("stations") or [each.get("station")]) for each in referee.choices(seat))
        cards += any(last in stations for stations in marks)
    return len(was) > 1 == len(now) and cards == count


def _windows(before: State, after: State, _: dict[str, Any], count: int) -> bool:
    was, now = (
        {
            sum(line.windows for line in state.map.lines) - sum(map(len, sheet.windows))
            for sheet in state.sheets
        }
        for state in (before, after)
    )
    return now == {count} and count <= 10 < max(was)


def _lead(before: State, after: State, facts: dict[str, Any], _: None) -> bool:
    was, now = ([_earned(state, n) for n in range(len(state.sheets))] for state in (before, after))
    own = now.pop(facts["player"])
    is_ahead = own == facts["total"] > max(now) == facts["second"]
    return is_ahead and was.pop(facts["player"]) < max(was)


def _earned(state: State, seat: int) -> int:
    """Return the points for lines and transfer numbers (ML §6.2, §7.1)."""
    points = 2 * sum(value for _, value in state.sheets[seat].numbers)
    for line, site in enumerate(state.map.lines):
        ends = [sheet.finished[line] for sheet in state.sheets]
        if (own := ends[seat]) is not None:
            is_first = own == min(end for end in ends if end is not None)
            points += site.first_points if is_first else site.later_points
    return points
