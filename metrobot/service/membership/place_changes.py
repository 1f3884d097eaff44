"""Who sits where: pure changes of a running game when a place changes hands."""

from collections.abc import Container
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

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
from metrobot.service.people.paces import away_in
from metrobot.service.play import acts
from metrobot.store.schema.rows import (
    NOBODY,
    OF_PERSON,
    ClockRow,
    DepartedRow,
    GameRow,
    Move,
    NewDelivery,
    PersonRow,
)
from metrobot.store.statements.seats import Reseating


class Reseated(NamedTuple):
    """A place that has changed hands, to be stored.

    Attributes:
        move: the events, the game and the deliveries.
        history: of the game after it.
        change: who has left the place, and who has it now.
    """

    move: Move
    history: History
    change: Reseating


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
    count = sum(isinstance(each.event.action, Occupy) for each in history.log)
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
    before: History,
    position: int,
    person: Person | None,
    at: datetime,
    *,
    ahead: timedelta,
    is_anew: bool = True,
    gone: Container[int] = (),
) -> Reseated:
    """Return a game with somebody, or nobody (None), in a place, played on to the next choice.

    A host who leaves is followed by somebody who is not `gone` from the server, if there is one.
    Unless the wait begins anew, it goes on with the time that is left. Absences go by the time of
    day, which is `ahead`.
    """
    left, seats = row.people[position], _seats_at(before, position)
    after, has_opened = _played_on(row, before, seats, person is None, at)
    is_awaited = _awaits(after, seats)
    since = at if position not in (row.awaited or ()) else left.clock.called_at or row.turn_since
    away = away_in(left, row.pace, since, at, ahead)
    taken = _taken(left, person, away, goes_on=is_awaited and not is_anew)
    kind = DeliveryKind.SEATED if person else DeliveryKind.VACATED
    told = NewDelivery(kind, player=taken.id or left.id)
    move = acts.turn_move(_with_person(row, position, taken, gone), before, after, at)
    sealed = tuple(each for each in row.sealed if each.seat not in seats)
    # A newcomer must not be reminded of the time in which somebody else kept the others waiting.
    since = at if is_anew and is_awaited and person else move.game.turn_since
    game = replace(
        move.game,
        sealed=() if has_opened else sealed,
        turn_since=since,
        departed=_with_departed(move.game, position, left),
    )
    more = tuple(each for each in move.deliveries if _is_worth_telling(after, each))
    if not more and not after.title.is_over(after.state):
        # Without a finished turn there is no other message with the board.
        more = (NewDelivery(DeliveryKind.BOARD),)
    seen = row.sealed if has_opened else None
    move = replace(move, game=game, deliveries=(told, *more), seen=seen)
    change = Reseating(position, left, taken, tuple(map(int, seats)))
    return Reseated(move, after, change)


def _taken(left: PersonRow, person: Person | None, away: int, *, goes_on: bool) -> PersonRow:
    """Return whoever has a place now, with what stays with it, or handing it about would pay.

    Whoever sat there was `away` for so many seconds of this turn.
    """
    clock, former = left.clock, left.clock.former
    if not goes_on:
        clock = ClockRow(flags=clock.flags, away_used=clock.away_used + away)
    if person is not None and person.is_human:
        former = left.id if former is None else former
        former = None if former == person.id else former
    # Somebody who was replaced comes back to what the newcomer has left; a computer does not.
    elif not former or computer_of(former) is not None:
        former = None
    who = person or PersonRow(NOBODY, "")
    return PersonRow(who.id, who.name, clock=replace(clock, former=former))


def covered(
    row: GameRow,
    before: History,
    position: int,
    level: str | None,
    at: datetime,
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
    is_awaited = _awaits(before, _seats_at(before, position))
    since = row.turn_since if was_called or not is_awaited else at
    game = replace(row, people=tuple(people), turn_since=since)
    return Move(game, row.revision, (), (NewDelivery(kind, player=owner.id),), at)


def _seats_at(history: History, position: int) -> tuple[Seat, ...]:
    """Return the seats of a place; two in MetrOmania's advanced game."""
    title, rules = history.title, history.state.rules
    found = title.seats(history.state)
    return tuple(seat for seat in found if title.player_of(rules, seat) == position)


def _played_on(
    row: GameRow, before: History, seats: tuple[Seat, ...], is_left: bool, at: datetime
) -> tuple[History, bool]:
    """Return the history after a change at the table, up to the next choice.

    Returns:
        The history, and whether the change has opened a round of sealed choices.
    """
    after, title, dealing = before, before.title, dealing_of(row)
    for seat in seats:
        if not title.is_over(after.state):
            after = after.then(TABLE, Vacate(seat) if is_left else Occupy(seat), at)
    if not title.is_simultaneous:
        return after.settled(dealing, at), False
    # If everybody else has locked, nobody is awaited once the seat is vacant: the round opens.
    choices = choices_of(before, [each for each in row.sealed if each.seat not in seats])
    done = history_after_round(after, choices, dealing, at)
    return (after, False) if done is None else (done, True)


def _with_departed(game: GameRow, position: int, left: PersonRow) -> tuple[DepartedRow, ...]:
    """Return all who have left a place, with the one who has just left."""
    if left.id == NOBODY:
        return game.departed
    left = PersonRow(**{name: getattr(left, name) for name in OF_PERSON})
    gone = DepartedRow(position, game.revision, left)
    return tuple(sorted((*game.departed, gone), key=lambda each: (each.position, each.revision)))


def _with_person(row: GameRow, position: int, taken: PersonRow, gone: Container[int]) -> GameRow:
    """Return a game with somebody, or nobody, in a place, and with a host who is somebody."""
    people = list(row.people)
    left = people[position].id
    people[position] = taken
    row = replace(row, people=tuple(people))
    if left != row.host or left == NOBODY:
        return row
    is_person = taken.id != NOBODY and computer_of(taken.id) is None
    host = taken.id if is_person else next_host(row, left, gone)
    # Whoever leaves does not stay the host, even if nobody is there to follow.
    return replace(row, host=host if host != left else next_host(row, left))


def _awaits(history: History, seats: tuple[Seat, ...]) -> bool:
    return not set(seats).isdisjoint(history.title.awaiting(history.state))


def _is_worth_telling(after: History, delivery: NewDelivery) -> bool:
    """Return whether a delivery tells anything; a turn in which nobody acts does not."""
    if delivery.kind != DeliveryKind.TURN:
        return True
    acted = (each.event.actor for each in after.log if each.turn == delivery.turn)
    return any(isinstance(actor, int) for actor in acted)
