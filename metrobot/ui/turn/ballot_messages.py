"""Messages of ballots: posted with as many mentions as their opener may cause, kept up to date."""

import logging
from dataclasses import replace

import discord

from metrobot.service.membership.ballots import Ballot
from metrobot.service.model.computers import computer_of
from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from metrobot.ui.kit.guilds import UNANSWERED, code_of
from metrobot.ui.kit.replies import channel_of
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.page import Letter
from metrobot.ui.pages.post import calling, edit, post
from metrobot.ui.turn.board_buttons import link_to

log = logging.getLogger(__name__)


async def post_ballot(
    tables: Tables, ix: Press, table: Table, ballot: Ballot, shown: Letter
) -> str:
    """Show a ballot in the channel, mentioning as many of those who are asked as its opener may.

    Returns:
        The address of its message.

    Raises:
        HTTPException: it cannot be shown; the ballot is closed.
    """
    asked = sorted(ballot.voters - ballot.agreed)
    people = [player for player in asked if computer_of(player) is None]
    # No more people are mentioned than one person may have mentioned within a while.
    called = await tables.ledger.pinged(ballot.opener, people, table.id)
    try:
        sent = await post(channel_of(ix.client, table), shown, mentions=calling(called))
    # Nobody could answer a question that is nowhere to be seen.
    except discord.HTTPException:
        await tables.ballots.close(ballot)
        raise
    await tables.ballots.posted(ballot, sent.id)
    return link_to(replace(table, place=replace(table.place, board_message=sent.id)))


async def edit_ballot(client: discord.Client, table: Table, ballot: Ballot, shown: Letter) -> None:
    """Bring the message of a ballot up to date, as far as it is still there."""
    if ballot.message is None:
        return
    message = channel_of(client, table).get_partial_message(ballot.message)
    try:
        await edit(message, shown)
    # Its message may be gone by now; what was decided stands all the same.
    except UNANSWERED as error:
        log.info("the question %s was not brought up to date: %s", ballot.id, code_of(error))
