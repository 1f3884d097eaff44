"""Whole games kept for ever: `python -m tests.games.metrolijn.golden` writes them anew.

Each map, a network with a ring and one without; alone, two, four and eight players;
with `special`, games in which somebody goes on without the others; shared wins.
"""

from pathlib import Path

from metrobot.engine.record import Record, dump
from metrobot.service.model.records import record_of as made
from tests.games.metrolijn.positions import TITLE, Game, game

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


def record_of(played: Game) -> Record:
    """Return the record of a whole game that was dealt by no key."""
    return made(
        TITLE,
        played.end.rules,
        played.events,
        commitment=None,
        salt=None,
        key=None,
        outcome=TITLE.outcome(played.end),
    )


if __name__ == "__main__":
    lines = [dump(record_of(game(*chosen))) for chosen in CHOSEN]
    FILE.write_text("".join(line + "\n" for line in lines), "utf-8")
