"""/board and /hand: look at the game of this channel in private."""

from typing import Any

from discord import app_commands

from metrobot.engine.errors import Refusal
from metrobot.ui.frame.desk import Desk, player_of
from metrobot.ui.frame.scene import scene_of
from metrobot.ui.pages.ids import Press
from metrobot.ui.turn.looking import Looking
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.lengths import clipped
from metrobot.ui.words.limits import CHOICE_LIMIT, MOST_CHOICES

Command = app_commands.Command[Any, ..., Any]


def board_command(desk: Desk, looking: Looking) -> Command:
    """Return /board."""

    @app_commands.command(name="board", description=ENGLISH.say("command.board"))
    @app_commands.describe(
        zoom=ENGLISH.say("command.board.zoom"), text=ENGLISH.say("command.board.text")
    )
    @app_commands.guild_only()
    async def board(ix: Press, zoom: str | None = None, text: bool = False) -> None:
        await desk.think(ix)
        table = await desk.table_here(ix)
        if text:
            await looking.text(ix, table)
        else:
            await looking.board(ix, table, zoom)

    @board.autocomplete("zoom")
    async def zooms(ix: Press, current: str) -> list[app_commands.Choice[str]]:
        try:
            table = await desk.table_here(ix)
        except Refusal:
            return []
        if table.state is None:
            return []
        words = desk.words(ix)
        found = desk.front(table).zooms(scene_of(table, words, player_of(ix)), words)
        return [
            app_commands.Choice(name=clipped(zoom.label, CHOICE_LIMIT), value=zoom.key)
            for zoom in found
            if current.lower() in zoom.label.lower()
        ][:MOST_CHOICES]

    return board


def hand_command(desk: Desk, looking: Looking) -> Command:
    """Return /hand."""

    @app_commands.command(name="hand", description=ENGLISH.say("command.hand"))
    @app_commands.guild_only()
    async def hand(ix: Press) -> None:
        await desk.think(ix)
        await looking.hand(ix, await desk.table_here(ix))

    return hand
