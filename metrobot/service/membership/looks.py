"""Looks at running games: one for all that comes about as somebody is waited for.

A game is looked at when a call has reached its channel, when something is due, and when
preferences have changed. A look lets the time of whoever was called begin, reminds them,
tells the others of a silence, and acts on clocks that are up. All of it is stored in one
transaction, so of two processes one alone acts, and a restart repeats nothing.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from metrobot.service.membership.clocks import Clocks, clocked_places, taken_over
from metrobot.service.model.guards import check_host
from metrobot.service.model.loader import TablesPart, existing
from metrobot.service.model.play import GameId, Person, PlayerId, rest_of
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.preferences import RemindBy, load_preferences
from metrobot.service.waits.acting_time import ActingTime
from metrobot.service.waits.paces import PACES, end_of
from metrobot.store.schema.act_rows import NewDelivery, Stream
from metrobot.store.schema.rows import GameRow, StaleError
from metrobot.store.statements.waits.due import DueKind, DueRow

log = logging.getLogger(__name__)

AT_ONCE: Final = 200
"""Most games in one round; if there are more, the next round comes at once."""
MOST: Final = 3
"""Most reminders that a person gets of one turn."""
HOURS: Final = (0, 6, 12, 24, 48, 72, 168)
"""Choices for the hours until the first reminder; 0: no reminders."""
SILENCES: Final = (timedelta(days=3), timedelta(days=7))
"""Silences after which the others are told, each time once."""
_PAUSE: Final = timedelta(hours=1)
"""Pause before a game that could not be looked at is looked at again."""
_SOON: Final = timedelta(seconds=30)
"""Pause before a game is looked at again whose people are not heard now."""
_DAY: Final = timedelta(days=1)
_REMINDERS: Final = (DeliveryKind.REMIND, DeliveryKind.REMIND_DIRECT)
"""Kinds of reminders: in the channel, and by direct message."""


@dataclass
class _Findings:
    """Findings of a look.

    Attributes:
        table: the game.
        now: the present time.
        turn: number of the turn.
        places: those of whoever is to be called.
        values: new values of columns of seats, by their places.
        news: the deliveries.
        later: times at which something may be due.
    """

    table: Table
    now: datetime
    turn: int
    places: Sequence[int]
    values: dict[int, dict[str, Any]] = field(default_factory=dict)
    news: list[NewDelivery] = field(default_factory=list)
    later: list[datetime] = field(default_factory=list)

    def tell(self, kind: DeliveryKind, person: Person) -> None:
        """Have something told of somebody."""
        self.news.append(NewDelivery(kind, self.turn, person.id))


@dataclass(eq=False)
class Looks(TablesPart):
    """Looks at running games.

    Attributes:
        acting: counts the time in which people could act.
        outbox: posts what is told.
        clocks: tell the times of turns.
        play_due: lets computers play at a table.
    """

    acting: ActingTime
    outbox: OutboxWorker
    clocks: Clocks
    play_due: Callable[[Table], None]

    async def choose(
        self, channel: int, player: PlayerId, hours: int, *, may_manage: bool
    ) -> Table:
        """Set the hours until the first reminder, for the unfinished game of a channel.

        Args:
            channel: id of the Discord channel.
            player: who asks.
            hours: one of `HOURS`.
            may_manage: whether they may manage the channel.

        Raises:
            TableError: no unfinished game, or not allowed.
        """
        row = existing(await self.store.games.unfinished(channel))
        check_host(row, player, may_manage=may_manage)
        await self.store.looks.set_hours(row.id, hours, self.clock.now())
        self.loader.forget(row.id)
        return await self.loader.table(row)

    async def hours(self, game: GameId) -> int:
        """Return the hours until the first reminder at a table; 0: no reminders."""
        return existing(await self.store.games.by_id(game)).remind_after

    async def sweep(self) -> bool:
        """Look at the games that are due; return whether there may be more of them."""
        # Nobody is reached, so nothing that is due could be told.
        if not self.outbox.notifier.is_ready:
            return False
        rows = await self.store.due.find(self.clock.now(), AT_ONCE, DueKind.TURN)
        for row in rows:
            async with self.locks.of(row.of):
                # Stale: it is due again.
                with suppress(StaleError):
                    await self._try(row)
        return len(rows) == AT_ONCE

    async def _try(self, row: DueRow) -> None:
        """Look at a game; if that fails it is looked at again after a pause."""
        try:
            await self._look_at(row, self.clock.now())
        except StaleError:
            raise
        except Exception:
            # One broken game must neither stop the others nor fill the log.
            log.exception("a look at game %s failed", row.of)
            await self.store.due.keep(row, self.clock.now() + _PAUSE)

    async def _look_at(self, due_row: DueRow, now: datetime) -> None:
        row = existing(await self.store.games.by_id(due_row.of))
        if not self.acting.is_heard(row.guild):
            await self.store.looks.keep(due_row, row.revision, now=now, next_at=now + _SOON)
            return
        if (rest_end := rest_of(row, self.clock.wall())) is not None:
            due = rest_end - self.clock.ahead
            await self.store.looks.keep(due_row, row.revision, now=now, next_at=due)
            return
        table, calls = await self._with_called(row, due_row.at or now)
        findings = await self._found(table, row, now)
        if findings.news:
            # Nothing is done to those who, as is seen now, cannot see the channel.
            looked = await self.acting.look(
                table, *(place for place in findings.places if place not in calls)
            )
            if looked.people != table.people:
                findings = await self._found(looked, row, now)
        await self._leave_out_gone(findings)
        places = sorted({*calls, *findings.values})
        values = {place: calls.get(place, {}) | findings.values.get(place, {}) for place in places}
        next_at = min((*findings.later, now + _DAY)) if findings.later else None
        keep = partial(self.store.looks.keep, changes=values, new=findings.news)
        await keep(due_row, row.revision, now=now, next_at=next_at)
        if calls:
            await self.acting.look(table, *calls)
        if values or findings.news:
            self.loader.forget(table.id)
            self.outbox.deliver_soon(Stream(table.id))
        if findings.values:
            self.play_due(await self.loader.by_id(table.id))

    async def _with_called(
        self, row: GameRow, moment: datetime
    ) -> tuple[Table, dict[int, dict[str, Any]]]:
        """Return a table on which the time of all runs whose call has come.

        Returns:
            The table, and new values of columns of seats, by their places.
        """
        table = await self.loader.glance(row)
        if row.pace or any(person.absences for person in table.to_act()):
            # What they have played, which only its history tells, has ended absences.
            table = await self.loader.table(row)
        uncalled = [
            place
            for place, person in enumerate(table.people)
            if person.is_human and person.clock.called_at is None and person in table.to_act()
        ]
        # In a lost channel nobody can play.
        if not uncalled or row.lost or await self.store.looks.call_status(row.id) != "done":
            return table, {}
        people = list(table.people)
        for place in uncalled:
            people[place] = replace(
                people[place], clock=replace(people[place].clock, called_at=moment)
            )
        expected = table.expected and tuple(people[place] for place in row.awaited or ())
        table = replace(table, people=tuple(people), expected=expected)
        return table, {place: {"called_at": moment} for place in uncalled}

    async def _found(self, table: Table, row: GameRow, now: datetime) -> _Findings:
        """Return the findings of a look at a table."""
        turn = table.title.turn_number(table.state) if row.turn is None else row.turn
        places = [place for place, person in enumerate(table.people) if person in table.to_call()]
        findings, clocked = _Findings(table, now, turn, places), clocked_places(table)
        if clocked:
            await self._mind_clocks(findings, clocked)
        if unclocked := [place for place in places if place not in clocked]:
            await self._mind_silence(findings, unclocked, row.remind_after)
        return findings

    async def _mind_clocks(self, findings: _Findings, places: Sequence[int]) -> None:
        """Find out whose time is half over, or up."""
        table, now = findings.table, findings.now
        halves = await self.store.looks.told(table.id, table.turn_since, DeliveryKind.HALF_TIME)
        ends = await self.store.looks.told(table.id, table.turn_since, DeliveryKind.TIME_UP)
        for place, time in (await self.clocks.times(table, places, now)).items():
            person, half, end = table.people[place], time.half, time.until
            if (called_at := person.clock.called_at) is None:
                continue
            if end > now:
                findings.later += [moment for moment in (half, end) if moment > now]
                is_told = halves.get(person.id, [called_at])[-1] > called_at
                wants = time.wish.remind_by is not RemindBy.NEVER
                if half <= now and not is_told and wants and not person.dm_closed:
                    findings.tell(DeliveryKind.HALF_TIME, person)
            # Of a time that was prolonged and is up again the table is told again.
            elif ends.get(person.id, [called_at])[-1] < end:
                if PACES[table.pace or ""].is_at_once:
                    findings.values[place], more = taken_over(person, table)
                    findings.news += more
                else:
                    findings.tell(DeliveryKind.TIME_UP, person)

    async def _mind_silence(self, findings: _Findings, places: Sequence[int], hours: int) -> None:
        """Find out who is to be reminded, and of whose silence the others are to be told."""
        table, now, shift = findings.table, findings.now, self.clock.ahead
        wishes = await self.store.preferences.of([table.people[place].id for place in places])
        reminders = await self.store.looks.told(table.id, table.turn_since, *_REMINDERS)
        silences = await self.store.looks.told(table.id, table.turn_since, DeliveryKind.SILENT)
        for place in places:
            person = table.people[place]
            if (called_at := person.clock.called_at) is None:
                continue
            offs = self.acting.offs_of(table, place, called_at)
            times, wish = reminders.get(person.id, []), load_preferences(wishes[person.id])
            # The pause doubles each time.
            count = len(times) if hours and wish.remind_by is not RemindBy.NEVER else MOST
            start = max((called_at, *times))
            while count < MOST:
                due = end_of(start, timedelta(hours=hours * 2**count), offs)
                due = wish.free_from(max(due, now) + shift) - shift
                if due > now:
                    findings.later.append(due)
                    break
                is_direct = wish.remind_by is RemindBy.DIRECT and not person.dm_closed
                findings.tell(_REMINDERS[is_direct], person)
                count, start = count + 1, now
            players = (player for player in table.seated if player.cover is None)
            if all(player.id == person.id for player in players):
                continue
            steps = [end_of(called_at, span, offs) for span in SILENCES]
            findings.later += [step for step in steps if step > now]
            last = max((called_at, *silences.get(person.id, [])))
            if any(last < step <= now for step in steps):
                findings.tell(DeliveryKind.SILENT, person)

    async def _leave_out_gone(self, findings: _Findings) -> None:
        """Tell nothing of those who have left the server, but that they have, once."""
        if not findings.news:
            return
        leavers = await self.outbox.tell_departures(findings.table, findings.turn)
        # A mention would reach nobody; they may be back by the next time.
        kinds = (*_REMINDERS, DeliveryKind.SILENT)
        news = [row for row in findings.news if row.player not in leavers or row.kind not in kinds]
        if len(news) < len(findings.news):
            findings.news = news
            findings.later.append(findings.now + _DAY)
