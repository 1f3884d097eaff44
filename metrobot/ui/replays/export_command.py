"""/game export: the record of a game as a file."""

import io
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from metrobot.engine.record import dump
from metrobot.service.model.guards import check_started
from metrobot.service.model.play import Play, Status
from metrobot.ui.kit.game_access import GameAccess
from metrobot.ui.kit.handlers import slash
from metrobot.ui.kit.replies import Answerer
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.page import Page, page
from metrobot.ui.words.catalogue import Words


@dataclass(eq=False)
class ExportCommand(Answerer):
    """Hands out records."""

    games: GameAccess

    @slash("game export")
    async def export(self, ix: Press) -> None:
        """Hand out the record of this channel's game as a file.

        Raises:
            TableError: there is none, or it has not started.
        """
        table = await self.games.table_here(ix)
        check_started(table)
        await self.replies.reply(ix, _record_page(table, self.readers.words(ix)))


def _record_page(play: Play, words: Words) -> Page:
    """Return the record as a file, with what it holds in words."""
    name = f"{play.title.id}-{play.id}.json"
    data = io.BytesIO(dump(play.record()).encode() + b"\n")
    is_whole = play.status is Status.OVER
    text = words.say("export.whole") if is_whole else words.say("export.public")
    shown: ui.Item[Any] = ui.File(f"attachment://{name}")
    return page(text, shown, files=(discord.File(data, name),))
