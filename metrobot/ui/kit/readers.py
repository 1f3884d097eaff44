"""The language of each reader, as far as Discord has told of them."""

from typing import Final

import discord
from cachetools import LRUCache

from metrobot.service.model.play import PlayerId
from metrobot.ui.kit.connection import Connection
from metrobot.ui.kit.guilds import fetch_guild
from metrobot.ui.pages.ids import Press
from metrobot.ui.words.catalogue import FALLBACK, Words
from metrobot.ui.words.languages import Languages

_KNOWN_PEOPLE: Final = 10_000
"""People whose last name and language are kept in memory."""


class Readers:
    """Finds the words for readers, in private and in public.

    Args:
        languages: knows which language is whose.
        connection: knows the client that asks Discord for the language of a server.
    """

    def __init__(self, languages: Languages, connection: Connection) -> None:
        self._languages = languages
        self._connection = connection
        self._known: LRUCache[int, tuple[str, str]] = LRUCache(_KNOWN_PEOPLE)

    def words(self, ix: Press) -> Words:
        """Return the language of the person of an interaction, for what they alone see."""
        return self._languages.private(ix.user.id, ix.locale.value, ix.guild_id)

    def words_for(self, ix: Press, *, is_public: bool) -> Words:
        """Return the language of an answer: the server's if it is public."""
        return self.public_words(ix.guild_locale, ix.guild_id) if is_public else self.words(ix)

    def public_words(self, locale: discord.Locale | None, guild: int | None) -> Words:
        """Return a server's language, for what everybody sees.

        Args:
            locale: that Discord names for the server, if it was told.
            guild: id of the server.
        """
        return self._languages.public(guild, locale and locale.value)

    def words_of(self, player: PlayerId, guild: int | None) -> Words:
        """Return the language of a person who has not just asked for something.

        Args:
            player: who is written to.
            guild: id of the server that it is about.
        """
        identity = self._known.get(player)
        return self._languages.private(player, identity and identity[1], guild)

    async def find_language(self, guild: int) -> None:
        """Find out the language that a server prefers, where nothing has told it yet.

        Raises:
            ClientError: Discord cannot be reached.
            DiscordServerError: it cannot answer now.
        """
        if not self._languages.knows(guild):
            # A server that Discord does not tell of gets the fallback, and is not asked for again.
            server = await fetch_guild(self._connection.client, guild)
            self._languages.learn(
                guild, FALLBACK if server is None else server.preferred_locale.value
            )

    def remember(self, ix: Press) -> bool:
        """Remember a person's present name and language; return whether the name is new."""
        identity = (ix.user.display_name, ix.locale.value)
        old_identity = self._known.get(ix.user.id)
        self._known[ix.user.id] = identity
        return old_identity is None or old_identity[0] != identity[0]

    def forget(self, person: int) -> None:
        """Forget the name and language of a person."""
        self._known.pop(person, None)
