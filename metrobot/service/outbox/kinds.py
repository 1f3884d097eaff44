"""The table of all kinds of deliveries: their lanes, the people they call, their failures."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final, TypeAlias

from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.store.schema.act_rows import DeliveryRow


class Lane(Enum):
    """Queues of deliveries; a delivery that has to wait holds up only its own."""

    CHANNEL = auto()
    """Messages to a channel, and all messages of no game."""
    REMINDERS = auto()
    """Reminders in the channel: one post for all players concerned."""
    BOARD_EDITS = auto()
    """Edits of the board's message."""
    PERSON = auto()
    """Direct messages to one person."""
    FOLLOWERS = auto()
    """News for those who follow a game, which hold up nothing else that they are sent."""
    HELD = auto()
    """What waits for the next message to the channel, and holds up nothing."""


class Calls(Enum):
    """Group of people that a message in the channel notifies."""

    NOBODY = auto()
    AWAITED = auto()
    """Whoever is to act."""
    NEWLY_AWAITED = auto()
    """Whoever is to act and was not called for this turn before."""
    CONCERNED = auto()
    """The players whom the delivery is about."""
    OTHERS = auto()
    """All others at the table who play themselves."""
    ASKED = auto()
    """Whoever is asked, as far as the asker may have them called."""
    ALL = auto()
    """All people at the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Handling:
    """The handling of deliveries of one kind.

    Attributes:
        lane: the queue in which it waits.
        calls: people who are notified.
        calls_free: whether those who may not be disturbed now are left out.
        shows_board: whether its message shows the newest board.
        tells_change: whether it tells of a turn, played or taken back: it calls
            nobody if the game has moved on since, and edits the one board of a
            player who is alone.
        overtakes: whether it may have made open ballots void.
        tells_turns: whether it tells of turns, and is dropped once they are taken back.
        replaced_by_turns: whether the message of computers' turns says it too.
        after_turns: whether it follows the message of computers' turns.
        in_private: whether it is sent for a private game too.
        is_reminder: whether it is sent only while its player is awaited; it is
            given up after a day, and the host is not told.
        shares_post: whether one post is for all whom deliveries of this kind concern.
        is_missed: whether the host of its game is told that it was given up.
        instead: kind for the channel if the person takes no direct messages.
    """

    lane: Lane = Lane.CHANNEL
    calls: Calls = Calls.NOBODY
    calls_free: bool = False
    shows_board: bool = False
    tells_change: bool = False
    overtakes: bool = False
    tells_turns: bool = False
    replaced_by_turns: bool = False
    after_turns: bool = False
    in_private: bool = False
    is_reminder: bool = False
    shares_post: bool = False
    is_missed: bool = True
    instead: DeliveryKind | None = None


_PLAIN: Final = Handling()
_LETTER: Final = Handling(lane=Lane.PERSON, in_private=True)
_REMINDER: Final = Handling(lane=Lane.REMINDERS, is_reminder=True, shares_post=True)
_ABSENT: Final = replace(_REMINDER, calls=Calls.OTHERS, calls_free=True)
_TAKEN_BACK: Final = Handling(
    calls=Calls.AWAITED, shows_board=True, tells_change=True, overtakes=True
)
_TURNS: Final = replace(_TAKEN_BACK, tells_turns=True)

# Whatever is not named below is a plain message to the channel.
KINDS: Final[Mapping[str, Handling]] = {str(kind): _PLAIN for kind in DeliveryKind} | {
    DeliveryKind.LOBBY: Handling(shows_board=True),
    DeliveryKind.AGAIN: Handling(calls=Calls.CONCERNED, shares_post=True, is_missed=False),
    DeliveryKind.CALL: Handling(
        calls=Calls.CONCERNED, calls_free=True, shares_post=True, is_missed=False
    ),
    DeliveryKind.INVITE: Handling(calls=Calls.CONCERNED, calls_free=True, is_missed=False),
    DeliveryKind.INVITE_DIRECT: replace(_LETTER, is_missed=False, instead=DeliveryKind.INVITE),
    # In a lane of its own, as one that comes later must not hold up the rest.
    DeliveryKind.TERMS: Handling(
        lane=Lane.REMINDERS, calls=Calls.CONCERNED, shares_post=True, is_missed=False
    ),
    DeliveryKind.START: Handling(calls=Calls.AWAITED, shows_board=True),
    DeliveryKind.HAND: replace(_LETTER, instead=DeliveryKind.DM_CLOSED),
    DeliveryKind.DM_CLOSED: Handling(calls=Calls.CONCERNED),
    DeliveryKind.TURN: replace(_TURNS, replaced_by_turns=True),
    DeliveryKind.TURNS: _TURNS,
    DeliveryKind.LOCKS: Handling(lane=Lane.BOARD_EDITS, is_missed=False),
    DeliveryKind.REMIND: replace(_REMINDER, calls=Calls.CONCERNED),
    DeliveryKind.REMIND_DIRECT: replace(_LETTER, is_reminder=True, instead=DeliveryKind.REMIND),
    DeliveryKind.HALF_TIME: replace(_LETTER, is_reminder=True),
    DeliveryKind.PLAN_CUT: replace(_LETTER, is_missed=False),
    DeliveryKind.TIME_UP: replace(_ABSENT, shares_post=False),
    DeliveryKind.CLOCK_PLAYS: Handling(is_missed=False),
    DeliveryKind.TIME_WANTED: replace(_ABSENT, shares_post=False),
    DeliveryKind.TIME_GIVEN: Handling(is_missed=False),
    DeliveryKind.SILENT: _ABSENT,
    DeliveryKind.GONE: _ABSENT,
    # In a lane that gives up what a lost channel does not take: then it counts as told.
    DeliveryKind.IDLE: Handling(
        lane=Lane.REMINDERS, calls=Calls.ALL, calls_free=True, is_missed=False
    ),
    DeliveryKind.IDLE_DIRECT: replace(_LETTER, is_missed=False),
    DeliveryKind.ASIDE: Handling(lane=Lane.REMINDERS, is_missed=False),
    DeliveryKind.ASIDE_DIRECT: replace(_LETTER, is_missed=False),
    DeliveryKind.TAKEN_BACK: _TAKEN_BACK,
    DeliveryKind.OVER: Handling(
        calls=Calls.ALL, calls_free=True, overtakes=True, after_turns=True, in_private=True
    ),
    DeliveryKind.MOVED: Handling(calls=Calls.AWAITED, shows_board=True),
    DeliveryKind.VACATED: Handling(overtakes=True),
    DeliveryKind.SEATED: Handling(overtakes=True),
    DeliveryKind.COVERED: Handling(calls=Calls.CONCERNED, calls_free=True, overtakes=True),
    DeliveryKind.BACK: Handling(overtakes=True),
    DeliveryKind.ENDED: Handling(in_private=True),
    DeliveryKind.BOARD: Handling(
        calls=Calls.NEWLY_AWAITED, shows_board=True, replaced_by_turns=True
    ),
    DeliveryKind.LOST: replace(_LETTER, is_missed=False),
    DeliveryKind.REFUSED: replace(_LETTER, is_missed=False, instead=DeliveryKind.REFUSED_HERE),
    DeliveryKind.REFUSED_HERE: Handling(calls=Calls.CONCERNED, is_missed=False),
    DeliveryKind.FOLLOWED: Handling(lane=Lane.FOLLOWERS, is_missed=False),
    DeliveryKind.ASK: Handling(calls=Calls.ASKED),
    DeliveryKind.ASK_DIRECT: replace(_LETTER, is_missed=False),
}
"""The handling of each kind."""

Queue: TypeAlias = Lane | int | None
"""A lane, or the id of the person whose lane it is."""


def handling_of(row: DeliveryRow) -> Handling:
    """Return the handling of a stored delivery."""
    # A newer version of the bot may have stored a kind that this one does not know: posting it
    # fails, but must not keep back everything else.
    return KINDS.get(row.kind, _PLAIN)


def queue_of(row: DeliveryRow) -> Queue:
    """Return the queue of a delivery: the deliveries that wait when it fails."""
    lane = Lane.HELD if row.is_held else handling_of(row).lane
    return row.player if lane is Lane.PERSON else lane
