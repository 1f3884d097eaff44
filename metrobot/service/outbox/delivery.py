"""Deliveries: messages that are stored with a move and posted after it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from metrobot.service.model.play import GameId, PlayerId
from metrobot.service.model.table import Table

DM_CLOSED_REASON = "dm_closed"
"""Reason of a HAND that cannot be delivered because of closed direct messages."""


class DeliveryKind(StrEnum):
    """Kinds of deliveries: content and recipient."""

    LOBBY = "lobby"
    """To the channel: the lobby, which takes the place of its message if there is one."""
    AGAIN = "again"
    """To the channel, under a lobby: a player of game `turn` is called to join."""
    CALL = "call"
    """To the channel, under a lobby: this person, who wanted that, is called to join."""
    INVITE = "invite"
    """To the channel, under a lobby: this person, named by somebody there, is asked to join."""
    INVITE_DIRECT = "invite_direct"
    """To this person by direct message: the same."""
    TERMS = "terms"
    """To the channel, under a lobby: this person is asked for their OK to what has changed."""
    START = "start"
    """To the channel: the game has begun, first board, whose turn it is."""
    HAND = "hand"
    """To one player by direct message: their hand at the start."""
    DM_CLOSED = "dm_closed"
    """To the channel, once a game: this player takes no direct messages."""
    TURN = "turn"
    """To the channel: what happened in a turn, the new board, who is next."""
    TURNS = "turns"
    """To the channel: the same of several turns together, those of computers in a row."""
    LOCKS = "locks"
    """To the channel, in the board's message: who has locked a choice has changed."""
    REMIND = "remind"
    """To the channel: this player has been awaited for long."""
    REMIND_DIRECT = "remind_direct"
    """To this player by direct message: they have been awaited for long."""
    HALF_TIME = "half_time"
    """To this player by direct message: half of the time for their turn is over."""
    PLAN_CUT = "plan_cut"
    """To this player by direct message: their planned turn ended before all of it was played."""
    TIME_UP = "time_up"
    """To the channel: the time of this player is up, and what the others can do."""
    CLOCK_PLAYS = "clock_plays"
    """To the channel: a computer plays the turn of this player, whose time is up."""
    TIME_WANTED = "time_wanted"
    """To the channel: this player asks the others for more time."""
    TIME_GIVEN = "time_given"
    """To the channel: who has the place `turn` has given this player time."""
    SILENT = "silent"
    """To the channel: the others have waited for this player for days, and what they can do."""
    GONE = "gone"
    """To the channel: this player is awaited and has left the server, and what others can do."""
    IDLE = "idle"
    """To the channel: nobody plays here, so that the game will be put aside."""
    IDLE_DIRECT = "idle_direct"
    """To this player by direct message: the same of a private game, or one without a channel."""
    ASIDE = "aside"
    """To the channel: the game is put aside, and who plays in it can go on with it."""
    ASIDE_DIRECT = "aside_direct"
    """To this player by direct message: the same, where `IDLE_DIRECT` was."""
    TAKEN_BACK = "taken_back"
    """To the channel: a turn was taken back, the board before it, whose turn it is."""
    OVER = "over"
    """To the channel: the final count; after the last turn."""
    MOVED = "moved"
    """To the channel: a running game has come here, its board, whose turn it is."""
    VACATED = "vacated"
    """To the channel: this player has left, nobody sits there."""
    SEATED = "seated"
    """To the channel: this player sits there now."""
    COVERED = "covered"
    """To the channel: from now on a computer plays for this player, until they are back."""
    BACK = "back"
    """To the channel: this player is back and plays themselves again."""
    ENDED = "ended"
    """To the channel: the players have ended the game; the count follows."""
    BOARD = "board"
    """To the channel: the present board, whose turn it is."""
    LOST = "lost"
    """To one player, the host, by direct message: nothing can be posted in the channel."""
    REFUSED = "refused"
    """To one player, the host, by direct message: Discord has refused a message for good."""
    REFUSED_HERE = "refused_here"
    """The same to the channel, where the host takes no direct messages."""
    ASK = "ask"
    """To the channel: a question to the people at the table; `turn` is its ballot's number."""
    ASK_DIRECT = "ask_direct"
    """To one player by direct message: the same, of a game that has no channel now."""
    HOST = "host"
    """To the channel: the game has a new host."""
    CANCELLED = "cancelled"
    """Of no game, to a channel: this person has cancelled the game that was under way there."""
    AWAY = "away"
    """Of no game, to a channel: the game from there, `turn` its number, goes on elsewhere."""
    GIVEN_UP = "given_up"
    """Of no game, to a channel: the players have given up the game that was under way there."""
    CLOSED = "closed"
    """Of no game, to a channel or its host alone: nobody has joined this person's lobby."""
    PAPER = "paper"
    """Of no game, to a channel: the morning paper about a line that is over."""
    SEASON = "season"
    """Of no game, to a channel: the season that is over, `turn` its quarter."""
    STRIP = "strip"
    """Of no game, to a channel: this person's result in a line, without its cards."""
    SHEET = "sheet"
    """Of no game, to a channel: this person's sheet of a line that is over."""
    BRANCH = "branch"
    """Of no game, to a channel: what this person got in a branch, `turn` its number."""
    DEAL = "deal"
    """Of no game, to a channel: this person hands a seat on, `turn` the number of the deal."""
    LINE_REMINDER = "line_reminder"
    """Of no game, to one person by direct message: the line of the day is still open."""
    FOLLOWED = "followed"
    """Of no game, to one person by direct message: news of a game, `turn` its number."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """Pending message: its kind, its game and its recipient.

    Attributes:
        id: rises in the order of posting.
        game: id of the game; None: it belongs to no game.
        kind: content and recipient.
        turn: for TURN the number of the turn that ended, for TURNS of the first
            of them, for a reminder of the awaited turn, for PAPER, STRIP, SHEET and
            LINE_REMINDER of the line, for SEASON of its quarter, for FOLLOWED of the
            game, for TIME_GIVEN a place; else None.
        revision: of the table when this was committed.
        player: person concerned, for AGAIN, CALL, HAND, DM_CLOSED, LOST, REFUSED, STRIP,
            SHEET, reminders, and seats that change hands or are covered; else None.
        nonce: at most 25 characters, the same at each attempt, so that a
            repeat after a crash is not posted twice.
        made: to be called once all is drawn and only Discord is waited for, so
            that other games can be told of meanwhile.
        turns: for TURN and TURNS the numbers of the turns, in order; else empty.
        players: all people concerned, `player` first; several if one post in
            the channel calls them together.
        guild: id of the server, if any.
        channel: id of the channel; None: only the player is told.
        message: id of the message that is to be brought up to date; None: a new one is posted.
        news: deliveries that have waited for this message, and are told in it.
    """

    id: int
    game: GameId | None
    kind: DeliveryKind
    turn: int | None
    revision: int
    player: PlayerId | None
    nonce: str
    made: Callable[[], None] = field(default=lambda: None, compare=False, repr=False)
    attempts: int = 0
    turns: tuple[int, ...] = ()
    players: tuple[PlayerId, ...] = ()
    guild: int | None = None
    channel: int | None = None
    message: int | None = None
    news: tuple["Delivery", ...] = ()


class Undeliverable(Exception):  # noqa: N818 -- it reads as a state, not as a fault of ours
    """A delivery has failed.

    Attributes:
        reason: for the log and the store; `dm_closed` has the channel told.
        permanent: whether trying again is of no use, so that it is given up.
        is_lost: whether nothing at all can be posted in the game's channel.
        is_doubtful: whether it may be permanent, so that it is given up after a day.
    """

    def __init__(
        self, reason: str, permanent: bool, *, is_lost: bool = False, is_doubtful: bool = False
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.permanent = permanent
        self.is_lost = is_lost
        self.is_doubtful = is_doubtful


class Notifier(Protocol):
    """Posts deliveries where people read them."""

    @property
    def is_ready(self) -> bool:
        """Whether anything can be posted now; otherwise everything waits."""

    async def deliver(self, table: Table | None, delivery: Delivery) -> int | None:
        """Post one delivery to its recipients.

        Args:
            table: as it stands now, maybe later than the delivery; None: it belongs to no game.
            delivery: what to post.

        Returns:
            The id of the message, or None if nothing had to be posted any more.

        Raises:
            Undeliverable: it could not be posted.
        """

    def prepare(self, table: Table, turn: int) -> None:
        """Make the message of a turn and keep it with the table, but post nothing.

        Args:
            table: after the turn; nobody else knows it until the turn is stored.
            turn: its number.
        """


class NoNotifier:
    """Notifier that posts nothing, for a service without Discord."""

    is_ready = False

    async def deliver(self, table: Table | None, delivery: Delivery) -> int | None:
        """Refuse to post anything.

        Raises:
            Undeliverable: always.
        """
        owner = "no game" if table is None else f"game {table.id}"
        raise Undeliverable(f"nobody to tell of {owner} {delivery.kind}", permanent=False)

    def prepare(self, table: Table, turn: int) -> None:
        """Make nothing."""
