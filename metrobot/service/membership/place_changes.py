"""Who sits where: pure changes of a running game when a place changes hands."""

from collections.abc import Container
from dataclasses import replace
from datetime import datetime, timedelta

from metrobot.engine.actors import TABLE, Seat
from metrobot.engine.table_events import Occupy, Vacate, most_arrivals
from metrobot.service.membership.hosts import next_host
from metrobot.service.model.computers import computer_of
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.history import History
from metrobot.service.model.loader import dealing_of
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.model.sealed_choices import choices_of, history_after_round
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.play import acts
from metrobot.service.waits.absences import away_in
from metrobot.store.schema.act_rows import Move, NewDelivery
from metrobot.store.schema.rows import NOBODY, OF_PERSON, ClockRow, DepartedRow, GameRow, PersonRow
from metrobot.store.statements.seats import Reseating


def check_newcomer(table: Table, player: PlayerId) -> None:
    """Refuse somebody who plays in this game already, or was removed from its lobby.

    Raises:
        TableError: they do, or were.
    """
    if player in table.removed:
        raise TableError(TableKey.KEPT_OUT)
    if table.has(player):
        raise TableError(TableKey.ALREADY_SEATED)


def check_room(history: History, position: int) -> None:
    """Refuse a newcomer if people have sat down in the game as often as its record allows.

    Raises:
        TableError: people have sat down in it too often by now.
    """
    count = sum(isinstance(logged.event.action, Occupy) for logged in history.log)
    if count + len(_seats_at(history, position)) > most_arrivals(history.title, history.state):
        raise TableError(TableKey.SEATS_CHANGED)


def place_at(table: Table, position: int) -> Person:
    """Return the person in a place.

    Raises:
        TableError: there is no such place.
    """
    if not 0 <= position < len(table.people):
        raise TableError(TableKey.NO_SUCH_PLACE, places=len(table.people))
    return table.people[position]


def reseated(
    row: GameRow,
    old: History,
    position: int,
    person: Person | None,
    now: datetime,
    *,
    ahead: timedelta,
    is_anew: bool = True,
    leavers: Container[int] = (),
) -> tuple[Move, History, Reseating]:
    """Return a game with somebody, or nobody (None), in a place, played on to the next choice.

    As the move, the history after it, and the change in the place.

    A host who leaves is followed by somebody not among `leavers`, if there is one.
    Unless the wait begins anew, it goes on with the time that is left. Absences go by the time of
    day, which is `ahead`.
    """
    owner, seats = row.people[position], _seats_at(old, position)
    new, has_opened = _played_on(row, old, seats, person is None, now)
    is_awaited = _awaits(new, seats)
    start = now if position not in (row.awaited or ()) else owner.clock.called_at or row.turn_since
    away = away_in(owner, row.pace, start, now, ahead)
    newcomer = _taken(owner, person, away, goes_on=is_awaited and not is_anew)
    kind = DeliveryKind.SEATED if person else DeliveryKind.VACATED
    news = NewDelivery(kind, player=newcomer.id or owner.id)
    move = acts.turn_move(_with_person(row, position, newcomer, leavers), old, new, now)
    choices = tuple(choice for choice in row.sealed if choice.seat not in seats)
    # A newcomer must not be reminded of the time in which somebody else kept the others waiting.
    start = now if is_anew and is_awaited and person else move.game.turn_since
    game = replace(
        move.game,
        sealed=() if has_opened else choices,
        turn_since=start,
        departed=_with_departed(move.game, position, owner),
    )
    more = tuple(row for row in move.deliveries if _is_worth_telling(new, row))
    if not more and not new.title.is_over(new.state):
        # Without a finished turn there is no other message with the board.
        more = (NewDelivery(DeliveryKind.BOARD),)
    sealed_rows = row.sealed if has_opened else None
    move = replace(move, game=game, deliveries=(news, *more), seen=sealed_rows)
    change = Reseating(position, owner, newcomer, tuple(map(int, seats)))
    return move, new, change


def _taken(owner: PersonRow, person: Person | None, away: int, *, goes_on: bool) -> PersonRow:
    """Return whoever has a place now, with what stays with it, or handing it about would pay.

    Whoever sat there was `away` for so many seconds of this turn.
    """
    clock, former = owner.clock, owner.clock.former
    if not goes_on:
        clock = ClockRow(flags=clock.flags, away_used=clock.away_used + away)
    if person is not None and person.is_human:
        former = owner.id if former is None else former
        former = None if former == person.id else former
    # Somebody who was replaced comes back to what the newcomer has left; a computer does not.
    elif not former or computer_of(former) is not None:
        former = None
    holder = person or PersonRow(NOBODY, "")
    return PersonRow(holder.id, holder.name, clock=replace(clock, former=former))


def covered(
    row: GameRow,
    history: History,
    position: int,
    level: str | None,
    now: datetime,
    *,
    outvoted: bool = False,
    was_called: bool = True,
) -> Move:
    """Return the move by which a computer covers a place, or ends that (level None).

    Whoever was called in this turn goes on with the time they had.
    """
    owner = row.people[position]
    people = list(row.people)
    people[position] = replace(owner, cover=level, outvoted=outvoted, plans=None)
    kind = DeliveryKind.BACK if level is None else DeliveryKind.COVERED
    is_awaited = _awaits(history, _seats_at(history, position))
    turn_since = row.turn_since if was_called or not is_awaited else now
    game = replace(row, people=tuple(people), turn_since=turn_since)
    return Move(game, row.revision, (), (NewDelivery(kind, player=owner.id),), now)


def _seats_at(history: History, position: int) -> tuple[Seat, ...]:
    """Return the seats of a place; two in MetrOmania's advanced game."""
    title, rules = history.title, history.state.rules
    seats = title.seats(history.state)
    return tuple(seat for seat in seats if title.player_of(rules, seat) == position)


def _played_on(
    row: GameRow, old: History, seats: tuple[Seat, ...], is_left: bool, now: datetime
) -> tuple[History, bool]:
    """Return the history after a change at the table, up to the next choice.

    Returns:
        The history, and whether the change has opened a round of sealed choices.
    """
    history, title, dealing = old, old.title, dealing_of(row)
    for seat in seats:
        if not title.is_over(history.state):
            history = history.then(TABLE, Vacate(seat) if is_left else Occupy(seat), now)
    if not title.is_simultaneous:
        return history.settled(dealing, now), False
    # If everybody else has locked, nobody is awaited once the seat is vacant: the round opens.
    choices = choices_of(old, [choice for choice in row.sealed if choice.seat not in seats])
    result = history_after_round(history, choices, dealing, now)
    return (history, False) if result is None else (result, True)


def _with_departed(game: GameRow, position: int, person: PersonRow) -> tuple[DepartedRow, ...]:
    """Return all who have left a place, with the one who has just left."""
    if person.id == NOBODY:
        return game.departed
    person = PersonRow(**{name: getattr(person, name) for name in OF_PERSON})
    newest = DepartedRow(position, game.revision, person)
    return tuple(sorted((*game.departed, newest), key=lambda row: (row.position, row.revision)))


def _with_person(
    row: GameRow, position: int, newcomer: PersonRow, leavers: Container[int]
) -> GameRow:
    """Return a game with somebody, or nobody, in a place, and with a host who is somebody."""
    people = list(row.people)
    former = people[position].id
    people[position] = newcomer
    row = replace(row, people=tuple(people))
    if former != row.host or former == NOBODY:
        return row
    is_person = newcomer.id != NOBODY and computer_of(newcomer.id) is None
    host = newcomer.id if is_person else next_host(row, former, leavers)
    # Whoever leaves does not stay the host, even if nobody is there to follow.
    return replace(row, host=host if host != former else next_host(row, former))


def _awaits(history: History, seats: tuple[Seat, ...]) -> bool:
    return not set(seats).isdisjoint(history.title.awaiting(history.state))


def _is_worth_telling(history: History, delivery: NewDelivery) -> bool:
    """Return whether a delivery tells anything; a turn in which nobody acts does not."""
    if delivery.kind != DeliveryKind.TURN:
        return True
    acted = (logged.event.actor for logged in history.log if logged.turn == delivery.turn)
    return any(isinstance(actor, int) for actor in acted)
