"""What people post of a line for all to see: their strip, or their sheet once it is over."""

from dataclasses import dataclass

from metrobot.engine.errors import Refusal
from metrobot.service.daily.line import Line, LineKey
from metrobot.service.model.clock import Clock
from metrobot.service.model.play import Person
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.store.schema.rows import Announcement, NewDelivery, PersonRow, Stream
from metrobot.store.store import Store


@dataclass(eq=False)
class Shares:
    """All strips and sheets that are posted.

    Attributes:
        store: keeps them until then.
        clock: tells the time.
        outbox: posts them.
    """

    store: Store
    clock: Clock
    outbox: OutboxWorker

    async def share(
        self, kind: DeliveryKind, line: Line, person: Person, *, guild: int, channel: int
    ) -> NewDelivery:
        """Store a strip or a sheet that is to be posted, and return its delivery.

        Args:
            kind: STRIP, which a server gets once, or SHEET.
            line: which they have finished.
            person: whose it is.
            guild: id of the server.
            channel: id of the channel.

        Raises:
            Refusal: their strip stands on this server already.
        """
        new = NewDelivery(kind, line.number, person.id, guild, channel)
        told = Announcement(new, PersonRow(person.id, person.name), self.clock.now())
        if kind is not DeliveryKind.STRIP:
            await self.store.outbox.announce(told)
        else:
            about = (guild, line.number, person.id, told)
            if not await self.store.lines.share_once(*about, is_open=not line.is_closed):
                raise Refusal(LineKey.SHARED)
        return new

    async def is_posted(self, new: NewDelivery, seconds: float) -> bool:
        """Begin to post what was stored, and return whether that was done within some seconds."""
        await self.outbox.deliver_within(Stream(channel=new.channel), seconds)
        waiting = await self.store.outbox.pending(channel=new.channel)
        about = (new.kind, new.turn, new.player)
        return about not in [(row.kind, row.turn, row.player) for row in waiting]
