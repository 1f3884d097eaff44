"""Leaderboards of servers, counted from their finished games.

Each game is counted once, when somebody asks after its end, and the standings
are stored: so an answer does not take longer the more games there were. The
database knows everybody's place, so that one page of a large server is enough.
Each title has ratings of its own, by the Plackett-Luce model of openskill, which
knows games of many people and shared places. A game alone is counted, but says
nothing about who is better. A game that began with computers counts apart: against
which levels somebody has won. What counts at all is in `verdicts`.

Each game that is not older than seasons counts in that of its end, too, from where
everybody's last season has left them.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import combinations
from typing import Any, Final

from openskill.models import PlackettLuce

from metrobot.engine.title import AnyTitle, Titles
from metrobot.service.model.keyed_locks import KeyedLocks
from metrobot.service.model.play import PlayerId
from metrobot.service.people.verdicts import Verdict, verdict_on
from metrobot.store.schema.rows import ALL_TIME, StaleError, quarter_of
from metrobot.store.statements.finished import FinishedRow
from metrobot.store.statements.ratings import (
    MU,
    SIGMA,
    ComputerStats,
    Leaderboard,
    LeaderboardEntry,
    LeaderboardQuery,
    PlayerStats,
    lower,
)
from metrobot.store.store import Store

AT_ONCE: Final = 500
"""Most games that are counted and stored together."""
ON_LOOP: Final = 10
"""Most games that are counted on the event loop, in about a millisecond."""
PLACES_A_PAGE: Final = 10
MOST_SOLOISTS: Final = 3
_MODEL: Final = PlackettLuce(mu=MU, sigma=SIGMA)


Standings = Mapping[PlayerId, PlayerStats]
Boards = Mapping[tuple[str, int], Standings]
"""Standings by the title and the season, or ALL_TIME."""
Profile = Mapping[str, LeaderboardEntry]
"""Places of one person on a server, by the id of the title."""


# Standings are updated, never recomputed: docs/decisions/standings.md.
class Leaderboards:
    """The standings of servers."""

    def __init__(self, store: Store, titles: Titles) -> None:
        self._store = store
        self._titles = titles
        self._counting = KeyedLocks()

    async def board(
        self, guild: int, title: str, viewer: PlayerId, number: int, quarter: int = ALL_TIME
    ) -> Leaderboard:
        """Return one page of a leaderboard, or the last one if there are not so many.

        Args:
            guild: id of the Discord server.
            title: id of the game title.
            viewer: who looks.
            number: of the page, from 0.
            quarter: number of the season, or ALL_TIME.
        """
        is_behind = await self.count(guild)
        query = LeaderboardQuery(title, viewer, number, PLACES_A_PAGE, MOST_SOLOISTS, quarter)
        board = await self._store.ratings.leaderboard_page(guild, query)
        return replace(board, is_behind=is_behind)

    async def profile(self, guild: int, player: PlayerId) -> Profile:
        """Return the places of one person on a server."""
        await self.count(guild)
        entries = await self._store.ratings.profile_of(guild, player)
        return {entry.standing.title: entry for entry in entries}

    async def played_most(self, guild: int) -> str | None:
        """Return the id of the title that was played most on a server, or None."""
        await self.count(guild)
        return await self._store.ratings.played_most(guild)

    async def count(self, guild: int) -> bool:
        """Count some games of a server that have ended; return whether there are more."""
        async with self._counting.of(guild):
            if not await self.is_behind(guild):
                return False
            # Another process was faster: it has counted the same games.
            with suppress(StaleError):
                await self._count_on(guild)
            return await self.is_behind(guild)

    async def is_behind(self, guild: int) -> bool:
        """Return whether some games of a server are not counted yet."""
        return await self._store.ratings.is_behind(guild)

    async def count_due(self) -> bool:
        """Count games of one server that is behind; return whether there are more."""
        guild = await self._store.ratings.guild_behind()
        if guild is None:
            return False
        await self.count(guild)
        return await self._store.ratings.guild_behind() is not None

    async def _count_on(self, guild: int) -> None:
        """Count some more games, and store the new standings.

        Raises:
            StaleError: another process was faster.
        """
        rows = await self._store.ratings.uncounted(guild, AT_ONCE)
        people = {player for row in rows for player in row.began}
        titles = {row.title for row in rows}
        games, old_rows = await self._store.ratings.stats_of(guild, sorted(people), sorted(titles))
        old, since = load_all(old_rows), await self._store.ratings.upgraded_at()
        alone = dict[int, PlayerStats]()
        # More of them would hold up everybody else on the event loop.
        if len(rows) > ON_LOOP:
            new = await asyncio.to_thread(stats_after, self._titles, rows, old, alone, since)
        else:
            new = stats_after(self._titles, rows, old, alone, since)
        updates = [
            stats
            for board, standings in new.items()
            for player, stats in standings.items()
            if old.get(board, {}).get(player) is not stats
        ]
        counted = [row.id for row in rows]
        await self._store.ratings.store_stats(guild, games, counted, updates, alone=alone)

    async def solo_of(self, guild: int, game: int, player: PlayerId) -> PlayerStats | None:
        """Return somebody's games alone as they stood at the end of one of them.

        None if that one does not count, or is not counted yet, or they let nobody see it.
        """
        await self.count(guild)
        is_shown = await self.is_listed(player)
        return await self._store.ratings.solo_of(game, player) if is_shown else None

    async def is_listed(self, player: PlayerId) -> bool:
        """Return whether a person is shown to others."""
        return await self._store.ratings.is_listed(player)

    async def set_listed(self, player: PlayerId, *, listed: bool) -> bool:
        """Store whether a person is shown; return whether they were ever at a table."""
        return await self._store.ratings.set_listed(player, listed=listed)


def load_all(rows: Iterable[PlayerStats]) -> Boards:
    """Return stored standings by their boards."""
    boards = dict[tuple[str, int], dict[PlayerId, PlayerStats]]()
    for row in rows:
        boards.setdefault((row.title, row.quarter), {})[row.player] = row
    return dict(boards)


def stats_after(
    titles: Titles,
    rows: Iterable[FinishedRow],
    old: Boards | None = None,
    alone: dict[int, PlayerStats] | None = None,
    since: datetime | None = None,
) -> Boards:
    """Return the standings after some games, in the order of their ends.

    Args:
        titles: rules by their ids, which know the places of a result.
        rows: the games.
        old: the standings before them; None: nobody has played.
        alone: is filled with the standing right after each game alone that counts, by its id.
        since: after that games belong to seasons; None: all do whose ends are known.
    """
    boards = {board: dict(standings) for board, standings in (old or {}).items()}
    for row in rows:
        verdict = verdict_on(titles[row.title], row)
        if verdict is None:
            continue
        # First, as it may begin with what is stored of all time before this game.
        if row.ended_at is not None and (since is None or row.ended_at > since):
            quarter = quarter_of(row.ended_at)
            before = [_at_start(boards, row.title, quarter, who) for who in verdict.began]
            season = boards.setdefault((row.title, quarter), {})
            season |= _counted(before, verdict, row, titles[row.title])
        standings = boards.setdefault((row.title, ALL_TIME), {})
        before = [standings.get(who) or PlayerStats(row.title, who) for who in verdict.began]
        after = _counted(before, verdict, row, titles[row.title])
        standings |= after
        if alone is not None and len(verdict.began) == 1 and after:
            (alone[row.id],) = after.values()
    return {board: standings for board, standings in boards.items() if standings}


def _at_start(boards: Boards, title: str, quarter: int, player: PlayerId) -> PlayerStats:
    """Return somebody's standing in a season as it is, or as it begins.

    Each season begins half-way from what the last one came to to a beginner's mean, and less sure
    by a third. Somebody's first one begins in this way with their rating of all time.
    """
    own = {
        number: standings[player]
        for (name, number), standings in boards.items()
        if name == title and number <= quarter and player in standings
    }
    number = max(own, default=quarter)
    if number == quarter:
        return own.get(quarter) or PlayerStats(title, player, quarter=quarter)
    last = own[number]
    # Seasons that somebody has skipped have begun for them as for everybody.
    passed = 1 if number == ALL_TIME else quarter - number
    mu, sigma = MU + (last.mu - MU) / 2**passed, min(SIGMA, last.sigma * (4 / 3) ** passed)
    return PlayerStats(title, player, mu=mu, sigma=sigma, quarter=quarter)


def _counted(
    old: Sequence[PlayerStats], verdict: Verdict, row: FinishedRow, title: AnyTitle
) -> dict[PlayerId, PlayerStats]:
    """Return the standings that a game changes, after it."""
    if verdict.has_computers:
        new = _after_computers(old, verdict, title.places_in(row.result or {}))
    elif len(old) == 1:
        new = [_after_solo(old[place], row) for place in verdict.stayed]
    else:
        new = [_after_leaving(old, place) for place in verdict.leavers]
        new += _after_game(title, row, old, verdict.stayed)
    return {stats.player: stats for stats in new}


def _after_computers(
    old: Sequence[PlayerStats], verdict: Verdict, places: Sequence[int]
) -> list[PlayerStats]:
    """Return the standings of people who played to the end against computers that did too."""
    new = list[PlayerStats]()
    for place in verdict.stayed if verdict.levels else ():
        results = dict(old[place].against)
        for level in verdict.levels:
            stats = results.get(level, ComputerStats())
            results[level] = ComputerStats(stats.games + 1, stats.wins + (places[place] == 1))
        new.append(replace(old[place], against=results))
    return new


def _after_solo(standing: PlayerStats, row: FinishedRow) -> PlayerStats:
    """Return the standing after one more game alone; equal scores rank by fewer hints."""
    score, hints = (row.result or {})["scores"][0], sum(row.hints)
    games = [(score, -hints)]
    if standing.solo_best is not None:
        games.append((standing.solo_best, -standing.solo_hints))
    best, fewest = max(games)
    return replace(
        standing,
        solo_games=standing.solo_games + 1,
        solo_points=standing.solo_points + score,
        solo_best=best,
        solo_hints=-fewest,
    )


def _after_leaving(old: Sequence[PlayerStats], place: int) -> PlayerStats:
    """Return the standing of somebody who left a game: last, where it costs them most.

    That is the last of so many distinct places, with the stronger of the others before the
    weaker; or the same with some others only, if theirs are the places that cost more.
    """
    own = old[place]
    rivals = sorted((stats for stats in old if stats is not own), key=lambda stats: -stats.mu)
    # Independent of what the others do from then on; else somebody could wait for a better moment.
    mu, sigma = min(
        (
            _skills([*group, own], range(len(group) + 1))[-1]
            for count in range(1, len(rivals) + 1)
            for group in combinations(rivals, count)
        ),
        key=lambda skill: lower(*skill),
    )
    return replace(_with_result(own, 0, is_win=False), mu=mu, sigma=sigma)


def _after_game(
    title: AnyTitle, row: FinishedRow, old: Sequence[PlayerStats], stayed: Sequence[int]
) -> list[PlayerStats]:
    """Return the standings of those who stayed, rated among themselves; empty for one alone."""
    if row.result is None or len(stayed) < 2:
        return []
    places, scores = title.places_in(row.result), row.result["scores"]
    people = [old[place] for place in stayed]
    skills = _skills(people, [places[place] for place in stayed])
    return [
        replace(_with_result(stats, scores[n], is_win=places[n] == 1), mu=mu, sigma=sigma)
        for n, stats, (mu, sigma) in zip(stayed, people, skills, strict=True)
    ]


def _with_result(standing: PlayerStats, score: int, *, is_win: bool) -> PlayerStats:
    """Return the standing with one more game with others, not rated yet."""
    return replace(
        standing,
        games=standing.games + 1,
        wins=standing.wins + is_win,
        points=standing.points + score,
        best=score if standing.best is None else max(standing.best, score),
    )


def _skills(people: Sequence[PlayerStats], ranks: Sequence[int]) -> list[tuple[float, float]]:
    """Return mu and sigma of some people after a game with these ranks."""
    teams: list[Any] = [[_MODEL.create_rating([stats.mu, stats.sigma])] for stats in people]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [(team[0].mu, team[0].sigma) for team in rated]
