"""A turn that is tried but not confirmed."""

import hashlib
import json
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.title import Deed, Title

S = TypeVar("S")
V = TypeVar("V")


class StaleDraftError(Exception):
    """A draft's code does not fit the choices that are open now."""


@dataclass(frozen=True, slots=True)
class Draft(Generic[S, V]):
    """Actions that one seat has tried on a state, never in the log.

    Attributes:
        title: the rules.
        base: the state on which the first action was tried.
        seat: who tries.
        choices: for each choice its index in the list that was legal then.
        actions: the actions tried so far: what was chosen, and what a choice
            left no choice about, right behind it.
        states: the state after each action; as long as `actions`.
        mark: four hexadecimal digits that tell whether a later release would
            list the same choices in the same order.
    """

    title: Title[S, V]
    base: S
    seat: Seat
    choices: tuple[int, ...]
    actions: tuple[Action, ...]
    states: tuple[S, ...]
    mark: str

    @property
    def state(self) -> S:
        """The state after all actions tried so far."""
        return self.states[-1] if self.states else self.base

    @property
    def is_turn_over(self) -> bool:
        """Whether the tried actions use up the seat's turn."""
        title, state = self.title, self.state
        return (
            title.is_over(state)
            or title.turn_number(state) != title.turn_number(self.base)
            or self.seat not in title.awaiting(state)
        )

    @property
    def deeds(self) -> tuple[Deed[S], ...]:
        """The actions tried so far, each with what came of it."""
        pairs = zip(self.actions, self.states, strict=True)
        return tuple(Deed(self.seat, action, after) for action, after in pairs)

    @property
    def open_choices(self) -> tuple[Action, ...]:
        """What the seat may do next within this turn, in the fixed order."""
        return () if self.is_turn_over else self.title.legal_actions(self.state, self.seat)

    @property
    def code(self) -> str:
        """The draft in the few characters that fit into a button's id."""
        return f"{self.mark}:{'.'.join(map(str, self.choices))}"

    def then(self, choice: int) -> "Draft[S, V]":
        """Return the draft with one more of the open choices tried.

        Raises:
            StaleDraftError: there is no such choice.
        """
        open_choices = self.open_choices
        if not 0 <= choice < len(open_choices):
            raise StaleDraftError
        return self._after(choice, open_choices)

    def then_action(self, action: Action) -> "Draft[S, V]":
        """Return the draft with this action tried.

        Raises:
            RuleError: the rules forbid it here.
            StaleDraftError: it would be legal, but only in the seat's next turn.
        """
        refusal = self.title.objection(self.state, self.seat, action)
        if refusal is not None:
            raise refusal
        if self.is_turn_over:
            raise StaleDraftError
        open_choices = self.open_choices
        return self._after(open_choices.index(action), open_choices)

    def undo(self) -> "Draft[S, V]":
        """Return the draft without its last choice and what was forced by it."""
        draft = begin(self.title, self.base, self.seat)
        for choice in self.choices[:-1]:
            draft = draft.then(choice)
        return draft

    def _after(self, choice: int, open_choices: tuple[Action, ...]) -> "Draft[S, V]":
        draft = replace(
            self._with(open_choices[choice]),
            choices=(*self.choices, choice),
            mark=_mark(self.title, open_choices, self.mark),
        )
        while (forced := draft._forced) is not None:
            draft = draft._with(forced)
        return draft

    @property
    def _forced(self) -> Action | None:
        """What the seat must do now, within this turn."""
        seat, action = self.title.forced(self.state) or (None, None)
        return None if self.is_turn_over or seat != self.seat else action

    def _with(self, action: Action) -> "Draft[S, V]":
        state = self.title.apply(self.state, self.seat, action)
        return replace(self, actions=(*self.actions, action), states=(*self.states, state))


def begin(title: Title[S, V], base: S, seat: Seat) -> Draft[S, V]:
    """Return an empty draft of this seat on this state."""
    return Draft(title, base, seat, (), (), (), "0000")


def read(title: Title[S, V], base: S, seat: Seat, code: str) -> Draft[S, V]:
    """Return the draft that a code means on this state.

    Raises:
        StaleDraftError: the code is malformed, or was made on other choices.
    """
    mark, _, path = code.partition(":")
    draft = begin(title, base, seat)
    for step in path.split(".") if path else ():
        if not step.isdecimal():
            raise StaleDraftError
        draft = draft.then(int(step))
    if draft.mark != mark:
        raise StaleDraftError
    return draft


def _mark(title: Title[S, V], choices: tuple[Action, ...], before: str) -> str:
    """Return four digits of a hash over all lists that were chosen from."""
    listed = [[action.kind, title.encode(action)] for action in choices]
    text = before + json.dumps(listed, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:4]
