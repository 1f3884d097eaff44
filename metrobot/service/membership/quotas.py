"""How much one person, and one server, may have and do; generous, and set by who runs the bot."""

from collections import deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from metrobot.service.model.errors import TableError, TableKey
from metrobot.store.statements.quotas import UnfinishedCounts

OPENINGS_SPAN: Final = timedelta(minutes=10)
IMPORTS_SPAN: Final = timedelta(hours=1)
_MANY: Final = 1_000_000_000
_PEOPLE: Final = 10_000
"""Of so many people it is kept in memory what they did lately."""


@dataclass(frozen=True, slots=True)
class Quotas:
    """What whoever runs the bot allows.

    Attributes:
        games: unfinished ones that one person hosts, lobbies included.
        lobbies: that one person hosts.
        server_games: unfinished ones of one server, lobbies included.
        openings: of one person in ten minutes.
        imports: of one person in an hour.
        replay_bytes: that imported replays of one person take.
    """

    games: int = _MANY
    lobbies: int = _MANY
    server_games: int = _MANY
    openings: int = _MANY
    imports: int = _MANY
    replay_bytes: int = 5_000_000


NO_QUOTAS: Final = Quotas()
"""For tests, and for a playground on one's own machine."""


@dataclass(eq=False)
class RateLimit:
    """Lets each person do something so many times in a span of time; a restart forgives all.

    Attributes:
        key: of the refusal.
        most: times.
        span: within which they are counted.
    """

    key: TableKey
    most: int
    span: timedelta
    _done: dict[int, deque[datetime]] = field(default_factory=dict, init=False)

    def count(self, person: int, now: datetime) -> None:
        """Count that somebody does it now.

        Raises:
            TableError: they have done it too often; it says from when on they may again.
        """
        done = self._done.pop(person, None) or deque[datetime]()
        # Whatever a clock that was set back has left in the future is forgotten too.
        lately = deque(at for at in done if now - self.span < at <= now)
        self._done[person] = lately
        if len(lately) >= self.most:
            again = int((lately[0] + self.span).timestamp()) + 1
            raise TableError(self.key, most=self.most, again=f"<t:{again}:R>")
        lately.append(now)
        while len(self._done) > _PEOPLE:
            del self._done[next(iter(self._done))]

    def uncount(self, person: int, now: datetime) -> None:
        """Take back that somebody did it at that moment: nothing came of it."""
        done = self._done.get(person)
        if done and now in done:
            done.remove(now)


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
