"""/board and /hand: look at the game of this channel in private."""

from typing import Any

from discord import app_commands

from metrobot.engine.errors import Refusal
from metrobot.ui.frame.context import Context, player_id
from metrobot.ui.frame.views import game_view_of
from metrobot.ui.pages.ids import Press
from metrobot.ui.turn.private_views import PrivateViews
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.discord_limits import CHOICE_LIMIT, MOST_CHOICES
from metrobot.ui.words.text_length import clipped

Command = app_commands.Command[Any, ..., Any]


def board_command(context: Context, views: PrivateViews) -> Command:
    """Return /board."""

    @app_commands.command(name="board", description=ENGLISH.say("command.board"))
    @app_commands.describe(
        zoom=ENGLISH.say("command.board.zoom"), text=ENGLISH.say("command.board.text")
    )
    @app_commands.guild_only()
    async def board(ix: Press, zoom: str | None = None, text: bool = False) -> None:
        await context.defer_private(ix)
        table = await context.table_here(ix)
        if text:
            await views.text(ix, table)
        else:
            await views.board(ix, table, zoom)

    @board.autocomplete("zoom")
    async def zooms(ix: Press, current: str) -> list[app_commands.Choice[str]]:
        try:
            table = await context.table_here(ix)
        except Refusal:
            return []
        if table.state is None:
            return []
        words = context.words(ix)
        found = context.front(table).zooms(game_view_of(table, words, player_id(ix)), words)
        return [
            app_commands.Choice(name=clipped(zoom.label, CHOICE_LIMIT), value=zoom.key)
            for zoom in found
            if current.lower() in zoom.label.lower()
        ][:MOST_CHOICES]

    return board


def hand_command(context: Context, views: PrivateViews) -> Command:
    """Return /hand."""

    @app_commands.command(name="hand", description=ENGLISH.say("command.hand"))
    @app_commands.guild_only()
    async def hand(ix: Press) -> None:
        await context.defer_private(ix)
        await views.hand(ix, await context.table_here(ix))

    return hand
