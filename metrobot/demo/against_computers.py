"""A game against computers, or alone, begun by one press on the playground's page."""

from collections.abc import Iterator
from typing import Any, Final

import simcord

from metrobot.service.model.errors import TableError
from metrobot.service.model.play import PlayerId, Status
from metrobot.ui.app.bot import Metrobot
from metrobot.ui.lobby.lobby_page import SEATING
from metrobot.ui.pages.ids import PressKind

LEVELS: Final = ("easy", "fair")
"""Levels of the computers that sit down."""


class AgainstComputers:
    """Opens a game and starts it, as a person does it in the channel."""

    def __init__(self, bot: Metrobot) -> None:
        self._bot = bot

    async def may(self, channel: int) -> bool:
        """Return whether a channel has no game under way."""
        try:
            table = await self._bot.parts.tables.in_channel(channel)
        except TableError:
            return True
        return table.status not in (Status.LOBBY, Status.RUNNING)

    async def begin(
        self, person: simcord.MemberActor, channel: simcord.ChannelHandle, title: str
    ) -> None:
        """Open a lobby, add computers unless the game can be played alone, start."""
        tables = self._bot.parts.tables
        levels = () if 1 in tables.titles[title].player_counts else LEVELS
        opened = await person.slash(channel, "game new", game=title, seats=1 + len(levels))
        lobby = opened.response
        if lobby is None:
            return
        # Whoever has pressed has the first turn.
        if levels:
            await tables.lobbies.at(channel.id).choose(PlayerId(person.id), SEATING, "joined")
        for number, level in enumerate(levels):
            menu, value = _id(lobby, PressKind.COMPUTER), f"add.{level}.{number}"
            await person.select(lobby, [value], custom_id=menu)
        await person.click(lobby, custom_id=_id(lobby, PressKind.START))


def _id(message: Any, kind: PressKind) -> str:
    """Return the id of a message's button or menu of a kind, as it is now."""
    found = (str(each.get("custom_id", "")) for each in _walk(message.components))
    return next(each for each in found if f":{kind}:" in each)


def _walk(components: Any) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _walk(component.get("components") or [])
