"""Answers that all about places have in common."""

import logging
from dataclasses import dataclass

import discord

from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from metrobot.ui.kit.board_links import BoardLinks
from metrobot.ui.kit.replies import Answerer, channel_of
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.page import Page, page
from metrobot.ui.pages.post import post
from metrobot.ui.seats import seat_pages

log = logging.getLogger(__name__)


@dataclass(eq=False)
class SeatAnswers(Answerer):
    """Tells of places, in private and in the channel of a table."""

    tables: Tables
    links: BoardLinks

    async def done_page(self, ix: Press, table: Table, key: str) -> Page:
        """Return the answer that something was done, with a link to the table."""
        table = await self.links.with_message(table)
        return seat_pages.seat_done_page(table, key, self.readers.words(ix))

    async def tell_cancelled(self, ix: Press, table: Table) -> None:
        """Tell the channel that a game has ended without a result."""
        words = self.readers.public_words(ix.guild_locale, table.place.guild)
        await self.send_public(ix, table, page(words.say("seats.cancelled")))

    async def send_public(self, ix: Press, table: Table, shown_page: Page) -> None:
        """Post something in the channel of a table, as far as that is allowed."""
        if table.place.private:
            return
        try:
            await post(channel_of(ix.client, table), shown_page)
        except discord.HTTPException as error:
            log.warning("nothing could be posted for game %s: %s", table.id, error.code)
