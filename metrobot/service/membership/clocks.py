"""Clocks of turns: how much time is left, and what opponents do about it.

`Looks` lets them begin with the call, and acts when they are up.

What is left to somebody, and until when, is for them alone: as quiet hours do not
count, a public time would tell when they sleep.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, NamedTuple

from metrobot.service.membership.place_changes import place_at
from metrobot.service.model import guards
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.loader import TablesPart, existing
from metrobot.service.model.play import CLOCK_LEVEL, GameId, Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.ledger import Ledger
from metrobot.service.people.preferences import Preferences, load_preferences
from metrobot.service.play import acts
from metrobot.service.waits.acting_time import ActingTime
from metrobot.service.waits.paces import MOST_FLAGS, MOST_GIFTS, PACES, WakingTime
from metrobot.store.schema.act_rows import NewDelivery, Stream
from metrobot.store.statements.waits.due import DueKind, DueRow

_SOON: Final = timedelta(seconds=30)


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
    """Tells the times of turns, and lets opponents give time or a computer play.

    Attributes:
        acting: tells how much of the time people could act in.
        outbox: posts what is told of clocks.
        ledger: charges for messages.
        play_due: lets computers play at a table.
        hurry: is called with the time until the next round.
    """

    acting: ActingTime
    outbox: OutboxWorker
    ledger: Ledger
    play_due: Callable[[Table], None]
    hurry: Callable[[timedelta], None]

    async def time_of(self, table: Table, player: PlayerId) -> TurnTime | None:
        """Return the time left to a player, for them alone; None if no clock of theirs runs."""
        places = [place for place in clocked_places(table) if table.people[place].id == player]
        if not places:
            return None
        return (await self.times(table, places, self.clock.now()))[places[0]]

    async def give(self, game: GameId, giver: PlayerId, place: int, revision: int) -> Table:
        """Give an opponent time for the turn that they are awaited in.

        Raises:
            TableError: not seated, the board has moved on, no clock of theirs runs, or
                time was given before.
        """
        async with self.locks.of(game):
            due, table = await self._seen(game, giver, place, revision)
            own, clock = table.position_of(giver), table.people[place].clock
            if own in clock.given:
                raise TableError(TableKey.GAVE_TIME)
            if len(clock.given) >= MOST_GIFTS:
                raise TableError(TableKey.ENOUGH_TIME, most=MOST_GIFTS)
            values, taker = {place: {"given": [*clock.given, own]}}, table.people[place].id
            async with self.ledger.asking(giver, game, waits=True) as held_until:
                delivery = NewDelivery(DeliveryKind.TIME_GIVEN, own, taker, held_until=held_until)
                await self._store(due, table, values, [delivery])
            return await self.loader.by_id(game)

    async def ask_for_time(self, game: GameId, player: PlayerId) -> Table:
        """Ask the others for time for a turn in which somebody is awaited, once a turn.

        Raises:
            TableError: not seated, no clock of theirs runs, nobody can give time any more,
                or they have asked before.
        """
        async with self.locks.of(game):
            table, kind = await self.loader.by_id(game), DeliveryKind.TIME_WANTED
            guards.check_seated(table, player)
            guards.check_running(table)
            if (place := table.position_of(player)) not in clocked_places(table):
                raise TableError(TableKey.NO_OWN_CLOCK)
            if not givers(table, place):
                raise TableError(TableKey.ENOUGH_TIME, most=len(table.people[place].clock.given))
            if player in await self.store.looks.told(game, table.turn_since, kind):
                raise TableError(TableKey.ASKED_TIME)
            deliveries = [NewDelivery(kind, table.title.turn_number(table.state), player)]
            due = table.revision, table.turn_since
            async with self.ledger.asking(player, game):
                await self.store.looks.tell_once(game, deliveries, due, self.clock.now())
            self.outbox.deliver_soon(Stream(game))
            return table

    async def let_play(self, game: GameId, player: PlayerId, place: int, revision: int) -> Table:
        """Let a computer play the turn of an opponent whose time is up.

        Raises:
            TableError: not seated, the board has moved on, no clock of theirs runs, or
                there is time left.
        """
        async with self.locks.of(game):
            due, table = await self._seen(game, player, place, revision)
            table, now = await self.acting.look(table, place), self.clock.now()
            time = (await self.times(table, [place], now))[place]
            if not time.has_begun or time.until > now:
                raise TableError(TableKey.TIME_LEFT)
            values, deliveries = taken_over(table.people[place], table)
            await self._store(due, table, {place: values}, deliveries)
            table = await self.loader.by_id(game)
            self.play_due(table)
            return table

    async def _seen(
        self, game: GameId, player: PlayerId, place: int, revision: int
    ) -> tuple[DueRow, Table]:
        """Return a table at which somebody does something about the clock of another one."""
        await self.loader.by_id(game)  # whose id may be forged
        due = await self.store.due.state(DueKind.TURN, game)
        table = await self.loader.table(existing(await self.store.games.by_id(game)))
        guards.check_seated(table, player)
        guards.check_running(table)
        guards.check_fresh(table, revision)
        place_at(table, place)
        is_own = table.position_of(player) == place
        if due is None or is_own or place not in clocked_places(table):
            raise TableError(TableKey.NO_CLOCK)
        return due, table

    async def _store(
        self,
        due: DueRow,
        table: Table,
        values: Mapping[int, Mapping[str, Any]],
        deliveries: list[NewDelivery],
    ) -> None:
        """Store changed clocks and their news; the round looks at the game again."""
        now = self.clock.now()
        keep = partial(self.store.looks.keep, changes=values, new=deliveries)
        await acts.refuse_stale(keep(due, table.revision, now=now, next_at=now))
        self.loader.forget(table.id)
        self.outbox.deliver_soon(Stream(table.id))
        self.hurry(_SOON)

    async def times(
        self, table: Table, places: Sequence[int], now: datetime
    ) -> dict[int, TurnTime]:
        """Return the times of some places; for those not called as if they were called now."""
        pace = PACES[table.pace or ""]
        wishes = await self.store.preferences.of([table.people[place].id for place in places])
        times = dict[int, TurnTime]()
        for place in places:
            person = table.people[place]
            wish, called_at = load_preferences(wishes[person.id]), person.clock.called_at or now
            offs, shift = self.acting.offs_of(table, place, called_at), self.clock.ahead
            waking, total = (WakingTime(wish, offs, pace.sleeps, shift), total_time(table, person))
            time_left = max(timedelta(), total - waking.used(called_at, now))
            deadline, half = (waking.end(called_at, span) for span in (total, total / 2))
            has_begun = person.clock.called_at is not None
            # At paces by the clock no day is off.
            free = wish if pace.sleeps else replace(wish, days_off=())
            half = free.free_from(half + shift) - shift
            times[place] = TurnTime(time_left, deadline, half, has_begun, pace.sleeps, wish)
        return times


def clocked_places(table: Table) -> tuple[int, ...]:
    """Return the awaited places whose clocks run: somebody else plays, who waits for them."""
    if table.pace not in PACES or table.aside_at or table.status is not Status.RUNNING:
        return ()
    playing = [person for person in table.seated if person.cover is None]
    return tuple(
        place
        for place, person in enumerate(table.people)
        if person in table.to_call() and len(playing) > 1
    )


def givers(table: Table, place: int) -> set[int]:
    """Return the places that can still give time to an awaited one in this turn."""
    past_givers = table.people[place].clock.given
    people = {index for index, person in enumerate(table.people) if person.is_human}
    return people - {place, *past_givers} if len(past_givers) < MOST_GIFTS else set()


def total_time(table: Table, person: Person) -> timedelta:
    """Return the time that somebody has for this turn, with what was given: public."""
    pace = PACES[table.pace or ""]
    return pace.turn + pace.gift * len(person.clock.given)


def taken_over(person: Person, table: Table) -> tuple[dict[str, Any], list[NewDelivery]]:
    """Return a clock's new values and the news where time is up; the third time a cover begins."""
    turn = table.title.turn_number(table.state)
    deliveries = [NewDelivery(DeliveryKind.CLOCK_PLAYS, turn, person.id)]
    if person.clock.flags + 1 < MOST_FLAGS:
        return {"clocked": True}, deliveries
    deliveries.append(NewDelivery(DeliveryKind.COVERED, player=person.id))
    flags = person.clock.flags + 1
    return {"cover": CLOCK_LEVEL, "flags": flags}, deliveries
