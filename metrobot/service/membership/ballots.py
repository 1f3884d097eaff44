"""Ballots: asking people at a table whether to do something.

For whatever needs the consent of others: ending a game, handing a seat over,
taking a turn back. A ballot is kept in the store, so it outlives restarts.

How it is used:

1. `open` it: of which kind, about what (`payload`, plain JSON that may be
   public), whom to ask. Unless it is carried at once, the outbox posts its
   message, with buttons that name the ballot by its id.
2. At each press `vote`. The ballot that comes back says who agrees;
   `is_carried` says whether it is enough.
3. Once it is carried, `close` it: of several who try, one alone is told True,
   and does what was asked. Whoever does it checks again, under the table's
   lock, that it may still be done.

All times are those in which people could answer (`ActingTime`), from when the question
was there. Where people may object to something for a while, `patience` says for how long:
`due` has what nobody has objected to since. Else nothing happens by
itself: what is void by time, by the board having moved on where it was `bound`
to it, or since somebody else sits at the table, is refused at the next press
and gives way to the next ballot of its kind. It is kept until its message says
that it is closed (`overtaken`, `due`).

Whoever has left the server has no voice: each ballot that is given out is
counted without them, until they are back. An open one is looked at once an hour
(`due`), as nothing else tells that somebody has left and that settles it.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from metrobot.service.membership.transfer_rules import TransferReason, ground_of, with_a_voice
from metrobot.service.model.computers import computer_of
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.loader import existing
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import Ledger
from metrobot.service.ports import FindGone
from metrobot.service.waits.acting_time import ActingTime
from metrobot.service.waits.paces import Span, end_of
from metrobot.store.schema.rows import StaleError
from metrobot.store.statements.votes.ballots import HELD, LOOKED_AT, OVERTAKEN, Ballot
from metrobot.store.statements.waits.due import DueKind
from metrobot.store.store import Store

CALLED: Final = "called"
"""Key of the payload for the ids of those whom the question calls."""
DATE: Final = "until"
"""Key of the payload for a date that the question names, and after which it is void."""
LIFETIME: Final = timedelta(days=3)
"""Time for which people are asked."""
AT_ONCE: Final = 20
"""Most ballots in one round: Discord may be asked about the people of each."""


def _is_same(ballot: Ballot, row: Ballot) -> bool:
    """Return whether an open ballot is what somebody asks again, and may still be used."""
    is_open = ballot.opener == row.opener and (ballot.message is None or ballot.is_carried)
    return is_open and row.voters <= ballot.voters and row.payload.items() <= ballot.payload.items()


class Ballots:
    """All ballots of all tables.

    Attributes:
        find_gone: finds people who have left a server.
    """

    def __init__(
        self, store: Store, acting: ActingTime, ledger: Ledger, find_gone: FindGone
    ) -> None:
        self._store = store
        self._acting = acting
        self._clock = acting.clock
        self._ledger = ledger
        self.find_gone = find_gone

    async def open(
        self,
        table: Table,
        kind: str,
        opener: PlayerId,
        voters: Iterable[PlayerId],
        *,
        payload: Mapping[str, Any] | None = None,
        bound: bool = False,
        patience: timedelta | None = None,
        lasts: timedelta = LIFETIME,
        is_direct: bool = False,
        waits: bool = False,
        is_trial: bool = False,
    ) -> Ballot:
        """Ask people a question; of the voters only the opener agrees yet.

        Args:
            table: the game.
            kind: of the question; a table has one ballot of a kind at a time.
            opener: who asks.
            voters: everyone who is asked.
            payload: details of the question.
            bound: whether it is void once the board has moved on.
            patience: time after which silence counts as consent; None: never.
            lasts: time for which people are asked, `LIFETIME` at most.
            is_direct: whether they are asked by direct messages, as the channel cannot be used.
            waits: whether the question comes with the game's next message where it is one
                too many, instead of being refused.
            is_trial: whether nothing is stored: how it would count is all that is wanted.

        Raises:
            TableError: people are being asked the same kind of thing, or the opener has
                caused as many messages as they may.
        """
        ids, now = frozenset(voters), self._clock.now()
        row = Ballot(
            id=0,
            game=table.id,
            kind=kind,
            payload=dict(payload or {}),
            opener=opener,
            quorum=len(ids),
            revision=table.revision if bound else None,
            message=None,
            until=now + min(lasts, LIFETIME),
            voters=ids,
            agreed=ids & {opener},
            unopposed_at=None if patience is None else now + patience,
            opened_at=now,
        )
        if is_trial:
            return await self._heard(table, row)
        # A void ballot of the kind would keep this one out: `of` closes it.
        ballot = await self.of(table, kind)
        # Nobody has seen it yet, or a crash came before it was carried out: whoever asks the same
        # again asks no second question.
        if ballot is not None and _is_same(ballot, row):
            return ballot
        leavers = await self.find_gone(table.place.guild, ids)
        people = [
            person for person in sorted(ids - leavers - {opener}) if computer_of(person) is None
        ]
        game, plays = table.id, table.has(opener)
        async with (
            self._ledger.asking(opener, game, plays=plays, waits=waits) as held_until,
            # No more people are called than one person may have called within a while.
            self._ledger.pinging(opener, people, game) as players,
        ):
            values = {} if held_until is None else {HELD: int(held_until.timestamp())}
            row = replace(row, payload={**row.payload, CALLED: list(players), **values})
            direct = players if is_direct else ()
            number = await self._store.ballots.open(row, now, direct)
            if number is None:
                # Somebody has asked in the meantime, here or in another process.
                raise TableError(TableKey.BALLOT_OPEN)
        return await self.by_id(table, number, kind)

    async def of(self, table: Table, kind: str) -> Ballot | None:
        """Return the ballot of a kind at a table, or None; close one that is void."""
        row = self._timed(table, await self._store.ballots.of_kind(table.id, kind))
        if row is not None and self._is_void(table, row):
            await self._store.ballots.close(row.id)
            return None
        return row and await self._heard(table, row)

    async def by_id(self, table: Table, number: int, *kinds: str) -> Ballot:
        """Return a ballot of a table that is not void.

        Args:
            table: the game.
            number: of the ballot.
            kinds: the kinds that it may be of.

        Raises:
            TableError: it is closed or void, of another table, or of another kind.
        """
        row = await self.standing(table, number)
        if row is None or row.kind not in kinds:
            raise TableError(TableKey.BALLOT_CLOSED)
        return row

    async def standing(self, table: Table, number: int) -> Ballot | None:
        """Return a ballot of a table by its number; None if it is closed or void."""
        row = self._timed(table, await self._store.ballots.by_id(number))
        if row is None or row.game != table.id or self._is_void(table, row):
            return None
        return await self._heard(table, row)

    async def overtaken(self, table: Table, kind: str) -> Ballot | None:
        """Return the void ballot of a kind that is no newer than the table, or None."""
        row = self._timed(table, await self._store.ballots.of_kind(table.id, kind))
        # The table may have been read a while ago, and the ballot be bound to a newer board.
        is_newer = row is not None and (row.revision or 0) > table.revision
        return row if row is not None and not is_newer and self._is_void(table, row) else None

    async def vote(
        self, table: Table, number: int, player: PlayerId, *kinds: str, agrees: bool
    ) -> Ballot:
        """Record a vote, which can be changed until the ballot is closed.

        Args:
            table: the game.
            number: of the ballot.
            player: who answers.
            kinds: the kinds that the ballot may be of.
            agrees: whether they agree.

        Raises:
            TableError: it is closed or void, of another kind, or the player is not asked.
        """
        ballot = await self.by_id(table, number, *kinds)
        if player not in ballot.voters:
            raise TableError(TableKey.BALLOT_NOT_ASKED)
        # Somebody may have closed it since it was read.
        now = self._clock.now()
        row = await self._store.ballots.vote(number, player, now, agrees=agrees)
        row = self._timed(table, row)
        if row is None:
            raise TableError(TableKey.BALLOT_CLOSED)
        return await self._heard(table, row)

    async def due(self) -> tuple[tuple[Ballot, ...], tuple[Ballot, ...]]:
        """Return the ballots that are due: those that are void, and those to be counted.

        Somebody may have left the server, or nobody has objected within the time for it.
        A ballot is due again within `LOOKED_AT`, or soon if its time is up and nothing is done.
        """
        now = self._clock.now()
        void, standing = list[Ballot](), list[Ballot]()
        for due_row in await self._store.due.find(now, AT_ONCE, DueKind.BALLOT):
            if (row := await self._store.ballots.by_id(due_row.of)) is None:
                continue
            row = await self._timed_alone(row)
            if row.revision == OVERTAKEN or self._is_old(row):
                void.append(row)
                continue
            standing.append(row)
            ends = [row.until, now + LOOKED_AT]
            if row.unopposed_at is not None and not row.objected:
                ends.append(row.unopposed_at)
            if (date := row.payload.get(DATE)) is not None:
                ends.append(datetime.fromisoformat(date) - self._clock.ahead)
            if min(ends) > now:
                with suppress(StaleError):
                    await self._store.due.keep(due_row, min(ends))
        return tuple(void), tuple(standing)

    async def close(self, ballot: Ballot) -> bool:
        """Close a ballot, carried or not; return False if somebody else has closed it."""
        return await self._store.ballots.close(ballot.id)

    async def close_unanimous(
        self,
        table: Table,
        ballot: Ballot,
        carry: Callable[[int], Awaitable[bool]] | None = None,
        voices: Callable[[Table, frozenset[int]], Iterable[Person]] = with_a_voice,
    ) -> None:
        """Close a ballot to which all who have a voice agree, so that it is carried out once.

        Args:
            table: the game.
            ballot: as it was seen.
            carry: closes the ballot of a number and does at once what was asked; None: closes it.
            voices: returns the people who have a voice.

        Raises:
            TableError: it is closed, or somebody has not agreed.
        """
        ballot = await self.by_id(table, ballot.id, ballot.kind)
        # Somebody who was away when it was asked may be back, and has a say now.
        leavers = await self.find_gone(table.place.guild, [person.id for person in table.seated])
        all_agree = {person.id for person in voices(table, leavers)} <= ballot.agreed
        close = carry if carry and all_agree else self._store.ballots.close
        # Of several who carry it out at once, one alone closes it.
        if not (ballot.is_carried and await close(ballot.id) and all_agree):
            raise TableError(TableKey.BALLOT_CLOSED)

    async def _heard(self, table: Table, row: Ballot) -> Ballot:
        """Return a ballot with the voices of those alone who are still on the server."""
        leavers = await self.find_gone(table.place.guild, row.voters | {row.opener})
        if not leavers:
            return row
        # A newcomer stays among the voters, who tell which place goes to whom, and declines.
        newcomers = {person for person in row.voters if person in leavers and not table.has(person)}
        return replace(
            row,
            voters=row.voters - leavers | newcomers,
            agreed=row.agreed - leavers,
            objected=row.objected - leavers | newcomers,
            quorum=row.quorum - len(leavers & row.voters),
            # Whoever gives their own seat to somebody may leave: the newcomer alone is asked.
            opener_left=row.opener in leavers and ground_of(row) is not TransferReason.OWN,
        )

    def _is_void(self, table: Table, row: Ballot) -> bool:
        return self._is_old(row) or row.revision not in (None, table.revision)

    def _is_old(self, row: Ballot) -> bool:
        date = row.payload.get(DATE)
        is_past = date is not None and datetime.fromisoformat(date) <= self._clock.wall()
        return is_past or row.until <= self._clock.now()

    def _timed(self, table: Table, row: Ballot | None) -> Ballot | None:
        return row and self._moved(row, self._acting.offs(table.place.guild, table))

    async def _timed_alone(self, row: Ballot) -> Ballot:
        game = existing(await self._store.games.by_id(row.game))
        return self._moved(row, self._acting.offs(game.guild, game))

    def _moved(self, row: Ballot, offs: Sequence[Span]) -> Ballot:
        """Return a ballot with its moments as late as nobody could answer it."""
        start, opened = row.asked_at or self._clock.now(), row.opened_at or row.until - LIFETIME
        end = end_of(start, row.until - opened, offs)
        if row.unopposed_at is None:
            return replace(row, until=end)
        return replace(row, until=end, unopposed_at=end_of(start, row.unopposed_at - opened, offs))
