"""Time zones that are suggested while somebody types one."""

from itertools import islice

import discord
from discord import app_commands

from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import CHOICE_LIMIT, MOST_CHOICES
from metrobot.ui.words.text_length import clipped
from metrobot.ui.words.zones import suggested_zones


def zone_choices(typed: str, words: Words) -> list[app_commands.Choice[str]]:
    """Return the time zones that may be meant by what was typed so far."""
    found = islice(suggested_zones(typed, words, discord.utils.utcnow()), MOST_CHOICES)
    return [
        app_commands.Choice(name=clipped(name, CHOICE_LIMIT), value=zone) for name, zone in found
    ]
