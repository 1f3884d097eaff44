"""Statements about standings, and games that are not counted yet."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from metrobot.store.schema.rows import ALL_TIME, PlayerId, StaleError, row_of
from metrobot.store.schema.standing_tables import seasons, standings, tallies
from metrobot.store.schema.tables import HAS_ENDED, games, players, seats
from metrobot.store.statements.finished import FinishedRow, finished_rows
from metrobot.store.statements.people import gone_from, watch_members

BASE: Final = 1000
"""Rating of a beginner."""
SCALE: Final = 40
"""Points of rating for one point of skill in openskill."""
MU: Final = 25.0
SIGMA: Final = 25.0 / 3.0
"""Mean and uncertainty of openskill's estimate of a beginner."""
PLACED_AFTER: Final = 3
"""Games with others of a season after which somebody has a place in it."""
IS_SHOWN: Final = (players.c.listed, players.c.id > 0)
"""Conditions of people who are shown on leaderboards."""


class ComputerStats(NamedTuple):
    """Results of somebody against computers of one level.

    Attributes:
        games: number of games with at least one of them from the first turn to the last.
        wins: number of these that they won, shared first places included.
    """

    games: int = 0
    wins: int = 0


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """Standing of one person in one title, in a season or of all time.

    Attributes:
        title: id of the game title.
        player: id of the person.
        games: number of games with others that counted, left ones included.
        wins: number of these that they won, shared first places included.
        points: total of all these games.
        best: most points in one of them; None without any.
        solo_games: number of games alone, played to the end.
        solo_points: total of all games alone.
        solo_best: most points alone; None without any.
        solo_hints: number of hints that were taken in that game.
        against: results against computers, by level; none of it counts above.
        mu: mean of openskill's estimate of their skill.
        sigma: its uncertainty.
        quarter: number of the season, or ALL_TIME.
    """

    title: str
    player: PlayerId
    games: int = 0
    wins: int = 0
    points: int = 0
    best: int | None = None
    solo_games: int = 0
    solo_points: int = 0
    solo_best: int | None = None
    solo_hints: int = 0
    against: Mapping[str, ComputerStats] = field(default_factory=dict)
    mu: float = MU
    sigma: float = SIGMA
    quarter: int = ALL_TIME

    @property
    def rating(self) -> int:
        """Lower estimate of the skill, as points; a beginner has 1,000."""
        skill: float = lower(self.mu, self.sigma)
        return BASE + round(SCALE * skill)


def lower(mu: Any, sigma: Any) -> Any:
    """Return the lower estimate of a skill, which ratings show; of numbers, or of columns."""
    return mu - 3 * sigma


def columns_of(board: sa.FromClause) -> list[sa.ColumnElement[Any]]:
    """Return the columns of standings of all time, or of seasons."""
    return [board.c[column.name] for column in fields(PlayerStats) if column.name in board.c]


def _board(quarter: int) -> sa.FromClause:
    """Return the standings of a season, or of all time."""
    if quarter == ALL_TIME:
        return standings
    return sa.select(seasons).where(seasons.c.quarter == quarter).subquery()


@dataclass(frozen=True, slots=True)
class LeaderboardQuery:
    """Page of a leaderboard that somebody asks for.

    Attributes:
        title: id of the game title.
        viewer: id of the person who asks.
        number: of the page, from 0.
        people: number of people on a page.
        alone: number of best games alone.
        quarter: number of the season, or ALL_TIME.
    """

    title: str
    viewer: int
    number: int
    people: int
    alone: int
    quarter: int = ALL_TIME


def is_behind(connection: Connection, guild: int) -> bool:
    """Return whether some games of a server are over and not counted."""
    query = sa.select(games.c.id).where(*_uncounted(guild)).limit(1)
    return connection.execute(query).first() is not None


def guild_behind(connection: Connection) -> int | None:
    """Return the id of a server whose games are not all counted, or None."""
    query = sa.select(games.c.guild).where(*_uncounted()).limit(1)
    return connection.execute(query).scalar_one_or_none()


def stats_of(
    connection: Connection,
    guild: int,
    people: Collection[int] | None = None,
    titles: Collection[str] = (),
) -> tuple[int, tuple[PlayerStats, ...]]:
    """Return the number of counted games of a server, and the standings after them.

    Those of all its seasons, too.

    Args:
        connection: within a transaction.
        guild: id of the Discord server.
        people: ids of the people; None: everybody in all titles.
        titles: ids of the titles, if there are `people`.
    """
    rows = list[PlayerStats]()
    for board in (standings, seasons):
        query = sa.select(*columns_of(board)).where(board.c.guild == guild)
        if people is not None:
            query = query.where(board.c.title.in_(titles), board.c.player.in_(people))
        rows += map(read_standing, connection.execute(query))
    count = connection.execute(sa.select(tallies.c.games).where(tallies.c.guild == guild))
    return count.scalar_one_or_none() or 0, tuple(rows)


def read_standing(row: Any) -> PlayerStats:
    """Return the standing that a row holds."""
    against = {level: ComputerStats(*results) for level, results in row.against.items()}
    return row_of(PlayerStats, row, against=against)


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """Somebody's place on a leaderboard.

    Attributes:
        place: from 1; equal ratings share one. None: they have never played with others, or
            too few games of a season.
        standing: of the person.
        name: of the person; empty if it is hidden.
    """

    place: int | None
    standing: PlayerStats
    name: str = ""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """One page of a leaderboard. People who hide are left out, and nobody moves up.

    Attributes:
        title: id of the game title.
        places: on this page, the first one first: by rating, then more wins, then fewer games.
        number: of the page, from 0.
        last: number of the last page.
        own: place of the viewer; None if they have never played with others.
        alone: names, points and hints of the best games alone.
        is_behind: whether some games are not counted yet.
        quarter: number of the season, or ALL_TIME.
    """

    title: str
    places: tuple[LeaderboardEntry, ...]
    number: int = 0
    last: int = 0
    own: LeaderboardEntry | None = None
    alone: tuple[tuple[str, int, int], ...] = ()
    is_behind: bool = False
    quarter: int = ALL_TIME


def leaderboard_page(connection: Connection, guild: int, request: LeaderboardQuery) -> Leaderboard:
    """Return one page of a leaderboard, or the last one if there are not so many.

    People who hide are left out, and nobody moves up; the places of those who have left close up.
    """
    board = _board(request.quarter)
    is_there = board.c.player.not_in(gone_from(guild)) | (board.c.player == request.viewer)
    is_here = (board.c.guild == guild, board.c.title == request.title, is_there)
    ranked = _ranked(connection, board, is_here, 1 if request.quarter == ALL_TIME else PLACED_AFTER)
    visible = [entry for entry in ranked if entry.is_shown]
    last = max(0, (len(visible) - 1) // request.people)
    number = min(request.number, last)
    page = visible[number * request.people : (number + 1) * request.people]
    own_place = next((entry.place for entry in ranked if entry.player == request.viewer), None)
    people = [*(entry.player for entry in page), request.viewer]
    query = sa.select(players.c.name, *columns_of(board)).select_from(board)
    query = query.outerjoin(players, players.c.id == board.c.player)
    query = query.where(*is_here, board.c.player.in_(people))
    rows = {row.player: (read_standing(row), row.name) for row in connection.execute(query)}
    own, _ = rows.get(request.viewer, (None, ""))
    return Leaderboard(
        request.title,
        tuple(LeaderboardEntry(place, *rows[player]) for place, player, _ in page),
        number,
        last,
        LeaderboardEntry(own_place, own) if own is not None and own.games else None,
        _alone(connection, board, is_here, request.alone),
        quarter=request.quarter,
    )


class _Ranked(NamedTuple):
    """Place of somebody among all, shown or not."""

    place: int
    player: int
    is_shown: bool


def _ranked(
    connection: Connection,
    board: sa.FromClause,
    is_here: Sequence[sa.ColumnElement[bool]],
    least: int,
) -> list[_Ranked]:
    """Return the place of everybody with so many games at least, the first one first."""
    skill = shown_skill(board).label("skill")
    query = (
        sa.select(board.c.player, skill, sa.and_(*IS_SHOWN).label("is_shown"))
        .outerjoin(players, players.c.id == board.c.player)
        .where(*is_here, board.c.games >= least)
        .order_by(skill.desc(), board.c.wins.desc(), board.c.games, board.c.player)
    )
    entries = list[_Ranked]()
    place, last_skill = 0, None
    for number, (player, own, is_shown) in enumerate(connection.execute(query), start=1):
        if own != last_skill:
            place, last_skill = number, own
        entries.append(_Ranked(place, player, bool(is_shown)))
    return entries


def _alone(
    connection: Connection,
    board: sa.FromClause,
    is_here: Sequence[sa.ColumnElement[bool]],
    most: int,
) -> tuple[tuple[str, int, int], ...]:
    """Return names, points and hints of the best games alone."""
    query = (
        sa.select(players.c.name, board.c.solo_best, board.c.solo_hints)
        .join(players, players.c.id == board.c.player)
        .where(*is_here, *IS_SHOWN, board.c.solo_best.is_not(None))
        .order_by(board.c.solo_best.desc(), board.c.solo_hints, board.c.player)
        .limit(most)
    )
    return tuple((name, best, hints) for name, best, hints in connection.execute(query))


def shown_skill(table: Any) -> sa.ColumnElement[float]:
    """Return the rating as it is shown, rounded."""
    return sa.func.round(SCALE * lower(table.c.mu, table.c.sigma))


def uncounted(connection: Connection, guild: int, most: int) -> tuple[FinishedRow, ...]:
    """Return games of a server that are not counted yet, in the order of their ends."""
    return finished_rows(connection, _uncounted(guild), most)


def store_stats(
    connection: Connection,
    guild: int,
    old_count: int,
    game_ids: Sequence[int],
    new_standings: Sequence[PlayerStats],
    *,
    alone: Mapping[int, PlayerStats] = MappingProxyType({}),
) -> None:
    """Store the standings after some more games.

    Args:
        connection: within a transaction.
        guild: id of the Discord server.
        old_count: number of games counted before.
        game_ids: ids of the games that are counted now.
        new_standings: the standings that have changed, of seasons too.
        alone: by the ids of games alone the standing right after each.

    Raises:
        StaleError: another process was faster.
    """
    _advance(connection, guild, old_count, old_count + len(game_ids))
    # Another process may have counted some of them between the two reads of this one.
    new = games.update().where(games.c.id.in_(game_ids), games.c.counted.is_(None))
    if connection.execute(new.values(counted=True)).rowcount != len(game_ids):
        raise StaleError
    for game, own in alone.items():
        kept = [own.solo_games, own.solo_points, own.solo_best, own.solo_hints]
        connection.execute(games.update().where(games.c.id == game).values(solo=kept))
    by_board = dict[tuple[str, int], list[PlayerStats]]()
    for row in new_standings:
        by_board.setdefault((row.title, row.quarter), []).append(row)
    for (title, quarter), rows in by_board.items():
        board = standings if quarter == ALL_TIME else seasons
        season = {} if board is standings else {"quarter": quarter}
        keys: dict[str, Any] = {"guild": guild, "title": title, **season}
        old = [board.c[name] == value for name, value in keys.items()]
        people = [row.player for row in rows]
        connection.execute(board.delete().where(*old, board.c.player.in_(people)))
        names = [column.name for column in columns_of(board)]
        values = [{name: getattr(row, name) for name in names} | keys for row in rows]
        connection.execute(board.insert(), values)
    if new_standings:
        watch_members(connection, guild, {row.player for row in new_standings})


def solo_of(connection: Connection, game: int, player: int) -> PlayerStats | None:
    """Return somebody's games alone as they stood at the end of one of them; None: not kept."""
    query = sa.select(games.c.title, games.c.solo).join(seats, seats.c.game == games.c.id)
    own = query.where(games.c.id == game, seats.c.player == player, games.c.solo.is_not(None))
    if (row := connection.execute(own).one_or_none()) is None:
        return None
    names = ("solo_games", "solo_points", "solo_best", "solo_hints")
    return PlayerStats(row.title, PlayerId(player), **dict(zip(names, row.solo, strict=True)))


def _advance(connection: Connection, guild: int, old_count: int, new_count: int) -> None:
    """Store the number of counted games of a server."""
    is_it = (tallies.c.guild == guild, tallies.c.games == old_count)
    update = tallies.update().where(*is_it).values(games=new_count)
    if connection.execute(update).rowcount:
        return
    try:
        if old_count:
            raise StaleError
        connection.execute(tallies.insert(), {"guild": guild, "games": new_count})
    except IntegrityError as error:
        raise StaleError from error


def _uncounted(guild: int | None = None) -> list[sa.ColumnElement[bool]]:
    """Return the conditions of games that are not counted yet, of one server or all."""
    here = [] if guild is None else [games.c.guild == guild]
    return [HAS_ENDED, games.c.counted.is_(None), *here]
