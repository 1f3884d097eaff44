"""Rules that the managers of a server set for its games."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from metrobot.service.model.errors import TableError, TableKey
from metrobot.store.statements.people import ServerRules
from metrobot.store.store import Store


class Switch(StrEnum):
    """Things that a server allows or not, each by its name in `ServerRules`."""

    IMPORTS = "imports"
    PRIVATE_GAMES = "private_games"
    PUBLIC_REPLAYS = "public_replays"
    RATINGS = "ratings"


@dataclass(eq=False)
class ServerGames:
    """Keeps the rules of servers, and refuses what they do not allow.

    Attributes:
        store: keeps them; they are read each time, as another process may have changed them.
    """

    store: Store

    async def rules(self, guild: int) -> ServerRules:
        """Return the rules of a server."""
        return await self.store.people.server_rules(guild)

    async def turn(self, guild: int, switch: Switch, *, on: bool) -> None:
        """Allow something on a server, or forbid it."""
        await self.store.people.set_server_rule(guild, switch, on)

    async def let_open(self, guild: int, roles: Sequence[int]) -> None:
        """Let only people with some roles open games; without roles, everybody."""
        # The id of a server is also that of the role that everybody has.
        openers = [] if guild in roles else sorted(roles)
        await self.store.people.set_server_rule(guild, "openers", openers)

    async def check(self, guild: int, switch: Switch) -> None:
        """Refuse something that a server does not allow.

        Raises:
            TableError: it does not.
        """
        if not getattr(await self.rules(guild), switch):
            raise turned_off(switch)


def turned_off(switch: Switch) -> TableError:
    """Return the refusal of something that a server does not allow."""
    return TableError(TableKey.TURNED_OFF, switches=(f"server.games.{switch}",))
