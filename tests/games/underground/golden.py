"""Whole games kept for ever: `python -m tests.games.underground.golden` writes them anew.

Each number of players; games that end at once with the passenger's leaving,
and games in which some still build.
"""

from pathlib import Path

from metrobot.engine.record import Record, dump
from metrobot.service.model.records import record_of as made
from tests.games.underground.positions import TITLE, Game, game

FILE = Path("tests/golden/games/underground.jsonl")

CHOSEN: tuple[tuple[int, int], ...] = ((2, 0), (2, 1), (3, 1), (3, 4), (4, 1), (5, 1))
"""Players and seed; odd seeds have loops."""


def record_of(played: Game) -> Record:
    """Return the record of a whole game that was dealt by no key."""
    return made(
        TITLE,
        played.states[-1].rules,
        played.events,
        commitment=None,
        salt=None,
        key=None,
        outcome=TITLE.outcome(played.states[-1]),
    )


if __name__ == "__main__":
    lines = [dump(record_of(game(seed, players))) for players, seed in CHOSEN]
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text("".join(line + "\n" for line in lines), "utf-8")
