"""The levels of On the Underground: easy, fair, strong; the first fair one measures others.

The best whole turns are found by a beam search: over the four pieces, then the
passenger. Only the most promising boards are kept after each piece. Boards that differ
only in the order of building count as one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.games.underground.actions import Build, TakeToken, Travel
from metrobot.games.underground.state import Phase, State, fares
from metrobot.games.underground.turn import flow
from metrobot.games.underground.turn.pieces import gain_of, legal_builds
from metrobot.games.underground.view import View, imagined
from metrobot.players.contract import UNBOUND, Budget, Decision, ReasonKey, Way
from metrobot.players.random_player import best_of, choose_random
from metrobot.players.underground.position_value import (
    Trips,
    drawn_trips,
    lead,
    of_open_cards,
    of_trips,
    position_value,
    values_after,
)

SAVING, LUCK = 0.15, 0.5
"""Limits on a roll from 0 to 1: below the first `easy` takes a token, below the second anything."""
BEAM: Final = 6
"""Boards that the first `fair` keeps after each piece."""
Worth = Callable[[State], float]
Later: TypeAlias = tuple[Action, "Later"] | None
_Step: TypeAlias = tuple[float, int, State, Action, Later]
"""A piece or token after a state, with the variation's worth, first choice and later ones."""
WIDTH = 120
"""Boards that `strong` keeps after each piece."""
NARROW = 8
"""Boards that `fair` keeps, and `strong` in the search that comes first when time may run out."""
NEXT, LATER = 0.35, 1.5
"""Weights of the expected pay in the next turn, and on any later trip."""
TRIPS = 8
"""Destinations that are drawn for an estimate, and starts for each of them."""
LEAST = 4
"""Boards that are compared, however little time is left."""


def choose_easy(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return a token, any choice or a beginner's choice, as a roll says."""
    # Lines laid anywhere meet the passenger often, so luck alone is no easy opponent: this one
    # is easy because it saves too much.
    roll = dice.random()
    if roll < SAVING and TakeToken() in legal:
        return Decision(legal.index(TakeToken()), ReasonKey.LUCK)
    if roll < LUCK:
        return choose_random(view, legal, budget, dice)
    return at_once(view, legal, budget, dice)


def at_once(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice with the most points at once; any of equal ones."""
    del budget
    state = imagined(view)
    worths = [points_at_once(state, action) for action in legal]
    best = best_of(worths, dice)
    return Decision(best, ReasonKey.POINTS, {"points": worths[best]})


def points_at_once(state: State, action: Action) -> int:
    """Return the points that a choice scores at once for the seat on turn."""
    match action:
        case Build():
            return gain_of(state, action).total
        case Travel(_, colours):
            return dict(fares(state.rules, colours)).get(Seat(state.to_act), 0)
    return 0


@dataclass(frozen=True, slots=True)
class Variation:
    """A way through a turn.

    Attributes:
        first: place of its first choice in the list of legal ones.
        state: the state that it leads to.
        worth: worth of that state.
        later: its further choices as a linked list, the last one first.
    """

    first: int
    state: State
    worth: float
    later: "Later" = None

    @property
    def way(self) -> Way:
        """Its choices after the first, in order."""
        choices, rest = list[Action](), self.later
        while rest is not None:
            action, rest = rest
            choices.append(action)
        return tuple(reversed(choices))


def built(
    state: State, legal: Sequence[Action], width: int = BEAM, budget: Budget = UNBOUND
) -> tuple[list[Variation], int]:
    """Return the best boards after the building of a turn, and the number that were looked at.

    Args:
        state: the state at any piece of a turn.
        legal: its legal choices.
        width: boards kept after each piece.
        budget: limits on the search; it counts boards.
    """
    seat, turn, looked = state.to_act, state.turn, 0
    steps = list[_Step]()
    for place, worth in enumerate(values_after(state, seat, legal)):
        if steps and budget.ends_after(len(steps)):
            break
        steps.append((worth, place, state, legal[place], None))
    beam, looked = _best(steps, width), len(steps)
    # All are of as many pieces and tokens, so they end together.
    while beam[0].state.phase is Phase.BUILD and beam[0].state.turn == turn:
        steps = []
        for line in beam:
            # Once the time is up only tokens are added, so that all boards are of whole turns.
            is_over = budget.ends_after(looked)
            open_ = (*(() if is_over else legal_builds(line.state, seat)), TakeToken())
            looked += len(open_)
            worths = values_after(line.state, seat, open_)
            steps += (
                (worth, line.first, line.state, action, (action, line.later))
                for worth, action in zip(worths, open_, strict=True)
            )
        beam = _best(steps, width)
    return beam, looked


def _best(steps: list[_Step], width: int) -> list[Variation]:
    """Return the best variations, one for each board."""
    variations = dict[object, Variation]()
    # Boards are made of the best steps alone: there are many more.
    for worth, first, before, action, later in sorted(steps, key=lambda step: -step[0]):
        state = flow.state_after(before, action)
        variations.setdefault((state.tracks, state.tokens), Variation(first, state, worth, later))
        if len(variations) == width:
            break
    return list(variations.values())


def travelled(state: State, worth: Worth) -> State:
    """Return the state after the visits of a turn, each the best by `worth`."""
    turn = state.turn
    while state.phase is Phase.TRAVEL and state.turn == turn:
        after = [flow.after_travel(state, trip) for trip in flow.travels(state)]
        state = max(after, key=worth) if len(after) > 1 else after[0]
    return state


def found_out(
    view: View, legal: Sequence[Action], budget: Budget, dice: Dice, *, width: int
) -> Decision:
    """Return the first choice of the best turn; any of equal ones.

    Args:
        view: what the seat may see.
        legal: its legal choices.
        budget: limits on its thinking.
        dice: draws trips.
        width: boards kept after each piece.
    """
    search = _found(view, legal, budget, dice, width)
    best = best_of(search.worths, dice)
    worth = round(search.worths[best] - lead(search.state, search.seat))
    return Decision(search.lines[best].first, ReasonKey.PLAN, {"worth": worth}, steps=search.looked)


choose_strong = partial(found_out, width=WIDTH)
"""The first choice of the best turn; any of equal ones."""


def ranked_choices(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> list[Way]:
    """Return all turns that were found, up to the passenger, the best first."""
    search = _found(view, legal, budget, dice, WIDTH)
    order = sorted(range(len(search.worths)), key=lambda place: -search.worths[place])
    lines = [search.lines[place] for place in order]
    return [(legal[line.first], *line.way) for line in lines]


@dataclass(frozen=True, slots=True)
class _Found:
    """The result of the search for the best turns.

    Attributes:
        state: the state it started from.
        seat: the seat on turn.
        lines: the turns.
        worths: worths of the turns that were compared, the first ones.
        looked: number of boards that were looked at.
    """

    state: State
    seat: Seat
    lines: list[Variation]
    worths: list[float]
    looked: int


def _found(view: View, legal: Sequence[Action], budget: Budget, dice: Dice, width: int) -> _Found:
    """Search for the best turns, and estimate their worth."""
    state = imagined(view)
    seat, trips = Seat(state.to_act), drawn_trips(state, dice, TRIPS)
    if state.phase is Phase.TRAVEL:
        lines = [
            Variation(place, flow.after_travel(state, trip), 0.0)
            for place, trip in enumerate(legal)
            if isinstance(trip, Travel)
        ]
        looked = len(legal)
    else:
        lines, looked = _searched(state, legal, budget, width)
    worths = list[float]()
    for line in lines:
        # The boards are sorted, so those left out when time runs out are the less promising ones.
        if len(worths) >= LEAST and budget.is_over():
            break
        worths.append(_worth(line.state, seat, trips))
    return _Found(state, seat, lines, worths, looked)


def _searched(
    state: State, legal: Sequence[Action], budget: Budget, width: int
) -> tuple[list[Variation], int]:
    """Return the best boards of a turn, the best first, and the number that were looked at."""
    if not budget.is_bound:
        return built(state, legal, width)
    # A wide search that is cut short has no whole turns yet, so a narrow one comes first.
    lines, looked = built(state, legal, NARROW, budget)
    if width > NARROW and not budget.ends_after(looked):
        wide, more = built(state, legal, width, budget.after(looked))
        looked += more
        # A wide search that was cut short may be worse than the narrow one, so both count.
        lines = [*lines, *wide] if budget.ends_after(looked) else wide
    return sorted(lines, key=lambda line: -line.worth), looked


def _worth(state: State, seat: Seat, trips: Trips) -> float:
    """Return the worth of a turn's end, once the passenger has travelled."""
    state = travelled(state, lambda after: lead(after, seat))
    later = LATER * len(state.pile) * of_trips(state, seat, trips) if state.pile else 0.0
    return lead(state, seat) + NEXT * of_open_cards(state, seat) + later


choose_fair = partial(found_out, width=NARROW)


def choose_first(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the first piece of the best turn; any of equal ones."""
    state = imagined(view)
    seat = Seat(state.to_act)
    if state.phase is Phase.TRAVEL:
        points = [points_at_once(state, action) for action in legal]
        best = best_of(points, dice)
        return Decision(best, ReasonKey.POINTS, {"points": points[best]}, steps=len(legal))
    lines, looked = built(state, legal, budget=budget)
    after = [travelled(line.state, lambda state: state.score(seat)) for line in lines]
    worths = [position_value(state_after, seat) for state_after in after]
    best = best_of(worths, dice)
    worth = round(worths[best] - position_value(state, seat))
    return Decision(lines[best].first, ReasonKey.PLAN, {"worth": worth}, steps=looked)
