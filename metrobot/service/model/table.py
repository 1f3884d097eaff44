"""A table: a play in a channel of a Discord server."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from metrobot.service.model.play import Play, PlayerId, Status

CHANNEL_GONE = "channel_gone"
"""Why nothing can be posted for a game whose channel was deleted."""

REMOVED = "removed"
"""Why nothing can be posted for a game on a server that has removed the bot."""

Seating: TypeAlias = Literal["random", "joined"]
"""How the order of play comes about: drawn, or the order of joining."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game is played, and what is posted of it there.

    Attributes:
        guild: id of the Discord server.
        channel: id of the Discord channel.
        host: who opened the lobby, or took it over.
        board_message: id of the newest lobby or board message, for links.
        lost: why nothing can be posted in the channel, or None while all is well.
        private: whether the channel hears nothing of it until it is over; then one
            person plays alone.
    """

    guild: int
    channel: int
    host: PlayerId
    board_message: int | None = None
    lost: str | None = None
    private: bool = False


@dataclass(frozen=True, kw_only=True)
class Table(Play):
    """A game in a channel, from its lobby to its end.

    Attributes:
        place: where it is played.
        capacity: number of places asked for; None: as many as the title has.
        seating: how the order of play comes about.
        created_at: when the lobby was opened, in UTC.
    """

    place: Place
    capacity: int | None
    seating: Seating
    created_at: datetime

    @property
    def most_people(self) -> int:
        """How many people can be at this table."""
        return self.capacity or max(self.title.player_counts)

    @property
    def is_hidden(self) -> bool:
        """Whether the channel is to hear nothing of this game yet."""
        return self.place.private and self.status is not Status.OVER
