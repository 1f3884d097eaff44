"""Who plays how well, on one server: counted from its finished games.

Each game is counted once, when somebody asks after its end, and what comes of
it is stored: so an answer takes no longer for all the games that were before. The
database knows everybody's place: of a large server one page is read.
Each title has ratings of its own, by the Plackett-Luce model of openskill, which
knows games of many people and shared places. A game alone is counted, but says
nothing about who is better. A game that began with computers counts apart: against
which levels somebody has won. What counts at all is in `verdicts`.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, field, replace
from typing import Any, Final

from openskill.models import PlackettLuce

from metrobot.engine.title import AnyTitle, Titles
from metrobot.service.model.keyed_locks import KeyedLocks
from metrobot.service.model.play import PlayerId
from metrobot.service.people.verdicts import Verdict, verdict_on
from metrobot.store.schema.rows import StaleError
from metrobot.store.statements.finished import FinishedRow
from metrobot.store.statements.ratings import LeaderboardQuery, LeaderboardRow
from metrobot.store.store import Store

AT_ONCE: Final = 500
"""How many games are counted and stored together."""
ON_LOOP: Final = 10
"""How many are counted at once on the event loop: about a millisecond."""
PLACES_A_PAGE: Final = 10
MOST_SOLOISTS: Final = 3
BASE: Final = 1000
"""The rating that somebody begins with."""
SCALE: Final = 40
"""Points of rating for one point of skill as openskill counts it."""

_MODEL: Final = PlackettLuce()


@dataclass(frozen=True, slots=True)
class ComputerStats:
    """How somebody has done against computers of one level.

    Attributes:
        games: with at least one of them at the table from the first turn to the last.
        wins: of those, shared ones too.
    """

    games: int = 0
    wins: int = 0


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """One person in one title.

    Attributes:
        player: who.
        games: with others that counted, those too that they did not play to the end.
        wins: of those, shared ones too.
        points: of all these games together.
        best: most points in one of them; None without any.
        solo_games: alone, to the end.
        solo_points: of all games alone together.
        solo_best: most points alone; None without any.
        solo_hints: the hints that were taken in that game.
        against: how they have done against computers, by level; none of it counts above.
        mu: the mean of what openskill believes of their skill.
        sigma: how unsure it is.
    """

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
    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def rating(self) -> int:
        """What the person is believed to be at least: it begins at 1,000."""
        return BASE + round(SCALE * (self.mu - 3 * self.sigma))


Standings = Mapping[PlayerId, PlayerStats]


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """Somebody's place on a leaderboard.

    Attributes:
        place: from 1; equal ratings share one. None: they have played with nobody.
        standing: theirs.
        name: theirs; empty where nobody is to see it.
    """

    place: int | None
    standing: PlayerStats
    name: str = ""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """One page of a leaderboard. Who does not show themselves is left out, and nobody moves up.

    Attributes:
        title: id of the game title.
        places: on this page, the first one first: by rating, then more wins, then fewer games.
        number: of the page, from 0.
        last: number of the last page.
        own: the place of whoever looks; None without one.
        alone: the names of those with the best games alone, their points and their hints.
        is_behind: whether there are games that are not counted yet.
    """

    title: str
    places: tuple[LeaderboardEntry, ...]
    number: int = 0
    last: int = 0
    own: LeaderboardEntry | None = None
    alone: tuple[tuple[str, int, int], ...] = ()
    is_behind: bool = False


Profile = Mapping[str, LeaderboardEntry]
"""How one person stands on a server, by the id of the title."""


# Counted on, never summed up anew: docs/decisions/standings.md.
class Leaderboards:
    """The standings of servers."""

    def __init__(self, store: Store, titles: Titles) -> None:
        self._store = store
        self._titles = titles
        self._counting = KeyedLocks()

    async def board(self, guild: int, title: str, viewer: PlayerId, number: int) -> Leaderboard:
        """Return one page of a leaderboard; beyond the last one the last.

        Args:
            guild: id of the Discord server.
            title: id of the game title.
            viewer: who looks.
            number: of the page, from 0.
        """
        is_behind = await self.count(guild)
        asked = LeaderboardQuery(title, viewer, number, PLACES_A_PAGE, MOST_SOLOISTS, SCALE)
        found = await self._store.leaderboard_page(guild, asked)
        own = None if found.own is None else _place(found.own)
        places = tuple(map(_place, found.places))
        return Leaderboard(title, places, found.number, found.last, own, found.alone, is_behind)

    async def profile(self, guild: int, player: PlayerId) -> Profile:
        """Return how one person stands on a server."""
        await self.count(guild)
        rows = await self._store.profile_of(guild, player, SCALE)
        return {row.standing[0]: _place(row) for row in rows}

    async def played_most(self, guild: int) -> str | None:
        """Return the id of the title that was played most on a server; None if none was."""
        await self.count(guild)
        return await self._store.played_most(guild)

    async def count(self, guild: int) -> bool:
        """Count games of a server that have ended; return whether there are more to count."""
        async with self._counting.of(guild):
            if not (await self._store.count_progress(guild)).is_behind:
                return False
            with suppress(StaleError):  # another process was faster
                await self._count_on(guild)
            return await self.is_behind(guild)

    async def is_behind(self, guild: int) -> bool:
        """Return whether there are games of a server that are not counted yet."""
        return (await self._store.count_progress(guild)).is_behind

    async def count_due(self) -> bool:
        """Count games of one server that is behind; return whether there are more to count."""
        guild = await self._store.guild_behind()
        if guild is None:
            return False
        await self.count(guild)
        return await self._store.guild_behind() is not None

    async def _count_on(self, guild: int) -> None:
        """Count some more games and store what comes of it.

        Raises:
            StaleError: another process was faster.
        """
        rows = await self._store.uncounted(guild, AT_ONCE)
        people = {player for row in rows for player in row.began}
        titles = {row.title for row in rows}
        games, known = await self._store.stats_of(guild, sorted(people), sorted(titles))
        before = load_all(known)
        if len(rows) > ON_LOOP:
            after = await asyncio.to_thread(stats_after, self._titles, rows, before)
        else:
            after = stats_after(self._titles, rows, before)
        changed = [
            (title, *astuple(each))
            for title, found in after.items()
            for player, each in found.items()
            if before.get(title, {}).get(player) is not each
        ]
        await self._store.store_stats(guild, games, [row.id for row in rows], changed)

    async def is_listed(self, player: PlayerId) -> bool:
        """Return whether a person wants to be shown to others."""
        return await self._store.is_listed(player)

    async def set_listed(self, player: PlayerId, *, listed: bool) -> bool:
        """Store whether a person wants to be shown; return whether they ever were at a table."""
        return await self._store.set_listed(player, listed=listed)


def load_all(rows: Iterable[Sequence[Any]]) -> dict[str, Standings]:
    """Return standings as they were stored, by the id of the title."""
    found = dict[str, dict[PlayerId, PlayerStats]]()
    for title, *columns in rows:
        standing = _read(columns)
        found.setdefault(title, {})[standing.player] = standing
    return dict(found)


def _place(row: LeaderboardRow) -> LeaderboardEntry:
    """Return a place as it was stored."""
    return LeaderboardEntry(row.place, _read(row.standing[1:]), row.name)


def _read(columns: Sequence[Any]) -> PlayerStats:
    """Return a standing as it was stored."""
    *numbers, against, mu, sigma = columns
    levels = {level: ComputerStats(*each) for level, each in against.items()}
    return replace(PlayerStats(*numbers), against=levels, mu=mu, sigma=sigma)


def stats_after(
    titles: Titles, rows: Iterable[FinishedRow], before: Mapping[str, Standings] | None = None
) -> dict[str, Standings]:
    """Return the standings after some games, in the order of their ends.

    Args:
        titles: which know who comes where, by their ids.
        rows: the games.
        before: the standings before them; None: nobody has played.
    """
    found = {title: dict(standings) for title, standings in (before or {}).items()}
    for row in rows:
        _count(found.setdefault(row.title, {}), row, titles[row.title])
    return {title: standings for title, standings in found.items() if standings}


def _count(standings: dict[PlayerId, PlayerStats], row: FinishedRow, title: AnyTitle) -> None:
    """Add one game to the standings of its title."""
    verdict = verdict_on(title, row)
    if verdict is None:
        return
    before = [standings.get(player) or PlayerStats(player) for player in verdict.began]
    if verdict.has_computers:
        after = _after_computers(before, verdict, title.places_in(row.result or {}))
    elif len(before) == 1:
        after = [_after_solo(before[place], row) for place in verdict.stayed]
    else:
        after = [_after_leaving(before, place) for place in verdict.gone]
        after += _after_game(title, row, before, verdict.stayed)
    standings.update({each.player: each for each in after})


def _after_computers(
    before: Sequence[PlayerStats], verdict: Verdict, places: Sequence[int]
) -> list[PlayerStats]:
    """Return the standings of those who played to the end against computers that did, too."""
    after = list[PlayerStats]()
    for place in verdict.stayed if verdict.levels else ():
        against = dict(before[place].against)
        for level in verdict.levels:
            known = against.get(level, ComputerStats())
            against[level] = ComputerStats(known.games + 1, known.wins + (places[place] == 1))
        after.append(replace(before[place], against=against))
    return after


def _after_solo(standing: PlayerStats, row: FinishedRow) -> PlayerStats:
    """Return the standing after one more game alone; of equal ones the best has least hints."""
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


def _after_leaving(before: Sequence[PlayerStats], place: int) -> PlayerStats:
    """Return the standing of somebody who left a game: last, behind all who began it with them.

    It hangs on nothing that the others do from then on.
    """
    ranks = [1 + (each == place) for each in range(len(before))]
    mu, sigma = _skills(before, ranks)[place]
    return replace(_with_result(before[place], 0, is_win=False), mu=mu, sigma=sigma)


def _after_game(
    title: AnyTitle, row: FinishedRow, before: Sequence[PlayerStats], stayed: Sequence[int]
) -> list[PlayerStats]:
    """Return the standings of those who stayed, rated among themselves; nothing of one alone."""
    if row.result is None or len(stayed) < 2:
        return []
    places, scores = title.places_in(row.result), row.result["scores"]
    people = [before[place] for place in stayed]
    skills = _skills(people, [places[place] for place in stayed])
    return [
        replace(_with_result(each, scores[n], is_win=places[n] == 1), mu=mu, sigma=sigma)
        for n, each, (mu, sigma) in zip(stayed, people, skills, strict=True)
    ]


def _with_result(standing: PlayerStats, score: int, *, is_win: bool) -> PlayerStats:
    """Return the standing with one more game with others, not yet rated."""
    return replace(
        standing,
        games=standing.games + 1,
        wins=standing.wins + is_win,
        points=standing.points + score,
        best=score if standing.best is None else max(standing.best, score),
    )


def _skills(people: Sequence[PlayerStats], ranks: Sequence[int]) -> list[tuple[float, float]]:
    """Return mu and sigma of some people after a game in which they had these ranks."""
    teams: list[Any] = [[_MODEL.create_rating([each.mu, each.sigma])] for each in people]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [(team[0].mu, team[0].sigma) for team in rated]
