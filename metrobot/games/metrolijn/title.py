"""Metrolijn as a title: the contract of the engine.

Source: ML §2 to §9.
"""

from collections.abc import Iterator, Sequence

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Actor, Seat
from metrobot.engine.dice import Dice
from metrobot.engine.errors import CommonReason, RuleError
from metrobot.engine.ruleset import Option
from metrobot.engine.title import Title
from metrobot.games.metrolijn import codec, facts, turn
from metrobot.games.metrolijn import summary as telling
from metrobot.games.metrolijn import view as views
from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer, TurnUp
from metrobot.games.metrolijn.board import CARD_NAMED, MAP_IDS, Card, CardKind, LineSite
from metrobot.games.metrolijn.legality import (
    DIRECTIONS,
    choice_objection,
    first_empty,
    stations_ridden,
)
from metrobot.games.metrolijn.result import places_in, result_of
from metrobot.games.metrolijn.state import State, initial_state
from metrobot.games.metrolijn.summary import Ride
from metrobot.games.metrolijn.view import View

_ALL_COUNTS = tuple(range(1, 9))


class Metrolijn(Title[State, View]):
    """Metrolijn: one to eight players, a sheet each, all at the same time."""

    id = "metrolijn"
    rules_version = 1
    player_counts = _ALL_COUNTS
    is_simultaneous = True
    options = (
        Option("map", MAP_IDS, frozenset(_ALL_COUNTS)),
        Option("special", (False, True), frozenset(_ALL_COUNTS)),
    )

    # Documented at the functions themselves.
    view_for = staticmethod(views.view_for)
    summary = staticmethod(telling.summary)
    fact_kinds = facts.KINDS
    facts = staticmethod(facts.facts)
    encode = staticmethod(codec.encode)
    decode = staticmethod(codec.decode)
    places_in = staticmethod(places_in)
    initial_state = staticmethod(initial_state)
    ended = staticmethod(turn.with_game_ended)
    outcome = staticmethod(result_of)

    def awaiting(self, state: State) -> tuple[Actor, ...]:
        """Return the actors who may act now: chance, or all who still choose (ML §3.2)."""
        if state.is_over:
            return ()
        if state.card is None:
            return (CHANCE,)
        return tuple(Seat(i) for i, owed in enumerate(state.owed) if owed)

    def objection(self, state: State, actor: Actor, action: Action) -> RuleError | None:
        """Return the rules' reason against this action, or None."""
        if state.is_over:
            return RuleError(CommonReason.GAME_OVER)
        if actor not in self.awaiting(state):
            return RuleError(CommonReason.NOT_YOUR_TURN)
        if actor is CHANCE or state.card is None:
            is_left = isinstance(action, TurnUp) and CARD_NAMED.get(action.card) in state.left
            return None if is_left else RuleError(CommonReason.NOT_BY_CHANCE)
        return choice_objection(state, actor, state.card, action)

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Return every choice open to this seat: by line, direction, most crosses first."""
        if state.card is None or seat not in self.awaiting(state):
            return ()
        card = state.card
        # Their order stands in the ids of buttons (docs/decisions/drafts-in-button-ids.md): it must
        # never change.
        choices = _candidates(state, seat, card)
        # The seat was checked above, so each candidate needs only the rest of `objection`.
        return tuple(a for a in choices if choice_objection(state, seat, card, a) is None)

    def forced(self, state: State) -> tuple[Seat, Action] | None:
        """Return the action of a vacant seat that is first in line, or None (ML §12.1, §12.2).

        Only the first awaited seat is forced, so that a round's events stand in the
        order of the seats.
        """
        awaited = [Seat(i) for i, owed in enumerate(state.owed) if owed]
        if state.is_over or state.card is None or awaited[0] not in state.vacant:
            return None
        return awaited[0], turn.vacant_choice(state, awaited[0], state.card)

    def chance(self, state: State) -> Sequence[Action]:
        """Return a draw for each card that is left, equal ones side by side (ML §2, §3.1)."""
        if state.is_over or state.card is not None:
            return ()
        return tuple(TurnUp(card.id) for card in state.left)

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        """Return the state after this action."""
        self.check(state, actor, action)
        if isinstance(action, TurnUp):
            return turn.after_card(state, CARD_NAMED[action.card])
        # `check` has refused everything else.
        assert state.card is not None
        assert actor is not CHANCE
        return turn.after_choice(state, actor, state.card, action)

    def turn_number(self, state: State) -> int:
        """Return the number of complete rounds."""
        return state.round - (state.card is not None)

    def points(self, state: State) -> tuple[int, ...]:
        """Return the points of each sheet as it stands."""
        return tuple(sheet.count.score for sheet in self.view_for(state).sheets)

    def is_over(self, state: State) -> bool:
        """Return whether the game has ended (ML §3.5)."""
        return state.is_over

    def imagined(self, view: View, dice: Dice) -> State:
        """Return the state that a view shows: no state holds the order of the cards."""
        del dice
        return views.imagined(view)

    def prospects(self, state: State, seat: Seat) -> tuple[Ride, ...]:
        """Return the effect of each of `legal_actions`, in their order."""
        return telling.prospects(state, seat, self.legal_actions(state, seat))


def _candidates(state: State, seat: Seat, card: Card) -> Iterator[Action]:
    """Yield all choices that could be legal, in the order of `legal_actions`."""
    if card.kind is CardKind.FREE:
        for site in state.map.stations:
            yield FreeRide(site.id)
        yield FreeRide(None)
        return
    for line, filled in zip(state.map.lines, state.sheets[seat].windows, strict=True):
        if len(filled) == line.windows:
            continue
        for direction in DIRECTIONS if line.is_ring else (None,):
            yield from _rides(state, seat, card, line, direction)


def _rides(
    state: State, seat: Seat, card: Card, line: LineSite, direction: int | None
) -> Iterator[Action]:
    marked = state.sheets[seat].marked
    if card.kind is CardKind.TRANSFER:
        station = first_empty(line, marked, direction)
        if station is not None:
            site = state.map.stations[station]
            yield Transfer(line.letter, site.id, site.lines, direction)
        yield Transfer(line.letter, None, None, direction)
        return
    ids = tuple(state.map.stations[s].id for s in stations_ridden(line, card, marked, direction))
    # Fewer stations than possible may be crossed, down to none.
    for count in range(len(ids), -1, -1):
        yield Mark(line.letter, ids[:count], direction)
