"""Rows of what acts write: deliveries, and all that one act adds to a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from metrobot.store.schema.rows import ClockRow, EventRow, GameRow, PersonRow, SealedRow

HELD: Final = -1
"""Value of `attempts` of a delivery that waits for the next message of its game."""


class Stream(NamedTuple):
    """Deliveries that are posted in order: those of a game, else a channel, else a person.

    Attributes:
        game: id of the game, or None.
        channel: id of the channel for messages of no game, or None.
        player: id of the person for messages of neither, or None.
    """

    game: int | None = None
    channel: int | None = None
    player: int | None = None

    def __str__(self) -> str:
        """Return its name for logs, which names no person."""
        if self.game is not None:
            return f"game {self.game}"
        return "a person" if self.channel is None else f"channel {self.channel}"


@dataclass(frozen=True, slots=True)
class NewDelivery:
    """A new delivery, not yet stored.

    Attributes:
        kind: content and recipient.
        turn: number of the turn that it is about, or None.
        player: id of the person concerned, or None.
        guild: for messages of no game: id of the server, or None.
        channel: for messages of no game: id of the channel; None: to the player alone.
        held_until: until when it waits for the next message of its game; None: it does not.
    """

    kind: str
    turn: int | None = None
    player: int | None = None
    guild: int | None = None
    channel: int | None = None
    held_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Announcement:
    """A delivery of no game that is stored with the change it tells of.

    Attributes:
        delivery: the delivery.
        person: the person named, if any; their name is looked up when it is posted.
        at: when it is due.
    """

    delivery: NewDelivery
    person: PersonRow | None
    at: datetime


@dataclass(frozen=True, slots=True)
class DeliveryRow:
    """A stored delivery that is pending.

    Attributes:
        id: rises in the order of posting.
        game: id of the game; None: it belongs to no game.
        kind: content and recipient.
        turn: number of the turn that it is about, or None.
        revision: of the game when this was committed; 0 without a game.
        player: id of the person concerned, or None.
        attempts: number of failed tries; HELD: it waits for the next message of its game.
        next_at: time of the next try.
        holder: name of the process that leases it, or None.
        held_until: end of the lease, by the database's clock.
        guild: for messages of no game: id of the server, or None.
        channel: for messages of no game: id of the channel; None: to the player alone.
        read_at: when it was read, by the database's clock.
        message: id of the message that it became before, to be brought up to date, or None.
    """

    id: int
    game: int | None
    kind: str
    turn: int | None
    revision: int
    player: int | None
    attempts: int
    next_at: datetime
    holder: str | None = None
    held_until: datetime | None = None
    guild: int | None = None
    channel: int | None = None
    message: int | None = None
    read_at: datetime | None = field(default=None, compare=False)

    def held_by_another(self, than: str) -> timedelta:
        """Return the time, from when it was read, for which another process holds the lease.

        Args:
            than: name of this process.
        """
        if self.holder in (None, than) or self.held_until is None or self.read_at is None:
            return timedelta()
        # Both by the database's clock, since those of processes differ.
        return max(timedelta(), self.held_until - self.read_at)

    @property
    def is_held(self) -> bool:
        """Whether it waits for the next message of its game, until it is due at the latest."""
        return self.attempts == HELD

    @property
    def stream(self) -> Stream:
        """The stream in whose order it is posted."""
        if self.game is not None:
            return Stream(self.game)
        return Stream(channel=self.channel, player=self.player if self.channel is None else None)


@dataclass(frozen=True, slots=True)
class Move:
    """Everything that one act adds to a game: written whole or not at all.

    Attributes:
        game: the game as it stands after the events.
        after: revision of the game before them.
        events: with rising revisions, the first one above `after`.
        deliveries: messages about it, in this order.
        at: time of the act; its deliveries are due at once.
        seen: the sealed choices that the act is based on; if others are sealed by
            now, nothing is written. None: it is based on none.
        spent: ids of people whose plans are over with it.
        plans: the plans on which it is based, by their owners. If others are kept by now, none
            of them is played.
        instead: messages in place of the others, if the plan that was to come is gone.
        clocks: the clocks that have changed, each with its place.
        written: called in the thread that writes, when the events are written and
            not yet committed; it must neither wait nor fail.
    """

    game: GameRow
    after: int
    events: tuple[EventRow, ...]
    deliveries: tuple[NewDelivery, ...]
    at: datetime
    seen: tuple[SealedRow, ...] | None = field(default=None, repr=False)
    spent: tuple[int, ...] = ()
    plans: Mapping[int, str | None] = field(default_factory=dict, repr=False)
    instead: tuple[NewDelivery, ...] = ()
    clocks: tuple[tuple[int, ClockRow], ...] = ()
    written: Callable[[], None] = field(default=lambda: None, repr=False, compare=False)
