"""Computers that cover the seats of people who are away."""

from dataclasses import dataclass
from functools import partial

from metrobot.service.membership import place_changes
from metrobot.service.model.history import History
from metrobot.service.model.loader import TablesPart
from metrobot.service.model.play import GameId, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.play.lock_choice import Commit
from metrobot.store.schema.rows import GameRow


@dataclass(eq=False)
class Covers(TablesPart):
    """Lets computers cover places, and people come back."""

    commit: Commit

    async def come_back(self, game: GameId, player: PlayerId) -> Table:
        """Let somebody whose seat a computer covers play themselves again.

        Raises:
            TableError: not running, or not seated.
        """
        async with self.locks.of(game):
            await self.back(game, player)
        return await self.loader.by_id(game)

    async def back(self, game: GameId, player: PlayerId) -> None:
        """End the cover of a player's seat, if there is one, the game's lock held.

        Raises:
            TableError: not running, or not seated.
        """
        row, table, history = await self.loader.running(game)
        position = table.position_of(player)
        if table.people[position].cover is not None:
            await self.cover(row, history, position, None)

    async def cover(
        self,
        row: GameRow,
        history: History,
        position: int,
        level: str | None,
        *,
        outvoted: bool = False,
    ) -> Table:
        """Have a computer cover a place, or end that, the game's lock held.

        Args:
            row: the game as it is stored.
            history: its history.
            position: the place.
            level: of the computer; None: its owner is back.
            outvoted: whether the others have decided on it.
        """
        now, owner = self.clock.now(), row.people[position]
        # Somebody whose turn began while a computer covered them is called by coming back.
        players = await self.store.looks.told(row.id, row.turn_since, DeliveryKind.COVERED)
        was_called = level is not None or owner.clock.called_at is not None or owner.id in players
        move = place_changes.covered(
            row, history, position, level, now, outvoted=outvoted, was_called=was_called
        )
        write = partial(self.store.seats.cover, position=position, level=level)
        return await self.commit(write, move, history)
