"""A game as it stood behind each of its turns: tables that can be shown like any other."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from metrobot.engine.log import applied
from metrobot.service.table import Status, Table, TurnStart


def finished_turns(table: Table) -> list[int]:
    """Return the numbers of the turns that were played to their end, oldest first."""
    played = list(
        dict.fromkeys(logged.turn for logged in table.log if isinstance(logged.event.actor, int))
    )
    is_running = table.status is Status.RUNNING
    present = table.title.turn_number(table.state) if is_running else None
    return [turn for turn in played if turn != present]


def behind(table: Table, turn: int) -> Table:
    """Return a table as it stood behind a turn that has events."""
    return next(behind_each(table, (turn,)))


def behind_each(table: Table, turns: Sequence[int]) -> Iterator[Table]:
    """Yield a table as it stood behind each of these turns, one after the other.

    Only one state is kept at a time, so that long games cost no more memory
    than short ones. Behind its last event the table itself is given; all
    others are of a running game, so that nothing is seen in them that was not
    to be seen then.

    Args:
        table: of a game that has started.
        turns: numbers of turns with events, rising.
    """
    state, before, done = table.title.initial_state(table.rules), None, 0
    present: int | None = None
    for turn in turns:
        while done < len(table.log) and table.log[done].turn <= turn:
            logged = table.log[done]
            if logged.turn != present:
                present, before = logged.turn, state
            state = applied(table.title, state, logged.event.actor, logged.event.action)
            done += 1
        if present == turn:
            yield _moment(table, done, TurnStart(turn, before), state)


def _moment(table: Table, count: int, start: TurnStart, state: Any) -> Table:
    """Return a table behind the first events of its log, a turn just ended.

    Args:
        table: as it stands now.
        count: of events, 1 or more.
        start: of the turn that the last of them belongs to.
        state: behind them.
    """
    if count == len(table.log):
        return table
    last = table.log[count - 1]
    return replace(
        table,
        status=Status.RUNNING,
        revision=last.revision,
        state=state,
        log=table.log[:count],
        key=None,
        turn_since=last.at,
        starts=(start,),
        sealed={},
    )
