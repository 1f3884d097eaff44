"""MetrOmania as a title of the engine."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import ClassVar

from metrobot.engine.actions import Action
from metrobot.engine.actors import Actor, Seat
from metrobot.engine.dice import Dice
from metrobot.engine.errors import RuleError
from metrobot.engine.ruleset import Option, Ruleset
from metrobot.engine.title import Title
from metrobot.games.metromania import (
    codec,
    final_count,
    imagine,
    legality,
    observe,
    options,
    reveals,
    setup,
    summary,
    turn,
)
from metrobot.games.metromania.result import Result
from metrobot.games.metromania.state import Phase, State, empty_state
from metrobot.games.metromania.summary import Effect
from metrobot.games.metromania.view import View


class MetroMania(Title[State, View]):
    """The rules of MetrOmania: one seat a company (MM §3.4)."""

    id: ClassVar[str] = "metromania"
    rules_version: ClassVar[int] = 1
    player_counts: ClassVar[tuple[int, ...]] = options.PLAYER_COUNTS
    options: ClassVar[tuple[Option, ...]] = options.OPTIONS
    foresees: ClassVar[bool] = False

    # What these return stands with the functions themselves.
    view_for = staticmethod(observe.view_for)
    summary = staticmethod(summary.summary)
    encode = staticmethod(codec.encode)
    decode = staticmethod(codec.decode)
    places_in = staticmethod(final_count.places_in)
    encode_public = staticmethod(codec.encode_public)
    reveals = staticmethod(reveals.reveals)

    def check_ruleset(self, rules: Ruleset) -> None:
        """Refuse a number of people or options that do not go together."""
        options.check_ruleset(rules)

    def seat_count(self, rules: Ruleset) -> int:
        """Return the number of companies."""
        return options.company_count(rules)

    def player_of(self, rules: Ruleset, seat: Seat) -> int:
        """Return the player who runs a company."""
        return options.player_of(rules, seat)

    def deals_hands(self, rules: Ruleset) -> bool:
        """Return that every player holds markers, drawn or fixed (MM §3.2 to §3.5)."""
        del rules
        return True

    def initial_state(self, rules: Ruleset) -> State:
        """Return the state before the city is laid out."""
        return empty_state(rules)

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Return all companies, rising."""
        return tuple(Seat(seat) for seat in range(state.company_count))

    def vacant(self, state: State) -> frozenset[Seat]:
        """Return the companies that nobody runs (MM §17.1)."""
        return state.vacant

    def with_vacant(self, state: State, seats: AbstractSet[Seat]) -> State:
        """Return the state with nobody on just these seats (MM §17.1, §17.2)."""
        return turn.with_vacant(state, seats)

    def ended(self, state: State) -> State:
        """Return the state with the game ended by its players (MM §17.4)."""
        return turn.with_game_ended(state)

    def awaiting(self, state: State) -> tuple[Actor, ...]:
        """Return who may act now."""
        return legality.awaiting(state)

    def objection(self, state: State, actor: Actor, action: Action) -> RuleError | None:
        """Return why the rules refuse this action, or None if they allow it."""
        return legality.objection(state, actor, action)

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Return every action open to this company, in a fixed order."""
        return legality.legal_actions(state, seat)

    def chance(self, state: State) -> Sequence[Action]:
        """Return the possible draws; see `setup` for their order."""
        if state.phase not in (Phase.CITY, Phase.DEAL):
            return ()
        return setup.draws(state.rules, is_city_built=state.city is not None)

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        """Return the state after this action, up to the next choice of anybody."""
        refusal = legality.objection(state, actor, action)
        if refusal is not None:
            raise refusal
        return turn.state_after(state, action)

    def tried(self, state: State, seat: Seat, action: Action) -> State:
        """Return the state after an action of a draft, as far as its owner can know it."""
        if not options.has_secret_hands(state.rules):
            return self.apply(state, seat, action)
        refusal = legality.objection(state, seat, action)
        if refusal is not None:
            raise refusal
        return turn.tried(state, action, frozenset((seat,)))

    def turn_number(self, state: State) -> int:
        """Return the number of turns of companies so far, those passed over too."""
        return state.turn

    def is_over(self, state: State) -> bool:
        """Return whether the game has ended."""
        return state.phase is Phase.OVER

    def outcome(self, state: State) -> Result:
        """Return the final count of a game that is over."""
        return final_count.result_of(state)

    def imagined(self, view: View, dice: Dice) -> State:
        """Return a state that could be true: hidden hands are drawn (MM §3.2, §3.3)."""
        return imagine.imagined(view, dice)

    def prospects(self, state: State, seat: Seat) -> tuple[Effect, ...]:
        """Return what each of `legal_actions` would do at once, in their order."""
        return summary.prospects(state, seat)
