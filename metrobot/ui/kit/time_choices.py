"""Time zones and days that are suggested while somebody types one, and the date they mean."""

from datetime import datetime
from itertools import islice

import discord
from discord import app_commands

from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.handlers import Handler, suggestions
from metrobot.ui.pages.ids import Press
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.clock_time import moment_of
from metrobot.ui.words.discord_limits import CHOICE_LIMIT, MOST_CHOICES
from metrobot.ui.words.text_length import clipped
from metrobot.ui.words.zones import folded, suggested_zones


async def zone_choices(owner: Answerer, ix: Press, current: str) -> list[app_commands.Choice[str]]:
    """Return the time zones that may be meant by what was typed so far, for an owner's command."""
    words = owner.readers.words(ix)
    zones = islice(suggested_zones(current, words, discord.utils.utcnow()), MOST_CHOICES)
    return [
        app_commands.Choice(name=clipped(name, CHOICE_LIMIT), value=zone) for name, zone in zones
    ]


def day_choices(*days: int) -> Handler:
    """Return a function that suggests numbers of days as somebody types; 0: they are back."""

    async def suggest(owner: Answerer, ix: Press, current: str) -> list[app_commands.Choice[str]]:
        words = owner.readers.words(ix)
        choices = ((_name(number, words), str(number)) for number in days)
        return suggestions(choices, current, by_value=True)

    return suggest


def moment_typed(typed: str, longest: int, zone: str | None, words: Words) -> datetime | None:
    """Return the date that somebody has typed or chosen; None for no days at all.

    Args:
        typed: a date, or a number of days, also as the list shows them: 3 days.
        longest: most days that may be typed so.
        zone: time zone of the person; None: UTC.
        words: of the reader.

    Raises:
        Refusal: it is neither.
    """
    numbers = {folded(_name(days, words)): str(days) for days in range(longest + 1)}
    return moment_of(numbers.get(folded(typed), typed), discord.utils.utcnow(), zone)


def _name(number: int, words: Words) -> str:
    return words.count("away.days", number) if number else words.say("seats.back.button")
