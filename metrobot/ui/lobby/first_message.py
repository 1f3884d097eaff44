"""The first message of a lobby: the answer to whoever opened it, else one in the channel."""

import logging

import discord

from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from metrobot.ui.kit.replies import channel_of
from metrobot.ui.lobby.lobby_page import lobby_page
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.post import post
from metrobot.ui.words.catalogue import Words

log = logging.getLogger(__name__)


async def show_opened(tables: Tables, ix: Press, table: Table, words: Words) -> None:
    """Show a lobby that was opened a moment ago.

    Args:
        tables: the service.
        ix: the command or press, not yet answered.
        table: the lobby.
        words: of the server.

    Raises:
        HTTPException: it cannot be posted either; it will be at the next occasion.
    """
    try:
        answer = await ix.response.send_message(view=lobby_page(table, words).view)
        message = answer.message_id
    # The lobby is stored by now and takes the channel: where Discord takes no answer any more, it
    # is posted, so that people can see and cancel it.
    except discord.HTTPException as error:
        log.info("the lobby of game %s is posted, not answered: %s", table.id, error.code)
        message = (await post(channel_of(ix.client, table), lobby_page(table, words))).id
    if message is not None:
        await tables.posted(table.id, message)
