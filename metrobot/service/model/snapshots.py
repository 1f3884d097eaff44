"""Snapshots of a game after its turns, which can be shown like any other table."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, TypeVar

from metrobot.engine.actors import Seat
from metrobot.engine.log import applied
from metrobot.engine.sentence import Sentence
from metrobot.engine.title import AnyTitle
from metrobot.service.model.history import KEPT_STARTS, History, TurnStart
from metrobot.service.model.play import Play, Status

P = TypeVar("P", bound=Play)

REST: Final = 2
"""Messages that tell no fact of a kind after one that might have."""
KEPT_FACTS: Final = 32
"""Pairs of views whose facts are kept: a turn's are asked for again with the next turns."""


def finished_turns(table: Play) -> list[int]:
    """Return the numbers of the turns that have ended, oldest first."""
    is_running = table.status is Status.RUNNING
    present = table.title.turn_number(table.state) if is_running else None
    return [turn for turn in table.turns_played if turn != present]


def fact_of(table: Play, turns: Sequence[int]) -> Sentence | None:
    """Return the fact that some turns in a row have brought, as everybody may know it, or None.

    Of several turns it is one of a turn that still holds after the last of them. No kind
    is told twice in three messages, each of which may tell of a turn and of those of the
    computers after it.

    Args:
        table: of a game that has started.
        turns: numbers of finished turns, rising.
    """
    facts = _facts(table, turns[0], turns[-1])
    if len(turns) > 1:
        single = [fact_of(table, (turn,)) for turn in turns]
        facts = tuple(fact for fact in facts if fact in single)
    if not facts:
        return None
    rest = REST if table.title.is_simultaneous else REST * (1 + len(table.computers))
    earlier = [turn for turn in table.turns_played if turn < turns[0]][-rest:]
    rested = {fact.key for turn in earlier for fact in _facts(table, turn, turn)}
    return next((fact for fact in facts if fact.key not in rested), None)


def _facts(table: Play, first: int, last: int) -> tuple[Sentence, ...]:
    return facts_between(table.title, table.summary(first).before, table.summary(last).after)


@lru_cache(maxsize=KEPT_FACTS)
def facts_between(title: AnyTitle, before: Any, after: Any) -> tuple[Sentence, ...]:
    """Return all facts between two views of a spectator, the gravest first."""
    kinds = title.fact_kinds
    facts = title.facts(before, after)
    return tuple(sorted(facts, key=lambda fact: kinds.index(fact.key.rpartition(".")[2])))


def snapshot_after(table: P, turn: int) -> P:
    """Return a table as it stood after a turn that has events."""
    return next(snapshots_after(table, (turn,)))


def snapshots_after(table: P, turns: Sequence[int]) -> Iterator[P]:
    """Yield a table as it stood after each of some turns, one by one.

    Events of no seat that follow a turn belong to it, as they did when the turn
    was told. After its last event the table itself is given.

    Args:
        table: of a game that has started.
        turns: numbers of turns with events, rising.
    """
    # Only the latest states are kept: long games take no more memory than short ones.
    state, count = table.title.initial_state(table.rules), 0
    starts: tuple[TurnStart, ...] = ()
    for turn in turns:
        for logged in table.log[count:]:
            if logged.turn > turn and isinstance(logged.event.actor, int):
                break
            if not starts or starts[-1].turn != logged.turn:
                starts = (*starts, TurnStart(logged.turn, state))[-KEPT_STARTS:]
            state = applied(table.title, state, logged.event.actor, logged.event.action)
            count += 1
        yield _moment(table, count, starts, state)


def snapshot_before(table: P, turn: int, seat: Seat) -> P:
    """Return a table as it stood before a seat first chose something in a turn.

    Where all choose at once, that is before the first choice of anybody.
    """
    title, state, count = table.title, table.title.initial_state(table.rules), 0
    for logged in table.log:
        actor = logged.event.actor
        is_own = actor == seat or (title.is_simultaneous and isinstance(actor, int))
        if logged.turn == turn and is_own:
            break
        state, count = applied(title, state, actor, logged.event.action), count + 1
    return _moment(table, count, (), state)


def _moment(table: P, count: int, starts: tuple[TurnStart, ...], state: Any) -> P:
    if count == len(table.log):
        return table
    # All others are of a running game, without its key: nothing is shown that was hidden then.
    revision, moment = 0, table.turn_since
    if count:
        revision, moment = table.log[count - 1].revision, table.log[count - 1].at
    return replace(
        table,
        status=Status.RUNNING,
        people=table.people_at(revision),
        revision=revision,
        history=History(table.title, revision, state, table.log[:count], starts),
        key=None,
        turn_since=moment,
        sealed={},
    )
