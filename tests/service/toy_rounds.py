"""A toy title in which all choose at once, with a bit of everything that sealing must bear.

In each of three rounds chance sets a limit of 1 to 3; everybody picks a number
up to it. Who picks 3 picks once more. Who has 6 or more is tired and picks 0,
without a choice. Whoever has most in the end wins.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Actor, Seat
from metrobot.engine.errors import CommonReason, RecordError, RuleError
from metrobot.engine.ruleset import Option, Ruleset
from metrobot.engine.title import GameState
from tests.service.toy import ToyOutcome, ToyTitle, outcome_of

ROUNDS_A_GAME = 3
TIRED = 6


@dataclass(frozen=True, slots=True)
class Limit(Action):
    """Chance says how much may be picked."""

    kind: ClassVar[str] = "limit"
    count: int


@dataclass(frozen=True, slots=True)
class Pick(Action):
    """Pick a number, in secret."""

    kind: ClassVar[str] = "pick"
    count: int


@dataclass(frozen=True, slots=True)
class State(GameState):
    """The whole truth."""

    totals: tuple[int, ...]
    owed: tuple[int, ...]
    round: int = 0
    limit: int | None = None
    is_ended: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """The same view for everyone, since sealed choices are in no state."""

    totals: tuple[int, ...]
    round: int
    limit: int | None


class Rounds(ToyTitle[State, View]):
    """Picking."""

    id: ClassVar[str] = "rounds"
    rules_version: ClassVar[int] = 1
    player_counts: ClassVar[tuple[int, ...]] = (1, 2, 3)
    options: ClassVar[tuple[Option, ...]] = ()
    is_simultaneous: ClassVar[bool] = True

    def initial_state(self, rules: Ruleset) -> State:
        """Return the state before the first limit."""
        return State(rules, (0,) * rules.players, (0,) * rules.players)

    def ended(self, state: State) -> State:
        """Return the state with the game ended."""
        return replace(state, is_ended=True)

    def awaiting(self, state: State) -> tuple[Actor, ...]:
        """Return all who still owe a pick."""
        if self.is_over(state):
            return ()
        if state.limit is None:
            return (CHANCE,)
        return tuple(Seat(seat) for seat, owed in enumerate(state.owed) if owed)

    def objection(self, state: State, actor: Actor, action: Action) -> RuleError | None:
        """Return the reason against an action, or None."""
        if self.is_over(state):
            return RuleError(CommonReason.GAME_OVER)
        if actor not in self.awaiting(state):
            return RuleError(CommonReason.NOT_YOUR_TURN)
        match action:
            case Limit(count) if actor is CHANCE and 1 <= count <= 3:
                return None
            case Pick(count) if state.limit is not None and 0 <= count <= state.limit:
                return None
            case Pick() if state.limit is not None:
                return RuleError("rule.rounds.too_much", limit=state.limit)
            case _:
                return RuleError(CommonReason.UNKNOWN_ACTION)

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Return the numbers."""
        tries = [Pick(count) for count in range(4)]
        return tuple(each for each in tries if self.objection(state, seat, each) is None)

    def forced(self, state: State) -> tuple[Seat, Action] | None:
        """Return the nothing that a tired one, or nobody, picks when all before have picked."""
        awaited = self.awaiting(state)
        if not awaited or awaited[0] is CHANCE:
            return None
        seat = Seat(awaited[0])
        is_forced = state.totals[seat] >= TIRED or seat in state.vacant
        return (seat, Pick(0)) if is_forced else None

    def chance(self, state: State) -> Sequence[Action]:
        """Return the limits."""
        return [Limit(count) for count in (1, 2, 3)] if self.awaiting(state) == (CHANCE,) else []

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        """Return the state after an action."""
        refusal = self.objection(state, actor, action)
        if refusal is not None:
            raise refusal
        if isinstance(action, Limit):
            owed = (1,) * len(state.totals)
            return replace(state, limit=action.count, round=state.round + 1, owed=owed)
        assert isinstance(action, Pick)
        assert isinstance(actor, int)
        return _picked(state, Seat(actor), action.count)

    def turn_number(self, state: State) -> int:
        """Return the number of rounds that are complete."""
        return state.round - (state.limit is not None)

    def is_over(self, state: State) -> bool:
        """Return whether all rounds are played."""
        return state.is_ended or (state.round == ROUNDS_A_GAME and state.limit is None)

    def outcome(self, state: State) -> ToyOutcome:
        """Return the totals as scores, and the winners."""
        return outcome_of(state.totals)

    def view_for(
        self, state: State, seats: AbstractSet[Seat] = frozenset(), *, preview: bool = False
    ) -> View:
        """Return the view, which is the same for everyone."""
        return View(state.totals, state.round, state.limit)

    def encode(self, action: Action) -> dict[str, Any]:
        """Return the fields as in the record."""
        return {"count": getattr(action, "count", 0)}

    def decode(self, kind: str, fields: Mapping[str, Any]) -> Action:
        """Return the action of a record's fields."""
        makers: dict[str, type[Limit | Pick]] = {"limit": Limit, "pick": Pick}
        if kind not in makers or fields.keys() != {"count"}:
            raise RecordError(f"{kind}: {sorted(fields)}")
        return makers[kind](int(fields["count"]))


def _picked(state: State, seat: Seat, count: int) -> State:
    """Return the state after a pick; the round may be complete."""
    is_first = state.owed[seat] == 1
    owed, totals = list(state.owed), list(state.totals)
    totals[seat] += count
    # 2 stands for the second pick of who has picked 3.
    owed[seat] = 2 if count == 3 and is_first else 0
    state = replace(state, owed=tuple(owed), totals=tuple(totals))
    return state if any(owed) else replace(state, limit=None)


ROUNDS = Rounds()
