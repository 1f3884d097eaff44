"""Committing a turn: the store over bare aiosqlite."""

import json
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import aiosqlite

from metrobot.store.embedded import PRAGMAS
from metrobot.store.rows import EventRow, GameRow, Move, NewDelivery, PersonRow
from metrobot.store.store import Store
from tests.bench.measure import Row, ratio_row, side_by_side_async

WHAT = "committing a turn through the store / the same rows with bare aiosqlite"
AT_MOST = 8.0
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
    """Return the line of the table."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            _game(Path(folder) / "ours.db") as (store, game),
            _game(Path(folder) / "bare.db") as (_, twin),
            aiosqlite.connect(Path(folder) / "bare.db", isolation_level=None) as connection,
        ):
            for pragma in PRAGMAS:
                await connection.execute(pragma)
            turns = iter(_turns(game))
            bare_turns = iter(_turns(twin))
            ours, bare = await side_by_side_async(
                lambda: _through_the_store(store, next(turns)),
                lambda: _bare(connection, next(bare_turns)),
                rounds=100,
            )
    return ratio_row(WHAT, ours, bare, AT_MOST)


@asynccontextmanager
async def _game(path: Path) -> AsyncIterator[tuple[Store, GameRow]]:
    """Open a store with one running game in it."""
    store = await Store.open(f"sqlite+aiosqlite:///{path}")
    try:
        game = replace(_GAME, id=await store.create(_GAME), status="running")
        await store.begin(Move(game, 0, (), (), _NOW))
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
    await store.append(move)
    return time.perf_counter() - start


async def _bare(connection: aiosqlite.Connection, move: Move) -> float:
    """Commit the same rows with nothing around them; return the seconds."""
    game, at = move.game, _NOW.strftime("%Y-%m-%d %H:%M:%S.%f")
    start = time.perf_counter()
    await connection.execute("BEGIN IMMEDIATE")
    await connection.execute(
        "UPDATE games SET status = ?, revision = ?, result = ?, turn_since = ?"
        " WHERE id = ? AND status = 'running' AND revision = ?",
        (game.status, game.revision, None, at, game.id, move.after),
    )
    await connection.executemany(
        "INSERT INTO events (game, revision, seq, actor, kind, payload, at, void)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, 0)",
        [
            (game.id, e.revision, e.seq, e.actor, e.kind, json.dumps(e.payload), at)
            for e in move.events
        ],
    )
    await connection.executemany(
        "INSERT INTO deliveries (game, kind, turn, revision, status, attempts, next_at)"
        " VALUES (?, ?, ?, ?, 'pending', 0, ?)",
        [(game.id, d.kind, d.turn, game.revision, at) for d in move.deliveries],
    )
    await connection.execute("COMMIT")
    return time.perf_counter() - start
