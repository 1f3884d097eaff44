"""Data of one person across all tables: games, name and preferences."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from metrobot.service.model.clock import SteadyClock
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.loader import TableLoader
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.people.preferences import (
    Preferences,
    dump_preferences,
    load_preferences,
    zone_named,
)
from metrobot.store.store import Store

MOST_GAMES: Final = 20
"""Most games of one person that are listed."""
MOST_ABSENCES: Final = 20
"""Most absences of a person that are kept."""
LONGEST_ABSENCE: Final = timedelta(days=366)


@dataclass(eq=False)
class People:
    """Games, names and preferences of people, apart from any one table."""

    store: Store
    loader: TableLoader
    clock: SteadyClock

    async def games_of(self, player: PlayerId) -> tuple[Table, ...]:
        """Return the newest games in which somebody has a seat, unfinished ones first."""
        rows = await self.store.games.of_player(player, MOST_GAMES)
        return tuple([await self.loader.glance(row) for row in rows])

    async def name_of(self, player: PlayerId) -> str | None:
        """Return the last known name of somebody; None if nothing is known, or no longer."""
        person = await self.store.people.by_id(player) if player > 0 else None
        return None if person is None else person.name

    async def rename(self, person: Person) -> None:
        """Store a display name that was just seen, if the person ever played."""
        if await self.store.people.rename(person.id, person.name):
            self.loader.forget()

    async def claim_members(self) -> tuple[int, tuple[int, ...]] | None:
        """Return a server and those of its people whom Discord is to be asked about, or None."""
        return await self.store.people.claim_members(self.clock.now())

    async def note_members(self, news: Mapping[tuple[int, int], str | None]) -> None:
        """Store members of servers, by both ids, with their names; None: they have left."""
        for (guild, player), name in news.items():
            # Hardly anything is new: so read first, and keep no writer waiting.
            if name is None or player in await self.store.people.gone(guild):
                left_at = self.clock.now() if name is None else None
                await self.store.people.set_left(guild, player, left_at)
            if name:
                await self.rename(Person(PlayerId(player), name))

    async def preferences(self, player: PlayerId) -> Preferences:
        """Return a person's preferences, without an absence that has ended."""
        wishes = load_preferences((await self.store.preferences.of([player]))[player])
        if wishes.away_until is not None and wishes.away_until <= self.clock.wall():
            return replace(wishes, away_until=None)
        return wishes

    async def undisturbed(self, players: Sequence[PlayerId]) -> tuple[PlayerId, ...]:
        """Return the people who may be called now: it is no quiet hour of theirs.

        Whoever is away, or wants no reminders at all, is left in peace as well.
        """
        wishes, now = await self.store.preferences.of(players), self.clock.wall()
        preferences = {player: load_preferences(wishes[player]) for player in players}
        return tuple(player for player, wish in preferences.items() if wish.may_be_called(now))

    async def prefer(self, person: Person, **wishes: Any) -> Preferences:
        """Set preferences that depend on nothing else, by the names of their fields."""
        return await self._change(person, lambda preferences: replace(preferences, **wishes))

    async def wish_colours(self, person: Person, title: str, numbers: Sequence[int]) -> Preferences:
        """Set the colours that a person wishes for in new games of a title, the dearest first."""
        return await self._change(person, lambda wishes: wishes.wishing(title, numbers))

    async def live_in(self, person: Person, zone: str) -> Preferences:
        """Set the time zone of a person.

        Raises:
            TableError: there is none of this name.
        """
        name = zone_named(zone)
        if name is None:
            raise TableError(TableKey.NO_SUCH_ZONE, zone=zone)
        now = self.clock.now()

        def change(wishes: Preferences) -> Preferences:
            return replace(wishes, zone=name).resting_on(wishes.free_days, now)

        return await self._change(person, change)

    async def keep_quiet(self, person: Person, hours: tuple[int, int] | None) -> Preferences:
        """Set the quiet hours of a person.

        Args:
            person: who chooses.
            hours: when they begin and end, in minutes since midnight; None, or
                both the same: there are none.

        Raises:
            TableError: their time zone is not known.
        """
        quiet = None if hours is None or hours[0] == hours[1] else hours

        def change(wishes: Preferences) -> Preferences:
            if quiet is not None and wishes.zone is None:
                raise TableError(TableKey.QUIET_NEEDS_ZONE)
            return replace(wishes, quiet=quiet)

        return await self._change(person, change)

    async def rest_on(self, person: Person, days: Collection[int]) -> Preferences:
        """Set the days of the week on which a person does not play, Monday being 0.

        Clocks go by them from the next turn on.

        Raises:
            TableError: their time zone is not known.
        """
        now = self.clock.now()

        def change(wishes: Preferences) -> Preferences:
            if wishes.zone is None:
                raise TableError(TableKey.QUIET_NEEDS_ZONE)
            return wishes.resting_on(days, now)

        return await self._change(person, change)

    async def be_away(self, person: Person, until: datetime | None) -> Preferences:
        """Set the end of an absence; None: the person is back.

        Raises:
            TableError: that has passed, or is too far ahead.
        """
        now = self.clock.wall()
        if until is not None and not now < until <= now + LONGEST_ABSENCE:
            raise TableError(TableKey.BAD_ABSENCE, days=LONGEST_ABSENCE.days)
        end, second = until and until.astimezone(UTC), int(now.timestamp())

        def change(wishes: Preferences) -> Preferences:
            # What was still to come of an earlier absence does not come.
            old_spans = [
                (first, min(last, second)) for first, last in wishes.absences if first < second
            ]
            new = [] if end is None else [(second, int(end.timestamp()))]
            spans = [*old_spans, *new]
            # What is kept no longer is not forgotten, or being away and back would give time anew.
            while len(spans) > MOST_ABSENCES:
                (first, back), (begin, last), *rest = spans
                spans = [(begin - (back - first), last), *rest]
            return replace(wishes, away_until=end, absences=tuple(spans))

        return await self._change(person, change)

    def is_here(self, player: int, game: int) -> bool:
        """Return whether a game in memory shows that somebody is not away."""
        people = row.people if (row := self.loader.remembered(game)) else ()
        return any(person.id == player and person.away_until is None for person in people)

    async def acted(self, person: Person) -> datetime | None:
        """End the absence of somebody who acts; return until when it was to last, or None."""
        end = (await self.preferences(person.id)).away_until
        if end is not None:
            await self.be_away(person, None)
        return end

    async def _change(
        self, person: Person, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        wishes = change(await self.preferences(person.id))
        row, now = dump_preferences(wishes), self.clock.now()
        await self.store.preferences.save(person.id, person.name, row, now)
        # Tables carry absences, so every table is read again.
        self.loader.forget()
        return wishes
