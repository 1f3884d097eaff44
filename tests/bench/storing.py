"""Committing a turn: the store over bare aiosqlite."""

import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import aiosqlite

from metrobot.store.schema.act_rows import Move, NewDelivery
from metrobot.store.schema.rows import EventRow, GameRow, PersonRow
from metrobot.store.store import Store
from tests.bench.bare import bare_connection, commit
from tests.bench.measure import Row, ratio_row, side_by_side_async

WHAT = "committing a turn through the store / the same rows with bare aiosqlite"
AT_MOST = 2.7
_NOW = datetime(2026, 1, 1, tzinfo=UTC)
_PAYLOAD = {"line": "solid", "from": "F5", "to": "F6", "cell": ["E6", "F6", "F7"], "marker": "A"}
_TUNNELS = 3
_GAME = GameRow(
    id=0,
    guild=1,
    channel=2,
    title="metromania",
    rules_version=1,
    status="lobby",
    host=10,
    capacity=None,
    players=4,
    options={"hands": "secret"},
    seating="random",
    commitment="0" * 64,
    salt=("1", "2"),
    key="0" * 64,
    revision=0,
    result=None,
    board_message=None,
    created_at=_NOW,
    turn_since=_NOW,
    people=tuple(PersonRow(10 + n, f"player {n}") for n in range(4)),
)


async def measure() -> Row:
    with tempfile.TemporaryDirectory() as folder:
        async with (
            running_game(Path(folder) / "ours.db") as (store, game),
            running_game(Path(folder) / "bare.db") as (_, twin),
            bare_connection(Path(folder) / "bare.db") as connection,
        ):
            turns = iter(_turns(game))
            bare_turns = iter(_turns(twin))
            ours, bare = await side_by_side_async(
                lambda: _through_the_store(store, next(turns)),
                lambda: _bare(connection, next(bare_turns)),
                rounds=100,
            )
    return ratio_row(WHAT, ours, bare, AT_MOST)


@asynccontextmanager
async def running_game(path: Path) -> AsyncIterator[tuple[Store, GameRow]]:
    """Open a store with one running game in it."""
    store = await Store.open(f"sqlite+aiosqlite:///{path}")
    try:
        game = replace(_GAME, id=await store.games.create(_GAME), status="running")
        await store.games.start(Move(game, 0, (), (), _NOW))
        yield store, game
    finally:
        await store.close()


def _turns(game: GameRow) -> list[Move]:
    """Return many turns of three tunnels, each after the one before."""
    moves = []
    for number in range(200):
        after = number * _TUNNELS
        events = tuple(
            EventRow(after + n, after + n, "0", "dig", _PAYLOAD, _NOW)
            for n in range(1, _TUNNELS + 1)
        )
        row = replace(game, revision=after + _TUNNELS)
        moves.append(Move(row, after, events, (NewDelivery("turn", turn=number),), _NOW))
    return moves


async def _through_the_store(store: Store, move: Move) -> float:
    """Commit a turn as the service does; return the seconds."""
    start = time.perf_counter()
    await store.games.append(move)
    return time.perf_counter() - start


async def _bare(connection: aiosqlite.Connection, move: Move) -> float:
    """Commit the same rows with nothing around them; return the seconds."""
    start = time.perf_counter()
    await commit(connection, move)
    return time.perf_counter() - start
