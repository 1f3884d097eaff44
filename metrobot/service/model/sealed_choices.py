"""Simultaneous choices: from sealed rows to choices, and from choices to events.

All choose at once, and nobody sees a choice before all have made theirs. No
error names a choice, since errors are logged.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.errors import RecordError, RuleError
from metrobot.engine.log import CorruptLogError
from metrobot.engine.title import AnyTitle
from metrobot.service.model.chance import Dealing
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.history import History
from metrobot.store.schema.rows import SealedRow

Choices = Mapping[Seat, tuple[Action, ...]]
"""Sealed choices of a round: the actions of each seat, in their order."""


def choices_of(history: History, rows: Sequence[SealedRow]) -> Choices:
    """Return the choices that are sealed in the present round of a game.

    Raises:
        CorruptLogError: a choice has a form that the title does not know.
    """
    title, number = history.title, history.title.turn_number(history.state)
    return {Seat(row.seat): _decoded(title, row) for row in rows if row.round == number}


def _decoded(title: AnyTitle, row: SealedRow) -> tuple[Action, ...]:
    try:
        return decoded(title, row.payload)
    except RecordError:
        # From None: the cause would bring the secret choice into the log.
        raise CorruptLogError(f"the sealed choice of seat {row.seat}") from None


def sealed_row(history: History, seat: Seat, actions: Sequence[Action]) -> SealedRow:
    """Return a choice for the present round as a row."""
    title = history.title
    payload = tuple(encoded(title, actions))
    return SealedRow(title.turn_number(history.state), seat, payload)


def encoded(title: AnyTitle, actions: Sequence[Action]) -> list[dict[str, Any]]:
    """Return actions as they are stored, each its kind and its fields."""
    return [{"kind": action.kind, **title.encode(action)} for action in actions]


def decoded(title: AnyTitle, items: Iterable[Mapping[str, Any]]) -> tuple[Action, ...]:
    """Return actions that were stored.

    Raises:
        RecordError: one has a form that the title does not know.
    """
    return tuple(
        title.decode(item["kind"], {k: v for k, v in item.items() if k != "kind"}) for item in items
    )


def actions_chosen(start: History, end: History, seat: Seat) -> tuple[Action, ...]:
    """Return the actions of a seat between two histories, once its turn is whole.

    Forced actions that it owes after that are included.

    Raises:
        TableError: it owes more in this round.
    """
    actions = [logged.event.action for logged in end.log[len(start.log) :]]
    title, state = end.title, end.state
    while not _is_done(start, state, seat):
        debt = title.forced(state)
        if debt is None or debt[0] != seat:
            raise TableError(TableKey.TURN_UNFINISHED)
        actions.append(debt[1])
        state = title.apply(state, *debt)
    return tuple(actions)


def _is_done(start: History, state: Any, seat: Seat) -> bool:
    """Return whether a seat owes nothing more in the round that was under way."""
    title = start.title
    is_turn_over = title.turn_number(state) != title.turn_number(start.state)
    return is_turn_over or title.is_over(state) or seat not in title.awaiting(state)


# In the order of the seats, whoever was first to lock: the record must not tell who was fast.
def history_after_round(
    history: History, choices: Choices, dealing: Dealing, moment: datetime
) -> History | None:
    """Return the history after a round, or None while a choice is missing.

    Forced actions need no lock. The choices become events in the order of the
    seats, each followed by what is forced then; draws of chance come last.

    Raises:
        CorruptLogError: the rules of today refuse a choice.
    """
    title, queue = history.title, dict(choices)
    turn = title.turn_number(history.state)
    history = history.settled(dealing, moment)
    while title.turn_number(history.state) == turn and not title.is_over(history.state):
        seat = cast("Seat", title.awaiting(history.state)[0])  # what chance owes is settled
        actions = queue.pop(seat, None)
        if actions is None:
            return None
        history = _applied(history, seat, actions, moment).settled(dealing, moment)
    return history


def _applied(history: History, seat: Seat, actions: Sequence[Action], moment: datetime) -> History:
    """Return the history with a choice that was legal when it was locked."""
    try:
        for action in actions:
            history = history.then(seat, action, moment)
    except RuleError:
        # From None: the cause would bring the secret choice into the log.
        raise CorruptLogError(f"the sealed choice of seat {seat}") from None
    return history
