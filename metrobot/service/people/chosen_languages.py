"""The languages that people and servers have chosen, kept in memory as well."""

from metrobot.service.model.play import Person, PlayerId
from metrobot.store.store import Store


class ChosenLanguages:
    """Languages that people and servers have chosen.

    Every answer asks for them, so all of them are in memory: a few bytes for each
    choice. Whoever has chosen nothing is not in here.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._players: dict[int, str] = {}
        self._servers: dict[int, str] = {}
        self._changes = 0
        self._is_doubted = True

    def doubt(self) -> None:
        """Have all choices read again, as another process has stored one."""
        self._is_doubted = True

    async def load(self) -> None:
        """Read all choices, if another process may have changed any."""
        # There may be very many: they are only read if something has changed.
        if not self._is_doubted and self._store.signals.is_heard:
            return
        changes, self._is_doubted = self._changes, False
        try:
            players, servers = await self._store.people.chosen_languages()
        except BaseException:
            self._is_doubted = True
            raise
        # A choice that was made here while the store was being read must not be undone by it.
        if self._changes == changes:
            self._players, self._servers = players, servers
        else:
            self._is_doubted = True

    def of_player(self, player: PlayerId) -> str | None:
        """Return the language that a person has chosen, or None."""
        return self._players.get(player)

    def of_server(self, guild: int) -> str | None:
        """Return the language that was chosen for a Discord server, or None."""
        return self._servers.get(guild)

    async def choose(self, person: Person, language: str | None) -> None:
        """Store the language of a person; None removes the choice."""
        await self._store.people.set_player_language(person.id, person.name, language)
        self._changes += 1
        _keep(self._players, person.id, language)

    async def choose_for_server(self, guild: int, language: str | None) -> None:
        """Store the language of a Discord server; None removes the choice."""
        await self._store.people.set_server_language(guild, language)
        self._changes += 1
        _keep(self._servers, guild, language)

    def forget(self, player: PlayerId) -> None:
        """Forget a person who was removed from the store."""
        self._changes += 1
        self._players.pop(player, None)


def _keep(languages: dict[int, str], id_: int, language: str | None) -> None:
    if language is None:
        languages.pop(id_, None)
    else:
        languages[id_] = language
