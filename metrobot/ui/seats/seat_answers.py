"""Answers that all about places have in common."""

from dataclasses import dataclass

from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from metrobot.ui.kit.board_links import BoardLinks
from metrobot.ui.kit.replies import Answerer
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.page import Page
from metrobot.ui.seats import seat_pages


@dataclass(eq=False)
class SeatAnswers(Answerer):
    """Tells of places, in private."""

    tables: Tables
    links: BoardLinks

    async def done_page(self, ix: Press, table: Table, key: str) -> Page:
        """Return the answer that something was done, with a link to the table."""
        table = await self.links.with_message(table)
        return seat_pages.seat_done_page(table, key, self.readers.words(ix))
