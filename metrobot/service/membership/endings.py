"""Ending a game before its time, as its people have decided."""

from dataclasses import dataclass, replace
from typing import Final

from metrobot.engine.actors import TABLE
from metrobot.engine.table_events import End
from metrobot.service.membership.ballots import Ballots
from metrobot.service.membership.transfer_rules import who_may_end
from metrobot.service.model.loader import TablesPart
from metrobot.service.model.play import GameId
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.play import acts
from metrobot.service.play.lock_choice import Commit, GiveUp
from metrobot.store.schema.act_rows import NewDelivery
from metrobot.store.statements.votes.ballots import Ballot

END: Final = "end"
"""Kind of the ballot about ending a game; `result` in its payload: whether it counts."""


@dataclass(eq=False)
class Endings(TablesPart):
    """Ends games before their time."""

    ballots: Ballots
    commit: Commit
    give_up: GiveUp

    async def end(self, game: GameId, ballot: Ballot) -> Table:
        """End a game as a ballot has decided: counted as it stands, or without a result.

        Raises:
            TableError: not running, the ballot is closed, or somebody has not agreed.
        """
        async with self.locks.of(game):
            row, table, history = await self.loader.running(game)
            await self.ballots.close_unanimous(table, ballot, voices=who_may_end)
            if not ballot.payload["result"]:
                return await self.give_up(row)
            now = self.clock.now()
            last_history = history.then(TABLE, End(), now)
            move = acts.turn_move(row, history, last_history, now)
            deliveries = (NewDelivery(DeliveryKind.ENDED), NewDelivery(DeliveryKind.OVER))
            # The store compares, and refuses if another process has stored a choice meanwhile.
            sealed_rows = row.sealed if last_history.title.is_simultaneous else None
            game_row = replace(move.game, sealed=())
            move = replace(move, game=game_row, deliveries=deliveries, seen=sealed_rows)
            return await self.commit(self.store.games.append, move, last_history)
