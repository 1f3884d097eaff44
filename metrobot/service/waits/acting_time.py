"""The time in which people could act: the one account that every wait goes by.

Time counts while their server was heard, the game did not rest, and they were neither
away, nor had a day off, nor were kept from seeing the channel, nor in a time-out of
Discord's. What each wait goes by: docs/decisions/waits.md.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Final, TypeAlias

from metrobot.service.model.clock import SteadyClock
from metrobot.service.model.loader import TableLoader
from metrobot.service.model.play import Person
from metrobot.service.model.table import Table
from metrobot.service.ports import FindUnable
from metrobot.service.waits.absences import times_off
from metrobot.service.waits.paces import Span, end_of, used
from metrobot.store.schema.rows import GameRow
from metrobot.store.statements.people import Hearing
from metrobot.store.store import Store

NOTICED: Final = timedelta(minutes=3)
"""Longest gap without notice of a server that a new process may close, where there are several."""
BLINK: Final = timedelta(seconds=5)
"""Longest gap within one process that is none: connections are made anew now and then."""
KEPT: Final = timedelta(days=60)
"""Time for which it is kept when servers were heard."""
OFTEN: Final = timedelta(minutes=1)
"""Time after which it is noted again, where no other process waits for that."""
_ALIVE: Final = ""
"""Ear of a process that runs, whatever it hears."""
_LATELY: Final = timedelta(seconds=30)
"""Time for which a server that another process has heard counts as heard."""
_NONE: Final = timedelta()
_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""End of the last time-out of those who were in none."""

Ears: TypeAlias = Callable[[], Mapping[str, bool]]
"""Function that returns the ears of this process, each with whether people are heard by it now."""


def all_ears() -> Mapping[str, bool]:
    """Assume that everybody is heard (no Discord to ask)."""
    return {"all": True}


@dataclass(eq=False)
class ActingTime:
    """Keeps account of the times in which servers are heard, and people could act.

    Attributes:
        store: keeps it for other processes, and for later ones.
        clock: tells the time; the account begins it, and compares it with the time of day.
        loader: is told of clocks that have changed.
        ears: tells what is heard now.
        find_unable: finds people who cannot see a channel, or are in a time-out.
    """

    store: Store
    clock: SteadyClock
    loader: TableLoader
    ears: Ears
    find_unable: FindUnable
    _hearings: tuple[Hearing, ...] | None = field(default=None, init=False)
    _since: dict[str, datetime] = field(default_factory=dict, init=False)
    _over: list[Hearing] = field(default_factory=list, init=False)
    _known: set[str] = field(default_factory=set, init=False)
    _noted: datetime = field(default=datetime.min.replace(tzinfo=UTC), init=False)

    async def beat(self) -> None:
        """Store the latest hearings, and bring the clock in line with that of the others."""
        day: datetime | None = None
        if self._hearings is None:
            day, self._hearings = await self.store.hearings.all()
            self.clock.begin(_last(self._hearings), day or self.clock.machine.now())
        self.turned()
        now = self.clock.now()
        if self._over or self.store.is_shared or now - self._noted >= OFTEN:
            day = await self._note(now)
        old_now = self.clock.now()
        if self.clock.compare(day or self.clock.machine.now()):
            # Nothing of the leap was lived through.
            self._over += [Hearing(ear, since, old_now) for ear, since in self._since.items()]
            self._since = dict.fromkeys(self._since, self.clock.now())

    async def _note(self, now: datetime) -> datetime | None:
        """Store the latest hearings; return the time by the database's clock, if it has one."""
        over = tuple(self._over)
        new = [*over, *(Hearing(ear, since, now) for ear, since in self._since.items())]
        await self.store.hearings.note(
            [(hearing, self._gap(hearing.ear)) for hearing in new], now - KEPT
        )
        self._known.update(hearing.ear for hearing in new)
        self._noted = now
        del self._over[: len(over)]
        day, self._hearings = await self.store.hearings.all()
        self.clock.go_on(_last(self._hearings) or now)
        return day

    def turned(self) -> None:
        """Note at once that something is heard, or no longer."""
        if self._hearings is None:
            return
        now, ears = self.clock.now(), self.ears()
        live = {_ALIVE, *(ear for ear, is_on in ears.items() if is_on)}
        for ear in self._since.keys() - live:
            self._over.append(Hearing(ear, self._since.pop(ear), now))
        for ear in live:
            self._since.setdefault(ear, now)

    def off_spans(self, guild: int) -> list[Span]:
        """Return the times up to now in which nobody of a server was heard, in order."""
        return self._gaps(lambda ear: _hears(ear, guild))

    def is_heard(self, guild: int) -> bool:
        """Return whether a server is heard now, as far as it is known."""
        if not self._hearings or any(_hears(ear, guild) for ear in self._since):
            return True
        last = _last([hearing for hearing in self._hearings if _hears(hearing.ear, guild)])
        # Another process may hear it.
        return self.store.is_shared and last is not None and self.clock.now() - last < _LATELY

    def since(self, span: timedelta) -> datetime:
        """Return the moment since which so much time has passed in which anybody was heard.

        Of some servers less of it may have been.
        """
        moment = self.clock.now()
        for begin, end in reversed(self._gaps(lambda ear: ear != _ALIVE)):
            if moment - end >= span:
                break
            moment, span = begin, span - (moment - end)
        return moment - span

    def end(self, guild: int, start: datetime, span: timedelta) -> datetime:
        """Return the moment at which a server has been heard for so long since another one."""
        return end_of(start, span, self.off_spans(guild))

    def offs(self, guild: int, game: Table | GameRow) -> list[Span]:
        """Return the times up to now in which nobody could act in a game."""
        rested = (game.rested_at, game.rest_until)
        if rested[0] is None or rested[1] is None:
            return self.off_spans(guild)
        # Its end is a date that people have named.
        return [*self.off_spans(guild), (rested[0], rested[1] - self.clock.ahead)]

    def offs_of(self, table: Table, place: int, start: datetime) -> list[Span]:
        """Return the times that do not count for somebody since a moment of this turn.

        Args:
            table: the table, with its history.
            place: theirs in the order of play.
            start: the moment.
        """
        own = table.people[place], table.pace, start, self.clock.now(), self.clock.ahead
        return [*self.offs(table.place.guild, table), *times_off(*own)]

    def waited(self, table: Table, place: int) -> timedelta:
        """Return the time that somebody had to answer the call of this turn; quiet hours count."""
        called_at, person = table.people[place].clock.called_at, table.people[place]
        if called_at is None or table.place.lost is not None or person not in table.to_call():
            return _NONE
        return used(called_at, self.clock.now(), self.offs_of(table, place, called_at))

    async def look(self, table: Table, *places: int, least: timedelta = _NONE) -> Table:
        """Return a table on which it is noted who of some people can act in its channel now.

        Asked once a turn, when its clocks begin, and when a wait is about to give a right.

        Args:
            table: the table.
            places: theirs in the order of play.
            least: how long somebody has to have waited to be looked at.
        """
        clocks = ((place, table.people[place].clock) for place in places)
        called_places = (place for place, clock in clocks if clock.called_at is not None)
        awaited = [place for place in called_places if self.waited(table, place) >= least]
        if table.place.private or not awaited:
            return table
        ids = [table.people[place].id for place in awaited]
        unable = await self.find_unable(table.place.guild, table.place.channel, ids)
        people, second = list(table.people), round(self.clock.now().timestamp())
        for place in awaited:
            end = unable.get(people[place].id, _LONG_AGO)
            ends = None if end is None else round((end - self.clock.ahead).timestamp())
            people[place] = _looked(people[place], second, ends)
        for place in (place for place in awaited if people[place] != table.people[place]):
            clock = people[place].clock
            await self.store.looks.set_unseen(table.id, place, clock.called_at, clock.unseen)
            self.loader.forget(table.id)
        return replace(table, people=tuple(people))

    async def can_act(self, guild: int, channel: int, people: Iterable[int]) -> bool:
        """Return whether all of some people can act in a channel now, as far as it is known."""
        unable, now = await self.find_unable(guild, channel, people), self.clock.wall()
        return all(end is not None and end <= now for end in unable.values())

    def _gaps(self, is_meant: Callable[[str], bool]) -> list[Span]:
        """Return the times up to now in which nothing was heard by some ears, in order."""
        now, hearings = self.clock.now(), [*(self._hearings or ()), *self._over]
        if not hearings:
            return []  # nothing was ever noted: as before the first time that something is
        hearings += [Hearing(ear, begin, now) for ear, begin in self._since.items()]
        latest, gaps = min(hearing.since for hearing in hearings), list[Span]()
        spans = sorted(
            (hearing.since, hearing.until) for hearing in hearings if is_meant(hearing.ear)
        )
        for begin, end in (*spans, (now, now)):
            if begin > latest:
                gaps.append((latest, begin))
            latest = max(latest, end)
        return gaps

    def _gap(self, ear: str) -> timedelta:
        """Return the longest gap in what is noted that counts as heard."""
        if ear in self._known:
            return BLINK
        return NOTICED if self.store.is_shared else _NONE


def _last(hearings: Sequence[Hearing]) -> datetime | None:
    """Return the last moment that any process has noted."""
    return max((hearing.until for hearing in hearings), default=None)


def _hears(ear: str, guild: int) -> bool:
    """Return whether a server is heard by an ear: by its shard, or by one for all."""
    shard, _, count = ear.partition("/")
    return (guild >> 22) % int(count) == int(shard) if count else ear != _ALIVE


def _looked(person: Person, second: int, ends: int | None) -> Person:
    """Return somebody after a look at whether they could act, at a second.

    Who cannot act now has not since they were called, or did last, as far as is known.

    Args:
        person: who is awaited.
        second: the present time.
        ends: when their last time-out ends or has ended; None: they cannot see the channel.
    """
    if (called_at := person.clock.called_at) is None:
        return person
    times, start = list(person.clock.unseen), round(called_at.timestamp())
    first, last = times.pop() if times else (start, start)
    if last is None or last > second:  # it went on: a time-out may have been cut or prolonged
        times.append((first, None if ends is None else max(ends, second)))
    else:
        times += [(first, last), (last, ends)]
    unseen = tuple(span for span in times if span[1] is None or span[1] > span[0])
    return replace(person, clock=replace(person.clock, unseen=unseen))
