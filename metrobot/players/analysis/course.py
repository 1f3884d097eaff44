"""A game as its turns: what its players did in each, and between which states."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from metrobot.engine.actions import Action
from metrobot.engine.actors import TABLE, Seat
from metrobot.engine.log import Event, applied
from metrobot.engine.table_events import End
from metrobot.engine.title import AnyTitle


@dataclass(frozen=True, slots=True)
class CourseTurn:
    """One turn, or one round where all choose at once.

    Attributes:
        number: of the turn.
        before: the state before a seat first did something in it.
        after: the state after the last deed of a seat.
        deeds: what the seats did, in order.
    """

    number: int
    before: Any
    after: Any
    deeds: tuple[tuple[Seat, Action], ...]

    def deeds_of(self, seat: Seat) -> tuple[Action, ...]:
        """Return the choices that one seat made."""
        return tuple(action for actor, action in self.deeds if actor == seat)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that did something, each once."""
        return tuple(dict.fromkeys(seat for seat, _ in self.deeds))


@dataclass(frozen=True, slots=True)
class Course:
    """A whole game.

    Attributes:
        title: the rules.
        turns: in order; those in which no seat did anything are left out.
        end: the state after the last event.
        is_cut: whether the players ended it.
    """

    title: AnyTitle
    turns: tuple[CourseTurn, ...]
    end: Any
    is_cut: bool


def course_of(title: AnyTitle, start: Any, steps: Sequence[Event]) -> Course:
    """Return a game as its turns.

    Args:
        title: the rules.
        start: the state before the first event.
        steps: all events in force.
    """
    state, turns = start, list[CourseTurn]()
    for step in steps:
        number, before = title.turn_number(state), state
        state = applied(title, state, step.actor, step.action)
        # Chance and the table only change the state in which the next seat acts.
        if not isinstance(step.actor, int):
            continue
        deed = (Seat(step.actor), step.action)
        if turns and turns[-1].number == number:
            last = turns.pop()
            turns.append(CourseTurn(number, last.before, state, (*last.deeds, deed)))
        else:
            turns.append(CourseTurn(number, before, state, (deed,)))
    is_cut = any(step.actor is TABLE and isinstance(step.action, End) for step in steps)
    return Course(title, tuple(turns), state, is_cut)
