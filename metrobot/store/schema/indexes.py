"""Indexes of the tables, which only migrations and comparisons of forms need.

A condition for one kind of database makes SQLAlchemy load all that it knows of that
kind: 3 MB for the one that is not used. So this is a module of its own.
"""

from typing import Any, Final

import sqlalchemy as sa

from metrobot.store.schema import daily_tables, tables


def _of_some(
    name: str, condition: sa.ColumnElement[bool], *columns: sa.Column[Any], unique: bool = False
) -> None:
    """Add an index of only those rows of a table that meet a condition."""
    sa.Index(name, *columns, unique=unique, sqlite_where=condition, postgresql_where=condition)


_of_some(
    "one_unfinished_game_a_channel",
    tables.games.c.status.in_(("lobby", "running")),
    tables.games.c.channel,
    unique=True,
)
_of_some("games_running", tables.games.c.status == "running", tables.games.c.id)
_of_some("games_cancelled", tables.games.c.status == "cancelled", tables.games.c.id)
_of_some("games_unfinished", tables.IS_UNFINISHED, tables.games.c.guild)
_of_some("games_lost", tables.games.c.lost.is_not(None), tables.games.c.guild, tables.games.c.lost)
_of_some(
    "games_uncounted",
    sa.and_(tables.HAS_ENDED, tables.games.c.counted.is_(None)),
    tables.games.c.guild,
    # Always null; but with it SQLite prefers this index to that of all games of a server.
    tables.games.c.counted,
)
sa.Index("ix_games_host", tables.games.c.host)
sa.Index("ix_games_channel", tables.games.c.channel)
sa.Index("ix_games_guild", tables.games.c.guild)

sa.Index("ix_seats_player", tables.seats.c.player)

sa.Index("ix_departures_game", tables.departures.c.game)
sa.Index("ix_departures_player", tables.departures.c.player)

sa.Index("ix_deliveries_game_message", tables.deliveries.c.game, tables.deliveries.c.message)
_of_some(
    "ix_deliveries_player", tables.deliveries.c.player.is_not(None), tables.deliveries.c.player
)
_of_some("ix_deliveries_pending", tables.deliveries.c.status == "pending", tables.deliveries.c.game)

sa.Index("ix_replays_guild", tables.replays.c.guild)
sa.Index("ix_replays_person", tables.replays.c.person)
_of_some(
    "replays_unreviewed",
    tables.replays.c.review.is_(None) & tables.replays.c.review_asked_at.is_not(None),
    tables.replays.c.id,
)

_of_some("reviews_unmade", tables.reviews.c.body.is_(None), tables.reviews.c.game)

sa.Index("ix_jobs_game", tables.jobs.c.game)
sa.Index("ix_jobs_asked_at", tables.jobs.c.asked_at)

_of_some("players_with_language", tables.players.c.language.is_not(None), tables.players.c.language)

sa.Index(
    "ix_charges_person_account_at",
    tables.charges.c.person,
    tables.charges.c.account,
    tables.charges.c.at,
)
sa.Index("ix_charges_at", tables.charges.c.at)

sa.Index("ix_reminders_player", tables.reminders.c.player)

sa.Index("ix_standings_player", tables.standings.c.player)

_of_some(
    "one_run_a_line",
    daily_tables.runs.c.kind == "line",
    daily_tables.runs.c.of,
    daily_tables.runs.c.player,
    unique=True,
)
# These indexes alone answer the queries about all runs of a person, or of a line.
sa.Index(
    "ix_runs_player_kind_status_of",
    daily_tables.runs.c.player,
    daily_tables.runs.c.kind,
    daily_tables.runs.c.status,
    daily_tables.runs.c.of,
)
sa.Index(
    "ix_runs_kind_of_status_score",
    daily_tables.runs.c.kind,
    daily_tables.runs.c.of,
    daily_tables.runs.c.status,
    daily_tables.runs.c.score,
    daily_tables.runs.c.compared,
    daily_tables.runs.c.player,
)
_of_some("runs_with_deeds", daily_tables.runs.c.deeds.is_not(None), daily_tables.runs.c.begun_at)
sa.Index(
    "ix_line_places_player_line", daily_tables.line_places.c.player, daily_tables.line_places.c.line
)
_of_some(
    "line_places_over",
    daily_tables.line_places.c.score.is_not(None),
    daily_tables.line_places.c.guild,
    daily_tables.line_places.c.line,
    daily_tables.line_places.c.score,
)
_of_some("papers_due", daily_tables.papers.c.due_at.is_not(None), daily_tables.papers.c.due_at)
_of_some(
    "preferences_line_due",
    tables.preferences.c.line_due_at.is_not(None),
    tables.preferences.c.line_due_at,
)

WHOLE: Final = tables.metadata
"""The tables with their indexes."""
