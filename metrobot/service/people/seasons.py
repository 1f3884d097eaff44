"""What a server is told of a season that is over."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, NamedTuple

from metrobot.engine.title import AnyTitle, Titles
from metrobot.service.model.play import PlayerId
from metrobot.service.people.verdicts import verdict_on
from metrobot.store.statements.finished import FinishedRow
from metrobot.store.statements.ratings import Leaderboard, LeaderboardQuery
from metrobot.store.store import Store

NAMED: Final = 3
"""Most people of each title that are named."""
_NOBODY: Final = PlayerId(0)
"""Reader of the post: nobody in particular."""


class Rivalry(NamedTuple):
    """A game of several people that was played to its end.

    Attributes:
        title: id of the game title.
        time: from its first turn to its last.
        gap: points between the first and the second place.
        people: ids of those who played to the end.
        names: of these, if all of them let others see theirs and are there; else empty.
    """

    title: str
    time: timedelta
    gap: int
    people: tuple[int, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Season:
    """Content of the post about a season.

    Attributes:
        quarter: its number.
        games: number of games that were played to their end.
        boards: the first places of each title in which somebody has one, most played first.
        next_title: the title that was played most.
        longest: the game that took longest; None: no game of several people counts.
        closest: the one with the least between its first two places.
    """

    quarter: int
    games: int
    boards: tuple[Leaderboard, ...]
    next_title: str
    longest: Rivalry | None
    closest: Rivalry | None


@dataclass(eq=False)
class Seasons:
    """Sums up seasons.

    Attributes:
        store: keeps the games.
        titles: rules by their ids.
    """

    store: Store
    titles: Titles

    async def season(self, guild: int, quarter: int) -> Season | None:
        """Return the summary of a season on a server; None: nothing was played.

        Its games have to be counted before that.
        """
        rows = await self.store.ratings.season_games(guild, quarter)
        if not rows:
            return None
        played = Counter(row.title for row, _ in rows)
        titles = sorted(played, key=lambda title: (-played[title], title))
        boards = list[Leaderboard]()
        for title in titles:
            query = LeaderboardQuery(title, _NOBODY, 0, NAMED, 0, quarter)
            boards.append(await self.store.ratings.leaderboard_page(guild, query))
        games = [
            rivalry
            for row, begun in rows
            if row.ended_at is not None
            and (rivalry := _rivalry(self.titles[row.title], row, row.ended_at - begun))
        ]
        people = {player for game in games for player in game.people}
        names = await self.store.ratings.names_shown(guild, people)
        return Season(
            quarter,
            len(rows),
            tuple(board for board in boards if board.places),
            titles[0],
            _named(max(games, key=lambda game: game.time, default=None), names),
            _named(min(games, key=lambda game: game.gap, default=None), names),
        )


def _rivalry(title: AnyTitle, row: FinishedRow, time: timedelta) -> Rivalry | None:
    """Return a game as it may be told of; None where it does not count among several people."""
    verdict = verdict_on(title, row)
    if verdict is None or verdict.has_computers or len(verdict.stayed) < 2 or row.result is None:
        return None
    places, scores = title.places_in(row.result), row.result["scores"]
    first, second, *_ = sorted(verdict.stayed, key=lambda place: places[place])
    people: Sequence[int] = [verdict.began[place] for place in verdict.stayed]
    return Rivalry(row.title, time, abs(scores[first] - scores[second]), tuple(people))


def _named(game: Rivalry | None, names: Mapping[int, str]) -> Rivalry | None:
    """Return a game with the names of its people, unless one of them hides theirs."""
    if game is None or not all(player in names for player in game.people):
        return game
    return game._replace(names=tuple(names[player] for player in game.people))
