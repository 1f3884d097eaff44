"""The commands simulate and arena: games that nobody plays, or computers alone."""

import argparse
from pathlib import Path

from metrobot.arena import command as arena
from metrobot.arena.simulation import simulated
from metrobot.cli.misuse import MisuseError
from metrobot.engine.errors import RecordError
from metrobot.engine.record import dump
from metrobot.engine.ruleset import OptionValue, Ruleset
from metrobot.engine.title import AnyTitle, Titles


def add_simulate(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `simulate`."""
    _add_game(parser)
    parser.add_argument("--games", type=int, required=True, help="how many games to play")
    parser.add_argument("--seed", required=True, help="any text; the same one, the same games")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="where to write, a line a game"
    )


def add_arena(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arena`."""
    _add_game(parser)
    arena.add_arguments(parser)


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title", help="id of the game, such as metromania")
    parser.add_argument("--players", type=int, required=True, help="how many play each game")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the game, by its id in records; may be given several times",
    )


def run_simulation(options: argparse.Namespace, titles: Titles) -> int:
    """Play random games to their end and write their records."""
    title, rules = _game_of(options, titles)
    if options.games < 1:
        raise MisuseError("--games must be 1 or more")
    with options.out.open("w", encoding="utf-8", newline="\n") as file:
        for number in range(1, options.games + 1):
            file.write(dump(simulated(title, rules, options.seed, number)) + "\n")
    print(f"{options.games} games of {title.id} for {options.players} players: {options.out}")
    return 0


def run_contest(options: argparse.Namespace, titles: Titles) -> int:
    """Let computer players play, and print their figures.

    Raises:
        ArenaError: it cannot be done as it was asked for.
    """
    return arena.run_arena(options, *_game_of(options, titles))


def _game_of(options: argparse.Namespace, titles: Titles) -> tuple[AnyTitle, Ruleset]:
    title = titles.get(options.title)
    if title is None:
        raise MisuseError(f"unknown title {options.title!r}; there are: {', '.join(titles)}")
    try:
        return title, title.ruleset(options.players, dict(map(_option, options.option)))
    except RecordError as error:
        raise MisuseError(str(error)) from error


def _option(text: str) -> tuple[str, OptionValue]:
    name, equals, value = text.partition("=")
    if not equals:
        raise MisuseError(f"--option {text!r} is not KEY=VALUE")
    return name, {"true": True, "false": False}.get(value, value)
