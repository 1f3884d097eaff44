"""Games that were played elsewhere, kept in a channel to be looked at again."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final, NamedTuple

from cachetools import LRUCache

from metrobot.engine.errors import Refusal
from metrobot.engine.record import Form, FormError, Record, dump, load
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import Titles
from metrobot.service.finished import record_check
from metrobot.service.finished.record_faults import form_fault
from metrobot.service.model import history as histories
from metrobot.service.model.clock import Clock
from metrobot.service.model.history import History
from metrobot.service.model.plain_play import play_of
from metrobot.service.model.play import Person, Play, PlayerId
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.people.ledger import IMPORT, Account, Ledger
from metrobot.service.people.quotas import NO_QUOTAS, Quotas
from metrobot.store.statements.finished import PastGame, ReplayRow
from metrobot.store.store import Store

MOST_BYTES: Final = 256 * 1024
"""Largest imported file; the longest games ever simulated take a tenth of it."""

KEPT: Final = 32
"""Most replays that are kept in memory, played to their end."""

_UNKEPT: Final = ReplayRow(0, 0, 0, 0, "", datetime.min.replace(tzinfo=UTC))

Namer = Callable[[int], str]
"""Gives a name to each player, counted from 1; records hold none."""


class ReplayKey(StrEnum):
    """Keys of refusals about replays; the facts of each are listed below it."""

    TOO_LARGE = "replay.too_large"
    """size: of the file; most: that is taken, both in kB."""
    NOT_TEXT = "replay.not_text"
    """The file is not UTF-8."""
    EMPTY = "replay.empty_file"
    """The file holds nothing."""
    SEVERAL = "replay.several"
    """count: how many records the file holds."""
    NO_TURN = "replay.no_turn"
    """The record ends before anybody has finished a turn."""
    HIDDEN = "replay.hidden"
    """seq: of the event that is not shown, before the end of the first turn."""
    GONE = "replay.gone"
    """The replay is not kept any more."""
    BUSY = "replay.busy"
    """Another animation for the same person is being made."""
    TOO_LONG = "replay.too_long"
    """most: how large a file may be here, in MB; no animation is that small."""
    PAGE_TOO_LARGE = "replay.page_too_large"
    """Likewise; the page is larger."""


class Replay(NamedTuple):
    """A game that was played elsewhere.

    Attributes:
        guild: id of the server on which it was imported.
        channel: id of the channel in which it was imported.
        play: the game.
    """

    guild: int
    channel: int
    play: Play


class PlayedRecord(NamedTuple):
    """A record without a fault, played again as far as it is shown.

    Attributes:
        record: as it was imported.
        rules: what was fixed before play.
        history: its events, up to the first hidden one.
    """

    record: Record
    rules: Ruleset
    history: History


class Replays:
    """Checks records, keeps them, and plays them again."""

    def __init__(
        self, store: Store, clock: Clock, titles: Titles, ledger: Ledger, limits: Quotas = NO_QUOTAS
    ) -> None:
        self._store = store
        self._clock = clock
        self._titles = titles
        self._room = limits.replay_bytes
        self._ledger = ledger
        self._played: LRUCache[tuple[int, datetime], PlayedRecord] = LRUCache(KEPT)

    async def keep(self, data: bytes, *, guild: int, channel: int, person: int) -> int:
        """Check a file with a record and store it; return the number of the replay.

        It takes no place at any table and counts for nobody. The oldest replays
        of the same person make room for it, nobody else's.

        Raises:
            TableError: they have imported too often lately, faulty files included.
            Refusal: it is too large, no text, not one record, or shows no turn.
            RecordFaultError: the record has a fault; the first one.
        """
        # Charged before the check: a faulty file costs as much as a good one.
        for account, amount in ((Account.IMPORTS, 1.0), (Account.SECONDS, IMPORT)):
            async with self._ledger.charged(person, account, amount, guild=guild):
                pass
        # Playing a long game by the rules would hold up the event loop.
        record = await asyncio.to_thread(checked_record, self._titles, data)
        row = ReplayRow(0, guild, channel, person, dump(record), self._clock.now())
        return await self._store.finished.store_replay(row, self._room)

    async def replay(self, number: int, namer: Namer) -> Replay:
        """Return a replay.

        Raises:
            Refusal: it is not kept any more.
            RecordFaultError: the rules of today do not allow it any more.
        """
        row = await self._store.finished.replay(number)
        if row is None:
            raise Refusal(ReplayKey.GONE)
        # With the time, as SQLite gives the number of a removed replay to a later one.
        played = self._played.get((row.id, row.created_at))
        if played is None:
            played = await asyncio.to_thread(played_record, self._titles, row)
            self._played[row.id, row.created_at] = played
        return Replay(row.guild, row.channel, replay_play(played, row, namer))

    async def finished(
        self, channel: int, most: int, *, given_up: bool = False
    ) -> tuple[PastGame, ...]:
        """Return the latest finished games of a channel, so many at most, the newest first.

        Args:
            channel: id of the channel.
            most: number of games.
            given_up: whether those are meant that were given up after some turns.
        """
        return await self._store.finished.games(channel, most, given_up=given_up)


def check_size(size: int) -> None:
    """Refuse a file that is larger than any record.

    Raises:
        Refusal: it is.
    """
    if size > MOST_BYTES:
        raise Refusal(ReplayKey.TOO_LARGE, size=-(-size // 1024), most=MOST_BYTES // 1024)


def checked_record(titles: Titles, data: bytes) -> Record:
    """Return the one record of a file, without a fault and with something to show.

    Raises:
        Refusal: it is too large, no text, not one record, or shows no turn.
        RecordFaultError: the record has a fault; the first one.
    """
    check_size(len(data))
    record = _only(_text(data))
    end = record_check.check_record(titles, record)
    if record.key is not None:
        record_check.check_dealing(titles, record)
    _check_shows(end, record)
    return record


def _text(data: bytes) -> str:
    try:
        # Some editors put a byte order mark before the text.
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refusal(ReplayKey.NOT_TEXT) from error
    if not text.strip():
        raise Refusal(ReplayKey.EMPTY)
    return text


def _only(text: str) -> Record:
    try:
        return load(text)
    except FormError as error:
        # The arena and `simulate` write one record a line: such a file is refused in other words.
        if error.key is Form.NO_JSON and (count := _records_in(text)) > 1:
            raise Refusal(ReplayKey.SEVERAL, count=count) from error
        raise form_fault(error) from error


def _records_in(text: str) -> int:
    """Return the number of lines if the first is a record by itself, else 1."""
    lines = [line for line in text.split("\n") if line.strip()]
    try:
        load(lines[0])
    except FormError as error:
        return 1 if error.key is Form.NO_JSON else len(lines)
    return len(lines)


def _check_shows(end: record_check.CheckedRecord, record: Record) -> None:
    """Refuse a record in which no turn is finished."""
    if finished_turns(replay_play(_played(end, record, _UNKEPT.created_at), _UNKEPT, str)):
        return
    if end.hidden is not None:
        raise Refusal(ReplayKey.HIDDEN, seq=end.hidden)
    raise Refusal(ReplayKey.NO_TURN)


def played_record(titles: Titles, row: ReplayRow) -> PlayedRecord:
    """Return a stored record, replayed.

    Raises:
        RecordFaultError: the rules of today do not allow it any more.
    """
    record = load(row.record)
    return _played(record_check.check_record(titles, record), record, row.created_at)


def replay_play(played: PlayedRecord, row: ReplayRow, namer: Namer) -> Play:
    """Return the game of a replayed record."""
    record, history = played.record, played.history
    people = tuple(Person(PlayerId(n), namer(n)) for n in range(1, record.players + 1))
    return play_of(
        history,
        played.rules,
        people,
        row.created_at,
        number=row.id,
        key=record.key,
        commitment=record.commitment or "",
        salt=record.salt or (),
        dealing=record.dealing,
        branch=record.branch,
    )


def _played(end: record_check.CheckedRecord, record: Record, moment: datetime) -> PlayedRecord:
    """Return a checked record, replayed up to its first hidden event."""
    history = histories.new_history(end.title, end.rules)
    for event in record.events:
        action = record_check.decoded(end.title, event)
        # A running game's record hides draws; all that stands before the first one is shown.
        if action is None:
            break
        history = history.then(event.actor, action, moment)
    return PlayedRecord(record, end.rules, history)
