"""The group /me: what concerns one person, wherever he plays."""

from discord import app_commands

from metrobot.ui.away import away_command
from metrobot.ui.desk import Desk
from metrobot.ui.gamelist import games_command
from metrobot.ui.language_commands import my_language_command
from metrobot.ui.privacy_commands import PrivacyDesk, forget_command, privacy_command
from metrobot.ui.settings import Settings, settings_command
from metrobot.ui.standing_commands import StandingDesk, listing_command, profile_command
from metrobot.ui.words import ENGLISH


class MeCommands(app_commands.Group):
    """A person's own settings; each subcommand has a module of its own."""

    def __init__(self, desk: Desk, settings: Settings) -> None:
        super().__init__(name="me", description=ENGLISH.say("command.me"), guild_only=True)
        standing, privacy = StandingDesk(desk), PrivacyDesk(desk)
        self.add_command(games_command(desk))
        self.add_command(settings_command(desk, settings))
        self.add_command(away_command(desk))
        self.add_command(my_language_command(desk))
        self.add_command(profile_command(standing))
        self.add_command(listing_command(standing))
        self.add_command(privacy_command(privacy))
        self.add_command(forget_command(privacy))
