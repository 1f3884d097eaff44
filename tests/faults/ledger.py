"""What was confirmed, what is stored, what was told: nothing lost, doubled or untold."""

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.draft import read_draft
from metrobot.engine.ruleset import Ruleset
from metrobot.games.registry import TITLES
from metrobot.service.model import history as histories
from metrobot.service.model.history import History
from metrobot.store.schema.rows import EventRow
from metrobot.store.store import Store
from metrobot.store.upkeep.copy_database import CopyError, copy
from tests.faults.loopback import Loopback
from tests.faults.playing import Attempt, Party
from tests.faults.rest import Said

SHOWN = ("start", "turn", "over")
"""Kinds of deliveries of which each makes a message in the channel."""


@dataclass(frozen=True)
class Stored:
    """One game as it is in the database."""

    id: int
    channel: int
    title: Any
    commitment: str
    states: list[History]
    seats: list[int | None]
    sealed: dict[int, list[dict[str, Any]]]
    told: list[dict[str, Any]]

    @property
    def now(self) -> History:
        """History as it is now."""
        return self.states[-1]


def stored(database: Path) -> list[Stored]:
    """Return the games that have started, read while the bot may write."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=10)) as connection:
        connection.execute("BEGIN")  # all of it as of one moment
        games = _rows(connection, "SELECT * FROM games WHERE players IS NOT NULL ORDER BY id")
        return [_game(connection, game) for game in games]


def is_all_told(database: Path) -> bool:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=10)) as connection:
        return not _rows(connection, "SELECT id FROM deliveries WHERE status = 'pending'")


def _rows(connection: sqlite3.Connection, query: str, *values: int) -> list[dict[str, Any]]:
    found = connection.execute(query, values)
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found]


def _game(connection: sqlite3.Connection, game: dict[str, Any]) -> Stored:
    number, title = game["id"], TITLES[game["title"]]
    events = _rows(connection, "SELECT * FROM events WHERE game = ? ORDER BY revision", number)
    seats = _rows(connection, "SELECT * FROM seats WHERE game = ? ORDER BY position", number)
    sealed = _rows(connection, "SELECT * FROM sealed WHERE game = ?", number)
    told = _rows(connection, "SELECT * FROM deliveries WHERE game = ? ORDER BY id", number)
    options = tuple(json.loads(game["options"]).items())
    rules = Ruleset(title.id, game["players"], options)
    return Stored(
        number,
        game["channel"],
        title,
        game["commitment"],
        list(_played(histories.new_history(title, rules), events)),
        [seat["player"] for seat in seats],
        {row["seat"]: json.loads(row["payload"]) for row in sealed},
        told,
    )


def _played(history: History, events: Iterable[dict[str, Any]]) -> Iterator[History]:
    """Yield the game before its first event and after each; the rules judge every one."""
    yield history
    for row in events:
        event = EventRow(
            row["revision"],
            row["seq"],
            row["actor"],
            row["kind"],
            json.loads(row["payload"]),
            datetime.fromisoformat(row["at"]),
        )
        history = history.extended([event])
        yield history


def check_stored(database: Path, parties: Sequence[Party]) -> None:
    """Check at any moment that confirmed turns are stored and stored turns were confirmed."""
    for game, party in _with_parties(database, parties):
        check_played(game, party.attempts)


def check_said(discord: Loopback, database: Path, parties: Sequence[Party]) -> None:
    """Check that all messages were meant, and each turn was told, once nothing is left to say."""
    known = {
        f"{game.commitment[:12]}.{row['id']}" for game in stored(database) for row in game.told
    }
    for said in discord.rest.said:
        nonce = said.nonce or ""
        assert {nonce, nonce.rpartition(".")[0]} & known, f"nobody wanted this to be said: {said}"
    for game, party in _with_parties(database, parties):
        check_told(game, discord, party)


def _with_parties(database: Path, parties: Sequence[Party]) -> Iterator[tuple[Stored, Party]]:
    """Yield the newest game of each party."""
    found = {game.channel: game for game in stored(database)}  # the newest one comes last
    for party in parties:
        if party.channel in found:
            yield found[party.channel], party


def check_played(game: Stored, attempts: Sequence[Attempt]) -> None:
    """Check that each confirmed turn is stored, and each stored turn was confirmed once."""
    meant = list[range]()
    newest = {(each.revision, each.person): each for each in attempts}
    for attempt in (each for each in attempts if each.game == game.id):
        seat = Seat(game.seats.index(attempt.person))
        actions = _actions(game, attempt, seat)
        found = _found(game, attempt.revision, seat, actions)
        if found is not None:
            meant.append(found)
        elif attempt.is_confirmed and newest[attempt.revision, attempt.person] is attempt:
            assert _is_sealed(game, attempt, seat, actions), f"lost: {attempt}"
    before = game.states[0]
    for after in game.states[1:]:
        event = after.log[-1].event
        is_forced = game.title.forced(before.state) == (event.actor, event.action)
        is_meant = any(after.revision in each for each in meant)
        is_choice = isinstance(event.actor, int) and not is_forced
        assert is_meant or not is_choice, f"nobody meant: {game.id}.{after.revision} {event}"
        before = after


def _actions(game: Stored, attempt: Attempt, seat: Seat) -> tuple[Action, ...]:
    """Return the actions that a press of Confirm or Lock was for."""
    base = game.states[attempt.revision].state
    return read_draft(game.title, base, seat, attempt.code).actions


def _found(game: Stored, revision: int, seat: Seat, actions: Sequence[Action]) -> range | None:
    """Return the positions of a turn's actions in the stored log; None if they are not there."""
    turn = game.title.turn_number(game.states[revision].state)
    own = [
        logged
        for logged in game.now.log[revision:]
        if logged.event.actor == seat and logged.turn == turn
    ]
    if [logged.event.action for logged in own[: len(actions)]] != list(actions):
        return None
    return range(own[0].revision, own[len(actions) - 1].revision + 1)


def _is_sealed(game: Stored, attempt: Attempt, seat: Seat, actions: Sequence[Action]) -> bool:
    """Return whether a choice is locked, and waits for the others."""
    written = [{"kind": action.kind, **game.title.encode(action)} for action in actions]
    kept = game.sealed.get(seat, [])
    return game.now.revision == attempt.revision and kept[: len(written)] == written


def check_told(game: Stored, discord: Loopback, party: Party) -> None:
    """Check that each turn is told by one message, in order, and nothing else is said there."""
    said = [
        each
        for each in discord.rest.said
        if each.channel == game.channel and (each.nonce or "").startswith(game.commitment[:12])
    ]
    rows = {f"{game.commitment[:12]}.{row['id']}": row for row in game.told}
    numbers = [_row_of(each, rows)["id"] for each in said]
    assert numbers == sorted(numbers), f"not in order: {numbers}"
    assert len({each.message for each in said}) == len(said), "a message was posted twice"
    once = Counter(each.nonce for each in said)
    for nonce, row in rows.items():
        assert row["status"] != "pending", f"untold: {row}"
        if row["kind"] in ("start", "turn"):
            assert (row["status"], once[nonce]) == ("done", 1), f"{once[nonce]} times: {row}"
    turns = Counter(row["turn"] for row in game.told if row["kind"] == "turn")
    present = None if game.title.is_over(game.now.state) else _turn(game)
    played = {logged.turn for logged in game.now.log if logged.turn != present}
    assert turns == Counter(_told_turns(game, played)), f"told {turns}, played {played}"
    hands = [row for row in game.told if row["kind"] == "hand"]
    assert len([m for person in party.people for m in discord.world.direct(person)]) >= len(hands)


def _turn(game: Stored) -> int:
    """Return the number of the turn that is under way."""
    found: int = game.title.turn_number(game.now.state)
    return found


def _told_turns(game: Stored, played: Iterable[int]) -> list[int]:
    """Return the turns that a seat chose in; the log's other events are no turns."""
    chosen = {e.turn for e in game.now.log if isinstance(e.event.actor, int)}
    return sorted(chosen & set(played))


def _row_of(said: Said, rows: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the delivery that a message belongs to; the parts of a count share one."""
    nonce = said.nonce or ""
    return rows.get(nonce) or rows[nonce.rpartition(".")[0]]


async def kept(url: str, folder: Path, patience: float) -> Path:
    """Wait until nothing is left to be said; return a copy of the database as a file."""
    store, file = await Store.open(url), folder / "copy.db"
    async with asyncio.timeout(patience):
        while await store.outbox.every_pending():  # noqa: ASYNC110 -- other processes say it
            await asyncio.sleep(0.2)
        while not await _copied(store, file):  # a round has stored something meanwhile
            file = file.with_name(f"{file.stem}-.db")
    await store.close()
    return file


async def _copied(store: Store, file: Path) -> bool:
    """Copy a database to a file; return whether the bots left it as it was meanwhile."""
    target = await Store.open(f"sqlite+aiosqlite:///{file}")
    try:
        await copy(store.content, target.content, lambda _: None)
    except CopyError:
        return False
    finally:
        await target.close()
    return True
