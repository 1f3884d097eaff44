"""Statements about charges: what people have lately caused, such as posts and thinking."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import SHARED, advisory_lock
from metrobot.store.schema.tables import charges, games, players


@dataclass(frozen=True, slots=True)
class Charge:
    """Something that somebody has caused.

    Attributes:
        person: id of the person.
        account: name of the account; at most 20 characters.
        at: time of the charge.
        amount: of the charge.
        game: id of the game, or None.
        guild: id of the server, or None.
    """

    person: int
    account: str
    at: datetime
    amount: float = 1.0
    game: int | None = None
    guild: int | None = None


class Charged(NamedTuple):
    """Result of a charge.

    Attributes:
        id: of the charge; None: it would have been too much.
        blocked_by: time of the charge that has to expire first.
        is_of_server: whether it would have been too much for the server.
        amount: of a charge that may be smaller than was asked for.
    """

    id: int | None
    blocked_by: datetime | None = None
    is_of_server: bool = False
    amount: int = 0


def charge(
    connection: Connection,
    new: Charge,
    most: float,
    since: datetime,
    most_of_server: float | None = None,
) -> Charged:
    """Charge somebody, unless it is too much together with all since a moment.

    Args:
        connection: within a transaction.
        new: the charge.
        most: amount for the person.
        since: the moment.
        most_of_server: amount for all people of the server together; None: no limit.
    """
    _hold(connection, f"charges {new.person}")
    made = charges_within(connection, new.person, new.account, (since, new.at))
    if (at := _blocked_by(made, new.amount, most)) is not None:
        return Charged(None, at)
    if new.guild is not None and most_of_server is not None:
        # Everybody holds the lock of a person first, so that no two wait for each other.
        _hold(connection, f"charges of server {new.guild}")
        its = (charges.c.guild == new.guild) & (charges.c.account == new.account)
        made = _made(connection, its, (since, new.at))
        if (at := _blocked_by(made, new.amount, most_of_server)) is not None:
            return Charged(None, at, is_of_server=True)
    return Charged(note_charge(connection, new))


def charge_some(connection: Connection, new: Charge, most: float, since: datetime) -> Charged:
    """Charge somebody for as much of a whole amount as is left to them."""
    _hold(connection, f"charges {new.person}")
    made = charges_within(connection, new.person, new.account, (since, new.at))
    left = min(int(new.amount), int(most - sum(amount for _, amount in made)))
    if left <= 0:
        return Charged(None)
    return Charged(note_charge(connection, replace(new, amount=left)), amount=left)


def _hold(connection: Connection, name: str) -> None:
    """Hold a lock to the end of the transaction."""
    # Otherwise two presses at once, in two processes, could both pass; SQLite has one writer.
    if connection.dialect.name == SHARED:
        advisory_lock(connection, name)


def _blocked_by(
    made: Sequence[tuple[datetime, float]], amount: float, most: float
) -> datetime | None:
    """Return the time of the charge that has to expire before an amount is allowed, or None."""
    left = most - amount - sum(amount for _, amount in made)
    for at, old in made:
        if left >= 0:
            break
        left += old
        if left >= 0:
            return at
    return None


def note_charge(connection: Connection, new: Charge) -> int:
    """Charge somebody without a limit; return the id of the charge."""
    row = asdict(new)
    row["of_game"] = row.pop("game")
    return int(connection.execute(charges.insert().returning(charges.c.id), row).scalar_one())


def charges_within(
    connection: Connection,
    person: int,
    account: str,
    span: tuple[datetime, datetime],
    game: int | None = None,
) -> list[tuple[datetime, float]]:
    """Return the times and amounts of charges, the oldest first.

    Args:
        connection: within a transaction.
        person: id of the person.
        account: name of the account.
        span: after the first moment, up to the second: a clock may have been set back.
        game: id of the only game to count; None: all charges.
    """
    own = (charges.c.person == person) & (charges.c.account == account)
    if game is not None:
        own &= charges.c.of_game == game
    return _made(connection, own, span)


def _made(
    connection: Connection, which: sa.ColumnElement[bool], span: tuple[datetime, datetime]
) -> list[tuple[datetime, float]]:
    query = sa.select(charges.c.at, charges.c.amount).where(which)
    query = query.where(charges.c.at > span[0], charges.c.at <= span[1])
    found = connection.execute(query.order_by(charges.c.at, charges.c.id))
    return [(row.at, row.amount) for row in found]


def has_charge(connection: Connection, person: int, account: str, game: int) -> bool:
    """Return whether somebody was charged for something in a game, whenever that was."""
    own = (charges.c.person == person) & (charges.c.account == account)
    query = sa.select(charges.c.id).where(own, charges.c.of_game == game).limit(1)
    return connection.execute(query).first() is not None


def uncharge(connection: Connection, number: int) -> None:
    """Take a charge back, as nothing came of it."""
    connection.execute(charges.delete().where(charges.c.id == number))


def clear_charges(connection: Connection, before: datetime) -> None:
    """Remove the charges from before a moment, but for those that an open lobby needs."""
    is_lobby = sa.exists().where(games.c.id == charges.c.of_game, games.c.status == "lobby")
    # Of whoever was forgotten nothing stays longer than other charges.
    is_known = sa.exists().where(players.c.id == charges.c.person)
    connection.execute(charges.delete().where(charges.c.at < before, ~(is_lobby & is_known)))
