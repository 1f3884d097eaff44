"""Tables to measure at: real games, played at random through the service."""

import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.draft import Draft
from metrobot.games.registry import TITLES
from metrobot.service.model.play import GameId, Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from metrobot.store.store import Store

FIRST_PERSON = 100
"""Id of the first person at each table; the others follow."""


class Now:
    """The real clock."""

    def now(self) -> datetime:
        """Return the present moment."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds since some moment; the simulated Discord has its own time.monotonic."""
        return time.perf_counter()


@asynccontextmanager
async def service(path: Path) -> AsyncIterator[Tables]:
    """Open the service on a database of its own; nothing is delivered."""
    store = await Store.open(f"sqlite+aiosqlite:///{path}")
    tables = Tables(store, Now(), TITLES)
    try:
        yield tables
    finally:
        await tables.close()
        await store.close()


async def started(tables: Tables, title: str, people: int, channel: int) -> Table:
    """Return a game that has just started."""
    persons = [Person(PlayerId(FIRST_PERSON + n), f"Player {n}") for n in range(people)]
    host = persons[0]
    await tables.lobbies.open(guild=1, channel=channel, host=host, title=title, capacity=None)
    for number, person in enumerate(persons[1:]):
        await tables.lobbies.at(channel).join(person, channel * 10 + number)
    return await tables.lobbies.at(channel).start(
        host.id, may_manage=False, interaction=channel * 10 + 9
    )


async def midway(
    tables: Tables, title: str, people: int, channel: int, *, turns: int, seed: int
) -> Table:
    """Return a game after some random turns; shorter if it has ended before."""
    table, choices = await started(tables, title, people, channel), random.Random(seed)
    for _ in range(turns):
        if table.status is not Status.RUNNING:
            break
        table = await one_turn(tables, table.id, choices)
    return table


async def one_turn(tables: Tables, game: GameId, choices: random.Random) -> Table:
    """Play one random turn of whoever is awaited."""
    player = (await tables.by_id(game)).to_act()[0].id
    table, draft = await tables.turns.begin_draft(game, player)
    draft = random_draft(draft, choices)
    return await tables.turns.confirm(game, player, table.revision, draft.code)


def random_draft(draft: Draft[Any, Any], choices: random.Random) -> Draft[Any, Any]:
    """Return a draft with random choices until the turn is over."""
    while not draft.is_turn_over:
        draft = draft.then(choices.randrange(len(draft.open_choices)))
    return draft


def random_game(title: str, players: int, seed: int) -> int:
    """Play one game by the rules alone, legal actions listed at each step.

    Returns:
        The number of events.
    """
    rules, choices = TITLES[title], random.Random(seed)
    state, events = rules.initial_state(rules.ruleset(players, {})), 0
    while not rules.is_over(state):
        actor = rules.awaiting(state)[0]
        if actor is CHANCE:
            draws = rules.chance(state)
            action = draws[choices.randrange(len(draws))]
        else:
            action = choices.choice(rules.legal_actions(state, Seat(actor)))
        state, events = rules.apply(state, actor, action), events + 1
    return events
