"""One act of a player: its events, and the move that is stored."""

from collections.abc import Awaitable, Container, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft
from metrobot.service.model.computers import computer_of
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.history import History
from metrobot.service.model.play import Person, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.store.schema.act_rows import Announcement, Move, NewDelivery
from metrobot.store.schema.rows import NOBODY, GameRow, StaleError

T = TypeVar("T")


def history_after_draft(history: History, draft: Draft[Any, Any], now: datetime) -> History:
    """Return the history with a draft played, up to the end of its turn.

    Raises:
        TableError: it is not a whole turn.
    """
    # A draft goes as far as its owner can know; only the whole truth shows if the turn ends.
    if draft.is_turn_over and (new_history := history.after_draft(draft, now)) is not None:
        return new_history
    raise TableError(TableKey.TURN_UNFINISHED)


def count_left_out(table: Table, draft: Draft[Any, Any]) -> int:
    """Return the number of a draft's last actions that were not played, as the turn was over.

    Args:
        table: the table after the draft was played.
        draft: a whole turn.
    """
    if draft.title.foresees:
        return 0
    turn = draft.title.turn_number(draft.base)
    count = sum(logged.turn == turn and logged.event.actor == draft.seat for logged in table.log)
    return max(0, len(draft.actions) - count)


def history_after(
    history: History, seat: Seat, actions: Sequence[Action], now: datetime
) -> History:
    """Return the history with these actions of one seat.

    Raises:
        RuleError: the rules forbid one of them.
    """
    for action in actions:
        history = history.then(seat, action, now)
    return history


def start_move(row: GameRow, history: History) -> Move:
    """Return the move that starts a game.

    Args:
        row: the game with its people in the order of play, nothing played.
        history: its first events, drawn by chance.
    """
    deliveries = [NewDelivery(DeliveryKind.START)]
    if history.title.deals_hands(history.state.rules):
        for person in row.people:
            if computer_of(person.id) is None:
                # In the channel it is said where the hand of somebody without messages is.
                kind = DeliveryKind.DM_CLOSED if person.dm_closed else DeliveryKind.HAND
                deliveries.append(NewDelivery(kind, player=person.id))
    return _move(row, history, 0, deliveries, row.turn_since)


def cancellation(row: GameRow, person: Person | None, now: datetime) -> Announcement:
    """Return the announcement for the channel of a game that somebody cancels, or all give up."""
    delivery = NewDelivery(DeliveryKind.GIVEN_UP, guild=row.guild, channel=row.channel)
    if person is None:
        return Announcement(delivery, None, now)
    delivery = replace(delivery, kind=DeliveryKind.CANCELLED, player=person.id)
    return Announcement(delivery, person, now)


def closing(row: GameRow, now: datetime) -> Announcement:
    """Return the announcement of a lobby that is closed because nobody has joined it."""
    host = next(person for person in row.people if person.id == row.host)
    place = None if row.private else row.channel
    delivery = NewDelivery(DeliveryKind.CLOSED, player=host.id, guild=row.guild, channel=place)
    return Announcement(delivery, host, now)


def place_left(row: GameRow, leaver: Person, absent: Container[int] = ()) -> int | None:
    """Return the place that somebody leaves by cancelling a game; None if nobody else plays.

    Those `absent` from the server do not play.
    """
    ids = [person.id for person in row.people]
    opponents = (id_ for id_ in ids if id_ not in (NOBODY, leaver.id) and computer_of(id_) is None)
    opponents = (id_ for id_ in opponents if id_ not in absent)
    return ids.index(leaver.id) if leaver.id in ids and any(opponents) else None


def turn_move(row: GameRow, old: History, new: History, now: datetime) -> Move:
    """Return the move that stores an act.

    Args:
        row: the game as it was read.
        old: the history before the act.
        new: the history with the act and all that chance added.
        now: time of the act.
    """
    title = new.title
    is_over = title.is_over(new.state)
    present = title.turn_number(new.state)
    # A turn that still goes on is told when it has ended.
    turns = dict.fromkeys(logged.turn for logged in new.log[len(old.log) :])
    deliveries = [
        NewDelivery(DeliveryKind.TURN, turn=turn) for turn in turns if is_over or turn < present
    ]
    if title.turn_number(old.state) != present:
        row = replace(row, turn_since=now)
    spent = list[int]()
    if any(person.plans for person in row.people):
        actors = {logged.event.actor for logged in new.log[len(old.log) :]}
        rules = new.state.rules
        places = {title.player_of(rules, actor) for actor in actors if isinstance(actor, int)}
        spent = [place for place in places if row.people[place].plans]
        people = (replace(p, plans=None) if n in spent else p for n, p in enumerate(row.people))
        row = replace(row, people=tuple(people))
    move = _move(row, new, len(old.log), deliveries, now)
    return replace(move, spent=tuple(row.people[place].id for place in spent))


def _move(
    row: GameRow, history: History, stored_count: int, deliveries: list[NewDelivery], now: datetime
) -> Move:
    """Return the move that stores the events of a game that are not stored yet."""
    title = history.title
    is_over = title.is_over(history.state)
    game = replace(
        row,
        revision=history.revision,
        status=Status.OVER if is_over else Status.RUNNING,
        result=title.outcome(history.state).as_record() if is_over else None,
        finished_at=now if is_over else None,
    )
    if is_over:
        deliveries = [*deliveries, NewDelivery(DeliveryKind.OVER)]
    return Move(game, row.revision, history.rows_after(stored_count), tuple(deliveries), now)


async def refuse_stale(write: Awaitable[T]) -> T:
    """Await a write, and refuse as stale if another writer was faster.

    Raises:
        TableError: one has.
    """
    try:
        return await write
    except StaleError as error:
        raise TableError(TableKey.STALE) from error
