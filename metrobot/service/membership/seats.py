"""Who sits where while a game is played: nobody holds a table hostage.

Whoever leaves gives up a place with all its seats and secrets. What a vacant
seat does is fixed by the rules of its title; nothing here chooses for it. Who
has the say is asked by ballots (`transfer_rules` counts them).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Final

from metrobot.service.membership import place_changes, transfer_rules
from metrobot.service.membership.ballots import Ballots
from metrobot.service.membership.covers import Covers
from metrobot.service.membership.transfer_rules import (
    ANSWERING,
    PATIENCE,
    SILENCE,
    Agreement,
    TransferReason,
)
from metrobot.service.membership.undo import UNDO
from metrobot.service.model import guards
from metrobot.service.model.computers import computer_of, free_computer
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.history import History
from metrobot.service.model.loader import TablesPart, existing
from metrobot.service.model.play import GameId, Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import Account, Ledger
from metrobot.service.play.lock_choice import Commit, GiveUp
from metrobot.service.ports import FindGone
from metrobot.service.waits.acting_time import ActingTime
from metrobot.service.waits.paces import used
from metrobot.store.schema.rows import ABSENCE, NOBODY, GameRow
from metrobot.store.statements.seats import FoundGame
from metrobot.store.statements.votes.ballots import Ballot

REPLACE: Final = "replace"
"""Kind of the ballot about handing a place over; its payload names `position` and `ground`.

The newcomer, who is asked too, is the one voter who does not play.
"""


# Who has the say, and why nobody holds a table hostage: docs/decisions/changing-seats.md.
@dataclass(eq=False)
class Seats(TablesPart):
    """Lets people leave tables and take places."""

    acting: ActingTime
    ballots: Ballots
    ledger: Ledger
    covers: Covers
    find_gone: FindGone
    commit: Commit
    give_up: GiveUp

    async def resign(self, game: GameId, player: PlayerId) -> Table:
        """Give up a place; the last person to leave cancels the game.

        A host who leaves hands the table to the next in turn order.

        Raises:
            TableError: not running, or not seated.
        """
        async with self.locks.of(game):
            row, table, history = await self.loader.running(game)
            guards.check_seated(table, player)
            if all(person.id == player for person in table.seated):
                return await self.give_up(row)
            leavers = await self.find_gone(row.guild, [person.id for person in row.people])
            place = table.position_of(player)
            async with self.ledger.asking(player, game, 2, waits=True) as until:
                return await self._reseated(
                    row, history, place, None, leavers=leavers, held_until=until
                )

    async def take(self, game: GameId, position: int, person: Person) -> Table | Ballot:
        """Take a vacant place or a computer's; a computer takes a vacant one.

        Returns:
            The table, if anybody may take the places of computers; else the ballot that
            asks the people at it.

        Raises:
            TableError: not running, a person's place, the person plays already or was
                removed from the lobby, somebody else is asking for a place, or the
                person has caused as much as they may.
        """
        async with self.locks.of(game):
            row, table, history = await self.loader.running(game)
            place_changes.check_newcomer(table, person.id)
            holder = place_changes.place_at(table, position)
            place_changes.check_room(history, position)
            is_held = holder.is_human and not holder.offered
            if is_held or (person.is_computer and not holder.is_vacant):
                raise TableError(TableKey.SEAT_TAKEN)
            if person.is_computer:
                return await self._reseated(row, history, position, person)
            if transfer_rules.is_asked(table, position, person.id):
                await self.ledger.check_claim(person.id, table.id)
                ground = transfer_rules.CLAIMS[holder.is_human]
                return await self._opened(table, ground, person.id, position, person.id)
            async with self.ledger.asking(person.id, game, 2, plays=False):
                return await self._reseated(row, history, position, person)

    async def take_back(
        self, game: GameId, position: int, person: Person, *, is_sure: bool = True
    ) -> Table | Ballot:
        """Take a place back from a newcomer who has neither played nor seen its hand.

        Whoever sat there before does so at once; where a computer sat, most of those
        who play do.

        Returns:
            The table; or the ballot that asks them, as `offer_computer` does.

        Raises:
            TableError: not running, the newcomer stays, it is not for this person, or they
                play in another place.
        """
        async with self.locks.of(game):
            row, table, history = await self.loader.running(game)
            holder = place_changes.place_at(table, position)
            if holder.clock.former == person.id:
                place_changes.check_newcomer(table, person.id)
                place_changes.check_room(history, position)
                await self.ledger.note(person.id, Account.ASKED, 2, game)
                return await self._reseated(row, history, position, person, is_anew=False)
        level = Person(PlayerId(holder.clock.former or NOBODY), "").level
        computer = free_computer(level or "", [p.id for p in table.people])
        if computer is None:
            raise TableError(TableKey.SEAT_KEPT)
        guards.check_seated(table, person.id)
        newcomer = Person(PlayerId(computer.id), computer.name)
        ground = TransferReason.BACK
        facts = (table, ground, person.id, position, newcomer.id)
        ballot = await self._opened(*facts, is_sure=is_sure)
        if ballot.id and self.count(table, ballot).is_decided:
            return await self.hand_over(table.id, ballot, newcomer)
        return ballot

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
            row, table, old = await self.loader.running(game)
            # Checked again under the lock: since the ballot was carried, the newcomer may have
            # taken another place.
            place_changes.check_newcomer(table, person.id)
            ballot = await self.ballots.by_id(table, ballot.id, REPLACE)
            place_changes.check_room(old, transfer_rules.position_in(ballot))
            # Votes may have changed since; and of several who get here one alone closes the
            # ballot.
            position = transfer_rules.position_in(ballot)
            table = await self.acting.look(table, position, least=ANSWERING)
            if not self.count(table, ballot).is_decided or not await self.ballots.close(ballot):
                raise TableError(TableKey.BALLOT_CLOSED)
            computer = computer_of(person.id)
            if computer is None or transfer_rules.ground_of(ballot) is TransferReason.BACK:
                is_anew = transfer_rules.begins_anew(table, ballot)
                return await self._reseated(row, old, position, person, is_anew=is_anew)
            outvoted = transfer_rules.is_outvoted(table, ballot)
            return await self.covers.cover(row, old, position, computer.level, outvoted=outvoted)

    async def offer(
        self, table: Table, asker: PlayerId, position: int, newcomer: PlayerId
    ) -> Ballot:
        """Ask a newcomer, and whoever has the say, whether the newcomer is to have a place.

        Its player gives it; so does the majority of those who are there, once its
        player has left the server, or at least two of them a day after its player
        was called; and the host once it has been silent for long. Of a vacant place
        with a secret hand the majority decides, or that nobody objects within a day.

        Raises:
            TableError: not running, no such place, the newcomer plays already or is
                not on the server, the asker does not play, or something of the kind is asked.
        """
        guards.check_running(table)
        place_changes.check_newcomer(table, newcomer)
        place_changes.place_at(table, position)
        guards.check_seated(table, asker)
        if computer_of(newcomer) is not None:
            raise TableError(TableKey.NO_BOTS)
        if await self.find_gone(table.place.guild, [newcomer]):
            raise TableError(TableKey.NEWCOMER_GONE)
        return await self._ask(table, asker, position, newcomer, is_sure=True)

    async def offer_computer(
        self, table: Table, asker: PlayerId, position: int, level: str, *, is_sure: bool = True
    ) -> Table | Ballot:
        """Let a computer play in a place, or ask those who have the say.

        A vacant place becomes the computer's own: a hand tells it nothing that
        it could pass on. A person's place it covers until they are back; they
        agree, or others do, as for a newcomer (`offer`).

        Returns:
            The table if a computer plays there now, else the ballot. Where nobody else
            would be asked about somebody’s place, whoever asks has to be sure: until then
            it is a ballot that is not stored.

        Raises:
            TableError: not running, no such place or level, a computer plays
                there, the asker does not play, or something of the kind is asked.
        """
        guards.check_running(table)
        guards.check_seated(table, asker)
        computer = free_computer(level, [p.id for p in table.people])
        if computer is None:
            raise TableError(TableKey.NO_SUCH_OPTION, option="level", value=level)
        holder = place_changes.place_at(table, position)
        if holder.played_by is not None:
            raise TableError(TableKey.COVERED)
        newcomer = Person(PlayerId(computer.id), computer.name)
        if holder.is_vacant:
            return await self.take(table.id, position, newcomer)
        ballot = await self._ask(table, asker, position, newcomer.id, is_sure=is_sure)
        if ballot.id and self.count(table, ballot).is_decided:
            return await self.hand_over(table.id, ballot, newcomer)
        return ballot

    async def _ask(
        self, table: Table, asker: PlayerId, position: int, newcomer: PlayerId, *, is_sure: bool
    ) -> Ballot:
        """Ask whether a newcomer gets a place, instead of what was asked before."""
        leavers = await self.find_gone(table.place.guild, [table.people[position].id])
        table = await self.acting.look(table, position, least=ANSWERING)
        wait = self.acting.waited(table, position)
        ground = transfer_rules.reason_of(table, asker, position, wait, leavers)
        is_free = not transfer_rules.is_asked(table, position, newcomer)
        ground = TransferReason.FREE if is_free and ground is TransferReason.VACANT else ground
        return await self._opened(table, ground, asker, position, newcomer, is_sure=is_sure)

    async def _opened(
        self,
        table: Table,
        ground: TransferReason,
        asker: PlayerId,
        position: int,
        newcomer: PlayerId,
        *,
        is_sure: bool = True,
    ) -> Ballot:
        ask = partial(
            self.ballots.open,
            table,
            REPLACE,
            asker,
            transfer_rules.voters_of(table, ground, position, newcomer),
            payload={"position": position, "ground": ground.value},
            # Void once the silent seat has played; where a computer plays on in it, that goes on.
            bound=ground in transfer_rules.SILENCES and not table.people[position].outvoted,
            patience=PATIENCE if ground in transfer_rules.CLAIMS else None,
        )
        # One's own place one has back at any time.
        if not is_sure and ground is not TransferReason.OWN:
            trial = await ask(is_trial=True)
            if self.count(table, trial).is_decided:
                return trial
        if newcomer != asker and ground is not TransferReason.BACK:
            await self._withdraw(table, asker)
        return await ask()

    async def in_server(
        self, guild: int, reader: PlayerId, *, running: bool
    ) -> tuple[FoundGame, ...]:
        """Return the games of a server that somebody could join, or all that run.

        Not all of them may be seen by whoever asks; those from whose lobby they were
        removed are left out.
        """
        games = await self.store.seats.in_server(guild, reader, running=running)
        may_enter = (game for game in games if reader not in (game.removed or ()))
        return tuple(game for game in may_enter if running or self._is_open(game))

    def _is_open(self, game: FoundGame) -> bool:
        most = game.capacity or max(self.loader.titles[game.title].player_counts)
        return game.status != Status.LOBBY or game.taken < most

    async def glance(self, game: FoundGame) -> Table:
        """Return the table of a game, without its history.

        Raises:
            TableError: it is no longer there.
        """
        return await self.loader.glance(existing(await self.store.games.by_id(game.id)))

    async def withdraw(self, ballot: Ballot) -> bool:
        """Close a ballot that fails, and charge an opener who withdrew it for a vacant place.

        Returns:
            False if somebody else has closed it.
        """
        is_claim = ballot.payload.get("ground") in transfer_rules.CLAIMS
        # Under the lock under which seats are taken: nobody asks again before it is charged.
        async with self.locks.of(ballot.game):
            is_closed = await self.ballots.close(ballot)
            if is_closed and is_claim and ballot.opener in ballot.objected:
                await self.ledger.note(ballot.opener, Account.CLAIMS, 1, ballot.game)
            return is_closed

    def count(self, table: Table, ballot: Ballot) -> Agreement:
        """Return the state of the vote on a place."""
        wait = self.acting.waited(table, transfer_rules.position_in(ballot))
        return transfer_rules.agreement(table, ballot, self.clock.now(), wait)

    def silent(self, table: Table, reader: PlayerId) -> tuple[Person, ...]:
        """Return the people who have kept the others waiting for days, the reader left out."""
        if table.status is not Status.RUNNING or not table.has(reader):
            return ()
        waits = (self.acting.waited(table, place) for place in range(len(table.people)))
        pairs = zip(table.people, waits, strict=True)
        return tuple(person for person, span in pairs if span >= SILENCE and person.id != reader)

    def settled(self, table: Table, ballot: Ballot) -> tuple[bool, bool]:
        """Return whether a vote on a place or on the end is decided, and whether it is lost."""
        if ballot.kind == REPLACE:
            count = self.count(table, ballot)
            return count.is_decided, count.is_lost
        # All have to agree, so the first No settles it. The turn of who has left the server stands.
        is_left = ballot.opener_left and (ballot.kind == UNDO or not ballot.is_carried)
        is_lost = is_left or bool(ballot.objected)
        return ballot.is_carried and not is_lost, is_lost

    async def passing(self, standing: Iterable[Ballot]) -> tuple[tuple[Table, Ballot], ...]:
        """Return those of some ballots that are settled by now, as they count, with their tables.

        Nobody has objected within the time for it, or somebody has left the server.
        """
        settled = list[tuple[Table, Ballot]]()
        for open_ballot in standing:
            table = await self.loader.by_id(open_ballot.game)
            ballot = await self.ballots.standing(table, open_ballot.id)
            if ballot is not None and await self._is_settled(table, ballot):
                settled.append((table, ballot))
        return tuple(settled)

    async def _is_settled(self, table: Table, ballot: Ballot) -> bool:
        """Return whether a vote is over; not while somebody cannot object.

        That they cannot counts for as much of a turn as is left of their ten days in the game.
        """
        is_decided, is_lost = self.settled(table, ballot)
        if not is_decided or transfer_rules.ground_of(ballot) not in transfer_rules.CLAIMS:
            return is_decided or is_lost
        offs = self.acting.offs(table.place.guild, table)
        seconds = (ABSENCE - used(table.turn_since, self.clock.now(), offs)).total_seconds()
        people = {p.id for p in table.seated if p.clock.away_used < seconds} - ballot.agreed
        return await self.acting.can_act(table.place.guild, table.place.channel, people)

    async def _withdraw(self, table: Table, asker: PlayerId) -> None:
        """Close the open ballot about a place, if the asker opened it or is the host."""
        ballot = await self.ballots.of(table, REPLACE)
        if ballot is None:
            return
        # A host must not withdraw the question about their own place.
        is_about_host = table.people[transfer_rules.position_in(ballot)].id == table.place.host
        if asker == ballot.opener or (asker == table.place.host and not is_about_host):
            await self.ballots.close(ballot)

    async def _reseated(
        self,
        row: GameRow,
        old: History,
        position: int,
        person: Person | None,
        *,
        leavers: frozenset[int] = frozenset(),
        is_anew: bool = True,
        held_until: datetime | None = None,
    ) -> Table:
        """Put somebody, or nobody (None), into a place, and play on up to the next choice.

        Who has left is told at once, or waits for another message (`NewDelivery.held_until`).
        """
        now, shift = self.clock.now(), self.clock.ahead
        move, new, change = place_changes.reseated(
            row, old, position, person, now, ahead=shift, is_anew=is_anew, leavers=leavers
        )
        news, *more = move.deliveries
        move = replace(move, deliveries=(replace(news, held_until=held_until), *more))
        return await self.commit(partial(self.store.seats.reseat, change=change), move, new)
