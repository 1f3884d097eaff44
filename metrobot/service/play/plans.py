"""Turns planned ahead: kept in secret, and played by themselves if they still fit.

A plan names its own actions and what they brought when it was planned. It is tried as
its owner would try it, and played as Confirm plays a draft.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft, StaleDraftError, new_draft
from metrobot.engine.errors import RecordError, Refusal, RuleError
from metrobot.engine.title import Yield
from metrobot.service.model import guards
from metrobot.service.model.drafts import Drafts
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.loader import TablesPart
from metrobot.service.model.play import GameId, PlayerId
from metrobot.service.model.sealed_choices import decoded, encoded
from metrobot.service.model.table import Table
from metrobot.service.outbox import turn_batches
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.play import acts
from metrobot.service.play.turns import Back, TableDraft
from metrobot.store.schema.act_rows import Move, NewDelivery, Stream

MOST: Final = 3
"""Most turns that one person can plan ahead in a game."""

Plan = Mapping[str, Any]
"""A turn planned ahead, as it is stored."""


class Attempt(NamedTuple):
    """Plan that was tried on a board.

    Attributes:
        draft: the plan as far as it goes there.
        refusal: why it does not fit, or None.
        mark: tells it from other plans of its owner.
    """

    draft: Draft[Any, Any]
    refusal: Refusal | None
    mark: str


@dataclass(eq=False)
class Plans(TablesPart):
    """Lets people plan their next turn while it is not theirs."""

    drafts: Drafts
    back: Back
    outbox: OutboxWorker

    async def begin(self, game: GameId, player: PlayerId) -> TableDraft:
        """Return an empty draft on the board as it would be at a player's next turn.

        Raises:
            TableError: as for `ahead`.
        """
        table = ahead(await self.loader.by_id(game), player)
        return TableDraft(table, new_draft(table.title, table.state, table.seats_to_act()[0]))

    async def read_draft(
        self, game: GameId, player: PlayerId, revision: int, code: str
    ) -> TableDraft:
        """Return the draft of a plan that a code stands for.

        Raises:
            TableError: as for `ahead`, or the board has moved on since.
        """
        table = await self.loader.by_id(game)
        guards.check_fresh(table, revision)
        return self._read(table, player, code)

    async def keep(self, game: GameId, player: PlayerId, revision: int, code: str) -> Table:
        """Keep a whole draft as the last of a player's plans; if a computer covers them, end that.

        Raises:
            TableError: as for `read_draft`, it is no whole turn, or one too many.
        """
        async with self.locks.of(game):
            await self.back(game, player)
            table = await self.loader.by_id(game)
            guards.check_fresh(table, revision)
            plan, plans = plan_of(self._read(table, player, code).draft), plans_of(table, player)
            if plan not in plans and len(plans) == MOST:
                raise TableError(TableKey.PLANS_FULL)
            new_plans = (*(old_plan for old_plan in plans if old_plan != plan), plan)
            return await self._store(table, player, plans if plan in plans else new_plans)

    async def drop(self, game: GameId, player: PlayerId, mark: str) -> Table:
        """Drop a plan of a player, if it is still there.

        Raises:
            TableError: not running, or not seated.
        """
        async with self.locks.of(game):
            table = _seated(await self.loader.by_id(game), player)
            other_plans = [plan for plan in plans_of(table, player) if _mark_of(plan) != mark]
            return await self._store(table, player, other_plans)

    async def _store(self, table: Table, player: PlayerId, plans: Sequence[Plan]) -> Table:
        text = json.dumps(plans) if plans else None
        deliveries = tuple[NewDelivery, ...]()
        if plan_due(table) is not None:
            # Whoever drops what is about to be played is called as ever.
            told_revision = await self.store.outbox.last_turn_revision(table.id)
            people = (replace(p, plans=text) if p.id == player else p for p in table.people)
            then = replace(table, people=tuple(people))
            has_plan = plan_due(then) is not None
            deliveries = turn_batches.deliveries_of((), then, told_revision, has_plan=has_plan)
        row = await self.loader.row_seen(table.id)
        move = Move(row, table.revision, (), deliveries, self.clock.now())
        await acts.refuse_stale(self.store.seats.keep_plans(move, player, text))
        self.loader.forget(table.id)
        self.outbox.deliver_soon(Stream(table.id))
        return await self.loader.by_id(table.id)

    def _read(self, table: Table, player: PlayerId, code: str) -> TableDraft:
        then = ahead(table, player)
        return TableDraft(then, self.drafts.read(then, then.seats_to_act()[0], code))


def _seated(table: Table, player: PlayerId) -> Table:
    """Return a running table at which a player sits.

    Raises:
        TableError: it is not running, or they do not.
    """
    guards.check_seated(table, player)
    guards.check_running(table)
    guards.check_seen(table, player)
    return table


def has_plans(table: Table) -> bool:
    """Return whether turns can be planned ahead at a table: others play before one's next."""
    return not table.title.is_simultaneous and len(table.people) > 1


def ahead(table: Table, player: PlayerId) -> Table:
    """Return a table as it would be at a player's next turn if nobody did anything before it.

    Raises:
        TableError: not running, not seated, it is their turn, or nothing can be planned.
    """
    _seated(table, player)
    own = table.seats_of(player)
    if not has_plans(table):
        raise TableError(TableKey.NO_PLANS)
    if not own.isdisjoint(table.seats_choosing):
        raise TableError(TableKey.PLAN_NOW)
    return table.once(("ahead", own), lambda: _ahead(table, own))


def _ahead(table: Table, own: frozenset[Seat]) -> Table:
    state = table.title.as_next(table.state, own)
    if state is None:
        raise TableError(TableKey.NO_TURN_LEFT)
    return replace(table, history=replace(table.played, state=state))


def plans_of(table: Table, player: PlayerId) -> tuple[Plan, ...]:
    """Return the turns that a player has planned ahead, in order: for them alone."""
    text = next((person.plans for person in table.people if person.id == player), None)
    return tuple(json.loads(text)) if text else ()


def attempts(table: Table, seat: Seat) -> tuple[Attempt, ...]:
    """Return the plans of a seat's holder, tried on a board on which it is their turn."""
    holder = table.person_at(seat).id
    return table.once(
        ("attempts", seat),
        lambda: tuple(_tried(table, seat, plan) for plan in plans_of(table, holder)),
    )


def plan_due(table: Table) -> Draft[Any, Any] | None:
    """Return the plan that is about to be played on a board; None if none of them fits."""
    if table.aside_at is not None or not any(person.plans for person in table.people):
        return None
    awaited = table.seats_to_act() if has_plans(table) else ()
    fits = (
        attempt.draft
        for seat in awaited
        if table.person_at(seat).played_by is None
        for attempt in attempts(table, seat)
        if attempt.refusal is None and _is_turn(table, attempt.draft)
    )
    return table.once("plan due", lambda: next(fits, None))


def _is_turn(table: Table, draft: Draft[Any, Any]) -> bool:
    """Return whether Confirm would play a draft: as the truth is, which its owner may not know."""
    try:
        acts.history_after_draft(table.played, draft, table.turn_since)
    except (RuleError, TableError):
        return False
    return True


def is_whole(draft: Draft[Any, Any]) -> bool:
    """Return whether a draft holds all that a plan can hold of a turn."""
    return draft.is_turn_over or draft.title.left_open(draft.state, draft.seat) is not None


def planned(draft: Draft[Any, Any]) -> int:
    """Return the number of a draft's actions that a plan holds: those that follow no rule."""
    states = (draft.base, *draft.states[:-1])
    opens = (draft.title.left_open(state, draft.seat) is not None for state in states)
    return next((n for n, is_open in enumerate(opens) if is_open), len(draft.actions))


def _yield_of(draft: Draft[Any, Any], count: int) -> Yield:
    """Return the yield of a draft's first actions."""
    own = frozenset((draft.seat,))
    return draft.title.yield_of(
        draft.title.summary(draft.base, draft.deeds[:count], own, preview=True)
    )


def plan_of(draft: Draft[Any, Any]) -> Plan:
    """Return a draft as a plan.

    Raises:
        TableError: it is no whole turn.
    """
    if not draft.choices or not is_whole(draft):
        raise TableError(TableKey.TURN_UNFINISHED)
    brings = _yield_of(draft, count := planned(draft))
    actions = encoded(draft.title, draft.actions[:count])
    return {"actions": actions, "points": brings.points, "harm": sorted(brings.harm)}


def _mark_of(plan: Plan) -> str:
    return hashlib.sha256(json.dumps(plan, sort_keys=True).encode()).hexdigest()[:8]


def _tried(table: Table, seat: Seat, plan: Plan) -> Attempt:
    """Return a plan, tried as its owner would try it."""
    draft = new_draft(table.title, table.state, seat)
    refusal: Refusal | None = None
    try:
        for number, action in enumerate(decoded(table.title, plan["actions"])):
            draft = _followed(draft, number, action)
        _check_yield(draft, plan)
        while not draft.is_turn_over and (open_action := table.title.left_open(draft.state, seat)):
            draft = draft.then_action(open_action)
        if not draft.is_turn_over:
            refusal = TableError(TableKey.TURN_UNFINISHED)
    # A release that has renamed an action can do nothing with the plans of an older one.
    except (StaleDraftError, RecordError):
        refusal = TableError(TableKey.TURN_UNFINISHED)
    except (RuleError, TableError) as error:
        refusal = error
    return Attempt(draft, refusal, _mark_of(plan))


def _followed(draft: Draft[Any, Any], number: int, action: Action) -> Draft[Any, Any]:
    """Return a draft with an action of a plan, by its number; forced ones are in it already.

    Raises:
        RuleError: the rules forbid it here.
        TableError: the turn is over before.
    """
    if draft.actions[number : number + 1] == (action,):
        return draft
    if draft.is_turn_over:
        raise TableError(TableKey.PLAN_ENDS)
    return draft.then_action(action)


def _check_yield(draft: Draft[Any, Any], plan: Plan) -> None:
    """Refuse a plan that brings less than when it was planned, or does more harm.

    Raises:
        TableError: it does.
    """
    brings = _yield_of(draft, len(plan["actions"]))
    if brings.points < plan["points"]:
        raise TableError(TableKey.PLAN_BRINGS, points=brings.points, planned=plan["points"])
    if brings.harm - {*plan["harm"]}:
        raise TableError(TableKey.PLAN_HARMS)
