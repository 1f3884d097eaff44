"""Time zones that are suggested while somebody types one."""

from itertools import islice

import discord
from discord import app_commands

from metrobot.ui.kit.replies import Answerer
from metrobot.ui.pages.ids import Press
from metrobot.ui.words.discord_limits import CHOICE_LIMIT, MOST_CHOICES
from metrobot.ui.words.text_length import clipped
from metrobot.ui.words.zones import suggested_zones


async def zone_choices(owner: Answerer, ix: Press, current: str) -> list[app_commands.Choice[str]]:
    """Return the time zones that may be meant by what was typed so far, for an owner's command."""
    words = owner.readers.words(ix)
    found = islice(suggested_zones(current, words, discord.utils.utcnow()), MOST_CHOICES)
    return [
        app_commands.Choice(name=clipped(name, CHOICE_LIMIT), value=zone) for name, zone in found
    ]
