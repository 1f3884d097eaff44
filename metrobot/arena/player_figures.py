"""Figures of an arena's games: one line a kind."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil, sqrt

from metrobot.arena.match import PlayedGame

Z = 1.96
"""Standard deviations on either side of a 95 % interval."""


@dataclass(slots=True)
class PlayerFigures:
    """Wins, scores and times of one kind over some games.

    Attributes:
        places: number of players of this kind.
        players: number of players at a table.
        games: number played, those broken off included.
        wins: shares of wins; a shared win counts its part.
        scores: of games that were not broken off.
        times: seconds of each decision.
        fouls: number of games broken off, by this kind or by another.
    """

    places: int
    players: int
    games: int = 0
    wins: float = 0.0
    scores: list[int] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    fouls: int = 0

    def add(self, game: PlayedGame, kind: str) -> None:
        """Count one more game."""
        self.games += 1
        self.fouls += game.foul is not None
        for player, player_kind in enumerate(game.kinds):
            if player_kind == kind:
                self.wins += game.shares[player]
                self.times += game.times[player]
                if game.scores is not None:
                    self.scores.append(game.scores[player])


def figures_of(kinds: Sequence[str], games: Iterable[PlayedGame]) -> dict[str, PlayerFigures]:
    """Return the figures of each kind, in the order in which they were named."""
    by_kind = {kind: PlayerFigures(kinds.count(kind), len(kinds)) for kind in kinds}
    for game in games:
        for kind, figures in by_kind.items():
            figures.add(game, kind)
    return by_kind


def interval(share: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, by Wilson."""
    middle = share + Z * Z / (2 * games)
    spread = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def quantile(values: Sequence[float], part: float) -> float:
    """Return the value below or at which this part of all values lies."""
    if not values:
        return 0.0
    return sorted(values)[max(0, ceil(part * len(values)) - 1)]


def line_of(kind: str, figures: PlayerFigures) -> str:
    """Return the figures of one kind in a line."""
    share = figures.wins / figures.games
    # Parts of shared wins may add up to slightly more than 1.
    low, high = interval(min(1.0, share), figures.games)
    mean = sum(figures.scores) / len(figures.scores) if figures.scores else 0.0
    times = [quantile(figures.times, part) for part in (0.5, 0.99, 1.0)]
    average = sum(figures.times) / len(figures.times) if figures.times else 0.0
    parts = [
        f"{kind}: {figures.games} games",
        f"wins {share:.1%} ({low:.1%} to {high:.1%}, fair {figures.places / figures.players:.1%})",
        f"points {mean:.1f} (5 % below {quantile(figures.scores, 0.05):.0f})",
        "seconds a decision "
        f"mean {average:.4f} p50 {times[0]:.4f} p99 {times[1]:.4f} max {times[2]:.4f}",
    ]
    if figures.fouls:
        parts.append(f"broken off {figures.fouls}")
    return "; ".join(parts)
