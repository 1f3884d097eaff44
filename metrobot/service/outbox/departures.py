"""News of people who are awaited and have left the server."""

from dataclasses import dataclass

from metrobot.service.model.loader import TablesPart
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.ports import FindGone
from metrobot.store.schema.rows import NewDelivery


@dataclass(eq=False)
class Departures(TablesPart):
    """Tells the others of people who are awaited in vain, each once a turn."""

    find_gone: FindGone

    async def tell(self, table: Table, turn: int) -> frozenset[int]:
        """Return those awaited in a turn who have left the server, once news of them is stored."""
        gone = await self.find_gone(table.place.guild, [each.id for each in table.to_call()])
        if gone:
            new = [NewDelivery(DeliveryKind.GONE, turn, each) for each in sorted(gone)]
            seen = (table.id, table.revision, table.turn_since)
            await self.store.reminders.tell_once(*seen, new, at=self.clock.now())
        return gone
