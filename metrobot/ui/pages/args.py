"""Arguments of ids: one codec reads and writes them, each kind of page declares its fields.

Their marks and the order of their fields stay as they are, since messages hold them for ever.
"""

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from types import UnionType
from typing import Any, ClassVar, Final, Self, dataclass_transform, get_args, get_origin

from metrobot.engine.errors import Refusal
from metrobot.ui.pages.ids import PressId, PressKind, ReplaySource, parse_number
from metrobot.ui.words.refusals import FrameKey

OF_PLANNERS: Final = (
    *(PressKind.TRY, PressKind.MENU, PressKind.GROUP, PressKind.TAB),
    *(PressKind.BACK, PressKind.ANEW, PressKind.DONE),
)
"""Kinds of presses in a planner, whatever it plans for."""


@dataclass_transform(frozen_default=True)
class Arg:
    """Base of the arguments of ids: the values of their fields, with a mark between them.

    A field is a number, a text, an enum or another argument. The last one may be a tuple; else it
    holds the rest, whatever marks are in it. None is not written, and is read where there is no
    text for a field that may be None.
    """

    _mark: ClassVar[str]
    _kinds: ClassVar[dict[str, Any]]

    def __init_subclass__(cls, mark: str = ".") -> None:
        cls._mark = mark
        made: Any = dataclass(frozen=True)(cls)
        cls._kinds = {each.name: each.type for each in fields(made)}

    def __str__(self) -> str:
        """Return the argument as ids hold it."""
        *values, last = (getattr(self, name) for name in self._kinds)
        values += last if isinstance(last, tuple) else (last,)
        return self._mark.join(str(each) for each in values if each is not None)

    @classmethod
    def read(cls, press: PressId) -> Self:
        """Return the argument of an id.

        Raises:
            Refusal: it may be forged, or made by another release.
        """
        try:
            return cls.parse(press.arg)
        except ValueError as error:
            raise Refusal(FrameKey.UNKNOWN_PRESS) from error

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the argument that a text is.

        Raises:
            ValueError: a part of it is no value of its field.
        """
        parts = text.split(cls._mark, len(cls._kinds) - 1)
        parts += [""] * (len(cls._kinds) - len(parts))
        return cls(*map(cls._value, cls._kinds.values(), parts))

    @classmethod
    def _value(cls, kind: Any, text: str) -> Any:
        if isinstance(kind, UnionType):
            return cls._value(get_args(kind)[0], text) if text else None
        if get_origin(kind) is tuple:
            each = get_args(kind)[0]
            return tuple(cls._value(each, part) for part in text.split(cls._mark)) if text else ()
        if issubclass(kind, Arg):
            return kind.parse(text)
        if kind is int and parse_number(text) is None:
            raise ValueError(text)
        return kind(text)


class NumberArg(Arg):
    """A number: of a place, a page or a run."""

    number: int


class ReplayArg(Arg, mark="-"):
    """The place that keeps a game, the turn or page to which a button leads, and the way.

    The name of the way keeps apart two buttons that lead to the same turn.
    """

    source: ReplaySource
    to: str | None = None
    way: str | None = None

    def turn(self, chosen: str = "") -> int | None:
        """Return the turn or page, chosen in a menu if not empty; None if it cannot be read."""
        return parse_number(chosen or self.to or "")


class BranchArg(Arg):
    """A turn of a game that is over, and a seat of it; then against whom, and with which cards.

    None: that is still to be chosen; no seat: the reader's, or that of whoever moved first.
    """

    source: ReplaySource
    turn: int
    seat: int | None = None
    level: str | None = None
    cards: str | None = None


class VoteAnswer(StrEnum):
    """Answers to a question."""

    YES = "yes"
    NO = "no"
    WITHDRAW = "withdraw"


class VoteArg(Arg):
    """An answer to a ballot about places, the end, the rest or the channel of a game."""

    ballot: int
    answer: VoteAnswer


class UndoArg(Arg):
    """An answer to the question about a turn; None: nobody was asked yet."""

    answer: VoteAnswer | None = None
    ballot: int | None = None


class SureOf(StrEnum):
    """The acts about which nobody else is asked."""

    CANCEL = "sure"
    RESIGN = "resign"
    END = "end"
    GIVE_UP = "giveup"
    BACK = "back"
    COVER = "cover"


class SureArg(Arg):
    """A yes: to what, of whom and until which second; at which place, by which level.

    None: an older release asked, which said neither of whom nor until when. Discord's ids are
    longer than any of our numbers.
    """

    what: SureOf | None = None
    player: str | None = None
    until: int | None = None
    place: int | None = None
    level: str | None = None


class Against(StrEnum):
    """Lobbies that a button opens, besides one with a computer."""

    ALONE = "alone"
    OPEN = "open"
    """For whoever joins."""


class AgainstArg(Arg):
    """A title, and against whom it is to be played; None: a computer."""

    title: str
    against: Against | None = None


class RanksArg(Arg):
    """A page of the leaderboard of a title, in a season; None: of all time."""

    title: str
    number: int
    quarter: int | None = None


class OnOff(StrEnum):
    """Ways to turn a switch."""

    ON = "on"
    OFF = "off"


class ServerArg(Arg):
    """A switch, and how to turn it; or whom to let open games."""

    name: str
    turn: OnOff | None = None


class OptionArg(Arg):
    """An option, and its value where no menu tells it."""

    name: str
    value: str | None = None


class PlannerArg(Arg, mark="~"):
    """The code of a draft, and the group of choices that is looked at."""

    code: str
    group: str | None = None


class MenuArg(Arg, mark=":"):
    """A menu of choices by its number in the planner, so that no two ids are the same."""

    number: int
    planner: PlannerArg


class HintPath(Arg):
    """The choices of a hint, each an index into what was open by then."""

    steps: tuple[int, ...]


class HintArg(Arg, mark="|"):
    """The question of a hint, and the hints that were shown already."""

    planner: PlannerArg
    shown: tuple[HintPath, ...] = ()


class InnerArg(Arg, mark="!"):
    """A press in a planner that stands in the id of another kind, by its kind and argument."""

    what: str
    rest: str = ""

    def inner(self, press: PressId) -> PressId:
        """Return the press that an id holds.

        Raises:
            Refusal: it is none in a planner.
        """
        if self.what not in OF_PLANNERS:
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        return replace(press, kind=PressKind(self.what), arg=self.rest)


class AheadArg(InnerArg, mark=":"):
    """A press in the planner of a turn ahead, or under the plans."""


class WhatIfArg(Arg, mark="-"):
    """A press about a turn, whose number is the revision: the place that keeps the game, the seat.

    What was pressed is as in the planner, or one of the words of `what_if.py`.
    """

    source: ReplaySource
    seat: int
    inner: InnerArg


class LessonArg(Arg, mark="!"):
    """A press in the lesson of a title."""

    title: str
    inner: InnerArg
