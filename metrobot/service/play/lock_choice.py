"""Locking a choice: it is checked, stored, and opened with all others.

A choice may be changed until the last one is locked. Then all of them become
events in one move, with whatever chance and the rules add to them.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft, StaleDraftError, new_draft
from metrobot.engine.errors import RuleError
from metrobot.service.model import sealed_choices
from metrobot.service.model.guards import check_running, check_seated, seat_to_act
from metrobot.service.model.history import History
from metrobot.service.model.loader import dealing_of
from metrobot.service.model.play import Play, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.play.acts import turn_move
from metrobot.store.schema.act_rows import DeliveryRow, Move, NewDelivery
from metrobot.store.schema.rows import GameRow
from metrobot.store.store import Store

Write = Callable[[Move], Awaitable[tuple[DeliveryRow, ...]]]
"""Stores a move, and returns all pending deliveries of the game."""
Commit = Callable[[Write, Move, History], Awaitable[Table]]
"""Stores a move by a `Write` and has it told, the game's lock held."""
GiveUp = Callable[[GameRow], Awaitable[Table]]
"""Cancels a game, its lock held."""


def lock_choice(
    store: Store,
    row: GameRow,
    old: History,
    new: History,
    *,
    seat: Seat,
    now: datetime,
    is_quiet: bool = False,
) -> tuple[Write, Move, History]:
    """Return the arguments of the `Commit` that stores a locked choice, or with it the whole round.

    Args:
        store: stores the move.
        row: the game as it was just read.
        old: the history before the choice.
        new: the same with the actions of the seat, and nothing else.
        seat: the seat that chooses.
        now: time of the act.
        is_quiet: whether the table is not told at once.

    Raises:
        TableError: the seat owes more in this round.
    """
    actions = sealed_choices.actions_chosen(old, new, seat)
    choices = sealed_choices.choices_of(old, row.sealed)
    all_choices = {**choices, seat: actions}
    result = sealed_choices.history_after_round(old, all_choices, dealing_of(row), now)
    if result is not None:
        move = turn_move(row, old, result, now)
        game = replace(move.game, sealed=())
        # With what was seen sealed: of two processes that lock at once, exactly one is the last.
        return store.games.append, replace(move, game=game, seen=row.sealed), result
    own = sealed_choices.sealed_row(old, seat, actions)
    # Nobody must see that somebody has changed their mind.
    deliveries = () if is_quiet or seat in choices else (NewDelivery(DeliveryKind.LOCKS),)
    # In place of an earlier one of the seat, and in the order of the database, which compares what
    # was seen with what it holds.
    rows = {(choice.round, choice.seat): choice for choice in (*row.sealed, own)}
    game = replace(row, sealed=tuple(rows[key] for key in sorted(rows)))
    move = Move(game, row.revision, (), deliveries, now, row.sealed)
    return partial(store.games.seal, choice=own), move, old


def draft_for(table: Play, player: PlayerId) -> Draft[Any, Any]:
    """Return a draft for a player whose turn it is: empty, or with their locked choice.

    Raises:
        TableError: not running, not seated, or not their turn.
    """
    check_seated(table, player)
    check_running(table)
    return locked_draft(table, seat_to_act(table, player))


def locked_draft(table: Play, seat: Seat) -> Draft[Any, Any]:
    """Return the draft of a seat with its sealed choice, or an empty one."""
    draft = new_draft(table.title, table.state, seat)
    try:
        for number, action in enumerate(table.sealed.get(seat, ())):
            # Forced actions are in the draft already.
            if number == len(draft.actions):
                draft = draft.then_action(action)
    except (RuleError, StaleDraftError):
        return new_draft(table.title, table.state, seat)
    return draft
