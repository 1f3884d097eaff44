"""Time zones that are suggested while somebody types one."""

from discord import app_commands

from metrobot.service.people.preferences import zones
from metrobot.ui.words.discord_limits import MOST_CHOICES


def zone_choices(typed: str) -> list[app_commands.Choice[str]]:
    """Return the time zones whose names contain what was typed so far."""
    asked = typed.strip().casefold().replace(" ", "_")
    found = sorted(name for name in zones() if asked in name.casefold())
    return [app_commands.Choice(name=name, value=name) for name in found[:MOST_CHOICES]]
