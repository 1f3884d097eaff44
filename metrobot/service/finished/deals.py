"""Deals: seats of games that are over, handed on to all of a server, and lines about branches."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.engine.errors import Refusal
from metrobot.service.finished.branches import Branch, Branches
from metrobot.service.finished.forks import BranchKey, Fork, Source
from metrobot.service.model.clock import Clock
from metrobot.service.model.play import Person, Play
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.ledger import Account, Ledger
from metrobot.store.schema.act_rows import Announcement, NewDelivery, Stream
from metrobot.store.statements.charges import Charge
from metrobot.store.statements.daily.branches import DealResult, DealRow
from metrobot.store.store import Store

OPEN_FOR: Final = timedelta(days=30)
"""Time after which the table of a deal closes."""


@dataclass(eq=False)
class Deals:
    """All deals, and all branches.

    Attributes:
        store: keeps them.
        clock: tells the time.
        ledger: counts how many are handed on.
        outbox: posts them.
        branches: branches, and the runs of deals.
    """

    store: Store
    clock: Clock
    ledger: Ledger
    outbox: OutboxWorker
    branches: Branches

    async def hand_on(
        self, fork: Fork, level: str | None, person: Person, *, guild: int, channel: int
    ) -> NewDelivery:
        """Have all of a server invited to play a seat of a game, and return the delivery.

        Raises:
            Refusal: the game is not over, or the seat is handed on already.
            TableError: they have posted, or handed on, too much lately.
        """
        play = await self.branches.check(fork, person, level)
        if fork != first_fork(play, fork.number, fork.seat):
            raise Refusal(BranchKey.GONE)
        now = self.clock.now()
        new = DealRow(0, fork.number, fork.seat, person.id, level, guild, channel, now + OPEN_FOR)
        delivery = NewDelivery(DeliveryKind.DEAL, None, person.id, guild, channel)
        announcement = Announcement(delivery, person, now)
        async with (
            self.ledger.charged(person.id, Account.DEALS, guild=guild),
            self.ledger.charged(person.id, Account.POSTS, guild=guild),
        ):
            if not await self.store.runs.open_deal(new, announcement):
                raise Refusal(BranchKey.DEAL_OPEN)
        return delivery

    async def show(self, branch: Branch, person: Person, *, guild: int, channel: int) -> None:
        """Have one line about a finished branch posted.

        Raises:
            TableError: they have posted too much lately.
        """
        delivery = NewDelivery(DeliveryKind.BRANCH, branch.row.id, person.id, guild, channel)
        async with self.ledger.charged(person.id, Account.POSTS, guild=guild):
            await self.store.outbox.announce(Announcement(delivery, person, self.clock.now()))

    async def post(self, channel: int, seconds: float) -> None:
        """Begin to post what was stored for a channel, and wait for it no longer than that."""
        await self.outbox.deliver_within(Stream(channel=channel), seconds)

    async def deal(self, number: int, guild: int) -> DealRow:
        """Return a deal of a server.

        Raises:
            Refusal: its table is closed.
        """
        row = await self.store.runs.deal(number)
        if row is None or row.until <= self.clock.now() or row.guild != guild:
            raise Refusal(BranchKey.DEAL_CLOSED)
        return row

    async def play(self, deal: DealRow, person: Person) -> Branch:
        """Begin somebody's one run of a deal, or go on with it.

        Raises:
            Refusal: the game cannot be read any more.
            TableError: they have begun many branches lately.
        """
        row = await self.store.runs.of_deal(deal.game, deal.seat, person.id)
        if row is not None:
            return await self.branches.of_row(row, person.name)
        play = await self.branches.load(Source.GAME, deal.game, person.id)
        fork = first_fork(play, deal.game, Seat(deal.seat))
        return await self.branches.begin(fork, person, deal.level, guild=deal.guild, kind="deal")

    async def named(self, table: Table) -> Mapping[int, str]:
        """Return the names of those players of a game whom others may be told of, by their ids."""
        ids = [person.id for person in table.people if person.is_human]
        return await self.store.people.listed_names(ids)

    async def results(self, deal: DealRow) -> tuple[DealResult, ...]:
        """Return the results of a deal, the most points first."""
        return await self.store.runs.deal_results(deal.game, deal.seat)

    async def former_score(self, deal: DealRow, person: int) -> int:
        """Return the points of a deal's seat in the game itself."""
        play = await self.branches.load(Source.GAME, deal.game, person)
        return play.title.outcome(play.state).scores[play.player_of[deal.seat]]

    async def note_watched(self, person: int, game: int) -> None:
        """Store a mark of somebody who has opened the replay of a game."""
        if not await self.store.charges.has(person, Account.WATCHED, game):
            await self.store.charges.note(
                Charge(person, Account.WATCHED, self.clock.now(), game=game)
            )


def first_fork(play: Play, number: int, seat: Seat) -> Fork:
    """Return the beginning of a game, for a seat of it."""
    if not play.turns_played:
        raise Refusal(BranchKey.GONE)
    return Fork(Source.GAME, number, play.turns_played[0], seat)
