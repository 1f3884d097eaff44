"""On the Underground as a title: the contract of the engine.

Source: OU §2 to §7.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Actor, Seat
from metrobot.engine.dice import Dice
from metrobot.engine.errors import CommonReason, RecordError, RuleError
from metrobot.engine.ruleset import Ruleset, colours_option, seat_colours
from metrobot.engine.title import Title, Yield
from metrobot.games.underground import codec, facts, summary
from metrobot.games.underground import view as views
from metrobot.games.underground.actions import Build, DrawCards, PlaceTokens, TakeToken, Travel
from metrobot.games.underground.board import ACTIONS_A_TURN, STATIONS
from metrobot.games.underground.forecast import stranded
from metrobot.games.underground.reasons import Reason
from metrobot.games.underground.result import places_in, result_of
from metrobot.games.underground.state import Phase, State, fares, initial_state
from metrobot.games.underground.summary import Option, Turn
from metrobot.games.underground.turn import draws, flow
from metrobot.games.underground.turn.pieces import build_objection, legal_builds
from metrobot.games.underground.view import View


class Underground(Title[State, View]):
    """On the Underground: London, two to five players, one passenger."""

    id = "underground"
    rules_version = 1
    player_counts = (2, 3, 4, 5)
    options = (colours_option(max(player_counts)),)

    # Documented at the functions themselves.
    view_for = staticmethod(views.view_for)
    summary = staticmethod(summary.summary)
    fact_kinds = facts.KINDS
    facts = staticmethod(facts.facts)
    encode = staticmethod(codec.encode)
    decode = staticmethod(codec.decode)
    places_in = staticmethod(places_in)
    initial_state = staticmethod(initial_state)
    outcome = staticmethod(result_of)

    def check_ruleset(self, rules: Ruleset) -> None:
        """Refuse a wrong number of people, or colours that their number has not.

        Raises:
            RecordError: the number of people or the colours do not fit.
        """
        super().check_ruleset(rules)
        if any(n >= rules.players for n in seat_colours(rules.options)[: rules.players]):
            raise RecordError(f"a game of {rules.players} has no such colours")

    def colour_count(self, rules: Ruleset) -> int:
        """Return the number of sets of colours (OU §2.1)."""
        return rules.players

    def ended(self, state: State) -> State:
        """Return the state with the game ended by its players (OU §10.3)."""
        return replace(state, phase=Phase.OVER)

    def awaiting(self, state: State) -> tuple[Actor, ...]:
        """Return the actors who may act now."""
        match state.phase:
            case Phase.TOKENS | Phase.DRAW:
                return (CHANCE,)
            case Phase.BUILD | Phase.TRAVEL:
                return (state.to_act,)
            case Phase.OVER:
                return ()

    def objection(self, state: State, actor: Actor, action: Action) -> RuleError | None:
        """Return the rules' reason against this action, or None (OU §3)."""
        if state.phase is Phase.OVER:
            return RuleError(CommonReason.GAME_OVER)
        if actor not in self.awaiting(state):
            return RuleError(CommonReason.NOT_YOUR_TURN)
        if actor is CHANCE:
            return _chance_objection(state, action)
        return _seat_objection(state, action)

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Return every action open to this seat: pieces, then the token, or the trips."""
        if seat not in self.awaiting(state):
            return ()
        if state.phase is Phase.TRAVEL:
            return flow.travels(state)
        return (*legal_builds(state, seat), TakeToken())

    def forced(self, state: State) -> tuple[Seat, Action] | None:
        """Return the active player's only action, or None if there is a choice.

        The only trip there is; for a vacant seat a token, or the first trip.

        Source: OU §6.2, §10.1, §10.2.
        """
        is_vacant = state.to_act in state.vacant
        if state.phase is Phase.BUILD and is_vacant:
            # A token is always allowed and builds nothing.
            return state.to_act, TakeToken()
        if state.phase is not Phase.TRAVEL:
            return None
        travels = flow.travels(state)
        return (state.to_act, travels[0]) if is_vacant or len(travels) == 1 else None

    def chance(self, state: State) -> Sequence[Action]:
        """Return the possible draws (OU §2.2, §2.3, §7.1)."""
        match state.phase:
            case Phase.TOKENS:
                return draws.token_draws()
            case Phase.DRAW:
                return draws.card_draws(state)
        return ()

    def chance_as(self, state: State, drawn: Sequence[Action], count: int) -> Sequence[Action]:
        """Return the possible draws where cards come in the order of another game, then any."""
        if state.phase is not Phase.DRAW:
            return super().chance_as(state, drawn, count)
        cards = (card for draw in drawn if isinstance(draw, DrawCards) for card in draw.cards)
        return draws.card_draws(state, tuple(card for card in cards if card in state.pile))

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        """Return the state after this action."""
        self.check(state, actor, action)
        return flow.state_after(state, action)

    def as_next(self, state: State, seats: AbstractSet[Seat]) -> State | None:
        """Return the state at a player's next turn, the open destinations as they are now."""
        if state.phase in (Phase.TOKENS, Phase.OVER):
            return None
        for number in range(state.turn + 1, state.turn + state.rules.players + 1):
            after = replace(state, turn=number, phase=Phase.BUILD, done=0, trips=0)
            if flow.is_end(after.to_act, passenger_left=state.passenger is None):
                return None
            if after.to_act in seats:
                return after
        return None

    def left_open(self, state: State, seat: Seat) -> Travel | None:
        """Return the trip that pays a player most; of equal ones, others least."""
        if state.phase is not Phase.TRAVEL or state.to_act != seat:
            return None

        def paid(trip: Travel) -> tuple[int, int]:
            pays = dict(fares(state.rules, trip.colours))
            return pays.get(seat, 0), -sum(pays.values())

        return max(flow.travels(state), key=paid)

    def yield_of(self, draft: Turn) -> Yield:
        """Return the points of a draft's pieces, and the lines that can only branch after them."""
        lost = () if draft.seat is None else stranded(draft.before, draft.after, draft.seat)
        points = sum(piece.gain.total for piece in draft.pieces)
        return Yield(points, frozenset(str(int(colour)) for colour in lost))

    def turn_number(self, state: State) -> int:
        """Return the number of turns that have ended."""
        return state.turn

    def points(self, state: State) -> tuple[int, ...]:
        """Return the points of each seat so far."""
        return tuple(map(sum, state.points))

    def is_over(self, state: State) -> bool:
        """Return whether the game has ended (OU §7.2)."""
        return state.phase is Phase.OVER

    def imagined(self, view: View, dice: Dice) -> State:
        """Return the state that a view shows: no state holds the order of the pile."""
        del dice
        return views.imagined(view)

    def prospects(self, state: State, seat: Seat) -> tuple[Option, ...]:
        """Return the immediate effect of each legal action, in their order."""
        return summary.options(state, self.legal_actions(state, seat))

    def reveals(self, before: State, after: State) -> bool:
        """Return False: only the pile is hidden, and only chance draws from it."""
        del before, after
        return False


def _seat_objection(state: State, action: Action) -> RuleError | None:
    """Return the reason against the active player's action, or None (OU §3, §4.1, §6.2)."""
    match action:
        case Build() | TakeToken() if state.phase is Phase.TRAVEL:
            return RuleError(Reason.TURN_IS_BUILT)
        case Build():
            return build_objection(state, state.to_act, action)
        case Travel() if state.phase is Phase.BUILD:
            return RuleError(Reason.BUILD_FIRST, left=ACTIONS_A_TURN - state.done)
        case Travel(to) if action not in flow.travels(state):
            return RuleError(Reason.NO_SUCH_TRIP, station=STATIONS[to].name)
        case TakeToken() | Travel():
            return None
    return RuleError(CommonReason.UNKNOWN_ACTION)


def _chance_objection(state: State, action: Action) -> RuleError | None:
    """Return the reason against this draw, or None (OU §2.2, §2.3, §7.1)."""
    match action:
        case PlaceTokens() if state.phase is Phase.TOKENS:
            return None if action in draws.token_draws() else RuleError(CommonReason.NOT_BY_CHANCE)
        case DrawCards(cards) if state.phase is Phase.DRAW:
            is_new = len(set(cards)) == len(cards) and state.pile >= set(cards)
            if is_new and len(cards) == flow.cards_to_draw(len(state.open_cards), len(state.pile)):
                return None
    return RuleError(CommonReason.NOT_BY_CHANCE)
