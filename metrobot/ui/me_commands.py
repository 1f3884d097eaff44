"""The group /me: what concerns one person, wherever he plays."""

from discord import app_commands

from metrobot.ui.desk import Desk
from metrobot.ui.language_commands import my_language_command
from metrobot.ui.words import ENGLISH


class MeCommands(app_commands.Group):
    """A person's own settings; each subcommand has a module of its own."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(name="me", description=ENGLISH.say("command.me"), guild_only=True)
        self.add_command(my_language_command(desk))
