"""What the store takes and gives: plain values, no rows of any library."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from metrobot.engine.ruleset import OptionValue

TAKE_BACK: Final = "take_back"
"""Kind of the event of the table that makes others void, itself too; in no record."""


class StaleError(Exception):
    """Another writer was faster; nothing was written."""


class TakenBackError(Exception):
    """A part of what is known of a game was taken back: it has to be read again."""


class ResealedError(Exception):
    """Other choices are sealed than the writer has seen; nothing was written."""


class ChannelTakenError(Exception):
    """The channel has an unfinished game already; nothing was written."""


NOBODY: Final = 0
"""Stands for a person on a vacant seat; no person has this id."""
COMPUTERS: Final = -1_000_000_000
"""Computers have this id and lower ones; from -1 down to it are people who were forgotten."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody at a table.

    Attributes:
        id: the Discord user; NOBODY on a vacant seat.
        name: display name as last seen.
        dm_closed: whether direct messages were refused before.
        away_until: when they will be back, as far as they have said so.
        cover: level of the computer that plays for them, or None.
        hints: how many they have taken in this game.
    """

    id: int
    name: str
    dm_closed: bool = False
    away_until: datetime | None = None
    cover: str | None = None
    hints: int = 0


@dataclass(frozen=True, slots=True)
class DepartedRow:
    """Somebody who has left a seat of a game.

    Attributes:
        position: of their place in the order of play.
        revision: of the game once they had left.
        person: who.
    """

    position: int
    revision: int
    person: PersonRow


@dataclass(frozen=True, slots=True)
class SealedRow:
    """What one seat has chosen in a round that is not complete: secret.

    Attributes:
        round: number of the round.
        seat: who chose.
        payload: the actions in their order, each its kind and its fields.
    """

    round: int
    seat: int
    payload: tuple[Mapping[str, Any], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game without its events.

    Attributes:
        id: counted up by the store; 0 before it is stored.
        guild: id of the Discord server.
        channel: id of the Discord channel.
        title: id of the game title.
        rules_version: of the title when the lobby was opened.
        status: lobby, running, over or cancelled.
        host: id of a player.
        capacity: places asked for, or None.
        players: the number of people who started, None in the lobby.
        options: of the ruleset, all of them.
        seating: random or joined.
        commitment: SHA-256 of the key, 64 hexadecimal digits.
        salt: ids of interactions.
        key: 64 hexadecimal digits; secret until the game is over.
        revision: number of the newest event ever written, 0 before the first.
        result: as in the record, None until the game is over.
        board_message: id of the newest lobby or board message, or None.
        created_at: when the lobby was opened.
        turn_since: since when the present people are awaited.
        people: in the lobby in the order of joining, then in the order of play.
        sealed: choices that wait for those of others, by round and seat.
        finished_at: when the game came to its result, or was cancelled; else None.
        lost: why nothing can be posted in its channel, or None while all is well.
        private: whether its channel hears nothing of it until it is over.
        dealing: how its draws are numbered, as in the record.
        computed: whether a computer has made a choice in it.
        hints: whether the host allowed hints among people.
        awaited: the places in the order of play whose players are to act, None if that is not
            known without the events.
        turn: the number of the turn, likewise.
        departed: who has sat there before, place by place, whoever left first before others.
    """

    id: int
    guild: int
    channel: int
    title: str
    rules_version: int
    status: str
    host: int
    capacity: int | None
    players: int | None
    options: Mapping[str, OptionValue]
    seating: str
    commitment: str
    salt: tuple[str, ...] = field(repr=False)
    key: str = field(repr=False)
    revision: int
    result: Mapping[str, Any] | None
    board_message: int | None
    created_at: datetime
    turn_since: datetime
    people: tuple[PersonRow, ...]
    sealed: tuple[SealedRow, ...] = field(default=(), repr=False)
    finished_at: datetime | None = None
    lost: str | None = None
    private: bool = False
    dealing: int = 1
    computed: bool = False
    hints: bool = False
    awaited: tuple[int, ...] | None = None
    turn: int | None = None
    departed: tuple[DepartedRow, ...] = ()


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event.

    Attributes:
        revision: of the game right after it.
        seq: its place among the events in force, from 1.
        actor: `chance` or the number of a seat.
        kind: the tag of the action.
        payload: the other fields of the action, secrets too.
        at: when it was accepted.
    """

    revision: int
    seq: int
    actor: str
    kind: str
    payload: Mapping[str, Any] = field(repr=False)
    at: datetime


class Stream(NamedTuple):
    """Whose deliveries are posted in order: a game, else a channel, else a person.

    Attributes:
        game: id of the game, or None.
        channel: id of the channel in which something of no game is said, or None.
        player: id of the person to whom it is said where there is no channel either.
    """

    game: int | None = None
    channel: int | None = None
    player: int | None = None

    def __str__(self) -> str:
        """Return what it is called in logs, where no person is named."""
        if self.game is not None:
            return f"game {self.game}"
        return "a person" if self.channel is None else f"channel {self.channel}"


@dataclass(frozen=True, slots=True)
class NewDelivery:
    """A new delivery, not yet stored.

    Attributes:
        kind: what it is, and to whom it goes.
        turn: the turn that it tells of, or None.
        player: whom it concerns, or None.
        guild: of no game: the server that it is about, or None.
        channel: of no game: where it is said; None: to the player alone.
    """

    kind: str
    turn: int | None = None
    player: int | None = None
    guild: int | None = None
    channel: int | None = None


@dataclass(frozen=True, slots=True)
class Announcement:
    """A delivery of no game that is stored with the change it tells of.

    Attributes:
        delivery: what.
        person: whom it names; how they are called is looked up when it is said.
        at: when it is due.
    """

    delivery: NewDelivery
    person: PersonRow
    at: datetime


@dataclass(frozen=True, slots=True)
class DeliveryRow:
    """A stored delivery that is pending.

    Attributes:
        id: rises in the order in which things are to be said.
        game: id of the game; None: it is of no game.
        kind: what it is, and to whom it goes.
        turn: the turn that it tells of, or None.
        revision: of the game when this was committed, 0 of no game.
        player: whom it concerns, or None.
        attempts: how often it has failed.
        next_at: before this moment it is not tried again.
        holder: which of several processes is saying it, or None.
        held_until: until then, by the database's clock, the others leave it alone.
        guild: of no game: the server that it is about, or None.
        channel: of no game: where it is said; None: to the player alone.
        read_at: when it was read, by the database's clock.
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
    read_at: datetime | None = field(default=None, compare=False)

    def held_by_another(self, than: str) -> timedelta:
        """Return how long, from when it was read, another process than one holds it.

        Args:
            than: the name of that one.
        """
        if self.holder in (None, than) or self.held_until is None or self.read_at is None:
            return timedelta()
        return max(timedelta(), self.held_until - self.read_at)

    @property
    def stream(self) -> Stream:
        """The stream in whose order it is posted."""
        if self.game is not None:
            return Stream(self.game)
        return Stream(channel=self.channel, player=self.player if self.channel is None else None)


@dataclass(frozen=True, slots=True)
class Move:
    """What one act adds to a game: written whole or not at all.

    Attributes:
        game: the game as it stands after the events.
        after: revision of the game before them.
        events: with rising revisions, the first one above `after`.
        deliveries: what to say of it, in this order.
        at: when; what to say is due at once.
        seen: the sealed choices that the act goes by; where others are sealed
            by now, nothing is written. None: it goes by none.
        written: called in the thread that writes, when the events are written and
            not yet committed; it must neither wait nor fail.
    """

    game: GameRow
    after: int
    events: tuple[EventRow, ...]
    deliveries: tuple[NewDelivery, ...]
    at: datetime
    seen: tuple[SealedRow, ...] | None = field(default=None, repr=False)
    written: Callable[[], None] = field(default=lambda: None, repr=False, compare=False)
