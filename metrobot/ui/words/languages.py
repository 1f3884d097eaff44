"""The language of each person and each server."""

from collections.abc import Callable, Mapping
from typing import Final

from cachetools import FIFOCache

from metrobot.service.model.play import PlayerId
from metrobot.service.people.chosen_languages import ChosenLanguages
from metrobot.ui.words.catalogue import FALLBACK, Words, nearest, words_for

_NOWHERE: Final[Mapping[str, str]] = {}
_MOST_SERVERS: Final = 10_000
"""Servers whose language, as Discord has told it, is kept in memory."""


class Languages:
    """Finds the words for a person or for a server.

    In private a person's own choice goes first, then what Discord says of them,
    then their server's language. In public it is the server's choice, then what
    Discord says of the server. Where there is no catalogue, the next one of
    these serves, and in the end English. Options are named as the reader's client
    names them where that is known.

    Args:
        chosen: the languages that people and servers have chosen.
        preferred: returns the locale that Discord names for a server, by its id.
    """

    def __init__(self, chosen: ChosenLanguages, preferred: Callable[[int], str | None]) -> None:
        self.chosen = chosen
        self._preferred = preferred
        self._commands = _NOWHERE
        self._heard: FIFOCache[int, str] = FIFOCache(_MOST_SERVERS)
        self._words: dict[tuple[str, str], Words] = {}

    def know_commands(self, mentions: Mapping[str, str]) -> None:
        """Have commands shown as Discord links them, each reader in their client's language.

        Args:
            mentions: the mention of each command, by names such as `game new`.
        """
        self._commands = mentions
        # Words that are kept have the old mentions in them.
        self._words.clear()

    def learn(self, guild: int, preferred: str) -> None:
        """Remember the locale that Discord has just named for a server."""
        self._heard[guild] = preferred

    def knows(self, guild: int) -> bool:
        """Return whether the language of a server is known."""
        is_known = guild in self._heard or self._preferred(guild) is not None
        return is_known or nearest(self.chosen.of_server(guild)) is not None

    def private(self, player: int, locale: str | None, guild: int | None) -> Words:
        """Return the words for what one person reads alone.

        Args:
            player: id of the person.
            locale: their locale as Discord names it, if it is known.
            guild: id of the server where they are, or None.
        """
        choice, client = self.chosen.of_player(PlayerId(player)), nearest(locale)
        language = nearest(choice) or client or nearest(*self._of_server(guild)) or FALLBACK
        return self._said(language, language if locale is None else client or FALLBACK)

    def public(self, guild: int | None, preferred: str | None = None) -> Words:
        """Return the words for what everybody in a server reads.

        Args:
            guild: id of the server.
            preferred: locale that Discord names for the server, if it was just told.
        """
        language = nearest(*self._of_server(guild, preferred)) or FALLBACK
        return self._said(language, language)

    def _of_server(self, guild: int | None, preferred: str | None = None) -> tuple[str | None, ...]:
        """Return the locale that a server has chosen, and the one that Discord names for it."""
        if guild is None:
            return (preferred,)
        preferred = preferred or self._preferred(guild) or self._heard.get(guild)
        return self.chosen.of_server(guild), preferred

    def _said(self, language: str, client: str) -> Words:
        """Return a language's words, always as the same object."""
        # Pictures and game views are remembered by this object.
        words = self._words.get((language, client))
        if words is None:
            words = words_for(language).with_commands(self._commands, words_for(client))
            self._words[language, client] = words
        return words
