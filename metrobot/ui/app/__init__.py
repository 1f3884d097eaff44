"""The bot: commands and presses on one side, posts on the other."""
