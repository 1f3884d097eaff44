"""Lookouts, who want to be called to lobbies; people asked by name; followers of games."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final, TypeAlias

from metrobot.engine.title import Titles
from metrobot.service.model import guards
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.loader import TablesPart, existing
from metrobot.service.model.play import GameId, Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.ledger import ASKS, CALLS_SPARED, Account, Ledger
from metrobot.service.people.people import People
from metrobot.service.people.preferences import RemindBy
from metrobot.store.schema.act_rows import NewDelivery, Stream
from metrobot.store.schema.rows import GameRow, StaleError
from metrobot.store.statements.lookouts import Ask, Follow
from metrobot.store.statements.waits.due import DueKind

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
MOST_NAMED: Final = 3
"""Most people who are asked by name to one lobby."""
WEEK: Final = timedelta(days=7)
"""Time for which a No holds against who asked, and three of them within as long against all."""
MOST_GAMES: Final = 20
"""Most games that one person follows."""
MOST_FOLLOWERS: Final = 30
"""Most people who follow one game."""
PAUSE: Final = timedelta(hours=1)
"""Time for which nobody is told again of turns of a game that they follow."""
_TOLD_AT_ONCE: Final = 50
"""Most followers who are told in one round."""
_MOST_LOOKED_AT: Final = 500
AT_ONCE: Final = 20
"""Most seats on offer in one round."""

WhoSee: TypeAlias = Callable[[Sequence[PlayerId]], Awaitable[Sequence[PlayerId]]]
"""Returns those of some people who may be called in a channel, in their order."""


def place_offered(game: Table | GameRow) -> int | None:
    """Return the first place that its player offers to whoever comes; None if nobody does."""
    if game.status != Status.RUNNING or game.aside_at is not None:
        return None
    return next((place for place, person in enumerate(game.people) if person.offered), None)


class _NobodyError(Exception):
    """Nobody was called, so nothing is charged."""


# Whom a call reaches, and how often: docs/decisions/seats-now.md.
@dataclass(eq=False)
class Lookouts(TablesPart):
    """Calls people to lobbies, and to seats on offer, if they have asked for that."""

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
        """Call up to ten people who want that to a lobby, or to a seat on offer; return how many.

        Raises:
            TableError: its host, or whoever offers the seat, or its server, has had people
                called as often as they may, or to a lobby that was gone within minutes.
        """
        place, now = table.place, self.clock.now()
        rested = now - REST
        ids = await self.store.lookouts.wanting(place.guild, table.title.id, rested)
        row = existing(await self.store.games.by_id(table.id))
        caller = self._caller(row)
        if not ids or caller is None:
            return 0
        calls = await self.store.lookouts.calls_of(caller, now - DAY)
        for called_at, gone_at in calls:
            if gone_at is not None and called_at <= gone_at < called_at + STANDS:
                again = int((called_at + DAY).timestamp()) + 1
                raise TableError(TableKey.CALLED_IN_VAIN, again=f"<t:{again}:R>")
        purpose, spared = {"game": table.id, "guild": place.guild}, CALLS_SPARED * bool(calls)
        with suppress(_NobodyError):
            async with (
                self.ledger.charged(caller, Account.CALLS, **purpose),
                self.ledger.charged(place.guild, Account.SERVER_CALLS, spared=spared, **purpose),
                self.ledger.charged(place.guild, Account.CALL_PAUSE, **purpose),
                self.ledger.asking(PlayerId(caller), table.id),
            ):
                candidates = (await self._callable(row, caller, ids))[:MOST_ASKED]
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

    async def offer_seat(self, game: GameId, player: PlayerId, *, offered: bool) -> Table:
        """Offer somebody's seat to whoever comes, while they play on, or take that back.

        Raises:
            TableError: they have no seat.
        """
        await self.store.lookouts.offer_seat(game, player, self.clock.now(), offered=offered)
        self.loader.forget(game)
        table = await self.loader.by_id(game)
        guards.check_seated(table, player)
        return table

    async def call_to_seats(
        self, who_see: Callable[[Table, Sequence[PlayerId]], Awaitable[Sequence[PlayerId]]]
    ) -> None:
        """Call people to the seats on offer, once a day for each game."""
        for row in await self.store.due.find(self.clock.now(), AT_ONCE, DueKind.SUBSTITUTE):
            table, next_at = await self.loader.by_id(GameId(row.of)), self.clock.now() + DAY
            if table.status is not Status.RUNNING or not any(p.offered for p in table.people):
                await self.store.due.drop(row.of, row.kind)
                continue
            try:
                await self.call(table, partial(who_see, table))
            except TableError as error:
                next_at = getattr(error, "until", next_at)
            with suppress(StaleError):
                await self.store.due.keep(row, next_at)

    def _caller(self, row: GameRow) -> int | None:
        """Return the person who calls: a lobby's host, or whoever offers their seat."""
        if (place := place_offered(row)) is not None:
            return row.people[place].id
        most = row.capacity or max(self.loader.title(row).player_counts)
        has_room = row.status == Status.LOBBY and not row.private and len(row.people) < most
        return row.host if has_room else None

    async def _callable(self, row: GameRow, caller: int, ids: Sequence[int]) -> list[PlayerId]:
        """Return those of some people who may be disturbed now and are welcome in a lobby."""
        barred = {*(person.id for person in row.people), *(row.removed or ())}
        people = [PlayerId(player) for player in ids if player not in barred][:_MOST_LOOKED_AT]
        moment = self.clock.now() - LEFT_SINCE
        leavers = await self.store.lookouts.leavers(row.guild, [caller, *people], moment, MOST_LEFT)
        if caller in leavers:
            return []
        return [player for player in await self.people.undisturbed(people) if player not in leavers]

    async def ask(self, table: Table, asker: PlayerId, player: PlayerId, who_see: WhoSee) -> bool:
        """Ask somebody by name to join a lobby, if they may be asked now; return whether they may.

        Whoever asks is charged all the same, and cannot ask them there again: else they could
        find out when somebody sleeps.

        Raises:
            TableError: as for `check_may_ask`; the person is in it, or was asked to it; three were;
                or the asker has asked as many as they may.
        """
        self.check_may_ask(table, asker)
        async with (
            self.ledger.charged(asker, Account.ASKS, game=table.id),
            self.ledger.charged(asker, Account.PINGS, game=table.id),
            self.ledger.asking(asker, table.id),
        ):
            kinds = await self._ways_to_ask(table, asker, player, who_see)
            new = Ask(table.id, player, asker, self.clock.now())
            if table.has(player) or not await self.store.lookouts.ask(new, MOST_NAMED, kinds):
                raise TableError(TableKey.ASKED_BEFORE, most=MOST_NAMED)
        self.outbox.deliver_soon(Stream(table.id))
        return bool(kinds)

    def check_may_ask(self, table: Table, asker: PlayerId) -> None:
        """Refuse whoever cannot ask people to a lobby.

        Raises:
            TableError: they are not in it, or it has no place left.
        """
        if not table.has(asker):
            raise TableError(TableKey.NOT_IN_LOBBY)
        if len(table.people) >= table.most_people:
            raise TableError(TableKey.FULL, capacity=table.most_people)

    async def _ways_to_ask(
        self, table: Table, asker: PlayerId, player: PlayerId, who_see: WhoSee
    ) -> list[str]:
        """Return the kinds of deliveries that ask somebody; none if they are left in peace."""
        # First, and always: the time that Discord takes must not tell who is asleep.
        is_there, now = bool(await who_see([player])), self.clock.now()
        wishes, row = await self.people.preferences(player), await self.store.games.by_id(table.id)
        asks = await self.store.lookouts.asks_of(player)
        refusals = sorted(ask.no_at for ask in asks if ask.no_at)
        own = [ask for ask in asks if ask.asker == asker]
        last = [c for a, c in zip(refusals, refusals[2:], strict=False) if c - a < WEEK]
        last += [ask.no_at for ask in own if ask.no_at]
        in_peace = (
            not (is_there and wishes.asked and wishes.may_be_called(self.clock.wall())),
            player in (existing(row).removed or ()),
            any(moment > now - WEEK for moment in last),
            # A clock that was set back has asked nobody.
            any(now - REST < ask.at <= now for ask in own),
            sum(now - DAY < ask.at <= now for ask in asks) >= ASKS,
        )
        if any(in_peace):
            return []
        is_direct = wishes.remind_by is RemindBy.DIRECT
        return [DeliveryKind.INVITE_DIRECT if is_direct else DeliveryKind.INVITE]

    async def asker_of(self, table: Table, player: PlayerId) -> Person | None:
        """Return the asker of somebody who is still asked to a lobby, or None."""
        is_full = len(table.people) >= table.most_people
        if table.status is not Status.LOBBY or is_full or table.has(player):
            return None
        asks = await self.store.lookouts.asks_of(player)
        askers = [ask.asker for ask in asks if ask.game == table.id and ask.no_at is None]
        return next((person for person in table.people if person.id in askers), None)

    async def decline(self, game: int, player: PlayerId) -> None:
        """Keep whoever asked somebody to a lobby from asking them again for a week.

        Raises:
            TableError: nobody has asked them there.
        """
        if not await self.store.lookouts.decline(game, player, self.clock.now()):
            raise TableError(TableKey.NOT_ASKED)

    async def follow(self, table: Table, player: PlayerId, *, turns: bool) -> None:
        """Let somebody follow a game: its turns, or its end alone.

        Raises:
            TableError: it is private or not running, or they or others follow too much.
        """
        guards.check_running(table)
        if table.place.private:
            raise TableError(TableKey.NOT_FOLLOWED)
        limits = (MOST_GAMES, MOST_FOLLOWERS)
        if not await self.store.lookouts.follow(Follow(table.id, player, turns), *limits):
            raise TableError(TableKey.FOLLOWED_MUCH, games=MOST_GAMES, people=MOST_FOLLOWERS)

    async def unfollow(self, game: int, player: PlayerId) -> None:
        """Let somebody follow a game no more."""
        await self.store.lookouts.unfollow(game, player)

    async def followers(self, game: int) -> dict[int, bool]:
        """Return the followers of a game, each with whether they are told of turns."""
        return {row.player: row.turns for row in await self.store.lookouts.followers(game)}

    async def tell_followers(self) -> None:
        """Have followers told who are due by now, unless anything else waits to be said."""
        now = self.clock.now()
        rows = await self.store.lookouts.due_followers(now, _TOLD_AT_ONCE)
        if rows and all(row.next_at > now for row in await self.store.outbox.every_pending()):
            for row in rows:
                await self._tell_follower(row, now)

    async def _tell_follower(self, row: Follow, now: datetime) -> None:
        game, wall = existing(await self.store.games.by_id(row.game)), self.clock.wall()
        wishes = await self.people.preferences(PlayerId(row.player))
        is_running, moment = game.status == Status.RUNNING, now + (wishes.free_from(wall) - wall)
        # A clock that was set back has told nobody.
        if is_running and row.told_at is not None and row.told_at <= now:
            moment = max(moment, row.told_at + PAUSE)
        if moment <= now and not (await self.ledger.part(row.player, Account.TOLD, 1)).amount:
            moment = now + PAUSE
        letter, values = None, dict[str, datetime | None](next_at=moment)
        if moment <= now:
            letter = NewDelivery(DeliveryKind.FOLLOWED, row.game, row.player, game.guild)
            values = {"told_at": now, "next_at": None} if is_running else {}
        await self.store.lookouts.settle_follower(row, values, letter, now)
        self.outbox.deliver_soon(Stream(player=row.player))
