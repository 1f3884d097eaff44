"""All that people can do at tables: the one door of the service."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from metrobot.engine.actions import Action
from metrobot.engine.draft import Draft
from metrobot.engine.ruleset import OptionValue
from metrobot.engine.title import Title
from metrobot.service.ports import Clock, Courier
from metrobot.service.table import GameId, Person, PlayerId, Table
from metrobot.store.store import Store


def _random_key() -> bytes:
    """Return 32 bytes that nobody can foresee."""
    return secrets.token_bytes(32)


class Tables:
    """Every game of every channel.

    Attributes:
        titles: the games that can be played, by their id.
        courier: says what has happened; set before anything is delivered.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        titles: Mapping[str, Title[Any, Any]],
        *,
        entropy: Callable[[], bytes] = _random_key,
    ) -> None:
        self.titles = titles
        self.courier: Courier | None = None

    async def open(
        self, *, guild: int, channel: int, host: Person, title: str, capacity: int | None
    ) -> Table:
        """Open a lobby in a channel, its host in it."""
        raise NotImplementedError

    async def join(self, channel: int, person: Person, interaction: int) -> Table:
        """Take a place in the lobby of a channel."""
        raise NotImplementedError

    async def leave(self, channel: int, player: PlayerId) -> Table:
        """Give up a place in the lobby; the last one to leave cancels the game."""
        raise NotImplementedError

    async def choose(self, channel: int, player: PlayerId, name: str, value: OptionValue) -> Table:
        """Choose an option of the title, or the `seating`."""
        raise NotImplementedError

    async def start(
        self, channel: int, player: PlayerId, *, may_manage: bool, interaction: int
    ) -> Table:
        """Start the game with those who are in the lobby."""
        raise NotImplementedError

    async def cancel(self, channel: int, player: PlayerId, *, may_manage: bool) -> Table:
        """End a lobby or a running game without a result."""
        raise NotImplementedError

    async def in_channel(self, channel: int) -> Table:
        """Return the unfinished game of a channel, else its newest finished one."""
        raise NotImplementedError

    async def by_id(self, game: GameId) -> Table:
        """Return a game by its number."""
        raise NotImplementedError

    async def begin_draft(self, game: GameId, player: PlayerId) -> Draft[Any, Any]:
        """Return an empty draft for a player whose turn it is."""
        raise NotImplementedError

    async def read_draft(
        self, game: GameId, player: PlayerId, revision: int, code: str
    ) -> Draft[Any, Any]:
        """Return the draft that a code means."""
        raise NotImplementedError

    async def confirm(self, game: GameId, player: PlayerId, revision: int, code: str) -> Table:
        """Play a whole draft, or nothing."""
        raise NotImplementedError

    async def act(
        self, game: GameId, player: PlayerId, revision: int, actions: Sequence[Action]
    ) -> Table:
        """Play some actions, all or none."""
        raise NotImplementedError

    async def rename(self, person: Person) -> None:
        """Remember a display name as it was just seen."""
        raise NotImplementedError

    async def posted(self, game: GameId, message: int) -> None:
        """Remember the newest lobby or board message of a game."""
        raise NotImplementedError

    async def deliver_pending(self, game: GameId | None = None) -> None:
        """Say what is still to be said, of one game or of all."""
        raise NotImplementedError

    def deliver_soon(self, game: GameId) -> None:
        """Have what is still to be said of a game said without waiting for it."""
        raise NotImplementedError

    async def close(self) -> None:
        """Let deliveries under way end."""
        raise NotImplementedError
