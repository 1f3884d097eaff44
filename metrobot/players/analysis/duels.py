"""What would have been better in a turn, as far as whoever moved could know."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.title import AnyTitle
from metrobot.players.analysis.course import CourseTurn
from metrobot.players.analysis.facts import Advantage, Better, Estimate, RecordedChoice
from metrobot.players.analysis.means import RunningMean
from metrobot.players.analysis.traces import Limit, Means, worths_of
from metrobot.players.contract import Budget, Player
from metrobot.players.playout import PlayoutEnd

SCREENED: Final = 60
"""Games for each way to play a turn, before the best of them is looked at closely."""

A_REASON: Final = 0.5
"""Points by which a part has to differ to be a reason."""

MOST_WHYS: Final = 2
RIVALS: Final = "rivals"


@dataclass(frozen=True, slots=True)
class Mover:
    """Whoever made a turn, and what they could know.

    Attributes:
        seat: with which they moved.
        player: whose it is.
        view: what they saw before their first choice.
        number: of the turn.
    """

    seat: Seat
    player: int
    view: Any
    number: int


def mover_of(title: AnyTitle, turn: CourseTurn, seat: Seat, state: Any) -> Mover:
    """Return who moved, with what they could see in a state before their turn."""
    player, held = title.player_of(state.rules, seat), held_with(title, state, seat)
    return Mover(seat, player, title.view_for(state, held), turn.number)


def held_with(title: AnyTitle, state: Any, seat: Seat) -> set[Seat]:
    """Return all seats of whoever holds one."""
    player = title.player_of(state.rules, seat)
    return {each for each in title.seats(state) if title.player_of(state.rules, each) == player}


def alternatives(
    mover: Mover, means: Means, players: Sequence[Player], until: float
) -> tuple[tuple[Action, ...], ...]:
    """Return how some computer players would play a turn, each way once.

    Args:
        mover: who moves, and what they know.
        means: with what.
        players: who is asked.
        until: the share of the time after which they decide at once.
    """
    found, budget = dict[tuple[Action, ...], None](), Budget(is_over=lambda: means.used() >= until)
    for number, player in enumerate(players):
        name = f"way:{mover.number}:{int(mover.seat)}:{number}"
        found.setdefault(_way(mover, means, player, budget, name))
    return tuple(found)


def _way(
    mover: Mover, means: Means, player: Player, budget: Budget, name: str
) -> tuple[Action, ...]:
    """Return how one computer player would play a turn."""
    title, dice = means.title, means.dice(name)
    state, actions = title.imagined(mover.view, dice), list[Action]()
    while _is_turn_of(title, state, mover):
        legal = title.legal_actions(state, mover.seat)
        view = title.view_for(state, mover.view.seats)
        index = player(view, legal, budget, dice).index if len(legal) > 1 else 0
        actions.append(legal[index])
        state = title.apply(state, mover.seat, actions[-1])
    return tuple(actions)


def _is_turn_of(title: AnyTitle, state: Any, mover: Mover) -> bool:
    """Return whether a turn is still going on for whoever moves."""
    return (
        not title.is_over(state)
        and title.turn_number(state) == mover.number
        and mover.seat in title.awaiting(state)
    )


def state_after_way(title: AnyTitle, state: Any, mover: Mover, way: Sequence[Action]) -> Any:
    """Return a state that could be true after a way to play the turn, as far as the turn goes."""
    for action in way:
        if not _is_turn_of(title, state, mover) or title.objection(state, mover.seat, action):
            break
        state = title.apply(state, mover.seat, action)
    return state


@dataclass(slots=True)
class Duel:
    """Two ways to play a turn, with the same luck.

    Attributes:
        gain: of the other way over what was played, in worth.
        points: the same in the mover's score.
        parts: the same in what a score is made of; and by how much less the best
            of the others has, unless somebody plays alone.
    """

    gain: RunningMean = field(default_factory=RunningMean)
    points: RunningMean = field(default_factory=RunningMean)
    parts: dict[str, RunningMean] = field(default_factory=lambda: defaultdict(RunningMean))

    def add(self, other: PlayoutEnd, played: PlayoutEnd, player: int) -> None:
        """Take in two endings of one imagined state."""
        self.gain.add(worths_of(other)[player] - worths_of(played)[player])
        self.points.add(other.scores[player] - played.scores[player])
        for part, value in other.parts[player].items():
            self.parts[part].add(value - played.parts[player].get(part, 0.0))
        if len(other.scores) > 1:
            self.parts[RIVALS].add(_best_rival(played, player) - _best_rival(other, player))

    def worth(self) -> Estimate:
        """Return the gain with its interval: of a share of the win, alone of points."""
        return self.gain.difference() if RIVALS in self.parts else self.gain.estimate()

    def whys(self) -> Iterator[Advantage]:
        """Yield what makes the difference, most important first."""
        ranked = sorted(self.parts.items(), key=lambda each: -each[1].mean)
        for part, tally in ranked:
            if tally.mean >= A_REASON and tally.estimate().low > 0:
                yield Advantage(part, tally.mean)


def _best_rival(ending: PlayoutEnd, player: int) -> float:
    """Return the best score among the others."""
    return max(score for other, score in enumerate(ending.scores) if other != player)


def better_than(
    mover: Mover,
    played: Sequence[Action],
    others: Sequence[Sequence[Action]],
    means: Means,
    limit: Limit,
) -> Better | None:
    """Return the best other way to play a turn, if it is surely better.

    A few games for each find which is the best; games of their own then say by
    how much, so that luck in the first ones does not count.

    Args:
        mover: who moved, and what they knew.
        played: what was done.
        others: ways to play the turn.
        means: with what.
        limit: how much.
    """
    tried = [way for way in others if tuple(way) != tuple(played)]
    if not tried:
        return None
    best, few = tried[0], Limit(min(SCREENED, limit.playouts), limit.until)
    if len(tried) > 1:
        duels = [(way, _duel(mover, (way, played), means, few, "screen")) for way in tried]
        best = max(duels, key=lambda each: each[1].gain.mean)[0]
    duel = _duel(mover, (best, played), means, limit, "duel")
    gain = duel.worth()
    if not gain.low > 0:
        return None
    deeds = tuple(RecordedChoice(action.kind, means.title.encode(action)) for action in best)
    return Better(deeds, gain, duel.points.mean, tuple(duel.whys())[:MOST_WHYS])


def _duel(
    mover: Mover, two: Sequence[Sequence[Action]], means: Means, limit: Limit, name: str
) -> Duel:
    """Return how two ways compare, each pair of games with the same luck.

    Args:
        mover: who moved, and what they knew.
        two: another way, and what was played.
        means: with what.
        limit: how much.
        name: of the dice.
    """
    title, duel = means.title, Duel()
    for number in range(limit.playouts):
        if number >= SCREENED and means.used() >= limit.until:
            break
        seed = f"{name}:{mover.number}:{int(mover.seat)}:{number}"
        world = title.imagined(mover.view, means.dice(seed))
        ends = [
            means.lens(state_after_way(title, world, mover, way), means.dice(f"{seed}:on"))
            for way in two
        ]
        duel.add(ends[0], ends[1], mover.player)
    return duel
