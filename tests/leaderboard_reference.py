"""Leaderboards as they are meant: worked out of everybody's standing, without a database."""

from collections.abc import Iterable, Mapping

from metrobot.games import registry
from metrobot.service.model.play import PlayerId
from metrobot.service.people import leaderboards
from metrobot.service.people.leaderboards import (
    MOST_SOLOISTS,
    PLACES_A_PAGE,
    Boards,
    Leaderboards,
    Profile,
    Standings,
    load_all,
)
from metrobot.store.schema.rows import ALL_TIME
from metrobot.store.statements.finished import FinishedRow
from metrobot.store.statements.ratings import Leaderboard, LeaderboardEntry, PlayerStats
from tests.service.toy import Toy

TITLES = {**registry.TITLES, "toy": Toy(), "other": Toy()}


def stats_after(rows: Iterable[FinishedRow]) -> dict[str, Standings]:
    """Return the standings of all time after some games, of toys too."""
    return of_all_time(leaderboards.stats_after(TITLES, rows))


def of_all_time(boards: Boards) -> dict[str, Standings]:
    """Return the standings of all time among those of seasons, by the id of the title."""
    return {title: rows for (title, quarter), rows in boards.items() if quarter == ALL_TIME}


async def standings_of(scores: Leaderboards, guild: int) -> dict[str, Standings]:
    """Return everybody's standing on a server, by the id of the title."""
    await scores.count(guild)
    _, rows = await scores._store.ratings.stats_of(guild)
    return of_all_time(load_all(rows))


def leaders(standings: Standings) -> list[PlayerStats]:
    """Return the standings of people who have played with others, the highest rating first.

    Equal ratings: more wins, then fewer games.
    """
    played = (each for each in standings.values() if each.games)
    return sorted(played, key=lambda each: (-each.rating, -each.wins, each.games, each.player))


def soloists(standings: Standings) -> list[PlayerStats]:
    """Return the standings of people who have played alone, the best game first."""
    played = (each for each in standings.values() if each.solo_best is not None)
    return sorted(played, key=lambda each: (-(each.solo_best or 0), each.solo_hints, each.player))


def places(standings: Standings) -> dict[PlayerId, int]:
    """Return everybody's place, from 1; equal ratings share one."""
    ranked = leaders(standings)
    return {each.player: 1 + sum(other.rating > each.rating for other in ranked) for each in ranked}


def board_of(
    title: str, standings: Standings, names: Mapping[int, str], viewer: int, number: int = 0
) -> Leaderboard:
    """Return one page of a leaderboard.

    Args:
        title: id of the game title.
        standings: of everybody on the server.
        names: of those who show themselves.
        viewer: who looks.
        number: of the page; beyond the last: the last.
    """
    place = places(standings)
    seen = [
        LeaderboardEntry(place[each.player], each, names[each.player])
        for each in leaders(standings)
        if each.player in names
    ]
    last = max(0, (len(seen) - 1) // PLACES_A_PAGE)
    number = min(number, last)
    own = [LeaderboardEntry(place[each], standings[each]) for each in place if each == viewer]
    alone = [each for each in soloists(standings) if each.player in names][:MOST_SOLOISTS]
    return Leaderboard(
        title,
        tuple(seen[number * PLACES_A_PAGE : (number + 1) * PLACES_A_PAGE]),
        number,
        last,
        own[0] if own else None,
        tuple((names[each.player], each.solo_best or 0, each.solo_hints) for each in alone),
    )


def profile_of(found: Mapping[str, Standings], player: PlayerId) -> Profile:
    """Return a person's leaderboard entries on a server, by title."""
    return {
        title: LeaderboardEntry(places(standings).get(player), standings[player])
        for title, standings in sorted(found.items())
        if player in standings
    }
