"""A table: a play in a channel of a Discord server."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from metrobot.service.model.play import Play, PlayerId, Status

CHANNEL_GONE = "channel_gone"
"""Value of `Place.lost` when the channel was deleted."""

REMOVED = "removed"
"""Value of `Place.lost` when the server has removed the bot."""

BLOCKED = "blocked"
"""Value of `Place.lost` when whoever runs the bot has blocked the server."""

Seating: TypeAlias = Literal["random", "joined"]
"""Order of play: drawn, or the order of joining."""


@dataclass(frozen=True, slots=True)
class Place:
    """Place of a game on Discord, and the messages there.

    Attributes:
        guild: id of the Discord server.
        channel: id of the Discord channel.
        host: id of whoever opened the lobby, or took it over.
        board_message: id of the newest lobby or board message, for links.
        lost: why nothing can be posted in the channel; None if all is well.
        private: whether one person plays alone, and the channel hears nothing of it
            until it is over.
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
        place: of the game on Discord.
        capacity: number of places asked for; None: as many as the title has.
        seating: way to find the order of play.
        created_at: when the lobby was opened, in UTC.
        removed: ids of the people whom its host has removed from the lobby.
        open_seats: whether anybody may take the seats of computers.
    """

    place: Place
    capacity: int | None
    seating: Seating
    created_at: datetime
    removed: tuple[int, ...] = ()
    open_seats: bool = False

    @property
    def most_people(self) -> int:
        """Most people that can be at this table."""
        return self.capacity or max(self.title.player_counts)

    @property
    def is_hidden(self) -> bool:
        """Whether the channel must not hear of this game yet."""
        return self.place.private and self.status is not Status.OVER
