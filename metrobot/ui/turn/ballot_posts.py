"""The message with which people in a channel are asked something."""

import logging

import discord

from metrobot.service.ballots import Ballot
from metrobot.service.computers import computer_of
from metrobot.service.table import Table
from metrobot.ui.frame.context import Context, channel_of
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.page import Letter
from metrobot.ui.pages.post import edit, post

log = logging.getLogger(__name__)


async def post_ballot(
    context: Context, ix: Press, table: Table, ballot: Ballot, shown: Letter
) -> None:
    """Show a ballot in the channel, mentioning those who are asked.

    Raises:
        HTTPException: it cannot be shown; the ballot is closed, since nobody
            could answer it.
    """
    people = (player for player in ballot.voters - ballot.agreed if computer_of(player) is None)
    asked = [discord.Object(player) for player in people]
    mentions = discord.AllowedMentions(everyone=False, roles=False, users=asked)
    try:
        sent = await post(channel_of(ix.client, table), shown, mentions=mentions)
    except discord.HTTPException:
        await context.tables.ballots.close(ballot)
        raise
    await context.tables.ballots.posted(ballot, sent.id)


async def edit_ballot(client: discord.Client, table: Table, ballot: Ballot, shown: Letter) -> None:
    """Bring the message of a ballot up to date, as far as it is still there."""
    if ballot.message is None:
        return
    message = channel_of(client, table).get_partial_message(ballot.message)
    try:
        await edit(message, shown)
    except discord.HTTPException as error:
        log.info("the question %s was not brought up to date: %s", ballot.id, error.code)
