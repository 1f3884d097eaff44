"""Taking back the last turn, until the next one acts.

The rule: the turn was its player's, nobody who chooses has acted since, nobody
has come or left, chance has drawn nothing in it or after it, and nothing that
was hidden has been shown (`Title.reveals`). All others at the table have to
agree; alone one agrees with oneself. What a vacant seat or a computer has done
after the turn goes with it; computers agree to everything.

What is taken back stays in the store, void. The log holds what stands, and no
draw is ever taken back, so the number of each draw is right.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any, Final, cast

from metrobot.engine.actors import CHANCE, TABLE, Seat
from metrobot.service.membership.ballots import Ballots
from metrobot.service.model import guards
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.history import History
from metrobot.service.model.loader import TablesPart, existing
from metrobot.service.model.play import GameId, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.play.lock_choice import Commit
from metrobot.store.schema.act_rows import Move, NewDelivery
from metrobot.store.schema.rows import TAKE_BACK, EventRow, GameRow
from metrobot.store.statements.taken_back import TakenBackTurn
from metrobot.store.statements.votes.ballots import Ballot

UNDO: Final = "undo"
"""Kind of the ballot; its payload names the `turn`."""


class UndoKey(StrEnum):
    """Grounds on which a turn stands; the facts of each are listed below it."""

    NOTHING = "undo.nothing"
    """Nobody has played a turn yet."""
    OVER = "undo.over"
    """The game is over: hands and key are told."""
    ROUND = "undo.round"
    """All have chosen at once, and all choices were opened together."""
    NOT_YOURS = "undo.not_yours"
    """names: of whoever made the last turn, and alone may take it back."""
    CHANCE = "undo.chance"
    """Cards were drawn in the turn, or after it."""
    TABLE = "undo.table"
    """Somebody has come to the table or left it since."""
    SHOWN = "undo.shown"
    """Something that was hidden was shown by the turn."""
    NOT_ASKER = "undo.not_asker"
    """Somebody else has asked."""


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The last turn that a person has made.

    Attributes:
        turn: its number.
        seat: the seat that made it.
        count: number of events in force before it.
        first: revision of its first event.
        state: the whole state before it.
    """

    turn: int
    seat: Seat
    count: int
    first: int
    state: Any


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """Result of asking.

    Attributes:
        table: as it stands now.
        ballot: the question that the others have to answer; None: the turn is taken back.
    """

    table: Table
    ballot: Ballot | None


# Whether one may ask must depend on nothing secret: docs/decisions/taking-back.md.
@dataclass(eq=False)
class Undo(TablesPart):
    """Lets people take their last turn back."""

    ballots: Ballots
    commit: Commit

    async def ask(self, game: GameId, player: PlayerId, revision: int | None = None) -> UndoRequest:
        """Ask all others whether the last turn may be taken back.

        It is taken back at once if there is nobody to ask or all agree already.
        Asking again gives the same ballot, if no message shows it yet.

        Args:
            game: id of the game.
            player: who made the turn.
            revision: of the table that the player has seen; None: whatever it is.

        Raises:
            TableError: the turn stands, the board has moved on, or the others
                are being asked already.
        """
        async with self.locks.of(game):
            row, table = await self._loaded(game)
            if revision is not None:
                guards.check_fresh(table, revision)
            last = check_undo(table, player)
            ballot = await self._asked(table, player, last)
            if ballot is None or ballot.is_carried:
                return UndoRequest(await self._take_back(row, table, last, ballot), None)
            return UndoRequest(table, ballot)

    async def agree(self, game: GameId, number: int, player: PlayerId | None) -> UndoRequest:
        """Record that somebody agrees; the last one to do so takes the turn back.

        None: nobody new does, but whoever had not agreed has left the server.

        Raises:
            TableError: the ballot is closed or void, or the player is not asked.
        """
        async with self.locks.of(game):
            row, table = await self._loaded(game)
            if player is None:
                ballot = await self.ballots.by_id(table, number, UNDO)
            else:
                ballot = await self.ballots.vote(table, number, player, UNDO, agrees=True)
            if not ballot.is_carried:
                return UndoRequest(table, ballot)
            # Somebody who was away when it was asked may be back, and has a say now.
            voters = others_at(table, ballot.opener) - ballot.agreed
            back = voters - await self.ballots.find_gone(table.place.guild, voters)
            # Nobody would play the turn anew if its player has left the server.
            if back or ballot.opener_left:
                await self.ballots.close(ballot)
                raise TableError(TableKey.BALLOT_CLOSED)
            # Checked again: somebody may have acted since the question was asked.
            last = check_undo(table, ballot.opener)
            return UndoRequest(await self._take_back(row, table, last, ballot), None)

    async def withdraw(self, game: GameId, number: int, player: PlayerId) -> Table:
        """Let the turn stand: somebody who is asked says no, or the asker withdraws.

        Raises:
            TableError: the ballot is closed or void, or the player has no part in it.
        """
        table = await self.loader.by_id(game)
        ballot = await self.ballots.by_id(table, number, UNDO)
        if player != ballot.opener and player not in ballot.voters:
            raise TableError(UndoKey.NOT_ASKER)
        await self.ballots.close(ballot)
        return table

    async def undone(self, game: GameId, revision: int) -> Table:
        """Return a table as it stood just before a turn was taken back.

        Args:
            game: id of the game.
            revision: of the table just after that.
        """
        return await self.loader.as_of(game, revision - 1)

    async def _asked(self, table: Table, player: PlayerId, last: LastTurn) -> Ballot | None:
        """Return the open ballot about a player's turn; None if there is nobody to ask."""
        voters = others_at(table, player)
        if not voters:
            return None
        payload = {"turn": last.turn}
        return await self.ballots.open(
            table, UNDO, player, voters, payload=payload, bound=True, waits=True
        )

    async def _loaded(self, game: GameId) -> tuple[GameRow, Table]:
        """Return the row and the table of a game, its lock held."""
        row = existing(await self.store.games.by_id(game))
        return row, await self.loader.table(row)

    async def _take_back(
        self, row: GameRow, table: Table, last: LastTurn, ballot: Ballot | None
    ) -> Table:
        """Take the last turn back, the game's lock held."""
        history = cast("History", await self.loader.history(row))  # a turn was played
        history = history.without(last.count, last.state)
        person, now = table.person_at(last.seat), self.clock.now()
        payload = {"first": last.first, "seat": int(last.seat)}
        event = EventRow(history.revision, last.count, TABLE.value, TAKE_BACK, payload, now)
        people = tuple(replace(p, plans=None) for p in row.people)
        game = replace(row, revision=history.revision, turn_since=now, people=people)
        delivery = NewDelivery(DeliveryKind.TAKEN_BACK, turn=last.turn, player=person.id)
        move = Move(game, row.revision, (event,), (delivery,), now)
        undo = TakenBackTurn(last.first, None if ballot is None else ballot.id)
        return await self.commit(partial(self.store.games.void_turn, undo=undo), move, history)


def others_at(table: Table, player: PlayerId) -> frozenset[PlayerId]:
    """Return the people at a table who have a say, except one of them."""
    playing = (person.id for person in table.seated if not person.outvoted)
    return frozenset(playing) - {player}


def may_undo(table: Table, player: PlayerId) -> bool:
    """Return whether somebody may ask now to take the last turn back."""
    try:
        check_undo(table, player)
    except TableError:
        return False
    return True


def check_undo(table: Table, player: PlayerId) -> LastTurn:
    """Return the last turn, which its player may take back if the others agree.

    Raises:
        TableError: why it stands.
    """
    guards.check_seated(table, player)
    if table.status is Status.OVER:
        raise TableError(UndoKey.OVER)
    # A round has opened everybody's choices; alone there is nobody to have seen anything.
    if table.title.is_simultaneous and len(table.people) > 1:
        raise TableError(UndoKey.ROUND)
    guards.check_running(table)
    history = table.played
    place = _place(table, history)
    actor = history.log[place].event.actor
    if actor not in table.seats_of(player):
        names = (table.person_at(cast("Seat", actor)).name,)
        raise TableError(UndoKey.NOT_YOURS, names=names)
    return _checked(table, history, place)


def _place(table: Table, history: History) -> int:
    """Return the index of the newest event that a person chose."""
    vacant = table.title.vacant(history.state)
    for place in range(len(history.log) - 1, -1, -1):
        actor = history.log[place].event.actor
        if not isinstance(actor, int) or actor in vacant:
            continue
        if table.person_at(actor).played_by is None:
            return place
    raise TableError(UndoKey.NOTHING)


def _checked(table: Table, history: History, place: int) -> LastTurn:
    """Return the turn of the event at an index of the log."""
    log, turn = history.log, history.log[place].turn
    seat = cast("Seat", log[place].event.actor)
    of_turn = [number for number, logged in enumerate(log) if logged.turn == turn]
    count = next(number for number in of_turn if log[number].event.actor == seat)
    actors = {logged.event.actor for logged in log[count:]}
    if CHANCE in actors:
        raise TableError(UndoKey.CHANCE)
    if TABLE in actors:
        raise TableError(UndoKey.TABLE)
    states = history.states_from(history.state_before(turn), log[of_turn[0] :])
    states = states[count - of_turn[0] :]
    if any(map(table.title.reveals, states, states[1:])):
        raise TableError(UndoKey.SHOWN)
    return LastTurn(turn, seat, count, log[count].revision, states[0])
