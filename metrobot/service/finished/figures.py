"""Figures of somebody's games on a server, which they alone see until they show them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from statistics import median
from typing import Any, Final, NamedTuple

from metrobot.engine.actors import Seat
from metrobot.engine.title import AnyTitle, Titles
from metrobot.service.model.play import PlayerId
from metrobot.service.people.people import People
from metrobot.service.people.verdicts import verdict_on
from metrobot.service.waits.absences import times_off
from metrobot.service.waits.acting_time import ActingTime
from metrobot.service.waits.paces import PACES, WakingTime
from metrobot.store.schema.rows import PersonRow
from metrobot.store.statements.finished import FinishedRow
from metrobot.store.store import Store

LATEST: Final = 300
"""Games that are looked at."""
TURNS: Final = 100
"""Turns whose waking time is looked at."""
TIMED: Final = 30
"""Games in which they are looked for."""
TOGETHER: Final = 5
"""Fewest games together after which somebody is named."""
SIZES: Final = 8
"""Most titles and numbers of players that are told of."""
RIVALS: Final = 3
"""Most people with whom somebody wins most, and with whom least."""


class Results(NamedTuple):
    """Results of games of one kind.

    Attributes:
        games: number of games.
        wins: number of games won.
        losses: number of games that others won, or the one person whom they are with.
    """

    games: int
    wins: int
    losses: int = 0


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of somebody's latest games among people on a server.

    Attributes:
        sizes: results by the title and the number of players, the most played first.
        rivals: names of others and results, with whom they win most first.
        streak: most games won in a row.
        turns: number of turns whose time is known.
        time: median waking time of these; secret.
    """

    sizes: dict[tuple[str, int], Results]
    rivals: tuple[tuple[str, Results], ...] = ()
    streak: int = 0
    turns: int = 0
    time: timedelta = timedelta()


@dataclass(eq=False)
class OwnFigures:
    """Works out figures of people.

    Attributes:
        store: keeps their games.
        titles: rules by their ids.
        acting: tells when nobody could act.
        people: knows quiet hours.
    """

    store: Store
    titles: Titles
    acting: ActingTime
    people: People

    async def figures(self, guild: int, player: PlayerId) -> Figures:
        """Return somebody's figures on a server."""
        games, wins, losses = Counter[Any](), Counter[Any](), Counter[Any]()
        streak = won = 0
        for row in await self.store.ratings.latest_games(guild, player, LATEST):
            if (end := _end_of(self.titles[row.title], row, player)) is None:
                continue
            winners, stayed = end
            has_won = player in winners
            won = won + 1 if has_won else 0
            streak = max(streak, won)
            for key in ((row.title, len(row.people)), *(stayed - {player})):
                games[key] += 1
                wins[key] += has_won
                losses[key] += not has_won and (key in winners or isinstance(key, tuple))
        results = {key: Results(games[key], wins[key], losses[key]) for key in games}
        often = sorted(games, key=lambda key: -games[key])
        sizes = [key for key in often if isinstance(key, tuple)]
        times = await self._times(guild, player)
        return Figures(
            {key: results[key] for key in sizes[:SIZES]},
            await self._rivals(guild, player, results),
            streak,
            len(times),
            timedelta(seconds=median(times)) if times else timedelta(),
        )

    async def _rivals(
        self, guild: int, player: PlayerId, results: dict[Any, Results]
    ) -> tuple[tuple[str, Results], ...]:
        """Return results with those whom everybody may see, if that is so of the player too."""
        often = [key for key in results if isinstance(key, int) and results[key].games >= TOGETHER]
        names = await self.store.ratings.names_shown(guild, [player, *often])
        if names.pop(player, None) is None:
            return ()
        rows = [(name, results[key]) for key, name in names.items()]
        rows.sort(key=lambda row: ((row[1].losses - row[1].wins) / row[1].games, row[0]))
        return (*rows[:RIVALS], *rows[RIVALS:][-RIVALS:])

    async def _times(self, guild: int, player: PlayerId) -> Sequence[float]:
        """Return the seconds of waking time of somebody's latest turns."""
        # Where all choose at once, what is stored is the moment of the last one.
        titles = [name for name, title in self.titles.items() if not title.is_simultaneous]
        rows = await self.store.ratings.latest_moves(guild, player, titles, TIMED)
        wish, clock = await self.people.preferences(player), self.acting.clock
        person = PersonRow(player, "", absences=wish.absences, days_off=wish.days_off)
        times, offs = list[float](), self.acting.off_spans(guild)
        for pace, since, until in list(_turns(self.titles, rows))[-TURNS:]:
            own = [*offs, *times_off(person, pace, since, clock.now(), clock.ahead)]
            sleeps = pace is None or PACES[pace].sleeps
            waking = WakingTime(wish, own, sleeps, clock.ahead)
            times.append(waking.used(since, until).total_seconds())
        return times


def _end_of(
    title: AnyTitle, row: FinishedRow, player: PlayerId
) -> tuple[set[PlayerId], set[PlayerId]] | None:
    """Return the winners of a game, and all who stayed; None if it does not count for somebody."""
    verdict = verdict_on(title, row)
    if verdict is None or verdict.has_computers or len(verdict.began) < 2:
        return None
    stayed = verdict.stayed if len(verdict.stayed) > 1 else ()
    if player not in {verdict.began[place] for place in (*stayed, *verdict.leavers)}:
        return None
    places = title.places_in(row.result or {}) if stayed else ()
    winners = {verdict.began[place] for place in stayed if places[place] == 1}
    return winners, {verdict.began[place] for place in stayed}


def _turns(titles: Titles, rows: Iterable[Any]) -> Iterator[tuple[str | None, datetime, datetime]]:
    """Yield the pace, the beginning and the end of each turn that somebody played themselves."""
    for _, group in groupby(rows, key=lambda row: row.id):
        moves = [[*move] for _, move in groupby(group, key=lambda row: row.at)]
        game = moves[0][0]
        title = titles[game.title]
        rules = title.ruleset(game.size, game.options)
        for (first, *_), move in pairwise(moves):
            seats = [Seat(int(row.actor)) for row in move if row.actor.isdecimal()]
            is_own = any(title.player_of(rules, seat) == game.position for seat in seats)
            if is_own and not any(row.planned for row in move):
                yield game.pace, first.at, move[0].at
