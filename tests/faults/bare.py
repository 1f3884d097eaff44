"""A bot that only answers: what discord.py and the sockets take, without any game."""

import discord

from metrobot.settings import read_settings
from metrobot.ui.app import api_address


class Bare(discord.AutoShardedClient):
    """Promises an answer to everything, and gives it."""

    async def setup_hook(self) -> None:
        """Find the gateway."""
        await api_address.await_gateway(self, None)

    async def on_interaction(self, ix: discord.Interaction["Bare"]) -> None:
        """Answer in two steps, as every handler that draws does."""
        await ix.response.defer(ephemeral=True, thinking=True)
        await ix.edit_original_response(content="done")


if __name__ == "__main__":
    settings = read_settings()
    api_address.use(settings.discord_api)
    token = settings.discord_token.get_secret_value()
    Bare(intents=discord.Intents(guilds=True)).run(token, log_handler=None)
