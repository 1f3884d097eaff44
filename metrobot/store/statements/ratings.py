"""Statements about standings, and games that are not counted yet."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from metrobot.store.schema.rows import PlayerId, StaleError, row_of
from metrobot.store.schema.standing_tables import standings, tallies
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
_IS_SHOWN: Final = (players.c.listed, players.c.id > 0)
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
    """Standing of one person in one title.

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

    @property
    def rating(self) -> int:
        """Lower estimate of the skill, as points; a beginner has 1,000."""
        skill: float = lower(self.mu, self.sigma)
        return BASE + round(SCALE * skill)


def lower(mu: Any, sigma: Any) -> Any:
    """Return the lower estimate of a skill, which ratings show; of numbers, or of columns."""
    return mu - 3 * sigma


_STANDING: Final = tuple(standings.c[column.name] for column in fields(PlayerStats))


@dataclass(frozen=True, slots=True)
class LeaderboardQuery:
    """Page of a leaderboard that somebody asks for.

    Attributes:
        title: id of the game title.
        viewer: id of the person who asks.
        number: of the page, from 0.
        people: number of people on a page.
        alone: number of best games alone.
    """

    title: str
    viewer: int
    number: int
    people: int
    alone: int


@dataclass(frozen=True, slots=True)
class CountProgress:
    """Progress of counting the games of a server.

    Attributes:
        games: number of games that are counted.
        is_behind: whether some that are over are not.
    """

    games: int
    is_behind: bool


def count_progress(connection: Connection, guild: int) -> CountProgress:
    """Return the progress of counting the games of a server."""
    count = connection.execute(sa.select(tallies.c.games).where(tallies.c.guild == guild))
    more = connection.execute(sa.select(games.c.id).where(*_uncounted(guild)).limit(1))
    return CountProgress(count.scalar_one_or_none() or 0, more.first() is not None)


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

    Args:
        connection: within a transaction.
        guild: id of the Discord server.
        people: ids of the people; None: everybody in all titles.
        titles: ids of the titles, if there are `people`.
    """
    query = sa.select(*_STANDING).where(standings.c.guild == guild)
    if people is not None:
        query = query.where(standings.c.title.in_(titles), standings.c.player.in_(people))
    rows = tuple(map(_read, connection.execute(query)))
    return count_progress(connection, guild).games, rows


def _read(row: Any) -> PlayerStats:
    against = {level: ComputerStats(*results) for level, results in row.against.items()}
    return row_of(PlayerStats, row, against=against)


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """Somebody's place on a leaderboard.

    Attributes:
        place: from 1; equal ratings share one. None: they have never played with others.
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
        own: place of the viewer; None without one.
        alone: names, points and hints of the best games alone.
        is_behind: whether some games are not counted yet.
    """

    title: str
    places: tuple[LeaderboardEntry, ...]
    number: int = 0
    last: int = 0
    own: LeaderboardEntry | None = None
    alone: tuple[tuple[str, int, int], ...] = ()
    is_behind: bool = False


def leaderboard_page(connection: Connection, guild: int, request: LeaderboardQuery) -> Leaderboard:
    """Return one page of a leaderboard, or the last one if there are not so many.

    People who hide are left out, and nobody moves up; the places of those who have left close up.
    """
    is_there = standings.c.player.not_in(gone_from(guild)) | (standings.c.player == request.viewer)
    is_here = (standings.c.guild == guild, standings.c.title == request.title, is_there)
    ranked = _ranked(connection, is_here)
    visible = [entry for entry in ranked if entry.is_shown]
    last = max(0, (len(visible) - 1) // request.people)
    number = min(request.number, last)
    page = visible[number * request.people : (number + 1) * request.people]
    own = [entry for entry in ranked if entry.player == request.viewer]
    people = [entry.player for entry in (*page, *own)]
    query = sa.select(players.c.name, *_STANDING).select_from(standings)
    query = query.outerjoin(players, players.c.id == standings.c.player)
    query = query.where(*is_here, standings.c.player.in_(people))
    rows = {row.player: (_read(row), row.name) for row in connection.execute(query)}
    return Leaderboard(
        request.title,
        tuple(LeaderboardEntry(place, *rows[player]) for place, player, _ in page),
        number,
        last,
        next((LeaderboardEntry(place, rows[player][0]) for place, player, _ in own), None),
        _alone(connection, is_here, request.alone),
    )


class _Ranked(NamedTuple):
    """Place of somebody among all, shown or not."""

    place: int
    player: int
    is_shown: bool


def _ranked(connection: Connection, is_here: Sequence[sa.ColumnElement[bool]]) -> list[_Ranked]:
    """Return everybody's place, the first one first."""
    skill = _skill(standings).label("skill")
    query = (
        sa.select(standings.c.player, skill, sa.and_(*_IS_SHOWN).label("is_shown"))
        .outerjoin(players, players.c.id == standings.c.player)
        .where(*is_here, standings.c.games > 0)
        .order_by(skill.desc(), standings.c.wins.desc(), standings.c.games, standings.c.player)
    )
    entries = list[_Ranked]()
    place, last_skill = 0, None
    for number, (player, own, is_shown) in enumerate(connection.execute(query), start=1):
        if own != last_skill:
            place, last_skill = number, own
        entries.append(_Ranked(place, player, bool(is_shown)))
    return entries


def _alone(
    connection: Connection, is_here: Sequence[sa.ColumnElement[bool]], most: int
) -> tuple[tuple[str, int, int], ...]:
    """Return names, points and hints of the best games alone."""
    query = (
        sa.select(players.c.name, standings.c.solo_best, standings.c.solo_hints)
        .join(players, players.c.id == standings.c.player)
        .where(*is_here, *_IS_SHOWN, standings.c.solo_best.is_not(None))
        .order_by(standings.c.solo_best.desc(), standings.c.solo_hints, standings.c.player)
        .limit(most)
    )
    return tuple((name, best, hints) for name, best, hints in connection.execute(query))


def profile_of(connection: Connection, guild: int, player: int) -> tuple[LeaderboardEntry, ...]:
    """Return the places of one person on a server, in each title that they have played."""
    others = standings.alias()
    better = (
        sa.select(sa.func.count())
        .select_from(others)
        .where(
            others.c.guild == standings.c.guild,
            others.c.title == standings.c.title,
            others.c.games > 0,
            others.c.player.not_in(gone_from(guild)),
            _skill(others) > _skill(standings),
        )
        .scalar_subquery()
    )
    query = sa.select(better.label("better"), *_STANDING).where(
        standings.c.guild == guild, standings.c.player == player
    )
    return tuple(
        LeaderboardEntry(row.better + 1 if row.games else None, _read(row))
        for row in connection.execute(query.order_by(standings.c.title))
    )


def played_most(connection: Connection, guild: int) -> str | None:
    """Return the title that was played most on a server, or None."""
    game_count = sa.func.sum(standings.c.games + standings.c.solo_games)
    query = (
        sa.select(standings.c.title)
        .where(standings.c.guild == guild)
        .group_by(standings.c.title)
        .order_by(game_count.desc(), standings.c.title)
        .limit(1)
    )
    return connection.execute(query).scalar_one_or_none()


def _skill(table: Any) -> sa.ColumnElement[float]:
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
        new_standings: the standings that have changed.
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
    by_title = dict[str, list[int]]()
    for row in new_standings:
        by_title.setdefault(row.title, []).append(row.player)
    for title, people in by_title.items():
        old = (standings.c.guild == guild, standings.c.title == title)
        connection.execute(standings.delete().where(*old, standings.c.player.in_(people)))
    if new_standings:
        rows = [{"guild": guild, **asdict(row)} for row in new_standings]
        connection.execute(standings.insert(), rows)
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


def is_listed(connection: Connection, player: int) -> bool:
    """Return whether a person is shown on leaderboards; the unknown are."""
    query = sa.select(players.c.listed).where(players.c.id == player)
    return bool(connection.execute(query).scalar_one_or_none() in (None, True))


def set_listed(connection: Connection, player: int, *, listed: bool) -> bool:
    """Store whether a person is shown; return whether they are known at all."""
    update = players.update().where(players.c.id == player).values(listed=listed)
    return connection.execute(update).rowcount == 1
