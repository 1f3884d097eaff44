"""Rests: a game in which reminders and clocks stand still until a date, as all have agreed."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

from metrobot.service.membership.ballots import DATE, Ballots
from metrobot.service.membership.transfer_rules import LEAST, with_a_voice
from metrobot.service.model import guards
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.loader import TablesPart
from metrobot.service.model.play import GameId, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.ports import FindGone
from metrobot.store.statements.votes.ballots import Ballot

REST: Final = "rest"
"""Kind of the ballot about a rest; its payload has the date."""
LONGEST: Final = timedelta(days=30)
"""Longest rest."""
APART: Final = timedelta(days=14)
"""Time from the beginning of a rest until the next one may be asked for."""


@dataclass(eq=False)
class Rests(TablesPart):
    """Lets games rest."""

    ballots: Ballots
    find_gone: FindGone

    async def ask(self, table: Table, player: PlayerId, end: datetime | None) -> Ballot:
        """Ask all others at a table whether it is to rest until a date.

        Raises:
            TableError: not running, who asks does not play or plays alone, the date has
                passed or is too far ahead, or the game has rested lately.
        """
        guards.check_running(table)
        guards.check_seated(table, player)
        now, wall = self.clock.now(), self.clock.wall()
        if end is None or not wall < end <= wall + LONGEST:
            raise TableError(TableKey.BAD_REST, days=LONGEST.days)
        if table.rested_at is not None and now < table.rested_at + APART:
            raise TableError(TableKey.RESTED, days=APART.days)
        leavers = await self.find_gone(table.place.guild, [person.id for person in table.seated])
        voters = [person.id for person in with_a_voice(table, leavers)]
        if len(voters) < LEAST:
            raise TableError(TableKey.REST_ALONE)
        payload = {DATE: end.astimezone(UTC).isoformat()}
        # A rest that is agreed on later would be over before it is one.
        lasts = (end - wall) / 2
        return await self.ballots.open(table, REST, player, voters, payload=payload, lasts=lasts)

    async def begin(self, game: GameId, ballot: Ballot) -> None:
        """Let a game rest, as a ballot has decided.

        Raises:
            TableError: not running, the ballot is closed, or somebody has not agreed.
        """
        async with self.locks.of(game):
            _, table, _ = await self.loader.running(game)
            now, end = self.clock.now(), end_in(ballot)
            carry = partial(self.store.ballots.begin_rest, game=game, start=now, end=end)
            await self.ballots.close_unanimous(table, ballot, carry)
            self.loader.forget(game)


def end_in(ballot: Ballot) -> datetime:
    """Return the end of the rest that a ballot is about."""
    return datetime.fromisoformat(ballot.payload[DATE])
