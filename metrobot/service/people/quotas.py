"""How much one person, and one server, may have and do; generous, and set by who runs the bot."""

from dataclasses import dataclass
from typing import Final

from metrobot.service.model.errors import TableError, TableKey
from metrobot.store.statements.quotas import UnfinishedCounts

_MANY: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Quotas:
    """What whoever runs the bot allows.

    Attributes:
        games: unfinished ones that one person hosts, lobbies included.
        lobbies: that one person hosts.
        server_games: unfinished ones of one server, lobbies included.
        openings: of one person in ten minutes.
        imports: of one person in an hour.
        posts: that are no turns, caused by one person in an hour.
        pings: of people, caused by one person in an hour.
        seconds: of a processor for one person in an hour.
        replay_bytes: that imported replays of one person take.
    """

    games: int = _MANY
    lobbies: int = _MANY
    server_games: int = _MANY
    openings: int = _MANY
    imports: int = _MANY
    replay_bytes: int = 5_000_000
    posts: int = 5
    pings: int = 5
    seconds: float = 120.0


NO_QUOTAS: Final = Quotas()
"""For tests, and for a playground on one's own machine."""


def check_quotas(limits: Quotas, held: UnfinishedCounts) -> None:
    """Refuse one game more than there may be.

    Args:
        limits: what is allowed.
        held: how many there are.

    Raises:
        TableError: the person, or the server, has as many as they may.
    """
    if held.lobbies >= limits.lobbies:
        raise TableError(TableKey.TOO_MANY_LOBBIES, most=limits.lobbies)
    if held.games >= limits.games:
        raise TableError(TableKey.TOO_MANY_GAMES, most=limits.games)
    if held.in_server >= limits.server_games:
        raise TableError(TableKey.SERVER_FULL, most=limits.server_games)
