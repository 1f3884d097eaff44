"""Ballots: asking people at a table whether to do something.

For whatever needs the consent of others: ending a game, handing a seat over,
taking a turn back. A ballot is kept in the store, so it outlives restarts.

How it is used:

1. `open` it: of which kind, about what (`payload`, plain JSON that may be
   public), whom to ask, how many have to agree. Show a message with buttons
   that name the ballot by its id, and tell `posted` where it is.
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
that it is closed (`overtaken`, `expired`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from metrobot.service.model.clock import Clock
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import GameId, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import Account, Ledger
from metrobot.store.statements.ballots import BallotRow
from metrobot.store.store import Store

LIFETIME: Final = timedelta(days=3)
"""How long people are asked."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """Something about which people are asked.

    Attributes:
        id: for the ids of buttons; never used again.
        game: which.
        kind: what is asked, at most 20 characters.
        payload: what exactly, as it was given.
        opener: who asks.
        voters: who is asked.
        agreed: who of them agrees.
        quorum: how many have to.
        revision: of the table, if it is only good for the board of that moment.
        message: id of the message that shows it, or None.
        until: after this moment it is void.
        objected: who has said no.
        unopposed_at: from this moment on silence counts as consent; None: never.
    """

    id: int
    game: GameId
    kind: str
    payload: Mapping[str, Any]
    opener: PlayerId
    voters: frozenset[PlayerId]
    agreed: frozenset[PlayerId]
    quorum: int
    revision: int | None
    message: int | None
    until: datetime
    objected: frozenset[PlayerId] = frozenset()
    unopposed_at: datetime | None = None

    @property
    def is_carried(self) -> bool:
        """Whether enough people agree."""
        return len(self.agreed) >= self.quorum


class Ballots:
    """All ballots of all tables."""

    def __init__(self, store: Store, clock: Clock, ledger: Ledger) -> None:
        self._store = store
        self._clock = clock
        self._ledger = ledger

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
    ) -> Ballot:
        """Ask people something; nobody but the opener, if asked too, agrees yet.

        Args:
            table: the game.
            kind: what is asked; one ballot of a kind at a time.
            opener: who asks.
            voters: who is asked.
            payload: what exactly.
            quorum: how many have to agree; None: all of them.
            bound: whether it is void once the board has moved on.
            patience: after which time silence counts as consent; None: never.

        Raises:
            TableError: people are being asked the same kind of thing, or the opener has
                caused as many messages as they may.
        """
        asked = frozenset(voters)
        row = BallotRow(
            id=0,
            game=table.id,
            kind=kind,
            payload=dict(payload or {}),
            opener=opener,
            quorum=len(asked) if quorum is None else quorum,
            revision=table.revision if bound else None,
            message=None,
            until=self._clock.now() + LIFETIME,
            voters={player: player == opener for player in sorted(asked)},
            unopposed_at=None if patience is None else self._clock.now() + patience,
        )
        await self.of(table, kind)  # closes one that is void
        async with self._ledger.charged(opener, Account.POSTS, game=table.id):
            number = await self._store.open_ballot(row)
            if number is None:
                raise TableError(TableKey.BALLOT_OPEN)
        return await self.by_id(table, number, kind)

    async def of(self, table: Table, kind: str) -> Ballot | None:
        """Return the ballot of a kind at a table, or None; a void one is closed."""
        row = await self._store.ballot_of(table.id, kind)
        if row is not None and self._is_void(table, row):
            await self._store.close_ballot(row.id)
            row = None
        return None if row is None else _ballot(row)

    async def by_id(self, table: Table, number: int, *kinds: str) -> Ballot:
        """Return a ballot of a table that is not void.

        Args:
            table: the game.
            number: of the ballot.
            kinds: of which it must be one.

        Raises:
            TableError: it is closed or void, of another table, or of another kind.
        """
        row = await self._store.ballot(number)
        is_meant = row is not None and row.game == table.id and row.kind in kinds
        if row is None or not is_meant or self._is_void(table, row):
            raise TableError(TableKey.BALLOT_CLOSED)
        return _ballot(row)

    async def lapsed(self, table: Table, kind: str) -> Ballot | None:
        """Return the ballot of a kind that is void by now, so that its message can say so."""
        row = await self._store.ballot_of(table.id, kind)
        return _ballot(row) if row is not None and self._is_void(table, row) else None

    async def overtaken(self, table: Table, kind: str) -> Ballot | None:
        """Return the ballot of a kind that is void, and no newer than the table; else None."""
        found = await self.lapsed(table, kind)
        return found if found is not None and (found.revision or 0) <= table.revision else None

    async def expired(self) -> tuple[Ballot, ...]:
        """Return the ballots whose time is up."""
        return tuple(map(_ballot, await self._store.expired_ballots(self._clock.now())))

    async def vote(
        self, table: Table, number: int, player: PlayerId, *kinds: str, agrees: bool
    ) -> Ballot:
        """Note whether somebody agrees, who may think again until it is closed.

        Args:
            table: the game.
            number: of the ballot.
            player: who answers.
            kinds: of which the ballot must be one.
            agrees: whether they agree.

        Raises:
            TableError: it is closed or void, of another kind, or the player is not asked.
        """
        found = await self.by_id(table, number, *kinds)
        if player not in found.voters:
            raise TableError(TableKey.BALLOT_NOT_ASKED)
        row = await self._store.vote(number, player, agrees=agrees)
        if row is None:
            raise TableError(TableKey.BALLOT_CLOSED)
        return _ballot(row)

    async def posted(self, ballot: Ballot, message: int) -> None:
        """Remember the message that shows a ballot."""
        await self._store.ballot_posted(ballot.id, message)

    async def unopposed(self) -> tuple[Ballot, ...]:
        """Return the ballots to which nobody has objected for as long as people may."""
        return tuple(map(_ballot, await self._store.unopposed_ballots(self._clock.now())))

    async def close(self, ballot: Ballot) -> bool:
        """Close a ballot, carried or not; return whether nobody else did before."""
        return await self._store.close_ballot(ballot.id)

    def _is_void(self, table: Table, row: BallotRow) -> bool:
        """Return whether a ballot is void: too old, or for another board."""
        is_old = row.until <= self._clock.now()
        return is_old or row.revision not in (None, table.revision)


def _ballot(row: BallotRow) -> Ballot:
    """Return a stored ballot as others see it."""
    return Ballot(
        id=row.id,
        game=GameId(row.game),
        kind=row.kind,
        payload=row.payload,
        opener=PlayerId(row.opener),
        voters=frozenset(map(PlayerId, row.voters)),
        agreed=frozenset(PlayerId(player) for player, agrees in row.voters.items() if agrees),
        quorum=row.quorum,
        revision=row.revision,
        message=row.message,
        until=row.until,
        objected=frozenset(map(PlayerId, row.objected)),
        unopposed_at=row.unopposed_at,
    )
