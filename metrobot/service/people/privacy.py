"""Forgetting people who want to be forgotten."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.loader import TableLoader
from metrobot.service.model.play import GameId, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.people.chosen_languages import ChosenLanguages
from metrobot.store.store import Store


@dataclass(eq=False)
class Privacy:
    """What people may ask about themselves.

    Attributes:
        store: keeps what is kept of them.
        loader: is to forget how they are called.
        languages: are to forget what they chose.
        marks: returns by what it stays known, of lines of the day that are open, that
            somebody has begun them.
        forgotten: is called once somebody is.
    """

    store: Store
    loader: TableLoader
    languages: ChosenLanguages
    marks: Callable[[PlayerId], Awaitable[Sequence[tuple[int, str]]]]
    forgotten: Callable[[], None]

    async def in_the_way(self, player: PlayerId) -> tuple[Table, ...]:
        """Return the unfinished games that keep a person from being forgotten."""
        games = await self.store.unfinished_of(player)
        return tuple([await self.loader.by_id(GameId(game)) for game in games])

    async def forget(self, player: PlayerId) -> None:
        """Erase a person's settings and make their finished games anonymous.

        Raises:
            TableError: they have a place in an unfinished game, or are its host.
        """
        games = await self.store.forget(player, await self.marks(player))
        if games:
            raise TableError(TableKey.STILL_SEATED)
        self.loader.forget()
        self.languages.forget(player)
        self.forgotten()
