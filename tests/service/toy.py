"""A toy title with a bit of everything that the bot must bear.

A pile of counters; each player holds a hidden number, dealt by chance. In a
turn a player takes 1 to 3 counters, once or twice; after the first time they may
also `stop`. When half the pile is gone, chance adds 0 to 2 counters, once.
Whoever has most, that number added, wins. With `double` two people hold two
seats each, which take turns as 0, 1, 2, 3.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from typing import Any, ClassVar

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Actor, Seat
from metrobot.engine.dice import Dice
from metrobot.engine.errors import CommonReason, PartialRecordError, RecordError, RuleError
from metrobot.engine.outcome import Outcome, places_of, won_by
from metrobot.engine.ruleset import Option, Ruleset
from metrobot.engine.title import Deed, GameState, S, Title, V, Yield

PILE = 12
HALF = 6
NUMBERS = range(1, 7)


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """Chance gives each player a number."""

    kind: ClassVar[str] = "deal"
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Refill(Action):
    """Chance adds counters to the pile."""

    kind: ClassVar[str] = "refill"
    count: int


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take counters."""

    kind: ClassVar[str] = "take"
    count: int


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """Take no second time."""

    kind: ClassVar[str] = "stop"


@dataclass(frozen=True, slots=True)
class State(GameState):
    """The whole truth."""

    pile: int
    numbers: tuple[int, ...]
    taken: tuple[int, ...]
    turn: int = 0
    takes: int = 0
    refilled: bool = False
    is_ended: bool = False

    @property
    def seat(self) -> Seat:
        """The seat whose turn it is."""
        return Seat(self.turn % len(self.taken))


@dataclass(frozen=True, slots=True)
class View:
    """The part of a state that the holder of some seats may see."""

    pile: int
    taken: tuple[int, ...]
    numbers: tuple[int | None, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ToyTurn:
    """One turn: its number, views and actions."""

    number: int
    views: tuple[Any, ...]
    actions: tuple[Action, ...]

    @property
    def before(self) -> Any:
        """The view before the first action."""
        return self.views[0]

    @property
    def after(self) -> Any:
        """The view after the last action."""
        return self.views[-1]


class ToyTitle(Title[S, V]):
    """Tells turns as the views around each event, and options as the actions."""

    def summary(
        self,
        before: S,
        deeds: Sequence[Deed[S]],
        seats: AbstractSet[Seat] = frozenset(),
        *,
        preview: bool = False,
    ) -> ToyTurn:
        """Return the views around each event."""
        states = (before, *(deed.after for deed in deeds))
        views = tuple(self.view_for(state, seats, preview=preview) for state in states)
        return ToyTurn(self.turn_number(before), views, tuple(deed.action for deed in deeds))

    def imagined(self, view: V, dice: Dice) -> S:
        """Refuse: no computer plays a toy."""
        raise NotImplementedError

    def places_in(self, result: Mapping[str, Any]) -> tuple[int, ...]:
        """Return the places of a stored result: winners first, then by points."""
        scores, winners = result["scores"], result["winners"]
        return places_of([(player in winners, score) for player, score in enumerate(scores)])

    def prospects(self, state: S, seat: Seat) -> tuple[Action, ...]:
        """Return the actions themselves."""
        return self.legal_actions(state, seat)


class ToyWonBy(StrEnum):
    """The criterion that decided the winner."""

    POINTS = "points"
    NOTHING = "nothing"


class ToyOutcome(Outcome):
    """The scores and the winners of a game."""

    def as_record(self) -> dict[str, Any]:
        """Return the result as in the record."""
        return {"scores": list(self.scores), "winners": list(self.winners)}


def outcome_of(scores: Iterable[int]) -> ToyOutcome:
    """Rank the scores, by points alone."""
    merits = [(score,) for score in scores]
    points = tuple(score for (score,) in merits)
    return ToyOutcome(points, places_of(merits), won_by(merits, tuple(ToyWonBy)))


class Toy(ToyTitle[State, View]):
    """Counters."""

    id: ClassVar[str] = "toy"
    rules_version: ClassVar[int] = 1
    player_counts: ClassVar[tuple[int, ...]] = (2, 3)
    options: ClassVar[tuple[Option, ...]] = (
        Option("open", (False, True), frozenset({2, 3})),
        Option("double", (False, True), frozenset({2})),
        Option("colour", ("red", "blue"), frozenset({2, 3})),
    )

    def check_ruleset(self, rules: Ruleset) -> None:
        """Refuse a wrong number of people, and doubling with three."""
        if rules.players not in self.player_counts:
            raise RecordError(f"{rules.players} players")
        if rules["double"] and rules.players != 2:
            raise RecordError("double is for two players")

    def seat_count(self, rules: Ruleset) -> int:
        """Return the number of seats."""
        return 4 if rules["double"] else rules.players

    def player_of(self, rules: Ruleset, seat: Seat) -> int:
        """Return the player who holds a seat."""
        return seat % rules.players

    def deals_hands(self, rules: Ruleset) -> bool:
        """Return whether the numbers are told."""
        return not rules["open"]

    def initial_state(self, rules: Ruleset) -> State:
        """Return the state before the first action."""
        return State(rules, PILE, (), (0,) * self.seat_count(rules))

    def ended(self, state: State) -> State:
        """Return the state with the game ended."""
        return replace(state, is_ended=True)

    def awaiting(self, state: State) -> tuple[Actor, ...]:
        """Return the actors who may act."""
        if self.is_over(state):
            return ()
        if not state.numbers or (state.pile <= HALF and not state.refilled):
            return (CHANCE,)
        return (state.seat,)

    def objection(self, state: State, actor: Actor, action: Action) -> RuleError | None:
        """Return the reason against an action, or None."""
        if self.is_over(state):
            return RuleError(CommonReason.GAME_OVER)
        if actor not in self.awaiting(state):
            return RuleError(CommonReason.NOT_YOUR_TURN)
        if actor is CHANCE:
            return None if action in self.chance(state) else RuleError(CommonReason.NOT_BY_CHANCE)
        return _seat_objection(state, action)

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Return the actions that a seat may take."""
        tries: tuple[Action, ...] = (Take(1), Take(2), Take(3), Stop())
        return tuple(a for a in tries if self.objection(state, seat, a) is None)

    def forced(self, state: State) -> tuple[Seat, Action] | None:
        """Return the action of a vacant seat: it takes one counter."""
        if self.is_over(state) or state.seat not in state.vacant or not state.numbers:
            return None
        return state.seat, Stop() if state.takes and state.pile > 1 else Take(1)

    def chance(self, state: State) -> Sequence[Action]:
        """Return the possible draws."""
        if self.awaiting(state) != (CHANCE,):
            return ()
        if not state.numbers:
            return [Deal(numbers) for numbers in product(NUMBERS, repeat=state.rules.players)]
        return [Refill(count) for count in range(3)]

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        """Return the state after an action."""
        refusal = self.objection(state, actor, action)
        if refusal is not None:
            raise refusal
        match action:
            case Deal(numbers):
                return replace(state, numbers=numbers)
            case Refill(count):
                return replace(state, pile=state.pile + count, refilled=True)
            case Take(count):
                return _taken(state, count)
            case _:
                return replace(state, turn=state.turn + 1, takes=0)

    def turn_number(self, state: State) -> int:
        """Return the number of turns that have ended."""
        return state.turn

    def is_over(self, state: State) -> bool:
        """Return whether the pile is gone."""
        return state.pile == 0 or state.is_ended

    def outcome(self, state: State) -> ToyOutcome:
        """Return the scores, numbers and counters together, and the winners."""
        scores = list(state.numbers)
        for seat, count in enumerate(state.taken):
            scores[self.player_of(state.rules, Seat(seat))] += count
        return outcome_of(scores)

    def view_for(
        self, state: State, seats: AbstractSet[Seat] = frozenset(), *, preview: bool = False
    ) -> View:
        """Return the view of the holder of these seats."""
        players = {self.player_of(state.rules, seat) for seat in seats}
        is_open = state.rules["open"] or self.is_over(state)
        numbers = (
            number if is_open or player in players else None
            for player, number in enumerate(state.numbers)
        )
        scores = self.outcome(state).scores if self.is_over(state) else ()
        return View(state.pile, state.taken, tuple(numbers), scores)

    def as_next(self, state: State, seats: AbstractSet[Seat]) -> State | None:
        """Return the state at the next turn of some seats; None where chance comes first."""
        turns = range(state.turn + 1, state.turn + 1 + len(state.taken))
        states = (replace(state, turn=turn, takes=0) for turn in turns)
        found = next((each for each in states if each.seat in seats), None)
        return found if found and self.awaiting(found) == (found.seat,) else None

    def yield_of(self, draft: ToyTurn) -> Yield:
        """Return the counters taken, or the harm that none is left for anybody."""
        counts = (action.count for action in draft.actions if isinstance(action, Take))
        return Yield(sum(counts), frozenset(() if draft.after.pile else {"last"}))

    def reveals(self, before: State, after: State) -> bool:
        """Return False: no number is shown before the end."""
        return False

    def encode(self, action: Action) -> dict[str, Any]:
        """Return the fields as in the record."""
        match action:
            case Deal(numbers):
                return {"numbers": list(numbers)}
            case Refill(count) | Take(count):
                return {"count": count}
            case _:
                return {}

    def encode_public(self, rules: Ruleset, action: Action) -> dict[str, Any]:
        """Return the fields without what is hidden."""
        if isinstance(action, Deal) and not rules["open"]:
            return {"numbers": None}
        return self.encode(action)

    def decode(self, kind: str, fields: Mapping[str, Any]) -> Action:
        """Return the action of a record's fields."""
        names = {"deal": {"numbers"}, "refill": {"count"}, "take": {"count"}, "stop": set()}
        if kind not in names:
            raise RecordError(f"unknown kind {kind!r}")
        if fields.keys() != names[kind]:
            raise RecordError(f"{kind}: {sorted(fields)}")
        makers = {"refill": Refill, "take": Take, "stop": Stop}
        if kind == "deal" and fields["numbers"] is None:
            raise PartialRecordError("the numbers are hidden")
        if kind == "deal":
            return Deal(tuple(fields["numbers"]))
        action: Action = makers[kind](**{name: int(value) for name, value in fields.items()})
        return action


def _seat_objection(state: State, action: Action) -> RuleError | None:
    """Return the reason against a seat's action, or None."""
    match action:
        case Take(count) if 1 <= count <= 3 and count <= state.pile:
            return None
        case Take():
            return RuleError("rule.toy.too_many", pile=state.pile)
        case Stop() if state.takes:
            return None
        case Stop():
            return RuleError("rule.toy.take_first")
        case _:
            return RuleError(CommonReason.UNKNOWN_ACTION)


def _taken(state: State, count: int) -> State:
    """Return the state after somebody took counters."""
    taken = list(state.taken)
    taken[state.seat] += count
    ends = state.takes == 1
    return replace(
        state,
        pile=state.pile - count,
        taken=tuple(taken),
        turn=state.turn + ends,
        takes=0 if ends else state.takes + 1,
    )


class LastTaker(Toy):
    """Counters with a rule: the very last one must be taken."""

    def objection(self, state: State, actor: Actor, action: Action) -> RuleError | None:
        """Return the reason against an action, or None; the last counter must be taken."""
        if action == Stop() and state.pile == 1:
            return RuleError("rule.toy.last")
        return super().objection(state, actor, action)

    def forced(self, state: State) -> tuple[Seat, Action] | None:
        """Return the taking of the last counter."""
        is_due = state.pile == 1 and self.awaiting(state) == (state.seat,)
        return (state.seat, Take(1)) if is_due else super().forced(state)


class Blind(Toy):
    """Counters; taking what the next player's hidden number says ends the turn at once."""

    foresees: ClassVar[bool] = False

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        """Return the state after an action; the turn may be over."""
        later = super().apply(state, actor, action)
        is_hit = isinstance(action, Take) and action.count == telling(state)
        if is_hit and later.turn == state.turn and not self.is_over(later):
            return replace(later, turn=later.turn + 1, takes=0)
        return later

    def tried(self, state: State, seat: Seat, action: Action) -> State:
        """Return the state after an action, as if it had not hit."""
        return super().apply(state, seat, action)


def telling(state: State) -> int:
    """Return the number of counters that ends a turn of `Blind` at once."""
    return state.numbers[(state.turn + 1) % len(state.numbers)] % 3 + 1


TOY = Toy()
BLIND = Blind()
LAST_TAKER = LastTaker()
