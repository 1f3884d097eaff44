"""Events that any title's table can have: seats given up or taken, the game ended."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.errors import CommonReason, RecordError, RuleError
from metrobot.engine.title import S, Title, V

MOST_ARRIVALS: Final = 8
"""Times that people may sit down, for each turn and seat of a game."""


# Every title shares these events and decides only what a vacant seat does from then on.
@dataclass(frozen=True, slots=True)
class Vacate(Action):
    """A seat is given up and left empty.

    Attributes:
        seat: the one given up.
    """

    kind: ClassVar[str] = "vacate"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Occupy(Action):
    """Somebody takes a vacant seat or replaces its holder.

    Attributes:
        seat: the one taken.
    """

    kind: ClassVar[str] = "occupy"
    seat: Seat


@dataclass(frozen=True, slots=True)
class End(Action):
    """The players have ended the game; it is counted as it stands."""

    kind: ClassVar[str] = "end"


def table_objection(title: Title[S, V], state: S, action: Action) -> RuleError | None:
    """Return the reason why this event cannot happen now, or None if it can.

    What chance owes comes first; one seat at least stays taken.
    """
    if title.is_over(state):
        return RuleError(CommonReason.GAME_OVER)
    # Between an act and the draw it leads to, an event would shift the numbers of draws
    # (docs/record.md).
    if title.awaiting(state) == (CHANCE,):
        return RuleError(CommonReason.CHANCE_FIRST)
    match action:
        case End():
            return None
        case Vacate() | Occupy():
            return _seat_objection(title, state, action)
    return RuleError(CommonReason.UNKNOWN_ACTION)


def _seat_objection(title: Title[S, V], state: S, action: Vacate | Occupy) -> RuleError | None:
    seats, vacant = frozenset(title.seats(state)), title.vacant(state)
    if action.seat not in seats:
        return RuleError(CommonReason.NO_SUCH_SEAT, seat=int(action.seat))
    # Taken seats too: a newcomer or a computer may replace whoever sits there.
    if isinstance(action, Occupy):
        return None
    if action.seat in vacant:
        return RuleError(CommonReason.SEAT_VACANT, seat=int(action.seat))
    # Somebody has to stay: with every seat vacant nobody could play on or end the game.
    return RuleError(CommonReason.LAST_SEAT) if len(vacant) + 1 == len(seats) else None


def most_arrivals(title: Title[S, V], state: S) -> int:
    """Return the most arrivals that a log may hold by now.

    Without a bound, an imported record could cost more than any game does.
    """
    return MOST_ARRIVALS * (title.turn_number(state) + len(title.seats(state)))


def apply_table_event(title: Title[S, V], state: S, action: Action) -> S:
    """Return the state after an event of the table.

    Raises:
        RuleError: it cannot happen now.
    """
    refusal = table_objection(title, state, action)
    if refusal is not None:
        raise refusal
    match action:
        case Vacate(seat):
            return title.with_vacant(state, title.vacant(state) | {seat})
        case Occupy(seat):
            return title.with_vacant(state, title.vacant(state) - {seat})
    return title.ended(state)


def encode_table_event(action: Action) -> dict[str, Any]:
    """Return the fields of an event of the table as in the record."""
    return {"seat": int(action.seat)} if isinstance(action, Vacate | Occupy) else {}


def decode_table_event(kind: str, fields: Mapping[str, Any]) -> Action:
    """Decode an event of the table from a record's fields.

    Raises:
        RecordError: an unknown kind or field, or no seat.
    """
    if kind == End.kind and not fields:
        return End()
    seat = fields.get("seat")
    if kind not in (Vacate.kind, Occupy.kind) or fields.keys() != {"seat"}:
        raise RecordError(f"no event of the table: {kind!r} {sorted(fields)}")
    # `type`, not `isinstance`: True is an int, but no seat.
    if type(seat) is not int or seat < 0:
        raise RecordError(f"no seat: {seat!r}")
    return Vacate(Seat(seat)) if kind == Vacate.kind else Occupy(Seat(seat))
