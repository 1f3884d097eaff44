"""A turn that is tried but not confirmed."""

import hashlib
import json
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.title import AnyTitle, Deed, S, Title, V

T = TypeVar("T")

EMPTY = "0000"
"""The mark of a draft without choices."""
WRITTEN = 2048
"""Size of the cache of encoded actions: the open choices of a hundred turns or so."""


class StaleDraftError(Exception):
    """A draft's code does not fit the choices that are open now."""


# It knows what its owner knows, and stands in button ids: docs/decisions/drafts-in-button-ids.md
# and docs/decisions/secrets.md.
@dataclass(frozen=True)
class Draft(Generic[S, V]):
    """Actions that one seat has tried on a state, never in the log.

    It holds only what the seat's holder can know (`Title.tried`).

    Attributes:
        title: the rules.
        base: the state on which the first action was tried.
        seat: whoever tries.
        choices: for each choice its index in the list that was legal then.
        actions: the actions tried so far: each choice, followed by the actions
            that it forced.
        states: the state after each action; as long as `actions`.
        mark: four hexadecimal digits that tell whether a later release would
            list the same choices in the same order.
        earlier: the draft without its last choice; None where there is none.
    """

    title: Title[S, V]
    # Not printed: a state may hold secrets, and so may the choices tried on it.
    base: S = field(repr=False)
    seat: Seat
    choices: tuple[int, ...] = field(repr=False)
    actions: tuple[Action, ...] = field(repr=False)
    states: tuple[S, ...] = field(repr=False)
    mark: str
    earlier: "Draft[S, V] | None" = field(default=None, repr=False, compare=False)
    # A cache inside a frozen value; left out of comparisons, as it follows from the rest.
    _made: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def state(self) -> S:
        """The state after all actions tried so far."""
        return self.states[-1] if self.states else self.base

    @cached_property
    def is_turn_over(self) -> bool:
        """Whether the tried actions use up the seat's turn."""
        return self.ends_in(self.state)

    def ends_in(self, state: S) -> bool:
        """Return whether this draft's turn is over in a later state."""
        title = self.title
        return (
            title.is_over(state)
            or title.turn_number(state) != title.turn_number(self.base)
            or self.seat not in title.awaiting(state)
        )

    @property
    def deeds(self) -> tuple[Deed[S], ...]:
        """The actions tried so far, each with the state after it."""
        pairs = zip(self.actions, self.states, strict=True)
        return tuple(Deed(self.seat, action, after) for action, after in pairs)

    @cached_property
    def open_choices(self) -> tuple[Action, ...]:
        """The actions open to the seat within this turn, in the fixed order."""
        return () if self.is_turn_over else self.title.legal_actions(self.state, self.seat)

    @cached_property
    def next_mark(self) -> str:
        """The mark of this draft with one more choice, whichever it is."""
        return _hash(self.mark + self._listed)

    @cached_property
    def _listed(self) -> str:
        """The open choices, written down for the mark."""
        # Encoding costs more than finding out that the choices have not changed.
        if self.earlier is not None and self.earlier.open_choices == self.open_choices:
            return self.earlier._listed
        return ", ".join(_written(self.title, action) for action in self.open_choices)

    @property
    def code(self) -> str:
        """The draft in the few characters that fit into a button's id."""
        return code_of(self.mark, self.choices)

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return a value derived from this draft alone, computed on the first call only.

        Args:
            key: names it; asked for again, the same value comes back.
            make: makes it, a pure function of this draft.
        """
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made

    def knows(self, key: Hashable) -> bool:
        """Return whether `once` has already computed this value."""
        return key in self._made

    def then(self, choice: int) -> "Draft[S, V]":
        """Return the draft with one more of the open choices tried.

        Raises:
            StaleDraftError: there is no such choice.
        """
        # Codes come from button ids, which may be old or forged.
        if not 0 <= choice < len(self.open_choices):
            raise StaleDraftError
        return self._after(choice)

    def then_action(self, action: Action) -> "Draft[S, V]":
        """Return the draft with this action tried.

        Raises:
            RuleError: the rules forbid it here.
            StaleDraftError: it would be legal, but only in the seat's next turn.
        """
        # Checked first: the rules' reason tells more than "the turn is over".
        self.title.check(self.state, self.seat, action)
        if self.is_turn_over:
            raise StaleDraftError
        return self._after(self.open_choices.index(action))

    def undo(self) -> "Draft[S, V]":
        """Return the draft without its last choice and the actions it forced."""
        return self.earlier or self

    def cleared(self) -> "Draft[S, V]":
        """Return the draft without any choice."""
        return self if self.earlier is None else self.earlier.cleared()

    def _after(self, choice: int) -> "Draft[S, V]":
        """Return the draft with one more choice and the actions that it forces."""
        action, choices = self.open_choices[choice], (*self.choices, choice)
        draft = self._with(action, choices=choices, mark=self.next_mark, earlier=self)
        # Forced actions are not in the code of a draft, so they are added again here.
        while (forced := draft._forced) is not None:
            draft = draft._with(forced)
        return draft

    @property
    def _forced(self) -> Action | None:
        """The seat's forced action within this turn, if there is one."""
        seat, action = self.title.forced(self.state) or (None, None)
        return None if seat != self.seat or self.is_turn_over else action

    def _with(self, action: Action, **changes: Any) -> "Draft[S, V]":
        states = (*self.states, self.title.tried(self.state, self.seat, action))
        return replace(self, actions=(*self.actions, action), states=states, **changes)


def new_draft(title: Title[S, V], base: S, seat: Seat) -> Draft[S, V]:
    """Return an empty draft of this seat on this state."""
    return Draft(title, base, seat, (), (), (), EMPTY)


def read_draft(
    title: Title[S, V],
    base: S,
    seat: Seat,
    code: str,
    known: Callable[[tuple[int, ...]], Draft[S, V] | None] = lambda _: None,
) -> Draft[S, V]:
    """Return the draft that a code stands for on this state.

    Args:
        title: the rules.
        base: the state.
        seat: whose draft it is.
        code: as `Draft.code` gave it.
        known: finds drafts of this seat on this state that need not be tried
            again, by their choices.

    Raises:
        StaleDraftError: the code is malformed, or was made on other choices.
    """
    mark, _, path = code.partition(":")
    steps = path.split(".") if path else []
    # Checked first, because int() would accept signs and spaces too.
    if not all(step.isdecimal() for step in steps):
        raise StaleDraftError
    choices = tuple(map(int, steps))
    # The longest beginning that is still in memory saves trying its actions again.
    drafts = (known(choices[:count]) for count in range(len(choices), -1, -1))
    draft = next(filter(None, drafts), new_draft(title, base, seat))
    for choice in choices[len(draft.choices) :]:
        draft = draft.then(choice)
    # A planner may be older than this release, which may list other choices or list them in another
    # order; its indexes would then mean other actions.
    if mark != draft.mark and mark != _first_mark(draft):
        raise StaleDraftError
    return draft


def code_of(mark: str, choices: Sequence[int]) -> str:
    """Return the code of a draft."""
    return f"{mark}:{'.'.join(map(str, choices))}"


def _hash(text: str) -> str:
    """Return the first four hexadecimal digits of the text's SHA-256."""
    # Short, because a button's id has little room; the revision beside it
    # already tells boards apart.
    return hashlib.sha256(text.encode()).hexdigest()[:4]


# A planner may stay open for as long as its game, which outlasts several releases.
def _first_mark(draft: Draft[Any, Any]) -> str:
    """Return the mark of a draft as the first releases made it."""
    if draft.earlier is None:
        return EMPTY
    listed = [[choice.kind, draft.title.encode(choice)] for choice in draft.earlier.open_choices]
    return _hash(_first_mark(draft.earlier) + json.dumps(listed, sort_keys=True))


@lru_cache(maxsize=WRITTEN)
def _written(title: AnyTitle, action: Action) -> str:
    """Encode an action for the mark of a draft.

    Every release encodes it the same way: marks in existing button ids depend on
    it.
    """
    return repr((action.kind, sorted(title.encode(action).items())))
