"""/me away: tell everybody until when you are not there."""

from dataclasses import dataclass
from typing import Final

import discord
from discord import app_commands

from metrobot.service.tables import Tables
from metrobot.ui.kit.handlers import slash, suggestions
from metrobot.ui.kit.replies import Answerer, person_of
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.page import page
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.clock_time import moment_of

_DAYS: Final = (0, 1, 2, 3, 7, 14, 30)


@dataclass(eq=False)
class AwayCommand(Answerer):
    """Notes an absence, or its end."""

    tables: Tables

    async def _days(self, ix: Press, current: str) -> list[app_commands.Choice[str]]:
        """Suggest some numbers of days."""
        words = self.readers.words(ix)
        named = ((_name(number, words), str(number)) for number in _DAYS)
        return suggestions(named, current, by_value=True)

    @slash("me away", suggest={"until": _days})
    async def away(self, ix: Press, until: str) -> None:
        """Note until when somebody is away."""
        people, person, words = self.tables.people, person_of(ix), self.readers.words(ix)
        zone = (await people.preferences(person.id)).zone
        back = moment_of(until, discord.utils.utcnow(), zone)
        await people.be_away(person, back)
        if back is None:
            text = words.say("away.back")
        else:
            text = words.say("away.set", until=discord.utils.format_dt(back, "F"))
        await self.replies.reply(ix, page(text))


def _name(number: int, words: Words) -> str:
    """Return what a number of days is called."""
    return words.count("away.days", number) if number else words.say("away.now_back")
