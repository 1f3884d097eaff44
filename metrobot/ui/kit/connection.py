"""The client that is on Discord: after a connection that broke it is another one."""

import discord


class Connection:
    """The client that is on Discord at the moment, for all that outlives a connection."""

    def __init__(self) -> None:
        self._client: discord.Client | None = None

    def use(self, client: discord.Client) -> None:
        """Send all requests to Discord through a client from now on."""
        self._client = client

    @property
    def is_up(self) -> bool:
        """Whether the bot has been on Discord."""
        return self._client is not None

    @property
    def client(self) -> discord.Client:
        """The present client.

        Raises:
            RuntimeError: the bot has not been on Discord yet.
        """
        if self._client is None:
            raise RuntimeError("the bot has not been on Discord yet")
        return self._client

    def locale_of(self, guild: int) -> str | None:
        """Return the locale of a server, as far as events have told it."""
        found = None if self._client is None else self._client.get_guild(guild)
        return found.preferred_locale.value if found else None
