"""The contract between a game and everything that plays, stores or shows it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from metrobot.engine.actions import Action
from metrobot.engine.actors import Actor, Doer, Seat
from metrobot.engine.dice import Dice
from metrobot.engine.errors import RecordError, RuleError
from metrobot.engine.outcome import Outcome
from metrobot.engine.ruleset import Option, Ruleset, complete_options
from metrobot.engine.sentence import Sentence

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class GameState:
    """The values that the state of every title has.

    Attributes:
        rules: players and options.
        vacant: the seats where nobody sits.
    """

    rules: Ruleset
    vacant: frozenset[Seat] = field(default=frozenset(), kw_only=True)


S = TypeVar("S", bound=GameState)


@dataclass(frozen=True, slots=True)
class Deed(Generic[S]):
    """One event of a turn, with the state after it.

    Attributes:
        actor: a seat, CHANCE or TABLE.
        action: the accepted action.
        after: the whole truth right after it.
    """

    actor: Doer
    action: Action
    after: S


class Yield(NamedTuple):
    """Yield of a turn at once.

    Attributes:
        points: that it scores for its seat.
        harm: what it does to its own seat, as words that never change.
    """

    points: int
    harm: frozenset[str]


# Legality, summaries and outcomes are each decided in one place, so that no rule is stated twice:
# docs/decisions/rules-as-values.md.
class Title(ABC, Generic[S, V]):
    """A game title: the rules of one game as pure functions over its states.

    `S` is the title's state, the whole truth; `V` its view, the part that one
    observer may see. Both are immutable values that compare by content.

    Attributes:
        id: its name in records and ids; never changes once released.
        rules_version: grows when a log of an older release could be refused.
        player_counts: the possible numbers of people, ascending.
        options: the choices of the host.
        is_simultaneous: whether all awaited seats choose in secret at the same
            time. Then `turn_number` counts rounds; the choice of one seat never
            limits the choices of another in the same round; and the events of a
            round stand in the order of the seats.
        fact_kinds: kinds of the facts that turns can bring, the ends of their keys, the
            gravest first.
        foresees: whether a draft always leads to the same state as playing it.
            False where a turn may end for a reason that is hidden from its seat:
            then `tried` goes on, and a confirmed draft is played up to the end of
            the turn.
    """

    id: ClassVar[str]
    rules_version: ClassVar[int]
    player_counts: ClassVar[tuple[int, ...]]
    options: ClassVar[tuple[Option, ...]]
    is_simultaneous: ClassVar[bool] = False
    fact_kinds: ClassVar[tuple[str, ...]] = ()
    foresees: ClassVar[bool] = True

    def ruleset(self, players: int, chosen: Mapping[str, object]) -> Ruleset:
        """Return the ruleset for this many people, options completed.

        Raises:
            RecordError: an unknown option or value, or a wrong number of people.
        """
        rules = Ruleset(self.id, players, complete_options(self.options, chosen))
        self.check_ruleset(rules)
        return rules

    def check_ruleset(self, rules: Ruleset) -> None:
        """Refuse a number of people or options that do not go together.

        Checks only the number of people unless the title overrides it.

        Raises:
            RecordError: they do not.
        """
        counts = self.player_counts
        if rules.players not in counts:
            raise RecordError(f"{min(counts)} to {max(counts)} players, not {rules.players}")

    def seat_count(self, rules: Ruleset) -> int:
        """Return the number of seats: one per person unless the title overrides it."""
        return rules.players

    def player_of(
        self,
        rules: Ruleset,  # noqa: ARG002 -- titles in which people hold several look at it
        seat: Seat,
    ) -> int:
        """Return the player, counted from 0 in turn order, who holds this seat."""
        return int(seat)

    def holders(self, rules: Ruleset) -> tuple[int, ...]:
        """Return the player of each seat, in the order of seats."""
        return tuple(self.player_of(rules, Seat(n)) for n in range(self.seat_count(rules)))

    def colour_count(self, rules: Ruleset) -> int:  # noqa: ARG002 -- titles with colours look at it
        """Return the number of colours among which the seats may choose; 0 unless overridden."""
        return 0

    def deals_hands(self, rules: Ruleset) -> bool:  # noqa: ARG002 -- titles that deal look at it
        """Return whether each player is told at the start what they hold.

        False unless the title overrides it.
        """
        return False

    @abstractmethod
    def initial_state(self, rules: Ruleset) -> S:
        """Return the state before the first action."""

    def seats(self, state: S) -> tuple[Seat, ...]:
        """Return all seats in ascending order."""
        return tuple(map(Seat, range(self.seat_count(state.rules))))

    def vacant(self, state: S) -> frozenset[Seat]:
        """Return the seats where nobody sits."""
        return state.vacant

    def with_vacant(self, state: S, seats: AbstractSet[Seat]) -> S:
        """Return the state in which exactly these seats are vacant.

        The title decides what a vacant seat does: it is passed over, or `forced` gives
        its actions. A title in which turns are passed over overrides it: a turn that is
        under way ends.
        """
        return replace(state, vacant=frozenset(seats))

    @abstractmethod
    def ended(self, state: S) -> S:
        """Return the state after the players ended the game early, ready to be counted."""

    @abstractmethod
    def awaiting(self, state: S) -> tuple[Actor, ...]:
        """Return the actors who may act now: CHANCE alone, some seats, or none at the end."""

    @abstractmethod
    def objection(self, state: S, actor: Actor, action: Action) -> RuleError | None:
        """Return the rules' reason against this action, or None if it is legal.

        Legality is decided here alone: `legal_actions` filters with it and `apply`
        raises its result.
        """

    def check(self, state: S, actor: Actor, action: Action) -> None:
        """Refuse an action that the rules forbid.

        Raises:
            RuleError: the rules forbid it.
        """
        refusal = self.objection(state, actor, action)
        if refusal is not None:
            raise refusal

    @abstractmethod
    def legal_actions(self, state: S, seat: Seat) -> tuple[Action, ...]:
        """Return every action open to this seat, in a fixed order."""

    def forced(
        self,
        state: S,  # noqa: ARG002 -- titles that force look at it
    ) -> tuple[Seat, Action] | None:
        """Return the action that a seat must take because it has no choice, or None.

        Drafts and the service carry it out; it stands in the log. None unless overridden.
        """
        return None

    @abstractmethod
    def chance(self, state: S) -> Sequence[Action]:
        """Return the possible draws, equally likely, in a fixed order.

        Empty unless CHANCE is awaited. May be lazy: callers use its length and one item.
        """

    def chance_as(self, state: S, drawn: Sequence[Action], count: int) -> Sequence[Action]:
        """Return the possible draws where as far as possible the same come as in another game.

        `drawn` are all draws of that game, in order; `count` were made in this one so far.
        """
        choices, same = self.chance(state), drawn[count : count + 1]
        return same if same and same[0] in choices else choices

    @abstractmethod
    def apply(self, state: S, actor: Actor, action: Action) -> S:
        """Return the state after this action.

        Raises:
            RuleError: the rules forbid it; `state` is a value and unchanged.
        """

    def tried(self, state: S, seat: Seat, action: Action) -> S:
        """Return the state after an action of a draft, as far as the seat's holder can know.

        It goes on where the holder cannot be certain that the turn would end. Equal to
        `apply` if the title `foresees`.

        Raises:
            RuleError: the rules forbid it; `state` is a value and unchanged.
        """
        return self.apply(state, seat, action)

    def as_next(
        self,
        state: S,  # noqa: ARG002 -- titles in which turns can be planned look at it
        seats: AbstractSet[Seat],  # noqa: ARG002 -- likewise
    ) -> S | None:
        """Return the state at the next turn of some seats if nobody does anything before it.

        None where there is none, or where it cannot be said. None unless the title
        overrides it.
        """
        return None

    def left_open(
        self,
        state: S,  # noqa: ARG002 -- titles whose plans leave something open look at it
        seat: Seat,  # noqa: ARG002 -- likewise
    ) -> Action | None:
        """Return the action that follows by rule where a plan goes no further; None unless so.

        A turn planned ahead holds none of it, and is whole without it.
        """
        return None

    def yield_of(
        self,
        draft: Any,  # noqa: ARG002 -- titles in which turns can be planned look at it
    ) -> Yield:
        """Return the yield of a draft's turn, given its summary; nothing unless overridden."""
        return Yield(0, frozenset())

    @abstractmethod
    def turn_number(self, state: S) -> int:
        """Return a number that grows whenever a turn (or a round) ends."""

    def points(self, state: S) -> tuple[int, ...]:  # noqa: ARG002 -- titles that count look at it
        """Return the points of each seat so far, as all may see them; empty: none are counted."""
        return ()

    @abstractmethod
    def is_over(self, state: S) -> bool:
        """Return whether the game has ended."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome:
        """Return the result of a game that is over."""

    @abstractmethod
    def places_in(self, result: Mapping[str, Any]) -> tuple[int, ...]:
        """Return the players' places (`Outcome.places`) from the `result` of a record."""

    @abstractmethod
    def view_for(
        self, state: S, seats: AbstractSet[Seat] = frozenset(), *, preview: bool = False
    ) -> V:
        """Return the view for the holder of these seats, or for a spectator if there are none.

        Args:
            state: the whole truth.
            seats: the seats that the observer holds.
            preview: whether the state comes from the observer's own draft. The view
                then shows nothing that would only become known by confirming it.
        """

    @abstractmethod
    def imagined(self, view: V, dice: Dice) -> S:
        """Return a random state that could be true, given a view.

        Hidden things are drawn, each possible truth being equally likely, so that a
        player who knows only a view can play on from it. Every state drawn has the same
        view for the same observer, and the same legal actions for the observer's seats;
        where nothing is hidden, it is the truth.

        Args:
            view: of a state, not of a draft (`preview`).
            dice: draws the hidden things.
        """

    @abstractmethod
    def summary(
        self,
        before: S,
        deeds: Sequence[Deed[S]],
        seats: AbstractSet[Seat] = frozenset(),
        *,
        preview: bool = False,
    ) -> Any:
        """Summarize a turn, a round or part of one, as the holder of these seats may know it.

        Args:
            before: the whole truth before the first deed.
            deeds: in order, including those of chance and the table. If none is by a
                seat, nobody did anything.
            seats: of the reader; none for a spectator.
            preview: whether the deeds are a draft of the reader's own.

        Returns:
            A value of the title's own; its fields `before` and `after` are the
            views before and after the deeds.
        """

    def facts(
        self,
        before: V,  # noqa: ARG002 -- titles that tell facts look at it
        after: V,  # noqa: ARG002 -- likewise
    ) -> Iterable[Sentence]:
        """Return the facts that turns in a row have brought, all of them public.

        None unless the title overrides it, and names their kinds in `fact_kinds`.

        Args:
            before: view of a spectator before the first turn.
            after: the same after the last one.
        """
        return ()

    @abstractmethod
    def prospects(self, state: S, seat: Seat) -> tuple[Any, ...]:
        """Return the immediate effect of each of `legal_actions`, in their order.

        Limited to the knowledge of the seat's holder.
        """

    def reveals(self, before: S, after: S) -> bool:  # noqa: ARG002 -- titles that hide little look
        """Return whether a seat's event between two states has revealed something hidden.

        A turn that revealed something cannot be taken back: people may know it now,
        whether they were told or could work it out. Draws of chance and the end of a
        game need not be looked at here. True unless the title overrides it.
        """
        return True

    @abstractmethod
    def encode(self, action: Action) -> dict[str, Any]:
        """Return the fields of an action as in the record, without its kind."""

    def encode_public(
        self,
        rules: Ruleset,  # noqa: ARG002 -- titles with secret actions look at it
        action: Action,
    ) -> dict[str, Any]:
        """Return the fields of an action as in the record of a running game.

        All of them unless the title overrides it.
        """
        return self.encode(action)

    @abstractmethod
    def decode(self, kind: str, fields: Mapping[str, Any]) -> Action:
        """Decode an action from a record's fields.

        Raises:
            RecordError: an unknown kind or key, or a value of a wrong form.
            PartialRecordError: the fields leave out something secret.
        """


AnyTitle: TypeAlias = Title[Any, Any]
"""Any title, whatever its types of state and view."""

Titles: TypeAlias = Mapping[str, AnyTitle]
"""Titles by their id."""
