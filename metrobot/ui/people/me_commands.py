"""The group /me: what concerns one person, wherever they play."""

from discord import app_commands

from metrobot.ui.kit.context import Context
from metrobot.ui.people.away import away_command
from metrobot.ui.people.language_commands import my_language_command
from metrobot.ui.people.leaderboard_commands import (
    LeaderboardHandlers,
    listing_command,
    profile_command,
)
from metrobot.ui.people.my_games import games_command
from metrobot.ui.people.privacy_commands import PrivacyHandlers, forget_command, privacy_command
from metrobot.ui.people.reminder_settings import ReminderSettings, settings_command
from metrobot.ui.words.catalogue import ENGLISH


class MeCommands(app_commands.Group):
    """A person's own settings; each subcommand has a module of its own."""

    def __init__(self, context: Context, settings: ReminderSettings) -> None:
        super().__init__(name="me", description=ENGLISH.say("command.me"), guild_only=True)
        standing, privacy = LeaderboardHandlers(context), PrivacyHandlers(context)
        self.add_command(games_command(context))
        self.add_command(settings_command(context, settings))
        self.add_command(away_command(context))
        self.add_command(my_language_command(context))
        self.add_command(profile_command(standing))
        self.add_command(listing_command(standing))
        self.add_command(privacy_command(privacy))
        self.add_command(forget_command(privacy))
