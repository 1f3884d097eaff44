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
    """Erases people who want to be forgotten.

    Attributes:
        store: keeps the data.
        loader: has to forget their names.
        languages: have to forget their choice.
        marks: returns the number and the mark of a person for each line of the day
            that is open.
        forgotten: is called after somebody was forgotten.
    """

    store: Store
    loader: TableLoader
    languages: ChosenLanguages
    marks: Callable[[PlayerId], Awaitable[Sequence[tuple[int, str]]]]
    forgotten: Callable[[], None]

    async def in_the_way(self, player: PlayerId) -> tuple[Table, ...]:
        """Return the unfinished games that keep a person from being forgotten."""
        games = await self.store.people.unfinished_of(player)
        return tuple([await self.loader.by_id(GameId(game)) for game in games])

    async def forget(self, player: PlayerId) -> None:
        """Erase a person's settings and make their finished games anonymous.

        Raises:
            TableError: they have a place in an unfinished game, or are its host.
        """
        # Marks keep them from beginning a line again whose cards they know.
        games = await self.store.people.forget(player, await self.marks(player))
        if games:
            raise TableError(TableKey.STILL_SEATED)
        self.loader.forget()
        self.languages.forget(player)
        self.forgotten()
