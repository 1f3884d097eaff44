"""Statements about what people have lately caused, such as posts and thinking."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import SHARED, advisory_lock
from metrobot.store.schema.tables import charges


@dataclass(frozen=True, slots=True)
class Charge:
    """Something that somebody has caused.

    Attributes:
        person: who.
        account: what; at most 20 characters.
        at: when.
        amount: how much of it.
        game: at which table; None: at none.
        guild: on which server; None: on none.
    """

    person: int
    account: str
    at: datetime
    amount: float = 1.0
    game: int | None = None
    guild: int | None = None


class Charged(NamedTuple):
    """What came of a charge.

    Attributes:
        id: of the charge; None: it would have been too much.
        blocked_by: when the charge was made that has to be forgotten first.
    """

    id: int | None
    blocked_by: datetime | None = None


def charge(connection: Connection, new: Charge, most: float, since: datetime) -> Charged:
    """Note what somebody causes, unless it is too much with all since a moment."""
    if connection.dialect.name == SHARED:
        advisory_lock(connection, f"charges {new.person}")  # else two presses at once both pass
    made = charges_within(connection, new.person, new.account, (since, new.at))
    left = most - new.amount - sum(amount for _, amount in made)
    for at, amount in made:
        if left >= 0:
            break
        left += amount
        if left >= 0:
            return Charged(None, at)
    return Charged(note_charge(connection, new))


def note_charge(connection: Connection, new: Charge) -> int:
    """Note what somebody has caused, however much it is; return the id of the charge."""
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
    """Return when somebody caused how much of something, the oldest first.

    Args:
        connection: of the transaction.
        person: who.
        account: what.
        span: after the first moment, up to the other: a clock may have been set back.
        game: at which table alone; None: at all of them, and elsewhere.
    """
    own = (charges.c.person == person) & (charges.c.account == account)
    own &= (charges.c.at > span[0]) & (charges.c.at <= span[1])
    if game is not None:
        own &= charges.c.of_game == game
    found = connection.execute(
        sa.select(charges.c.at, charges.c.amount).where(own).order_by(charges.c.at, charges.c.id)
    )
    return [(row.at, row.amount) for row in found]


def uncharge(connection: Connection, number: int) -> None:
    """Take a charge back: nothing came of it."""
    connection.execute(charges.delete().where(charges.c.id == number))


def clear_charges(connection: Connection, before: datetime) -> None:
    """Remove the charges that were made before a moment."""
    connection.execute(charges.delete().where(charges.c.at < before))
