"""A process that runs the bot: on the gateway or over HTTP, from settings to an exit code."""
