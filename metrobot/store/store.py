"""The store: every transaction there is, as a method."""

from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from typing import Self

from metrobot.store import parts
from metrobot.store.db.database import Database
from metrobot.store.db.file_lock import FileLock
from metrobot.store.db.transactions import Transactions, read_transaction
from metrobot.store.upkeep import backlog
from metrobot.store.upkeep.copy_database import Content
from metrobot.store.upkeep.restore_check import RestoreCheck
from metrobot.vitals.listener import UNHEARD, Vitals


class Store(Transactions):
    """Everything that is stored; each method of its parts is one transaction.

    Each method is made of a function in `statements` or `upkeep`, which says what it takes,
    returns and raises; the function takes the connection first.

    Attributes:
        games: games, their people and their events.
        quotas: quotas, and what nobody needs any more.
        charges: charges for what people have lately caused.
        seats: seats, and games with free ones.
        lookouts: people who want to be called.
        ballots: questions to people at tables.
        outbox: what is still to be said.
        channels: channels of games.
        ratings: standings, and who is shown in them.
        finished: finished games, replays and reviews.
        lines: lines of the day.
        runs: games of lines.
        papers: morning papers, and reminders of lines.
        jobs: jobs for workers.
        people: people, servers, and memos of the bot.
        preferences: preferences of people.
        blocks: people and servers who are blocked.
        hearings: times in which the bot could be reached.
        due: what is due, and when.
        looks: looks at running games.
        content: all rows, to copy them.
        soundness: checks of a database.
        is_shared: whether other processes may use it at the same time.
        signals: tell listeners about changes by others.
    """

    def __init__(self, database: Database, lock: FileLock | None = None) -> None:
        super().__init__(database)
        self.is_shared, self.signals = database.is_shared, database.signals
        self._lock = lock
        self.games = parts.GameStore(database)
        self.quotas = parts.QuotaStore(database)
        self.charges = parts.ChargeStore(database)
        self.seats = parts.SeatStore(database)
        self.lookouts = parts.LookoutStore(database)
        self.ballots = parts.BallotStore(database)
        self.outbox = parts.OutboxStore(database)
        self.channels = parts.ChannelStore(database)
        self.ratings = parts.RatingStore(database)
        self.finished = parts.FinishedStore(database)
        self.lines = parts.LineStore(database)
        self.runs = parts.RunStore(database)
        self.papers = parts.PaperStore(database)
        self.jobs = parts.JobStore(database)
        self.people = parts.PersonStore(database)
        self.preferences = parts.PreferenceStore(database)
        self.blocks = parts.BlockStore(database)
        self.hearings = parts.HearingStore(database)
        self.due = parts.DueStore(database)
        self.looks = parts.LookStore(database)
        self.content = Content(database)
        self.soundness = RestoreCheck(database)

    @classmethod
    async def open(
        cls, url: str, *, vitals: Vitals = UNHEARD, lock: FileLock | None = None
    ) -> Self:
        """Open the store and bring its tables to their newest form.

        Args:
            url: as SQLAlchemy reads it, such as `sqlite+aiosqlite:///metrobot.db`.
            vitals: is told of each transaction.
            lock: keeps others from the file; released when the store is closed.

        Raises:
            OSError: the file of the database cannot be written.
            SQLAlchemyError: the database cannot be reached or used.
        """
        return cls(await Database.open(url, vitals), lock)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the database once the last transaction is done."""
        await self._database.close()
        if self._lock is not None:
            self._lock.release()

    def advisory_lock(self, name: str) -> AbstractAsyncContextManager[None]:
        """Keep other processes from work of this name; wait for one that does it."""
        return self._database.advisory_lock(name)

    async def is_alone(self, shards: Iterable[int] | None) -> bool:
        """Return whether no other process on this database hears some shards; None: all.

        It is known to others as one that does, until it ends.
        """
        return await self._database.hold("gateway", [f"shard {shard}" for shard in shards or ()])

    backlog = read_transaction(backlog.backlog)
