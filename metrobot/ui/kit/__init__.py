"""The contract between the bot and each game, and the tools that both use."""
