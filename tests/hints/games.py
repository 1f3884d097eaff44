"""Games in which one player follows every hint, with the hints that were given."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from unittest import mock

from metrobot.arena.match import rotated
from metrobot.arena.simulation import seeded_dealing
from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Doer, Seat
from metrobot.engine.draft import Draft, new_draft
from metrobot.games.registry import TITLES
from metrobot.players import hint_search
from metrobot.players.contract import UNBOUND, Budget
from metrobot.players.explain import ExplainedTurn, Explainer, Reason, explained
from metrobot.players.hint_search import HintQuestion
from metrobot.players.levels import PLAYERS

FOLLOWER: Final = "hints"
"""The kind of the player who follows hints."""

Budgets = Callable[[], Callable[[], Budget]]
"""A function that begins a hint; what it returns gives each step of the turn its budget."""


@dataclass(frozen=True, slots=True)
class GivenHint:
    """A hint of a game.

    Attributes:
        start: the empty draft, on the true state.
        end: the draft that follows it.
        reason: why.
        other: the best other turn, on the state that was imagined; None if there is none.
    """

    start: Draft[Any, Any]
    end: Draft[Any, Any]
    reason: Reason = field(repr=False)
    other: ExplainedTurn | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class FollowedGame:
    """A finished game: its kinds, each one's share of the win and points, and the hints."""

    kinds: tuple[str, ...]
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    hints: tuple[GivenHint, ...] = field(repr=False)

    @property
    def share(self) -> float:
        """The share of the win of the player who followed hints."""
        return self.shares[self.kinds.index(FOLLOWER)]


def followed_game(
    name: str, kinds: Sequence[str], seed: str, number: int, budgets: Budgets
) -> FollowedGame:
    """Play game `number`, counted from 0: each dealing is played once in every seating."""
    title, seats = TITLES[name], rotated(tuple(kinds), number)
    rules, state = title.ruleset(len(kinds), {}), None
    dealing, dice = (
        seeded_dealing(seed, number // len(kinds) + 1),
        random.Random(f"{seed} {number}"),
    )
    state, hints, actors = title.initial_state(rules), list[GivenHint](), list[Doer]()
    while not title.is_over(state):
        actor = title.awaiting(state)[0]
        actions: tuple[Action, ...]
        if actor is CHANCE:
            draws = title.chance(state)
            actions = (draws[dealing.index(actors, len(draws))],)
        elif (forced := title.forced(state)) is not None:
            actor, actions = forced[0], (forced[1],)
        elif (kind := seats[title.player_of(rules, Seat(actor))]) == FOLLOWER:
            hints.append(given_hint(name, state, Seat(actor), budgets(), dice))
            actions = hints[-1].end.actions
        else:
            legal, view = title.legal_actions(state, actor), title.view_for(state, {actor})
            index = PLAYERS[name][kind](view, legal, UNBOUND, dice).index if legal[1:] else 0
            actions = (legal[index],)
        for action in actions:
            state = title.apply(state, actor, action)
            actors.append(actor)
    outcome = title.outcome(state)
    return FollowedGame(seats, outcome.shares, outcome.scores, tuple(hints))


def given_hint(
    name: str, state: Any, seat: Seat, budget: Callable[[], Budget], dice: random.Random
) -> GivenHint:
    """Return the first hint for a seat that may choose."""
    title = TITLES[name]
    question = HintQuestion(title, title.view_for(state, {seat}), seat)
    with _others_noted() as noted:
        advice = hint_search.advised(question, budget, dice)
    assert advice is not None, "there is always a first hint"
    start = draft = new_draft(title, state, seat)
    for choice in advice.path:
        draft = draft.then(choice)
    return GivenHint(start, draft, advice.reason, noted[0] if noted else None)


@contextmanager
def _others_noted() -> Iterator[list[ExplainedTurn]]:
    """Yield a list that gets the other turns with which a hint is compared."""
    noted = list[ExplainedTurn]()

    def noting(
        choice: ExplainedTurn, explainer: Explainer, others: Sequence[ExplainedTurn] = ()
    ) -> Reason:
        # The one that is told of is the best one that costs something.
        noted.extend(sorted(others, key=lambda other: explainer.cost(choice, other) is None))
        return explained(choice, explainer, others)

    with mock.patch.object(hint_search, "explained", noting):
        yield noted
