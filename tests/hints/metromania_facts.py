"""What a fact of MetrOmania says, recounted on the plain board."""

from functools import lru_cache
from typing import Any

from metrobot.engine.sentence import Sentence
from tests.games.metromania.reference import DIRECTIONS, At, Reference, fastest, is_inside, plus
from tests.hints.metromania import plain


def is_true(turn: Any, fact: Sentence) -> bool:
    """Return whether the boards before and after a turn bear a fact out."""
    before, after = map(_board, (turn.before, turn.after))
    kind = fact.key.removeprefix("fact.mm.")
    verdict: bool = globals()[f"_{kind}"](before, after, dict(fact.facts), fact.count)
    return verdict


# A turn may bring several facts, and is followed by the next.
_board = lru_cache(maxsize=4)(plain)


def _trip(board: Reference, day: str) -> tuple[int | None, set[int]]:
    """Return the minutes of a trip, and the companies on its fastest routes."""
    served = {
        (c, name): [at for at in line.points if at in board.stations]
        for c, lines in enumerate(board.lines)
        for name, line in lines.items()
    }
    if day == "S":
        ends = [
            {at for cell, g in board.ground.items() if g == kind for at in cell}
            for kind in ("park", "lake")
        ]
    else:
        ends = [set(cell) for name, (_, cell) in sorted(board.placed.items()) if name[0] == day]
    stops = [end & board.stations for end in ends]
    if len(stops) < 2 or not all(stops):
        return None, set()
    return fastest(served, *stops)


def _runs(before: Reference, after: Reference, facts: dict[str, Any], count: int) -> bool:
    is_new = _trip(before, facts["day"])[0] is None
    return is_new and _trip(after, facts["day"]) == (count, set(facts["seats"]))


def _takes(before: Reference, after: Reference, facts: dict[str, Any], count: int) -> bool:
    is_so = _trip(before, facts["day"])[0] == facts["was"] != count
    return is_so and _trip(after, facts["day"]) == (count, set(facts["seats"]))


def _finished(board: Reference, seat: int) -> int:
    return sum(line.finished for line in board.lines[seat].values())


def _kept(before: Reference, after: Reference, facts: dict[str, Any], count: int) -> bool:
    seat = facts["seat"]
    company = after.result()["companies"][seat]
    is_new = _finished(after, seat) > _finished(before, seat)
    return is_new and (company["line_points"], after.points[seat]) == (facts["points"], count)


def _lacking(board: Reference, seat: int) -> int:
    cells = [cell for owner, cell in board.placed.values() if owner == seat]
    return sum(not cell & board.stations for cell in cells)


def _all_placed(before: Reference, after: Reference, facts: dict[str, Any], count: int) -> bool:
    seat = facts["seat"]
    is_new = bool(before.hands[seat]) and not after.hands[seat]
    return is_new and _lacking(after, seat) == count > 0


def _all_served(before: Reference, after: Reference, facts: dict[str, Any], _: None) -> bool:
    seat = facts["seat"]
    return bool(before.hands[seat]) and not after.hands[seat] and not _lacking(after, seat)


def _served(before: Reference, after: Reference, facts: dict[str, Any], _: None) -> bool:
    return _lacking(before, facts["seat"]) > 0 == _lacking(after, facts["seat"])


def _pair(before: Reference, after: Reference, facts: dict[str, Any], count: int) -> bool:
    was, now = (
        [cell for name, (_, cell) in board.placed.items() if name[0] == facts["day"]]
        for board in (before, after)
    )
    is_named = facts["day"] == facts["letter"]
    return is_named and len(was) < 2 == len(now) and _steps(set(now[0]), now[1]) == count


def _steps(reached: set[At], goal: frozenset[At]) -> int:
    """Return the number of edges from some points to a cell."""
    steps = 0
    while not reached & goal:
        steps, near = steps + 1, {plus(at, way) for at in reached for way in DIRECTIONS}
        reached |= {at for at in near if is_inside(at)}
    return steps


def _joined(before: Reference, after: Reference, facts: dict[str, Any], _: None) -> bool:
    meet = [
        {at for line in board.lines[facts["seat"]].values() for at in line.points}
        & {at for line in board.lines[facts["other"]].values() for at in line.points}
        & board.stations
        for board in (before, after)
    ]
    return facts["seat"] != facts["other"] and not meet[0] and bool(meet[1])


def _lead(before: Reference, after: Reference, facts: dict[str, Any], _: None) -> bool:
    was, now = (
        [sum(board.points[p :: board.players]) for p in range(board.players)]
        for board in (before, after)
    )
    own, rest = now.pop(facts["player"]), was[:]
    is_ahead = own == facts["total"] > max(now) == facts["second"]
    return is_ahead and rest.pop(facts["player"]) < max(rest)


def _stock(before: Reference, after: Reference, _: dict[str, Any], count: int) -> bool:
    return 30 - len(after.stations) == count <= 10 < 30 - len(before.stations)
