"""The messages of no game: a page for each kind, made when it is posted."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.service.people.people import People
from metrobot.ui.pages.page import Page, Post, letter, page
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name

_PageMaker: TypeAlias = Callable[[People, Delivery, Words], Awaitable[Post]]


async def _cancelled_page(people: People, delivery: Delivery, words: Words) -> Page:
    """Return that a game was cancelled, and by whom unless they were forgotten since."""
    name = None if delivery.player is None else await people.name_of(delivery.player)
    if name is None:
        return page(words.say("cancel.done"))
    return page(words.say("cancel.announced", name=shown_name(name)))


async def _closed_page(_: People, delivery: Delivery, words: Words) -> Post:
    """Return that a lobby which nobody joined is closed."""
    if delivery.channel is None:
        return letter(words.say("lobby.closed.private"))
    return page(words.say("lobby.closed"))


PAGES: Final[dict[DeliveryKind, _PageMaker]] = {
    DeliveryKind.CANCELLED: _cancelled_page,
    DeliveryKind.CLOSED: _closed_page,
}
"""Who makes the page of each kind; what goes to one person is a Letter."""
