"""Let the levels play against opponents of one thought each: python -m tests.league.

Each game that was played stands in a file, a line each, so a league that was
broken off goes on where it was.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from metrobot.arena.command import ArenaPlan, all_games
from metrobot.arena.seat_players import OUTSIDE
from metrobot.games.registry import TITLES
from metrobot.players.levels import BEGINNER, FIRST, RANDOM
from tests.league.measures import LeagueGame, measured
from tests.league.rivals import NEWCOMER, RIVALS
from tests.league.table import Pairing, file_name, head, row

ALONE: Final = 40
"""Most games of a pairing among equals, which shows only how good they are to play."""


def _metromania(against: Sequence[str]) -> Iterator[Pairing]:
    yield from _among_equals("metromania", ("easy", "fair", "strong"), (2, 3, 4))
    rivals = RIVALS["metromania"]
    yield from _strong("metromania", (*rivals, RANDOM, BEGINNER, "easy", FIRST, "fair", *against))
    yield from (Pairing("metromania", ("fair", rival)) for rival in (*rivals, RANDOM, FIRST))
    yield from (Pairing("metromania", (kind, "easy")) for kind in rivals if kind != NEWCOMER)
    yield from _newcomers("metromania")


def _underground(against: Sequence[str]) -> Iterator[Pairing]:
    yield from _among_equals("underground", ("easy", "fair", "strong"), (2, 4))
    rivals = RIVALS["underground"]
    yield from _strong("underground", (*rivals, RANDOM, BEGINNER, "easy", FIRST, "fair", *against))
    yield from _newcomers("underground")


def _metrolijn(against: Sequence[str]) -> Iterator[Pairing]:
    for kind in ("easy", "fair", "strong"):
        for map_ in ("amsterdam", "berlin", "madrid", "paris"):
            yield Pairing("metrolijn", (kind,), {"map": map_})
    rivals = RIVALS["metrolijn"]
    yield from _strong("metrolijn", (*rivals, RANDOM, BEGINNER, "easy", "fair", *against))
    yield from _newcomers("metrolijn")


def _newcomers(title: str) -> Iterator[Pairing]:
    """Yield those for whom `easy` is made, at every table with easy computers alone."""
    for count in TITLES[title].player_counts:
        if count > 1:
            others = ["easy"] * (count - 1)
            yield from (Pairing(title, (kind, *others)) for kind in (NEWCOMER, BEGINNER))


def _strong(title: str, opponents: Sequence[str]) -> Iterator[Pairing]:
    """Yield strong against one and against three of each opponent."""
    for count in (1, 3):
        yield from (Pairing(title, ("strong", *[kind] * count)) for kind in opponents)


def _among_equals(title: str, kinds: Sequence[str], counts: Sequence[int]) -> Iterator[Pairing]:
    yield from (Pairing(title, (kind,) * count) for kind in kinds for count in counts)


PAIRINGS: Final = {"metromania": _metromania, "underground": _underground, "metrolijn": _metrolijn}


@dataclass(frozen=True, slots=True)
class _Played:
    """The games of one pairing, as they stand in its file."""

    path: Path
    games: list[LeagueGame]

    @classmethod
    def of(cls, path: Path) -> "_Played":
        """Read the games of a file, which need not be there."""
        lines = path.read_text("utf-8").splitlines(keepends=True) if path.exists() else []
        whole = [line for line in lines if line.endswith("\n")]
        # The process may have been killed while it wrote its last line.
        if len(whole) < len(lines):
            path.write_text("".join(whole), "utf-8")
        return cls(path, [_game(json.loads(line)) for line in whole])

    def add(self, game: LeagueGame) -> None:
        """Add a game, to the file as well."""
        self.games.append(game)
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(asdict(replace(game, record=None))) + "\n")


def _game(fields: Mapping[str, Any]) -> LeagueGame:
    return LeagueGame(**{**fields, "kinds": tuple(fields["kinds"])})


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make league", description=__doc__)
    parser.add_argument(
        "--title", action="append", choices=list(PAIRINGS), help="id of a game; by default all"
    )
    parser.add_argument("--games", type=int, default=160, help="how many games each (160)")
    parser.add_argument("--seed", default="league", help="any text; the same one, the same draws")
    parser.add_argument("--jobs", type=int, default=2, help="games at the same time (2)")
    parser.add_argument(
        "--against", action="append", default=[], metavar="exec:COMMAND", help="one more opponent"
    )
    parser.add_argument(
        "--into",
        type=Path,
        default=Path("build/league"),
        metavar="FOLDER",
        help="where games stand",
    )
    parser.add_argument("--only", default="", metavar="TEXT", help="pairings with this in the name")
    parser.add_argument("--players", type=int, help="pairings of so many")
    return parser


def main(arguments: Sequence[str]) -> int:
    """Play the games that are missing, print the progress and the table; return the exit code."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.games < 1 or given.jobs < 1:
        parser.error("--games and --jobs must be 1 or more")
    if not all(each.startswith(OUTSIDE) for each in given.against):
        parser.error(f"--against takes programs, as {OUTSIDE}COMMAND")
    given.into.mkdir(parents=True, exist_ok=True)
    for title in given.title or PAIRINGS:
        print(head(title))
        for pairing in PAIRINGS[title](given.against):
            if given.only in pairing.name and given.players in (None, len(pairing.kinds)):
                print(row(pairing, _played(given, pairing)), flush=True)
    return 0


def _played(given: argparse.Namespace, pairing: Pairing) -> list[LeagueGame]:
    """Return the games of a pairing, having played those that are missing."""
    title = TITLES[pairing.title]
    rules = title.ruleset(len(pairing.kinds), dict(pairing.options))
    games = min(given.games, ALONE) if pairing.is_among_equals else given.games
    plan = ArenaPlan(title, rules, pairing.kinds, games, given.seed, None, RIVALS[pairing.title])
    played = _Played.of(given.into / f"{pairing.name}-{file_name(given.seed)}.jsonl")
    for game in all_games(plan, given.jobs, len(played.games)):
        played.add(measured(game))
        print(f"{pairing.name}: {len(played.games)} of {games}", file=sys.stderr, flush=True)
    return played.games[:games]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
