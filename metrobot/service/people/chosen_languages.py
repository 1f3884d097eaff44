"""The languages that people and servers have chosen, kept in memory as well."""

from metrobot.service.model.play import Person, PlayerId
from metrobot.store.store import Store


class ChosenLanguages:
    """What was chosen; whoever has chosen nothing is not in here.

    Asked for each answer, so all of it lies in memory: a few bytes for each of
    those who have chosen.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._players: dict[int, str] = {}
        self._servers: dict[int, str] = {}
        self._changes = 0
        self._is_doubted = True

    def doubt(self) -> None:
        """Have all of it read again: another process has stored something."""
        self._is_doubted = True

    async def load(self) -> None:
        """Read all choices, unless they are known as they are: there may be very many.

        What was chosen here while the store was being read is not undone by it.
        """
        if not self._is_doubted and self._store.is_heard:
            return
        before, self._is_doubted = self._changes, False
        try:
            players, servers = await self._store.chosen_languages()
        except BaseException:
            self._is_doubted = True
            raise
        if self._changes == before:
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
        """Keep the language of a person; None takes the choice back."""
        await self._store.set_player_language(person.id, person.name, language)
        self._changes += 1
        _keep(self._players, person.id, language)

    async def choose_for_server(self, guild: int, language: str | None) -> None:
        """Keep the language of a Discord server; None takes the choice back."""
        await self._store.set_server_language(guild, language)
        self._changes += 1
        _keep(self._servers, guild, language)

    def forget(self, player: PlayerId) -> None:
        """Know nothing more of a person who was removed from the store."""
        self._changes += 1
        self._players.pop(player, None)


def _keep(chosen: dict[int, str], who: int, language: str | None) -> None:
    """Note a choice, or that there is none any more."""
    if language is None:
        chosen.pop(who, None)
    else:
        chosen[who] = language
