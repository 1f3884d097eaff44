"""Indexes of some rows or several columns, which only migrations and comparisons need.

A condition for one kind of database makes SQLAlchemy load all that it knows of that
kind: 3 MB for the one that is not used. So this is a module of its own.
"""

from typing import Any, Final

import sqlalchemy as sa

from metrobot.store.schema.all_tables import TABLES
from metrobot.store.schema.daily_tables import deals, line_places, runs
from metrobot.store.schema.lookout_tables import asks, follows, lookouts
from metrobot.store.schema.standing_tables import members
from metrobot.store.schema.tables import (
    HAS_ENDED,
    HOLDS_CHANNEL,
    IS_UNFINISHED,
    charges,
    deliveries,
    due,
    games,
    players,
    replays,
    reviews,
    seats,
)

WHOLE: Final = TABLES[0].metadata
"""The tables with their indexes."""
UNFINISHED: Final = sa.Index(
    "games_unfinished", games.c.guild, sqlite_where=IS_UNFINISHED, postgresql_where=IS_UNFINISHED
)
"""The index of a server's games that have not ended."""


def _of_some(
    name: str, condition: sa.ColumnElement[bool], *columns: sa.Column[Any], unique: bool = False
) -> None:
    """Add an index of only those rows of a table that meet a condition."""
    sa.Index(name, *columns, unique=unique, sqlite_where=condition, postgresql_where=condition)


_of_some("one_unfinished_game_a_channel", HOLDS_CHANNEL, games.c.channel, unique=True)
_of_some("games_running", games.c.status == "running", games.c.id)
sa.Index(
    "seats_asked",
    seats.c.game,
    sqlite_where=seats.c.asked == sa.true(),
    postgresql_where=seats.c.asked,
)
_of_some("due_at", due.c.at.is_not(None), due.c.at)
_of_some("games_cancelled", games.c.status == "cancelled", games.c.id)
_of_some("seats_former", seats.c.former.is_not(None), seats.c.former)
_of_some("games_lost", games.c.lost.is_not(None), games.c.guild, games.c.lost)
_of_some(
    "games_uncounted",
    sa.and_(HAS_ENDED, games.c.counted.is_(None)),
    games.c.guild,
    # Always null; but with it SQLite prefers this index to that of all games of a server.
    games.c.counted,
)
sa.Index("ix_deliveries_game_message", deliveries.c.game, deliveries.c.message)
_of_some("ix_deliveries_player", deliveries.c.player.is_not(None), deliveries.c.player)
_of_some("ix_deliveries_pending", deliveries.c.status == "pending", deliveries.c.game)

_of_some(
    "replays_unreviewed",
    replays.c.review.is_(None) & replays.c.review_asked_at.is_not(None),
    replays.c.id,
)

_of_some("reviews_unmade", reviews.c.body.is_(None), reviews.c.game)

_of_some("players_with_language", players.c.language.is_not(None), players.c.language)

sa.Index("ix_charges_person_account_at", charges.c.person, charges.c.account, charges.c.at)

_of_some("one_run_a_line", runs.c.kind == "line", runs.c.of, runs.c.player, unique=True)
_of_some(
    "one_run_a_deal", runs.c.kind == "deal", runs.c.game, runs.c.seat, runs.c.player, unique=True
)
sa.Index("one_deal_a_seat", deals.c.game, deals.c.seat, unique=True)
# These indexes alone answer the queries about all runs of a person, or of a line.
sa.Index("ix_runs_player_kind_status_of", runs.c.player, runs.c.kind, runs.c.status, runs.c.of)
sa.Index(
    "ix_runs_kind_of_status_score",
    runs.c.kind,
    runs.c.of,
    runs.c.status,
    runs.c.score,
    runs.c.compared,
    runs.c.player,
)
_of_some("runs_of_a_game", runs.c.game.is_not(None), runs.c.game)
_of_some("runs_with_deeds", runs.c.deeds.is_not(None), runs.c.begun_at)
sa.Index("ix_line_places_player_line", line_places.c.player, line_places.c.line)
_of_some(
    "line_places_over",
    line_places.c.score.is_not(None),
    line_places.c.guild,
    line_places.c.line,
    line_places.c.score,
)
sa.Index("ix_asks_player", asks.c.player)
sa.Index("ix_follows_player", follows.c.player)
sa.Index("ix_lookouts_player", lookouts.c.player)
sa.Index("ix_members_player", members.c.player)
