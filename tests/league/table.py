"""The table of the league: a row for each pairing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from metrobot.arena.player_figures import figures_of, interval, quantile
from metrobot.engine.ruleset import OptionValue
from tests.league.measures import MEASURES, LeagueGame

LOOPS = "a turn in loops of `sum(range(10**6))`: mean, p99"
"""Head of a column that says the same on every machine."""


def file_name(text: str) -> str:
    """Return a text made fit for a file's name."""
    return "".join(c if c.isalnum() else "_" for c in text)[:40]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Players of one title who meet each other; the first is measured."""

    title: str
    kinds: tuple[str, ...]
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Name of the pairing, fit for a file."""
        said = [self.title, *self.kinds, *map(str, self.options.values())]
        return "-".join(map(file_name, said))

    @property
    def is_among_equals(self) -> bool:
        """Whether all players are of one kind."""
        return len(set(self.kinds)) == 1


def head(title: str) -> str:
    columns = ("who", "games", "wins", "by seat", "points", *MEASURES[title], LOOPS)
    return f"\n{title}\n\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}"


def row(pairing: Pairing, games: Sequence[LeagueGame]) -> str:
    kinds = pairing.kinds
    figures = figures_of(kinds, games)[kinds[0]]
    share = figures.wins / figures.games
    low, high = interval(min(1.0, share), figures.games)
    wins = "" if pairing.is_among_equals else f"{share:.0%} ({low:.0%} to {high:.0%})"
    timed = [game for game in games if game.loop]
    turns = [seconds / game.loop for game in timed for seconds in _turns_of(game, kinds[0])]
    mean = sum(turns) / len(turns) if turns else 0.0
    columns = [
        _title_of(pairing),
        str(len(games)),
        wins,
        "" if pairing.is_among_equals else ", ".join(_by_seat(kinds[0], games)),
        f"{sum(figures.scores) / max(1, len(figures.scores)):.1f}",
        *_measured(games),
        f"{mean:.1f}, {quantile(turns, 0.99):.1f}",
    ]
    return f"| {' | '.join(columns)} |"


def _by_seat(kind: str, games: Sequence[LeagueGame]) -> Iterator[str]:
    """Yield a kind's share of wins at each place, with its 95 % interval."""
    for seat in range(len(games[0].kinds)):
        shares = [game.shares[seat] for game in games if game.kinds[seat] == kind]
        share = sum(shares) / max(1, len(shares))
        low, high = interval(min(1.0, share), max(1, len(shares)))
        yield f"{share:.0%} ({low:.0%} to {high:.0%})"


def _title_of(pairing: Pairing) -> str:
    first, *others = pairing.kinds
    options = "".join(f", {value}" for value in pairing.options.values())
    if not others:
        return f"{first} alone{options}"
    if pairing.is_among_equals:
        return f"{len(pairing.kinds)} of {first}"
    return f"{first} against {', '.join(others)}{options}"


def _turns_of(game: LeagueGame, kind: str) -> Iterator[float]:
    """Yield the seconds of the turns of a kind."""
    for sat, turns in zip(game.kinds, game.turns, strict=True):
        if sat == kind:
            yield from turns


def _measured(games: Sequence[LeagueGame]) -> list[str]:
    """Return each measure of the title over all games, in percent."""
    columns = zip(*(game.measures for game in games if game.measures), strict=True)
    sums = ([sum(each) for each in zip(*column, strict=True)] for column in columns)
    return [f"{good / max(1, whole):.0%}" for good, whole in sums]
