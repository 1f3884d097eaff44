"""The base of all that answers commands and presses."""

from collections.abc import Mapping
from dataclasses import dataclass

from metrobot.service.people.ledger import Account
from metrobot.service.tables import Tables
from metrobot.ui.kit.board_links import BoardLinks
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.game_access import GameAccess
from metrobot.ui.kit.guilds import Members
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.kit.readers import Readers
from metrobot.ui.kit.replies import Replies
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.page import page


@dataclass(eq=False)
class Answerer:
    """Base of handlers, with what most of them need.

    Attributes:
        readers: find the words.
        replies: answer people.
        tables: the service.
        fronts: the front of each title, by its id.
        games: find the game of a press.
        links: make sure of linked messages.
        drawing: draws pictures.
        members: knows who is on a server.
    """

    readers: Readers
    replies: Replies
    tables: Tables
    fronts: Mapping[str, Front]
    games: GameAccess
    links: BoardLinks
    drawing: Drawing
    members: Members

    async def say(self, ix: Press, key: str, /, **facts: object) -> None:
        """Answer in private with one sentence."""
        await self.replies.reply(ix, page(self.readers.words(ix).say(key, **facts)))

    async def charge(self, ix: Press, account: Account, amount: float = 1) -> None:
        """Charge the person who asks, whatever comes of it."""
        async with self.tables.ledger.charged(ix.user.id, account, amount, guild=ix.guild_id):
            pass
