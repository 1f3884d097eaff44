"""Facts of turns in whole games, counted again from the states: python -m tests.hints.facts.

Fair computers play each title with all numbers of players in turn. For each title and each
kind of fact a line: in how many posts it is told, and in how many games; how many of all
facts are false, or cannot be decided by the second program. What is false is printed.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from metrobot.arena.simulation import seeded_dealing
from metrobot.engine.actors import CHANCE, Doer, Seat
from metrobot.engine.sentence import Sentence
from metrobot.engine.title import AnyTitle, Deed
from metrobot.games.registry import TITLES
from metrobot.players.contract import UNBOUND
from metrobot.players.levels import PLAYERS
from metrobot.service.model.snapshots import REST, facts_between
from tests.hints import metrolijn_facts, metromania_facts, underground_facts
from tests.titles import AGAINST_OTHERS

RECOUNTS: Final[dict[str, Callable[["PlayedTurn", Sentence], bool | None]]] = {
    "metromania": metromania_facts.is_true,
    "underground": underground_facts.is_true,
    "metrolijn": metrolijn_facts.is_true,
}
"""For each title whether a fact is true; None where that cannot be decided."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """One turn: the states around it, what seats did in it, and its facts."""

    before: Any
    deeds: tuple[Deed[Any], ...]
    facts: tuple[Sentence, ...]

    @property
    def after(self) -> Any:
        """The whole truth after it."""
        return self.deeds[-1].after


def kind_of(fact: Sentence) -> str:
    """Return the kind of a fact: the end of its key."""
    return fact.key.rpartition(".")[2]


def played(name: str, players: int, seed: str, number: int, kind: str = "fair") -> list[PlayedTurn]:
    """Play a game and return its turns; `random` players choose anything legal."""
    title, dealing = TITLES[name], seeded_dealing(seed, number)
    dice = random.Random(f"{seed} {number}")
    state, actors = title.initial_state(title.ruleset(players, {})), list[Doer]()
    turns, start, deeds = list[PlayedTurn](), state, list[Deed[Any]]()
    while not title.is_over(state):
        turn, actor = title.turn_number(state), title.awaiting(state)[0]
        if actor is CHANCE:
            draws = title.chance(state)
            action = draws[dealing.index(actors, len(draws))]
        elif (forced := title.forced(state)) is not None:
            actor, action = forced
        else:
            legal, view = title.legal_actions(state, Seat(actor)), title.view_for(state, {actor})
            chosen = dice.randrange(len(legal))
            if kind != "random" and legal[1:]:
                chosen = PLAYERS[name][kind](view, legal, UNBOUND, dice).index
            action = legal[chosen]
        state = title.apply(state, actor, action)
        actors.append(actor)
        deeds.append(Deed(actor, action, state))
        if title.turn_number(state) != turn or title.is_over(state):
            turns += _turn(title, start, deeds)
            start, deeds = state, []
    return turns


def _turn(title: AnyTitle, start: Any, deeds: Sequence[Deed[Any]]) -> Iterator[PlayedTurn]:
    first = next((n for n, deed in enumerate(deeds) if isinstance(deed.actor, int)), None)
    if first is not None:
        summary = title.summary(start, deeds)
        # Setup draws are left out of the first turn of some titles, the open card of none.
        moments = (start, *(deed.after for deed in deeds[:first]))
        before = next(each for each in moments if title.view_for(each) == summary.before)
        facts = facts_between(title, summary.before, summary.after)
        yield PlayedTurn(before, tuple(deeds[first:]), facts)


def posted(turns: Sequence[PlayedTurn]) -> list[Sentence | None]:
    """Return the fact that each turn's post tells where all play themselves, or None."""
    posts = list[Sentence | None]()
    for n, turn in enumerate(turns):
        rested = {fact.key for earlier in turns[max(0, n - REST) : n] for fact in earlier.facts}
        posts.append(next((fact for fact in turn.facts if fact.key not in rested), None))
    return posts


def count(name: str, turns: Sequence[PlayedTurn], figures: Counter[str]) -> None:
    """Add a game to the figures, and print what is false in it."""
    posts = [fact for fact in posted(turns) if fact is not None]
    figures.update(posts=len(turns), told=len(posts))
    figures.update(f"posts {kind_of(fact)}" for fact in posts)
    figures.update(f"games {kind}" for kind in {kind_of(fact) for fact in posts})
    for number, turn in enumerate(turns, start=1):
        for fact in turn.facts:
            verdict = RECOUNTS[name](turn, fact)
            figures[f"{'undecided' if verdict is None else verdict} {kind_of(fact)}"] += 1
            if verdict is False:
                print(f"{name}, turn {number}: {fact.key} {dict(fact.facts)} {fact.count}")


def main(arguments: Sequence[str]) -> int:
    """Play, print the figures, and return 1 if a fact is false."""
    parser = argparse.ArgumentParser(prog="python -m tests.hints.facts", description=__doc__)
    parser.add_argument("--title", action="append", choices=list(RECOUNTS), help="by default all")
    parser.add_argument("--games", type=int, default=20, help="of each title (20)")
    parser.add_argument("--seed", default="facts", help="any text; the same one, the same draws")
    options, false = parser.parse_args(arguments), 0
    print(
        "| title | fact | posts | games | true | undecided | false |\n|---|---|---|---|---|---|---|"
    )
    for name in options.title or RECOUNTS:
        title, figures = TITLES[name], Counter[str]()
        sizes = [size for size in title.player_counts if size >= AGAINST_OTHERS[name]][:4]
        for number in range(options.games):
            players = sizes[number % len(sizes)]
            count(name, played(name, players, options.seed, number + 1), figures)
        for kind in ("", *title.fact_kinds):
            key = f" {kind}" if kind else ""
            row = [f"{figures[f'posts{key}' if kind else 'told'] / figures['posts']:.1%}"]
            row.append(f"{figures[f'games{key}'] / options.games:.0%}" if kind else "")
            row += [
                str(
                    sum(
                        figures[f"{verdict} {one}"]
                        for one in ([kind] if kind else title.fact_kinds)
                    )
                )
                for verdict in ("True", "undecided", "False")
            ]
            false += int(row[-1]) if kind else 0
            print(f"| {name} | {kind or 'all'} | {' | '.join(row)} |", flush=True)
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
