"""The indexes of the tables, which only migrations and those who compare forms need.

As soon as a condition is said for a kind of database, SQLAlchemy reads all that it knows
of that kind: 3 MB for the one that is not used.
"""

from typing import Any, Final

import sqlalchemy as sa

from metrobot.store.schema.tables import (
    IS_UNFINISHED,
    deliveries,
    departures,
    games,
    jobs,
    metadata,
    players,
    reminders,
    replays,
    reviews,
    seats,
    standings,
)


def _of_some(
    name: str, condition: sa.ColumnElement[bool], *columns: sa.Column[Any], unique: bool = False
) -> None:
    """Let a table have an index of those rows alone that a condition is true of."""
    sa.Index(name, *columns, unique=unique, sqlite_where=condition, postgresql_where=condition)


_of_some(
    "one_unfinished_game_a_channel",
    games.c.status.in_(("lobby", "running")),
    games.c.channel,
    unique=True,
)
_of_some("games_running", games.c.status == "running", games.c.id)
_of_some("games_cancelled", games.c.status == "cancelled", games.c.id)
_of_some("games_unfinished", IS_UNFINISHED, games.c.guild)
_of_some("games_lost", games.c.lost.is_not(None), games.c.guild, games.c.lost)
_of_some(
    "games_uncounted", sa.and_(games.c.status == "over", games.c.counted.is_(None)), games.c.guild
)
sa.Index("ix_games_host", games.c.host)
sa.Index("ix_games_channel", games.c.channel)
sa.Index("ix_games_guild", games.c.guild)

sa.Index("ix_seats_player", seats.c.player)

sa.Index("ix_departures_game", departures.c.game)
sa.Index("ix_departures_player", departures.c.player)

sa.Index("ix_deliveries_game_message", deliveries.c.game, deliveries.c.message)
_of_some("ix_deliveries_player", deliveries.c.player.is_not(None), deliveries.c.player)
_of_some("ix_deliveries_pending", deliveries.c.status == "pending", deliveries.c.game)

sa.Index("ix_replays_guild", replays.c.guild)
sa.Index("ix_replays_person", replays.c.person)
_of_some(
    "replays_unreviewed",
    replays.c.review.is_(None) & replays.c.review_asked_at.is_not(None),
    replays.c.id,
)

_of_some("reviews_unmade", reviews.c.body.is_(None), reviews.c.game)

sa.Index("ix_jobs_game", jobs.c.game)
sa.Index("ix_jobs_asked_at", jobs.c.asked_at)

_of_some("players_with_language", players.c.language.is_not(None), players.c.language)

sa.Index("ix_reminders_player", reminders.c.player)

sa.Index("ix_standings_player", standings.c.player)

WHOLE: Final = metadata
"""The tables with their indexes."""
