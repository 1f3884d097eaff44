"""Statements about charges: what people have lately caused, such as posts and thinking."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import advisory_lock
from metrobot.store.schema.lookout_tables import asks
from metrobot.store.schema.tables import charges, departures, games, players, seats

_ASKS_LONGER: Final = timedelta(days=7)
"""Time for which asks are kept after charges: three times No within a week hold for another."""


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
        amount: of a part that was charged.
    """

    id: int | None
    blocked_by: datetime | None = None
    amount: int = 0


_NONE = Charged(None)


def charge(
    connection: Connection, new: Charge, most: float, start: datetime, *, partly: bool = False
) -> Charged:
    """Charge somebody, unless it is too much together with all since a moment.

    Args:
        connection: within a transaction.
        new: the charge.
        most: amount for the person.
        start: the moment.
        partly: whether as much of a whole amount as is left is charged then.
    """
    # Otherwise two presses at once, in two processes, could both pass.
    advisory_lock(connection, f"charges {new.person}")
    # What somebody asks for where they play is counted game by game.
    game = new.game if new.account == "asked" else None
    entries = charges_within(connection, new.person, new.account, (start, new.at), game)
    balance = most - sum(amount for _, amount in entries)
    if partly:
        new = replace(new, amount=min(int(new.amount), int(balance)))
        return (
            Charged(note_charge(connection, new), amount=int(new.amount)) if balance >= 1 else _NONE
        )
    if moment := blocking(entries, most - new.amount):
        return Charged(None, moment)
    return Charged(note_charge(connection, new))


def blocking(entries: Sequence[tuple[datetime, float]], most: float) -> datetime | None:
    """Return the time of the charge that has to expire before all are at most an amount; or None.

    Args:
        entries: times and amounts of charges, the oldest first.
        most: the amount.
    """
    balance = most - sum(amount for _, amount in entries)
    for moment, amount in entries:
        if balance >= 0:
            break
        balance += amount
        if balance >= 0:
            return moment
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
    own &= (charges.c.at > span[0]) & (charges.c.at <= span[1])
    if game is not None:
        own &= charges.c.of_game == game
    rows = connection.execute(
        sa.select(charges.c.at, charges.c.amount).where(own).order_by(charges.c.at, charges.c.id)
    )
    return [(row.at, row.amount) for row in rows]


def has_charge(connection: Connection, person: int, account: str, game: int) -> bool:
    """Return whether somebody was charged for something in a game, whenever that was."""
    own = (charges.c.person == person) & (charges.c.account == account)
    query = sa.select(charges.c.id).where(own, charges.c.of_game == game).limit(1)
    return connection.execute(query).first() is not None


def is_first_game(connection: Connection, person: int, game: int, account: str) -> bool:
    """Return whether a game is somebody's first one of its title.

    Args:
        connection: within a transaction.
        person: id of the person.
        game: id of the game.
        account: what is charged in first games; whoever was forgotten is still known by it.
    """
    player_games = (
        sa.select(table.c.game).where(table.c.player == person, table.c.game < game)
        for table in (seats, departures)
    )
    free = sa.select(charges.c.of_game).where(
        charges.c.person == person, charges.c.account == account, charges.c.of_game != game
    )
    title = sa.select(games.c.title).where(games.c.id == game).scalar_subquery()
    # Lobbies that never started have no players.
    title_games = sa.select(games.c.id).where(games.c.title == title, games.c.players.is_not(None))
    return (
        connection.execute(title_games.where(games.c.id.in_(sa.union(*player_games, free)))).first()
        is None
    )


def uncharge(connection: Connection, number: int) -> None:
    """Take a charge back, as nothing came of it."""
    connection.execute(charges.delete().where(charges.c.id == number))


def uncharge_post(connection: Connection, person: int, game: int | None, guild: int | None) -> None:
    """Take back the charge for somebody's newest post in a game, or else on a server."""
    own = charges.c.account.in_(("posts", "asked")) & (charges.c.person == person)
    outside = charges.c.of_game.is_(None) & (charges.c.guild == guild)
    place = outside if game is None else charges.c.of_game == game
    account, whose = ("server_posts", guild) if game is None else ("game_posts", game)
    theirs = (charges.c.account == account) & (charges.c.person == whose)
    newest = sa.select(sa.func.max(charges.c.id)).group_by(charges.c.account)
    if charge_ids := [*connection.execute(newest.where(own, place)).scalars()]:
        charge_ids += connection.execute(newest.where(theirs)).scalars()
        connection.execute(charges.delete().where(charges.c.id.in_(charge_ids)))


def clear_charges(connection: Connection, moment: datetime) -> None:
    """Remove the charges from before a moment, but for those that an open lobby or a game needs.

    Asks from a week before that moment go too.
    """
    connection.execute(asks.delete().where(asks.c.at < moment - _ASKS_LONGER))
    is_there = sa.exists().where(games.c.id == charges.c.of_game)
    is_lobby, is_mark = is_there.where(games.c.status == "lobby"), charges.c.account == "shown_off"
    # Of whoever was forgotten nothing stays longer than other charges.
    is_known = sa.exists().where(players.c.id == charges.c.person)
    is_watched = (charges.c.account == "watched") & is_there & is_known
    is_needed = is_lobby & is_known | is_mark & is_there | is_watched
    connection.execute(charges.delete().where(charges.c.at < moment, ~is_needed))
