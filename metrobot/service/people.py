"""What one person has at all tables together."""

from typing import Final

from metrobot.service.reader import Reader
from metrobot.service.table import PlayerId, Table
from metrobot.store.store import Store

MOST_GAMES: Final = 20
"""How many games of one person are listed."""


class People:
    """Persons, apart from any one table."""

    def __init__(self, store: Store, reader: Reader) -> None:
        self._store = store
        self._reader = reader

    async def games_of(self, player: PlayerId) -> tuple[Table, ...]:
        """Return the newest games in which somebody has a seat, unfinished ones first."""
        rows = await self._store.of_player(player, MOST_GAMES)
        return tuple([await self._reader.table(row) for row in rows])
