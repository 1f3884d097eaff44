"""The first message of a lobby: the answer to whoever opened it.

It is promised before the lobby is stored, so that both know each other whatever breaks
in between: the outbox shows the lobby in that message if the answer does not. Whoever
opens one in a channel in slow mode is told so.
"""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from metrobot.service.membership.lobbies import Spot
from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from metrobot.ui.kit.guilds import UNANSWERED, code_of
from metrobot.ui.kit.readers import Readers
from metrobot.ui.lobby.lobby_page import lobby_page
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.page import page
from metrobot.ui.words.catalogue import Words

log = logging.getLogger(__name__)


async def opened(tables: Tables, ix: Press, opener: Callable[..., Awaitable[Table]]) -> Table:
    """Open a lobby that a public answer will show; `show_opened` gives it.

    Args:
        tables: the service.
        ix: the command or press, not yet answered.
        opener: stores the lobby, given `channel`.

    Raises:
        Refusal: as for `opener`.
    """

    async def promise() -> Spot:
        here = ix.channel_id or 0
        try:
            answer = await ix.response.defer(thinking=True)
        # Discord takes no answer any more: then the outbox posts the lobby.
        except UNANSWERED as error:
            log.info("a lobby is posted, not answered: %s", code_of(error))
            return Spot(here)
        return Spot(here, None if answer is None else answer.message_id)

    # Before anything is promised in public: most refusals are of this kind.
    await tables.lobbies.check_free(ix.channel_id or 0)
    return await opener(channel=promise)


async def show_opened(tables: Tables, ix: Press, table: Table, readers: Readers) -> None:
    """Show a lobby that was opened a moment ago in the answer that was promised."""
    if not ix.response.is_done():
        tables.deliver_soon(table.id)
        return
    ix.extras["answered"] = True
    try:
        words = readers.words_for(ix, is_public=True)
        await ix.edit_original_response(view=lobby_page(table, words).view)
    # It is stored: the outbox shows it, so that people can join and cancel it.
    except UNANSWERED as error:
        log.info("the lobby of game %s is shown later: %s", table.id, code_of(error))
        tables.deliver_soon(table.id)
    else:
        await tables.lobbies.shown(table.id)
        with suppress(*UNANSWERED):
            for note in slow_note(ix.channel, readers.words(ix)):
                await ix.followup.send(view=page(note).view, ephemeral=True)


# Discord can let presses fail there as it does messages (discord-api-docs#6465). Whoever opens a
# game may be exempt, but Discord does not say who else is.
def slow_note(channel: Any, words: Words) -> tuple[str, ...]:
    """Return a line that tells of a channel's slow mode, as far as Discord tells; none without."""
    is_slow = getattr(channel, "slowmode_delay", 0)
    return (words.say("place.slow", channel=channel.mention),) if is_slow else ()
