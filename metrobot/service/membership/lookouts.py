"""Lookouts: people who want to be called when others look for players."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, TypeAlias

from metrobot.engine.title import Titles
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.loader import TablesPart, existing
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.ledger import CALLS_SPARED, Account, Ledger
from metrobot.service.people.people import People
from metrobot.store.schema.act_rows import Stream
from metrobot.store.schema.rows import GameRow

MOST_CALLED: Final = 10
MOST_ASKED: Final = 30
"""Most people of whom Discord is asked for one call whether they see the channel."""
REST: Final = timedelta(hours=6)
"""Time for which nobody is called again on the same server."""
AGAIN: Final = timedelta(hours=2)
"""Time after which a lobby without enough people may call once more."""
STANDS: Final = timedelta(minutes=15)
"""Time for which people can join a lobby to which they were called; else it was no call to it."""
DAY: Final = timedelta(days=1)
LEFT_SINCE: Final = timedelta(days=30)
MOST_LEFT: Final = 2
"""Whoever has left so many games of a server since then has no part in calls."""
_MOST_LOOKED_AT: Final = 500

WhoSee: TypeAlias = Callable[[Sequence[PlayerId]], Awaitable[Sequence[PlayerId]]]
"""Returns those of some people who may be called in a channel, in their order."""


class _NobodyError(Exception):
    """Nobody was called, so nothing is charged."""


# Whom a call reaches, and how often: docs/decisions/seats-now.md.
@dataclass(eq=False)
class Lookouts(TablesPart):
    """Calls people to lobbies, if they have asked for that."""

    titles: Titles
    ledger: Ledger
    people: People
    outbox: OutboxWorker

    async def change(
        self, guild: int, person: Person, title: str | None, *, on: bool | None
    ) -> tuple[str, ...]:
        """Set whether somebody wants to be called on a server.

        Args:
            guild: id of the server.
            person: who chooses.
            title: id of a title; None: all of them.
            on: whether they want to be called to it; None: all stays as it is.

        Returns:
            The titles to which they are called now.

        Raises:
            TableError: there is no such title.
        """
        if title is not None and title not in self.titles:
            raise TableError(TableKey.NO_SUCH_TITLE, title=title, titles=tuple(self.titles))
        had = await self.store.lookouts.titles_of(guild, person.id)
        if on is None or not (on or had):
            return had
        titles = self.titles if title is None else (title,)
        wishes = {*had, *titles} if on else {*had} - {*titles}
        new_titles = tuple(id_ for id_ in self.titles if id_ in wishes)
        await self.store.lookouts.save(guild, person, new_titles)
        return new_titles

    async def call(self, table: Table, who_see: WhoSee) -> int:
        """Call up to ten people to a lobby who want that; return how many.

        Raises:
            TableError: its host, or its server, has had people called as often as they may, or
                the host had them called to a lobby that was gone within minutes.
        """
        place, now = table.place, self.clock.now()
        rested = now - REST
        ids = await self.store.lookouts.wanting(place.guild, table.title.id, rested)
        row = existing(await self.store.games.by_id(table.id))
        if not ids or not self._has_room(row):
            return 0
        calls = await self.store.lookouts.calls_of(row.host, now - DAY)
        for called_at, gone_at in calls:
            if gone_at is not None and gone_at - called_at < STANDS:
                again = int((called_at + DAY).timestamp()) + 1
                raise TableError(TableKey.CALLED_IN_VAIN, again=f"<t:{again}:R>")
        purpose, spared = {"game": table.id, "guild": place.guild}, CALLS_SPARED * bool(calls)
        with suppress(_NobodyError):
            async with (
                self.ledger.charged(row.host, Account.CALLS, **purpose),
                self.ledger.charged(place.guild, Account.SERVER_CALLS, spared=spared, **purpose),
                self.ledger.charged(place.guild, Account.CALL_PAUSE, **purpose),
                self.ledger.asking(PlayerId(row.host), table.id),
            ):
                candidates = (await self._callable(row, ids))[:MOST_ASKED]
                people = await who_see(candidates)
                unseen = [player for player in candidates if player not in people]
                people = people[:MOST_CALLED]
                players = await self.store.lookouts.call(row, people, rested, now, missed=unseen)
                if not players:
                    raise _NobodyError
            self.outbox.deliver_soon(Stream(table.id))
            return len(players)
        return 0

    async def call_again(self, table: Table, who_see: WhoSee) -> int:
        """Call people to a lobby once more.

        Raises:
            TableError: not now, or as for `call`.
        """
        if not await self.may_call_again(table):
            raise TableError(TableKey.NO_SECOND_CALL)
        return await self.call(table, who_see)

    async def may_call_again(self, table: Table) -> bool:
        """Return whether a lobby has waited for two hours, and nobody was called since then."""
        earliest, now = table.created_at + AGAIN, self.clock.now()
        enough = min(table.most_people, max(2, min(table.title.player_counts)))
        is_short = table.status is Status.LOBBY and len(table.people) < enough
        if not is_short or table.place.private or now < earliest:
            return False
        span = (earliest - timedelta(microseconds=1), now)
        purse = (table.place.guild, Account.SERVER_CALLS)
        return not await self.store.charges.within(*purse, span, table.id)

    def _has_room(self, row: GameRow) -> bool:
        most = row.capacity or max(self.loader.title(row).player_counts)
        return row.status == Status.LOBBY and not row.private and len(row.people) < most

    async def _callable(self, row: GameRow, ids: Sequence[int]) -> list[PlayerId]:
        """Return those of some people who may be disturbed now and are welcome in a lobby."""
        barred = {*(person.id for person in row.people), *(row.removed or ())}
        people = [PlayerId(player) for player in ids if player not in barred][:_MOST_LOOKED_AT]
        moment = self.clock.now() - LEFT_SINCE
        leavers = await self.store.lookouts.leavers(
            row.guild, [row.host, *people], moment, MOST_LEFT
        )
        if row.host in leavers:
            return []
        return [player for player in await self.people.undisturbed(people) if player not in leavers]
