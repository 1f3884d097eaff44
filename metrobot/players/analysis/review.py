"""The review of a game: its chances, and the three turns that moved them most."""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from typing import Final

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.players.analysis.course import Course, CourseTurn
from metrobot.players.analysis.duels import (
    SCREENED,
    Mover,
    alternatives,
    better_than,
    contradicts,
    mover_of,
)
from metrobot.players.analysis.facts import Better, Estimate, Review, Turning
from metrobot.players.analysis.traces import DiceOf, Limit, Means, Traces, play_all
from metrobot.players.contract import Budget, Lens
from metrobot.players.levels import PLAYERS
from metrobot.players.metrolijn import playout as metrolijn
from metrobot.players.metromania import last_turn
from metrobot.players.metromania import playout as metromania
from metrobot.players.underground import playout as underground

LENSES: Final[dict[str, Lens]] = {
    "metrolijn": metrolijn.playout_end,
    "metromania": metromania.playout_end,
    "underground": underground.playout_end,
}
"""Functions that play the games of each title on to their end, by its id."""

ADVISERS: Final = {
    "metrolijn": ("strong", "strong", "fair"),
    "metromania": ("strong", "strong", "strong", "fair"),
    "underground": ("strong", "fair"),
}
"""Levels of the computer players whose turns are tried out, by title; each has its own dice."""

LAST_TURNS: Final = {"metromania": last_turn.best_way}
"""Functions that search out a title's last turn of all, by its id."""

PLAYOUTS: Final = 400
"""Games for a position or a way to play a turn, at most."""

TURNINGS, CANDIDATES = 3, 10
"""Most turns that a review tells, and most that are looked at closely to choose them."""

TRACED, SIFTED, COMPARED = 0.25, 0.35, 0.55
"""Shares of the time by which positions, candidates and other ways are done. In the rest
a second judge looks at the claims."""

LEAST_SHIFT: Final = 0.05
"""Least change of a chance that counts as deciding something."""


def has_moved(turning: Turning) -> bool:
    """Return whether a turn surely changed somebody's chance."""
    return any(
        # The whole of both intervals must be apart: a small shift may be chance in the playouts.
        abs(after.value - before.value) >= LEAST_SHIFT
        and (after.low > before.high or after.high < before.low)
        for before, after in turning.pairs
    )


def analyse(
    course: Course,
    dice: DiceOf,
    used: Callable[[], float] = lambda: 0.0,
    playouts: int = PLAYOUTS,
    tells: Callable[[Turning], bool] = has_moved,
) -> Review | None:
    """Review a game that is over; None if no player ever had a turn.

    Args:
        course: the game.
        dice: makes dice; with the same ones, and time enough, the review is the same.
        used: returns the share of the time that is used up.
        playouts: games for a position or a way to play a turn, at most.
        tells: whether a turn is worth telling, in a game of several players.
    """
    if not course.turns:
        return None
    means = Means(course.title, LENSES[course.title.id], dice, used)
    # Before the positions, which may use up more than their share of the time.
    missed, traces = _missed_at_the_end(course, means, playouts), Traces(course)
    play_all((traces.at_start, *traces.after.values()), means, Limit(playouts, TRACED))
    candidates = _sifted(traces, means, Limit(2 * playouts, SIFTED), tells, missed)
    # A share of the time for each, so that the first turns do not use up all of it.
    turnings, share = list[Turning](), (COMPARED - SIFTED) / max(1, len(candidates))
    for number, turning in enumerate(candidates, start=1):
        limit = Limit(playouts, SIFTED + share * number)
        turnings.append(turning if turning.better else _advised(course, turning, means, limit))
    # Better ways were found since, and a missed gain counts as much as a shift in a game alone.
    turnings.sort(key=lambda turning: -turning.weight)
    del turnings[TURNINGS:]
    turnings = _judged(course, turnings, means, missed)
    return Review(traces.players == 1, traces.positions(), tuple(turnings), course.is_cut)


def go_on(
    earlier: Review, course: Course, dice: DiceOf, used: Callable[[], float] = lambda: 0.0
) -> Review:
    """Play the positions of a review on for all of the time; its turns stay as they are."""
    means, traces = Means(course.title, LENSES[course.title.id], dice, used), Traces(course)
    play_all((traces.at_start, *traces.after.values()), means, Limit(PLAYOUTS, 1.0))
    return replace(earlier, positions=traces.positions(), has_gone_on=True)


def _missed_at_the_end(course: Course, means: Means, playouts: int) -> Mapping[int, Better]:
    """Return the better way to play the last turn of all, by the turn's number; at most one."""
    turn, search = course.turns[-1], LAST_TURNS.get(course.title.id)
    (seat, *other_seats), budget = turn.seats, Budget(is_over=lambda: means.used() >= COMPARED)
    if search is None or other_seats or seat in course.title.vacant(turn.before):
        return {}
    mover = mover_of(course.title, turn, seat, turn.before)
    way = search(mover.view, budget, means.dice("last"))
    if way is None:
        return {}
    # Both ways end the game, so that only hidden hands differ from game to game.
    brief = Limit(min(playouts, SCREENED), COMPARED)
    better = better_than(mover, turn.deeds_of(seat), [way], means, brief)
    if better is None or better.gain.value < LEAST_SHIFT:
        return {}
    return {turn.number: better}


def _sifted(
    traces: Traces,
    means: Means,
    limit: Limit,
    tells: Callable[[Turning], bool],
    missed: Mapping[int, Better],
) -> list[Turning]:
    """Return the turns that changed most; only what is `missed` has a better way yet.

    In a game alone all candidates are kept, since a missed gain counts there too.
    """
    vacant = traces.course.title.vacant
    # A vacant seat chooses nothing, so its turns cannot be reviewed.
    turns = [turn for turn in traces.course.turns if not vacant(turn.before).issuperset(turn.seats)]
    rough = _rough(traces)
    turns.sort(key=lambda turn: (turn.number not in missed, -rough[turn.number]))
    # Positions are known only roughly by now, so those around the candidates are played on
    # further. They are taken right before and after the deeds: draws in between moved nobody.
    near = [(turn, traces.before(turn.number)) for turn in turns[:CANDIDATES]]
    ends = (traces.after.get(turn.number) for turn, _ in near)
    traces_near = [*(before for _, before in near), *(end for end in ends if end is not None)]
    # A position may come after one candidate and before another: it is played on once.
    play_all(list({trace.name: trace for trace in traces_near}.values()), means, limit)
    turnings = [
        _weighed(traces, turn, before.estimates(), missed.get(turn.number)) for turn, before in near
    ]
    turnings.sort(key=lambda turning: (turning.better is None, -abs(turning.shift)))
    if traces.players == 1:
        return turnings
    return [turning for turning in turnings if turning.better or tells(turning)][:TURNINGS]


def _rough(traces: Traces) -> dict[int, float]:
    """Return the largest change of any player's worth in each turn, by its number."""
    rough, before = dict[int, float](), traces.at_start.estimates()
    for turn in traces.course.turns:
        after = traces.worths_after(turn.number)
        pairs = zip(before, after, strict=True)
        rough[turn.number] = max(abs(b.value - a.value) for a, b in pairs)
        before = after
    return rough


def _weighed(
    traces: Traces, turn: CourseTurn, before: tuple[Estimate, ...], better: Better | None
) -> Turning:
    title, vacant = traces.course.title, traces.course.title.vacant(turn.before)
    after = traces.worths_after(turn.number)

    def player_of(seat: Seat) -> int:
        return title.player_of(turn.before.rules, seat)

    def moved(seat: Seat) -> float:
        return abs(after[player_of(seat)].value - before[player_of(seat)].value)

    seat = max((seat for seat in turn.seats if seat not in vacant), key=moved)
    return Turning(
        turn.number, seat, player_of(seat), before, after, better, found=int(better is not None)
    )


def _played(course: Course, turning: Turning) -> tuple[Mover, tuple[Action, ...]]:
    """Return the mover of a turn, with the choices made in it."""
    turn, seat = next(t for t in course.turns if t.number == turning.turn), Seat(turning.seat)
    return mover_of(course.title, turn, seat, turn.before), turn.deeds_of(seat)


def _judged(
    course: Course, turnings: Sequence[Turning], means: Means, certain: Container[int]
) -> list[Turning]:
    """Return the turns, without the claims that a second judge contradicts.

    Claims about the turns that are certain need no judge.
    """
    title, judged, start = course.title, list(turnings), means.used()
    claims = [n for n, t in enumerate(turnings) if t.better and t.turn not in certain]
    for number, place in enumerate(claims, start=1):
        turning = turnings[place]
        assert turning.better is not None
        mover, played_way = _played(course, turning)
        better = [title.decode(deed.kind, deed.fields) for deed in turning.better.deeds]
        # Playouts at a glance misjudge some turns, so claims are checked by strong play.
        until = start + (1 - start) * number / len(claims)
        if contradicts(mover, better, played_way, means, until):
            judged[place] = replace(turning, better=None)
    return judged


def _advised(course: Course, turning: Turning, means: Means, limit: Limit) -> Turning:
    """Return a turn with the best other way to play it, if one is surely better."""
    mover, played_way = _played(course, turning)
    title = course.title.id
    advisers = [PLAYERS[title][level] for level in ADVISERS[title]]
    other_ways = alternatives(mover, means, advisers, limit.until)
    better = better_than(mover, played_way, other_ways, means, limit)
    return replace(turning, better=better, found=sum(way != played_way for way in other_ways))
