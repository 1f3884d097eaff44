"""How people want to be reminded, and when they are away."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.people import remember
from metrobot.store.schema import preferences, seats, watches
from metrobot.store.transactions import Transactions, read_transaction, write_transaction
from metrobot.store.upsert import upsert

LOOK_AGAIN: Final = -1
"""Revision of a watch that fits no game, so that the game is looked at again."""


@dataclass(frozen=True, slots=True)
class PreferenceRow:
    """One person's wishes.

    Attributes:
        remind_by: where they are reminded: channel, direct or never.
        zone: the time zone in which they live, as the IANA names it, or None.
        quiet_from: when their quiet hours begin, in minutes since midnight, or None.
        quiet_until: when they end, or None.
        away_until: when they will be back, or None.
    """

    remind_by: str = "channel"
    zone: str | None = None
    quiet_from: int | None = None
    quiet_until: int | None = None
    away_until: datetime | None = None


_FIELDS: Final = tuple(preferences.c[name] for name in PreferenceRow.__slots__)


def _of(connection: Connection, players: Sequence[int]) -> dict[int, PreferenceRow]:
    """Return the wishes of some people, of those who never named any the usual ones."""
    query = sa.select(preferences.c.player, *_FIELDS).where(preferences.c.player.in_(players))
    found = {row[0]: PreferenceRow(*row[1:]) for row in connection.execute(query)}
    return {player: found.get(player, PreferenceRow()) for player in players}


def _save(connection: Connection, player: int, name: str, row: PreferenceRow) -> None:
    """Store a person's wishes; their games are looked at again by those who remind."""
    remember(connection, player, name)
    values = asdict(row)
    upsert(connection, preferences, {"player": player, **values}, values)
    played = sa.select(seats.c.game).where(seats.c.player == player)
    connection.execute(
        watches.update().where(watches.c.game.in_(played)).values(revision=LOOK_AGAIN)
    )


class PreferenceStore(Transactions):
    """What is kept of people's wishes; each method is one transaction."""

    of = read_transaction(_of)
    save = write_transaction(_save)
