"""The contract between a game and everything that plays, stores or shows it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from metrobot.engine.actions import Action
from metrobot.engine.actors import Actor, Doer, Seat
from metrobot.engine.dice import Dice
from metrobot.engine.errors import RecordError, RuleError
from metrobot.engine.outcome import Outcome
from metrobot.engine.ruleset import Option, Ruleset, complete_options

S = TypeVar("S")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Deed(Generic[S]):
    """One event of a turn, with what came of it.

    Attributes:
        actor: a seat, CHANCE or TABLE.
        action: what was done.
        after: the whole truth right after it.
    """

    actor: Doer
    action: Action
    after: S


# One judge, one teller, one end, so that no rule is stated twice:
# docs/decisions/rules-as-values.md.
class Title(ABC, Generic[S, V]):
    """A game title: the rules of one game as pure functions over its states.

    `S` is the title's state, the whole truth; `V` its view, what somebody may
    see. Both are immutable values that compare by content.

    Attributes:
        id: its name in records and ids; never changes once released.
        rules_version: grows when a log of an older release could be refused.
        player_counts: how many people can play, rising.
        options: what the host may choose.
        is_simultaneous: whether all who are awaited choose in secret at the
            same time. Then `turn_number` counts rounds; what one seat chooses
            never decides what another may choose in the same round; and the
            events of a round stand in the order of the seats.
        foresees: whether a draft always leads to what playing it comes to. No
            where a turn may end for a reason that is hidden from whose turn it
            is: then `tried` goes on, and of a draft that is confirmed all is
            played that comes before the turn's end.
    """

    id: ClassVar[str]
    rules_version: ClassVar[int]
    player_counts: ClassVar[tuple[int, ...]]
    options: ClassVar[tuple[Option, ...]]
    is_simultaneous: ClassVar[bool] = False
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

        The number of people alone unless the title says more.

        Raises:
            RecordError: they do not.
        """
        counts = self.player_counts
        if rules.players not in counts:
            raise RecordError(f"{min(counts)} to {max(counts)} players, not {rules.players}")

    def seat_count(self, rules: Ruleset) -> int:
        """Return the number of seats: one a person unless the title says otherwise."""
        return rules.players

    def player_of(
        self,
        rules: Ruleset,  # noqa: ARG002 -- titles in which people hold several look at it
        seat: Seat,
    ) -> int:
        """Return the player, counted from 0 in turn order, who holds this seat."""
        return int(seat)

    def deals_hands(self, rules: Ruleset) -> bool:  # noqa: ARG002 -- titles that deal look at it
        """Return whether each player is told at the start what they hold.

        No unless the title says otherwise.
        """
        return False

    @abstractmethod
    def initial_state(self, rules: Ruleset) -> S:
        """Return the state before the first action."""

    @abstractmethod
    def seats(self, state: S) -> tuple[Seat, ...]:
        """Return all seats, rising."""

    @abstractmethod
    def vacant(self, state: S) -> frozenset[Seat]:
        """Return the seats where nobody sits."""

    @abstractmethod
    def with_vacant(self, state: S, seats: AbstractSet[Seat]) -> S:
        """Return the state with nobody on just these seats.

        What a vacant seat does is fixed: it is passed over, or `forced` says
        what it does. A turn of it that is under way is ended.
        """

    @abstractmethod
    def ended(self, state: S) -> S:
        """Return the state with the game ended by its players, to be counted as it stands."""

    @abstractmethod
    def awaiting(self, state: S) -> tuple[Actor, ...]:
        """Return who may act now: CHANCE alone, or seats, or nobody at the end."""

    @abstractmethod
    def objection(self, state: S, actor: Actor, action: Action) -> RuleError | None:
        """Return why the rules refuse this action, or None if they allow it.

        The one place where legality is decided: `legal_actions` filters with
        it and `apply` raises what it returns.
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
        """Return what a seat must do where it has no choice, or None.

        A draft and the service do it by themselves; it stands in the log like
        all else. None unless the title says otherwise.
        """
        return None

    @abstractmethod
    def chance(self, state: S) -> Sequence[Action]:
        """Return the possible draws, equally likely, in a fixed order.

        Empty unless CHANCE is awaited. May be long and lazy: only its length
        and one item are asked for.
        """

    @abstractmethod
    def apply(self, state: S, actor: Actor, action: Action) -> S:
        """Return the state after this action.

        Raises:
            RuleError: the rules forbid it; `state` is a value and unchanged.
        """

    def tried(self, state: S, seat: Seat, action: Action) -> S:
        """Return the state after an action of a draft, as far as the seat's holder can know it.

        It goes on where the holder cannot be certain that the turn would end.
        The state after the action unless the title does not `foresee` it.

        Raises:
            RuleError: the rules forbid it; `state` is a value and unchanged.
        """
        return self.apply(state, seat, action)

    @abstractmethod
    def turn_number(self, state: S) -> int:
        """Return a number that grows when a turn (or a round) has ended."""

    @abstractmethod
    def is_over(self, state: S) -> bool:
        """Return whether the game has ended."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome:
        """Return the result of a game that is over."""

    @abstractmethod
    def places_in(self, result: Mapping[str, Any]) -> tuple[int, ...]:
        """Return who comes where by the `result` of a record: the `places` of its outcome."""

    @abstractmethod
    def view_for(
        self, state: S, seats: AbstractSet[Seat] = frozenset(), *, preview: bool = False
    ) -> V:
        """Return what the holder of these seats may see; none: a spectator.

        Args:
            state: the whole truth.
            seats: the seats that the observer holds.
            preview: the state is a draft of the observer's own. It shows
                nothing that would only become known by confirming it.
        """

    @abstractmethod
    def imagined(self, view: V, dice: Dice) -> S:
        """Return a state that could be true, given what somebody may see.

        What the view leaves open is drawn, each possible truth being equally
        likely. So whoever sees nothing but a view can play on from it. Every
        state that is drawn has the same view for the same observer, and the
        same legal actions for the seats that the observer holds; where nothing
        is hidden, it is the truth.

        Args:
            view: of a state, none of a draft (`preview`).
            dice: draws what is hidden.
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
        """Return what a turn, a round or a part of one did, as these seats' holder may know it.

        Args:
            before: the whole truth before the first deed.
            deeds: in order; chance's and the table's too. None of any seat: nobody did anything.
            seats: of the reader; none: a spectator.
            preview: the deeds are a draft of the reader's own.

        Returns:
            A value of the title's own; among its fields are `before` and
            `after`, the views between which it was done.
        """

    @abstractmethod
    def prospects(self, state: S, seat: Seat) -> tuple[Any, ...]:
        """Return what each of `legal_actions` would do at once, in their order.

        As the seat's holder may know it.
        """

    def reveals(self, before: S, after: S) -> bool:  # noqa: ARG002 -- titles that hide little look
        """Return whether a seat's event between two states has shown something hidden.

        What was hidden from somebody and is known to them after the event, be
        it told or to be worked out, cannot be made unknown: the turn stands.
        What chance draws, and the end of a game, need not be looked at here.
        Yes unless the title says otherwise.
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

        All of them unless the title says otherwise.
        """
        return self.encode(action)

    @abstractmethod
    def decode(self, kind: str, fields: Mapping[str, Any]) -> Action:
        """Return the action that a record's fields mean.

        Raises:
            RecordError: an unknown kind or key, or a value of a wrong form.
            PartialRecordError: the fields leave out what was secret.
        """


AnyTitle: TypeAlias = Title[Any, Any]
"""Any of the titles, of whatever state and view."""

Titles: TypeAlias = Mapping[str, AnyTitle]
"""Titles by their id."""
