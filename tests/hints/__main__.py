"""Follow hints through whole games and recount what they say: python -m tests.hints.

For each title a line of figures: how many hints were given from first to last turns,
how many have no reason that the rules tell, how many sentences the board does not bear
out, how many give up what the planner warns of without saying for what; and the share of
wins of the player who followed them. What is false is printed.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from metrobot.arena.player_figures import interval
from metrobot.players.contract import Budget
from metrobot.players.explain import ONLY, OTHERWISE
from metrobot.service.ports import HINT_SECONDS
from metrobot.thinking.hint import SHARE
from tests.hints import metrolijn, metromania, underground
from tests.hints.games import FOLLOWER, FollowedGame, followed_game

KINDS: Final = {
    "metromania": (FOLLOWER, "easy", "fair"),
    "underground": (FOLLOWER, "easy", "fair"),
    "metrolijn": (FOLLOWER,),
}
"""Who sits at the table of each title."""

RECOUNTS: Final[dict[str, Callable[[Any], Any]]] = {
    "metromania": metromania.Recount,
    "underground": underground.Recount,
    "metrolijn": metrolijn.Recount,
}


def _shares(seconds: float) -> Callable[[], Budget]:
    """Return a function that gives each step of a turn its share of processor seconds."""
    end = time.process_time() + seconds

    def share() -> Budget:
        now = time.process_time()
        until = now + SHARE * (end - now)
        return Budget(is_over=lambda: time.process_time() >= until)

    return share


def _tries(count: int) -> Callable[[], Budget]:
    return lambda: Budget(playouts=count)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.hints", description=__doc__)
    parser.add_argument("--title", action="append", choices=list(KINDS), help="by default all")
    parser.add_argument("--hints", type=int, default=60, help="at least so many (60)")
    parser.add_argument("--games", type=int, default=1, help="and at least so many games (1)")
    parser.add_argument("--seed", default="hints", help="any text; the same one, the same draws")
    parser.add_argument(
        "--tries", type=int, help="games played on for each choice; by default the time of a hint"
    )
    return parser


def main(arguments: Sequence[str]) -> int:
    """Play, print the figures, and return 1 if a hint says something false, or nothing."""
    given = _parser().parse_args(arguments)
    budgets = (
        partial(_shares, HINT_SECONDS) if given.tries is None else partial(_tries, given.tries)
    )
    print("| title | hints | no reason | false | warned of, unsaid | games | wins |")
    print("|---|---|---|---|---|---|---|")
    faults = 0
    for name in given.title or KINDS:
        games, told = list[FollowedGame](), Counter[str]()
        while told["hints"] < given.hints or len(games) < given.games:
            games.append(followed_game(name, KINDS[name], given.seed, len(games), budgets))
            _count(name, games[-1], told)
            print(f"{name}: {len(games)} games", file=sys.stderr, flush=True)
        won = sum(game.share for game in games)
        low, high = interval(won / len(games), len(games))
        figures = [told[each] for each in ("hints", "no reason", "false", "unsaid")]
        share = f"{won / len(games):.0%} ({low:.0%} to {high:.0%})"
        print(f"| {name} | {' | '.join(map(str, figures))} | {len(games)} | {share} |", flush=True)
        keys = sorted((count, key) for key, count in told.items() if key.startswith("why."))
        print(", ".join(f"{key} {count}" for count, key in reversed(keys)), file=sys.stderr)
        faults += sum(figures[1:])
    return 1 if faults else 0


def _count(name: str, game: FollowedGame, told: Counter[str]) -> None:
    """Add the hints of a game to the figures, and print what is wrong with them."""
    for number, hint in enumerate(game.hints, start=1):
        sentences = tuple(said for said in hint.reason if said not in (OTHERWISE, ONLY))
        recount = RECOUNTS[name](replace(hint, reason=sentences))
        wrong = recount.false_sentences()
        if ONLY in hint.reason and len(hint.start.open_choices) > 1:
            wrong.append(ONLY)
        told["hints"] += 1
        told.update(said.key for said in hint.reason)
        told["no reason"] += OTHERWISE in hint.reason
        told["false"] += len(wrong)
        told["unsaid"] += recount.is_warned_of() != recount.says_what_it_gives_up()
        for said in wrong:
            print(f"{name}, hint {number}: {said.key} {dict(said.facts)} {said.count}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
