"""Forgetting people who want to be forgotten."""

from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.loader import TableLoader
from metrobot.service.model.play import GameId, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.people.chosen_languages import ChosenLanguages
from metrobot.store.store import Store


class Privacy:
    """What people may ask about themselves."""

    def __init__(self, store: Store, loader: TableLoader, languages: ChosenLanguages) -> None:
        self._store = store
        self._languages = languages
        self._loader = loader

    async def in_the_way(self, player: PlayerId) -> tuple[Table, ...]:
        """Return the unfinished games that keep a person from being forgotten."""
        games = await self._store.unfinished_of(player)
        return tuple([await self._loader.by_id(GameId(game)) for game in games])

    async def forget(self, player: PlayerId) -> None:
        """Erase a person's settings and make their finished games anonymous.

        Raises:
            TableError: they have a place in an unfinished game, or are its host.
        """
        games = await self._store.forget(player)
        if games:
            raise TableError(TableKey.STILL_SEATED)
        self._loader.forget()
        self._languages.forget(player)
