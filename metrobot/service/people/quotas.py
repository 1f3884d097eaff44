"""Quotas of people and servers: generous, and set by the host of the bot."""

from dataclasses import dataclass
from typing import Final

from metrobot.service.model.errors import TableError, TableKey
from metrobot.store.statements.quotas import UnfinishedCounts

_MANY: Final = 1_000_000_000
_COUNTED: Final = ("posts", "server_posts", "game_posts", "pings", "requests", "claims", "seconds")


@dataclass(frozen=True, slots=True)
class Quotas:
    """Limits that the host of the bot sets.

    Attributes:
        games: unfinished games hosted by one person, lobbies included.
        lobbies: lobbies hosted by one person.
        server_games: unfinished games of one server, lobbies included.
        openings: lobbies opened by one person in ten minutes.
        imports: records imported by one person in an hour.
        posts: messages other than turns, caused by one person in an hour.
        server_posts: the same, caused by all people of a server together.
        game_posts: messages other than turns in one game in an hour.
        pings: people mentioned because of one person in an hour.
        requests: questions to Discord for lists of games that one person sees in an hour.
        claims: requests for a seat of one game that one person may take back in a day.
        seconds: of a processor for one person in an hour.
        replay_bytes: size of all imported replays of one person.
        joined: open lobbies of others that one person may be in.
        idle_days: days without an act until a table hears that its game will be put
            aside; 0: none is.
    """

    games: int = _MANY
    lobbies: int = _MANY
    server_games: int = _MANY
    openings: int = _MANY
    imports: int = _MANY
    replay_bytes: int = 5_000_000
    posts: int = 5
    server_posts: int = 20
    game_posts: int = 12
    pings: int = 5
    requests: int = 120
    claims: int = 1
    seconds: float = 120.0
    joined: int = _MANY
    idle_days: int = 0


NO_QUOTAS: Final = Quotas()
"""Limits that no host can change, and no others: for tests."""

UNLIMITED: Final = Quotas(**dict.fromkeys(_COUNTED, _MANY), idle_days=21)
"""No limits, for the playground: nobody there disturbs anybody. There weeks pass at a press."""


def check_quotas(limits: Quotas, counts: UnfinishedCounts) -> None:
    """Refuse one game more than the quotas allow.

    Args:
        limits: the quotas.
        counts: numbers of unfinished games.

    Raises:
        TableError: the person, or the server, has as many as they may.
    """
    if counts.lobbies >= limits.lobbies:
        raise TableError(TableKey.TOO_MANY_LOBBIES, most=limits.lobbies)
    if counts.games >= limits.games:
        raise TableError(TableKey.TOO_MANY_GAMES, most=limits.games)
    if counts.in_server >= limits.server_games:
        raise TableError(TableKey.SERVER_FULL, most=limits.server_games)
