"""Recorded games gone through again, with a turn planned ahead before each turn.

`python -m tests.games.planning --games 300` tells how many plans still fitted.
"""

import argparse
import json
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft, new_draft, read_draft
from metrobot.service.model.errors import TableError
from metrobot.service.model.table import Table
from metrobot.service.play import acts
from metrobot.service.play.plans import Plan, ahead, attempts, is_whole, plan_due, plan_of
from tests.titles import GAMES

PLANNED: Final = ("metromania", "underground")
"""The titles in which turns are planned ahead."""


@dataclass
class Tally:
    """Counts of plans that were made, fitted or were refused.

    Attributes:
        planned: how many were made.
        fitted: how many of them fitted when the turn came.
        refusals: why the others did not.
    """

    planned: int = 0
    fitted: int = 0
    refusals: Counter[str] = field(default_factory=Counter)


def go_through(title: str, players: int, seed: int, tally: Tally) -> None:
    """Go through one recorded game: before each turn its player has planned one some time before.

    Raises:
        AssertionError: a plan was played that should not have been, or not as Confirm would.
    """
    source, chooser = GAMES[title], Random(seed)
    game = source.play(players, seed)
    starts = [n for n in game.turn_starts() if n < len(game.log)]
    tables = [source.table_at(game, n) for n in starts]
    for number, table in enumerate(tables):
        seat = table.seats_to_act()[0]
        earlier = range(max(0, number - len(table.player_of) + 1), number)
        before = tables[chooser.choice(earlier)] if earlier else None
        if before is None or (plan := _some_plan(before, table, seat, chooser)) is None:
            continue
        tally.planned += 1
        place = table.player_of[seat]
        people = list(table.people)
        people[place] = replace(people[place], plans=json.dumps([plan]))
        _check(replace(table, people=tuple(people)), seat, plan, tally)


def _some_plan(before: Table, table: Table, seat: Seat, chooser: Random) -> Plan | None:
    """Return a random plan for the next turn of a seat's holder; None if it is of another seat."""
    try:
        then = ahead(before, table.person_at(seat).id)
    except TableError:
        return None
    if then.seats_to_act() != (seat,):
        return None
    draft = new_draft(then.title, then.state, seat)
    while not is_whole(draft):
        draft = draft.then(chooser.randrange(len(draft.open_choices)))
    return plan_of(draft)


def _check(table: Table, seat: Seat, plan: Plan, tally: Tally) -> None:
    due, (attempt,) = plan_due(table), attempts(table, seat)
    if due is None:
        assert attempt.refusal is not None
        tally.refusals[str(attempt.refusal.key)] += 1
        return
    tally.fitted += 1
    title, state = table.title, table.state
    by_hand = read_draft(title, state, seat, due.code)
    now = table.turn_since
    played = acts.history_after_draft(table.played, due, now)
    assert played.log == acts.history_after_draft(table.played, by_hand, now).log
    for logged in played.log[len(table.log) :]:
        assert title.objection(state, seat, logged.event.action) is None
        state = title.apply(state, seat, logged.event.action)
    assert state == played.state
    assert _points(due, len(plan["actions"])) >= plan["points"]


def _points(draft: Draft[Any, Any], count: int) -> int:
    """Return the points of a draft's first actions, by the summary that its player sees."""
    own = frozenset((draft.seat,))
    told = draft.title.summary(draft.base, draft.deeds[:count], own, preview=True)
    return int(told.points)


def main() -> None:
    """Go through as many games of each title as asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=300, help="how many, of both titles together")
    games = parser.parse_args().games
    for title in PLANNED:
        tally = Tally()
        for seed in range(games // len(PLANNED)):
            go_through(title, 2 + seed % 3, seed, tally)
        share = tally.fitted / max(1, tally.planned)
        told = f"{title}: {tally.planned} plans, {share:.0%} fitted; {dict(tally.refusals)}\n"
        sys.stdout.write(told)


if __name__ == "__main__":
    main()
