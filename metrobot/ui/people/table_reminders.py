"""/game reminders: after how long a table reminds who is awaited."""

from dataclasses import dataclass

from discord import app_commands

from metrobot.service.outbox.reminders import HOURS
from metrobot.service.tables import Tables
from metrobot.ui.kit.access import may_manage
from metrobot.ui.kit.board_links import BoardLinks
from metrobot.ui.kit.handlers import slash, suggestions
from metrobot.ui.kit.replies import Answerer, player_id
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.page import page
from metrobot.ui.turn.board_buttons import link_to
from metrobot.ui.turn.status_page import rhythm


@dataclass(eq=False)
class TableReminders(Answerer):
    """Sets when a table reminds."""

    tables: Tables
    links: BoardLinks

    async def _rhythms(self, ix: Press, current: str) -> list[app_commands.Choice[str]]:
        """Suggest after how long."""
        words = self.readers.words(ix)
        named = ((rhythm(hours, words), str(hours)) for hours in HOURS)
        return suggestions(named, current, by_value=True)

    @slash("game reminders", suggest={"after": _rhythms})
    async def reminders(self, ix: Press, after: str) -> None:
        """Set after how long the table of this channel reminds.

        Raises:
            TableError: there is no game here, or it is not theirs to settle.
        """
        words = self.readers.words(ix)
        hours = next((hours for hours in HOURS if str(hours) == after), None)
        if hours is None:
            choices = tuple(rhythm(each, words) for each in HOURS)
            await self.replies.reply(ix, page(words.say("reminder.table.choices", choices=choices)))
            return
        here = ix.channel_id or 0
        table = await self.tables.reminders.choose(
            here, player_id(ix), hours, may_manage=await may_manage(ix, here)
        )
        table = await self.links.with_message(table)
        text = words.say("reminder.table.set", when=rhythm(hours, words), link=link_to(table))
        await self.replies.reply(ix, page(text))
