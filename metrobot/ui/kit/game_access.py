"""Finding the game of an interaction: games that a person may not see do not exist for them."""

import asyncio
from collections.abc import Collection
from typing import Final

from cachetools import TTLCache

from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.guards import check_started
from metrobot.service.model.play import GameId, Status
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import Account
from metrobot.service.tables import Tables
from metrobot.ui.kit.access import check_may_see, may_see, requests_to_see
from metrobot.ui.kit.guilds import guild_of
from metrobot.ui.pages.ids import Press
from metrobot.vitals import log_context

MOST_REQUESTS: Final = 20
"""Most requests to Discord that a list of games makes for one press."""
_OWN_REQUESTS: Final = 4
"""Of these for the server, its channels, the bot and the reader there, where none is cached."""
_A_MINUTE: Final = 60.0
_REQUESTS: Final = "requests"
"""Key of an interaction's extras that holds the number of requests that are left to it."""
GAME: Final = "game"
"""Key of an interaction's extras that holds the number of its game."""


class GameAccess:
    """Finds the game that an interaction is about.

    Args:
        tables: the service.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._known: TTLCache[tuple[int, int], bool] = TTLCache(
            10_000, _A_MINUTE, tables.seats.clock.monotonic
        )

    async def any_table_here(self, ix: Press) -> Table:
        """Return the game of the channel, even one that somebody plays in private.

        Raises:
            TableError: there is none, or it was put aside.
        """
        table = await self._tables.in_channel(ix.channel_id or 0)
        place, people = table.place, _people_of(table)
        await check_may_see(ix, guild=place.guild, channel=place.channel, people=people)
        log_context.note_game(table.id, table.revision)
        if table.aside_at is not None:
            if table.is_hidden and ix.user.id not in people:
                raise TableError(TableKey.NONE_HERE)
            ix.extras[GAME] = table.id
            raise TableError(TableKey.PUT_ASIDE)
        return table

    async def table_here(self, ix: Press) -> Table:
        """Return the game of the channel: the unfinished one, else the newest.

        Raises:
            TableError: there is none, it was put aside, or somebody else plays it in private.
        """
        table = await self.any_table_here(ix)
        if table.is_hidden and ix.user.id not in _people_of(table):
            # A private game that was cancelled is not even mentioned to others.
            if table.status is Status.CANCELLED:
                raise TableError(TableKey.NONE_HERE)
            raise TableError(TableKey.PRIVATE, host=table.people[0].name)
        return table

    async def started_here(self, ix: Press) -> Table:
        """Return the game of the channel, which has started.

        Raises:
            TableError: as for `table_here`; it has not started; or the only one was given up,
                and the refusal says how to see it.
        """
        try:
            table = await self.table_here(ix)
        except TableError as error:
            if error.key == TableKey.NONE_HERE:
                games = self._tables.replays.finished(ix.channel_id or 0, 1, given_up=True)
                for game in await games:
                    number, titles = str(game.id), (game.title,)
                    raise TableError(TableKey.GIVEN_UP, number=number, titles=titles) from error
            raise
        check_started(table)
        return table

    async def admit(self, ix: Press, game: int, *, to_resume: bool = False) -> None:
        """Refuse a game that the person may not see: all presses come by here.

        Args:
            ix: the press.
            game: number of the game.
            to_resume: whether it is to go on, as it may if it was put aside.

        Raises:
            TableError: it is of another server, or of a channel that they may not see,
                somebody plays it in private, or it was put aside.
        """
        place = await self._tables.channels.of(game)
        await check_may_see(ix, guild=place.guild, channel=place.channel, people=place.people)
        if place.hidden_by is not None and ix.user.id not in place.people:
            raise TableError(TableKey.PRIVATE, host=place.hidden_by)
        ix.extras[GAME] = game
        if place.is_aside and not to_resume:
            raise TableError(TableKey.PUT_ASIDE)

    async def table_seen(self, ix: Press, game: int) -> Table:
        """Return a game by a number that somebody has typed.

        Raises:
            TableError: there is none that they may see.
        """
        await self.admit(ix, game)
        log_context.note_game(game)
        return await self.table_of(game)

    async def table_meant(self, ix: Press) -> Table:
        """Return the game that an interaction was about, else that of the channel.

        Raises:
            TableError: there is none.
        """
        game = ix.extras.get(GAME)
        return await (self.table_here(ix) if game is None else self.table_of(game))

    async def channels_seen(self, ix: Press, channels: Collection[int]) -> dict[int, bool]:
        """Return for channels of a list whether their games are there for the reader.

        Missing are those about which Discord would have to be asked once too often: it is
        asked little by each press and each person, and its answers are kept for a minute.
        """
        server, guild, reader = await guild_of(ix), ix.guild_id or 0, ix.user.id
        sights = {id_: self._known[reader, id_] for id_ in channels if (reader, id_) in self._known}
        costs = {id_: requests_to_see(ix, server, id_) for id_ in channels if id_ not in sights}
        requests_left = ix.extras.setdefault(_REQUESTS, MOST_REQUESTS - _OWN_REQUESTS)
        if requests := min(requests_left, sum(costs.values())):
            requests = (await self._tables.ledger.part(reader, Account.REQUESTS, requests)).amount
        ix.extras[_REQUESTS] -= requests
        unknown = list[int]()
        for channel, cost in costs.items():
            if cost <= requests:
                requests -= cost
                unknown.append(channel)
        answers = await asyncio.gather(
            *(may_see(ix, guild=guild, channel=channel) for channel in unknown)
        )
        new_sights = dict(zip(unknown, answers, strict=True))
        self._known.update({(reader, id_): new_sights[id_] for id_ in unknown if costs[id_]})
        return sights | new_sights

    async def table_of(self, game: int) -> Table:
        """Return a game by its number.

        Raises:
            TableError: there is none.
        """
        return await self._tables.by_id(GameId(game))


def _people_of(table: Table) -> set[int]:
    """Return the ids of those who may always see a table: its host and who sits there."""
    return {table.place.host, *(person.id for person in table.seated)}
