"""Snapshots of a game after its turns, which can be shown like any other table."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from metrobot.engine.log import applied
from metrobot.service.model.history import History, TurnStart
from metrobot.service.model.play import Play, Status

P = TypeVar("P", bound=Play)


def finished_turns(table: Play) -> list[int]:
    """Return the numbers of the turns that have ended, oldest first."""
    is_running = table.status is Status.RUNNING
    present = table.title.turn_number(table.state) if is_running else None
    return [turn for turn in table.turns_played if turn != present]


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
    # Only one state is kept at a time: long games take no more memory than short ones.
    state, count = table.title.initial_state(table.rules), 0
    starts: tuple[TurnStart, ...] = ()
    for turn in turns:
        for logged in table.log[count:]:
            if logged.turn > turn and isinstance(logged.event.actor, int):
                break
            if not starts or starts[-1].turn != logged.turn:
                starts = (*starts[-1:], TurnStart(logged.turn, state))
            state = applied(table.title, state, logged.event.actor, logged.event.action)
            count += 1
        yield _moment(table, count, starts, state)


def _moment(table: P, count: int, starts: tuple[TurnStart, ...], state: Any) -> P:
    if count == len(table.log):
        return table
    # All others are of a running game, without its key: nothing is shown that was hidden then.
    last = table.log[count - 1]
    return replace(
        table,
        status=Status.RUNNING,
        people=table.people_at(last.revision),
        revision=last.revision,
        history=History(table.title, last.revision, state, table.log[:count], starts),
        key=None,
        turn_since=last.at,
        sealed={},
    )
