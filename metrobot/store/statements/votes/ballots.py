"""Statements about ballots and their votes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.schema.act_rows import NewDelivery
from metrobot.store.schema.rows import GameId, PlayerId, row_of
from metrobot.store.schema.tables import ballots, games, seats, votes
from metrobot.store.statements.outbox import enqueue
from metrobot.store.statements.waits.due import DueKind, drop, hasten, set_due
from metrobot.store.statements.waits.looks import rest

_KEPT: Final = (
    *("game", "kind", "payload", "opener", "quorum", "revision", "message"),
    *("until", "unopposed_at", "opened_at"),
)
"""Columns of a ballot; its votes are rows of another table."""
HELD: Final = "held"
"""Key of the payload for the second until which the question waits for another message."""
LOOKED_AT: Final = timedelta(hours=1)
"""Longest time until an open ballot is looked at again."""
OVERTAKEN: Final = -1
"""Value of `revision` when the table has changed since the question was asked."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """Question to the people at a table.

    Attributes:
        id: for the ids of buttons, counted up and never used again; 0 before it is stored.
        game: id of the game.
        kind: of the question, at most 20 characters; a game has one ballot of a kind at a time.
        payload: details of the question.
        opener: who asks.
        quorum: number of voters who have to agree.
        revision: of the game, if the ballot is void once the board has moved on; else None.
        message: id of the message that shows it, or None.
        until: moment after which it is void, if people can act all the time.
        voters: everyone who is asked.
        agreed: the voters who agree.
        objected: the voters who have said no.
        unopposed_at: moment from which silence counts as consent, likewise; None: never.
        opened_at: when it was stored.
        asked_at: since when its message is there to be answered; None: it is not.
        opener_left: whether who asks has left the server, which is not stored.
    """

    id: int
    game: GameId
    kind: str
    payload: Mapping[str, Any]
    opener: PlayerId
    quorum: int
    revision: int | None
    message: int | None
    until: datetime
    voters: frozenset[PlayerId]
    agreed: frozenset[PlayerId]
    objected: frozenset[PlayerId] = frozenset()
    unopposed_at: datetime | None = None
    opened_at: datetime | None = None
    asked_at: datetime | None = None
    opener_left: bool = False

    @property
    def is_carried(self) -> bool:
        """Whether enough people agree."""
        return len(self.agreed) >= self.quorum


def open_ballot(
    connection: Connection, row: Ballot, now: datetime, direct: Sequence[int] = ()
) -> int | None:
    """Store a new ballot and, if others are asked, the delivery of its question.

    Args:
        connection: within a transaction.
        row: the ballot, with those who agree from the beginning.
        now: the present time.
        direct: people who are asked by direct messages, not in the channel; none: the channel.

    Returns:
        Its id, or None if there is one of its kind.
    """
    # Of two processes that ask at once, the slower waits here, and then finds the ballot.
    connection.execute(games.update().where(games.c.id == row.game).values(acted_at=now))
    if ballot_of_kind(connection, row.game, row.kind) is not None:
        return None
    values = {name: getattr(row, name) for name in _KEPT}
    number: int = connection.execute(ballots.insert().returning(ballots.c.id), values).scalar_one()
    rows = [
        {"ballot": number, "player": player, "agrees": player in row.agreed}
        for player in sorted(row.voters)
    ]
    connection.execute(votes.insert(), rows)
    ends = (row.until, row.unopposed_at or row.until, now + LOOKED_AT)
    set_due(connection, DueKind.BALLOT, number, min(ends))
    if not row.is_carried:
        timestamp = row.payload.get(HELD)
        release = None if timestamp is None else datetime.fromtimestamp(timestamp, UTC)
        letters = [NewDelivery("ask_direct", turn=number, player=player) for player in direct]
        questions = letters or [NewDelivery("ask", number, held_until=release)]
        enqueue(connection, row.game, 0, questions, now)
    return number


def ballot_of_kind(connection: Connection, game: int, kind: str) -> Ballot | None:
    """Return the ballot of a kind in a game, void or not, or None."""
    return _loaded(connection, sa.and_(ballots.c.game == game, ballots.c.kind == kind))


def ballot_by_id(connection: Connection, number: int) -> Ballot | None:
    """Return a ballot, or None."""
    return _loaded(connection, ballots.c.id == number)


def vote(
    connection: Connection, number: int, player: int, now: datetime, *, agrees: bool
) -> Ballot | None:
    """Store a vote; return the ballot, or None if it is closed."""
    own_game = sa.select(ballots.c.game).where(ballots.c.id == number).scalar_subquery()
    connection.execute(games.update().where(games.c.id == own_game).values(acted_at=now))
    # Of two processes that vote at once, the slower waits here, and then counts both votes.
    connection.execute(sa.select(ballots.c.id).where(ballots.c.id == number).with_for_update())
    connection.execute(
        votes.update()
        .where(votes.c.ballot == number, votes.c.player == player)
        .values(agrees=agrees, objects=not agrees)
    )
    hasten(connection, DueKind.BALLOT, (number,), now)
    return ballot_by_id(connection, number)


def posted(connection: Connection, number: int, message: int, now: datetime | None = None) -> None:
    """Store the id of the message that shows a ballot, and since when people can answer it."""
    values = {"message": message, "asked_at": sa.func.coalesce(ballots.c.asked_at, now)}
    connection.execute(ballots.update().where(ballots.c.id == number).values(values))


def close(connection: Connection, number: int) -> bool:
    """Remove a ballot; return whether it was still there, which only one caller is told."""
    connection.execute(votes.delete().where(votes.c.ballot == number))
    drop(connection, number, DueKind.BALLOT)
    return connection.execute(ballots.delete().where(ballots.c.id == number)).rowcount == 1


def begin_rest(
    connection: Connection, number: int, *, game: int, start: datetime, end: datetime
) -> bool:
    """Let a game rest and remove the ballot about that; return False if it was not there."""
    # In this order, as a vote locks both too.
    connection.execute(sa.select(games.c.id).where(games.c.id == game).with_for_update())
    if is_there := close(connection, number):
        old_rest = sa.select(games.c.rested_at).where(games.c.id == game, games.c.rested_at < start)
        # An earlier rest is forgotten, so clocks that ran before it begin anew.
        ran = (seats.c.game == game, seats.c.called_at <= old_rest.scalar_subquery())
        connection.execute(seats.update().where(*ran).values(called_at=None))
        rest(connection, game, start, end)
    return is_there


def overtake_all(connection: Connection, game: int, now: datetime) -> None:
    """Void all ballots of a game: other people sit there, or it has ended.

    They are kept until their messages say so.
    """
    connection.execute(ballots.update().where(ballots.c.game == game).values(revision=OVERTAKEN))
    hasten_all(connection, game, now)


def hasten_all(connection: Connection, game: int, now: datetime) -> None:
    """Have all ballots of a game looked at: something has happened that may settle them."""
    own = sa.select(ballots.c.id).where(ballots.c.game == game)
    hasten(connection, DueKind.BALLOT, own, now)


def _loaded(connection: Connection, condition: sa.ColumnElement[bool]) -> Ballot | None:
    row = connection.execute(sa.select(ballots).where(condition)).one_or_none()
    if row is None:
        return None
    query = sa.select(votes).where(votes.c.ballot == row.id).order_by(votes.c.player)
    voter_rows = connection.execute(query).all()
    return row_of(
        Ballot,
        row,
        voters=frozenset(voter_row.player for voter_row in voter_rows),
        agreed=frozenset(voter_row.player for voter_row in voter_rows if voter_row.agrees),
        objected=frozenset(voter_row.player for voter_row in voter_rows if voter_row.objects),
    )
