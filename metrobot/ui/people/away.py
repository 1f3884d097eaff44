"""/me away: tell everybody until when you are not there."""

from typing import Any, Final

import discord
from discord import app_commands

from metrobot.ui.kit.context import Context, person_of
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.page import page
from metrobot.ui.words.catalogue import ENGLISH, Words
from metrobot.ui.words.clock_time import moment_of

_DAYS: Final = (0, 1, 2, 3, 7, 14, 30)


def away_command(context: Context) -> app_commands.Command[Any, ..., Any]:
    """Return the subcommand of /me that notes an absence, or its end."""

    @app_commands.command(name="away", description=ENGLISH.say("command.me.away"))
    @app_commands.describe(until=ENGLISH.say("command.me.away.until"))
    async def away(ix: Press, until: str) -> None:
        await context.defer_private(ix)
        people, person, words = context.tables.people, person_of(ix), context.words(ix)
        zone = (await people.preferences(person.id)).zone
        back = moment_of(until, discord.utils.utcnow(), zone)
        await people.be_away(person, back)
        if back is None:
            text = words.say("away.back")
        else:
            text = words.say("away.set", until=discord.utils.format_dt(back, "F"))
        await context.reply(ix, page(text))

    @away.autocomplete("until")
    async def days(ix: Press, current: str) -> list[app_commands.Choice[str]]:
        words = context.words(ix)
        named = [(_name(number, words), str(number)) for number in _DAYS]
        found = [(n, v) for n, v in named if current.lower() in n.lower() or current == v]
        return [app_commands.Choice(name=name, value=value) for name, value in found]

    return away


def _name(number: int, words: Words) -> str:
    """Return what a number of days is called."""
    return words.count("away.days", number) if number else words.say("away.now_back")
