"""Clocks of turns: started with the call, looked at when they are due, acted on once.

What is left to somebody, and until when, is for them alone: as quiet hours do not
count, a public time would tell when they sleep.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from metrobot.service.membership.place_changes import place_at
from metrobot.service.model import guards
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.loader import TablesPart, existing
from metrobot.service.model.play import CLOCK_LEVEL, GameId, Person, PlayerId, Status, rest_of
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.kinds import KINDS
from metrobot.service.outbox.reminders import try_look
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.ledger import Ledger
from metrobot.service.people.paces import (
    MOST_FLAGS,
    MOST_GIFTS,
    PACES,
    Span,
    WakingTime,
    times_away,
)
from metrobot.service.people.preferences import Preferences, RemindBy, load_preferences
from metrobot.service.play import acts
from metrobot.store.schema.rows import NewDelivery, Stream
from metrobot.store.statements.reminders import ClockState

AT_ONCE: Final = 100
"""Most games in one round."""
NOTICED: Final = timedelta(minutes=3)
"""Time without a beat from which on the bot was down."""
KEPT: Final = timedelta(days=60)
"""Time for which it is kept when the bot was down."""
DOWNS: Final = "downs"
"""Memo of the last beat and of the times in which no process ran, in seconds."""
_SOON: Final = timedelta(seconds=30)
_LATER: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)
_CALLS: Final = tuple(
    kind for kind, each in KINDS.items() if each.shows_board and kind != DeliveryKind.LOBBY
)


class TurnTime(NamedTuple):
    """Time of somebody for a turn, for them alone.

    Attributes:
        left: what is left of it.
        until: when it is up if they do nothing.
        half: when half of it is up.
        has_begun: whether the call has reached the channel; if not, as if it were just there.
        sleeps: whether quiet hours do not count.
        wish: the player's preferences, by which it is counted.
    """

    left: timedelta
    until: datetime
    half: datetime
    has_begun: bool
    sleeps: bool
    wish: Preferences


@dataclass(eq=False)
class Clocks(TablesPart):
    """Starts the clocks of those who are called, and acts when their time is up.

    Attributes:
        outbox: posts what is told of clocks.
        ledger: charges for messages.
        play_due: lets computers play at a table.
        hurry: is called with the time until the next round.
    """

    outbox: OutboxWorker
    ledger: Ledger
    play_due: Callable[[Table], None]
    hurry: Callable[[timedelta], None]
    _beaten: float | None = field(default=None, init=False)

    async def sweep(self) -> None:
        """Note a beat while any clock runs, and look at the clocks that are due."""
        now = self.clock.now()
        # Nobody can play while Discord cannot be reached.
        if not self.outbox.notifier.is_ready or await self.store.clocks.next_at() is None:
            self._beaten = None
            return
        await self._beat(now)
        if len(due := await self.store.clocks.due(now, AT_ONCE)) == AT_ONCE:
            self.hurry(timedelta())
        for seen in due:
            async with self.locks.of(seen.game):
                await try_look(self._look_at(seen, now), self.store.clocks.keep, seen, now)

    async def time_of(self, table: Table, player: PlayerId) -> TurnTime | None:
        """Return the time left to a player, for them alone; None if no clock of theirs runs."""
        places = [at for at in clocked_places(table) if table.people[at].id == player]
        if not places:
            return None
        if table.history is None:
            table = await self.loader.by_id(table.id)
        return (await self._times(table, places, self.clock.now()))[places[0]]

    async def give(self, game: GameId, giver: PlayerId, place: int, revision: int) -> Table:
        """Give an opponent time for the turn that they are awaited in.

        Raises:
            TableError: not seated, the board has moved on, no clock of theirs runs, or
                time was given before.
        """
        async with self.locks.of(game):
            seen, table = await self._seen(game, giver, place, revision)
            own, clock = table.position_of(giver), table.people[place].clock
            if own in clock.given:
                raise TableError(TableKey.GAVE_TIME)
            if len(clock.given) >= MOST_GIFTS:
                raise TableError(TableKey.ENOUGH_TIME, most=MOST_GIFTS)
            changed, to = {place: {"given": [*clock.given, own]}}, table.people[place].id
            async with self.ledger.asking(giver, game, waits=True) as until:
                told = NewDelivery(DeliveryKind.TIME_GIVEN, own, to, held_until=until)
                await self._store(seen, changed, [told])
            return await self.loader.by_id(game)

    async def let_play(self, game: GameId, player: PlayerId, place: int, revision: int) -> Table:
        """Let a computer play the turn of an opponent whose time is up.

        Raises:
            TableError: not seated, the board has moved on, no clock of theirs runs, or
                there is time left.
        """
        async with self.locks.of(game):
            seen, table = await self._seen(game, player, place, revision)
            now = self.clock.now()
            time = (await self._times(table, [place], now))[place]
            if not time.has_begun or time.until > now:
                raise TableError(TableKey.TIME_LEFT)
            values, told = _taken_over(table.people[place], table)
            await self._store(seen, {place: values}, told)
            table = await self.loader.by_id(game)
            self.play_due(table)
            return table

    async def _seen(
        self, game: GameId, player: PlayerId, place: int, revision: int
    ) -> tuple[ClockState, Table]:
        """Return a table at which somebody does something about the clock of another one."""
        await self.loader.by_id(game)  # whose id may be forged
        seen = await self.store.clocks.state(game)
        table = await self.loader.table(existing(await self.store.games.by_id(game)))
        guards.check_seated(table, player)
        guards.check_running(table)
        guards.check_fresh(table, revision)
        place_at(table, place)
        if place not in clocked_places(table) or table.position_of(player) == place:
            raise TableError(TableKey.NO_CLOCK)
        return seen, table

    async def _store(
        self, seen: ClockState, changed: Mapping[int, Mapping[str, Any]], told: list[NewDelivery]
    ) -> None:
        """Store changed clocks and their news; the round looks at the game again."""
        now = self.clock.now()
        keep = self.store.clocks.keep(seen, changed, told, at=now, next_at=now)
        await acts.refuse_stale(keep)
        self.loader.forget(seen.game)
        self.outbox.deliver_soon(Stream(seen.game))
        self.hurry(_SOON)

    async def _look_at(self, seen: ClockState, now: datetime) -> None:
        """Start the clocks of a game, remind, and act on those that are up; its lock held."""
        row = existing(await self.store.games.by_id(seen.game))
        table, keep = await self.loader.table(row), self.store.clocks.keep
        if (rest := rest_of(table, now)) is not None:
            await keep(seen, {}, (), at=now, next_at=rest)
            return
        places = clocked_places(table)
        is_called = row.lost is None and await self.store.clocks.is_called(seen.game, _CALLS)
        if not places or not is_called:
            # In a lost channel nobody can play: the time begins anew when it is back.
            stopped = {at: {"called_at": None} for at in places if row.lost is not None}
            pause = _SOON if row.lost is None else _LATER
            await keep(seen, stopped, (), at=now, next_at=now + pause if places else None)
            return
        changed = dict[int, Mapping[str, Any]]()
        told, later = list[NewDelivery](), [now + _DAY]
        news = {
            kind: await self.store.reminders.told(seen.game, table.turn_since, kind)
            for kind in (DeliveryKind.HALF_TIME, DeliveryKind.TIME_UP)
        }
        for at, time in (await self._times(table, places, now)).items():
            person, half, end = table.people[at], time.half, time.until
            called = person.clock.called_at
            if called is None:
                changed[at] = {"called_at": now}
                later += [half, end]
            elif end > now:
                later += [each for each in (half, end) if each > now]
                known = news[DeliveryKind.HALF_TIME].get(person.id, called)
                wants = time.wish.remind_by is not RemindBy.NEVER
                if half <= now and known <= called and wants and not person.dm_closed:
                    told.append(NewDelivery(DeliveryKind.HALF_TIME, row.turn, person.id))
            # Of a time that was prolonged and is up again the table is told again.
            elif news[DeliveryKind.TIME_UP].get(person.id, called) < end:
                if PACES[table.pace or ""].is_at_once:
                    changed[at], more = _taken_over(person, table)
                    told += more
                else:
                    told.append(NewDelivery(DeliveryKind.TIME_UP, row.turn, person.id))
        await keep(seen, changed, told, at=now, next_at=min(later))
        if changed or told:
            self.loader.forget(seen.game)
            self.outbox.deliver_soon(Stream(seen.game))
            self.play_due(await self.loader.by_id(GameId(seen.game)))

    async def _times(
        self, table: Table, places: Sequence[int], now: datetime
    ) -> dict[int, TurnTime]:
        """Return the times of some places; for those not called as if they were called now."""
        pace = PACES[table.pace or ""]
        wishes = await self.store.preferences.of([table.people[at].id for at in places])
        downs, times = await self._downs(), dict[int, TurnTime]()
        if table.rested_at is not None and table.rest_until is not None:
            downs.append((table.rested_at, table.rest_until))
        for at in places:
            person = table.people[at]
            wish, since = load_preferences(wishes[person.id]), person.clock.called_at or now
            away = times_away(table, at, table.revision, since) if pace.sleeps else ()
            offs = [*downs, *away]
            waking, total = WakingTime(wish, offs, pace.sleeps), total_time(table, person)
            left = max(timedelta(), total - waking.used(since, now))
            until, half = (waking.end(since, each) for each in (total, total / 2))
            has_begun = person.clock.called_at is not None
            half = wish.free_from(half)
            times[at] = TurnTime(left, until, half, has_begun, pace.sleeps, wish)
        return times

    async def _downs(self) -> list[Span]:
        memo = json.loads(await self.store.people.memo(DOWNS) or "{}")
        spans = memo.get("downs", ())
        return [(datetime.fromtimestamp(a, UTC), datetime.fromtimestamp(b, UTC)) for a, b in spans]

    async def _beat(self, now: datetime) -> None:
        """Store the time of this beat, and the gap since the last one if the bot was down."""
        passed, second = self.clock.monotonic(), now.timestamp()
        # Other processes note theirs: whoever comes later finds a newer beat.
        async with self.store.advisory_lock(DOWNS):
            memo = json.loads(await self.store.people.memo(DOWNS) or "{}")
            last = min(memo.get("beat", second), second)
            own = 0.0 if self._beaten is None else passed - self._beaten
            downs = memo.get("downs", [])
            if second - last - own > NOTICED.total_seconds():
                downs = [*downs, (last, second)]
            oldest = second - KEPT.total_seconds()
            downs = [each for each in downs if each[1] > oldest]
            value = json.dumps({"beat": second, "downs": downs})
            await self.store.people.set_memo(DOWNS, value)
        self._beaten = passed


def clocked_places(table: Table) -> tuple[int, ...]:
    """Return the awaited places whose clocks run: somebody else plays, who waits for them."""
    if table.pace not in PACES or table.aside_at or table.status is not Status.RUNNING:
        return ()
    playing = [person for person in table.seated if person.cover is None]
    return tuple(
        at
        for at, person in enumerate(table.people)
        if person in table.to_call() and len(playing) > 1
    )


def total_time(table: Table, person: Person) -> timedelta:
    """Return the time that somebody has for this turn, with what was given: public."""
    pace = PACES[table.pace or ""]
    return pace.turn + pace.gift * len(person.clock.given)


def _taken_over(person: Person, table: Table) -> tuple[dict[str, Any], list[NewDelivery]]:
    """Return a clock's new values and the news where time is up; the third time a cover begins."""
    turn = table.title.turn_number(table.state)
    told = [NewDelivery(DeliveryKind.CLOCK_PLAYS, turn, person.id)]
    if person.clock.flags + 1 < MOST_FLAGS:
        return {"clocked": True}, told
    told.append(NewDelivery(DeliveryKind.COVERED, player=person.id))
    flags = person.clock.flags + 1
    return {"cover": CLOCK_LEVEL, "called_at": None, "flags": flags}, told
