"""A database to which finished lines of the day are added, as if played day by day.

A thousand people on two hundred servers have finished every line; on one large server two
thousand people a day have, of late. On a few servers there are people who are really there.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.service.daily import timetable
from metrobot.store.schema.daily_tables import line_places, lines, runs
from metrobot.store.schema.tables import players

TODAY: Final = 999
"""The number of the day: a Monday, so that the paper tells of a week."""
LAST: Final = TODAY - 1
PLAYED_ALL: Final = 1000
"""So many people have finished every line, five a server."""
A_SERVER: Final = 5
CROWD: Final = 2000
"""So many people of the large server have finished the latest lines."""
LATEST: Final = 60
"""So many lines."""
KEPT: Final = 90
"""Of so many days it is kept what was done."""
FIRST: Final = 20_000_000
"""Id of the first person; those of the large server come after the others."""
SERVERS: Final = 10_000_000
"""Id of the first server of five."""
_ABOUT_A_RUN: Final = 1800
"""So many characters what is done in a run takes."""
_DEEDS: Final[Any] = [[{"kind": "ride", "line": "A", "stations": ["x" * 40]}]] * 19
PAR: Final = {"par": 30, "easy": 12, "best": 40, "policy": 2}


@dataclass(frozen=True)
class Village:
    """Members of a server who exist on the simulated Discord and have finished lines.

    Attributes:
        guild: id of their server.
        people: their ids.
        since: the first line that they have finished.
        until: the last one.
    """

    guild: int
    people: Sequence[int]
    since: int
    until: int


def now() -> datetime:
    """Return the middle of today, twelve hours after its line has opened."""
    return timetable.opens_at(TODAY) + timedelta(hours=12)


def grow(connection: Connection, villages: Sequence[Village], large: int | None) -> None:
    """Add all lines before the last, and the runs that finished them.

    Args:
        connection: within a transaction.
        villages: people who are really there.
        large: id of the large server; None: nobody else has played any line.
    """
    assert len(json.dumps(_DEEDS)) > _ABOUT_A_RUN / 2
    crowd = PLAYED_ALL + CROWD if large is not None else 0
    known = {person for village in villages for person in village.people}
    there = set(connection.execute(sa.select(players.c.id)).scalars())
    people = [*(known - there), *range(FIRST, FIRST + crowd)]
    if people:
        new = [{"id": each, "name": f"Person {each}", "dm_closed": False} for each in people]
        connection.execute(players.insert(), new)
    for number in range(1, TODAY + 1):
        _add_line(connection, number)
        for village in villages:
            if village.since <= number <= village.until:
                _finish(connection, number, dict.fromkeys(village.people, village.guild))
        if large is not None:
            _finish(connection, number, _crowd(number, large))


def _crowd(number: int, large: int) -> dict[int, int]:
    """Return the other people who have finished a line, each with a server.

    Only half of them have finished today's.
    """
    step = 2 if number == TODAY else 1
    found = {FIRST + at: SERVERS + at // A_SERVER for at in range(0, PLAYED_ALL, step)}
    if number > TODAY - LATEST:
        first = FIRST + PLAYED_ALL
        found |= dict.fromkeys(range(first, first + CROWD, step), large)
    return found


def _add_line(connection: Connection, number: int) -> None:
    """Add a line that is over, unless it is there."""
    if connection.execute(sa.select(lines.c.number).where(lines.c.number == number)).first():
        connection.execute(lines.update().where(lines.c.number == number).values(PAR))
        return
    row = {"number": number, "map": timetable.map_of(number), "commitment": f"{number:064}"}
    connection.execute(lines.insert(), {**row, "salt": "1", "closed": True, **PAR})


def _finish(connection: Connection, number: int, where: dict[int, int]) -> None:
    at = timetable.opens_at(number).astimezone(UTC) + timedelta(hours=9)
    deeds = _DEEDS if number > TODAY - KEPT else None
    done = {"kind": "line", "of": number, "deeds": deeds, "turns": 19, "status": "over"}
    done |= {"compared": True, "begun_at": at, "over_at": at}
    connection.execute(
        runs.insert(),
        [
            {
                **done,
                "player": person,
                "score": 18 + (person * 7 + number * 13) % 26,
                "empty": (person + number) % 9,
            }
            for person in where
        ],
    )
    ours = sa.select(runs.c.player, runs.c.id, runs.c.score, runs.c.empty)
    made = connection.execute(ours.where(runs.c.kind == "line", runs.c.of == number))
    connection.execute(
        line_places.insert(),
        [
            {
                "guild": where[row.player],
                "line": number,
                "player": row.player,
                "run": row.id,
                "score": row.score,
                "empty": row.empty,
                "over_at": at,
            }
            for row in made
            if row.player in where
        ],
    )
