"""What a turn costs as its game grows: the first quarter of whole games beside the last."""

import random
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Final, NamedTuple

from metrobot.service.model.play import Status
from metrobot.service.tables import Tables
from tests.bench.measure import some
from tests.bench.positions import random_draft, service, started
from tests.load.stage import GAMES
from tests.postgresql.server import Server

PEOPLE: Final = 4
TIMES: Final = some(4, 1)
"""So many games of each title are played to their end."""
HEAD: Final = (
    "a game of four from its start to its end, service alone, in ms of CPU |"
    " turns | to plan and confirm one, first quarter | last quarter | ratio |"
    " the table read anew, first quarter | last quarter"
)


class Turn(NamedTuple):
    """Costs of one turn.

    Attributes:
        played: seconds of CPU to plan it at random and to confirm it.
        read: to read the table after it from the store, all of it.
    """

    played: float
    read: float


async def game(tables: Tables, title: str, number: int) -> list[Turn]:
    """Play a game to its end; return the costs of each turn."""
    table, choices = await started(tables, title, PEOPLE, number), random.Random(number)
    found = list[Turn]()
    while table.status is Status.RUNNING:
        start, player = time.process_time(), table.to_act()[0].id
        seen, draft = await tables.turns.begin_draft(table.id, player)
        draft = random_draft(draft, choices)
        table = await tables.turns.confirm(seen.id, player, seen.revision, draft.code)
        played = time.process_time() - start
        tables._loader.forget_all()
        start = time.process_time()
        table = await tables.by_id(table.id)
        found.append(Turn(played, time.process_time() - start))
    return found


def row(title: str, games: Sequence[Sequence[Turn]]) -> str:
    first = [turn for turns in games for turn in turns[: len(turns) // 4]]
    last = [turn for turns in games for turn in turns[-len(turns) // 4 :]]
    played = [mean(turn.played for turn in turns) * 1000 for turns in (first, last)]
    read = [mean(turn.read for turn in turns) * 1000 for turns in (first, last)]
    figures = [f"{mean(map(len, games)):.0f}", f"{played[0]:.1f}", f"{played[1]:.1f}"]
    figures += [f"{played[1] / played[0]:.2f}", f"{read[0]:.1f}", f"{read[1]:.1f}"]
    return " | ".join([title, *figures])


async def measure(folder: Path, _: Server | None) -> None:
    print(HEAD)
    for title in GAMES:
        games = []
        for number in range(1, TIMES + 1):
            path = folder.with_name(f"{folder.name}-{title}-{number}.db")
            async with service(path) as tables:
                games.append(await game(tables, title, number))
        print(row(title, games), flush=True)
