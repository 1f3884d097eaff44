"""States that could be true, given a view: hidden hands are drawn.

A hidden hand is possible if it has the size that all can see; if it could have
been dealt, together with the markers its owner has placed; if it blocks exactly
the lines that are seen to be blocked; if it has none of the markers that its
owner was seen to lack when the turn began; and if the active company can do
something.

Source: MM §3.2, §3.3, §11.3.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.games.metromania import setup
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.building import legality, line_blocks
from metrobot.games.metromania.city import MARKERS, Marker, city_of
from metrobot.games.metromania.geometry import CITY_POINTS, GATE_OF, direction_between, edge_between
from metrobot.games.metromania.setup import Hand, Hands
from metrobot.games.metromania.state import UNSTARTED, Line, Phase, Placed, State, line_index
from metrobot.games.metromania.view import LineView, View

KEPT: Final = 8
"""Number of boards whose possible hands are cached: a player asks again and again."""


def imagined(view: View, dice: Dice) -> State:
    """Return a state that could be true, all of them equally likely (MM §3.2, §3.3)."""
    state = seen_state(view)
    deals = possible_hands(view)
    return replace(state, hands=deals[dice.randrange(len(deals))] if len(deals) > 1 else deals[0])


@lru_cache(maxsize=KEPT)
def seen_state(view: View) -> State:
    """Return the visible part of the state; hidden hands are empty."""
    return State(
        rules=view.rules,
        phase=_phase(view),
        city=None if view.layout is None else city_of(view.layout),
        hands=tuple(company.hand or () for company in view.companies),
        lines=tuple(_line(line) for line in view.lines),
        used=sum(1 << cell for line in view.lines for cell in line.cells),
        stations=sum(1 << point for point in view.stations),
        stock=view.stock,
        placed=tuple(Placed(p.marker, p.cell, p.company) for p in view.placed),
        station_points=tuple(company.station_points for company in view.companies),
        turn=view.turn,
        deeds=view.deeds,
        idle_turns=view.idle_turns,
        ended_by=view.ended_by,
        final_turn=view.final_turn,
        vacant=view.vacant,
    )


def _phase(view: View) -> Phase:
    if view.layout is None:
        return Phase.CITY
    if view.result is not None:
        return Phase.OVER
    return Phase.DEAL if view.to_act is None else Phase.BUILDING


def _line(line: LineView) -> Line:
    """Return a line with the facts that follow from its points and cells."""
    if not line.points:
        return UNSTARTED
    edges = [edge_between(a, b) for a, b in zip(line.points, line.points[1:], strict=False)]
    return Line(
        points=line.points,
        cells=line.cells,
        visited=sum(1 << point for point in line.points),
        edges=sum(1 << edge for edge in edges),
        last_edge=1 << edges[-1],
        heading=direction_between(*line.points[-2:]),
        start_side=GATE_OF[line.points[0]].side if line.points[0] >= CITY_POINTS else 0,
        is_finished=line.is_finished,
    )


@dataclass(frozen=True, slots=True)
class _Owner:
    """A company whose hand is hidden, with the known facts about it.

    Attributes:
        placed: the markers it was dealt and has placed.
        size: number of markers it still holds.
        lacking: markers that it surely does not hold.
        saviours: for each line that only its hand keeps from being blocked, the
            markers of which it must hold one.
    """

    placed: Hand
    size: int
    lacking: frozenset[Marker]
    saviours: tuple[frozenset[Marker], ...]

    def may_hold(self, hand: Hand) -> bool:
        """Return whether this could be the hand."""
        held = set(hand)
        return (
            held.isdisjoint(self.lacking)
            and all(held & markers for markers in self.saviours)
            and setup.is_hand((*hand, *self.placed))
        )


@lru_cache(maxsize=KEPT)
def possible_hands(view: View) -> tuple[Hands, ...]:
    """Return all combinations of hands that are possible to an observer's knowledge."""
    state = seen_state(view)
    hidden = [company.seat for company in view.companies if company.hand is None]
    if not hidden or state.phase is not Phase.BUILDING:
        return (state.hands,)
    # Only markers that are neither on the board nor in a visible hand can be in a hidden one.
    visible = {placed.marker for placed in state.placed}.union(*state.hands)
    hidden_markers = tuple(marker for marker in MARKERS if marker not in visible)
    owners = [_owner(view, state, seat) for seat in hidden]
    companies = [(owner.size, owner.may_hold) for owner in owners]
    combinations = list[Hands]()
    for deal in setup.ways_to_deal(hidden_markers, companies):
        hands = list(state.hands)
        for seat, hand in zip(hidden, deal, strict=True):
            hands[seat] = hand
        # A company without any choice would have been passed over, and not be on turn.
        is_known = state.active not in hidden or state.now.bonus is not None
        if is_known or legality.has_choice(replace(state, hands=tuple(hands))):
            combinations.append(tuple(hands))
    return tuple(combinations)


def _owner(view: View, state: State, seat: Seat) -> _Owner:
    lacking, saviours = set[Marker](), list[frozenset[Marker]]()
    for name in LineName:
        ix = line_index(seat, name)
        lacking.update(*state.deeds.lacking[ix : ix + 1])
        keeping = line_blocks.saviours(state, ix)
        if not keeping:
            continue
        if view.lines[ix].is_blocked:
            lacking |= keeping
        else:
            saviours.append(keeping)
    return _Owner(
        placed=tuple(placed.marker for placed in state.placed if placed.company == seat),
        size=view.companies[seat].hand_size,
        lacking=frozenset(lacking),
        saviours=tuple(saviours),
    )
