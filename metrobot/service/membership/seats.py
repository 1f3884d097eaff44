"""Who sits where while a game is played: nobody holds a table hostage.

Whoever leaves gives up a place with all its seats and secrets. What a vacant
seat does is fixed by the rules of its title; nothing here chooses for it. Who
has the say is asked by ballots (`transfer_rules` counts them).
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Final, cast

from metrobot.engine.actors import TABLE, Seat
from metrobot.engine.table_events import End, Occupy, Vacate, most_arrivals
from metrobot.service.membership import transfer_rules
from metrobot.service.membership.ballots import Ballot, Ballots
from metrobot.service.membership.transfer_rules import PATIENCE, Agreement, TransferReason
from metrobot.service.model import guards
from metrobot.service.model.clock import Clock
from metrobot.service.model.computers import computer_of, free_computer
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.history import History
from metrobot.service.model.keyed_locks import KeyedLocks
from metrobot.service.model.loader import TableLoader, dealing_of, existing, table_of
from metrobot.service.model.play import GameId, Person, PlayerId, Status
from metrobot.service.model.sealed_choices import choices_of, history_after_round
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.people.ledger import Account, Ledger
from metrobot.service.play import acts
from metrobot.service.play.lock_choice import Commit
from metrobot.store.schema.rows import (
    NOBODY,
    DepartedRow,
    GameRow,
    Move,
    NewDelivery,
    PersonRow,
    StaleError,
)
from metrobot.store.statements.seats import Reseating
from metrobot.store.store import Store

END: Final = "end"
"""Kind of the ballot about ending a game; `result` in its payload: whether it counts."""
REPLACE: Final = "replace"
"""Kind of the ballot about handing a place over; its payload names `position` and `ground`.

The newcomer, who is asked too, is the one voter who does not play.
"""

GiveUp = Callable[[GameRow], Awaitable[Table]]
"""Cancels a game, its lock held."""


# Who has the say, and why nobody holds a table hostage: docs/decisions/changing-seats.md.
@dataclass(eq=False)
class Seats:
    """Lets people leave tables, take places and end games before their time."""

    store: Store
    clock: Clock
    loader: TableLoader
    locks: KeyedLocks
    ballots: Ballots
    ledger: Ledger
    commit: Commit
    give_up: GiveUp

    # --- leaving and taking places ---

    async def resign(self, game: GameId, player: PlayerId) -> Table:
        """Give up a place; the last person to leave cancels the game.

        A host who leaves hands the table to the next in turn order.

        Raises:
            TableError: not running, or not seated.
        """
        async with self.locks.of(game):
            row, table, before = await self._running(game)
            guards.check_seated(table, player)
            if all(person.id == player for person in table.seated):
                return await self.give_up(row)
            await self.ledger.note(player, Account.POSTS, 2, game)
            return await self._reseated(row, before, table.position_of(player), None)

    async def take(self, game: GameId, position: int, person: Person) -> Table | Ballot:
        """Take a vacant place or a computer's, with its hand.

        Returns:
            The table; or the ballot that asks the people at it, if the place is
            vacant or has a secret hand.

        Raises:
            TableError: not running, a person's place, the person plays already,
                somebody else is asking for a place, or the person has caused as
                much as they may.
        """
        async with self.locks.of(game):
            row, table, before = await self._running(game)
            check_newcomer(table, person.id)
            holder = _place(table, position)
            _check_room(before, position)
            if not (holder.is_vacant or holder.is_computer):
                raise TableError(TableKey.SEAT_TAKEN)
            if transfer_rules.is_asked(table, position):
                await self.ledger.check_claim(person.id, table.id)
                return await self._ask(table, TransferReason.VACANT, person.id, position, person.id)
            async with self.ledger.charged(person.id, Account.POSTS, 2, game=game):
                return await self._reseated(row, before, position, person)

    async def hand_over(self, game: GameId, ballot: Ballot, person: Person) -> Table:
        """Put a newcomer into a place, as a ballot has decided.

        A computer covers the place for its owner instead.

        Args:
            game: which.
            ballot: of the kind REPLACE; it is counted again.
            person: the newcomer, by their name of today.

        Raises:
            TableError: not running, the ballot is closed or not decided, or
                the person plays already.
        """
        async with self.locks.of(game):
            row, table, before = await self._running(game)
            # Checked again under the lock: since the ballot was carried, the newcomer may have
            # taken another place.
            check_newcomer(table, person.id)
            ballot = await self.ballots.by_id(table, ballot.id, REPLACE)
            _check_room(before, transfer_rules.position_in(ballot))
            # Votes may have changed since; and of several who get here one alone closes the
            # ballot.
            if not self.count(table, ballot).is_decided or not await self.ballots.close(ballot):
                raise TableError(TableKey.BALLOT_CLOSED)
            position = transfer_rules.position_in(ballot)
            computer = computer_of(person.id)
            if computer is None:
                return await self._reseated(row, before, position, person)
            return await self._covered(row, before, position, computer.level)

    async def offer(
        self, table: Table, asker: PlayerId, position: int, newcomer: PlayerId
    ) -> Ballot:
        """Ask a newcomer, and whoever has the say, whether the newcomer is to have a place.

        Its player gives it; so does the host once it has been silent for long.
        Else its player agrees, or the majority of the others does, at least
        two. Of a vacant place with a secret hand the majority decides, or that
        nobody objects within a day.

        Raises:
            TableError: not running, no such place, the newcomer plays already,
                the asker does not play, or something of the kind is asked.
        """
        guards.check_running(table)
        check_newcomer(table, newcomer)
        _place(table, position)
        guards.check_seated(table, asker)
        if computer_of(newcomer) is not None:
            raise TableError(TableKey.NO_BOTS)
        await self._withdraw(table, asker)
        ground = transfer_rules.reason_of(table, asker, position, self.clock.now())
        return await self._ask(table, ground, asker, position, newcomer)

    async def offer_computer(
        self, table: Table, asker: PlayerId, position: int, level: str
    ) -> Table | Ballot:
        """Let a computer play in a place, or ask those who have the say.

        A vacant place becomes the computer's own: a hand tells it nothing that
        it could pass on. A person's place it covers until they are back; they
        agree, or others do, as for a newcomer (`offer`).

        Args:
            table: the game.
            asker: who asks.
            position: the place.
            level: of the computer.

        Returns:
            The table if a computer plays there now, else the ballot.

        Raises:
            TableError: not running, no such place or level, a computer plays
                there, the asker does not play, or something of the kind is asked.
        """
        guards.check_running(table)
        guards.check_seated(table, asker)
        computer = free_computer(level, [person.id for person in table.people])
        if computer is None:
            raise TableError(TableKey.NO_SUCH_OPTION, option="level", value=level)
        holder = _place(table, position)
        if holder.played_by is not None:
            raise TableError(TableKey.COVERED)
        newcomer = Person(PlayerId(computer.id), computer.name)
        if holder.is_vacant:
            return await self._seat_computer(table.id, position, newcomer)
        await self._withdraw(table, asker)
        ground = transfer_rules.reason_of(table, asker, position, self.clock.now())
        ballot = await self._ask(table, ground, asker, position, newcomer.id)
        if self.count(table, ballot).is_decided:
            return await self.hand_over(table.id, ballot, newcomer)
        return ballot

    async def come_back(self, game: GameId, player: PlayerId) -> Table:
        """Let somebody whose seat a computer covers play themselves again.

        Raises:
            TableError: not running, or not seated.
        """
        async with self.locks.of(game):
            await self.back(game, player)
        return await self.loader.by_id(game)

    async def back(self, game: GameId, player: PlayerId, *, at: int | None = None) -> None:
        """End the cover of a player's seat, if there is one, the game's lock held.

        Args:
            game: which.
            player: who is back.
            at: revision that they have seen; None: look it up.

        Raises:
            TableError: not running, or not seated.
        """
        if at is not None:
            # A row in memory is enough to see that nothing covers them, and Confirm reads
            # nothing.
            row = await self.loader.row_at(game, at)
            if not any(person.id == player and person.cover for person in row.people):
                return
        row, table, before = await self._running(game)
        guards.check_seated(table, player)
        position = table.position_of(player)
        if table.people[position].cover is not None:
            await self._covered(row, before, position, None)

    async def _seat_computer(self, game: GameId, position: int, computer: Person) -> Table:
        """Put a computer into a vacant place.

        Raises:
            TableError: not running, or not vacant any more.
        """
        async with self.locks.of(game):
            row, table, before = await self._running(game)
            check_newcomer(table, computer.id)
            _check_room(before, position)
            if not _place(table, position).is_vacant:
                raise TableError(TableKey.SEAT_TAKEN)
            return await self._reseated(row, before, position, computer)

    async def _covered(
        self, row: GameRow, before: History, position: int, level: str | None
    ) -> Table:
        """Have a computer cover a place, or end that (level None), the game's lock held."""
        now, owner = self.clock.now(), row.people[position]
        people = list(row.people)
        people[position] = replace(owner, cover=level)
        kind = DeliveryKind.BACK if level is None else DeliveryKind.COVERED
        is_awaited = _awaits(before, _seats_at(before, position))
        # Whoever is back must not be reminded of the time in which a computer played for them.
        since = now if level is None and is_awaited else row.turn_since
        game = replace(row, people=tuple(people), turn_since=since)
        move = Move(game, row.revision, (), (NewDelivery(kind, player=owner.id),), now)
        return await self.commit(
            partial(self.store.cover, position=position, level=level), move, before
        )

    async def _ask(
        self,
        table: Table,
        ground: TransferReason,
        asker: PlayerId,
        position: int,
        newcomer: PlayerId,
    ) -> Ballot:
        return await self.ballots.open(
            table,
            REPLACE,
            asker,
            transfer_rules.voters_of(table, ground, position, newcomer),
            payload={"position": position, "ground": ground.value},
            # Void once the silent seat has played.
            bound=ground in (TransferReason.SILENT, TransferReason.WAITING),
            patience=PATIENCE if ground is TransferReason.VACANT else None,
        )

    async def note_withdrawal(self, ballot: Ballot) -> None:
        """Charge the opener of a ballot about a vacant place who withdrew it."""
        if (
            ballot.opener in ballot.objected
            and ballot.payload.get("ground") == TransferReason.VACANT
        ):
            await self.ledger.note(ballot.opener, Account.CLAIMS, 1, ballot.game)

    def count(self, table: Table, ballot: Ballot) -> Agreement:
        """Return the state of the vote on a place."""
        return transfer_rules.agreement(table, ballot, self.clock.now())

    async def unopposed(self) -> tuple[tuple[Table, Ballot], ...]:
        """Return the tables and ballots by which places pass now, as nobody has objected."""
        found = [
            (await self.loader.by_id(ballot.game), ballot)
            for ballot in await self.ballots.unopposed()
            if ballot.kind == REPLACE
        ]
        return tuple(
            (table, ballot)
            for table, ballot in found
            if table.status is Status.RUNNING and self.count(table, ballot).is_decided
        )

    async def _withdraw(self, table: Table, asker: PlayerId) -> None:
        """Close the open ballot about a place, if the asker opened it or is the host."""
        found = await self.ballots.of(table, REPLACE)
        if found is None:
            return
        # A host must not withdraw the question about their own place.
        is_about_host = table.people[transfer_rules.position_in(found)].id == table.place.host
        if asker == found.opener or (asker == table.place.host and not is_about_host):
            await self.ballots.close(found)

    # --- ending a game ---

    async def end(self, game: GameId, ballot: Ballot) -> Table:
        """End a game as a ballot has decided: counted as it stands, or without a result.

        Raises:
            TableError: not running, or the ballot is closed.
        """
        async with self.locks.of(game):
            row, _, before = await self._running(game)
            # Of several who carry it out at once, one alone closes it.
            if not await self.ballots.close(ballot):
                raise TableError(TableKey.BALLOT_CLOSED)
            if not ballot.payload["result"]:
                return await self.give_up(row)
            now = self.clock.now()
            after = before.then(TABLE, End(), now)
            move = acts.turn_move(row, before, after, now)
            told = (NewDelivery(DeliveryKind.ENDED), NewDelivery(DeliveryKind.OVER))
            # The store compares, and refuses if another process has stored a choice meanwhile.
            seen = row.sealed if after.title.is_simultaneous else None
            game_row = replace(move.game, sealed=())
            move = replace(move, game=game_row, deliveries=told, seen=seen)
            return await self.commit(self.store.append, move, after)

    # --- the host ---

    async def succeed(self, game: GameId, gone: PlayerId) -> Table:
        """Make the next person in turn order the host, as the present one has left the server.

        Raises:
            TableError: the game is over, nobody else plays, or the host is another by now.
        """
        async with self.locks.of(game):
            row = existing(await self.store.by_id(game))
            if row.status not in (Status.LOBBY, Status.RUNNING):
                raise TableError(TableKey.OVER)
            # Several events and sweeps may report that the same host has gone.
            host = next_host(row, gone)
            if row.host != gone or host == gone:
                raise TableError(TableKey.STALE)
            try:
                await self.store.set_host(game, gone, host)
            except StaleError as error:
                raise TableError(TableKey.STALE) from error
            self.loader.forget(game)
        return await self.loader.by_id(game)

    # --- within ---

    async def _running(self, game: GameId) -> tuple[GameRow, Table, History]:
        """Return a running game, its lock held.

        Raises:
            TableError: it is not running.
        """
        row = existing(await self.store.by_id(game))
        history = await self.loader.history(row)
        table = table_of(self.loader.title(row), row, history)
        guards.check_running(table)
        return row, table, cast("History", history)  # a running game has one

    async def _reseated(
        self, row: GameRow, before: History, position: int, person: Person | None
    ) -> Table:
        """Put somebody, or nobody (None), into a place, and play on up to the next choice."""
        now = self.clock.now()
        left = row.people[position].id
        taken = None if person is None else PersonRow(person.id, person.name)
        seats = _seats_at(before, position)
        after, has_opened = _played_on(row, before, seats, person is None, now)
        told = _news(before, after, left, taken)
        move = acts.turn_move(_with_person(row, position, taken), before, after, now)
        sealed = tuple(each for each in row.sealed if each.seat not in seats)
        # A newcomer must not be reminded of the time in which somebody else kept the others
        # waiting.
        since = now if taken is not None and _awaits(after, seats) else move.game.turn_since
        game = replace(
            move.game,
            sealed=() if has_opened else sealed,
            turn_since=since,
            departed=_with_departed(move.game, position, row.people[position]),
        )
        more = tuple(each for each in move.deliveries if _is_worth_telling(after, each))
        seen = row.sealed if has_opened else None
        move = replace(move, game=game, deliveries=_in_order(told, more, after), seen=seen)
        change = Reseating(position, left or None, taken, tuple(map(int, seats)))
        return await self.commit(partial(self.store.reseat, change=change), move, after)


def check_newcomer(table: Table, player: PlayerId) -> None:
    """Refuse somebody who plays in this game already.

    Raises:
        TableError: they do.
    """
    if table.has(player):
        raise TableError(TableKey.ALREADY_SEATED)


def _check_room(history: History, position: int) -> None:
    """Refuse a newcomer if people have sat down in the game as often as its record allows.

    Raises:
        TableError: people have sat down in it too often by now.
    """
    count = sum(isinstance(each.event.action, Occupy) for each in history.log)
    if count + len(_seats_at(history, position)) > most_arrivals(history.title, history.state):
        raise TableError(TableKey.SEATS_CHANGED)


def next_host(row: GameRow, gone: int) -> int:
    """Return the id of the next host in the order of play; the same if nobody else is there."""
    ids = [person.id for person in row.people]
    start = ids.index(gone) + 1 if gone in ids else 0
    after = (each for each in (*ids[start:], *ids[:start]) if each not in (NOBODY, gone))
    return next((each for each in after if computer_of(each) is None), gone)


def _place(table: Table, position: int) -> Person:
    """Return the person in a place.

    Raises:
        TableError: there is no such place.
    """
    if not 0 <= position < len(table.people):
        raise TableError(TableKey.NO_SUCH_PLACE, places=len(table.people))
    return table.people[position]


def _seats_at(history: History, position: int) -> tuple[Seat, ...]:
    """Return the seats of a place; two in MetrOmania's advanced game."""
    title = history.title
    found = title.seats(history.state)
    rules = history.state.rules
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
    gone = DepartedRow(position, game.revision, replace(left, cover=None, hints=0))
    return tuple(sorted((*game.departed, gone), key=lambda each: (each.position, each.revision)))


def _with_person(row: GameRow, position: int, taken: PersonRow | None) -> GameRow:
    """Return a game with somebody, or nobody, in a place, and with a host who is somebody."""
    people = list(row.people)
    left = people[position].id
    people[position] = taken or PersonRow(NOBODY, "")
    row = replace(row, people=tuple(people))
    if left != row.host or left == NOBODY:
        return row
    host = taken.id if taken is not None else next_host(row, left)
    return replace(row, host=host)


def _awaits(history: History, seats: tuple[Seat, ...]) -> bool:
    return not set(seats).isdisjoint(history.title.awaiting(history.state))


def _news(
    before: History, after: History, left: int, taken: PersonRow | None
) -> tuple[NewDelivery, ...]:
    if taken is None:
        return (NewDelivery(DeliveryKind.VACATED, player=left),)
    seated = NewDelivery(DeliveryKind.SEATED, player=taken.id)
    if computer_of(taken.id) is not None or not after.title.deals_hands(before.state.rules):
        return (seated,)
    return seated, NewDelivery(DeliveryKind.HAND, player=taken.id)


def _in_order(
    told: tuple[NewDelivery, ...], more: tuple[NewDelivery, ...], after: History
) -> tuple[NewDelivery, ...]:
    """Return all deliveries; without a finished turn the board is one of them."""
    if more or after.title.is_over(after.state):
        return (*told, *more)
    return (*told, NewDelivery(DeliveryKind.BOARD))


def _is_worth_telling(after: History, delivery: NewDelivery) -> bool:
    """Return whether a delivery tells anything; a turn in which nobody acts does not."""
    if delivery.kind != DeliveryKind.TURN:
        return True
    return any(
        isinstance(logged.event.actor, int) for logged in after.log if logged.turn == delivery.turn
    )
