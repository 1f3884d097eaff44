"""Recorded games gone through again, with a turn planned ahead before each turn.

`python -m tests.games.planning --games 300` tells how many plans still fitted. With `--strong`
four strong computers play the games instead, and plan after each of their turns: it tells the
share of turns by plan, and what a plan costs against a turn that strong chooses when it comes.
"""

import argparse
import json
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from random import Random
from statistics import mean
from typing import Any, Final

from metrobot.arena.simulation import seeded_dealing
from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft, new_draft, read_draft
from metrobot.games.registry import TITLES
from metrobot.players.analysis.duels import Duel, Mover, held_with, state_after_way
from metrobot.players.analysis.review import LENSES
from metrobot.players.analysis.traces import RunningMean
from metrobot.service.model.errors import TableError
from metrobot.service.model.history import History, new_history
from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from metrobot.service.play import acts
from metrobot.service.play.bot_turns import choice_job
from metrobot.service.play.plans import Plan, ahead, attempts, is_whole, plan_due, plan_of
from metrobot.thinking.choice import choose_action
from tests.titles import GAMES
from tests.ui.tables import table_of

PLANNED: Final = ("metromania", "underground")
"""The titles in which turns are planned ahead."""
NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Tally:
    """Counts of plans that were made, fitted or were refused."""

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
        _check(_with_plans(table, table.player_of[seat], json.dumps([plan])), seat, plan, tally)


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
    return int(draft.title.summary(draft.base, draft.deeds[:count], own, preview=True).points)


@dataclass
class ByPlan:
    """Games of four computers, each of which plans right after its turn, and their figures.

    Attributes:
        title: of the games.
        level: of the computers.
        pairs: games played on for each plan, with the same luck as for the turn chosen then.
        turns: how many were played.
        planned: how many of them by plan.
        fitted: of the turns for which there was a plan: 1 where it fitted, else 0.
        losses: of a plan against the turn that is chosen when it comes, in shares of a win.
    """

    title: str
    level: str
    pairs: int
    turns: int = 0
    planned: int = 0
    fitted: list[int] = field(default_factory=list)
    losses: RunningMean = field(default_factory=RunningMean)

    def play(self, seed: str, number: int) -> None:
        """Play one game to its end: the same one for the same seed and number."""
        title, dealing = TITLES[self.title], seeded_dealing(seed, number)
        rules = title.ruleset(4, {})
        history = new_history(title, rules).settled(dealing, NOW)
        table = table_of(title, rules, history.log, history.state, names="ABCD", now=NOW)
        while table.status is Status.RUNNING:
            (seat,) = table.seats_to_act()
            place, plan = table.player_of[seat], plan_due(table)
            chosen = self._turn(table, seat, dealing.key, is_plan=False)
            self._count(table, place, chosen, plan)
            played = acts.history_after_draft(table.played, plan or chosen, NOW)
            table = _after(table, played.settled(dealing, NOW))
            table = _with_plans(table, place, self._plan(table, seat, dealing.key))

    def _count(
        self, table: Table, place: int, chosen: Draft[Any, Any], plan: Draft[Any, Any] | None
    ) -> None:
        self.turns += 1
        if table.people[place].plans:
            self.fitted.append(int(plan is not None))
        if plan is not None:
            self.planned += 1
            self.losses.add(_loss(table, chosen, plan, self.pairs))

    def _plan(self, table: Table, seat: Seat, key: bytes) -> str | None:
        """Return a computer's plan, made as if nobody acted before its next turn."""
        try:
            then = ahead(table, table.person_at(seat).id)
        except TableError:
            return None
        return json.dumps([plan_of(self._turn(then, then.seats_to_act()[0], key, is_plan=True))])

    def _turn(self, table: Table, seat: Seat, key: bytes, *, is_plan: bool) -> Draft[Any, Any]:
        """Return the turn that a computer chooses, or as much of it as a plan holds."""
        draft = new_draft(table.title, table.state, seat)
        while not (is_whole(draft) if is_plan else draft.is_turn_over):
            job = replace(choice_job(table, draft, key), level=self.level, seconds=None)
            draft = draft.then(choose_action(job).index if len(job.legal) > 1 else 0)
        return draft

    def __str__(self) -> str:
        loss, share = self.losses.estimate(), self.planned / self.turns
        return (
            f"{self.title}: {self.turns} turns, {share:.0%} by plan; {mean(self.fitted):.0%} of"
            f" {len(self.fitted)} plans fitted, and cost {loss.value:.3f} of a win"
            f" ({loss.low:.3f} to {loss.high:.3f})"
        )


def _after(table: Table, history: History) -> Table:
    status = Status.OVER if table.title.is_over(history.state) else Status.RUNNING
    return replace(table, history=history, revision=history.revision, status=status)


def _with_plans(table: Table, place: int, plans: str | None) -> Table:
    people = list(table.people)
    people[place] = replace(people[place], plans=plans)
    return replace(table, people=tuple(people))


def _loss(table: Table, chosen: Draft[Any, Any], plan: Draft[Any, Any], pairs: int) -> float:
    """Return the share of a win that a plan brings less, each pair of games with the same luck."""
    if chosen.actions == plan.actions:
        return 0.0
    title, state, seat = table.title, table.state, plan.seat
    view = title.view_for(state, held_with(title, state, seat))
    mover, duel = Mover(seat, table.player_of[seat], view, title.turn_number(state)), Duel()
    for number in range(pairs):
        world, luck = title.imagined(view, Random(f"{table.revision}:{number}")), f"{number}:on"
        then, ahead_ = (
            LENSES[title.id](state_after_way(title, world, mover, way.actions), Random(luck))
            for way in (chosen, plan)
        )
        duel.add(then, ahead_, mover.player)
    return duel.gain.mean


def main() -> None:
    """Go through as many games of each title as asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=300, help="how many, of both titles together")
    parser.add_argument("--strong", action="store_true", help="so many of each title, by strong")
    parser.add_argument("--title", choices=PLANNED, action="append", help="by default both")
    parser.add_argument("--seed", default="plans", help="of games of strong: any text")
    parser.add_argument("--pairs", type=int, default=40, help="games played on for each plan")
    given = parser.parse_args()
    games, titles = given.games, given.title or PLANNED
    for title in titles:
        if given.strong:
            by_plan = ByPlan(title, "strong", given.pairs)
            for number in range(games):
                by_plan.play(given.seed, number)
                sys.stdout.write(f"{number + 1} games of {by_plan}\n")
                sys.stdout.flush()
            continue
        tally = Tally()
        for seed in range(games // len(PLANNED)):
            go_through(title, 2 + seed % 3, seed, tally)
        share = tally.fitted / max(1, tally.planned)
        told = f"{title}: {tally.planned} plans, {share:.0%} fitted; {dict(tally.refusals)}\n"
        sys.stdout.write(told)


if __name__ == "__main__":
    main()
