"""Rows of a turn, committed with bare aiosqlite."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

import aiosqlite

from metrobot.store.db.sqlite import PRAGMAS
from metrobot.store.schema.act_rows import Move


@asynccontextmanager
async def bare_connection(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    """Connect to a database that exists, with the same pragmas as the store."""
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        for pragma in PRAGMAS:
            await connection.execute(pragma)
        yield connection


async def commit(connection: aiosqlite.Connection, move: Move) -> None:
    """Commit the rows of an act with nothing around them."""
    game, at = move.game, _written(move.at)
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


def _written(at: datetime) -> str:
    """Return a time as the store writes it."""
    return at.strftime("%Y-%m-%d %H:%M:%S.%f")
