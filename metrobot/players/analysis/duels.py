"""Comparison of other ways to play a turn with what was played, from the mover's own view.

The second judge of a claim is the strong player, who plays on for everybody.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.dice import Dice
from metrobot.engine.title import AnyTitle
from metrobot.players.analysis.course import CourseTurn
from metrobot.players.analysis.facts import Advantage, Better, Estimate, RecordedChoice
from metrobot.players.analysis.traces import Limit, Means, RunningMean, worths_of
from metrobot.players.contract import Budget, Player, PlayoutEnd
from metrobot.players.levels import PLAYERS

SCREENED: Final = 60
"""Games played for each way in the first comparison, which picks the best way."""

A_REASON: Final = 0.5
"""Least difference, in points, for a part of the score to be named as a reason."""

MOST_WHYS: Final = 2
"""Most reasons given for a better turn."""
RIVALS: Final = "rivals"
"""Name of the part that stands for the best score among the others."""

TRIES: Final = {"metromania": 8, "metrolijn": 60, "underground": None}
"""Playouts of `strong` for each of its choices here, by title; None: as many as always."""

MOST_PAIRS: Final = 60
"""Most pairs of games that are played."""


@dataclass(frozen=True, slots=True)
class Mover:
    """The player who made a turn, and what they could know.

    Attributes:
        seat: the seat that moved.
        player: the player who holds it.
        view: what they saw before their first choice.
        number: of the turn.
    """

    seat: Seat
    player: int
    view: Any
    number: int


def mover_of(title: AnyTitle, turn: CourseTurn, seat: Seat, state: Any) -> Mover:
    """Return the mover of a turn, with their view of a state before it."""
    player, seats = title.player_of(state.rules, seat), held_with(title, state, seat)
    return Mover(seat, player, title.view_for(state, seats), turn.number)


def held_with(title: AnyTitle, state: Any, seat: Seat) -> set[Seat]:
    """Return all seats of the player who holds this one."""
    player = title.player_of(state.rules, seat)
    return {s for s in title.seats(state) if title.player_of(state.rules, s) == player}


def alternatives(
    mover: Mover, means: Means, players: Sequence[Player], until: float
) -> tuple[tuple[Action, ...], ...]:
    """Return the ways in which computer players would play a turn, without repeats.

    Args:
        mover: who moves, and what they know.
        means: rules, dice and clock of the review.
        players: the computer players to ask.
        until: the share of the time after which they decide at once.
    """
    ways, budget = dict[tuple[Action, ...], None](), Budget(is_over=lambda: means.used() >= until)
    for number, player in enumerate(players):
        name = f"way:{mover.number}:{int(mover.seat)}:{number}"
        # Several players may find the same way; a dict keeps the first of each, in order.
        ways.setdefault(_way(mover, means, player, budget, name))
    return tuple(ways)


def _way(
    mover: Mover, means: Means, player: Player, budget: Budget, name: str
) -> tuple[Action, ...]:
    """Return the choices of one computer player for the whole turn."""
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
    return (
        not title.is_over(state)
        and title.turn_number(state) == mover.number
        and mover.seat in title.awaiting(state)
    )


def state_after_way(title: AnyTitle, state: Any, mover: Mover, way: Sequence[Action]) -> Any:
    """Return the state after a way to play the turn, as far as the choices are legal in it."""
    for action in way:
        # The way was found in another imagined state: hidden things may make its rest illegal here.
        if not _is_turn_of(title, state, mover) or title.objection(state, mover.seat, action):
            break
        state = title.apply(state, mover.seat, action)
    return state


@dataclass(slots=True)
class Duel:
    """Running comparison of two ways to play a turn, with the same luck.

    Attributes:
        gain: mean worth of the other way, less that of what was played.
        points: the same for the mover's score.
        parts: the same for each part of the score; `RIVALS` counts how much less the
            best of the others has, unless somebody plays alone.
        sides: mean worths of the other way, and of what was played.
    """

    gain: RunningMean = field(default_factory=RunningMean)
    points: RunningMean = field(default_factory=RunningMean)
    parts: dict[str, RunningMean] = field(default_factory=lambda: defaultdict(RunningMean))
    sides: tuple[RunningMean, RunningMean] = field(
        default_factory=lambda: (RunningMean(), RunningMean())
    )

    def add(self, other_end: PlayoutEnd, played_end: PlayoutEnd, player: int) -> None:
        """Add one pair of endings that began in the same imagined state."""
        worths = [worths_of(ending)[player] for ending in (other_end, played_end)]
        for side, worth in zip(self.sides, worths, strict=True):
            side.add(worth)
        self.gain.add(worths[0] - worths[1])
        self.points.add(other_end.scores[player] - played_end.scores[player])
        for part, value in other_end.parts[player].items():
            self.parts[part].add(value - played_end.parts[player].get(part, 0.0))
        if len(other_end.scores) > 1:
            self.parts[RIVALS].add(_best_rival(played_end, player) - _best_rival(other_end, player))

    def worth(self) -> Estimate:
        """Return the gain with its interval: in shares of the win, or in points in a game alone."""
        return self.gain.estimate() if self.is_alone() else self.gain.difference()

    def whys(self) -> Iterator[Advantage]:
        """Yield the parts of the score that surely differ, the largest difference first."""
        for part, points in self.differences():
            if points > 0:
                yield Advantage(part, points)

    def differences(self) -> Iterator[tuple[str, float]]:
        """Yield the parts of the score that surely differ, the largest difference first."""
        ranked = sorted(self.parts.items(), key=lambda entry: -abs(entry[1].mean))
        for part, tally in ranked:
            estimate = tally.estimate()
            if abs(tally.mean) >= A_REASON and (estimate.low > 0 or estimate.high < 0):
                yield part, tally.mean

    def is_alone(self) -> bool:
        """Return whether one player plays, so that worths are points."""
        return RIVALS not in self.parts

    def worths(self) -> tuple[Estimate, Estimate]:
        """Return the worths of the other way, and of what was played, with their intervals."""
        other, played = self.sides
        if self.is_alone():
            return other.estimate(), played.estimate()
        return other.chance(), played.chance()


def _best_rival(ending: PlayoutEnd, player: int) -> float:
    return max(score for other, score in enumerate(ending.scores) if other != player)


def better_than(
    mover: Mover,
    played_way: Sequence[Action],
    other_ways: Sequence[Sequence[Action]],
    means: Means,
    limit: Limit,
) -> Better | None:
    """Return the best other way to play a turn, if it is surely better.

    The first games choose the best way. Fresh games then measure it, because the
    way that won the first ones was partly lucky in them.

    Args:
        mover: who moved, and what they knew.
        played_way: what was done.
        other_ways: ways to play the turn.
        means: rules, dice and clock of the review.
        limit: games to play, and the time for them.
    """
    rivals = [way for way in other_ways if tuple(way) != tuple(played_way)]
    if not rivals:
        return None
    best, brief = rivals[0], Limit(min(SCREENED, limit.playouts), limit.until)
    if len(rivals) > 1:
        duels = [(way, _duel(mover, (way, played_way), means, brief, "screen")) for way in rivals]
        best = max(duels, key=lambda duelled: duelled[1].gain.mean)[0]
    duel = _duel(mover, (best, played_way), means, limit, "duel")
    gain = duel.worth()
    # The whole interval must be above zero: a review claims only what is certain.
    if not gain.low > 0:
        return None
    deeds = tuple(RecordedChoice(action.kind, means.title.encode(action)) for action in best)
    return Better(deeds, gain, duel.points.mean, tuple(duel.whys())[:MOST_WHYS])


def _duel(
    mover: Mover, two: Sequence[Sequence[Action]], means: Means, limit: Limit, name: str
) -> Duel:
    """Compare two ways over many imagined states; both endings of a pair have the same dice.

    Args:
        mover: who moved, and what they knew.
        two: another way, and what was played.
        means: rules, dice and clock of the review.
        limit: games to play, and the time for them.
        name: name of the dice.
    """
    duel = Duel()
    for number in range(limit.playouts):
        # Some games are played even if the time is up, or there would be nothing to compare.
        if number >= SCREENED and means.used() >= limit.until:
            break
        other_end, played_end = paired_ends(mover, two, means, name, number)
        duel.add(other_end, played_end, mover.player)
    return duel


def paired_ends(
    mover: Mover, two: Sequence[Sequence[Action]], means: Means, name: str, number: int
) -> Sequence[PlayoutEnd]:
    """Return the ends to which two ways lead from one imagined state, both with the same dice.

    Args:
        mover: who moved, and what they knew.
        two: the ways to play their turn.
        means: rules and dice.
        name: name of the dice.
        number: of the pair.
    """
    title = means.title
    # Seeds follow from the question alone, so that a review made again is the same.
    seed = f"{name}:{mover.number}:{int(mover.seat)}:{number}"
    world = title.imagined(mover.view, means.dice(seed))
    return [
        # Both ways go on with the same dice, so that their difference is not the luck of one.
        means.lens(state_after_way(title, world, mover, way), means.dice(f"{seed}:on"))
        for way in two
    ]


def contradicts(
    mover: Mover, better: Sequence[Action], played_way: Sequence[Action], means: Means, until: float
) -> bool:
    """Return whether the claimed better turn ends worse on average when strong plays on.

    Each pair of games goes on from one imagined state with the same dice.

    Args:
        mover: who moved, and what they knew.
        better: the claim.
        played_way: what was done.
        means: rules, dice and clock of the review.
        until: the share of the time after which no more games are played.
    """
    title, gain = means.title, RunningMean()
    budget = Budget(TRIES[title.id], lambda: means.used() >= until)
    for number in range(MOST_PAIRS):
        seed = f"judge:{mover.number}:{int(mover.seat)}:{number}"
        # The mover does not know hidden things, so each pair has another imagined state.
        world = title.imagined(mover.view, means.dice(seed))
        starts = (state_after_way(title, world, mover, way) for way in (better, played_way))
        ends = [_ended(title, start, budget, means.dice(f"{seed}:on")) for start in starts]
        # The last pair was cut short, so it would compare unfinished games.
        if budget.is_over():
            break
        gain.add(_worth(title, ends[0], mover.player) - _worth(title, ends[1], mover.player))
    return gain.mean < 0


def _worth(title: AnyTitle, end: Any, player: int) -> float:
    """Return a player's share of the win; in a game alone, the score."""
    outcome = title.outcome(end)
    return float(outcome.scores[0] if len(outcome.scores) == 1 else outcome.shares[player])


def _ended(title: AnyTitle, state: Any, budget: Budget, dice: Dice) -> Any:
    """Return the last state of a game in which strong plays for everybody, until the time is up."""
    strong = PLAYERS[title.id]["strong"]
    while not title.is_over(state) and not budget.is_over():
        forced, actor = title.forced(state), title.awaiting(state)[0]
        if actor is CHANCE:
            draws = title.chance(state)
            state = title.apply(state, actor, draws[dice.randrange(len(draws))])
        elif forced is not None:
            state = title.apply(state, *forced)
        else:
            legal = title.legal_actions(state, actor)
            view = title.view_for(state, held_with(title, state, actor))
            index = strong(view, legal, budget, dice).index if len(legal) > 1 else 0
            state = title.apply(state, actor, legal[index])
    return state
