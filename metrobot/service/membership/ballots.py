"""Ballots: asking people at a table whether to do something.

For whatever needs the consent of others: ending a game, handing a seat over,
taking a turn back. A ballot is kept in the store, so it outlives restarts.

How it is used:

1. `open` it: of which kind, about what (`payload`, plain JSON that may be
   public), whom to ask, how many have to agree. Unless it is carried at once,
   the outbox posts its message, with buttons that name the ballot by its id.
2. At each press `vote`. The ballot that comes back says who agrees;
   `is_carried` says whether it is enough.
3. Once it is carried, `close` it: of several who try, one alone is told True,
   and does what was asked. Whoever does it checks again, under the table's
   lock, that it may still be done.

Where people may object to something for a while, `patience` says for how long:
`unopposed` has what nobody has objected to since. Else nothing happens by
itself: what is void by time, by the board having moved on where it was `bound`
to it, or since somebody else sits at the table, is refused at the next press
and gives way to the next ballot of its kind. It is kept until its message says
that it is closed (`overtaken`, `settled`).

Whoever has left the server has no voice: each ballot that is given out is
counted without them, until they are back.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from metrobot.service.membership.transfer_rules import with_a_voice
from metrobot.service.model.clock import Clock
from metrobot.service.model.computers import computer_of
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import PlayerId
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import Ledger
from metrobot.service.ports import FindGone
from metrobot.store.statements.ballots import HELD, Ballot
from metrobot.store.store import Store

CALLED: Final = "called"
"""Key of the payload for the ids of those whom the question calls."""
LIFETIME: Final = timedelta(days=3)
"""Time for which people are asked."""


def _is_same(found: Ballot, row: Ballot) -> bool:
    """Return whether an open ballot is what somebody asks again, and may still be used."""
    is_open = found.opener == row.opener and (found.message is None or found.is_carried)
    return is_open and row.voters <= found.voters and row.payload.items() <= found.payload.items()


class Ballots:
    """All ballots of all tables."""

    def __init__(self, store: Store, clock: Clock, ledger: Ledger, find_gone: FindGone) -> None:
        self._store = store
        self._clock = clock
        self._ledger = ledger
        self._find_gone = find_gone

    async def open(
        self,
        table: Table,
        kind: str,
        opener: PlayerId,
        voters: Iterable[PlayerId],
        *,
        payload: Mapping[str, Any] | None = None,
        quorum: int | None = None,
        bound: bool = False,
        patience: timedelta | None = None,
        lasts: timedelta = LIFETIME,
        waits: bool = False,
    ) -> Ballot:
        """Ask people a question; of the voters only the opener agrees yet.

        Args:
            table: the game.
            kind: of the question; a table has one ballot of a kind at a time.
            opener: who asks.
            voters: everyone who is asked.
            payload: details of the question.
            quorum: number of voters who have to agree; None: all of them.
            bound: whether it is void once the board has moved on.
            patience: time after which silence counts as consent; None: never.
            lasts: time for which people are asked, `LIFETIME` at most.
            waits: whether the question comes with the game's next message where it is one
                too many, instead of being refused.

        Raises:
            TableError: people are being asked the same kind of thing, or the opener has
                caused as many messages as they may.
        """
        asked = frozenset(voters)
        row = Ballot(
            id=0,
            game=table.id,
            kind=kind,
            payload=dict(payload or {}),
            opener=opener,
            quorum=len(asked) if quorum is None else quorum,
            revision=table.revision if bound else None,
            message=None,
            until=self._clock.now() + min(lasts, LIFETIME),
            voters=asked,
            agreed=asked & {opener},
            unopposed_at=None if patience is None else self._clock.now() + patience,
        )
        # A void ballot of the kind would keep this one out: `of` closes it.
        found = await self.of(table, kind)
        # Nobody has seen it yet, or a crash came before it was carried out: whoever asks the same
        # again asks no second question.
        if found is not None and _is_same(found, row):
            return found
        gone = await self._find_gone(table.place.guild, asked)
        people = [each for each in sorted(asked - gone - {opener}) if computer_of(each) is None]
        game, plays = table.id, table.has(opener)
        async with (
            self._ledger.asking(opener, game, plays=plays, waits=waits) as until,
            # No more people are called than one person may have called within a while.
            self._ledger.pinging(opener, people, game) as called,
        ):
            held = {} if until is None else {HELD: int(until.timestamp())}
            row = replace(row, payload={**row.payload, CALLED: list(called), **held})
            number = await self._store.ballots.open(row, self._clock.now())
            if number is None:
                # Somebody has asked in the meantime, here or in another process.
                raise TableError(TableKey.BALLOT_OPEN)
        return await self.by_id(table, number, kind)

    async def of(self, table: Table, kind: str) -> Ballot | None:
        """Return the ballot of a kind at a table, or None; close one that is void."""
        row = await self._store.ballots.of_kind(table.id, kind)
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
        row = await self._store.ballots.by_id(number)
        is_meant = row is not None and row.game == table.id and row.kind in kinds
        if row is None or not is_meant or self._is_void(table, row):
            raise TableError(TableKey.BALLOT_CLOSED)
        return await self._heard(table, row)

    async def standing(self, table: Table, number: int) -> Ballot | None:
        """Return a ballot of a table by its number; None if it is closed or void."""
        row = await self._store.ballots.by_id(number)
        if row is None or self._is_void(table, row):
            return None
        return await self._heard(table, row)

    async def lapsed(self, table: Table, kind: str) -> Ballot | None:
        """Return the void ballot of a kind, so that its message can say so, or None."""
        row = await self._store.ballots.of_kind(table.id, kind)
        return row if row is not None and self._is_void(table, row) else None

    async def overtaken(self, table: Table, kind: str) -> Ballot | None:
        """Return the void ballot of a kind that is no newer than the table, or None."""
        found = await self.lapsed(table, kind)
        # The table may have been read a while ago, and the ballot be bound to a newer board.
        return found if found is not None and (found.revision or 0) <= table.revision else None

    async def settled(self, *unanimous: str) -> tuple[Ballot, ...]:
        """Return the ballots that are void, and those of some kinds that one No settles."""
        return await self._store.ballots.settled(self._clock.now(), *unanimous)

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
        found = await self.by_id(table, number, *kinds)
        if player not in found.voters:
            raise TableError(TableKey.BALLOT_NOT_ASKED)
        # Somebody may have closed it since it was read.
        now = self._clock.now()
        row = await self._store.ballots.vote(number, player, now, agrees=agrees)
        if row is None:
            raise TableError(TableKey.BALLOT_CLOSED)
        return await self._heard(table, row)

    async def unopposed(self) -> tuple[Ballot, ...]:
        """Return the ballots to which nobody has objected within the time for it."""
        return await self._store.ballots.unopposed(self._clock.now())

    async def close(self, ballot: Ballot) -> bool:
        """Close a ballot, carried or not; return False if somebody else has closed it."""
        return await self._store.ballots.close(ballot.id)

    async def close_unanimous(
        self, table: Table, ballot: Ballot, carry: Callable[[int], Awaitable[bool]] | None = None
    ) -> None:
        """Close a ballot to which all who have a voice agree, so that it is carried out once.

        Args:
            table: the game.
            ballot: as it was seen.
            carry: closes the ballot of a number and does at once what was asked; None: closes it.

        Raises:
            TableError: it is closed, or somebody has not agreed.
        """
        ballot = await self.by_id(table, ballot.id, ballot.kind)
        # Somebody who was away when it was asked may be back, and has a say now.
        gone = await self._find_gone(table.place.guild, [person.id for person in table.seated])
        all_agree = {person.id for person in with_a_voice(table, gone)} <= ballot.agreed
        close = carry if carry and all_agree else self._store.ballots.close
        # Of several who carry it out at once, one alone closes it.
        if not (ballot.is_carried and await close(ballot.id) and all_agree):
            raise TableError(TableKey.BALLOT_CLOSED)

    async def _heard(self, table: Table, row: Ballot) -> Ballot:
        """Return a ballot with the voices of those alone who are still on the server."""
        gone = await self._find_gone(table.place.guild, row.voters)
        if not gone:
            return row
        # A newcomer stays among the voters, who tell which place goes to whom, and declines.
        newcomers = {each for each in row.voters if each in gone and not table.has(each)}
        return replace(
            row,
            voters=row.voters - gone | newcomers,
            agreed=row.agreed - gone,
            objected=row.objected - gone | newcomers,
            quorum=row.quorum - len(gone & row.voters),
        )

    def _is_void(self, table: Table, row: Ballot) -> bool:
        is_old = row.until <= self._clock.now()
        return is_old or row.revision not in (None, table.revision)
