"""Messages that belong to no game: a page for each kind, made when it is posted."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

from metrobot.service.model.play import PlayerId
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.service.tables import Tables
from metrobot.ui.daily.paper_page import paper_letter, reminder_page
from metrobot.ui.kit.front import Front
from metrobot.ui.pages.page import Page, Post, letter, page
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name

Fronts: TypeAlias = Mapping[str, Front]
_PageMaker: TypeAlias = Callable[[Tables, Fronts, Delivery, Words], Awaitable[Post]]


async def _cancelled_page(tables: Tables, _: Fronts, delivery: Delivery, words: Words) -> Page:
    """Return the notice that a game was cancelled, with the name of who did it if known."""
    name = None if delivery.player is None else await tables.people.name_of(delivery.player)
    if name is None:
        return page(words.say("cancel.done"))
    return page(words.say("cancel.announced", name=shown_name(name)))


async def _closed_page(_: Tables, __: Fronts, delivery: Delivery, words: Words) -> Post:
    """Return the notice that a lobby which nobody joined is closed."""
    if delivery.channel is None:
        return letter(words.say("lobby.closed.private"))
    return page(words.say("lobby.closed"))


async def _paper(tables: Tables, fronts: Fronts, delivery: Delivery, words: Words) -> Post:
    return await paper_letter(tables.daily, fronts, delivery, words)


async def _line_reminder(tables: Tables, _: Fronts, delivery: Delivery, words: Words) -> Post:
    """Return the reminder that the line of the day is still open."""
    player = PlayerId(delivery.player or 0)
    return reminder_page(await tables.daily.reminders.reminder(player), words)


PAGES: Final[dict[DeliveryKind, _PageMaker]] = {
    DeliveryKind.CANCELLED: _cancelled_page,
    DeliveryKind.CLOSED: _closed_page,
    DeliveryKind.PAPER: _paper,
    DeliveryKind.LINE_REMINDER: _line_reminder,
}
"""Makers of the page of each kind; a message to one person is a Letter."""
