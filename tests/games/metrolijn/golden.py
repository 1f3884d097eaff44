"""Whole games kept for ever: `python -m tests.games.metrolijn.golden` writes them anew.

Each map, a network with a ring and one without; alone, two, four and eight players;
with `special`, games in which somebody goes on without the others; shared wins.
"""

from pathlib import Path

from metrobot.engine.record import dump
from tests.games.metrolijn.positions import TITLE, game
from tests.games.replaying import record_of

FILE = Path("tests/golden/games/metrolijn.jsonl")

CHOSEN: tuple[tuple[int, int, str, bool], ...] = (
    (1, 1, "amsterdam", False),
    (3, 1, "madrid", False),
    (2, 1, "paris", False),
    (1, 2, "berlin", False),
    (1, 4, "paris", True),
    (3, 2, "madrid", True),
    (1, 8, "berlin", False),
    (5, 8, "amsterdam", True),
    (1, 1, "berlin-night", False),
    (3, 4, "madrid-match", True),
)
"""Seed, players, map, `special`; odd seeds mark all they may."""


if __name__ == "__main__":
    games = [game(*chosen) for chosen in CHOSEN]
    lines = [dump(record_of(TITLE, each.events, each.end)) for each in games]
    FILE.write_text("".join(line + "\n" for line in lines), "utf-8")
