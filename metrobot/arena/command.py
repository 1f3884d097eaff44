"""The arena's command: whole games between computer players, figures on standard output."""

import argparse
import multiprocessing
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from metrobot.arena.match import Match, PlayedGame, play_game, rotated
from metrobot.arena.player_figures import figures_of, line_of
from metrobot.arena.seat_players import OUTSIDE
from metrobot.arena.simulation import seeded_dealing
from metrobot.engine.record import dump
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import AnyTitle
from metrobot.players.contract import Player
from metrobot.players.levels import PLAYERS

REPORTS = 20
"""Number of progress messages in a run, roughly."""


class ArenaError(Exception):
    """The arena cannot be opened as it was asked for."""


@dataclass(frozen=True, slots=True)
class ArenaPlan:
    """The games of an arena: title, players, number and seed.

    Attributes:
        title: the rules.
        rules: what is fixed before play.
        kinds: of the players, one each.
        games: number of games.
        seed: any text; the same text gives the same draws, whoever plays.
        seconds: for a decision; None for the time that each kind is made for.
        others: players of other kinds than the title's own, as of `Match`.
    """

    title: AnyTitle
    rules: Ruleset
    kinds: tuple[str, ...]
    games: int
    seed: str
    seconds: float | None
    others: Mapping[str, Player] = field(default_factory=dict)

    def match(self, game: int) -> Match:
        """Return a game, counted from 0: each dealing is played once in every seating."""
        dealing = seeded_dealing(self.seed, game // len(self.kinds) + 1)
        # Apart from the dealing: the cards stay the same, whoever plays.
        luck = f"metrobot:{self.seed}:{game + 1}:players"
        kinds = rotated(self.kinds, game)
        return Match(self.title, self.rules, kinds, dealing, luck, self.seconds, self.others)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arena`, beside title, players and options."""
    parser.add_argument(
        "--seats",
        required=True,
        metavar="KIND,KIND",
        help="who plays: easy, fair, strong, random, beginner, first, or exec:COMMAND; "
        "one for all, or one a player",
    )
    parser.add_argument("--games", type=int, default=100, help="how many games (100)")
    parser.add_argument("--seed", default="1", help="any text; the same one, the same draws (1)")
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time (1)")
    parser.add_argument("--records", type=Path, metavar="FILE", help="also write all games there")
    parser.add_argument(
        "--budget", type=float, metavar="SECONDS", help="for a decision; by default what is usual"
    )


def run_arena(options: argparse.Namespace, title: AnyTitle, rules: Ruleset) -> int:
    """Play, tell the progress on standard error and the figures on standard output.

    Raises:
        ArenaError: it cannot be done as it was asked for.
    """
    kinds = kinds_of(options.seats, title, rules)
    if options.games < 1 or options.jobs < 1:
        raise ArenaError("--games and --jobs must be 1 or more")
    if options.budget is not None and options.budget <= 0:
        raise ArenaError("--budget must be more than 0")
    plan = ArenaPlan(title, rules, kinds, options.games, options.seed, options.budget)
    games, path = list[PlayedGame](), options.records
    with path.open("w", encoding="utf-8", newline="\n") if path else nullcontext() as file:
        for game in all_games(plan, options.jobs):
            games.append(game)
            _tell(len(games), plan.games, game)
            if file is not None and game.record is not None:
                file.write(dump(game.record) + "\n")
    for kind, figures in figures_of(plan.kinds, games).items():
        print(line_of(kind, figures))
    return 0


def kinds_of(text: str, title: AnyTitle, rules: Ruleset) -> tuple[str, ...]:
    """Return the kind of each player; a single kind sits everywhere.

    Raises:
        ArenaError: a kind is unknown, or there are too many or too few.
    """
    kinds = tuple(part.strip() for part in text.split(","))
    players = PLAYERS.get(title.id, {})
    for kind in kinds:
        if kind not in players and not kind.startswith(OUTSIDE):
            raise ArenaError(f"unknown player {kind!r}; there are: {', '.join(players)}, exec:...")
    if len(kinds) == 1:
        kinds *= rules.players
    if len(kinds) != rules.players:
        raise ArenaError(f"--seats names {len(kinds)} players, not {rules.players}")
    return kinds


def all_games(plan: ArenaPlan, jobs: int, first: int = 0) -> Iterator[PlayedGame]:
    """Play and yield the games from number `first` on, in their order."""
    matches = map(plan.match, range(first, plan.games))
    if jobs == 1:
        yield from map(play_game, matches)
        return
    # Forked, a process would begin with copies of locks that nobody there lets go of.
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(play_game, matches)


def _tell(count: int, games: int, game: PlayedGame) -> None:
    if game.foul is not None:
        print(f"game {count}: {game.foul}", file=sys.stderr)
    if count % max(1, games // REPORTS) == 0 or count == games:
        print(f"{count} of {games} games", file=sys.stderr, flush=True)
